"""A position of Jungle Rumble as text, and back: the table first, then each seat with its farm.

Round 2, first player: seat 2
Turn of seat 1, beaver: seat 2 follows or passes
Supply: fields 17, waterways 19, kittens 4 3
Cards: tiger 1, bull 0, beaver 0, raccoon 1, monkey 0
Taken: bull by seat 2, beaver by seat 1
End: not yet

Seat 1 (Red): food 3, gold 2, penalties 0
Workers: awake 1, asleep 1, next trader t1
Traders: none
      g   h   i   j
 9    .   .   .   .
 8    .  ###|###  .
             ~~~
 7    .   .   .   .

A farm is cropped to its fields and one cell around them. `###` is a field, `|` and `~~~` are waterways. A trader is
written `t3:open`, `t3:2food`, `t3:1gold`, or `t3:new` in the round it was hired in.
"""

import re
from collections.abc import Callable, Collection
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import CARD_NAMES, CELLS, COLUMNS, cell_name, east_name, north_name
from ludotheque.games.junglerumble.fields import PHASES, to_fields
from ludotheque.games.junglerumble.state import ENDINGS, SEATS, SIZE
from ludotheque.games.refusal import PositionError

NUMBER = "([0-9]{1,4})"
CARDS = "|".join(CARD_NAMES.values())
DOING = {
    "waking": "wakes workers",
    "selling": "sells to t{seller}",
    "choosing": "chooses a card",
    "sending": "sends workers",
    "placing": "has {to_place} more to place",
    "following": "follows or passes",
    "feeding": "is short of food",
}
TURN = re.compile(rf"Turn of seat {NUMBER}(?:, ({CARDS}))?: seat {NUMBER} (.*)", re.ASCII)
ROUND = re.compile(rf"Round {NUMBER}, first player: seat {NUMBER}", re.ASCII)
SUPPLY = re.compile(rf"Supply: fields {NUMBER}, waterways {NUMBER}, kittens ([0-9 ]+)", re.ASCII)
FOOD = re.compile("Cards: " + ", ".join(f"{name} {NUMBER}" for name in CARD_NAMES.values()), re.ASCII)
TAKEN = re.compile(rf"({CARDS}) by seat {NUMBER}", re.ASCII)
SEAT = re.compile(rf"Seat {NUMBER}(?: \([A-Za-z]+\))?: food {NUMBER}, gold {NUMBER}, penalties {NUMBER}", re.ASCII)
WORKERS = re.compile(rf"Workers: awake {NUMBER}, asleep {NUMBER}, next trader t{NUMBER}", re.ASCII)
TRADER = re.compile(rf"t{NUMBER}:(?:(open|new)|{NUMBER}(food|gold))", re.ASCII)
FIELD, SOIL, DUG, DRY = "###", " . ", "~~~", "   "
HEADER = re.compile("[a-o](   [a-o])*", re.ASCII)
ROW = re.compile(" *([0-9]{1,2})  .*", re.ASCII)


def format_state(board: Board, state: Any) -> str:
    """The turn, the supply, the cards, the end, and each seat's belongings and farm."""
    fields = to_fields(board, state)
    supply, cards = fields["supply"], fields["cards"]
    taken = [f"{name} by seat {card['taker']}" for name, card in cards.items() if card["taker"]]
    lines = [
        f"Round {fields['round']}, first player: seat {fields['first']}",
        _format_turn(fields),
        f"Supply: fields {supply['fields']}, waterways {supply['waterways']}, kittens {_joined(supply['kittens'])}",
        "Cards: " + ", ".join(f"{name} {card['food']}" for name, card in cards.items()),
        "Taken: " + (", ".join(taken) or "none"),
        "End: " + (", ".join(fields["ending"]) or "not yet"),
    ]
    for seat, owner in fields["seats"].items():
        lines += ["", *_format_seat(seat, owner)]
    return "\n".join(lines)


def _joined(numbers: dict[str, int]) -> str:
    return " ".join(map(str, numbers.values()))


def _format_turn(fields: dict[str, Any]) -> str:
    if fields["phase"] == "over":
        return "Game over"
    card = f", {fields['card']}" if fields["card"] else ""
    return f"Turn of seat {fields['active']}{card}: seat {fields['turn']} {DOING[fields['phase']].format(**fields)}"


def _format_seat(seat: str, owner: dict[str, Any]) -> list[str]:
    return [
        f"Seat {seat} ({SEATS[int(seat)]}): food {owner['food']}, gold {owner['gold']}, penalties {owner['penalties']}",
        f"Workers: awake {owner['awake']}, asleep {owner['asleep']}, next trader t{owner['hired'] + 1}",
        "Traders: " + (" ".join(map(_format_trader, owner["traders"])) or "none"),
        *_format_farm(owner["fields"], owner["waterways"]),
    ]


def _format_trader(trader: dict[str, Any]) -> str:
    word = f"{trader['goods']}{trader['kind']}" if trader["kind"] else "new" if trader["new"] else "open"
    return f"t{trader['number']}:{word}"


