"""The score sheet of Marabunta: cupcakes, powers, and the leaf of each region."""

from collections.abc import Iterator

from ludotheque.drawing.marabunta.names import REGIONS, seat_name
from ludotheque.drawing.marabunta.scene import Scene, read_scene
from ludotheque.drawing.score_sheet import SheetRow
from ludotheque.games.marabunta.nouns import power_name
from ludotheque.games.marabunta.state import PARTS, POINTS, SEATS
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.view import View

CUPCAKES, POWERS, *LEAVES = PARTS


def rows(view: View) -> list[list[SheetRow]]:
    """The rows of both seats."""
    scene = read_scene(view)
    return [[_cupcakes(scene, seat), *_powers(scene, seat), *_regions(scene, seat)] for seat in SEATS]


def _cupcakes(scene: Scene, seat: int) -> SheetRow:
    """The points of the ticked boxes, one after another."""
    boxes = scene.land.row[: scene.cupcakes[seat]]
    if not boxes:
        return SheetRow(CUPCAKES, say("No cupcake ticked"), 0)
    added = " + ".join(map(str, boxes))
    label = count("{n} cupcake ticked: {added}", "{n} cupcakes ticked: {added}", len(boxes), added=added)
    return SheetRow(CUPCAKES, label, sum(boxes))


def _powers(scene: Scene, seat: int) -> Iterator[SheetRow]:
    """Powers that bring points, once they are complete."""
    for power, (_, needed, effect, number) in enumerate(scene.land.powers):
        if effect == POINTS and scene.ticked[seat][power] >= needed:
            label = count(
                "The power to {power}, with its {n} crate", "The power to {power}, with all its {n} crates",
                needed, power=power_name(effect, number),
            )  # fmt: skip
            yield SheetRow(POWERS, label, number)


def _regions(scene: Scene, seat: int) -> Iterator[SheetRow]:
    """The leaf of each region: won, lost, or nobody's."""
    for region, part in enumerate(LEAVES):
        own, other = scene.sums[seat][region], scene.sums[3 - seat][region]
        points = scene.circles[seat][region] if own > other else 0
        yield SheetRow(part, _region(scene, seat, region), points)


def _region(scene: Scene, seat: int, region: int) -> Phrase:
    own, other, circles = scene.sums[seat][region], scene.sums[3 - seat][region], scene.circles[seat][region]
    values = {"region": REGIONS[region], "own": own, "other": other}
    if own > other:
        return count(
            "The {region} region, {own} to {other}: {n} circle on its leaf",
            "The {region} region, {own} to {other}: {n} circles on its leaf",
            circles, **values,
        )  # fmt: skip
    if own < other:
        winner = seat_name(3 - seat)
        return say("The {region} region, {own} to {other}: {seat} has the higher sum", seat=winner, **values)
    return say("The {region} region, {own} all: nobody has the higher sum", **values)
