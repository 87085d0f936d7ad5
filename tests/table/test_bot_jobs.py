"""A bot's choice in a worker process: reproducible, without others' secrets, without blocking the server."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from ludotheque import Position, game
from ludotheque.bots import early_bots
from ludotheque.bots.bot import BotError
from ludotheque.bots.levels import find_bot, kit_of
from ludotheque.bots.search_style import style_of
from ludotheque.games.kernel import CPU, PYTHON
from ludotheque.log.terms import Terms
from ludotheque.table.bots.bot_jobs import (
    ANOTHER,
    FAILED,
    GONE,
    BotFailedError,
    BotJob,
    BotVersionError,
    Chosen,
    own_simulations,
    read_choice,
    think,
    think_again,
    think_quickly,
    version_of,
)
from ludotheque.table.bots.worker_main import Thinker
from ludotheque.table.bots.worker_pool import WorkerPool
from tests.table import players
from tests.table.dealing import Bench
from tests.table.players import FINDER

MABULA = Terms(game="mabula", players=2, rules=1, seating="chosen")
MAKABANA = Terms(game="makabana", players=3, rules=1, seating="chosen")
MARABUNTA = Terms(
    game="marabunta", players=2, rules=1, seating="chosen", options={"territory": "islets", "powers": "expert"}
)
EVERY_GAME = (MABULA, MARABUNTA, MAKABANA, Terms(game="junglerumble", players=4, rules=1, seating="chosen"))


def job_of(position: Position, seat: int, level: str = "novice", seed: int = 7, terms: Terms = MABULA) -> BotJob:
    version = version_of(terms.game, level)
    return BotJob.of(terms, position.view(seat), number=4, level=level, version=version, seed=seed)


def projects() -> Position:
    """Maka Bana, where all three seats choose their projects."""
    position = game("makabana").start(players=3)
    while len(position.actors) == 1:
        position = position.play(position.legal()[0])
    return position


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for all tests of this file, so that they share workers."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def crew(loop: asyncio.Runner) -> Iterator[WorkerPool]:
    """A pool with the bots of `players`; its worker is reused by the next test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        crew = WorkerPool(1, finder=FINDER)
        yield crew
        loop.run(crew.close())


def failure(loop: asyncio.Runner, crew: WorkerPool, position: Position, level: str, patience: float = 300.0) -> str:
    """The logged reason of a bot's failure; afterwards the pool must serve another bot."""

    async def ask() -> str:
        crew.patience = patience
        with pytest.raises(BotFailedError) as error:
            await crew.think(job_of(position, 1, level))
        crew.patience = 60.0
        chosen = await crew.think(job_of(position, 1, "first"))
        assert chosen.steps == (position.legal()[0].text,)
        assert str(error.value) == FAILED, "at the table all failures look the same"
        return error.value.why

    return loop.run(ask())


@pytest.mark.parametrize("terms", EVERY_GAME, ids=lambda terms: terms.game)
def test_a_job_carries_the_view_of_its_seat_whole(terms: Terms) -> None:
    position = terms.find_game().begin(terms.setup(0)).roll(3)
    seat = position.actors[0]
    job = BotJob.model_validate_json(job_of(position, seat, terms=terms).model_dump_json())
    assert job.view() == position.view(seat)
    assert job.view().legal() == position.view(seat).legal()


def test_a_job_holds_no_secret_of_other_seats() -> None:
    """The job is the same, byte for byte, whatever the others have chosen."""
    one, other = projects(), projects()
    for seat, mine, theirs in ((2, 0, 5), (3, 1, 7)):
        one = one.play(one.legal(seat)[mine], seat).play(one.play(one.legal(seat)[mine], seat).legal(seat)[0], seat)
        later = other.play(other.legal(seat)[theirs], seat)
        other = later.play(later.legal(seat)[1], seat)
    assert one != other
    assert job_of(one, 1, terms=MAKABANA).model_dump_json() == job_of(other, 1, terms=MAKABANA).model_dump_json()
    assert job_of(one, 2, terms=MAKABANA).model_dump_json() != job_of(other, 2, terms=MAKABANA).model_dump_json()


def test_a_project_is_chosen_whole_target_and_card() -> None:
    position = projects()
    chosen = think(job_of(position, 2, terms=MAKABANA), find_bot)
    target, card = chosen.steps
    after = position.play(target, 2).play(card, 2)
    assert card.startswith("show:")
    assert 2 not in after.actors


