"""The command `ludotheque` as people run it: every command, every mistake, whole games in the terminal."""

import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, Protocol

import pytest

import ludotheque
from ludotheque import NAMES, Record
from ludotheque.cli.main import main
from ludotheque.play.simulation import format_trace, trace
from tests.conftest import GOLDEN, SETUPS, compiled
from tests.reference.compare import replay_record, replay_trace

COMMAND = Path(sys.executable).parent / "ludotheque"
FINISHED = GOLDEN / "mabula" / "2-product-1.record"
PERFT = [json.loads(line) for line in (GOLDEN / "perft.jsonl").read_text().splitlines()]


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Runs `ludotheque` with these arguments, in this process."""

    def __call__(self, *arguments: object, stdin: str | bytes = "") -> Ran: ...


@pytest.fixture(autouse=True, scope="module")
def prepared() -> None:
    """Compiled ahead, as `make test` does, so that no command says that it does it now."""
    for name in NAMES:
        compiled(name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands run in; kept games go into a folder of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(*arguments: object, stdin: str | bytes = "") -> Ran:
        typed = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["ludotheque", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed), "utf-8"))
        code = call_main()
        return Ran(code, *capsys.readouterr())

    return run_it


def call_main() -> int:
    """The exit code of the command in `sys.argv`."""
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    return 0


def setup_arguments(setup: str) -> list[str]:
    """A setup of the tests as it is written in the terminal."""
    name, options = SETUPS[setup]
    words = [
        ["--players", str(value)] if key == "players" else ["--option", f"{key}={value}"]
        for key, value in options.items()
    ]
    return [name, *(word for pair in words for word in pair)]


# Lists and records


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
@pytest.mark.parametrize(
    "command",
    [
        "",
        "games",
        "new",
        "show",
        "legal",
        "play",
        "replay",
        "verify",
        "simulate",
        "perft",
        "boards",
        "boards check",
        "boards show",
    ],
)
def test_every_command_has_help(run: Run, command: str, option: str) -> None:
    ran = run(*command.split(), option)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: ludotheque {command}".rstrip())


def test_the_version_is_told(run: Run) -> None:
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


def test_shared_wins_and_chance_are_told_in_words(run: Run) -> None:
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


def test_where_nothing_is_legal_it_is_said_why(run: Run) -> None:
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


# Boards


def own_boards(folder: Path, run: Run) -> None:
    """Board files of a user's own, made from ours as the files say."""
    (folder / "islands.toml").write_text(run("boards", "show", "nadaa.toml").out.replace('"nadaa"', '"mine"', 1))
    parts = [run("boards", "show", file).out for file in ("meadow.toml", "basic.toml")]
    whole = "\n".join(
        part.replace(f'name = "{name}"', "", 1) for part, name in zip(parts, ("meadow", "basic"), strict=True)
    )
    (folder / "garden.toml").write_text('name = "garden"\n' + whole)


def test_our_boards_are_listed_and_printed(run: Run) -> None:
    listed = [line.split() for line in run("boards").out.splitlines()]
    assert sorted(name for name, _ in listed) == ["makabana"] * 3 + ["marabunta"] * 4
    for name, file in listed:
        path = Path(ludotheque.__file__).parent / "games" / name / "boards" / file
        assert run("boards", "show", file) == Ran(0, path.read_text("utf-8"), "")


def test_a_board_of_ones_own_is_checked_and_played_on(run: Run, folder: Path) -> None:
    own_boards(folder, run)
    assert run("boards", "check", "islands.toml") == Ran(0, "islands.toml: fine, the board mine for Maka Bana\n", "")
    assert run("boards", "check", "garden.toml") == Ran(0, "garden.toml: fine, the board garden for Marabunta\n", "")
    assert run("boards", "check", "garden.toml", "--game", "marabunta").code == 0
    assert run("new", "makabana", "--board", "islands.toml", "-o", "a.record").code == 0
    assert "board: mine " in (folder / "a.record").read_text()
    assert run("show", "a.record", "--board", "islands.toml").out.endswith("Waiting for Red.\n")
    assert run("verify", "a.record", "--board", "islands.toml").code == 0
    assert run("perft", "a.record", "--board", "islands.toml", "--depth", 1).out == "1 24\n"
    figures = json.loads(run("simulate", "marabunta", "--board", "garden.toml", "--games", 20, "--json").out)
    assert figures["board"].startswith("garden ")


def test_a_record_says_which_board_it_needs(run: Run, folder: Path) -> None:
    own_boards(folder, run)
    run("new", "makabana", "--board", "islands.toml", "-o", "a.record")
    for command in ("show", "legal", "replay", "verify", "perft", "play"):
        ran = run(command, "a.record")
        assert (ran.code, ran.out) == (2, "")
        assert re.fullmatch(r"ludotheque: a\.record: board: .* mine [0-9a-f]{64}: give that board's file\n", ran.err)


