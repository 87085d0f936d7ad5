"""Reads a drawn position of Marabunta; complains with the line."""

import re
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.board_file import COLUMNS, LETTERS
from ludotheque.games.marabunta.fields import COLOURS
from ludotheque.games.marabunta.notation import TILE_NAMES
from ludotheque.games.marabunta.state import SEATS
from ludotheque.games.refusal import PositionError

NOW = {
    ("reveal", None): "a tile is revealed",
    ("roll", None): "a die is rolled",
    ("over", None): "the game is over",
} | {
    (phase, seat): f"{name} {words}"
    for seat, name in SEATS.items()
    for phase, words in {
        "split": "splits",
        "take": "takes a group",
        "use": "uses an element",
        "choose": "chooses",
        "tick": "ticks a crate",
    }.items()
}
SEAT_OF = {name: seat for seat, name in SEATS.items()}
EFFECT = (
    r"([a-z]+)(?: ([0-3]) (?:in ([A-Z])|anywhere))?(?: by ([a-z0-9-]+))?(?: after ([a-zA-Z0-9]+(?: [a-zA-Z0-9]+)?))?"
)


def free_cells(board: Board) -> dict[str, str]:
    """How each hex is drawn when it is free: its region, and c or x."""
    regions = board.record.region
    features = dict.fromkeys(hexes_in(board.record.cupcakes), "c") | dict.fromkeys(hexes_in(board.record.crates), "x")
    return {
        name: LETTERS[regions[number]] + features.get(number, "") for number, name in enumerate(board.names["hexes"])
    }


