"""Nothing leaks: the tests search for all secrets wherever anybody could find them, in a real server.

Two worlds are played that differ only in the secret steps of two seats. In each there is a table of Maka Bana at which
projects are in the making, one of Marabunta whose dice are not opened, and two that have not begun, with bytes that
are promised. A secret whose text is unique is searched for. Texts with other secrets (sites are in everybody's list of
legal steps, too) are the same in both worlds, letter by letter and row by row.
"""

import json
import re
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.table.conftest import Server
from tests.table.two_worlds import BEHIND, BOB, PLANS, Evening, Served, forms_of, found_in


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def evenings(
    request: pytest.FixtureRequest, house: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Sequence[Evening]]:
    """Both worlds, each in a house of its own, of both kinds of database."""
    folders = [tmp_path_factory.mktemp("evening") for _ in PLANS]
    with ExitStack() as stack:
        if request.param == "sqlite":
            urls = [f"sqlite:///{shutil.copy(house, folder / 'house.db')}" for folder in folders]
        else:
            server: Server = request.getfixturevalue("server")
            names = [server.create("house") for _ in PLANS]
            urls = [server.url(name) for name in names]
            for name in names:
                stack.callback(server.execute, f"DROP DATABASE {name} WITH (FORCE)")
        houses = [stack.enter_context(Served(*given)) for given in zip(folders, urls, strict=True)]
        yield [Evening(*given) for given in zip(folders, urls, PLANS, houses, strict=True)]


# Claims


def test_every_secret_that_is_searched_for_existed_and_can_be_found(evenings: Sequence[Evening]) -> None:
    for evening in evenings:
        own = evening.places["ada"]
        assert {*evening.plan.changed, *evening.plan.ada} <= {*found_in(own, evening.choices)}, "Ada sees what she does"
        entries = [(row, json.loads(row["body"])) for name, row in evening.rows if name == "entries"]
        sealed = [
            json.loads(evening.opened(body["text"], f"{row['table']} {row['number']}"))["steps"]
            for row, body in entries
            if body["kind"] == "sealed"
        ]
        assert sealed == [[*steps] for steps in (BOB, evening.plan.changed, evening.plan.ada, evening.plan.eve)]
        for one in (evening.key, "a step"):
            assert all(found_in(b"x" + form + b"x", [one]) for form in forms_of(one))


def test_the_key_lies_in_a_file_that_only_its_owner_reads(evenings: Sequence[Evening]) -> None:
    for evening in evenings:
        assert stat.S_IMODE((evening.folder / "house.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("place", ["rows", "files", "backup", "export", "commands", "log", "metrics", "broken"])
def test_no_secret_is_in_stored_files_or_output(evenings: Sequence[Evening], place: str) -> None:
    for evening in evenings:
        assert found_in(evening.places[place], evening.secrets) == []


@pytest.mark.parametrize("who", ["nobody", "zoe", "marvin", "ada", "bob", "eve"])
def test_no_secret_of_others_is_sent_to_anybody(evenings: Sequence[Evening], who: str) -> None:
    for evening in evenings:
        assert len(evening.told[who]) > 9
        assert found_in(evening.places[who], evening.secrets_from(who)) == []


@pytest.mark.parametrize("who", ["nobody", "zoe", "marvin", "bob", "broken"])
def test_secret_acts_change_no_letter_that_others_are_sent(evenings: Sequence[Evening], who: str) -> None:
    """Pages, lists, refusals, sockets, turns: as many, as long, and the same."""
    one, other = (evening.blanked(who) for evening in evenings)
    assert one == other


@pytest.mark.parametrize("place", ["rows", "export", "commands"])
def test_secret_acts_change_no_row_and_no_length(evenings: Sequence[Evening], place: str) -> None:
    """As many rows, each as long; of sealed texts only the length is compared."""
    one, other = (sorted(evening.blanked(place)) for evening in evenings)
    assert one == other


def test_secret_acts_change_no_line_of_the_log(evenings: Sequence[Evening]) -> None:
    one, other = (sorted(evening.blank(evening.places["log"].decode()).splitlines()) for evening in evenings)
    assert one == other


def test_secret_acts_change_no_metric(evenings: Sequence[Evening]) -> None:
    """Except durations, and the times at which counters were created."""
    is_time = re.compile(r".*_(bucket|sum|created)[ {]")
    one, other = ([line for line in evening.told["metrics"] if not is_time.match(line)] for evening in evenings)
    assert one == other and len(one) > 40


def test_previews_and_refused_steps_are_sent_to_nobody_else(evenings: Sequence[Evening]) -> None:
    assert [evening.disturbed for evening in evenings] == [[], []]


def test_a_crash_is_answered_in_one_line_and_logged_by_its_kind_and_place(evenings: Sequence[Evening]) -> None:
    for evening in evenings:
        told = [json.loads(text) for text in evening.told["broken"]]
        assert [one["error"] for one in told] == ["broken", "broken", "busy"] * 2
        logged = [json.loads(line) for line in evening.places["log"].decode().splitlines()[1:]]
        kinds = [one["exception"] for one in logged if "places" in one]
        assert kinds == ["RuntimeError", "IntegrityError"] * 2 + ["RuntimeError"] * len(BEHIND)
        assert {one["level"] for one in logged} == {"info", "error"}