BROKEN_BOARDS = [
    ("islands.toml", "Dst Dpt", "Dst Dst", "islands.toml: Nadaa: sites: row 1, column 2: Dst stands on the map twice"),
    (
        "islands.toml",
        "players = [3, 6]",
        "players = [9]",
        "islands.toml: Nadaa: players is a list of numbers from 3 to 6",
    ),
    ("garden.toml", "B B B B B O", "B B B B O O", "garden.toml: territory.map: blue has 13 hexes, not 14"),
    (
        "garden.toml",
        "cupcakes = 12",
        "cupcakes = 11",
        "garden.toml: territory.features: the map has 12 cupcakes, not 11",
    ),
    ("garden.toml", "\n[leaves]\n", "\n[leaves\n", "garden.toml: not a TOML file: "),
    ("garden.toml", "red = 2", "red = 0x" + "f" * 5000, "garden.toml: leaves.red: a whole number from 0 to 20"),
    ("garden.toml", "red = 2", "red = " + "9" * 5000, "garden.toml: not a TOML file: "),
]


@pytest.mark.parametrize(("file", "old", "new", "complaint"), BROKEN_BOARDS)
def test_a_broken_board_is_refused_with_file_place_and_rule(
    run: Run, folder: Path, file: str, old: str, new: str, complaint: str
) -> None:
    own_boards(folder, run)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    name = "makabana" if file == "islands.toml" else "marabunta"
    before = snapshot(folder)
    for ran in (
        run("boards", "check", file), run("new", name, "--board", file, "-o", "a.record"),
        run("simulate", name, "--board", file, "--trace", "a.jsonl"), run("play", name, "--board", file),
    ):  # fmt: skip
        assert_one_line(ran)
        assert complaint in ran.err
    assert snapshot(folder) == before


# Mistakes


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """All files below a folder with their bytes."""
    return {str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}