def parse_state(board: Board, text: str) -> dict[str, Any]:
    """The fields of a drawn position. Figures that follow from others may be left out; if given, they must be right."""
    lines = [(number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    below = next((i for i, (_, line) in enumerate(lines) if ":" in line), len(lines))
    fields = _start_fields(board)
    _read_map(board, fields, lines[:below])
    seen: set[str] = set()
    for number, line in sorted(lines[below:], key=lambda one: one[1].startswith("blank")):  # which follows from others
        try:
            key = _read_line(board, fields, line)
            if key in seen:
                raise PositionError(f"{key} stands there twice")
            seen.add(key)
        except PositionError as error:
            raise PositionError(f"line {number}: {error}") from None
    for key in ("round", "tiles", "now"):
        if key not in seen:
            raise PositionError(f"there is no line '{key}: ...'")
    return fields


def _start_fields(board: Board) -> dict[str, Any]:
    """What holds when no line tells otherwise."""
    record, powers = board.record, board.names["powers"]
    fields: dict[str, Any] = {"tile": None, "dice": {}, "split": None, "groups": None, "unused": "", "effect": None}
    fields |= {"crates_due": 0, "trigger": None, "endings": [], "struck": []}
    for seat, colour in COLOURS.items():
        fields[colour] = {
            "numbers": {},
            "anthills": int(record.anthills),
            "cupcakes": 0,
            "crates": dict.fromkeys(powers, 0),
            "circles": dict.fromkeys(LETTERS, int(record.circles[seat])),
        }
    return fields


def _read_map(board: Board, fields: dict[str, Any], lines: list[tuple[int, str]]) -> None:
    cells, rows = free_cells(board), _map_rows(board)
    drawn = [(number, words) for number, line in lines if (words := _map_words(line))]
    if len(drawn) != len(rows):
        raise PositionError(f"the map has {len(rows)} lines of hexes, not {len(drawn)}")
    for (number, words), names in zip(drawn, rows, strict=True):
        if len(words) != len(names):
            raise PositionError(f"line {number}: {len(names)} hexes stand there ({', '.join(names)}), not {len(words)}")
        for name, cell in zip(names, words, strict=True):
            if not _read_cell(fields, name, cells[name], cell):
                raise PositionError(
                    f"line {number}: {name} is {cells[name]}, {_other_cells(cells[name])}, not {cell[:9]!r}"
                )
    fields["struck"] = [name for name in board.names["hexes"] if name in fields["struck"]]


def _map_rows(board: Board) -> list[list[str]]:
    """The hexes on each line of the map: columns a, c, e ... of row 1, then b, d, f ... and so on."""
    hexes = board.names["hexes"]
    numbers = sorted({int(name[1:]) for name in hexes})
    rows = [
        [name for name in hexes if int(name[1:]) == row and COLUMNS.index(name[0]) % 2 == odd]
        for row in numbers
        for odd in (0, 1)
    ]
    return [row for row in rows if row]


def _map_words(line: str) -> list[str]:
    """What stands in the hexes of a line, without outlines, the row's number and the letters of the columns."""
    words = re.sub(r"[/\\_]", " ", re.sub(r"^[0-9]+( |$)", "", line)).split()
    return [] if words == list(COLUMNS[: len(words)]) else words


def _read_cell(fields: dict[str, Any], name: str, free: str, cell: str) -> bool:
    written = re.fullmatch(f"{free[0]}([rb])([0-3])", cell)
    if written:
        fields["red" if written[1] == "r" else "blue"]["numbers"][name] = int(written[2])
    elif cell == f"{free[0]}##":
        fields["struck"].append(name)
    return bool(written) or cell in (free, f"{free[0]}##")


def _other_cells(free: str) -> str:
    return f"{free[0]}## if struck, {free[0]}r2 or {free[0]}b2 if written in"


def _read_line(board: Board, fields: dict[str, Any], line: str) -> str:
    """Read a line below the map into the fields; returns what it is about."""
    key, colon, value = line.partition(": ")
    if colon and key in READERS:
        READERS[key](fields, value)
        return key
    if line == _row_line(board):
        return "cupcake row"
    if line in (f"leaf {' '.join(LETTERS)}", " ".join(SEATS.values())):
        return line
    return _read_table_row(board, fields, line)


def _row_line(board: Board) -> str:
    points = board.record.row_points
    return " ".join(["cupcake row:", *(f"+{points[box + 1] - points[box]}" for box in range(board.record.row))])


def _match(pattern: str, value: str, example: str) -> re.Match[str]:
    match = re.fullmatch(pattern, value, re.ASCII)
    if not match:
        raise PositionError(f"write it like {example!r}, not {value[:60]!r}")
    return match


def _read_round(fields: dict[str, Any], value: str) -> None:
    number, splitter = _match(r"([0-9]{1,4})(?: \((Red|Blue) splits\))?", value, "3 (Red splits)").groups()
    fields["round"] = int(number)
    if splitter not in (None, SEATS[2 - int(number) % 2]):
        raise PositionError(f"{SEATS[2 - int(number) % 2]} splits in round {number}")


def _read_tiles(fields: dict[str, Any], value: str) -> None:
    fields["tiles"] = [] if value == "none" else value.split()


def _read_tile(fields: dict[str, Any], value: str) -> None:
    fields["tile"] = _match("|".join(TILE_NAMES), value, "zeros")[0]


def _read_dice(fields: dict[str, Any], value: str) -> None:
    die = "[BPOGSY]=(?:[0-3]|flag|crate)"
    words = _match(f"{die}(?: {die})*", value, "B=2 P=flag O=crate")[0].split()
    fields["dice"] = dict(word.split("=") for word in words)
    if len(fields["dice"]) < len(words):
        raise PositionError("a die stands there twice")


def _read_split(fields: dict[str, Any], value: str) -> None:
    fields["split"] = _match("[BPOGSYT]+/[BPOGSYT]+", value, "BOT/PGSY")[0]


def _read_groups(fields: dict[str, Any], value: str) -> None:
    red, blue = _match("Red ([BPOGSYT]+), Blue ([BPOGSYT]+)", value, "Red BOT, Blue PGSY").groups()
    fields["groups"] = {"red": red, "blue": blue}


def _read_unused(fields: dict[str, Any], value: str) -> None:
    fields["unused"] = _match("[BPOGSYT]+", value, "BOT")[0]


def _read_effect(fields: dict[str, Any], value: str) -> None:
    kind, number, region, power, chosen = _match(EFFECT, value, "trio 1 anywhere by trio after c4 c5").groups()
    fields["effect"] = {"kind": kind, "number": int(number or 0), "region": region, "power": power}
    fields["effect"]["chosen"] = chosen.split() if chosen else []


def _read_crates_due(fields: dict[str, Any], value: str) -> None:
    fields["crates_due"] = int(_match("[0-9]{1,2}", value, "2")[0])


def _read_end(fields: dict[str, Any], value: str) -> None:
    name, ways = _match(r"triggered by (Red|Blue) \(([a-z -]+)\)", value, "triggered by Red (leaf-full)").groups()
    fields["trigger"], fields["endings"] = SEAT_OF[name], ways.split()


def _read_now(fields: dict[str, Any], value: str) -> None:
    moments = {words: moment for moment, words in NOW.items()}
    if value not in moments:
        raise PositionError(f"one of: {', '.join(moments)}")
    fields["phase"], fields["turn"] = moments[value]


READERS = {
    "round": _read_round,
    "tiles": _read_tiles,
    "tile": _read_tile,
    "dice": _read_dice,
    "split": _read_split,
    "groups": _read_groups,
    "unused": _read_unused,
    "effect": _read_effect,
    "crates due": _read_crates_due,
    "end": _read_end,
    "now": _read_now,
}


def _read_table_row(board: Board, fields: dict[str, Any], line: str) -> str:
    """A row of the tables of leaves and seats; returns its name."""
    row = re.fullmatch(r"(Red|Blue|blank) (circles|sum)((?: [0-9]{1,3}){6})", line, re.ASCII)
    if row and row[1] + row[2] != "blanksum":
        _read_leaves(board, fields, row[1].lower(), row[2], [int(figure) for figure in row[3].split()])
        return f"{row[1]} {row[2]}"
    if row := re.fullmatch(r"(anthills|cupcakes) ([0-9]{1,3}) ([0-9]{1,3})", line, re.ASCII):
        fields["red"][row[1]], fields["blue"][row[1]] = int(row[2]), int(row[3])
        return row[1]
    if row := re.fullmatch(r"crates ([a-z0-9-]+) ([0-9])/([0-9]) ([0-9])/([0-9])", line, re.ASCII):
        _read_crates(board, fields, *row.groups())
        return f"crates {row[1]}"
    raise PositionError(f"{line[:60]!r} is none of the lines that tell something")


def _read_leaves(board: Board, fields: dict[str, Any], who: str, what: str, figures: list[int]) -> None:
    if what == "circles" and who != "blank":
        fields[who]["circles"] = dict(zip(LETTERS, figures, strict=True))
        return
    right = _sums(board, fields[who]["numbers"]) if what == "sum" else _blank(board, fields)
    if figures != right:
        raise PositionError(f"it is {' '.join(map(str, right))} by what is drawn")


def _sums(board: Board, numbers: dict[str, int]) -> list[int]:
    cells = free_cells(board)
    return [sum(number for name, number in numbers.items() if cells[name][0] == letter) for letter in LETTERS]


def _blank(board: Board, fields: dict[str, Any]) -> list[int]:
    whole = int(board.record.circles.sum() + board.record.blank)
    return [whole - fields["red"]["circles"][letter] - fields["blue"]["circles"][letter] for letter in LETTERS]


def _read_crates(board: Board, fields: dict[str, Any], name: str, red: str, of: str, blue: str, also_of: str) -> None:
    powers = board.names["powers"]
    if name not in powers:
        raise PositionError(f"there is no power {name}; there are {', '.join(powers)}")
    needed = str(board.record.needed[powers.index(name)])
    if of != needed or also_of != needed:
        raise PositionError(f"{name} has {needed} crates")
    fields["red"]["crates"][name], fields["blue"]["crates"][name] = int(red), int(blue)
