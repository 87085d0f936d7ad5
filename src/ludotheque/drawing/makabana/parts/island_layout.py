"""The layout of the sea: sites, the beaches' signs and club places, the raft that is the Tikis' home."""

from dataclasses import dataclass
from functools import cache

from ludotheque.drawing.makabana.parts.shore import ABOVE, BELOW, LEFT, RIGHT, Cell, Shore, shores, side_of
from ludotheque.drawing.svg import number
from ludotheque.games.board_record import Board

PITCH, CELL = 96, 80
COAST = 54  # water around an island
BAND_ABOVE, BAND_BELOW = 98, 116  # room for signs
SIDE = 60  # room for a sign beside an island, beyond its own width
TAG = 48
CLUB = 76
SIGN_HEIGHT = 84
RAFT = 76  # the strip of sea below, with the raft
ON_RAFT = 44
EDGE = 8  # the least water beside a site
PHONE = 784  # the widest sea whose sites can be touched on a phone

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sign:
    """A beach's name and tally, from its left top corner, and the middle of its club place."""

    beach: int
    x: float
    y: float
    club: Spot


@dataclass(frozen=True, slots=True)
class PlacedIsland:
    """An island in its place: the left top corner of its first cell."""

    shore: Shore
    x: float
    y: float

    def middle(self, cell: Cell) -> Spot:
        return self.x + PITCH * (cell[0] + 0.5), self.y + PITCH * (cell[1] + 0.5)


@dataclass(frozen=True, eq=False, slots=True)
class Sea:
    """The whole sea. There is one for each board and number of players."""

    width: float
    height: float
    lands: tuple[PlacedIsland, ...]
    spots: tuple[Spot, ...]  # by site
    signs: tuple[Sign, ...]  # by beach - 1
    homes: tuple[Spot, ...]  # by seat - 1: its Tiki's place in the raft
    raft: Spot

    def box(self, players: int, names: tuple[str, ...], most: float = 0) -> str:
        """The islands and signs as a viewBox; with less water beside them where it would be wider than `most`."""
        left = min(*(land.x for land in self.lands), *(sign.x for sign in self.signs)) - EDGE
        right = EDGE + max(
            *(land.x + PITCH * land.shore.columns for land in self.lands),
            *(sign.x + sign_width(name, players) for sign, name in zip(self.signs, names, strict=True)),
        )
        water = min(COAST - EDGE, max(0, (most - right + left) / 2) if most else COAST)
        return f"{number(left - water)} 0 {number(right - left + 2 * water)} {number(self.height)}"


@dataclass(frozen=True, slots=True)
class FramedIsland:
    """An island with its signs, before it has a place: (side, where along it, beach, width) each."""

    shore: Shore
    signs: tuple[tuple[Cell, float, int, float], ...]

    def span(self, side: Cell) -> float:
        """The length of the signs of a side together."""
        lengths = [width if side in (ABOVE, BELOW) else SIGN_HEIGHT for at, _, _, width in self.signs if at == side]
        return sum(lengths) + 14 * (len(lengths) + 1)

    def margin(self, side: Cell) -> float:
        """The water on a side."""
        widths = [width for at, _, _, width in self.signs if at == side]
        if side in (ABOVE, BELOW):
            band = BAND_ABOVE if side == ABOVE else BAND_BELOW
            return band if widths else COAST
        return max(widths) + SIDE + 14 if widths else COAST

    @property
    def width(self) -> float:
        own = self.margin(LEFT) + PITCH * self.shore.columns + self.margin(RIGHT)
        return max(own, self.span(ABOVE), self.span(BELOW))

    @property
    def height(self) -> float:
        own = self.margin(ABOVE) + PITCH * self.shore.rows + self.margin(BELOW)
        return max(own, self.span(LEFT), self.span(RIGHT))


def sign_width(name: str, players: int) -> float:
    """A name above its tags, and the club place beside them."""
    return max(16 * len(name) + 14, TAG * players) + CLUB


def frame_of(board: Board, shore: Shore, players: int) -> FramedIsland:
    """An island with the signs of its beaches."""
    beach_of = board.record.beach.tolist()
    signs = []
    for beach in dict.fromkeys(beach_of[site] for site in sorted(shore.sites.values())):
        side, along = side_of(shore, {site for site in shore.sites.values() if beach_of[site] == beach})
        signs.append((side, along, beach, sign_width(board.names["beaches"][beach - 1], players)))
    return FramedIsland(shore, tuple(signs))