def assert_one_line(ran: Ran) -> None:
    """Exit code 2, and one line on the error output that is no traceback."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert re.fullmatch(r"ludotheque: \S.*\n", ran.err), ran.err
    assert "Traceback" not in ran.err and "Errno" not in ran.err


GOOD, NONE, BROKEN = "good.record", "none.record", "broken.record"
MISTAKES: list[tuple[str, str]] = [
    ("", "Missing command. See ludotheque --help"),
    ("chess", "No such command 'chess'. See ludotheque --help"),
    ("--chess", "No such option"),
    ("games chess", "unexpected extra argument (chess). See ludotheque games --help"),
    # new
    ("new", "Missing argument 'GAME'. See ludotheque new --help"),
    ("new chess", "there is no game 'chess': choose mabula, marabunta, makabana, junglerumble"),
    ("new mabula", "Mabula starts from a random arrangement: give --seed 7, say, or --start"),
    ("new mabula --seed", "requires an argument. See ludotheque"),
    ("new mabula --seed one", "Invalid value for '--seed': 'one'"),
    ("new mabula --seed 1.5", "Invalid value for '--seed': '1.5'"),
    ("new mabula --seed -1", "-1 is not in the range 0<=x<=18446744073709551615"),
    ("new mabula --seed 18446744073709551616", "is not in the range 0<=x<=18446744073709551615"),
    ("new mabula --seed 1 --players 3", "players: Mabula is for 2 players, not 3"),
    ("new makabana --players 0", "players: Maka Bana is for 3 to 6 players, not 0"),
    ("new makabana --players -3", "players: Maka Bana is for 3 to 6 players, not -3"),
    ("new makabana --players 99999999999999999999", "is for 3 to 6 players"),
    ("new makabana --players three", "Invalid value for '--players': 'three'"),
    ("new mabula --seed 1 --option scoring", "--option scoring: write KEY=VALUE; Mabula has scoring=largest|product"),
    ("new mabula --seed 1 --option colour=red", "--option colour=red: write KEY=VALUE; Mabula has scoring="),
    ("new mabula --seed 1 --option self=1", "--option self=1: write KEY=VALUE; Mabula has"),
    ("new mabula --seed 1 --option start=1", "--option start=1: write KEY=VALUE; Mabula has"),
    ("new makabana --option a=b", "--option a=b: write KEY=VALUE; Maka Bana has no options"),
    ("new mabula --seed 1 --option scoring=best", "scoring: one of largest, product, not 'best'"),
    ("new mabula --start WB", "start: write the ring as 24 letters W and B, clockwise from b8"),
    ("new makabana --start WB", "start: Maka Bana always starts the same way"),
    ("new makabana --board none.toml", "none.toml: cannot be read: No such file or directory"),
    ("new makabana --board box", "box: cannot be read: Is a directory"),
    ("new makabana --board bytes", "bytes: not a text file (UTF-8)"),
    ("new makabana --board good.record", "good.record: not a TOML file: "),
    ("new mabula --seed 1 --board good.record", "board: Mabula is played without a board file"),
    ("new makabana -o box", "box: cannot be written: Is a directory"),
    ("new makabana -o none/a.record", "none/a.record: cannot be written: No such file or directory"),
    ("new makabana -o good.record/a.record", "good.record/a.record: cannot be written: Not a directory"),
    ("new makabana --output", "requires an argument"),
    # records
    *((f"{command} {NONE}", "none.record: cannot be read: No such file or directory") for command in
      ("show", "legal", "replay", "verify", "perft")),
    *((f"{command} box", "box: cannot be read: Is a directory") for command in
      ("show", "legal", "replay", "verify", "perft", "play")),
    *((f"{command} bytes", "bytes: not a text file (UTF-8)") for command in
      ("show", "legal", "replay", "verify", "perft", "play")),
    *((f"{command} {BROKEN}", "broken.record: line 8: 1 a4-h4: No marble may end on an edge cell") for command in
      ("show", "legal", "verify", "perft", "play")),
    *((f"{command} chess.record", "chess.record: game: there is no game 'chess'") for command in
      ("show", "legal", "replay", "verify", "perft", "play")),
    *((f"{command} -", "-: line 1: a record begins with the line «game: NAME»") for command in
      ("show", "legal", "replay", "verify", "perft")),
    *((command, "Missing argument 'FILE") for command in ("show", "legal", "replay", "verify", "perft")),
    *((f"{command} {GOOD} --ply 25", "good.record: ply: this record has plies 0..24, not 25") for command in
      ("show", "legal", "perft")),
    *((f"{command} {GOOD} --ply -26", "good.record: ply: this record has plies 0..24, not -26") for command in
      ("show", "legal", "perft")),
    (f"show {GOOD} --ply 99999999999999999999", "ply: this record has plies 0..24"),
    (f"show {GOOD} --ply last", "Invalid value for '--ply': 'last'"),
    (f"show {GOOD} --seat 9", "--seat: seats are 1 to 2, not 9"),
    (f"show {GOOD} --seat -1", "--seat: seats are 1 to 2, not -1"),
    (f"show {GOOD} --seat 99999999999999999999", "--seat: seats are 1 to 2"),
    (f"legal {GOOD} --seat 9", "--seat: seats are 1 to 2, not 9"),
    (f"legal {GOOD} --seat -1", "--seat: seats are 1 to 2, not -1"),
    (f"replay {GOOD} --delay -1", "Invalid value for '--delay'"),
    (f"replay {GOOD} --delay nan", "a number of seconds from 0 to 60"),
    (f"replay {GOOD} --delay inf", "Invalid value for '--delay'"),
    (f"perft {GOOD} --depth 0", "0 is not in the range 1<=x<=12"),
    (f"perft {GOOD} --depth 13", "13 is not in the range 1<=x<=12"),
    (f"perft {GOOD} --depth -2", "-2 is not in the range 1<=x<=12"),
    # simulate
    ("simulate", "Missing argument 'GAME'"),
    ("simulate chess", "there is no game 'chess': choose mabula"),
    ("simulate mabula --games 0", "0 is not in the range 1<=x<="),
    ("simulate mabula --games -5", "-5 is not in the range"),
    ("simulate mabula --games 99999999999999999999", "is not in the range"),
    ("simulate mabula --games many", "Invalid value for '--games': 'many'"),
    ("simulate mabula --seed -1", "-1 is not in the range"),
    ("simulate mabula --workers 0", "0 is not in the range 1<=x<=256"),
    ("simulate mabula --workers 1000", "1000 is not in the range 1<=x<=256"),
    ("simulate mabula --policy lazy", "'lazy' is not one of 'uniform', 'busy'"),
    ("simulate mabula --players 3", "Mabula is for 2 players, not 3"),
    ("simulate mabula --option scoring=best", "scoring: one of largest, product"),
    ("simulate makabana --board none.toml", "none.toml: cannot be read"),
    ("simulate mabula --games 2 --trace box", "box: cannot be written: Is a directory"),
    ("simulate mabula --games 2 --trace none/a.jsonl", "none/a.jsonl: cannot be written: No such file or directory"),
    ("simulate mabula --games 2 --trace good.record/a", "good.record/a: cannot be written: Not a directory"),
    ("simulate chess --trace good.record", "there is no game 'chess'"),
    ("simulate mabula --policy lazy --trace good.record", "'lazy' is not one of"),
    # boards
    ("boards list", "No such command 'list'. See ludotheque boards --help"),
    ("boards show", "Missing argument 'NAME'"),
    ("boards show chess.toml", "there is no board 'chess.toml': choose meadow.toml"),
    ("boards check", "Missing argument 'FILE'"),
    ("boards check none.toml", "none.toml: cannot be read: No such file or directory"),
    ("boards check box", "box: cannot be read: Is a directory"),
    ("boards check bytes", "bytes: not a text file (UTF-8)"),
    ("boards check empty", "empty: no board in it: start from one of ours"),
    ("boards check good.record", "good.record: not a TOML file"),
    ("boards check empty --game mabula", "empty: Mabula has no board files"),
    ("boards check empty --game makabana", "empty: file: name is written in small letters"),
    ("boards check empty --game chess", "'chess' is not one of 'mabula'"),
    # play
    ("play chess", "there is neither a game nor a file 'chess': choose mabula"),
    (f"play {NONE}", "there is neither a game nor a file 'none.record'"),
    ("play mabula --seat 3", "--seat: seats are 1 to 2, not 3"),
    ("play mabula --seat 0", "--seat: seats are 1 to 2, not 0"),
    ("play mabula --seat -1", "--seat: seats are 1 to 2, not -1"),
    ("play mabula --players 7", "Mabula is for 2 players, not 7"),
    ("play mabula --seed -1", "-1 is not in the range"),
    ("play mabula --option scoring=best", "scoring: one of largest, product"),
    ("play mabula --save box", "box: cannot be written: choose another place"),
    ("play mabula --save good.record/a", "good.record/a: cannot be written: choose another place"),
    (f"play {GOOD} --players 2", "good.record: a game under way has its players and options"),
    (f"play {GOOD} --option scoring=product", "leave --players and --option out"),
]  # fmt: skip


@pytest.fixture
def files(folder: Path) -> Path:
    """Files to make mistakes with."""
    (folder / "box").mkdir()
    (folder / "bytes").write_bytes(b"\xff\xfe\x00\x01")
    (folder / "empty").write_text("")
    (folder / GOOD).write_text(FINISHED.read_text())
    (folder / BROKEN).write_text(FINISHED.read_text().replace("1 a4-d4", "1 a4-h4", 1))
    (folder / "chess.record").write_text("game: chess\n\n1 e2-e4\n")
    return folder


@pytest.mark.parametrize(("line", "complaint"), MISTAKES, ids=[line or "nothing" for line, _ in MISTAKES])
def test_a_mistake_gets_one_line_and_changes_nothing(run: Run, files: Path, line: str, complaint: str) -> None:
    before = snapshot(files)
    ran = run(*line.split())
    assert_one_line(ran)
    assert complaint in ran.err
    assert snapshot(files) == before


def test_a_replay_stops_at_the_step_that_is_not_legal(run: Run, files: Path) -> None:
    ran = run("replay", BROKEN, "--brief")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ludotheque: broken.record: line 8: 1 a4-h4: No marble may end on an edge cell, and h4 is one.\n"


def test_records_before_a_broken_one_are_still_verified(run: Run, files: Path) -> None:
    ran = run("verify", GOOD, BROKEN)
    assert (ran.code, ran.out) == (2, "good.record: fine, 24 steps, result 8 24\n")
    assert ran.err.startswith("ludotheque: broken.record: line 8: ")


def test_a_wrong_result_is_found(run: Run, files: Path) -> None:
    (files / GOOD).write_text(FINISHED.read_text().replace("result: 8 24", "result: 24 8"))
    ran = run("verify", GOOD)
    assert_one_line(ran)
    assert ran.err == "ludotheque: good.record: result: 24 8 is stated, the replay gives 8 24\n"


# Simulations

KEYS = ["game", "players", "options", "board", "seed", "policy", "workers", "games", "steps", "length", "branching"]
KEYS += ["scores", "wins", "endings", "seconds", "games_per_s", "steps_per_s"]


def test_figures_are_one_json_object(run: Run) -> None:
    ran = run("simulate", "junglerumble", "--players", 3, "--games", 50, "--seed", 4, "--policy", "busy", "--json")
    assert (ran.code, ran.err) == (0, "")
    figures = json.loads(ran.out)
    assert list(figures) == KEYS
    assert [figures[key] for key in KEYS[:8]] == ["junglerumble", 3, {}, "", 4, "busy", 1, 50]
    assert set(figures["length"]) == {"mean", "deviation", "interval", "min", "max"}
    assert len(figures["scores"]) == len(figures["wins"]) == 3
    assert set(figures["endings"]) == set(ludotheque.game("junglerumble").endings)
    assert sum(share["mean"] for share in figures["wins"]) == pytest.approx(1)


def test_figures_are_told_to_people(run: Run) -> None:
    asked = ["simulate", "makabana", "--players", "4", "--games", "1500", "--seed", "4"]
    ran, figures = run(*asked), json.loads(run(*asked, "--json").out)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    length, branching = figures["length"], figures["branching"]
    assert lines[0] == "Maka Bana, 4 players, uniform play, seed 4"
    assert re.fullmatch(r"games      1,500 \([\d,]+ a second\)", lines[1])
    assert re.fullmatch(rf"steps      {figures['steps']:,} \([\d,]+ a second\)", lines[2])
    assert (
        lines[3]
        == f"length     {length['mean']:.1f} ± {length['interval']:.1f} steps, {length['min']} to {length['max']}"
    )
    assert lines[4] == f"branching  {branching:.1f} legal moves a choice"
    for seat, name in enumerate(("Red", "Blue", "Yellow", "Teal")):
        points = f"{figures['scores'][seat]['mean']:.2f} ± {figures['scores'][seat]['interval']:.2f} points"
        share = (
            f"{100 * figures['wins'][seat]['mean']:.1f} ± {100 * figures['wins'][seat]['interval']:.1f} % of the wins"
        )
        assert lines[5 + seat] == f"{name:<10} {points}, {share}"
    assert [line.split(":")[0] for line in lines[9:]] == [f"ended by   {way}" for way in figures["endings"]]


def test_the_same_seed_gives_the_same_figures_for_any_number_of_workers(run: Run, setup: str) -> None:
    asked = ["simulate", *setup_arguments(setup), "--games", "200", "--seed", "11", "--json"]
    one, two = (json.loads(run(*asked, "--workers", workers).out) for workers in (1, 2))
    for figures in (one, two):
        for key in ("seconds", "games_per_s", "steps_per_s", "workers"):
            del figures[key]
    assert one == two


@pytest.mark.parametrize("policy", ["uniform", "busy"])
def test_a_trace_agrees_with_the_independent_implementation(run: Run, folder: Path, setup: str, policy: str) -> None:
    """Also with the figures of the same call, and with the library."""
    asked = ["simulate", *setup_arguments(setup), "--games", "3", "--seed", "21", "--policy", policy]
    figures = json.loads(run(*asked, "--trace", "a.jsonl", "--json").out)
    lines = (folder / "a.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert replay_trace(lines) == figures["steps"]
    name, options = SETUPS[setup]
    one = compiled(name)
    start = one.setup(start=0, **options)
    assert lines == [line for number in range(3) for line in format_trace(trace(one, start, number, 21, policy))]
    assert os.listdir(folder) == ["a.jsonl"]


def test_a_trace_takes_the_place_of_an_old_file_and_leaves_others_alone(run: Run, folder: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.partial"):
        (folder / name).write_text("old")
    assert run("simulate", "mabula", "--games", 2, "--trace", "a.jsonl").code == 0
    assert (folder / "a.jsonl").read_text().startswith('{"header":')
    assert (folder / "a.jsonl.partial").read_text() == "old"
    assert sorted(os.listdir(folder)) == ["a.jsonl", "a.jsonl.partial"]


def test_a_trace_may_go_into_a_pipe(run: Run, folder: Path) -> None:
    """What is no plain file is written to, never replaced: not /dev/null, not a pipe."""
    os.mkfifo(folder / "pipe")
    reader = subprocess.Popen(["cat", folder / "pipe"], stdout=subprocess.PIPE, text=True)
    assert run("simulate", "mabula", "--games", 2, "--seed", 3, "--trace", "pipe").code == 0
    out, _ = reader.communicate(timeout=60)
    assert (folder / "pipe").is_fifo()
    assert out.count('"winners"') == 2


# Whole games in the terminal


class Person:
    """Somebody at the keyboard who reads the screen: asks for the moves, and types one that is listed there."""

    def __init__(
        self, screen: StringIO, seed: int, words: dict[int, str] | None = None, stop_after: int = 10_000
    ) -> None:
        self.screen, self.choice = screen, random.Random(seed)
        self.words = words or {}  # what is typed instead of a move, by number of the prompt
        self.stop_after, self.prompts, self.seen = stop_after, 0, 0
        self.typed: list[str] = []

    def readline(self) -> str:
        """The next line typed; empty at the end of input."""
        shown, self.seen = self.screen.getvalue()[self.seen :], len(self.screen.getvalue())
        assert re.search(r"\w+, your move \(\? for help\): \Z", shown), shown[-300:]
        if self.typed[-1:] == ["moves"]:
            return self.type(self.pick(shown.rpartition("\n")[0]))
        self.prompts += 1
        if self.prompts > self.stop_after:
            return ""
        return self.type(self.words.get(self.prompts, "moves"))

    def type(self, word: str) -> str:
        self.typed.append(word)
        return f"{word}\n"

    def pick(self, listed: str) -> str:
        """One of the moves on the screen; half of the time without what stands before the colon."""
        moves = [(kind, word) for line in listed.splitlines() for kind, word in read_moves(line)]
        kind, word = self.choice.choice(moves)
        is_clear = [other for _, other in moves].count(word) == 1
        return word if is_clear and self.choice.random() < 0.5 else kind + word


def read_moves(line: str) -> Iterator[tuple[str, str]]:
    """The moves of one line of the list: `  hut: danae.sand.fish evao.rock.fish`, or without a kind."""
    words = line.split()
    kind = words.pop(0) if words[0].endswith(":") else ""
    yield from ((kind, word) for word in words)


Sit = Callable[..., tuple[Ran, Person]]


@pytest.fixture
def sit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Sit down at `ludotheque play ...`, until the game is over or the words run out."""

    def sit_down(
        *arguments: object, seed: int = 1, words: dict[int, str] | None = None, stop_after: int = 10_000
    ) -> Any:
        screen, errors = StringIO(), StringIO()
        person = Person(screen, seed, words, stop_after)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["ludotheque", "play", *map(str, arguments)])
            patch.setattr(sys, "stdin", person)
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stderr", errors)
            code = call_main()
        return Ran(code, screen.getvalue(), errors.getvalue()), person

    return sit_down


