"""Worker processes: what goes wrong in one is told in one line, and nothing that it started outlives it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.arena import ArenaError, make_plan
from ludotheque.arena.preparing import trial_views
from ludotheque.arena.workers import Workers
from ludotheque.play.game import game
from tests.arena.players import FINDER
from tests.bots.test_external import is_there

ROOT = Path(__file__).parent.parent.parent
UNGUARDED = f"""
from ludotheque.arena import run
run("mabula", ["first", "any"], games=2, workers=1, finder="{FINDER}", database="a.sqlite")
"""
STUBBORN = """
import json, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    question = json.loads(line)
    if "hello" in question:
        print(json.dumps({"protocol": 1}), flush=True)
    elif question["budget"]:
        print(json.dumps({"id": question["id"], "move": question["legal"][0]}), flush=True)
    else:
        open("pid", "w").write(str(os.getpid()))
        while True:
            time.sleep(1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("homesick", "homesick cannot play: RuntimeError: there is no place like home"),
        ("stillborn", "it ended with code 7"),
    ],
)
def test_a_worker_that_cannot_begin_says_why_in_one_line(bot: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.arena.workers.DEATHS", 1)
    plan = make_plan("mabula", [bot, "any"], finder=FINDER)
    with pytest.raises(ArenaError) as caught:
        list(Workers(plan, 1).play(plan.pairing(0)))
    assert str(caught.value) == f"a worker process cannot play: {why}; what was played is kept"


def test_a_script_without_a_guard_is_told_what_its_workers_said(folder: Path) -> None:
    """Workers import the script: without a guard each of them would hold the arena again."""
    (folder / "script.py").write_text(UNGUARDED)
    environment = {"PYTHONPATH": str(ROOT), "HOME": str(Path.home())}
    done = subprocess.run([sys.executable, "script.py"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr.count("Traceback") == 1, "the script's own, and none of its workers'"
    assert "a worker process cannot play: it ended with code 1; it said: " in done.stderr.splitlines()[-1]
    assert "write if __name__ == '__main__': before what it does" in done.stderr.splitlines()[-1]


def test_a_program_that_does_not_listen_ends_with_its_worker(folder: Path) -> None:
    """Ctrl-C closes the games that come: no program goes on thinking for nobody."""
    (folder / "stubborn.py").write_text(STUBBORN)
    plan = make_plan("mabula", ["random", f"external:{sys.executable} -S stubborn.py"])
    crew = Workers(plan, 1)
    crew.patience = 0.5
    played = next(crew.play(plan.pairing(0)))
    assert played.forfeit.endswith("does not come back")
    assert not is_there(int((folder / "pid").read_text()))


def test_bots_are_tried_at_the_beginning_and_at_the_end_of_a_game() -> None:
    """Some play the end in another way, which is compiled or loaded too before any clock runs."""
    plan, one = make_plan("mabula", ["first", "any"], finder=FINDER), game("mabula")
    first, last = trial_views(plan, one)
    assert len(first.legal()) == 72 and 2 <= len(last.legal()) < 20


def test_it_is_said_once_that_bots_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    make_plan("mabula", ["uct:2", "uct:3"], say=said.append)
    assert said == [], "they were compiled before"
    nothing: Iterator[Path] = iter(())
    monkeypatch.setattr("ludotheque.arena.preparing._compiled_files", lambda kit: nothing)
    make_plan("mabula", ["uct:2", "uct:3"], say=said.append)
    assert said == ["Preparing the bots of Mabula, once ..."]
    make_plan("mabula", ["first", "any"], finder=FINDER, say=said.append)
    assert len(said) == 1, "nothing is compiled for these"
