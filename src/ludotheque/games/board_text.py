"""The text of a board file as TOML tables: read in linear time whatever it holds, or refused in one line."""

import tomllib
from typing import Any

from ludotheque.games.refusal import BoardError

LONGEST = 100_000  # letters; our own files have some two thousand
MOST_PARTS = 16  # of a dotted key: tomllib's work grows with their square, and no board has more than two
LONGEST_REASON = 200  # letters of what tomllib says, which may repeat a key


def read_board_text(text: str) -> dict[str, Any]:
    """The tables of a board file."""
    if len(text) > LONGEST:
        raise BoardError(f"too long: a board file has at most {LONGEST:,} letters")
    for number, line in enumerate(text.split("\n"), 1):
        if dots_in_key(line) >= MOST_PARTS:
            raise BoardError(f"line {number}: a key has at most {MOST_PARTS} parts between dots")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(f"not a TOML file: {' '.join(str(error).split())[:LONGEST_REASON]}") from None


def dots_in_key(line: str) -> int:
    """At least as many dots as any key in a line has: keys stand before `=`, or in a table's brackets."""
    head = line.lstrip(" \t")
    if head.startswith("#"):
        return 0
    return (line if head.startswith("[") else line.rpartition("=")[0]).count(".")
