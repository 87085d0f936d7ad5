"""A player for Ludothèque that moves at random. Start here, and choose better."""

import json
import random
import sys
from typing import Any


def choose(legal: list[str], seed: int) -> str:
    """One of the legal moves; the same seed gives the same one."""
    return random.Random(seed).choice(legal)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Say hello, then answer each question with a move."""
    if "hello" in question:
        return {"protocol": 1, "name": "random", "version": 1}
    return {"id": question["id"], "move": choose(question["legal"], question["seed"])}


def main() -> None:
    """One line in, one line out, until the input ends."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