def kept(folder: Path, name: str) -> Path:
    return folder / "state" / "ludotheque" / f"{name}.record"


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_plays_a_full_game(sit: Sit, run: Run, folder: Path, name: str) -> None:
    """Reading nothing but the screen, against random players."""
    ran, person = sit(name, "--seed", 5)
    assert (ran.code, ran.err) == (0, "")
    assert "moves lists what you may play" not in ran.out, "nothing that was listed is refused"
    record = Record.load(kept(folder, name))
    outcome = record.verify()
    assert outcome is not None
    assert replay_record(str(record)) == len(record.steps)
    assert ran.out.rstrip().splitlines()[-1].startswith("The game is over: ")
    assert str(record.at(-1)) in ran.out
    assert len([word for word in person.typed if word != "moves"]) > 5
    assert run("verify", kept(folder, name)).out.endswith(f"result {record.header['result']}\n")


@pytest.mark.parametrize("setup", ["mabula-product", "marabunta-islets-expert", "makabana-6", "junglerumble-4"])
def test_a_full_game_with_a_person_in_every_seat(sit: Sit, folder: Path, setup: str) -> None:
    _, options = SETUPS[setup]
    players = options.get("players", 2)
    seats = [word for seat in range(1, players + 1) for word in ("--seat", seat)]
    ran, person = sit(*setup_arguments(setup), "--seed", 6, "--save", "a.record", *seats)
    assert (ran.code, ran.err) == (0, "")
    assert not re.search(r"^\w+ (plays|chooses) ", ran.out, re.MULTILINE)
    record = Record.load(folder / "a.record")
    assert record.verify() is not None
    typed = [word for word in person.typed if word != "moves"]
    chosen = [text for position, (actor, text) in zip(record.replay(), record.steps, strict=False)
              if actor and len(position.legal(actor)) > 1]  # fmt: skip
    assert [text.endswith(word) for text, word in zip(chosen, typed, strict=True)] == [True] * len(typed)
    assert not (folder / "state").exists()


