"""Maka Bana's cards: a face of 40 by 44 for each, the fan before a seat, and the larger cards of one's own project."""

from collections.abc import Iterable
from functools import cache

from ludotheque.drawing.makabana.parts.island_layout import PITCH, Sea
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.drawing.svg import at, number
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.fields import CARD_COUNTS
from ludotheque.games.makabana.state import SECTORS, TYPES

WIDE, HIGH = 40, 44
STEP = 13  # from one back to the next
PAPER = (
    f'<rect id="mb-paper" class="mb-card" width="{WIDE}" height="{HIGH}" rx="6"/>'
    '<rect id="mb-art" x="3.5" y="3.5" width="33" height="37" rx="4"/>'
)


def _face(name: str, worn: str, inside: str) -> str:
    return f'<g id="mb-card-{name}"><use href="#mb-paper"/><use href="#mb-art" {worn}/>{inside}</g>'


def _sign(name: str, scale: float) -> str:
    return f'<use href="#mb-{name}" transform="translate(20 22)scale({scale:g})"/>'


@cache
def faces(board: Board, sea: Sea) -> str:
    """The faces of all cards; a beach's shows where it lies."""
    every = range(len(sea.spots))
    drawn = f'{PAPER}<g id="mb-mini">{_mini(sea, every, "mb-mini")}</g>'
    water, plain, act = (f'class="mb-{face}"' for face in ("face-sea", "face", "face-act"))
    beaches = board.record.beach.tolist()
    for beach, name in enumerate(board.names["beaches"], 1):
        here = _mini(sea, (site for site in every if beaches[site] == beach), "mb-here")
        drawn += _face(name, water, f'<use href="#mb-mini"/>{here}')
    drawn += "".join(_face(name, f'fill="url(#mb-texture-{name})"', _sign(name, 1.1)) for name in SECTORS)
    drawn += "".join(_face(name, plain, _sign(name, 0.82)) for name in TYPES)
    return drawn + _face("paint", act, _sign("brush", 0.86)) + _face("club", act, _sign("mask", 0.8))


def _mini(sea: Sea, sites: Iterable[int], worn: str) -> str:
    """Sites on the small island of a card: each a square dot, half a pitch apart is one."""
    xs, ys = (
        [round(2 * (spot[axis] - min(one[axis] for one in sea.spots)) / PITCH) for spot in sea.spots] for axis in (0, 1)
    )
    scale = min(30 / (max(xs) + 2), 34 / (max(ys) + 2))
    x, y = 20 - max(xs) * scale / 2, 22 - max(ys) * scale / 2
    dots = "".join(f"M{xs[site]} {ys[site]}h0" for site in sites)
    return f'<path class="{worn}" transform="translate({number(x)} {number(y)})scale({scale:.2f})" d="{dots}"/>'


def fan(board: Board, seat: int, kind: int, card: int) -> str:
    """A project as the others see it: the shown card, then the backs of the other cards, with their number."""
    hidden = CARD_COUNTS[kind] - 1
    last = 46 + STEP * (hidden - 1)
    backs = "".join(f'<use href="#mb-back" x="{46 + STEP * k}"/>' for k in range(hidden))
    mark = f'<use href="#mb-mark-{seat}" class="on-seat" x="{last + 20}" y="15"/>'
    more = f'<text class="mb-on" x="{last + 20}" y="33">+{hidden}</text>'
    return f'<use href="#mb-card-{board.names["cards"][card]}"/><g class="seat-{seat}">{backs}{mark}{more}</g>'


def pile(scene: Scene, seat: int, x: float, y: float) -> str:
    """A seat's project as the others see it now: nothing yet, face down, laid open, or none at all."""
    if scene.phase == "tikis" and scene.cards[seat]:
        return f"<g {at(x, y)}>{fan(scene.board, seat, scene.kinds[seat], scene.cards[seat])}</g>"
    if scene.phase == "projects" and scene.is_ready(seat):
        mark = f'<use href="#mb-mark-{seat}" class="on-seat" x="20" y="22"/>'
        return f'<g class="seat-{seat}" {at(x, y)}><use href="#mb-back"/>{mark}</g>'
    return f'<use href="#mb-no-card" x="{number(x)}" y="{number(y)}"/>' if scene.phase == "tikis" else ""


def project_cards(board: Board, site: int) -> dict[str, str]:
    """The cards that name a site."""
    beach, sector, kind = board.names["sites"][site].split(".")
    return {"beach": beach, "sector": sector, "type": kind}
