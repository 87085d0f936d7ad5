"""The few words inside the drawings of Marabunta. The catalogue `marabunta` has them in the other languages."""

from ludotheque.drawing.marabunta.names import A_NUMBER, REGIONS
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.games.marabunta.state import (
    ANY,
    CIRCLES,
    CRUMBS,
    ENDED,
    NEST,
    SEATS,
    STRIKE,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TRIO,
    WRITE,
    ZEROS,
)
from ludotheque.games.phrase import Phrase, count, named, say

ANTHILLS = named("label", "Anthills")
LEAVES = named("label", "Leaves")
TILES = named("label", "Tiles")
TO_THE_END = named("label", "To the end")
DONE = named("button", "Done")
DECLINE = named("button", "Give it up")
SPLITS = named("role", "splits")
CHOOSES = named("role", "chooses")


def seat_word(seat: int) -> Phrase:
    """Red or Blue."""
    return SEAT_NAMES[SEATS[seat]]


def round_label(number: int) -> Phrase:
    """The number of the round."""
    return named("label", "Round {n}", n=number)


def role_label(is_splitter: bool) -> Phrase:
    """The role of a seat in this round."""
    return SPLITS if is_splitter else CHOOSES


def title_of(scene: Scene) -> Phrase:
    """The prompt, or the outcome, in one sentence."""
    if scene.phase == ENDED:
        return _ending(scene)
    if scene.phase == TO_REVEAL:
        return say("The table reveals a tile.")
    if scene.phase == TO_ROLL:
        return say("The table rolls the dice.")
    seat = seat_word(scene.turn)
    if scene.phase == TO_SPLIT:
        return say("{seat} splits the seven.", seat=seat)
    if scene.phase == TO_TAKE:
        return say("{seat} takes a group.", seat=seat)
    if scene.phase == TO_TICK:
        return count("{seat} ticks a crate.", "{seat} ticks {n} crates.", scene.crates, seat=seat)
    return _choice(scene, seat) if scene.phase == TO_CHOOSE else say("{seat} uses an element.", seat=seat)


def _choice(scene: Scene, seat: Phrase) -> Phrase:
    """The task of the effect under way."""
    effect, number = scene.effect, A_NUMBER[scene.number]
    if effect == WRITE and scene.region != ANY:
        region = REGIONS[scene.region]
        return say("{seat} writes {number} in the {region} region.", seat=seat, number=number, region=region)
    if effect == WRITE:
        return say("{seat} writes {number} in any region.", seat=seat, number=number)
    if effect == NEST:
        return say("{seat} writes {number} in any free hex.", seat=seat, number=number)
    if effect == ZEROS:
        return say("{seat} writes two 0s side by side.", seat=seat)
    if effect == TRIO:
        return say("{seat} writes three {n}s in a triangle.", seat=seat, n=scene.number)
    if effect == STRIKE:
        return say("{seat} strikes two hexes side by side.", seat=seat)
    if effect == CRUMBS:
        return say("{seat} strikes a hex with a cupcake.", seat=seat)
    if effect == CIRCLES:
        return say("{seat} fills circles on two leaves.", seat=seat)
    return say("{seat} uses a die again.", seat=seat)


def _ending(scene: Scene) -> Phrase:
    points, others = sum(scene.scores[scene.winner]), sum(scene.scores[3 - scene.winner])
    return say("{seat} wins, {points} to {others}.", seat=seat_word(scene.winner), points=points, others=others)


def last_round_label(scene: Scene) -> Phrase:
    """The seat that triggered the end, while the round is still played."""
    return say("Last round: {seat} has triggered the end.", seat=seat_word(scene.trigger))


# for the text picture
SCORE = named("text", "score")
ANTHILLS_WORD = named("text", "anthills")
CUPCAKES_WORD = named("text", "cupcakes")
TILES_WORD = named("text", "tiles to come")
DICE_WORD = named("text", "dice and tile")
YOU_MAY = say("You may:")
LEGEND = say("c cupcake, x crate, r2 Red's 2, b2 Blue's 2, ## struck")
LIGHTS = say("[ ] you may, < > it costs an anthill, * last step")
SMALL_LIGHTS = say("+ you may, $ it costs an anthill, * last step")


def free_label(number: int) -> Phrase:
    """The number of free hexes of a region."""
    return count("{n} free hex", "{n} free hexes", number)


def last_label(step: str) -> Phrase:
    """The last step, in notation."""
    return named("text", "last step: {step}", step=step)
