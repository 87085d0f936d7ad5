"""Does exact play of the last round pay? `python -m bench.exact --game marabunta --games 8 --match 40`.

`--games` of a bot against itself: how often a look finds an answer, and how often the bot gives up a win that it could
have been sure of. `--match` pairings of the bot with endings against the same bot without, at equal simulations: every
seat in turn, with the same chance.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import ludotheque
from ludotheque import Chance, Position
from ludotheque.arena.shares import share_of
from ludotheque.bots.bot import Bot, choose
from ludotheque.bots.endgame_bot import NODES, SURE, EndingBot, look_ahead
from ludotheque.bots.levels import find_bot
from ludotheque.play.game import Game


def play(game: Game, players: int, bots: dict[int, Bot], pairing: int) -> Iterator[Position]:
    """Every position of a game with a choice, then the last one. Chance depends on the pairing alone."""
    table = Chance(pairing, 12)
    position = game.start(players, seed=Chance(pairing, 11)).roll(table)
    while not position.is_over:
        yield position
        seat = position.actors[0]
        own = Chance(pairing, 1000 * (10 * id_of(bots) + seat) + position.ply)
        position = position.play(choose(bots[seat], position.view(seat), None, own)).roll(table)
    yield position


def id_of(bots: dict[int, Bot]) -> int:
    """The seat of the bot with endings, 0 if there is none: games of a pairing differ in what bots draw."""
    return next((seat for seat, bot in bots.items() if isinstance(bot, EndingBot)), 0)


def sure_share(position: Position, seat: int) -> float | None:
    """The share of the win that a seat is sure of; None if that is open."""
    if outcome := position.outcome:
        return (seat in outcome.winners) / len(outcome.winners)
    ending = look_ahead(position, seat=seat, nodes=10 * NODES)
    return None if ending.value is None else ending.share


def study(game: Game, players: int, bot: Bot, games: int) -> Counter[str]:
    """How many choices there are, what a look says at them, and what became of sure wins."""
    count: Counter[str] = Counter()
    for number in range(games):
        line = list(play(game, players, dict.fromkeys(range(1, players + 1), bot), number))
        for before, after in pairwise(line):
            if len(before.legal()) > 1:
                judge(before, after, count)
    return count


def judge(before: Position, after: Position, count: Counter[str]) -> None:
    """Count one choice: was the position solved, and did the move keep a sure win?"""
    ending = look_ahead(before)
    count["choices"] += 1
    count["nodes"] += ending.nodes
    count["microseconds"] += round(1e6 * ending.seconds)
    if ending.value is None:
        count["out of reach"] += ending.nodes >= NODES
        return
    count["answered"] += 1
    count["sure wins"] += ending.value >= SURE
    now = sure_share(after, before.actors[0]) if ending.value >= SURE else ending.share
    count["wins left open"] += now is None
    count["wins lost"] += now is not None and now < ending.share


def match(game: Game, players: int, level: str, pairings: int) -> str:
    """The share of the bot with endings, and the arena's 95 % interval, from pairings."""
    begun = time.perf_counter()
    share = share_of([pairing_shares(game, players, level, pairing) for pairing in range(pairings)])
    seconds = time.perf_counter() - begun
    figure = f"{share.value:.3f}, 95 % {share.low:.3f} to {share.high:.3f}"
    return f"{level} with endings: {figure}, in {share.games} games, {seconds:.0f} s"


def pairing_shares(game: Game, players: int, level: str, pairing: int) -> list[float]:
    """The share of the bot with endings, in every seat in turn."""
    won = []
    for seat in range(1, players + 1):
        bots: dict[int, Any] = {other: find_bot(game, level) for other in range(1, players + 1)}
        bots[seat] = EndingBot(bots[seat])
        *_, last = play(game, players, bots, pairing)
        won.append(sure_share(last, seat) or 0.0)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("marabunta", "junglerumble"), default="marabunta")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", default="club")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--match", type=int, default=0)
    given = parser.parse_args()
    game = ludotheque.game(given.game).prepare(None)
    if given.games:
        for what, many in study(game, given.players, find_bot(game, given.bot), given.games).items():
            print(f"{what:16}{many:10,}")
    if given.match:
        print(match(game, given.players, given.bot, given.match))


if __name__ == "__main__":
    main()
