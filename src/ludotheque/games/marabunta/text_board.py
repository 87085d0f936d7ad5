"""A position of Marabunta as text: the territory (see `territory_text`), and lines of the form `key: value`.

    round: 3 (Red splits)
    tiles: crates one nest
    ...

Lines without a value are left out.
"""

import re
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.fields import COLOURS, to_fields
from ludotheque.games.marabunta.notation import TILE_NAMES
from ludotheque.games.marabunta.state import SEATS
from ludotheque.games.marabunta.territory_text import draw_territory, free_cells, read_territory
from ludotheque.games.refusal import PositionError

NUMBERED = ("write", "nest", "zeros", "trio")
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


def format_state(board: Board, state: Any) -> str:
    """The map, the round, the leaves, and what each seat has."""
    fields = to_fields(board, state)
    lines = [*draw_territory(board, fields), *_round_lines(fields), ""]
    lines += [*_leaf_lines(board, state, fields), "", *_seat_lines(board, fields)]
    return "\n".join(line.rstrip() for line in lines)


def _round_lines(fields: dict[str, Any]) -> list[str]:
    seats = {colour: SEATS[seat] for seat, colour in COLOURS.items()}
    told = {
        "round": f"{fields['round']} ({SEATS[2 - fields['round'] % 2]} splits)",
        "tiles": " ".join(fields["tiles"]) or "none",
        "tile": fields["tile"],
        "dice": " ".join(f"{die}={face}" for die, face in fields["dice"].items()),
        "split": fields["split"],
        "groups": ", ".join(f"{seats[colour]} {group}" for colour, group in (fields["groups"] or {}).items()),
        "unused": fields["unused"],
        "effect": _effect_words(fields["effect"]) if fields["effect"] else "",
        "crates due": fields["crates_due"],
        "end": f"triggered by {SEATS[fields['trigger']]} ({' '.join(fields['endings'])})" if fields["trigger"] else "",
        "now": NOW[fields["phase"], fields["turn"]],
    }
    return [f"{key}: {value}" for key, value in told.items() if value]


def _effect_words(effect: dict[str, Any]) -> str:
    words = [effect["kind"]]
    if effect["kind"] in NUMBERED:
        words.append(f"{effect['number']} {'in ' + effect['region'] if effect['region'] else 'anywhere'}")
    if effect["power"]:
        words.append(f"by {effect['power']}")
    if effect["chosen"]:
        words.append(f"after {' '.join(effect['chosen'])}")
    return " ".join(words)


def _leaf_lines(board: Board, state: Any, fields: dict[str, Any]) -> list[str]:
    rows = {f"{SEATS[seat]} circles": fields[colour]["circles"].values() for seat, colour in COLOURS.items()}
    rows["blank circles"] = state.blank
    rows |= {f"{SEATS[seat]} sum": state.sums[seat] for seat in SEATS}
    return [_row("leaf", LETTERS), *(_row(name, values) for name, values in rows.items())]


def _row(name: str, values: Any) -> str:
    return f"{name:<14}" + "".join(f"{value!s:>4}" for value in values)


def _seat_lines(board: Board, fields: dict[str, Any]) -> list[str]:
    record, seats = board.record, [fields[colour] for colour in COLOURS.values()]
    rows = {key: [str(seat[key]) for seat in seats] for key in ("anthills", "cupcakes")}
    for power, name in enumerate(board.names["powers"]):
        rows[f"crates {name}"] = [f"{seat['crates'][name]}/{record.needed[power]}" for seat in seats]
    width = max(map(len, rows))
    table = {"": list(SEATS.values())} | rows
    return [
        _row_line(board),
        *(f"{name:<{width}}{red:>7}{blue:>7}" for name, (red, blue) in table.items()),
    ]


def parse_state(board: Board, text: str) -> dict[str, Any]:
    """The fields of a drawn position. Figures that follow from others may be left out; if given, they must be right."""
    lines = [(number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    below = next((i for i, (_, line) in enumerate(lines) if ":" in line), len(lines))
    fields = _start_fields(board)
    read_territory(board, fields, lines[:below])
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
    """The default values of the fields."""
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