def test_the_same_seed_and_the_same_answers_give_the_same_game(sit: Sit, folder: Path) -> None:
    one, _ = sit("marabunta", "--seed", 9, "--save", "a.record", stop_after=20)
    two, _ = sit("marabunta", "--seed", 9, "--save", "a.record", stop_after=20)
    other, _ = sit("marabunta", "--seed", 10, "--save", "a.record", stop_after=20)
    assert one == two
    assert one != other


def test_nobody_sees_what_others_choose_in_secret(sit: Sit, folder: Path) -> None:
    """The screen of a whole game of Maka Bana tells no project of another seat before it is carried out."""
    ran, _ = sit("makabana", "--seed", 5, "--seat", 2)
    told = re.findall(r"^(?:Red|Yellow) plays (\w+)", ran.out, re.MULTILINE)
    assert {"hut", "tiki"} <= set(told) <= {"hut", "tiki", "show"}
    assert ran.out.count("Yellow chooses in secret") > 5
    assert ran.out.count("Red chooses in secret") > 5


def test_every_word_of_the_help_does_what_it_says(sit: Sit, folder: Path) -> None:
    asked = [
        "?",
        "help",
        "",
        "board",
        "scores",
        "why b1-b8",
        "why b8-b7",
        "undo",
        "save b.record",
        "save",
        "nonsense",
        "quit",
    ]
    words = dict(enumerate(asked, 1))
    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", words=words)
    start = ludotheque.game("mabula").start(seed=5)
    answers = re.split(r"White, your move \(\? for help\): ", ran.out)[1:]
    assert (ran.code, ran.err) == (0, "")
    assert answers[0] == answers[1] == answers[2]
    assert all(word in answers[0] for word in ("moves", "why MOVE", "board", "scores", "undo", "save FILE", "quit"))
    assert answers[3].strip() == str(start.view(1)).strip()
    assert answers[4] == "".join(
        f"{name:<8} {int(score):>4}  groups {int(score)}\n"
        for name, score in zip(("White", "Black"), start.scores, strict=True)
    )
    assert re.fullmatch(r"[A-Z].*\. \[mabula\.[a-z-]+\]\n", answers[5])
    assert answers[6] == "b8-b7 is legal.\n"
    assert answers[7] == "There is nothing to take back.\n"
    assert answers[8] == "Written to b.record.\n"
    assert Record.load(folder / "b.record") == start.record()
    assert answers[9] == "Say where: save FILE\n"
    assert answers[10] == "A move is written as two cells, from and to: b1-b4. (moves lists what you may play)\n"
    assert answers[11] == "Goodbye.\n"
    assert not (folder / "a.record").exists(), "nothing was played"