def lay_out_farm(
    fields: Collection[str], edges: Collection[str], cell: Callable[[str], str], edge: Callable[[str, str], str],
    margin: int,
) -> list[str]:  # fmt: skip
    """The lines of a farm: its fields and one cell around them, four characters a column, row numbers in the margin.

    `cell` gives the three characters of a cell by its name. `edge` gives those of an edge by its name and its blank:
    one character east of a cell, three north of it. A line between two rows is left out unless an edge of it is in
    `edges`.
    """
    places = [CELLS[name] for name in fields]
    rows, columns = _crop([row for row, _ in places]), _crop([column for _, column in places])

    def between(row: int) -> list[str]:
        names = [north_name(row, column) for column in columns]
        is_shown = any(name in edges for name in names)
        return [" " * margin + " " + "".join(edge(name, DRY) + " " for name in names)] if is_shown else []

    lines = [" " * margin + "  " + "   ".join(COLUMNS[column - 1] for column in columns), *between(rows[-1])]
    for row in reversed(rows):
        line = f"{row:2}".ljust(margin) + edge(east_name(row, columns[0] - 1), " ")
        line += "".join(cell(cell_name(row, column)) + edge(east_name(row, column), " ") for column in columns)
        lines += [line, *between(row - 1)]
    return lines


def _crop(places: list[int]) -> range:
    return range(max(1, min(places) - 1), min(SIZE, max(places) + 1) + 1)


def _format_farm(fields: list[str], waterways: list[str]) -> list[str]:
    def cell(name: str) -> str:
        return FIELD if name in fields else SOIL

    def edge(name: str, blank: str) -> str:
        return blank if name not in waterways else DUG if blank == DRY else "|"

    return [line.rstrip() for line in lay_out_farm(fields, waterways, cell, edge, margin=4)]


