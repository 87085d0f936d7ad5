"""The sea with its islands: the ground, which never changes, and the huts, Tikis, clubs, tallies and lights upon it."""

from functools import cache

from ludotheque.drawing.drawing import Marks, Part
from ludotheque.drawing.element import NOTHING, Elements
from ludotheque.drawing.makabana.art import TOUCHED, site_art
from ludotheque.drawing.makabana.elements import on_site, printed_of
from ludotheque.drawing.makabana.marks import marks_on
from ludotheque.drawing.makabana.parts.coast import borders, coast_marks, plots, waves
from ludotheque.drawing.makabana.parts.island_layout import PHONE, TAG, Sea, Spot
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import club_element, site_element
from ludotheque.games.makabana.state import CLUB_PLACE

BESIDE_HUT = (24, 8)  # where a Tiki leans on the hut it guards
IN_CLUB = (0, -10)


def island_part(scene: Scene, sea: Sea, marks: Marks, elements: Elements) -> Part:
    """The sea, as one part."""
    live: dict[str, str] = {}
    _sites(scene, sea, elements, live)
    _ropes(scene, sea, live)
    _clubs(scene, sea, elements, live)
    _tikis(scene, sea, elements, live)
    _tallies(scene, sea, live)
    marks_on(scene, sea, marks, live)
    boxes = boxes_of(scene.board, sea, scene.players)
    return Part("island", 0, 0, sea.width, sea.height, ground(scene.board, sea), live, *boxes)


@cache
def boxes_of(board: Board, sea: Sea, players: int) -> tuple[str, str]:
    """As much of the sea as a page shows, and a phone."""
    names = board.names["beaches"]
    return sea.box(players, names), sea.box(players, names, PHONE)


@cache
def ground(board: Board, sea: Sea) -> str:
    """Sea, coast, plots, roads, walls, sites, names, empty club places and the raft."""
    wide, high = number(sea.width), number(sea.height)
    drawn = f'<rect class="mb-sea" width="{wide}" height="{high}" rx="18"/>' + waves(sea.width, sea.height)
    for k, land in enumerate(sea.lands):
        drawn += coast_marks(k) + plots(board, land) + borders(board, land, k)
    drawn += "".join(_site_ground(board, site, spot) for site, spot in enumerate(sea.spots))
    drawn += _letters(board, sea)
    drawn += "".join(_sign_ground(board, sea, beach) for beach in range(1, len(sea.signs) + 1))
    names = " · ".join(board.names["islands"])
    left = float(boxes_of(board, sea, len(sea.homes))[1].split()[0])  # in sight on a phone too
    return drawn + text(names, max(0, left) + 14, sea.raft[1] + 6, "start heading mb-island-name") + _raft(sea)


def _site_ground(board: Board, site: int, spot: Spot) -> str:
    name = board.names["sites"][site]
    _, sector, kind = name.split(".")
    key = site_element(board, site)
    place = f'x="{number(spot[0])}" y="{number(spot[1])}"'
    return f'<use id="{key}" href="#mb-{site_art(sector, kind)}"{printed_of(board)[key].attributes} {place}/>'


def _letters(board: Board, sea: Sea) -> str:
    """Each site's beach, by its letter in the corner."""
    xs = " ".join(number(x - 31) for x, _ in sea.spots)
    ys = " ".join(number(y + 30) for _, y in sea.spots)
    return f'<text class="mb-letter" x="{xs}" y="{ys}">{"".join(code[0] for code in board.names["codes"])}</text>'


def _sign_ground(board: Board, sea: Sea, beach: int) -> str:
    sign = sea.signs[beach - 1]
    named = text(board.names["beaches"][beach - 1].capitalize(), sign.x, sign.y + 22, "start heading mb-name")
    return f'{named}<use id="{club_element(board, beach)}" href="#mb-pontoon" {at(*sign.club)}/>'


def _raft(sea: Sea) -> str:
    """Long enough for everybody's Tiki."""
    half = 22 * len(sea.homes) + 18
    logs = "".join(
        f'<rect class="mb-deck" x="{-half}" y="{y}" width="{2 * half}" height="10" rx="5"/>' for y in (-2, 8, 18)
    )
    ties = "".join(f"M{side * (half - 16)} -4V30" for side in (-1, 1))
    return f'<g {at(*sea.raft)}>{logs}<path class="mb-line mb-post" d="{ties}"/></g>'


@cache
def _neighbours(board: Board) -> tuple[tuple[int, int], ...]:
    """Each two neighbours, once."""
    near = board.record.near.tolist()
    sites = range(len(board.names["sites"]))
    return tuple((one, other) for one in sites for other in sites if one < other and near[one] >> other & 1)


def _tie(sea: Sea, one: int, other: int) -> str:
    """A rope from hut to hut, beside or below each other."""
    (x, y), (x2, y2) = sorted((sea.spots[one], sea.spots[other]))
    if y == y2:
        return f"M{number(x + 20)} {number(y + 9)}h{number(x2 - x - 40)}v9h{number(x + 40 - x2)}z"
    y, y2 = min(y, y2), max(y, y2)
    return f"M{number(x - 4.5)} {number(y + 27)}h9v{number(y2 - y - 55)}h-9z"


