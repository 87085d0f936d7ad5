"""Worker processes: their errors are one line, and nothing that they started outlives them."""

import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.arena import ArenaError, make_plan
from ludotheque.arena.game_crew import Workers
from ludotheque.arena.game_worker import GameWorker, end_all
from ludotheque.arena.players import trial_views
from ludotheque.play.game import game
from tests.arena.players import FINDER
from tests.bots.test_external_bot import is_there

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
        ("nowhere", "RuntimeError: there is no place like home"),
        ("deadly", "it ended with code 7"),
    ],
)
def test_a_worker_that_cannot_start_gives_an_error_of_one_line(
    bot: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.arena.game_crew.DEATHS", 1)
    plan = make_plan("mabula", [bot, "any"], finder=FINDER)
    with pytest.raises(ArenaError) as caught:
        list(Workers(plan, 1).play(plan.pairing(0)))
    assert str(caught.value) == f"a worker process cannot play: {why}; what was played is kept"


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("homesick", "homesick fails: RuntimeError: there is no place like home"),
        ("stillborn", "stillborn ends its process"),
    ],
)
def test_a_bot_that_fails_after_its_trial_forfeits_and_the_run_continues(
    bot: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.arena.game_crew.DEATHS", 1)
    plan = make_plan("mabula", [bot, "any"], finder=FINDER)
    for played in Workers(plan, 2).play(plan.pairing(0)):
        seat = played.bots.index(0) + 1
        assert played.forfeit.startswith(f"seat {seat}, ") and played.forfeit.endswith(f": {why}")
        assert played.places[seat - 1] == 2


@pytest.mark.parametrize("bot", ["greets never", "closes never"])
def test_a_bot_that_hangs_at_its_start_or_close_forfeits(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.arena.game_worker.PATIENCE", 1.0)  # a bot that still loads then forfeits as well
    plan = make_plan("mabula", [bot, "any"], finder=FINDER, time=0.01)
    crew = Workers(plan, 1)
    crew.patience = 3.0  # an honest bot on a busy machine answers sooner
    (played,) = crew.play(plan.pairing(0)[:1])
    assert played.forfeit.endswith(f": {bot} does not come back")


class Answering(list[float]):
    """A seat that has thought for ever, and answers as soon as it is checked."""

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        if index == 0:
            self[0] = 0.0
        return value


def test_a_bot_that_answers_during_the_check_for_hanging_is_not_ended() -> None:
    plan = make_plan("mabula", ["first", "any"], finder=FINDER)
    crew, worker = Workers(plan, 1), GameWorker(plan)
    crew._crew.append(worker)
    try:
        worker._thinking = Answering([2.0, -math.inf])  # no machine runs for so long
        played = crew._hear(worker, plan.pairing(0)[0], is_ready=False)
        assert played is not None and "seat 2, " in played.forfeit
        assert worker.hanging_seat(0.0) == 0
    finally:
        end_all(crew._crew)


def test_a_script_without_a_main_guard_gets_its_workers_error(folder: Path) -> None:
    """Workers import the script: without a guard each would run the arena again."""
    (folder / "script.py").write_text(UNGUARDED)
    environment = {"PYTHONPATH": str(ROOT), "HOME": str(Path.home())}
    done = subprocess.run([sys.executable, "script.py"], env=environment, capture_output=True, text=True, timeout=240)
    assert done.stderr.count("Traceback") == 1, "the script's own, and none of its workers'"
    assert "a worker process cannot play: it ended with code 1; it said: " in done.stderr.splitlines()[-1]
    assert "write if __name__ == '__main__': before what it does" in done.stderr.splitlines()[-1]


def test_a_program_that_ignores_its_input_ends_with_its_worker(folder: Path) -> None:
    """A hanging program is killed with its worker."""
    (folder / "stubborn.py").write_text(STUBBORN)
    plan = make_plan("mabula", ["random", f"external:{sys.executable} -S stubborn.py"])
    crew = Workers(plan, 1)
    crew.patience = 0.5
    played = next(crew.play(plan.pairing(0)))
    assert played.forfeit.endswith("does not come back")
    assert not is_there(int((folder / "pid").read_text()))


def test_trial_choices_are_the_first_and_the_last_of_a_game() -> None:
    """Some bots play endgames by other code, which must be loaded before any clock runs."""
    plan, one = make_plan("mabula", ["first", "any"], finder=FINDER), game("mabula")
    first, last = trial_views(plan, one)
    assert len(first.legal()) == 72 and 2 <= len(last.legal()) < 20


def test_compiling_bots_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    make_plan("mabula", ["uct:2", "uct:3"], say=said.append)
    assert said == [], "they were compiled before"
    nothing: Iterator[Path] = iter(())
    monkeypatch.setattr("ludotheque.arena.players._compiled_files", lambda kit: nothing)
    make_plan("mabula", ["uct:2", "uct:3"], say=said.append)
    assert said == ["Preparing the bots of Mabula, once ..."]
    make_plan("mabula", ["first", "any"], finder=FINDER, say=said.append)
    assert len(said) == 1, "nothing is compiled for these"
