"""Receipts: written, read back, and refused when they are none."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Record, RecordError
from ludotheque.play.fairness.proof import verify
from ludotheque.play.fairness.receipt import Receipt, ToldEntry
from ludotheque.play.fairness.verdict import Grade
from tests.fair_verifiers import MOSS, MOSS_RECEIPT, Script, docs_verify, judged_by_all, script_verifier

RECEIPT = Receipt.read(MOSS_RECEIPT)


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with script_verifier() as verify_text:
        yield verify_text


def test_a_receipt_is_written_and_read_back(tmp_path: Path) -> None:
    hidden = replace(RECEIPT, own=None, promises=None, entries=(ToldEntry(9, None, None, None),))
    for receipt in (RECEIPT, hidden):
        assert Receipt.read(str(receipt)) == receipt
        receipt.save(tmp_path / "kept.receipt")
        assert Receipt.load(tmp_path / "kept.receipt") == receipt
    assert json.loads(str(RECEIPT)) == json.loads(MOSS_RECEIPT)


def test_a_saved_receipt_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the client's bytes before they are opened."""
    RECEIPT.save(tmp_path / "kept.receipt")
    assert (tmp_path / "kept.receipt").stat().st_mode & 0o777 == 0o600


def with_key(key: str, value: object) -> dict[str, Any]:
    return {**json.loads(MOSS_RECEIPT), key: value}


