"""The legal moves in notation: a beginning, then every ending that it may have, wrapped."""

from textwrap import wrap

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.makabana.scene import Table

WIDTH = 80


def move_lines(table: Table, ink: Ink) -> list[str]:
    """`build:azzura. rock.fish palm.tattoo ...`: each beginning with one of its endings is a step."""
    groups: dict[str, list[str]] = {}
    for step in table.legal:
        beginning, ending = _cut(step.text)
        groups.setdefault(beginning, []).append(ending)
    lines = []
    for beginning, endings in groups.items():
        head = f"  {beginning} "
        wrapped = wrap(" ".join(endings), WIDTH - len(head)) or [""]
        lines.append((ink.wear("strong", head) + wrapped[0]).rstrip())
        lines += [" " * len(head) + line for line in wrapped[1:]]
    return lines


def _cut(step: str) -> tuple[str, str]:
    """A step cut after its beach, or after its word."""
    word, colon, name = step.partition(":")
    beach, dot, rest = name.partition(".")
    return (f"{word}:{beach}.", rest) if dot else (word + colon, name)
