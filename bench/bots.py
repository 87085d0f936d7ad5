"""Our bots beside OpenSpiel's searches: `python -m bench.bots run`, again and again until it says that all is done.

python -m bench.bots speed              simulations a second, ours and theirs, as ratios of one run
python -m bench.bots run                the next games of all matches that are planned, for 20 minutes at most
python -m bench.bots match --game mabula --seconds 0.2 --games 10
python -m bench.bots report             the results in bench/results, as the tables of docs/peers.md
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from bench import openspiel_mabula  # noqa: F401  registers python_mabula
from bench.matches import RESULTS, Match, MatchError, commit, continue_match, read_match, write
from bench.openspiel_players import UCT_C, opponent
from bench.peers_report import report

from ludotheque import NAMES, Chance, GameError
from ludotheque.bots.bot import Budget
from ludotheque.bots.levels import find_bot
from ludotheque.interop.episode.episode import prepared
from ludotheque.interop.openspiel import load

PLAYERS = {"mabula": 2, "marabunta": 2, "makabana": 4, "junglerumble": 4}
TABLES = [("mabula", 2), ("marabunta", 2), ("junglerumble", 2), ("makabana", 4), ("junglerumble", 4)]
PLAN = [
    *((Match(game, players, seconds=0.2), 100) for game, players in TABLES),
    *((Match(game, players, seconds=2.0), 12) for game, players in TABLES),
    *((Match(game, players, simulations=200), 40) for game, players in TABLES),
]
LONGEST_PIECE = 20.0  # minutes
ROOM = 1 << 30  # bytes for a tree whose speed is measured


def our_speed(name: str, seconds: float) -> float:
    """Simulations a second of our plain UCT with random playouts, from the start of a game.

    A tree that is full grows no more, and its simulations cost half as much: such a figure is refused.
    """
    one = prepared(name)
    position = one.start(PLAYERS[name], seed=7).roll(7)
    bot, view = find_bot(one, "uct:1000", memory=ROOM), position.view(position.actors[0])
    begun = time.process_time()
    thought = bot.think(view, Budget(seconds=seconds), Chance(7))
    spent = time.process_time() - begun
    if thought.memory > 0.9 * ROOM:
        raise MatchError(f"the tree of {name} is full after {seconds:g} s: give fewer --seconds")
    return thought.simulations / spent


def their_speed(game: Any, seconds: float) -> float:
    """Simulations a second of OpenSpiel's Python search, from the start of a game."""
    state = game.new_initial_state()
    random = np.random.RandomState(7)
    while state.is_chance_node():
        state.apply_action(int(random.choice(state.legal_actions())))
    bot = opponent(game, Budget(seconds=seconds), seed=7)
    begun = time.process_time()
    bot.step(state)
    return bot.clock.simulations / (time.process_time() - begun)


def compiled_speed(name: str, seconds: float) -> float:
    """Simulations a second of OpenSpiel's C++ search on a game in C++, from its start."""
    game = pyspiel.load_game(name)
    evaluator, many, spent, made = pyspiel.RandomRolloutEvaluator(1, 7), 1000, 0.0, 0
    while spent < seconds:
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, many, 1000, False, 7, False)
        begun = time.process_time()
        bot.step(game.new_initial_state())
        spent, made = spent + time.process_time() - begun, made + many
    return made / spent


def contestants(seconds: float) -> dict[str, Callable[[], float]]:
    """Everybody who is timed, by name."""
    all_of: dict[str, Callable[[], float]] = {name: partial(our_speed, name, seconds) for name in NAMES}
    all_of["OpenSpiel Python MCTS, Mabula in Python"] = partial(
        their_speed, pyspiel.load_game("python_mabula"), seconds
    )
    for name in NAMES:
        all_of[f"OpenSpiel Python search, our {name}"] = partial(
            their_speed, load(name, players=PLAYERS[name]), seconds
        )
    for name in ("breakthrough", "clobber"):
        all_of[f"OpenSpiel C++ MCTS, {name}"] = partial(compiled_speed, name, seconds)
    return all_of


def measure_speed(rounds: int, seconds: float) -> None:
    """Rounds in which everybody searches once; written down with date and commit.

    A second is one of the processor's time in this process, so that others on the machine do not count.
    """
    everybody = contestants(seconds)
    for measure in contestants(0.05).values():
        measure()  # loads what is compiled
    speeds: dict[str, list[float]] = {title: [] for title in everybody}
    for number in range(rounds):
        for title, measure in everybody.items():
            speeds[title].append(measure())
            print(f"round {number + 1} of {rounds}: {title:<45} {speeds[title][-1]:>12,.0f} a second", flush=True)
    stamp = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "commit": commit(), "seconds": seconds}
    write(RESULTS / "bots-speed.json", stamp | {"speeds": speeds})
    for title, values in speeds.items():
        print(f"{title:<45} {median(values):>12,.0f} a second, median")


def run_plan(minutes: float, fresh: bool) -> None:
    """Go on with the first planned match that is not finished, then the next, until the time is over."""
    end = time.monotonic() + 60 * minutes
    for match, games in PLAN:
        if len(read_match(match)["games"]) < games and not continue_match(match, games, end, fresh=fresh):
            print("The time of this piece is over: run it again to go on.")
            return
    print("All planned matches are played.")


def one_match(given: argparse.Namespace) -> None:
    """Games of one match, as the command line asks for them."""
    seconds = None if given.simulations else given.seconds
    players = given.players or PLAYERS.get(given.game, 2)
    match = Match(given.game, players, seconds, given.simulations, given.bot, given.uct_c)
    if not continue_match(match, given.games, time.monotonic() + 60 * given.minutes, fresh=given.fresh):
        print("The time of this piece is over: run it again to go on.")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="bench.bots", description="Our bots beside OpenSpiel's searches.")
    commands = top.add_subparsers(dest="command", required=True)
    speed = commands.add_parser("speed", help="simulations a second")
    speed.add_argument("--rounds", type=int, default=5)
    speed.add_argument("--seconds", type=float, default=1.0)
    match = commands.add_parser("match", help="games of one match")
    match.add_argument("--game", choices=NAMES, required=True)
    match.add_argument("--players", type=int)
    match.add_argument("--bot", default="master")
    match.add_argument("--games", type=int, default=10)
    match.add_argument("--seconds", type=float, default=0.2)
    match.add_argument("--simulations", type=int)
    match.add_argument("--uct-c", type=float, default=UCT_C)
    run = commands.add_parser("run", help="the next games of all that are planned")
    for one in (match, run):
        one.add_argument("--minutes", type=float, default=LONGEST_PIECE)
        one.add_argument("--fresh", action="store_true", help="begin matches of other bots or settings anew")
    commands.add_parser("report", help="the tables of docs/peers.md").add_argument("--write", metavar="FILE")
    return top


def main() -> None:
    """Do what the command line asks."""
    given = parser().parse_args()
    if given.command == "speed":
        measure_speed(given.rounds, given.seconds)
    elif given.command == "match":
        one_match(given)
    elif given.command == "run":
        run_plan(given.minutes, given.fresh)
    else:
        report([match for match, _ in PLAN], given.write)


if __name__ == "__main__":
    try:
        main()
    except GameError as error:
        print(f"bench.bots: {error}", file=sys.stderr)
        sys.exit(2)
