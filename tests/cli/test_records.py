"""Listing games, and the commands over records: new, show, legal, replay, verify, perft."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import NAMES, Record
from tests.cli.conftest import FINISHED, Ran, Run, setup_arguments
from tests.conftest import GOLDEN, SETUPS

PERFT = [json.loads(line) for line in (GOLDEN / "perft.jsonl").read_text().splitlines()]
COMMANDS = ["games", "play", "rules", "new", "show", "legal", "replay", "verify", "simulate", "perft", "boards"]


def test_the_games_are_listed_with_players_and_options(run: Run) -> None:
    ran = run("games")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "mabula        Mabula         2 players    scoring=largest|product\n"
        "marabunta     Marabunta      2 players    territory=meadow|islets  powers=basic|expert\n"
        "makabana      Maka Bana      3-6 players\n"
        "junglerumble  Jungle Rumble  2-4 players\n"
    )


def test_the_games_are_listed_for_programs(run: Run) -> None:
    games = json.loads(run("games", "--json").out)
    assert tuple(games) == NAMES
    assert games["marabunta"] == {
        "title": "Marabunta",
        "players": [2, 2],
        "rules": 1,
        "options": {"territory": ["meadow", "islets"], "powers": ["basic", "expert"]},
    }


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", ["", *COMMANDS, "boards check", "boards show"])
def test_every_command_has_help(run: Run, command: str, option: str) -> None:
    ran = run(*command.split(), option)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: ludotheque {command}".rstrip())


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out == f"ludotheque, version {ludotheque.__version__}\n"


def test_a_new_game_is_a_record_on_the_screen_or_in_a_file(run: Run, folder: Path, setup: str) -> None:
    name, options = SETUPS[setup]
    ran = run("new", *setup_arguments(setup), "--seed", 7)
    assert ran == Ran(0, str(ludotheque.game(name).start(seed=7, **options).record()), "")
    assert run("new", *setup_arguments(setup), "--seed", 7, "-o", "a.record") == Ran(0, "", "")
    assert (folder / "a.record").read_bytes() == ran.out.encode()
    assert os.listdir(folder) == ["a.record"]


def test_a_new_game_may_start_from_a_given_arrangement(run: Run) -> None:
    ran = run("new", "mabula", "--start", "BWBWBBWWBWWBBWBWBWBBWWBW")
    assert "start: BWBWBBWWBWWBBWBWBWBBWWBW\n" in ran.out


def test_a_new_file_takes_the_place_of_an_old_one_also_behind_a_link(run: Run, folder: Path) -> None:
    (folder / "old.record").write_text("old")
    (folder / "link.record").symlink_to("old.record")
    assert run("new", "makabana", "-o", "link.record").code == 0
    assert (folder / "link.record").is_symlink()
    assert (folder / "old.record").read_text().startswith("game: makabana\n")


def test_a_record_is_shown_at_any_ply(run: Run) -> None:
    record = Record.load(FINISHED)
    for ply in (0, 5, 24, -2):
        shown = run("show", FINISHED, "--ply", ply)
        assert (shown.code, shown.err) == (0, "")
        assert shown.out.startswith(f"{record.at(ply)}\n")
    assert run("show", FINISHED, "--ply", 5).out.endswith("\nWaiting for Black.\n")
    assert run("show", FINISHED).out.endswith("\nThe game is over: White 8, Black 24. Black wins.\n")
    assert run("show", FINISHED).out == run("show", FINISHED, "--ply", 24).out


def test_a_record_is_read_from_standard_input(run: Run) -> None:
    assert run("show", "-", stdin=FINISHED.read_bytes()) == run("show", FINISHED)
    assert run("verify", "-", stdin=FINISHED.read_bytes()).out == "-: fine, 24 steps, result 8 24\n"


def test_a_position_is_shown_as_json(run: Run) -> None:
    shown = run("show", FINISHED, "--ply", 5, "--json").out
    assert ludotheque.game("mabula").from_json(shown) == Record.load(FINISHED).at(5)


def test_a_seat_is_shown_what_it_may_see(run: Run, folder: Path) -> None:
    record = next(path for path in sorted(GOLDEN.glob("makabana/3-*.record")))
    position = Record.load(record).at(12)
    views = {seat: run("show", record, "--ply", 12, "--seat", seat).out for seat in (0, 1, 2, 3)}
    assert len(set(views.values())) == 4
    for seat, shown in views.items():
        assert shown.startswith(f"{position.view(seat or None)}\n")
    assert json.loads(run("show", record, "--ply", 12, "--seat", 0, "--json").out) == json.loads(
        position.view(None).to_json()
    )


def test_shared_wins_and_chance_are_printed_in_words(run: Run) -> None:
    shared = GOLDEN / "mabula" / "rare-several-winners.record"
    assert run("show", shared).out.endswith("White and Black share the win.\n")
    marabunta = next(path for path in sorted(GOLDEN.glob("marabunta/*.record")))
    assert run("show", marabunta, "--ply", 0).out.endswith("The table draws next.\n")


def test_legal_steps_are_listed_one_a_line_or_as_json(run: Run) -> None:
    position = Record.load(FINISHED).at(3)
    ran = run("legal", FINISHED, "--ply", 3)
    assert ran == Ran(0, "".join(f"2 {step}\n" for step in position.legal()), "")
    listed = json.loads(run("legal", FINISHED, "--ply", 3, "--json").out)
    assert listed == [{"actor": 2, "move": str(step)} for step in position.legal()]


def test_legal_steps_of_one_seat_or_of_chance(run: Run) -> None:
    record = next(path for path in sorted(GOLDEN.glob("makabana/3-*.record")))
    position = Record.load(record).at(6)
    assert position.actors == (1, 2, 3)
    for seat in position.actors:
        assert run("legal", record, "--ply", 6, "--seat", seat).out.splitlines() == [
            f"{seat} {s}" for s in position.legal(seat)
        ]
    marabunta = next(path for path in sorted(GOLDEN.glob("marabunta/*.record")))
    drawn = run("legal", marabunta, "--ply", 0).out
    assert drawn.startswith("* tile:")
    assert run("legal", marabunta, "--ply", 0, "--seat", 0).out == drawn


def test_without_legal_steps_the_command_says_why(run: Run) -> None:
    assert run("legal", FINISHED) == Ran(0, "", "The game is over: White 8, Black 24. Black wins.\n")
    assert run("legal", FINISHED, "--ply", 3, "--seat", 1) == Ran(0, "", "Waiting for Black.\n")
    assert run("legal", FINISHED, "--json") == Ran(0, "[]\n", "")


def test_a_replay_goes_through_all_positions(run: Run) -> None:
    record = Record.load(FINISHED)
    ran = run("replay", FINISHED)
    assert all(f"{position}\n" in ran.out for position in record.replay())
    brief = run("replay", FINISHED, "--brief", "--delay", "0.001").out.splitlines()
    assert brief[:2] == ["1. White: a4-d4", f"2. Black: {record.steps[1][1]}"]
    assert len(brief) == 24 + 1
    assert brief[-1] == "The game is over: White 8, Black 24. Black wins."
    marabunta = next(path for path in sorted(GOLDEN.glob("marabunta/*.record")))
    assert run("replay", marabunta, "--brief").out.startswith("1. Chance: tile:")


def test_records_are_verified_one_after_another(run: Run, folder: Path) -> None:
    (folder / "begun.record").write_text(str(Record.load(FINISHED).at(3).record()))
    ran = run("verify", FINISHED, "begun.record")
    assert ran == Ran(0, f"{FINISHED}: fine, 24 steps, result 8 24\nbegun.record: fine, 3 steps, not finished\n", "")


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['record'].split('.')[0]}@{row['ply']}")
def test_sequences_are_counted_as_golden_counts_say(run: Run, row: dict[str, Any]) -> None:
    counts = row["perft"]
    ran = run("perft", GOLDEN / row["record"], "--ply", row["ply"], "--depth", len(counts))
    assert ran == Ran(0, "".join(f"{level} {count}\n" for level, count in enumerate(counts, 1)), "")


READERS = [
    "verify {}", "show {}", "legal {}", "replay {}", "perft {} --depth 1", "play {} --plain", "boards check {}",
    "boards check {} --game marabunta", "new makabana --board {}", "simulate marabunta --games 1 --board {}",
]  # fmt: skip


@pytest.mark.parametrize("command", READERS)
def test_no_command_reads_a_device_or_a_file_without_end(run: Run, folder: Path, command: str) -> None:
    """/dev/null is refused as /dev/zero is: before it is opened."""
    with (folder / "endless").open("wb") as file:
        file.truncate(5_000_000)
    for name, why in (
        ("/dev/null", "it is a pipe or a device, not a file"),
        ("endless", r"it is larger than [\d,]+ bytes"),
    ):
        ran = run(*command.format(name).split())
        assert (ran.code, ran.out) == (2, "")
        assert re.fullmatch(rf"ludotheque: {name}: cannot be read: {why}\n", ran.err)


def test_standard_input_is_read_up_to_a_size(run: Run) -> None:
    ran = run("verify", "-", stdin="#" * 2_000_001)
    assert ran == Ran(2, "", "ludotheque: -: cannot be read: it is larger than 2,000,000 bytes\n")
