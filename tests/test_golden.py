"""Records, traces and counts made by independent implementations: all must agree."""

import gzip
import json
from pathlib import Path

import pytest

from ludotheque import CHANCE, Record
from ludotheque.play.simulation import count_sequences
from tests.conftest import GOLDEN, compiled, interpreted

pytestmark = pytest.mark.uncounted

RECORDS = sorted(GOLDEN.glob("*/*.record"))
TRACES = sorted(GOLDEN.glob("*/*.trace.jsonl.gz"))
PERFT = [json.loads(line) for line in (GOLDEN / "perft.jsonl").read_text().splitlines()]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def test_all_golden_files_are_here() -> None:
    assert (len(RECORDS), len(TRACES), len(PERFT)) == (99, 26, 46)


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_golden_record_replays_to_its_result(path: Path) -> None:
    record = Record.load(path)
    position = compiled(record.header["game"]).begin(record.setup)
    for actor, text in record.steps:
        position = position.play(text, actor)
    assert position.outcome is not None
    assert " ".join(map(str, position.outcome.scores)) == record.header["result"]


@pytest.mark.parametrize("path", [path for path in RECORDS if path.name.endswith("-1.record")], ids=name_of)
def test_a_golden_record_replays_interpreted_and_keeps_its_bytes(path: Path) -> None:
    record = Record.load(path)
    assert str(record).encode() == path.read_bytes()
    position = interpreted(record.header["game"]).begin(record.setup)
    for actor, text in record.steps:
        position = position.play(text, actor)
    assert str(position.record()).encode() == path.read_bytes()


@pytest.mark.parametrize("path", TRACES, ids=name_of)
def test_every_step_of_a_golden_trace_has_the_same_legal_moves(path: Path) -> None:
    position = None
    for number, line in enumerate(gzip.decompress(path.read_bytes()).decode().splitlines(), 1):
        row = json.loads(line)
        if "header" in row:
            record = Record(row["header"], ())
            position = compiled(record.header["game"]).begin(record.setup)
            continue
        assert position is not None
        if "move" in row:
            actor = CHANCE if row["actor"] == "*" else row["actor"]
            assert sorted(map(str, position.legal(actor))) == sorted(row["legal"]), f"line {number}"
            position = position.play(row["move"], actor)
        else:
            assert position.outcome is not None
            assert list(position.outcome.scores) == row["scores"]
            assert list(position.outcome.winners) == row["winners"]


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['record'].split('.')[0]}@{row['ply']}")
def test_as_many_sequences_exist_as_golden_counts_say(row: dict[str, object]) -> None:
    record = Record.load(GOLDEN / str(row["record"]))
    position = record.at(int(str(row["ply"])))
    one = compiled(record.header["game"])
    expected = row["perft"]
    assert isinstance(expected, list)
    assert count_sequences(type(position)(one, position.setup, position.state), len(expected)) == expected