def test_a_move_is_taken_back(sit: Sit, folder: Path) -> None:
    """Back to the person's own latest choice; the answer of the other seat goes too."""
    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", words={2: "undo", 3: "quit"})
    assert "Taken back." in ran.out
    assert Record.load(folder / "a.record").steps == ()
    boards = re.findall(r"^8 .* 8$", ran.out, re.MULTILINE)
    assert boards[0] == boards[-1]
    ran, person = sit("makabana", "--seed", 5, "--save", "b.record", words={4: "undo", 5: "undo", 6: "quit"})
    assert ran.out.count("Taken back.") == 2
    assert [text for actor, text in Record.load(folder / "b.record").steps if actor == 1] == [
        "hut:" + person.typed[1].removeprefix("hut:")
    ]


def test_a_game_is_gone_on_with(sit: Sit, folder: Path) -> None:
    """After quitting the kept file holds all that was on the screen, also the answers of the others."""
    ran, _ = sit("junglerumble", "--seed", 5, words={4: "quit"})
    file = kept(folder, "junglerumble")
    assert ran.out.endswith(f"Goodbye. Go on with: ludotheque play {file}\n")
    first = Record.load(file)
    assert str(first.at(-1).view(1)) in ran.out
    again, _ = sit(file, "--seed", 8)
    assert again.code == 0
    assert again.out.startswith(f"\n{first.at(-1).view(1)}\n")
    whole = Record.load(file)
    assert whole.steps[: len(first.steps)] == first.steps
    assert whole.verify() is not None


