"""Compile the rules and the bots of every game ahead, so that nobody waits for it later."""

import sys

from ludotheque import NAMES, Chance, game
from ludotheque.bots.bot import Budget
from ludotheque.bots.levels import find_bot
from ludotheque.bots.mabula.proof import prove


def main() -> None:
    for name in NAMES:
        one = game(name)
        is_first = not one.engine.is_prepared
        one.prepare(say=lambda line: sys.stderr.write(line + "\n"))
        if is_first:
            sys.stderr.write(f"Preparing the bots of {one.title}, once ...\n")
        position = one.start(seed=1).roll(1)
        view = position.view(position.actors[0])
        for bot in ("casual", "uct:10"):
            find_bot(one, bot).think(view, Budget(simulations=1), Chance(1))
    prove(game("mabula").start(seed=1), nodes=1)


if __name__ == "__main__":
    main()
