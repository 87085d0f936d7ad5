"""A farm as lines of text, and back: four characters a column, rows from the top, waterways between the cells."""

import re

from ludotheque.games.junglerumble.board import CELLS, COLUMNS, cell_name, east_name, north_name
from ludotheque.games.junglerumble.state import SIZE
from ludotheque.games.refusal import PositionError

FIELD, SOIL, DUG, DRY = "###", " . ", "~~~", "   "
HEADER = re.compile("[a-o](   [a-o])*", re.ASCII)
ROW = re.compile(" *([0-9]{1,2})  .*", re.ASCII)


def draw_farm(fields: list[str], waterways: list[str]) -> list[str]:
    """The fields and one cell around them, as far as the farm goes."""
    cells = [CELLS[name] for name in fields]
    rows = _cropped([row for row, _ in cells])
    columns = _cropped([column for _, column in cells])
    lines = ["    " + "".join(f"  {COLUMNS[column - 1]} " for column in columns).rstrip()]
    lines += _draw_water(rows[-1], columns, waterways)
    for row in reversed(rows):
        line = f"{row:2}  " + ("|" if east_name(row, columns[0] - 1) in waterways else " ")
        for column in columns:
            line += FIELD if cell_name(row, column) in fields else SOIL
            line += "|" if east_name(row, column) in waterways else " "
        lines += [line.rstrip(), *_draw_water(row - 1, columns, waterways)]
    return lines


def _cropped(places: list[int]) -> range:
    return range(max(1, min(places) - 1), min(SIZE, max(places) + 1) + 1)


def _draw_water(row: int, columns: range, waterways: list[str]) -> list[str]:
    """The waterways north of a row; no line where there is none."""
    line = "     " + " ".join(DUG if north_name(row, column) in waterways else DRY for column in columns)
    return [line.rstrip()] if DUG in line else []


def read_farm(lines: list[str], seat: int) -> tuple[list[str], list[str]]:
    """The fields and waterways of a drawn farm; places are found by the letters of its first line."""
    letters = lines[0].strip()
    if not HEADER.fullmatch(letters) or letters.replace("   ", "") not in COLUMNS:
        raise PositionError(f"seat {seat}: {letters[:60]!r}: write the farm's columns like 'g   h   i   j'")
    left = len(lines[0]) - len(lines[0].lstrip()) - 2  # where the edge west of the first column stands
    first = COLUMNS.index(letters[0]) + 1
    columns = range(first, first + len(letters) // 4 + 1)
    fields: list[str] = []
    waterways: list[str] = []
    row = 0
    water: str | None = None  # a line of waterways that waits for the row below it
    for line in lines[1:]:
        if not line.strip(" ~") and water is None:
            water = line
            continue
        below = _row_number(line, left, row, seat)
        waterways += _read_water(water, left, below, columns, seat)
        _read_row(line, left, below, columns, seat, fields, waterways)
        row, water = below, None
    if not row:
        raise PositionError(f"seat {seat}: the farm has no rows")
    waterways += _read_water(water, left, row - 1, columns, seat)
    return fields, waterways


def _row_number(line: str, left: int, above: int, seat: int) -> int:
    match = ROW.fullmatch(line[: max(left, 0)] + "  ")
    row = int(match[1]) if match else 0
    if not 1 <= row <= SIZE or (above and row != above - 1):
        raise PositionError(f"seat {seat}: {line.strip()[:60]!r}: rows are numbered 15 to 1, one below the other")
    return row


def _read_row(
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


def _read_water(line: str | None, left: int, row: int, columns: range, seat: int) -> list[str]:
    """The waterways north of a row."""
    drawn = (line or "")[left:].ljust(4 * len(columns) + 1)
    edges = [drawn[i + 1 : i + 4] for i in range(0, len(drawn) - 1, 4)]
    if set(drawn[::4]) != {" "} or len(edges) != len(columns) or not set(edges) <= {DUG, DRY}:
        raise PositionError(f"seat {seat}: draw waterways north of row {row} as '~~~', in line with the cells")
    return [north_name(row, column) for column, edge in zip(columns, edges, strict=True) if edge == DUG]