def test_a_game_gone_on_with_keeps_its_notes(sit: Sit, folder: Path) -> None:
    (folder / "a.record").write_text("# with love\n" + str(Record.load(FINISHED).at(4).record(None, x_white="Ada")))
    sit("a.record", "--seed", 1, stop_after=2)
    record = Record.load(folder / "a.record")
    assert record.header["x-white"] == "Ada"
    assert len(record.steps) > 5


def test_a_finished_game_is_shown_and_its_file_left_alone(sit: Sit, folder: Path) -> None:
    (folder / "a.record").write_text("# with love\n" + FINISHED.read_text())
    before = snapshot(folder)
    ran, person = sit("a.record")
    assert ran.out.endswith("The game is over: White 8, Black 24. Black wins.\n")
    assert person.typed == []
    assert snapshot(folder) == before


def test_the_end_of_input_is_a_goodbye(sit: Sit, folder: Path) -> None:
    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", stop_after=2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nGoodbye. Go on with: ludotheque play a.record\n")
    assert len(Record.load(folder / "a.record").steps) == 4


def test_a_game_on_a_board_of_ones_own_says_so_at_the_goodbye(sit: Sit, run: Run, folder: Path) -> None:
    own_boards(folder, run)
    ran, _ = sit("makabana", "--seed", 5, "--board", "islands.toml", "--save", "a.record", stop_after=1)
    assert ran.out.endswith("Goodbye. Go on with: ludotheque play a.record --board islands.toml\n")
    again, _ = sit("a.record", "--board", "islands.toml", stop_after=0)
    assert again.code == 0


def test_a_game_that_cannot_be_kept_goes_on_and_says_so_once(sit: Sit, folder: Path) -> None:
    (folder / "state").write_text("no folder")
    ran, _ = sit("mabula", "--seed", 5, words={4: "save none/a.record", 5: "save a\0b"}, stop_after=5)
    assert ran.code == 0
    assert ran.out.count("The game is not being kept") == 1
    assert "none/a.record cannot be written: No such file or directory." in ran.out
    assert "is no name for a file." in ran.out
    assert ran.out.endswith("Goodbye.\n")


def test_which_game_is_asked_for(run: Run) -> None:
    ran = run("play", "--seed", 1, stdin="chess\n12\n5\n3\nquit\n")
    assert ran.code == 0
    assert ran.out.count("Type a number from 1 to 4, or a game's name.") == 3
    assert "makabana  players=3" in ran.out
    assert "marabunta  players=2" in run("play", "--seed", 1, stdin="marabunta\nquit\n").out
    assert "mabula  players=2" in run("play", "--seed", 1, stdin="\nquit\n").out


def test_no_answer_to_which_game_stops(run: Run) -> None:
    ran = run("play", "--seed", 1, stdin="")
    assert ran.code == 130
    assert ran.err.strip() == "ludotheque: stopped"


