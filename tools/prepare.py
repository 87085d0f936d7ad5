"""Compile the rules of every game ahead, so that nobody waits for it later."""

import sys

from ludotheque import NAMES, game


def main() -> None:
    for name in NAMES:
        game(name).prepare(say=lambda line: sys.stderr.write(line + "\n"))


if __name__ == "__main__":
    main()
