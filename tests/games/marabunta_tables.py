"""Positions of Marabunta for tests: steps played one after another, and positions with some fields changed."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from ludotheque import Position, game

SMALL = """
name = "small"

[territory]
map = \"\"\"
B B P P O O
G G S S Y Y
\"\"\"
features = \"\"\"
. . . c . x
. x . . . .
\"\"\"
hexes = { blue = 2, pink = 2, orange = 2, green = 2, grey = 2, yellow = 2 }
cupcakes = 1
crates = 2

[leaves]
red = 1
blue = 1
blank = 2

[start]
anthills = 1
cupcakes = [5]

[powers]
any-two = { crates = 1, effect = "write", number = 2 }
lines = { crates = 1, effect = "strike" }
"""


def play(steps: str, position: Position | None = None, **setup: Any) -> Position:
    """The position after steps, from the start or from a position."""
    position = position or game("marabunta").start(**setup)
    for step in steps.split():
        position = position.play(step)
    return position


def turn(group: str, tile: str = "nest", dice: str = "", position: Position | None = None, **setup: Any) -> Position:
    """A round in which the seat that does not split has taken a group; dice that are not named show a 1."""
    faces = dict.fromkeys("BPOGSY", "1") | dict(die.split("=") for die in dice.split())
    rolls = " ".join(f"die:{die}={face}" for die, face in faces.items())
    others = "".join(letter for letter in "BPOGSYT" if letter not in group)
    first, second = (group, others) if "B" in group else (others, group)
    return play(f"tile:{tile} {rolls} split:{first}/{second} take:{group}", position, **setup)


def change(
    position: Position, *, red: Any = None, blue: Any = None, board: Path | None = None, **fields: Any
) -> Position:
    """The position with other values in some fields; what must add up is checked."""
    data = deepcopy(position.to_fields()) | fields
    data["red"] |= red or {}
    data["blue"] |= blue or {}
    return game("marabunta").from_json(data, board=board)


def texts(position: Position) -> list[str]:
    """The notations of the legal steps."""
    return [str(step) for step in position.legal()]


def hexes(position: Position) -> set[str]:
    """The hexes in which the current number may be written, or which may be struck."""
    return {text.split(":")[1] for text in texts(position) if text.startswith(("write:", "strike:"))}


def seat(position: Position, number: int) -> dict[str, Any]:
    """A seat's belongings."""
    found: dict[str, Any] = position.to_fields()[{1: "red", 2: "blue"}[number]]
    return found


def small(folder: Path, text: str = SMALL) -> Path:
    """The file of a small territory of twelve hexes."""
    file = folder / "small.toml"
    file.write_text(text, "utf-8")
    return file
