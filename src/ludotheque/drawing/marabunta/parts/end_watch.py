"""The end watch: the game ends with a full region, a full leaf, or the last cupcake hex."""

from functools import cache

from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta.labels import TO_THE_END
from ludotheque.drawing.marabunta.layout import SIDE_WIDTH
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.svg import at, text
from ludotheque.games.marabunta.board_file import LETTERS

HEIGHT = 110
PLACES = (44, 128, 208)  # of the region, the leaf and the cupcakes


@cache
def ground(code: str) -> str:
    """The signs for free hexes, blank circles and cupcakes."""
    heading = text(language(code, "marabunta").say(TO_THE_END), 16, 26, "start heading")
    circle = f'<circle class="counted" cx="{PLACES[1] - 12}" cy="70" r="13"/>'
    cupcake = f'<use href="#cupcake" {at(PLACES[2] - 12, 70)}/>'
    return f'<rect class="panel" width="{SIDE_WIDTH}" height="{HEIGHT}" rx="16"/>{heading}{circle}{cupcake}'


def live(scene: Scene) -> dict[str, str]:
    """The region with the fewest free hexes, the leaf with the fewest blank circles, and the cupcakes left."""
    region, leaf = (min(range(len(LETTERS)), key=counts.__getitem__) for counts in (scene.free, scene.blank))
    hexagon = f'<g class="{LETTERS[region]}"><use href="#token" {at(PLACES[0] - 12, 70)}/></g>'
    letters = text(LETTERS[region], PLACES[0] - 12, 70.5, "tag-letter") + text(
        LETTERS[leaf], PLACES[1] - 12, 70.5, "tag-letter"
    )
    counts = (scene.free[region], scene.blank[leaf], scene.cupcakes_left)
    figures = "".join(
        text(count, x + 10, 70.5, "start numeral remains") for x, count in zip(PLACES, counts, strict=True)
    )
    return {"left": f'<g id="left">{hexagon}{letters}{figures}</g>'}