@pytest.mark.parametrize("terms", EVERY_GAME, ids=lambda terms: terms.game)
def test_the_table_accepts_the_choices_of_bots(terms: Terms) -> None:
    """Each choice fits into one entry, through whole rounds of every game."""
    bench = Bench(terms.game, terms.players, options=terms.options)
    while not bench.state.is_over and bench.state.number < 60:
        position, seat = bench.state.position, bench.state.waited_for[-1]
        assert position is not None
        bench.play(seat, *think(job_of(position, seat, "random", bench.state.number, terms), find_bot).steps)
    assert len(bench.state.active_moves) > 20


def test_secrets_of_others_change_no_project() -> None:
    """The second part is chosen in a guessed position; every guess gives the same view."""
    position = projects()
    step = position.legal(2)[3]
    guesses = {position.view(2).guess(seed).play(step).view(2) for seed in range(12)}
    assert guesses == {position.play(step).view(2)}


def test_a_move_is_reproduced_from_its_stored_thinking(loop: asyncio.Runner, crew: WorkerPool) -> None:
    """The same view, version, simulations and seed; without a table or its job."""
    position = game("mabula").start(seed=7).play("b8-b4")

    async def ask() -> list[Chosen]:
        return [await crew.think(job_of(position, 2, seed=seed)) for seed in (1, 2, 3, 4, 1)]

    stored = loop.run(ask())
    assert stored[0] == stored[4]
    assert len({chosen.steps for chosen in stored}) > 1
    for chosen in stored:
        assert think_again(position.view(2), chosen.thinking) == chosen.steps


def test_a_seed_is_drawn_when_none_is_given() -> None:
    view = game("mabula").start(seed=7).view(1)
    seeds = {BotJob.of(MABULA, view, number=1, level="club", version=3).seed for _ in range(4)}
    assert len(seeds) == 4


def test_the_event_loop_is_not_blocked_while_a_master_thinks(loop: asyncio.Runner, crew: WorkerPool) -> None:
    position = game("mabula").start(seed=7)

    async def ask() -> tuple[int, float]:
        await crew.close()  # the server goes on while a process starts as well
        ticks, begun = 0, time.thread_time()
        thought = asyncio.create_task(crew.think(job_of(position, 1, "master")))
        while not thought.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert (await thought).thinking.simulations == 200_000
        return ticks, (time.thread_time() - begun) / ticks

    ticks, work = loop.run(ask())
    assert ticks > 20
    assert work < 0.05, "seconds of work between two moments for others, however busy the machine is"


def test_a_bots_exception_is_logged_by_kind_and_place_without_its_text(loop: asyncio.Runner, crew: WorkerPool) -> None:
    """The text may hold what the bot sees: its project, say."""
    told = failure(loop, crew, game("mabula").start(seed=7), "raises")
    assert re.fullmatch(r"RuntimeError in players\.py:\d+ think", told), told


def test_an_illegal_step_of_a_bot_is_not_logged(loop: asyncio.Runner, crew: WorkerPool) -> None:
    told = failure(loop, crew, game("mabula").start(seed=7), "cheats")
    assert re.fullmatch(r"BotError in bot\.py:\d+ consider", told), told


def test_a_worker_that_dies_is_replaced(loop: asyncio.Runner, crew: WorkerPool) -> None:
    told = failure(loop, crew, game("mabula").start(seed=7), "dies")
    assert told == "its process ended with code 7"


def test_a_crashed_worker_is_logged_with_the_last_place_of_its_traceback(
    loop: asyncio.Runner, crew: WorkerPool
) -> None:
    told = failure(loop, crew, game("mabula").start(seed=7), "falls")
    assert told == "its process ended with code 9, in rules.py:12"


def test_a_worker_that_hangs_is_replaced(loop: asyncio.Runner, crew: WorkerPool) -> None:
    told = failure(loop, crew, game("mabula").start(seed=7), "sleeps", patience=0.5)
    assert told == "no answer within 0.5 s, and its process was ended"


def test_a_bot_that_prints_does_not_disturb_the_protocol(loop: asyncio.Runner, crew: WorkerPool) -> None:
    position = game("mabula").start(seed=7)
    chosen = loop.run(crew.think(job_of(position, 1, "talks")))
    assert chosen.steps == (position.legal()[0].text,)


