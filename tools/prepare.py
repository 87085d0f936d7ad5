"""Compile the rules and the bots of every game ahead, side by side, so that no test waits for it."""

import sys
import time

from ludotheque.bots.compilation import PLAIN
from ludotheque.bots.workshop import Workshop


def main() -> None:
    begun = time.monotonic()
    workshop = Workshop(lambda name, piece: True, lambda line: sys.stderr.write(line + "\n"), more=(PLAIN,))
    if workshop.compiling:
        sys.stderr.write(f"Compiling {', '.join(sorted(workshop.compiling))}, once ...\n")
        workshop.start()
        workshop.wait()
        sys.stderr.write(f"Compiled in {time.monotonic() - begun:.0f} s.\n")


if __name__ == "__main__":
    main()