def parse_state(board: Board, text: str) -> dict[str, Any]:
    """The fields of a drawn position; says which line it cannot read."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if line.strip().startswith("Seat ")]
    table = [line.strip() for line in lines[: starts[0]]] if starts else []
    if len(table) != 6:
        raise PositionError("draw six lines for the table (Round, Turn, Supply, Cards, Taken, End), then each Seat")
    round_number, first = _numbers(ROUND, table[0], "Round 1, first player: seat 1")
    seats = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        seat, owner = _parse_seat(lines[start:end])
        if seat in seats:
            raise PositionError(f"{lines[start].strip()!r}: seat {seat} is drawn twice")
        seats[seat] = owner
    return {
        "round": round_number,
        "first": first,
        **_parse_turn(table[1]),
        "ending": _parse_end(table[5]),
        "supply": _parse_supply(table[2]),
        "cards": _parse_cards(table[3], table[4]),
        "seats": seats,
    }


def _numbers(form: re.Pattern[str], line: str, example: str) -> list[int]:
    match = form.fullmatch(line)
    if not match:
        raise _unlike(line, example)
    return [int(number) for number in match.groups()]


def _unlike(line: str, *examples: str) -> PositionError:
    return PositionError(f"{line[:60]!r}: write it like {' or '.join(map(repr, examples))}")


def _parse_turn(line: str) -> dict[str, Any]:
    moment = {"phase": "over", "active": None, "turn": None, "card": None, "seller": None, "to_place": 0}
    if line == "Game over":
        return moment
    if match := TURN.fullmatch(line):
        active, card, turn, doing = match.groups()
        for phase, words in DOING.items():
            form = re.escape(words).replace(r"\{seller\}", NUMBER).replace(r"\{to_place\}", NUMBER)
            if done := re.fullmatch(form, doing, re.ASCII):
                moment |= {"phase": phase, "active": int(active), "turn": int(turn), "card": card}
                if phase in ("selling", "placing"):
                    moment["seller" if phase == "selling" else "to_place"] = int(done[1])
                return moment
    raise _unlike(line, f"Turn of seat 1: seat 1 {DOING[PHASES[1]]}")


def _parse_supply(line: str) -> dict[str, Any]:
    match = SUPPLY.fullmatch(line)
    if not match or any(len(word) > 2 for word in match[3].split()):
        raise _unlike(line, "Supply: fields 18, waterways 20, kittens 4 4")
    kittens = {str(seat): int(word) for seat, word in enumerate(match[3].split(), 1)}
    return {"fields": int(match[1]), "waterways": int(match[2]), "kittens": kittens}


def _parse_cards(line: str, taken: str) -> dict[str, Any]:
    food = _numbers(FOOD, line, "Cards: tiger 0, bull 0, beaver 0, raccoon 2, monkey 1")
    cards: dict[str, Any] = {
        name: {"food": number, "taker": None} for name, number in zip(CARD_NAMES.values(), food, strict=True)
    }
    words = [] if taken == "Taken: none" else taken.removeprefix("Taken: ").split(", ")
    for word in words:
        match = TAKEN.fullmatch(word)
        if not match or not taken.startswith("Taken: ") or cards[match[1]]["taker"]:
            raise _unlike(taken, "Taken: bull by seat 2, raccoon by seat 1", "Taken: none")
        cards[match[1]]["taker"] = int(match[2])
    return cards


def _parse_end(line: str) -> list[str]:
    words = line.removeprefix("End: ").split(", ")
    if line == "End: not yet":
        return []
    if not line.startswith("End: ") or not set(words) <= set(ENDINGS):
        raise _unlike(line, "End: not yet", "End: " + ", ".join(ENDINGS))
    return words


def _parse_seat(lines: list[str]) -> tuple[str, dict[str, Any]]:
    """One seat: three lines, then its farm."""
    seat, food, gold, penalties = _numbers(SEAT, lines[0].strip(), "Seat 1 (Red): food 4, gold 1, penalties 0")
    if len(lines) < 4:
        raise PositionError(f"seat {seat}: after this line come Workers, Traders and the farm")
    awake, asleep, following = _numbers(WORKERS, lines[1].strip(), "Workers: awake 2, asleep 0, next trader t1")
    fields, waterways = _parse_farm(lines[3:], seat)
    return str(seat), {
        "food": food,
        "gold": gold,
        "penalties": penalties,
        "awake": awake,
        "asleep": asleep,
        "hired": following - 1,
        "traders": _parse_traders(lines[2].strip()),
        "fields": fields,
        "waterways": waterways,
    }


def _parse_traders(line: str) -> list[dict[str, Any]]:
    if line == "Traders: none":
        return []
    matches = [TRADER.fullmatch(word) for word in line.removeprefix("Traders: ").split()]
    traders = [
        {"number": int(match[1]), "kind": match[4], "goods": int(match[3] or 0), "new": match[2] == "new"}
        for match in matches
        if match
    ]
    if not line.startswith("Traders: ") or len(traders) != len(matches):
        raise _unlike(line, "Traders: t1:open t2:2food t5:1gold t6:new")
    return traders


def _parse_farm(lines: list[str], seat: int) -> tuple[list[str], list[str]]:
    """The fields and waterways of a drawn farm; the letters of its first line say where its columns begin."""
    letters = lines[0].strip()
    if not HEADER.fullmatch(letters) or letters.replace("   ", "") not in COLUMNS:
        raise PositionError(f"seat {seat}: {letters[:60]!r}: write the farm's columns like 'g   h   i   j'")
    left = len(lines[0]) - len(lines[0].lstrip()) - 2  # the offset of the edge west of the first column
    first = COLUMNS.index(letters[0]) + 1
    columns = range(first, first + len(letters) // 4 + 1)
    fields: list[str] = []
    waterways: list[str] = []
    row = 0
    water: str | None = None  # a line of waterways, read once the number of the row below it is known
    for line in lines[1:]:
        if not line.strip(" ~") and water is None:
            water = line
            continue
        below = _row_number(line, left, row, seat)
        waterways += _parse_edges(water, left, below, columns, seat)
        _parse_row(line, left, below, columns, seat, fields, waterways)
        row, water = below, None
    if not row:
        raise PositionError(f"seat {seat}: the farm has no rows")
    waterways += _parse_edges(water, left, row - 1, columns, seat)
    return fields, waterways


def _row_number(line: str, left: int, above: int, seat: int) -> int:
    match = ROW.fullmatch(line[: max(left, 0)] + "  ")
    row = int(match[1]) if match else 0
    if not 1 <= row <= SIZE or (above and row != above - 1):
        raise PositionError(f"seat {seat}: {line.strip()[:60]!r}: rows are numbered 15 to 1, one below the other")
    return row


def _parse_row(
    line: str, left: int, row: int, columns: range, seat: int, fields: list[str], waterways: list[str]
) -> None:
    drawn = line[left:].ljust(4 * len(columns) + 1)
    edges, cells = drawn[::4], [drawn[i + 1 : i + 4] for i in range(0, len(drawn) - 1, 4)]
    if len(cells) != len(columns) or not set(cells) <= {FIELD, SOIL} or not set(edges) <= {"|", " "}:
        raise PositionError(
            f"seat {seat}: row {row}: draw {len(columns)} cells, '###' or ' . ', with '|' or ' ' between"
        )
    fields += [cell_name(row, column) for column, cell in zip(columns, cells, strict=True) if cell == FIELD]
    west = range(columns[0] - 1, columns[-1] + 1)
    waterways += [east_name(row, column) for column, edge in zip(west, edges, strict=True) if edge == "|"]


def _parse_edges(line: str | None, left: int, row: int, columns: range, seat: int) -> list[str]:
    """The waterways north of a row."""
    drawn = (line or "")[left:].ljust(4 * len(columns) + 1)
    edges = [drawn[i + 1 : i + 4] for i in range(0, len(drawn) - 1, 4)]
    if set(drawn[::4]) != {" "} or len(edges) != len(columns) or not set(edges) <= {DUG, DRY}:
        raise PositionError(f"seat {seat}: draw waterways north of row {row} as '~~~', in line with the cells")
    return [north_name(row, column) for column, edge in zip(columns, edges, strict=True) if edge == DUG]
