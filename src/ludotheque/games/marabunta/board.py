"""Marabunta's boards: a territory and the powers, read from their files."""

from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.board_text import read_board_text
from ludotheque.games.marabunta.board_file import COLUMNS, LETTERS, BoardPlan, read_plan
from ludotheque.games.marabunta.state import ANY, BLUE, BOARD, RED

FOLDER = Path(__file__).parent / "boards"
BOARD_FILES = ("meadow.toml", "islets.toml", "basic.toml", "expert.toml")


def load_board(options: dict[str, str], players: int, rules: int, text: str | None = None) -> Board:
    """The board of the options, or the one that `text`, a user's own file, describes."""
    if text is None:
        territory, powers = (_ours(options[option]) for option in ("territory", "powers"))
        name = f"{territory['name']}-{powers['name']}"
        return _make(read_plan(territory | powers | {"name": name}), None)
    return _make(read_plan(read_board_text(text)), text)


def _ours(name: str) -> dict[str, object]:
    return read_board_text((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _make(plan: BoardPlan, own: str | None) -> Board:
    record = np.zeros(1, BOARD)[0]
    hexes = tuple(plan.regions)
    for number, name in enumerate(hexes):
        region = LETTERS.index(plan.regions[name])
        record.region[number] = region
        record.near[number] = _words([hexes.index(other) for other in neighbours(name) if other in plan.regions])
    for region, letter in enumerate(LETTERS):
        record.hexes[region] = _words([number for number, name in enumerate(hexes) if plan.regions[name] == letter])
    record.hexes[ANY] = _words(list(range(len(hexes))))
    record.cupcakes[:] = _words([hexes.index(name) for name, feature in plan.features.items() if feature == "c"])
    record.crates[:] = _words([hexes.index(name) for name, feature in plan.features.items() if feature == "x"])
    record.circles[RED], record.circles[BLUE], record.blank = plan.circles
    record.anthills, record.row, record.powers = plan.anthills, len(plan.row), len(plan.powers)
    record.row_points[: len(plan.row) + 1] = np.cumsum([0, *plan.row])
    for number, power in enumerate(plan.powers):
        record.needed[number], record.effect[number], record.number[number] = power.crates, power.effect, power.number
    names = {"hexes": hexes, "powers": tuple(power.name for power in plan.powers)}
    return Board(plan.name, record, own, names)


def neighbours(name: str) -> list[str]:
    """The names around a hex, on the map or not: the columns b, d, f ... sit half a hex lower."""
    column, row = COLUMNS.index(name[0]), int(name[1:])
    upper = row if column % 2 else row - 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(side, at) for side in (column - 1, column + 1) for at in (upper, upper + 1)]
    return [f"{COLUMNS[side]}{at}" for side, at in around if 0 <= side < len(COLUMNS)]


def _words(numbers: list[int]) -> list[int]:
    """A set of hexes as two 64-bit words."""
    bits = sum(1 << number for number in numbers)
    return [bits & (1 << 64) - 1, bits >> 64]


def hexes_in(words: Any) -> list[int]:
    """The numbers of the hexes in a set."""
    bits = int(words[0]) | int(words[1]) << 64
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