def _ropes(scene: Scene, sea: Sea, live: dict[str, str]) -> None:
    """Neighbouring huts of one seat are tied together: the groups that score."""
    drawn = dict.fromkeys(scene.seats, "")
    for one, other in _neighbours(scene.board):
        owner = scene.owners[one]
        if owner and owner == scene.owners[other]:
            drawn[owner] += _tie(sea, one, other)
    for seat, ties in drawn.items():
        if not ties:
            live[f"ropes-{seat}"] = f'<g id="ropes-{seat}"/>'
        else:
            live[f"ropes-{seat}"] = f'<path id="ropes-{seat}" class="mb-still mb-roof seat-{seat}" d="{ties}"/>'


@cache
def _placed(board: Board, sea: Sea) -> tuple[tuple[str, str, str], ...]:
    """By site: the id of what is on it, its type, and where it lies."""
    return tuple(
        (on_site(name), name.rpartition(".")[2], f'x="{number(x)}" y="{number(y)}"')
        for name, (x, y) in zip(board.names["sites"], sea.spots, strict=True)
    )


def _sites(scene: Scene, sea: Sea, elements: Elements, live: dict[str, str]) -> None:
    """Huts, and the light on sites where a step may go."""
    for site, (key, kind, place) in enumerate(_placed(scene.board, sea)):
        owner, element = scene.owners[site], elements.get(key)
        if owner:
            word = element.steps[0].partition(":")[0] if element and element.steps else ""
            named = f'id="{key}"{element.attributes if element else ""}'
            live[key] = _hut(named, word, owner, sea.spots[site])
        elif element is None:
            live[key] = f'<g id="{key}"/>'
        elif element.steps:
            live[key] = f'<use id="{key}" href="#mb-lit-{kind}"{element.attributes} {place}/>'
        else:
            live[key] = f'<use id="{key}" class="mb-drop" href="#mb-room"{element.attributes} {place}/>'


def _hut(attributes: str, word: str, owner: int, spot: Spot) -> str:
    """A hut, in the light of a step that it may be the target of."""
    if word in ("club", "tiki"):
        return f'<g {attributes} {at(*spot)}><use href="#mb-lit-{word}"/><use href="#mb-hut-{owner}"/></g>'
    return f'<use {attributes} href="#mb-{word or "hut"}-{owner}" x="{number(spot[0])}" y="{number(spot[1])}"/>'


def _clubs(scene: Scene, sea: Sea, elements: Elements, live: dict[str, str]) -> None:
    """The flag of an open club, else the sign of its place, lit where a Tiki may go."""
    flags = {beach: f"flag-{seat}" for seat, beach in enumerate(scene.clubs) if beach}
    guards = {place - CLUB_PLACE: "place" for place in scene.tikis if place > CLUB_PLACE}
    for beach, name in enumerate(scene.board.names["beaches"], 1):
        key = f"on-club-{name}"
        is_lit = key in elements and elements[key].steps
        art = "lit-place" if is_lit else flags.get(beach) or guards.get(beach) or "free-place"
        place = at(*sea.signs[beach - 1].club)
        live[key] = f'<use id="{key}" href="#mb-{art}"{elements.get(key, NOTHING).attributes} {place}/>'


def tiki_spot(scene: Scene, sea: Sea, seat: int, place: int) -> Spot:
    """A Tiki's spot: on a site, beside a hut, on a club place, or at home on the raft."""
    if not place:
        return sea.homes[seat - 1]
    if place > CLUB_PLACE:
        x, y = sea.signs[place - CLUB_PLACE - 1].club
        return x + IN_CLUB[0], y + IN_CLUB[1]
    x, y = sea.spots[place - 1]
    return (x + BESIDE_HUT[0], y + BESIDE_HUT[1]) if scene.owners[place - 1] else (x, y)


def _tikis(scene: Scene, sea: Sea, elements: Elements, live: dict[str, str]) -> None:
    """Everybody's Tiki; one's own has room for a finger when it is to be put."""
    for seat in scene.seats:
        key, place = f"tiki-{seat}", at(*tiki_spot(scene, sea, seat, scene.tikis[seat]))
        named = f'id="{key}" class="piece" {place}{elements.get(key, NOTHING).attributes}'
        live[key] = f'<g {named}>{TOUCHED if key in elements else ""}<use href="#mb-tiki-{seat}"/></g>'


def _tallies(scene: Scene, sea: Sea, live: dict[str, str]) -> None:
    """Each seat's huts on a beach, most first; the leaders in a filled tag."""
    beaches = scene.board.record.sites_of.tolist()
    for beach, name in enumerate(scene.board.names["beaches"], 1):
        counts = [((scene.huts[seat] & beaches[beach]).bit_count(), seat) for seat in scene.seats]
        ranked = sorted((pair for pair in counts if pair[0]), key=lambda pair: -pair[0])
        sign, most = sea.signs[beach - 1], max(counts)[0]
        tags = "".join(_tag(22 + TAG * k, seat, huts, huts == most) for k, (huts, seat) in enumerate(ranked))
        live[f"tally-{name}"] = f'<g id="tally-{name}" class="mb-still mb-tally" {at(sign.x, sign.y + 52)}>{tags}</g>'


def _tag(x: int, seat: int, huts: int, is_leading: bool) -> str:
    if is_leading:
        return f'<use href="#mb-lead-{seat}" x="{x}"/><text class="mb-on seat-{seat}" x="{x + 9}">{huts}</text>'
    return f'<use href="#mb-tag-{seat}" x="{x}"/><text x="{x + 9}">{huts}</text>'
