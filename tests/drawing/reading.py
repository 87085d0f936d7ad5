"""Players who read moves from a text alone, a description or a text picture, and know no rules."""

import re

QUOTED = re.compile(r"«([^»]+)»((?:(?!«).)*?)(?=«|;|\.\s|\.$|\(|$)", re.DOTALL)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.=/-]*[A-Za-z0-9]|[A-Z0-9]")
JOINING = {"or", "ou", "and", "et"}
BEGINNINGS = (":", "-", "=", ".")


def sayable(text: str) -> list[str]:
    """Every move that a description's «» notation says is possible."""
    moves = []
    for begun, following in QUOTED.findall(text):
        if begun.endswith(BEGINNINGS):
            moves += [begun + name for name in NAME.findall(following) if name not in JOINING]
        else:
            moves.append(begun)
    return moves


def readable(picture: str) -> list[str]:
    """Every move in the list at the foot of a text picture: «  write: a1 b2», going on in lines further in."""
    lines = picture.rstrip().splitlines()
    while lines and not lines[0].startswith("  "):
        lines.pop(0)
    foot: list[str] = []
    for line in reversed(lines):
        if not line.startswith("  "):
            break
        foot.insert(0, line)
    moves, begun = [], ""
    for line in foot:
        words, depth = line.split(), len(line) - len(line.lstrip())
        if words[0].endswith(BEGINNINGS):
            begun = words.pop(0)
        elif depth <= 2:
            begun = ""
        moves += [begun + word for word in words if word[0].isalnum()]  # others are signs, such as the price <>
    return moves
