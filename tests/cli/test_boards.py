"""Boards are data: listed, printed, checked, and played on."""

import json
import re
from pathlib import Path

import pytest

import ludotheque
from tests.cli.conftest import Ran, Run, assert_one_line, own_boards, snapshot


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
        run("simulate", name, "--board", file, "--trace", "a.jsonl"),
        run("play", name, "--against", "random", "--board", file),
    ):  # fmt: skip
        assert_one_line(ran)
        assert complaint in ran.err
    assert snapshot(folder) == before
