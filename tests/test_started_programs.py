"""Programs that we start never import from the folder that they are started in, which may be anybody's."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque.arena import make_plan
from ludotheque.arena.game_worker import GameWorker
from ludotheque.bots.child_process import ChildProcess
from ludotheque.bots.workshop import COMMAND
from ludotheque.drawing import draw
from ludotheque.log.terms import Terms
from ludotheque.table.bots.bot_jobs import BotJob, version_of
from ludotheque.table.bots.worker_pool import WorkerPool
from ludotheque.web.pages.after_game.replays import render_png
from tests.conftest import interpreted

SOURCES = Path(__file__).parent.parent / "src"
TRAPS = ("ludotheque", "numpy", "resvg_py", "numba", "pydantic", "json", "runpy", "pickle", "ctypes", "contextlib")
TRAP = "from pathlib import Path; Path(__file__).with_name('trapped').touch(); raise SystemExit('trapped')"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with modules of famous names, in which we are."""
    for name in TRAPS:
        (tmp_path / f"{name}.py").write_text(TRAP)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def draw_a_picture() -> None:
    svg = draw(interpreted("mabula").start(seed=7).view(None)).svg()
    assert render_png(svg).startswith(b"\x89PNG")


def think_for_a_bot() -> None:
    async def think() -> None:
        crew, terms = WorkerPool(1), Terms(game="mabula", players=2, rules=1, seating="chosen")
        view = interpreted("mabula").start(seed=7).view(1)
        job = BotJob.of(terms, view, number=4, level="novice", version=version_of("mabula", "novice"))
        try:
            await crew.advise(job, "ada")
        finally:
            await crew.close()

    asyncio.run(think())


def compile_a_piece() -> None:
    child = ChildProcess(COMMAND)
    assert "error" in json.loads(child.request(json.dumps({"game": "mabula", "piece": "nothing"})).result(240))
    child.end()


def play_for_an_arena() -> None:
    plan = make_plan("mabula", ["random", "uct:1"])
    worker = GameWorker(plan)
    worker.give(plan.pairing(0)[0])
    assert worker.receive().length
    worker.end(0)


@pytest.mark.parametrize("start", [draw_a_picture, think_for_a_bot, compile_a_piece, play_for_an_arena])
def test_a_started_program_imports_nothing_from_its_folder(folder: Path, start: Callable[[], None]) -> None:
    start()
    assert not (folder / "trapped").exists()


def test_programs_of_ours_are_started_by_one_command() -> None:
    """`PYTHON`, which leaves the folder out."""
    texts = {file.relative_to(SOURCES).as_posix(): file.read_text("utf-8") for file in SOURCES.rglob("*.py")}
    assert [name for name, text in texts.items() if "sys.executable" in text] == ["ludotheque/bots/child_process.py"]
    assert [name for name, text in texts.items() if re.search(r"ProcessPool|get_context\(|os\.system", text)] == [
        "ludotheque/arena/game_worker.py"
    ]
