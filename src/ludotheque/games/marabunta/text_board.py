r"""A position of Marabunta as a drawn text board; `text_board_reader` reads it back.

         a    b    c    d
       ____      ____
    1 / B  \____/ Br2\____      each hex: its region; c a cupcake, x a crate;
      \____/ Bc \____/ B##\     r2 Red's 2, b0 Blue's 0; ## struck
      ...
    round: 3 (Red splits)
    tiles: crates one nest
    ...

Below the map every line begins with what it tells; lines with nothing to tell are left out.
"""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import COLUMNS, LETTERS
from ludotheque.games.marabunta.fields import COLOURS, to_fields
from ludotheque.games.marabunta.state import SEATS
from ludotheque.games.marabunta.text_board_reader import NOW, free_cells, parse_state

__all__ = ["format_state", "parse_state"]

OUTLINED = 15  # columns that fit into 80 letters with the outlines of the hexes
NUMBERED = ("write", "nest", "zeros", "trio")


def format_state(board: Board, state: Any) -> str:
    """The map, the round, the leaves, and what each seat has."""
    fields = to_fields(board, state)
    cells = _cells(board, fields)
    columns = COLUMNS[: max(COLUMNS.index(name[0]) for name in cells) + 1]
    rows = max(int(name[1:]) for name in cells)
    drawing = _draw_outlined(cells, columns, rows) if len(columns) <= OUTLINED else _draw_bare(cells, columns, rows)
    lines = [*drawing, *_round_lines(fields), "", *_leaf_lines(board, state, fields), "", *_seat_lines(board, fields)]
    return "\n".join(line.rstrip() for line in lines)


def _cells(board: Board, fields: dict[str, Any]) -> dict[str, str]:
    """What is drawn in each hex."""
    cells = free_cells(board)
    for name in fields["struck"]:
        cells[name] = f"{cells[name][0]}##"
    for colour in COLOURS.values():
        for name, number in fields[colour]["numbers"].items():
            cells[name] = f"{cells[name][0]}{colour[0]}{number}"
    return cells


def _draw_outlined(cells: dict[str, str], columns: str, rows: int) -> list[str]:
    lines = ["   " + "".join(f"  {column}  " for column in columns)]
    for line in range(2 * rows + 2):
        row = f"{line // 2 + 1:>2} " if line % 2 and line < 2 * rows else "   "
        parts = [_draw_part(cells, columns, rows, line, i) for i in range(len(columns))]
        lines.append(row + "".join(parts) + _draw_edge(columns, rows, line))
    return lines


def _draw_part(cells: dict[str, str], columns: str, rows: int, line: int, i: int) -> str:
    """The left edge and the inside of a column's hex on one line of text; columns b, d, f ... sit a line lower."""
    own = line - i % 2
    if own < 0 or own > 2 * rows:
        return ("/" if i and own > 0 else " ") + "    "
    if own % 2:
        return f"/ {cells.get(f'{columns[i]}{own // 2 + 1}', ''):<3}"
    return ("\\" if own or i % 2 else " ") + "____"


def _draw_edge(columns: str, rows: int, line: int) -> str:
    """The right edge of the last column."""
    own = line - (len(columns) - 1) % 2
    return " " if own <= 0 or own > 2 * rows else "\\" if own % 2 else "/"


def _draw_bare(cells: dict[str, str], columns: str, rows: int) -> list[str]:
    """Without outlines, so that 26 columns fit."""
    lines = ["   " + "".join(f"{column}  " for column in columns)]
    for row in range(1, rows + 1):
        for odd, label in ((0, f"{row:>2} "), (1, "     ")):
            lines.append(label + "".join(f"{cells.get(f'{column}{row}', ''):<6}" for column in columns[odd::2]))
    return lines


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
    points = [int(record.row_points[box + 1] - record.row_points[box]) for box in range(record.row)]
    return [
        f"cupcake row: {' '.join(f'+{point}' for point in points)}",
        *(f"{name:<{width}}{red:>7}{blue:>7}" for name, (red, blue) in table.items()),
    ]