def test_letters_in_another_encoding_are_a_wrong_answer(run: Run) -> None:
    ran = run("play", "mabula", "--seed", 1, stdin=b"\xff\xfe\n\xe9\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("A move is written as two cells") == 2


# The real command, in a process of its own


def start(*arguments: object, **how: Any) -> subprocess.Popen[str]:
    return subprocess.Popen([COMMAND, *map(str, arguments)], text=True, **how)


def read_until(process: subprocess.Popen[str], end: str) -> str:
    """What a process prints, until it waits at a prompt."""
    assert process.stdout is not None
    shown = ""
    while not shown.endswith(end):
        assert select.select([process.stdout], [], [], 30)[0], shown
        shown += os.read(process.stdout.fileno(), 65536).decode()
    return shown


def test_the_installed_command_runs_and_ends_with_its_code(folder: Path) -> None:
    assert subprocess.run([COMMAND, "games"], capture_output=True, check=False).returncode == 0
    bad = subprocess.run([COMMAND, "new", "chess"], capture_output=True, check=False, text=True)
    assert_one_line(Ran(bad.returncode, bad.stdout, bad.stderr))


def test_a_reader_that_goes_away_ends_the_command_quietly(folder: Path) -> None:
    """`ludotheque replay FILE | head -1`"""
    record = next(path for path in sorted(GOLDEN.glob("marabunta/*.record")))
    with start("replay", record, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("marabunta")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) in (0, 1)


def test_a_closed_standard_input_is_the_end_of_input(folder: Path) -> None:
    shell = shutil.which("sh")
    assert shell
    for command, code, words in (
        ("play mabula --seed 1", 0, "Goodbye."),
        ("show -", 2, "ludotheque: -: cannot be read: standard input is closed"),
    ):
        ran = subprocess.run([shell, "-c", f"{COMMAND} {command} <&-"], capture_output=True, text=True, check=False)
        assert ran.returncode == code
        assert words in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


def test_a_full_disk_is_told_in_one_line(folder: Path) -> None:
    with Path("/dev/full").open("w") as full, start("games", stdout=full, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.read() == "ludotheque: No space left on device\n"
        assert process.wait(60) == 2


def test_control_c_keeps_the_game_and_says_how_to_go_on(folder: Path) -> None:
    prompt = "White, your move (? for help): "
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start("play", "mabula", "--seed", 7, "--save", "a.record", **pipes) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        read_until(process, prompt)
        process.stdin.write("b8-b4\n")
        process.stdin.flush()
        shown = read_until(process, prompt)
        time.sleep(0.5)  # Python hears a signal that comes between prompt and reading only at the next line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stdout.read().endswith("Goodbye. Go on with: ludotheque play a.record\n")
        assert process.stderr.read().strip() == "ludotheque: stopped"
    record = Record.load(folder / "a.record")
    assert record.steps[0] == (1, "b8-b4")
    assert str(record.at(-1).view(1)) in shown


@pytest.mark.parametrize(
    "command",
    [["simulate", "mabula", "--games", 10**9, "--workers", 2],
     ["simulate", "mabula", "--games", 10**6, "--trace", "a.jsonl"],
     ["perft", FINISHED, "--ply", 0, "--depth", 9]],
    ids=["simulate", "trace", "perft"],
)  # fmt: skip
def test_control_c_stops_what_would_take_hours(folder: Path, command: list[object]) -> None:
    with start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.strip() == "ludotheque: stopped"
    assert os.listdir(folder) == []


def test_the_clock_of_a_simulation_shows_play_alone(folder: Path) -> None:
    """Importing numba and loading the rules takes half a second or more; ten games take a few milliseconds."""
    ran = subprocess.run([COMMAND, "simulate", "mabula", "--games", "10", "--json"], capture_output=True, check=True)
    assert json.loads(ran.stdout)["seconds"] < 0.2


def test_a_progress_bar_is_shown_to_people_and_never_among_the_figures(folder: Path) -> None:
    master, slave = os.openpty()
    try:
        with start(
            "simulate", "marabunta", "--games", 40_000, "--json", stdout=subprocess.PIPE, stderr=slave
        ) as process:
            os.close(slave)
            out, _ = process.communicate(timeout=120)
        shown = os.read(master, 65536).decode()
    finally:
        os.close(master)
    assert json.loads(out)["games"] == 40_000
    assert "Marabunta" in shown


@pytest.mark.parametrize(
    "command",
    [["games"], ["boards"], ["new", "mabula", "--seed", "1"], ["show", str(FINISHED)],
     ["legal", str(FINISHED), "--ply", "1"], ["verify", str(FINISHED)], ["play", "mabula", "--seed", "1"]],
    ids=lambda command: command[0],
)  # fmt: skip
def test_commands_that_need_no_compiled_rules_do_not_load_numba(folder: Path, command: list[str]) -> None:
    """It takes longer to import than the whole command to run."""
    code = "import sys; from ludotheque.cli.main import main; main(); sys.exit('numba' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code, *command], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
