"""The two seats of Mabula beside the board: score, sizes of the groups, and marbles still on the edge."""

from functools import cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import language
from ludotheque.drawing.mabula import labels
from ludotheque.drawing.mabula.scene import MabulaScene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.drawing.svg import number, text
from ludotheque.games.mabula.state import SEATS

WIDTH = 336
HEIGHT = 263
LEFT, RIGHT = 26, WIDTH - 26
GLASS = {1: "white", 2: "black"}


@cache
def ground(seat: int, code: str) -> str:
    """A seat's panel without its figures: its marble, its name, the headings."""
    speak = language(code, "mabula").say
    return (
        f'<rect class="panel" x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="14"/>'
        f'<use href="#{GLASS[seat]}" class="marble" transform="translate(60 56) scale(.9)"/>'
        f"{text(speak(SEAT_NAMES[SEATS[seat]]), 108, 44, 'heading start')}"
        f'<path class="rule" d="M{LEFT} 96H{RIGHT}"/>'
        f"{text(speak(labels.GROUPS), LEFT, 130, 'label soft start')}"
        f"{text(speak(labels.EDGE), LEFT, 182, 'label soft start')}"
    )


def draw_panel(scene: MabulaScene, seat: int, x: float, y: float, code: str) -> Part:
    """A seat's panel with its figures."""
    live = {
        f"panel-{seat}": _frame(scene, seat),
        f"status-{seat}": _status(scene, seat, code),
        f"score-{seat}": _score(scene, seat),
        f"sizes-{seat}": _sizes(scene, seat),
        f"edge-{seat}": _edge(scene, seat, code),
    }
    return Part(GLASS[seat], x, y, WIDTH, HEIGHT, ground(seat, code), live)


def _frame(scene: MabulaScene, seat: int) -> str:
    worn = (
        "panel frame to-move" if scene.turn == seat else "panel frame won" if seat in scene.winners else "panel frame"
    )
    size = f'width="{WIDTH - 3}" height="{HEIGHT - 3}"'
    return f'<rect id="panel-{seat}" class="{worn}" x="1.5" y="1.5" {size} rx="14"/>'


def _status(scene: MabulaScene, seat: int, code: str) -> str:
    """To move, without a move, winner; or empty."""
    word = labels.status_of(seat, scene.turn, scene.winners, bool(scene.seats[str(seat)]["moves"]))
    said = language(code, "mabula").say(word) if word else ""
    return f'<text id="status-{seat}" class="status start" x="108" y="74">{said}</text>'


def _score(scene: MabulaScene, seat: int) -> str:
    """The score; the current and the new one if a previewed move changes it."""
    now = scene.scores[seat - 1]
    then = scene.ahead.scores[seat - 1] if scene.ahead else now
    if then == now:
        shown = text(now, RIGHT, 56, "numeral score end")
    else:
        left = RIGHT - 22 * len(str(then)) - 8
        arrow = f'<path class="arrow" d="M{left - 20} 57h18m-6 -6l6 6l-6 6"/>'
        shown = text(now, left - 28, 57, "numeral was end") + arrow + text(then, RIGHT, 56, "numeral score coming end")
    return f'<g id="score-{seat}">{shown}</g>'


def _sizes(scene: MabulaScene, seat: int) -> str:
    """The sizes of the groups on tags, aligned right; single marbles share one tag with their number."""
    seats = scene.ahead.seats if scene.ahead else scene.seats
    sizes = [len(group) for group in seats[str(seat)]["groups"]]
    alone = sizes.count(1)
    shown = [size for size in sizes if size > 1] + [1] * (alone > 0)
    left = RIGHT - 15 - 31 * (len(shown) - 1) - (34 if alone > 1 else 0)
    tags = [_tag(left + 31 * place, size) for place, size in enumerate(shown)]
    if alone > 1:
        tags.append(text(f"× {alone}", RIGHT, 0, "times end"))
    return f'<g id="sizes-{seat}" class="sizes {GLASS[seat]}" transform="translate(0 130)">{"".join(tags)}</g>'


def _tag(x: float, size: int) -> str:
    return f'<circle cx="{x}" cy="0" r="13.5"/>{text(size, x, 0, "numeral")}'


def _edge(scene: MabulaScene, seat: int, code: str) -> str:
    """Twelve small dimples, one marble for each still on the edge, barred if its line is full."""
    facts = scene.seats[str(seat)]
    waiting, stuck = len(facts["on_edge"]), len(facts["stuck"])
    drawn = [text(waiting, RIGHT, -29, "numeral end")]
    for place in range(12):
        x = number(LEFT + 11 + 23.8 * place)
        worn = "small" if place < waiting else "small gone"
        bar = f'<path class="bar" transform="translate({x} 0)" d="M-7 7L7 -7"/>'
        drawn.append(f'<circle class="{worn}" cx="{x}" r="10"/>{bar if waiting - stuck <= place < waiting else ""}')
    if stuck:
        drawn.append(text(language(code, "mabula").say(labels.stuck(stuck)), LEFT, 32, "label soft start"))
    return f'<g id="edge-{seat}" class="edge {GLASS[seat]}" transform="translate(0 211)">{"".join(drawn)}</g>'
