"""Mabula, played slowly from shared/rules/mabula.md."""

from math import prod

RING = [f"{column}8" for column in "bcdefg"] + [f"h{row}" for row in "765432"]
RING += [f"{column}1" for column in "gfedcb"] + [f"a{row}" for row in "234567"]
COLUMNS = "abcdefgh"
SEAT_OF = {"W": 1, "B": 2}


def cell_name(column: int, row: int) -> str:
    """Name of the cell at column 0..7, row 0..7 ('Board and start': a1 is bottom left)."""
    return f"{COLUMNS[column]}{row + 1}"


def inward_line(edge: str) -> list[str]:
    """The six interior cells seen from an edge cell, nearest first ('Moves')."""
    column, row = COLUMNS.index(edge[0]), int(edge[1]) - 1
    inwards = range(1, 7)
    if column == 0:
        return [cell_name(k, row) for k in inwards]
    if column == 7:
        return [cell_name(7 - k, row) for k in inwards]
    if row == 0:
        return [cell_name(column, k) for k in inwards]
    return [cell_name(column, 7 - k) for k in inwards]


def side_by_side(cell: str) -> list[str]:
    """The cells that share a side with one ('Outcome': not by corners).

    Names of missing corners may be among them: no marble ever stands there.
    """
    column, row = COLUMNS.index(cell[0]), int(cell[1]) - 1
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [cell_name(c, r) for c, r in around if 0 <= c < 8 and 0 <= r < 8]


LINES = {edge: inward_line(edge) for edge in RING}
PUSHES = {edge: [f"{edge}-{cell}" for cell in LINES[edge]] for edge in RING}
BESIDE = {cell_name(c, r): side_by_side(cell_name(c, r)) for c in range(8) for r in range(8)}


def check_start(start: str) -> None:
    """'Board and start': 12 marbles each and no three in a row of one colour on the ring."""
    assert len(start) == 24 and start.count("W") == 12 and start.count("B") == 12, start
    around = start + start[:2]
    assert "WWW" not in around and "BBB" not in around, start


class Table:
    """One game of Mabula."""

    def __init__(self, header: dict[str, str]) -> None:
        """'Board and start': 24 marbles on the ring, White moves first."""
        assert header.get("players", "2") == "2"
        self.scoring = header.get("scoring", "largest")
        assert self.scoring in ("largest", "product")
        check_start(header["start"])
        self.marbles = {cell: SEAT_OF[letter] for cell, letter in zip(RING, header["start"], strict=True)}
        self.turn = 1
        self.memo = self.moves_of(1)

    def actors(self) -> list[int]:
        """The seat to move, or nobody when neither has a move ('Moves')."""
        return [self.turn] if self.memo else []

    def legal(self, actor: int) -> list[str]:
        """All moves of the seat to move, sorted."""
        return self.memo if actor == self.turn else []

    def play(self, actor: int, text: str) -> None:
        """Push, then pass over a seat that has no move ('Moves')."""
        assert text in self.legal(actor), (actor, text)
        edge, target = text.split("-")
        self.push(edge, LINES[edge].index(target))
        self.turn = 3 - actor
        self.memo = self.moves_of(self.turn)
        if not self.memo:
            self.turn = actor
            self.memo = self.moves_of(actor)

    def moves_of(self, seat: int) -> list[str]:
        """'Moves': with m marbles on the line, 1..6-m cells inwards."""
        moves: list[str] = []
        for edge in RING:
            if self.marbles.get(edge) == seat:
                blocked = sum(cell in self.marbles for cell in LINES[edge])
                moves += PUSHES[edge][: 6 - blocked]
        return sorted(moves)

    def push(self, edge: str, place: int) -> None:
        """'Moves': the pusher goes to a place of its line, those it meets stack up ahead."""
        line = LINES[edge]
        before = [(here, self.marbles.pop(cell)) for here, cell in enumerate(line) if cell in self.marbles]
        self.marbles[line[place]] = self.marbles.pop(edge)
        taken = place
        for here, colour in before:
            taken = max(here, taken + 1)
            self.marbles[line[taken]] = colour

    def group_sizes(self, seat: int) -> list[int]:
        """'Outcome': sizes of the groups of one colour, edge cells included."""
        left = {cell for cell, owner in self.marbles.items() if owner == seat}
        sizes = []
        while left:
            reached = [left.pop()]
            for cell in reached:
                new = left.intersection(BESIDE[cell])
                left -= new
                reached += new
            sizes.append(len(reached))
        return sizes

    def scores(self) -> list[int]:
        """'Outcome': the largest group, or the product of all."""
        measure = max if self.scoring == "largest" else prod
        return [measure(self.group_sizes(seat)) for seat in (1, 2)]

    def winners(self) -> list[int]:
        """'Outcome': the higher score; equal scores are a draw and both win."""
        scores = self.scores()
        return [seat for seat in (1, 2) if scores[seat - 1] == max(scores)]