ENTRY = {"number": 4, "ply": 0, "steps": 7, "hash": "0" * 64}
WRONG = [
    [], "no", 7, {},
    with_key("receipt", 3), with_key("receipt", True), with_key("terms", []), with_key("terms", {}),
    with_key("terms", {"game": 7}), with_key("ending", "agreed"), with_key("terms", 0),
    {key: value for key, value in with_key("receipt", 2).items() if key != "terms"}, with_key("table", 7),
    with_key("table", "m\u001boss"),
    with_key("commitments", "0" * 64), with_key("commitments", [None]),
    with_key("commitments", ["00"]), with_key("place", "1"), with_key("place", True), with_key("place", -1),
    with_key("own", {"commitment": "0" * 64}), with_key("own", [1]), with_key("promises", {}),
    with_key("promises", [0]),
    with_key("entries", None), with_key("entries", [None]), with_key("entries", [{**ENTRY, "ply": 0.5}]),
    with_key("entries", [{**ENTRY, "steps": None}]), with_key("entries", [{**ENTRY, "hash": "x"}]),
    with_key("withdrawn", [{"number": 1}]), with_key("withdrawn", [7]),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_receipt_is_refused_by_both_verifiers(script: Script, wrong: object) -> None:
    with pytest.raises(RecordError, match="receipt: this is no receipt of a table"):
        Receipt.read(json.dumps(wrong))
    assert script(MOSS, wrong)["problems"] == ["receipt: this is no receipt of a table"]


HASH = "0" * 64
VALUES: list[object] = [
    None,
    True,
    -1,
    0,
    0.5,
    7,
    7.0,
    10**15,
    "",
    "x",
    "1",
    HASH,
    HASH[1:],
    [],
    [None],
    [7],
    [HASH],
    {},
    {"x": "y"},
]
Way = tuple[str | int, ...]


def ways_in(value: object, before: Way = ()) -> Iterator[Way]:
    """The way to each value in a JSON value: keys and indexes."""
    yield before
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in rows:
        yield from ways_in(inner, (*before, key))


def mutated(receipt: object, way: Way) -> Iterator[object]:
    """A receipt with each other value at a place, and without one."""
    for value in VALUES:
        changed = {"whole": deepcopy(receipt)}
        inner: Any = changed
        *before, last = ("whole", *way)
        for key in before:
            inner = inner[key]
        inner[last] = deepcopy(value)
        yield changed["whole"]
    del inner[last]
    yield changed.get("whole", [])


@pytest.mark.parametrize("way", ways_in(json.loads(MOSS_RECEIPT)))
def test_the_command_and_the_script_judge_every_receipt_alike(script: Script, way: Way) -> None:
    """Each value of the example's receipt is replaced by values of every kind, or left out."""
    for receipt in mutated(json.loads(MOSS_RECEIPT), way):
        if receipt is None:
            continue  # for the script: no receipt at all
        theirs = script(MOSS, receipt)
        try:
            ours = verify(Record.read(MOSS), Receipt.read(json.dumps(receipt)))
        except RecordError as error:
            assert theirs["problems"] == [str(error)], receipt
        else:
            assert (theirs["grade"], theirs["reasons"]) == (ours.grade, [*map(str, ours.reasons)]), receipt
            assert theirs["problems"] == [*ours.problems], receipt


def test_a_whole_number_is_one_however_it_is_written(script: Script) -> None:
    """JSON has one kind of numbers, and a script never learns how they were written."""
    told = re.sub(r"(: )(\d+)([,}])", r"\1\2.0\3", MOSS_RECEIPT)
    assert told.count(".0") > 6 and Receipt.read(told) == RECEIPT
    assert script(MOSS, json.loads(told))["grade"] == "anyone"


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b"\x00", b"\xff"])
def test_a_file_that_is_no_receipt_gets_one_line(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "some.receipt"
    file.write_bytes(data)
    with pytest.raises(RecordError, match=r"some\.receipt: receipt: this is no receipt of a table"):
        Receipt.load(file)


def test_a_file_that_is_too_large_or_missing_gets_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        Receipt.load(tmp_path / "none.receipt")
    with pytest.raises(RecordError, match="cannot be read: it is a pipe or a device"):
        Receipt.load("/dev/zero")
    large = tmp_path / "large.receipt"
    large.write_text(MOSS_RECEIPT + " " * 8_000_000)
    with pytest.raises(RecordError, match="cannot be read: it is larger than 8,000,000 bytes"):
        Receipt.load(large)


TERMS = json.loads(MOSS_RECEIPT)["terms"]
PROBLEMS = [
    (with_key("place", 3), "receipt: of place 3, but the record has 2"),
    (with_key("place", 2), "receipt: place 2 has not the bytes that this client opened"),
    (with_key("promises", [RECEIPT.promises and RECEIPT.promises[0]]), "receipt: place 2 had promised something else"),
    (with_key("promises", [*(RECEIPT.promises or ()), None]), "receipt: place 3 had promised something else"),
    (with_key("table", "fern"), "receipt: of table fern, but the record is of moss"),
    (
        with_key("terms", {**TERMS, "powers": "expert"}),
        "receipt: told powers: expert, but the record has powers: basic",
    ),
    (with_key("terms", {**TERMS, "scoring": "low"}), "receipt: told scoring: low, but the record has no scoring"),
    (with_key("terms", {"game": "marabunta"}), "receipt: told no players, but the record has players: 2"),
    (with_key("ending", {"end": "agreed"}), "receipt: told end: agreed, but the record has end: resigned 2"),
    (with_key("ending", {"x-end": "cancelled"}), "receipt: told no end, but the record has end: resigned 2"),
    (with_key("withdrawn", [{"number": 9, "draws": 1}]), "receipt: 1 draw taken back, but fair-back has 0"),
]


@pytest.mark.parametrize(("changed", "problem"), PROBLEMS)
def test_what_does_not_fit_is_named_by_both_verifiers(script: Script, changed: object, problem: str) -> None:
    ours, theirs, lines = judged_by_all(script, MOSS, Receipt.read(json.dumps(changed)))
    assert (ours.problems, theirs.problems) == ((problem,), (problem,))
    assert lines.grade == "unfair"


def test_while_a_game_goes_on_the_beginning_is_compared_and_the_entries_are_not(script: Script) -> None:
    """The record of a game that goes on leaves out secret steps."""
    goes_on = MOSS.replace("end: resigned 2\n", "")
    goes_on = "\n".join(line for line in goes_on.split("\n") if not line.startswith("fair-secret"))
    other = replace(RECEIPT, entries=(ToldEntry(5, 7, 9, "0" * 64),), ending=None)
    for judged in judged_by_all(script, goes_on, other):
        assert judged.grade == "open"
    for judged in judged_by_all(script, goes_on, replace(RECEIPT, commitments=("0" * 64,))):
        assert judged.grade == "unfair"


def test_a_receipt_of_format_1_is_read_and_what_it_cannot_confirm_is_named(script: Script) -> None:
    told = {key: value for key, value in json.loads(MOSS_RECEIPT).items() if key not in ("terms", "ending")}
    for older in (told | {"receipt": 1}, json.loads(MOSS_RECEIPT) | {"receipt": 1}):
        ours, theirs = verify(Record.read(MOSS), Receipt.read(json.dumps(older))), script(MOSS, older)
        lines = docs_verify(MOSS, older)
        assert ours.grade == theirs["grade"] == lines.grade == Grade.HOUSE
        assert [*map(str, ours.reasons)] == theirs["reasons"] == [*lines.reasons] == [
            "this client did not keep what the game was set up with", "this client was not told how the game ended",
        ]  # fmt: skip


def test_the_example_is_fair_whoever_you_trust() -> None:
    assert verify(Record.read(MOSS), RECEIPT).grade is Grade.ANYONE
