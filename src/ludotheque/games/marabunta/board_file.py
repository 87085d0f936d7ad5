"""Reads a board file of Marabunta: every value checked, every complaint with its place."""

import re
from dataclasses import dataclass
from typing import Any

from ludotheque.games.field_reader import short
from ludotheque.games.marabunta.state import (
    CAKES,
    CIRCLES,
    MAX_HEXES,
    MAX_POWERS,
    MAX_ROW,
    NEST,
    POINTS,
    STRIKE,
    TRIO,
    WRITE,
)
from ludotheque.games.refusal import BoardError

REGION_NAMES = ("blue", "pink", "orange", "green", "grey", "yellow")
LETTERS = "BPOGSY"
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
MAX_ROWS = 99
EFFECTS = {
    "write": (WRITE, 0, 3),
    "nest": (NEST, 0, 3),
    "trio": (TRIO, 0, 3),
    "points": (POINTS, 1, 20),
    "cupcakes": (CAKES, 1, MAX_ROW),
    "strike": (STRIKE, None, None),
    "leaves": (CIRCLES, None, None),
}


@dataclass(frozen=True)
class Power:
    """A power as the file describes it."""

    name: str
    crates: int
    effect: int
    number: int


@dataclass(frozen=True)
class BoardPlan:
    """The checked values of a board file."""

    name: str
    regions: dict[str, str]  # of each hex, by its name, in reading order
    features: dict[str, str]  # c or x, of the hexes that have one
    circles: tuple[int, int, int]  # red, blue, blank
    anthills: int
    row: list[int]
    powers: list[Power]


class TomlTable:
    """A TOML table of the file; `path` is its name."""

    def __init__(self, data: Any, path: str, keys: tuple[str, ...] = ()) -> None:
        if not isinstance(data, dict):
            raise BoardError(f"{path}: expected a table, not {short(data)}")
        for key in data:
            if keys and key not in keys:
                raise BoardError(f"{path}: {short(key)} is not one of {', '.join(keys)}")
        self.data, self.path = data, path

    def get(self, key: str) -> Any:
        if key not in self.data:
            whole = " (one file holds name, territory, leaves, start and powers)" if self.path == "file" else ""
            raise BoardError(f"{self.path}: {key} is missing{whole}")
        return self.data[key]

    def number(self, key: str, low: int, high: int) -> int:
        return _number(self.get(key), f"{self.path}.{key}", low, high)

    def grid(self, key: str) -> list[list[str]]:
        """Lines of letters."""
        text = self.get(key)
        if not isinstance(text, str):
            raise BoardError(f"{self.path}.{key}: expected lines of letters, not {short(text)}")
        return [line.split() for line in text.strip().splitlines()]


def read_plan(data: dict[str, Any]) -> BoardPlan:
    """The board that a file describes."""
    file = TomlTable(data, "file", ("name", "territory", "leaves", "start", "powers"))
    name = _name(file.get("name"), "name")
    territory = TomlTable(file.get("territory"), "territory", ("map", "features", "hexes", "cupcakes", "crates"))
    regions = _read_map(territory)
    features = _read_features(territory, regions)
    leaves = TomlTable(file.get("leaves"), "leaves", ("red", "blue", "blank"))
    circles = leaves.number("red", 0, 20), leaves.number("blue", 0, 20), leaves.number("blank", 1, 20)
    start = TomlTable(file.get("start"), "start", ("anthills", "cupcakes"))
    powers = TomlTable(file.get("powers"), "powers")
    anthills, row = start.number("anthills", 0, 20), _read_row(start)
    return BoardPlan(name, regions, features, circles, anthills, row, _read_powers(powers))


