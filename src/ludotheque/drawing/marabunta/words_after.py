"""What follows from a step of Marabunta: cupcakes, lost crates, leads, the end, and whose turn it is."""

from collections.abc import Iterator

from ludotheque.drawing.marabunta.names import REGIONS, group_name, points, seat_name
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.marabunta.words_end import final_scores, final_word
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import parse_group
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    CUPCAKES_GONE,
    DO_AGAIN,
    DO_DONE,
    DO_USE,
    ENDED,
    LEAF_FULL,
    REGION_FULL,
    TO_SPLIT,
    TO_TAKE,
)
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Step


def filled(old: Scene, new: Scene, leaf: int) -> Phrase:
    """A circle on a leaf, and the leaf's circles after it."""
    return say(
        "{seat} fills a circle on the {region} leaf: {red} red, {blue} blue, {blank} blank.",
        seat=seat_name(old.turn),
        region=REGIONS[leaf],
        red=new.circles[1][leaf],
        blue=new.circles[2][leaf],
        blank=new.blank[leaf],
    )


def cupcakes_ticked(old: Scene, new: Scene, due: int) -> Iterator[Phrase]:
    """The ticked boxes of the cupcake row; cupcakes beyond a full row are lost."""
    seat, (first, last) = seat_name(old.turn), (old.cupcakes[old.turn], new.cupcakes[old.turn])
    if ticked := last - first:
        won = points(sum(old.land.row[first:last]))
        yield count(
            "{seat} ticks a cupcake worth {points}.", "{seat} ticks {n} cupcakes worth {points}.", ticked,
            seat=seat, points=won,
        )  # fmt: skip
    if ticked < due:
        yield say("The cupcake row of {seat} is full.", seat=seat)


def crates_lost(old: Scene, new: Scene, due: int) -> Iterator[Phrase]:
    """Crates that no power can take."""
    if due and not new.crates and not new.effect:
        yield count(
            "A crate is lost: all powers of {seat} are complete.",
            "{n} crates are lost: all powers of {seat} are complete.",
            due,
            seat=seat_name(old.turn),
        )


def aftermath(old: Scene, new: Scene, step: Step) -> Iterator[Phrase]:
    """Changed leads, the trigger of the end, and the end of the turn, the round or the game."""
    yield from _leads(old, new)
    if new.trigger and not old.trigger:
        yield from _trigger(old, new, step)
    if old.phase != TO_SPLIT and new.turn != old.turn:
        yield from _turn(old, new, step)


def _leads(old: Scene, new: Scene) -> Iterator[Phrase]:
    """Regions that have another leader now."""
    for name, red, blue, was_red, was_blue in zip(REGIONS, *new.sums[1:], *old.sums[1:], strict=True):
        if (red > blue, red < blue) == (was_red > was_blue, was_red < was_blue):
            continue
        if red == blue:
            yield say("In {region} the sums are equal now, {n} each.", region=name, n=red)
        else:
            leader, values = (1 if red > blue else 2), {"region": name, "more": max(red, blue), "less": min(red, blue)}
            yield say("{seat} leads in {region} now, {more} to {less}.", seat=seat_name(leader), **values)


def _trigger(old: Scene, new: Scene, step: Step) -> Iterator[Phrase]:
    """The trigger of the end, and its seat."""
    name = step.text.partition(":")[2]
    if new.ended & REGION_FULL:
        region = LETTERS.index(old.land.regions[old.land.number[name]])
        yield say("The last free hex of the {region} region is taken.", region=REGIONS[region])
    if new.ended & LEAF_FULL:
        yield say("The {region} leaf has no blank circle left.", region=REGIONS[LETTERS.index(name)])
    if new.ended & CUPCAKES_GONE:
        yield say("No cupcake hex is free any more.")
    seat = seat_name(new.trigger)
    yield say("{seat} triggers the end: the game is over when this round is.", seat=seat)


def _turn(old: Scene, new: Scene, step: Step) -> Iterator[Phrase]:
    """The end of a turn: the seat has no element left that can have an effect."""
    taken = parse_group(step.text.partition(":")[2]) if old.phase == TO_TAKE else 0
    if left := taken or _left(old, step):
        yield _useless(old, old.turn, left)
    if new.turn == old.splitter:
        elements = group_name(new, new.held[new.turn])
        yield say("Now {seat} uses {elements}.", seat=seat_name(new.turn), elements=elements)
        return
    if old.turn != old.splitter:
        yield _useless(old, old.splitter, ALL_ELEMENTS - taken if taken else old.held[old.splitter])
    if new.phase == ENDED:
        over, winner = final_word(new)
        yield from (over, *final_scores(new), winner)
    else:
        yield say("The round is over.")


def _left(old: Scene, step: Step) -> int:
    """The elements that a seat would still have to use after a step."""
    if step.action == DO_DONE:
        return 0
    used = 1 << step.action - DO_USE if DO_USE <= step.action < DO_AGAIN else 0
    return old.unused[old.turn] & ~used


def _useless(scene: Scene, seat: int, group: int) -> Phrase:
    elements = group_name(scene, group)
    return say("Nothing that {seat} has left can have an effect: {elements}.", seat=seat_name(seat), elements=elements)