def test_a_cancelled_choice_ends_its_worker(
    loop: asyncio.Runner, crew: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is killed, and the next job gets a worker at once."""
    position, bed = game("mabula").start(seed=7), tmp_path / "bed"
    monkeypatch.setenv("SLEEPERS_BED", str(bed))

    async def ask() -> Chosen:
        await crew.close()  # a new process knows where to write
        thought = asyncio.create_task(crew.think(job_of(position, 1, "sleeps")))
        async with asyncio.timeout(60):
            while not (bed.exists() and bed.read_text()):
                await asyncio.sleep(0.05)
            thought.cancel()
            await asyncio.wait({thought})
            with pytest.raises(ProcessLookupError):
                os.kill(int(bed.read_text()), 0)
            return await crew.think(job_of(position, 1, "first"))

    assert loop.run(ask()).steps == (position.legal()[0].text,)


def test_a_worker_ends_with_its_server_also_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    line = job_of(game("mabula").start(seed=7), 1, "sleeps").model_dump_json() + "\n"
    command = [sys.executable, "-m", "ludotheque.table.bots.worker_main", FINDER]
    ended = subprocess.run(command, input=line, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout) == (0, "")


@pytest.mark.parametrize(("title", "level"), [("mabula", "club"), ("marabunta", "expert"), ("makabana", "master")])
def test_an_uncompiled_bot_makes_fewer_simulations_and_its_move_is_reproducible(
    title: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many simulations, compiled, lead to the same choice."""
    monkeypatch.setattr(early_bots, "HURRY", 0.2)
    position = projects() if title == "makabana" else game(title).start(seed=7).roll(7)
    seat = position.actors[0]
    job = job_of(
        position,
        seat,
        level,
        terms=Terms.model_validate({"game": title, "players": position.players, "rules": 1, "seating": "chosen"}),
    )
    told: list[str] = []
    with monkeypatch.context() as uncompiled:
        uncompiled.setattr("ludotheque.table.bots.worker_main.load_bot", lambda *_: False)
        Thinker(find_bot, told.append).answer(job.model_dump_json())
    chosen = read_choice(told[0])
    assert chosen.thinking.bot == f"quick:{level}"
    assert 1 <= (chosen.thinking.simulations or 0) < (own_simulations(title, level) or 0)
    kit_of(position.game, style_of(title).parts).target = CPU
    assert think_again(position.view(seat), chosen.thinking) == chosen.steps


def test_an_interpreted_bot_with_enough_time_chooses_as_the_compiled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    position = game("junglerumble").start(seed=7).roll(7)
    job = job_of(position, position.actors[0], terms=Terms(game="junglerumble", players=2, rules=1, seating="chosen"))
    monkeypatch.setattr(early_bots, "HURRY", 600.0)
    kit = kit_of(position.game, style_of("junglerumble").parts)
    monkeypatch.setattr(kit, "target", PYTHON)
    slow = think_quickly(job, find_bot)
    monkeypatch.setattr(kit, "target", CPU)
    assert slow == think(job, find_bot)
    assert slow.thinking.bot == "novice"


def test_a_job_for_another_version_of_a_bot_is_refused() -> None:
    job = job_of(game("mabula").start(seed=7), 1).model_copy(update={"version": 1})
    with pytest.raises(BotVersionError, match=r"novice of version 1 is gone, here is version \d"):
        think(job, find_bot)


def test_a_bot_of_another_version_fails_with_a_hint_to_reseat_it(loop: asyncio.Runner, crew: WorkerPool) -> None:
    job = job_of(game("mabula").start(seed=7), 1).model_copy(update={"version": 1})

    async def ask() -> tuple[str, str]:
        with pytest.raises(BotFailedError) as error:
            await crew.think(job)
        return str(error.value), error.value.why

    assert loop.run(ask()) == (GONE, ANOTHER)


def test_no_command_is_ever_run_for_a_seat() -> None:
    for level in ("external:ls", "uct:1000", "search:9", ""):
        with pytest.raises(ValidationError):
            job_of(game("mabula").start(seed=7), 1, level)


def test_a_job_of_a_seat_that_is_not_waited_for_is_refused() -> None:
    with pytest.raises(BotError, match="its seat is not waited for"):
        think(job_of(game("mabula").start(seed=7), 2, "first"), players.find_bot)


def test_a_state_of_another_size_is_refused() -> None:
    job = job_of(game("mabula").start(seed=7), 1).model_copy(update={"state": "AAAA"})
    with pytest.raises(BotError, match="a view of Mabula has 40 bytes, not 3"):
        job.view()


def test_a_pool_has_half_as_many_workers_as_cores_by_default() -> None:
    assert WorkerPool().count == max(1, (os.cpu_count() or 1) // 2)
    assert WorkerPool(3).count == 3
