"""Records, traces and counts made by independent implementations: all must agree."""

import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ludotheque import CHANCE, Record, RecordError
from ludotheque.play.game import Game
from ludotheque.play.simulation import count_sequences
from tests.conftest import GOLDEN, compiled, interpreted

pytestmark = pytest.mark.uncounted


def unpacked(path: Path) -> list[str]:
    """The lines of a packed file."""
    return gzip.decompress(path.read_bytes()).decode().splitlines()


RECORDS = sorted(GOLDEN.glob("*/*.record"))
TRACES = sorted(GOLDEN.glob("*/*.trace.jsonl.gz"))
PERFT = [json.loads(line) for line in (GOLDEN / "perft.jsonl").read_text().splitlines()]
STARTS = [json.loads(line) for line in unpacked(GOLDEN / "makabana" / "starts-of-rules-1-and-2.jsonl.gz")]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def test_all_golden_files_are_here() -> None:
    assert (len(RECORDS), len(TRACES), len(PERFT)) == (115, 34, 46)
    assert len(STARTS) == 24


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
    for number, line in enumerate(unpacked(path), 1):
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


def start_name(row: dict[str, Any]) -> str:
    return f"{row['players']}-{row['seat']}-{row['steps'][-1][1].removeprefix('hut:')}"


@pytest.mark.parametrize("find", [compiled, interpreted], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("row", STARTS, ids=start_name)
def test_a_second_hut_goes_where_each_version_of_maka_banas_rules_allows_it(
    row: dict[str, Any], find: Callable[[str], Game]
) -> None:
    """makabana/start.2, and makabana/versions.1 for games by rules 1."""
    for rules in (1, 2):
        position = find("makabana").start(players=row["players"], rules=rules)
        for seat, text in row["steps"]:
            position = position.play(text, seat)
        assert sorted(map(str, position.legal(row["seat"]))) == row[f"rules {rules}"]
    assert set(row["rules 1"]) - set(row["rules 2"]) == set(row["only by rules 1"]) != set()


# SHA-256 of all states, text boards and JSON positions of a game, by the last code that knew rules 1 alone
AS_BEFORE = {
    3: "680a00dff84575ec0ca82215d6093284179049a991974d56acbf401b1252ebae",
    4: "f65e2ff81e00e45bee2d3bc2ccd300f7e085445539c2542d4837c77c85bede19",
    5: "2b47191d28121b1133cb18d8e10d1b9f64b76d1e7e29b7131a501a030f35cf3f",
    6: "4ab15d1b6883dc8eb05f28a7482b95a92a140ccee6c18961cc5d9644479a63da",
}


@pytest.mark.parametrize("players", AS_BEFORE)
def test_states_texts_and_json_of_a_game_by_rules_1_are_byte_for_byte_what_they_were(players: int) -> None:
    found = sha256()
    for position in Record.load(GOLDEN / "makabana" / f"rules1-touching-start-{players}.record").replay():
        found.update(position.state.tobytes() + str(position).encode() + position.to_json().encode())
        assert position.game.read(str(position)) == position.game.from_json(position.to_json()) == position
    assert found.hexdigest() == AS_BEFORE[players]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_game_whose_start_only_rules_1_allow_replays_by_them_and_is_refused_by_rules_2(players: int) -> None:
    text = (GOLDEN / "makabana" / f"rules1-touching-start-{players}.record").read_text("utf-8")
    record = Record.read(text)
    assert record.verify() is not None
    assert str(record.at(-1).record()) == text
    with pytest.raises(RecordError, match=r"hut:.*is beside your first hut"):
        Record.read(text.replace("rules: 1\n", "rules: 2\n")).verify()
    assert Record.read(text.replace("rules: 1\n", "")).verify() == record.verify(), "without the line: rules 1"
