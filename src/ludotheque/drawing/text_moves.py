"""The legal moves in notation below a text picture: the beginning of a step, then every ending it may have."""

from collections.abc import Mapping
from textwrap import wrap

from ludotheque.drawing.ink import Ink

WIDTH = 80


def move_lines(endings: Mapping[str, list[str]], ink: Ink) -> list[str]:
    """`write: a1 b2 ...`: the endings of each beginning, wrapped and indented."""
    lines = []
    for beginning, its in endings.items():
        head = f"  {beginning}"
        first, *others = wrap(" ".join(its), WIDTH - len(head)) or [""]
        lines.append(ink.wear("strong", head) + first)
        lines += [" " * len(head) + line for line in others]
    return lines
