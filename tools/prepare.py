"""Compile the rules and the bots of every game ahead, so that nobody waits for it later."""

import sys

from ludotheque import NAMES, game
from ludotheque.bots.levels import find_bot


def main() -> None:
    for name in NAMES:
        one = game(name)
        is_first = not one.engine.is_prepared
        one.prepare(say=lambda line: sys.stderr.write(line + "\n"))
        if is_first:
            sys.stderr.write(f"Preparing the bots of {one.title}, once ...\n")
        for bot in ("expert", "uct:10"):
            getattr(find_bot(one, bot), "greet", bool)()  # loads or compiles all that it needs


if __name__ == "__main__":
    main()
