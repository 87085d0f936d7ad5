"""What the house makes of the game that the recipe adds: `python -m tests.added_game pages`, in a copy that has it."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import httpx
import numpy as np
from bench import parity
from playwright.sync_api import expect

from ludotheque import NAMES, Record, game
from ludotheque.interop.batch import Batch
from ludotheque.interop.mcp.mcp_server import instructions
from ludotheque.interop.openspiel import load
from ludotheque.interop.pettingzoo import env
from tests.cli.tui_player import TuiPlayer, sit
from tests.interop.agents import Agent, with_agent
from tests.web.browser import Browsing, By, open_chromium, play_whole_game, sit_down
from tests.web.serving import PATIENCE, House

LUDOTHEQUE = [sys.executable, "-c", "from ludotheque.cli.main import main; main()"]
PAGES = {
    "/": "Take the last pebble",
    "/learn": "no lessons yet",
    "/learn/pebbles": "There are no lessons for Pebbles yet.",
    "/rules": "Pebbles",
    "/rules/pebbles": "The rules of Pebbles are not written down here yet.",
    "/new/pebbles": "Pebbles",
    "/watch?game=pebbles": "Pebbles",
    "/people?game=pebbles": "Pebbles",
}


def pages(folder: Path) -> None:
    """Every page that shows games names it, and a table with a bot opens."""
    house = House(folder)
    try:
        with httpx.Client(base_url=house.address, trust_env=False, timeout=PATIENCE, follow_redirects=True) as reader:
            for page, said in PAGES.items():
                answer = reader.get(page)
                assert (answer.status_code, said in answer.text) == (200, True), page
            assert reader.get("/learn/pebbles/first").status_code == 404
            assert reader.get("/rules/pebbles/example/0").status_code == 404
            assert "pebbles" in reader.get("/openapi.json").text
            table = reader.post("/play/pebbles", data={"level": "novice"}, headers={"origin": house.address})
            assert table.status_code == 200, table.text
            assert "/table/" in str(table.url)
            assert 'id="live-heap"' in table.text
    finally:
        house.close()


def browser(folder: Path) -> None:
    """A person plays a whole game against a bot with the mouse, and another one with keys alone."""
    house = House(folder)
    try:
        with open_chromium() as chromium:
            browsing = Browsing(chromium, house)
            hands: tuple[By, ...] = ("click", "keys")
            for by in hands:
                page = browsing()
                sit_down(page, "pebbles", 2)
                acts = play_whole_game(page, by)
                assert acts >= 5, acts
                expect(page.locator("#after")).to_be_visible()
                expect(page.locator("#after")).to_contain_text("wins")
            browsing.close()
    finally:
        house.close()


def agents(folder: Path) -> None:
    """A language model plays a whole game against a bot through the tools of the MCP server."""

    async def play(agent: Agent) -> None:
        over = await agent.play_game("pebbles", against="random", seed=4)
        record = Record.read((await agent.ask("record", table=over["table"]))["record"])
        outcome = record.verify()
        assert outcome is not None and over["winners"] == list(outcome.winners)
        sheet = (await agent.ask("scores", table=over["table"]))["seats"]
        assert [sum(line["points"] for line in one["lines"]) for one in sheet] == list(outcome.scores)
        now = await agent.ask("new_game", game="pebbles", against="random", seed=1)
        refused = await agent.ask("play", table=now["table"], move=["take:9"])
        assert "take:1, take:2 or take:3" in refused["refusal"]["reason"]

    with_agent(play)
    assert "Pebbles" in instructions()


def terminal(folder: Path) -> None:
    """A whole game against a bot, typed into a pipe; a refusal says where its rule would stand."""
    typed = "take:9\n" + "take:1\n" * 15
    done = subprocess.run(
        [*LUDOTHEQUE, "play", "pebbles"], input=typed, cwd=folder, capture_output=True, text=True, check=True
    )
    assert "pebbles/rules.1" in done.stdout, done.stdout
    assert "The game is over" in done.stdout, done.stdout


def screen(folder: Path) -> None:
    """The terminal's full screen: a whole game with keys alone, and one with the mouse."""

    async def play(player: TuiPlayer, choose: Callable[[TuiPlayer, Random], Awaitable[None]]) -> None:
        await player.settle()
        assert "●●●●●" in player.read()
        while player.table.now.stage != "over":
            await choose(player, Random(3))
        assert "The game is over" in player.read()

    for choose in (TuiPlayer.choose_with_keys, TuiPlayer.choose_with_mouse):
        sit(game("pebbles").start(), partial(play, choose=choose))


def learning(folder: Path) -> None:
    """Batch, PettingZoo and OpenSpiel play it to its end; an observation tells every heap apart."""
    batch, chance = Batch("pebbles", games=8, seed=1), np.random.default_rng(1)
    while not batch.done.any():
        batch.step([int(chance.choice(np.flatnonzero(mask))) for mask in batch.masks])
    table = env("pebbles")
    table.reset(seed=1)
    seen = set()
    for agent in table.agent_iter():
        observed, _, is_over, _, _ = table.last()
        seen.add(observed["observation"].tobytes())
        table.step(None if is_over else int(np.flatnonzero(observed["action_mask"])[0]))
        assert agent in ("seat_1", "seat_2")
    assert len(seen) > 15
    state = load("pebbles").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sorted(state.returns()) == [-1.0, 1.0]


def arena(folder: Path) -> None:
    """Levels without a style of their own search plainly."""
    asked = ["arena", "--game", "pebbles", "--bots", "random,club", "--games", "8", "--workers", "0", "--json"]
    done = subprocess.run([*LUDOTHEQUE, *asked], cwd=folder, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 8


def options(folder: Path) -> None:
    """With two options: the kernels get both, interpreted = compiled = GPU, and every door offers them."""
    one = game("pebbles")
    assert [one.start(begins=begins).actors for begins in one.options["begins"]] == [(1,), (2,)]
    last_one = "heap: o\nRed to move"
    ended = [one.read(f"pebbles last={last}\n{last_one}").play("take:1").outcome for last in one.options["last"]]
    assert [outcome and outcome.winners for outcome in ended] == [(1,), (2,)]
    for title, setup in parity.setups(one):
        assert parity.compare(one, setup, 40, 4, "python") >= 40, title
        assert parity.compare(one, setup, 40, 4, "gpu") >= 40, title
    batch = Batch("pebbles", games=2, seed=1, begins="blue", last="loses")
    assert batch.seats.tolist() == [2, 2]
    table = env("pebbles", last="loses")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observed, paid, is_over, _, _ = table.last()
        assert not is_over or paid == (1.0 if agent == "seat_2" else -1.0)  # Red has taken the last one
        table.step(None if is_over else int(np.flatnonzero(observed["action_mask"])[0]))
    asked = ["new", "pebbles", "--option", "begins=blue", "--option", "last=loses"]
    done = subprocess.run([*LUDOTHEQUE, *asked], cwd=folder, capture_output=True, text=True, check=True)
    assert "begins: blue\nlast: loses\n" in done.stdout, done.stdout


if __name__ == "__main__":
    assert "pebbles" in NAMES
    with tempfile.TemporaryDirectory() as made:
        {one.__name__: one for one in (pages, browser, agents, terminal, screen, learning, arena, options)}[
            sys.argv[1]
        ](Path(made))
