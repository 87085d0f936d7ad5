"""What the house makes of the game that the recipe adds: `python -m tests.added_game pages`, in a copy that has it."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
import numpy as np

from ludotheque import NAMES, game
from ludotheque.gpu import parity
from ludotheque.interop.batch import Batch
from ludotheque.interop.openspiel import load
from ludotheque.interop.pettingzoo import env
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


def terminal(folder: Path) -> None:
    """A whole game against a bot, typed into a pipe; a refusal says where its rule would stand."""
    typed = "take:9\n" + "take:1\n" * 15
    done = subprocess.run(
        [*LUDOTHEQUE, "play", "pebbles"], input=typed, cwd=folder, capture_output=True, text=True, check=True
    )
    assert "pebbles/rules.1" in done.stdout, done.stdout
    assert "The game is over" in done.stdout, done.stdout


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
        {one.__name__: one for one in (pages, terminal, learning, arena, options)}[sys.argv[1]](Path(made))
