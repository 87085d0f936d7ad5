"""A client ignores what only a newer house sends, and reports unreadable answers in one line."""

import json
from typing import Any

import pytest

from ludotheque.interop.house import checked
from ludotheque.interop.seat.seat import SeatError
from ludotheque.wire.entry_messages import LeaveEntry
from ludotheque.wire.message_reader import read_answer, read_message
from ludotheque.wire.requests import PlayAct
from ludotheque.wire.table_messages import ErrorMessage, Problem, TableView
from ludotheque.wire.table_requests import GameListed

LEFT = {"kind": "leave", "number": 2, "at": 5.0, "seat": 1}
NO = {"ok": False, "error": "late", "text": "The game is over."}


def table(**more: object) -> dict[str, Any]:
    """A table as a house sends it."""
    fair: dict[str, list[str]] = {"commitments": [], "secrets": [], "places": [], "seats": []}
    terms = {"game": "mabula", "players": 2, "rules": 1, "opening": None, "header": {}}
    can = {"take_back": None, "talk": True}
    return {
        "table": "abc", "number": 2, "terms": terms, "stage": "open", "rated": False, "seat": None, "own": [],
        "seats": [], "ply": 0, "entries": [LEFT], "ask": None, "remarks": [], "since": None, "fair": fair, "end": None,
        "bots": [],
        "is_compiling": False, "compiled": 100, "messages": 0, "rematch": None, "can": can,
    } | more  # fmt: skip


def test_fields_that_only_a_newer_house_sends_are_passed_over_at_every_depth() -> None:
    newer = table(weather="fair", terms=table()["terms"] | {"board": None, "komi": 6}, can={"talk": True, "sing": True})
    newer["entries"] = [LEFT | {"why": "tea"}]
    seen = read_answer(TableView, json.dumps(newer))
    assert seen.can.talk and seen.terms.game == "mabula" and seen.entries == [LeaveEntry.model_validate(LEFT)]


def test_entries_of_a_kind_that_only_a_newer_house_has_are_passed_over() -> None:
    newer = table(entries=[{"kind": "song", "number": 1, "at": 4.0}, LEFT])
    assert [entry.number for entry in read_answer(TableView, json.dumps(newer)).entries] == [2]


def test_a_message_of_an_unknown_kind_is_none() -> None:
    assert read_message('{"kind": "song"}') is None
    told = read_message(json.dumps(NO | {"kind": "error", "ref": None, "table": "abc", "mood": "sad"}))
    assert isinstance(told, ErrorMessage) and told.text == NO["text"]


@pytest.mark.parametrize("text", ["", "[]", "7", '"no"', "<html>", '{"ok": false}', '{"ok": true}'])
def test_an_invalid_answer_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        read_answer(Problem, text)
    with pytest.raises(ValueError):
        read_message(text if text[:1] != "{" else '{"kind": "table"}')


def test_a_list_is_read_as_well() -> None:
    one = {"game": "go", "title": "Go", "players": [2, 2], "options": {}, "rules": 1, "is_compiling": False, "era": 1}
    assert read_answer(list[GameListed], json.dumps([one]))[0].players == (2, 2)


def test_a_request_that_no_house_would_read_is_refused_before_it_is_sent() -> None:
    with pytest.raises(SeatError, match="steps"), checked():
        PlayAct(seen=1, steps=(), id="a")
