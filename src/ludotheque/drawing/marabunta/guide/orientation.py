"""Where a reader of Marabunta is: the paragraph that matters now, and the names of the picture's parts."""

from ludotheque.drawing.marabunta.labels import seat_word
from ludotheque.drawing.marabunta.scene import read_scene
from ludotheque.games.marabunta.state import (
    CIRCLES,
    CRUMBS,
    DOUBLE,
    ENDED,
    NEST,
    STRIKE,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TO_USE,
    TRIO,
    WRITE,
    ZEROS,
)
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.play.view import View

BY_PHASE = {
    TO_REVEAL: "round.1", TO_ROLL: "round.2", TO_SPLIT: "round.3", TO_TAKE: "round.4", TO_USE: "using.1",
    TO_TICK: "powers.1", ENDED: "scoring.1",
}  # fmt: skip
BY_EFFECT = {
    WRITE: "writing.2", NEST: "elements.6", ZEROS: "writing.5", TRIO: "writing.6", STRIKE: "writing.7",
    CRUMBS: "elements.8", CIRCLES: "elements.4", DOUBLE: "elements.7",
}  # fmt: skip
PARTS = {
    "prompt": say("What is expected"),
    "map": say("The territory"),
    "trays": say("Dice and tile"),
    "leaves": say("Score leaves"),
    "tiles": say("The tiles"),
    "end": say("How far the end is"),
}


def paragraph_now(view: View) -> str:
    """By what is to be done; while an effect is carried out, by the effect."""
    scene = read_scene(view)
    return BY_EFFECT[scene.effect] if scene.phase == TO_CHOOSE else BY_PHASE[scene.phase]


def part_label(part: str) -> Phrase:
    """A part of the sheet, or the holdings of a seat: drawn, or in figures."""
    kind, _, seat = part.partition("-")
    if kind == "goods":
        return named("part of the picture", "{seat}: holdings in figures", seat=seat_word(int(seat)))
    if kind == "seat":
        return named("part of the picture", "{seat}: powers, cupcakes, anthills", seat=seat_word(int(seat)))
    return PARTS[part]
