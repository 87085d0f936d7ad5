"""A full disk is told as that, in every language and over every way in; nothing is stored, and all goes on later."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from ludotheque.drawing import language
from ludotheque.table.api.problems import in_words, problem_of, status_of
from ludotheque.table.storage.storage_errors import NoRoomError, StoreError
from ludotheque.table.storage.store import Store
from ludotheque.web.web_app import make_app
from tests.table.conftest import run
from tests.table.full_disk import full_disk
from tests.table.serving import Player, Running, serving
from tests.table.stored import append, opened, write

TOLD = "The disk of the house is full: nothing can be stored until there is room."


def test_a_full_disk_is_told_by_http_and_socket_and_the_step_can_be_sent_again(sqlite_url: str, tmp_path: Path) -> None:
    with serving(sqlite_url) as running:
        ada, table, seen = _seated(running)
        step = {"seen": seen["number"], "steps": seen["legal"][:1], "id": "r1", "seat": 1}
        with ada.socket() as talker, capture_logs() as logged:
            with full_disk(tmp_path / "house.db"):
                answer = ada.http.post(f"/api/tables/{table}/steps", json=step)
                assert answer.status_code == 503
                assert answer.json() == {"ok": False, "error": "disk_full", "text": TOLD}
                talker.say("play", table=table, ref="x", **step)
                refused = talker.hear("error")
                assert (refused["error"], refused["text"], refused["id"]) == ("disk_full", TOLD, "r1")
            assert {one["event"] for one in logged if one["log_level"] == "error"} <= {"disk full", "late"}
        assert ada.post(f"/api/tables/{table}/steps", **step)["number"] == seen["number"] + 1


def _seated(running: Running) -> tuple[Player, str, dict[str, Any]]:
    """Ada in both seats of a table that has begun."""
    ada = Player(running, "Ada")
    table, _ = ada.make_table()
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/seats/{seat}")
    return ada, table, ada.get(f"/api/tables/{table}")


def test_a_full_disk_is_told_on_a_page_in_its_language(sqlite_url: str, tmp_path: Path) -> None:
    with serving(sqlite_url, make=make_app) as running:
        client = running.client()
        headers = {"origin": f"http://{running.host}", "accept-language": "fr"}
        with full_disk(tmp_path / "house.db"):
            page = client.post("/new/mabula", data={"name": "Ada", "players": "2"}, headers=headers)
        assert page.status_code == 503
        assert "Le disque de la maison est plein" in page.text


def test_the_database_s_own_word_for_a_full_disk_is_known(url: str) -> None:
    """PostgreSQL is asked to raise it; SQLite runs out of pages."""

    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(NoRoomError) as caught:
                await fill(store)
            with pytest.raises(NoRoomError):
                await store.check_writable()
            error = caught.value
            assert (status_of(error), problem_of(error).error) == (503, "disk_full")
            assert in_words(error, language("it")) == (
                "Il disco della casa è pieno: finché non c'è spazio, non si può salvare nulla."
            )

    run(doing())


async def fill(store: Store) -> None:
    """A write for which there is no room."""
    async with store.begin() as connection:
        for statement in FULL[store.kind]:
            await connection.execute(text(statement))


FULL = {
    "sqlite": ("PRAGMA max_page_count = 1", "CREATE TABLE bulk AS SELECT randomblob(1000000) AS bulk"),
    "postgresql": ("DO $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$",),
}


def test_a_write_that_fails_while_there_is_room_is_no_full_disk(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await write(store, 100)  # the log is longer than what a probe of the disk asks for
            with full_disk(tmp_path / "house.db"), pytest.raises(StoreError, match="disk I/O error") as caught:
                await append(store, 101)
            assert not isinstance(caught.value, NoRoomError)
            await append(store, 101)

    run(doing())
