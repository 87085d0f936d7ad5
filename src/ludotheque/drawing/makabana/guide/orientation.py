"""Where a reader of Maka Bana is: the paragraph that matters now, and the names of the picture's parts."""

from ludotheque.drawing.makabana.scene import Scene, read_scene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.games.makabana.state import SEATS
from ludotheque.games.phrase import Phrase, say
from ludotheque.play.view import View

PARTS = {
    "island": say("The islands"),
    "round": say("The round"),
    "project": say("Your project"),
    "points": say("What counts"),
}


def paragraph_now(view: View) -> str:
    """By phase; while projects are made, by what the seat has chosen already."""
    scene = read_scene(view)
    if scene.phase == "placing":
        return "start.1" if all(bits == 0 for bits in (scene.huts[seat] for seat in scene.waiting)) else "start.2"
    if scene.phase == "projects":
        return _project(scene)
    return "tikis.2" if scene.phase == "tikis" else "scoring.1"


def _project(scene: Scene) -> str:
    """The target, then the card to show; what cannot be seen yet, once it is laid down."""
    if scene.seat is None or scene.seat not in scene.waiting:
        return "projects.7"
    if scene.targets[scene.seat]:
        return "projects.6"
    return "end.4" if scene.endings else "projects.1"


def part_label(part: str) -> Phrase:
    """A part of the sheet, or the panel of a seat."""
    kind, _, seat = part.partition("-")
    if kind == "seat":
        return say("{seat}: points, huts left, project", seat=SEAT_NAMES[SEATS[int(seat)]])
    return PARTS[part]
