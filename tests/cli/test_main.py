"""An error is one line that says what to do, with exit code 2; no file is written or changed."""

from pathlib import Path

import pytest

from tests.cli.conftest import FINISHED, Run, assert_one_line, snapshot

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