def _read_map(territory: TomlTable) -> dict[str, str]:
    rows = territory.grid("map")
    if not rows:
        raise BoardError("territory.map: there is no hex")
    if len(rows[0]) > len(COLUMNS) or len(rows) > MAX_ROWS:
        raise BoardError(f"territory.map: at most {len(COLUMNS)} columns and {MAX_ROWS} rows")
    regions = {}
    for name, letter in _cells("territory.map", rows, len(rows[0])):
        if letter not in (*LETTERS, "."):
            raise BoardError(f"territory.map {name}: {short(letter)} is not a region (B P O G S Y, or . for no hex)")
        if letter != ".":
            regions[name] = letter
    if len(regions) > MAX_HEXES:
        raise BoardError(f"territory.map: {len(regions)} hexes, more than {MAX_HEXES}")
    sizes = TomlTable(territory.get("hexes"), "territory.hexes", REGION_NAMES)
    for letter, region in zip(LETTERS, REGION_NAMES, strict=True):
        _compare(f"territory.map: {region}", _count(regions, letter), sizes.number(region, 1, MAX_HEXES), "hexes")
    return regions


def _read_features(territory: TomlTable, regions: dict[str, str]) -> dict[str, str]:
    rows, width = territory.grid("features"), len(territory.grid("map")[0])
    if len(rows) != len(territory.grid("map")):
        raise BoardError(f"territory.features: {len(rows)} rows, not {len(territory.grid('map'))} as in the map")
    features = {}
    for name, letter in _cells("territory.features", rows, width):
        if letter not in ("c", "x", "."):
            raise BoardError(f"territory.features {name}: {short(letter)} is not c (cupcake), x (crate) or .")
        if letter != "." and name not in regions:
            raise BoardError(f"territory.features {name}: there is no hex on the map")
        if letter != ".":
            features[name] = letter
    for letter, key, low in (("c", "cupcakes", 1), ("x", "crates", 0)):
        _compare("territory.features: the map", _count(features, letter), territory.number(key, low, MAX_HEXES), key)
    return features


def _cells(place: str, rows: list[list[str]], width: int) -> list[tuple[str, str]]:
    """Each cell's name and letter, in reading order."""
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BoardError(f"{place} row {number}: {len(row)} columns, not {width} as in row 1 of the map")
    return [(f"{COLUMNS[i]}{number}", row[i]) for number, row in enumerate(rows, 1) for i in range(width)]


def _read_row(start: TomlTable) -> list[int]:
    row = start.get("cupcakes")
    if not isinstance(row, list) or len(row) > MAX_ROW:
        raise BoardError(f"start.cupcakes: expected a list of at most {MAX_ROW} numbers, not {short(row)}")
    return [_number(points, f"start.cupcakes box {box}", 0, 20) for box, points in enumerate(row, 1)]


def _read_powers(powers: TomlTable) -> list[Power]:
    if not 1 <= len(powers.data) <= MAX_POWERS:
        raise BoardError(f"powers: from 1 to {MAX_POWERS}, not {len(powers.data)}")
    return [_read_power(_name(name, "powers"), data) for name, data in powers.data.items()]


def _read_power(name: str, data: Any) -> Power:
    power = TomlTable(data, f"powers.{name}", ("crates", "effect", "number"))
    word = power.get("effect")
    if not isinstance(word, str) or word not in EFFECTS:
        raise BoardError(f"{power.path}.effect: {short(word)} is not one of {', '.join(EFFECTS)}")
    effect, low, high = EFFECTS[word]
    if low is None or high is None:
        if "number" in power.data:
            raise BoardError(f"{power.path}.number: {word} takes no number")
        return Power(name, power.number("crates", 1, 9), effect, 0)
    return Power(name, power.number("crates", 1, 9), effect, power.number("number", low, high))


def _count(letters: dict[str, str], letter: str) -> int:
    return list(letters.values()).count(letter)


def _compare(who: str, found: int, declared: int, what: str) -> None:
    if found != declared:
        raise BoardError(f"{who} has {found} {what}, not {declared}")


def _number(value: Any, place: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BoardError(f"{place}: a whole number from {low} to {high}, not {short(value)}")
    return value


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str) or not re.fullmatch("[a-z0-9][a-z0-9-]{0,23}", value, re.ASCII):
        raise BoardError(f"{place}: {short(value)} is not a name of small letters, digits and -, at most 24")
    return value
