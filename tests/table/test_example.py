"""The examples of docs/bots.md for authors of programs: the example bot, and how to reproduce a bot's move."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import Record, RecordError
from ludotheque.bots.levels import find_bot
from ludotheque.log import commands
from ludotheque.log.entries import End, Thinking
from ludotheque.log.history import tell
from ludotheque.log.terms import Terms
from ludotheque.table.bots.bot_jobs import BotJob, think, version_of
from ludotheque.table.service.game_record import read_thoughts, table_record
from tests.table.dealing import Bench
from tests.table.serving import serving
from tests.table.test_routes import until
from tests.test_docs import Block, blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bots.md"
EXAMPLE = ROOT / "examples" / "remote_bot.py"


def shown(words: str) -> Block:
    """The block of the page that holds some words."""
    return next(block for block in blocks(PAGE) if words in block.text)


def test_the_page_shows_the_example_whole_and_it_is_short() -> None:
    assert shown("def ask(").text == EXAMPLE.read_text("utf-8")
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 32


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page says it with curl")
def test_a_strangers_bot_plays_a_rated_game_by_the_commands_of_the_page(url: str, tmp_path: Path) -> None:
    """All but installing and serving, which the test has done."""
    lines = shown("$ pip install").text.removeprefix("$ ").split("\n$ ")
    own = [line for line in lines if not line.startswith(("pip ", "ludotheque ", "HOUSE=", "curl "))]
    (tmp_path / "remote_bot.py").write_text(shown("def ask(").text, "utf-8")
    with serving(url) as running, running.client() as client:
        script = "\n".join([f"HOUSE=http://{running.host}", *own, "wait"])
        environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        with subprocess.Popen(
            ["bash", "-c", script], cwd=tmp_path, env=environment, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as shell:  # fmt: skip
            try:
                rated = until(lambda: client.get("/api/people/Marvin").json().get("ratings"), 240)
            finally:
                os.killpg(shell.pid, signal.SIGKILL)
    assert rated[0]["game"] == "mabula" and rated[0]["games"] == 1


def played_by_bots(game: str, players: int, entries: int) -> Bench:
    """A game that bots have played, with their thoughts."""
    bench = Bench(game, players, bots=tuple(range(1, players + 1)))
    terms = Terms(game=bench.terms.game, players=players, rules=1, seating="chosen")
    while not bench.state.is_over and len(bench.state.active_moves) < entries:
        position, seat = bench.state.position, bench.state.waited_for[-1]
        assert position is not None
        seed, version = 100 + len(bench.state.active_moves), version_of(game, "novice")
        job = BotJob.of(terms, position.view(seat), number=1, level="novice", version=version, seed=seed)
        chosen = think(job, find_bot)
        draft = commands.play(bench.state, seat, chosen.steps, bench.draws, bench.auto_play, chosen.thinking)
        bench.write(draft.entries[0])
    bench.write(End(how="agreed"))
    return bench


@pytest.mark.parametrize(("game", "players", "entries"), [("mabula", 2, 6), ("makabana", 3, 12)])
def test_the_page_thinks_every_choice_of_a_finished_table_again(
    game: str, players: int, entries: int, tmp_path: Path
) -> None:
    bench = played_by_bots(game, players, entries)
    file = tmp_path / "game.record"
    file.write_text(str(table_record(tell(bench.terms, bench.log), "k3PqXw9rTm")), "utf-8")
    program = shown("read_thoughts(record)").text
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == entries and all(line.endswith(" as played") for line in lines), done.stdout
    whole = [line for line in lines if " show:" in line]
    assert bool(whole) == (game == "makabana"), "a project has two parts"


def test_another_seed_gives_another_game(tmp_path: Path) -> None:
    """So that the test above can fail."""
    bench = played_by_bots("mabula", 2, 6)
    text = str(table_record(tell(bench.terms, bench.log)))
    file = tmp_path / "game.record"
    file.write_text(re.sub(r"seed \d+", "seed 1", text), "utf-8")
    program = shown("read_thoughts(record)").text
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True)
    assert " was played" in done.stdout


def test_a_record_keeps_how_each_choice_was_thought() -> None:
    bench = played_by_bots("mabula", 2, 4)
    record = Record.read(str(table_record(tell(bench.terms, bench.log))))
    kept = {stood.before.ply: stood.play.thinking for stood in bench.state.active_moves}
    assert read_thoughts(record) == kept
    plain = Record.read(str(record).replace("x-thought-0: ", "x-thought-0: random 1, seed 7\nx-other: "))
    assert read_thoughts(plain)[0] == Thinking(bot="random", version=1, simulations=None, seconds=None, seed=7)
    wrong = Record.read(str(record).replace("simulations", "simulacra"))
    with pytest.raises(RecordError, match=r"x-thought-0: write «club 3, 2000 simulations, seed 815»"):
        read_thoughts(wrong)


def test_a_choice_without_a_budget_is_recorded_without_one() -> None:
    bench = Bench("mabula", bots=(1, 2))
    thinking = Thinking(bot="random", version=1, simulations=None, seconds=None, seed=7)
    bench.write(commands.play(bench.state, 1, (bench.first(1),), bench.draws, bench.auto_play, thinking).entries[0])
    bench.write(End(how="agreed"))
    record = table_record(tell(bench.terms, bench.log)).record
    assert record.header["x-thought-0"] == "random 1, seed 7"
