"""`ludotheque verify` of games whose chance can be checked: one line for a fair one, one for each problem of others."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import FINISHED, Ran, Run, assert_one_line
from tests.fair_records import fair_record
from tests.fair_verifiers import MOSS, MOSS_RECEIPT

FAIR = str(fair_record("marabunta-meadow-basic", 2))
MABULA = str(fair_record("mabula-largest", 0, most=24))
GOES_ON = str(fair_record("marabunta-islets-expert", 4, opens=False))


@pytest.fixture
def files(folder: Path) -> Path:
    """Records: fair ones, one that goes on, one without keys, and some that are wrong."""
    die = re.search(r"die:B=(\S+)", FAIR)
    assert die
    changed = FAIR.replace(die[0], "die:B=1" if die[1] == "0" else "die:B=0", 1)
    texts = {
        "fair": FAIR, "mabula": MABULA, "on": GOES_ON, "plain": FINISHED.read_text(), "changed": changed,
        "unopened": re.sub("fair-secret: .*\n", "", FAIR), "method": FAIR.replace("fair-method: 1", "fair-method: 7"),
        "chess": FAIR.replace("game: marabunta", "game: chess"),
        "board": FAIR.replace("fair-m", "board: mine 00\nfair-m"),
        "many": FAIR.replace("players: 2", "players: 9"), "ended": FAIR.replace("end: agreed", "end: tired"),
        "illegal": GOES_ON.replace("* die:B", "* die:P", 1),
    }  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.record").write_text(text)
    return folder


def test_a_fair_game_is_reported_with_its_grade_and_a_line_for_each_reason(run: Run, files: Path) -> None:
    ran = run("verify", "fair.record", "mabula.record")
    assert (ran.code, ran.err) == (0, "")
    first, *reasons = [line for line in ran.out.splitlines() if line.startswith("fair.record: ")]
    second = next(line for line in ran.out.splitlines() if line.startswith("mabula.record: "))
    grade = "fair if you trust the house"
    assert re.fullmatch(rf"fair\.record: fine, \d+ steps, not finished; {grade}: \d+ draws, .*, seating \w+", first)
    assert re.fullmatch(rf"mabula\.record: fine, .*; {grade}: 1 draw, .*", second)
    assert reasons[0].startswith("fair.record: on trust: no receipt: ") and len(reasons) > 1
    assert run("verify", "--fair", "fair.record", "mabula.record") == ran
    assert run("verify", "-", stdin=FAIR).out.splitlines()[0] == first.replace("fair.record", "-")


def test_a_changed_die_is_reported_and_the_exit_code_is_1(run: Run, files: Path) -> None:
    ran = run("verify", "changed.record", "fair.record")
    assert (ran.code, ran.err) == (1, "")
    problem, *_ = ran.out.splitlines()
    fine = next(line for line in ran.out.splitlines() if line.startswith("fair.record: "))
    assert re.fullmatch(r"changed\.record: line \d+: die:B=\S+, but draw 2 gives die:B=\S+", problem)
    assert fine.startswith("fair.record: fine, ")


def test_with_its_receipt_a_game_is_fair_whoever_one_trusts_or_not_fair(run: Run, folder: Path) -> None:
    (folder / "moss.record").write_text(MOSS)
    (folder / "moss.receipt").write_text(MOSS_RECEIPT)
    (folder / "short.record").write_text(MOSS.replace("1 split:BGY/POST\n", ""))
    ran = run("verify", "moss.record", "--receipt", "moss.receipt")
    assert (ran.code, ran.err, len(ran.out.splitlines())) == (0, "", 1)
    assert "; fair, whoever you trust: 7 draws, " in ran.out
    short = run("verify", "short.record", "--receipt", "moss.receipt")
    assert short == Ran(1, "short.record: receipt: entry 5 lies beyond the end of the record\n", "")
    assert run("verify", "short.record").code == 0
    fair = json.loads(run("verify", "--json", "moss.record", "--receipt", "moss.receipt").out)["fair"]
    assert (fair["grade"], fair["reasons"]) == ("anyone", [])


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fair.record mabula.record --receipt fair.record", "--receipt fair.record: of one game, so verify one record"),
        ("fair.record --receipt fair.record", "fair.record: receipt: this is no receipt of a table"),
        ("fair.record --receipt none.receipt", "none.receipt: cannot be read: No such file or directory"),
        ("fair.record --receipt /dev/zero", "/dev/zero: cannot be read: it is a pipe or a device, not a file"),
    ],
)
def test_what_is_no_receipt_gets_one_line(run: Run, files: Path, line: str, complaint: str) -> None:
    ran = run("verify", *line.split())
    assert_one_line(ran)
    assert complaint in ran.err


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("unopened", "fair-secret: missing, though the game is over"),
        ("many", "players: the keys have 2 places"),
        ("method", "fair-method: only method 1 is known here"),
        ("ended", "end: write «resigned 2», «agreed», «time 1» or «left 3», not 'tired'"),
    ],
)
def test_every_problem_is_a_line(run: Run, files: Path, name: str, problem: str) -> None:
    assert run("verify", f"{name}.record") == Ran(1, f"{name}.record: {problem}\n", "")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("--fair plain.record", "plain.record: nothing to prove: it has no fair- keys"),
        ("--fair on.record", "on.record: nothing to prove yet: the secret is opened when the game is over"),
        ("none.record", "none.record: cannot be read: No such file or directory"),
        ("chess.record", "chess.record: game: there is no game 'chess'"),
        ("board.record", "board.record: board: this game was played on a board of its own, mine 00"),
        ("illegal.record", "illegal.record: line "),
        ("--json chess.record", "chess.record: game: there is no game 'chess'"),
        ("--fair", "Missing argument 'FILE"),
    ],
)
def test_a_file_that_is_no_record_or_has_no_proof_gets_one_line(
    run: Run, files: Path, line: str, complaint: str
) -> None:
    ran = run("verify", *line.split())
    assert_one_line(ran)
    assert complaint in ran.err


def test_a_pipe_to_which_nobody_writes_is_refused_at_once(run: Run, files: Path) -> None:
    os.mkfifo("pipe")
    for line in ("pipe", "fair.record --receipt pipe"):
        ran = run("verify", *line.split())
        assert_one_line(ran)
        assert "pipe: cannot be read: it is a pipe or a device, not a file" in ran.err


def test_a_game_that_goes_on_says_what_can_be_checked(run: Run, files: Path) -> None:
    ran = run("verify", "on.record")
    assert (ran.code, ran.err) == (0, "")
    assert "; not yet decided: commitments right, " in ran.out
    assert ran.out.endswith("; what was drawn can be checked when the game is over\n")


def test_a_record_without_keys_is_replayed_as_ever(run: Run, files: Path) -> None:
    assert run("verify", "plain.record").out == "plain.record: fine, 24 steps, result 8 24\n"


def test_the_proof_comes_as_json(run: Run, files: Path) -> None:
    ran = run("verify", "--json", "fair.record", "plain.record", "changed.record", "on.record")
    assert (ran.code, ran.err) == (1, "")
    fair, plain, changed, on = map(json.loads, ran.out.splitlines())
    assert fair["problems"] == [] and fair["fair"]["grade"] == "house" and fair["fair"]["is_open"]
    assert set(fair["fair"]) == {"grade", "reasons", "is_open", "draws", "back", "places", "seating", "given"}
    assert fair["fair"]["draws"] == FAIR.count("\n* ")
    assert plain == {"file": "plain.record", "steps": 24, "result": [8, 24], "problems": [], "fair": None}
    assert changed["problems"] and changed["fair"]["grade"] == "unfair"
    assert on["problems"] == [] and on["fair"]["grade"] == "open" and not on["fair"]["is_open"]