def shelves(frames: list[FramedIsland]) -> list[list[FramedIsland]]:
    """Islands side by side and below each other, so that the whole is as square as may be."""
    choices = []
    for limit in {sum(frame.width for frame in frames[: k + 1]) for k in range(len(frames))}:
        rows: list[list[FramedIsland]] = [[]]
        for frame in frames:
            if rows[-1] and sum(one.width for one in rows[-1]) + frame.width > limit:
                rows.append([])
            rows[-1].append(frame)
        width = max(sum(frame.width for frame in row) for row in rows)
        height = sum(max(frame.height for frame in row) for row in rows)
        choices.append((max(width, height), len(rows), rows))
    return min(choices)[2] if len(frames) > 1 else [frames]


@cache
def lay_out_sea(board: Board, players: int, least_width: float, least_height: float) -> Sea:
    """The sea of a board, at least as large as the given size."""
    rows = shelves([frame_of(board, shore, players) for shore in shores(board)])
    width = max(least_width, *(sum(frame.width for frame in row) for row in rows))
    height = max(sum(map(_tallest, rows)) + RAFT, least_height)
    lands, signs = _set_down(rows, width, height - RAFT)
    spots = {site: land.middle(cell) for land in lands for cell, site in land.shore.sites.items()}
    raft = (width / 2, height - RAFT / 2)
    homes = tuple((raft[0] + ON_RAFT * (k - (players - 1) / 2), raft[1] - 14) for k in range(players))
    in_order = tuple(sorted(signs, key=lambda sign: sign.beach))
    return Sea(width, height, tuple(lands), tuple(spots[k] for k in sorted(spots)), in_order, homes, raft)


def _tallest(row: list[FramedIsland]) -> float:
    return max(frame.height for frame in row)


def _set_down(rows: list[list[FramedIsland]], width: float, height: float) -> tuple[list[PlacedIsland], list[Sign]]:
    """The islands and their signs, with the spare room spread between them."""
    lands, signs = [], []
    gap = (height - sum(map(_tallest, rows))) / (len(rows) + 1)
    top = gap
    for row in rows:
        left, room = 0.0, (width - sum(frame.width for frame in row)) / len(row)
        for frame in row:
            lands.append(put(frame, left, top + (_tallest(row) - frame.height) / 2, frame.width + room))
            signs += signs_of(frame, lands[-1], left, frame.width + room)
            left += frame.width + room
        top += _tallest(row) + gap
    return lands, signs


def put(frame: FramedIsland, left: float, top: float, width: float) -> PlacedIsland:
    """An island in the middle of its water."""
    shore = frame.shore
    spare = width - frame.margin(LEFT) - frame.margin(RIGHT) - PITCH * shore.columns
    higher = frame.height - frame.margin(ABOVE) - frame.margin(BELOW) - PITCH * shore.rows
    return PlacedIsland(
        shore, round(left + frame.margin(LEFT) + spare / 2), round(top + frame.margin(ABOVE) + higher / 2)
    )


def signs_of(frame: FramedIsland, land: PlacedIsland, left: float, width: float) -> list[Sign]:
    """The signs around an island, each as near to its beach as the others let it."""
    placed = []
    for side in (ABOVE, BELOW, LEFT, RIGHT):
        ours = sorted((along, beach, wide) for at, along, beach, wide in frame.signs if at == side)
        if side in (ABOVE, BELOW):
            y = land.y - 92 if side == ABOVE else land.y + PITCH * land.shore.rows + 30
            wanted = [(land.x + PITCH * along - wide / 2, wide) for along, _, wide in ours]
            corners = [(x, y) for x in spread(wanted, left, left + width)]
        else:
            wanted = [(land.y + PITCH * along - SIGN_HEIGHT / 2, SIGN_HEIGHT) for along, _, _ in ours]
            tops = spread(wanted, land.y - COAST, land.y + PITCH * land.shore.rows + COAST)
            right = land.x + PITCH * land.shore.columns + SIDE
            corners = [
                (land.x - SIDE - one[2] if side == LEFT else right, y) for one, y in zip(ours, tops, strict=True)
            ]
        placed += [_sign(beach, *corner, wide) for (_, beach, wide), corner in zip(ours, corners, strict=True)]
    return placed


def _sign(beach: int, x: float, y: float, wide: float) -> Sign:
    return Sign(beach, round(x), round(y), (round(x + wide - CLUB / 2), round(y + 40)))


def spread(wanted: list[tuple[float, float]], low: float, high: float) -> list[float]:
    """Starts of items in a row, near the wanted ones (start, length) and without overlap."""
    starts: list[float] = []
    edge = low + 14
    for start, length in wanted:
        starts.append(max(start, edge))
        edge = starts[-1] + length + 14
    if starts:  # share the shift evenly
        late = sum(start - one for start, (one, _) in zip(starts, wanted, strict=True)) / len(starts)
        starts = [start - max(0, min(late, starts[0] - low - 14)) for start in starts]
    edge = high - 14
    for k in reversed(range(len(starts))):
        starts[k] = min(starts[k], edge - wanted[k][1])
        edge = starts[k] - 14
    return starts
