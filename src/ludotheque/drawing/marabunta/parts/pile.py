"""The round, and the tiles: those still face down, the one of this round, and those that are gone."""

from functools import cache

from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta.labels import TILES, round_label
from ludotheque.drawing.marabunta.layout import SIDE_WIDTH
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.marabunta.notation import TILE_NAMES
from ludotheque.games.marabunta.state import CRUMBS

HEIGHT = 190
SIZE = 0.84


@cache
def ground(code: str) -> str:
    """All tiles, faint."""
    heading = text(language(code, "marabunta").say(TILES), 16, 26, "start heading")
    tiles = "".join(f'<use href="#tile-{one}" class="gone" {_placed(one)}/>' for one in range(1, CRUMBS + 1))
    return f'<rect class="panel" width="{SIDE_WIDTH}" height="{HEIGHT}" rx="16"/>{heading}{tiles}'


def _placed(tile: int) -> str:
    line, along = divmod(tile - 1, 4)
    return f'transform="translate({39 + 62 * along} {number(76 + 66 * line)}) scale({SIZE})"'


def live(scene: Scene, code: str) -> dict[str, str]:
    """The round, the tiles still to come, and this round's."""
    label = text(language(code, "marabunta").say(round_label(scene.round)), SIDE_WIDTH - 16, 27, "end soft")
    drawn = {"round": f'<g id="round">{label}</g>'}
    for tile in range(1, CRUMBS + 1):
        name = TILE_NAMES[tile - 1]
        if tile == scene.tile:
            line, along = divmod(tile - 1, 4)
            drawn[f"pile-{name}"] = (
                f'<g id="pile-{name}" {at(39 + 62 * along, 76 + 66 * line)}><use href="#now"/>'
                f'<use href="#tile-{tile}" transform="scale({SIZE})"/></g>'
            )
        elif tile == CRUMBS or scene.tiles >> (tile - 1) & 1:
            drawn[f"pile-{name}"] = f'<use id="pile-{name}" href="#tile-{tile}" {_placed(tile)}/>'
    return drawn
