"""The legal moves in notation: each kind once, then what may follow it, wrapped."""

from textwrap import wrap

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.marabunta.scene import Scene

WIDTH = 80


def move_lines(scene: Scene, ink: Ink) -> list[str]:
    """`write: a1 b2 ...`; what costs an anthill apart, behind <>."""
    groups: dict[tuple[str, str], list[str]] = {}
    for step in scene.steps:
        verb, colon, name = step.text.partition(":")
        is_priced = verb == "write" and scene.land.number[name] in scene.priced
        groups.setdefault((verb + colon, "<>" if is_priced else ""), []).append(name)
    lines = []
    for (verb, sign), names in groups.items():
        head = f"  {verb} {sign + ' ' if sign else ''}"
        wrapped = wrap(" ".join(names), WIDTH - len(head)) or [""]
        lines.append(ink.wear("strong", head) + wrapped[0] if wrapped[0] else ink.wear("strong", head.rstrip()))
        lines += [" " * len(head) + line for line in wrapped[1:]]
    return lines
