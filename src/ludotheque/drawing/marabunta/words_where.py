"""The table in words: the round and its elements, each region, each seat, the end."""

from functools import cache, lru_cache

from ludotheque.drawing.marabunta.names import (
    REGIONS,
    TILES,
    group_name,
    points,
    power_of,
    seat_name,
    together,
)
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.marabunta.words_end import final_scores
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.state import ALL_ELEMENTS, ENDED, ENDINGS, SEATS
from ludotheque.games.marabunta.state import TILES as SHUFFLED
from ludotheque.games.phrase import Phrase, cached, count, listed, named, say

ENDING_WORDS = {
    "region-full": say("a region is full"),
    "leaf-full": say("a leaf is full"),
    "cupcakes-gone": say("no cupcake hex is free"),
}
MANY = 4096  # cached phrases of each kind


def where(scene: Scene) -> tuple[Phrase, ...]:
    """Everything on the table, a line each for the round, each region and each seat."""
    regions = (_region_line(scene, region) for region in range(len(REGIONS)))
    seats = (_seat_line(scene, seat) for seat in SEATS)
    first = final_scores(scene) if scene.phase == ENDED else _round_lines(scene)
    return (*first, *regions, *seats)


def _round_lines(scene: Scene) -> list[Phrase]:
    begun = say("Round {n}: {seat} splits.", n=scene.round, seat=seat_name(scene.splitter))
    lines = [together(begun, _tiles_left(scene)), *_elements(scene)]
    if scene.trigger:
        lines.append(_triggered(scene))
    return lines


def _tiles_left(scene: Scene) -> Phrase:
    """The tiles that can still come."""
    left = [TILES[tile + 1] for tile in range(SHUFFLED) if scene.tiles >> tile & 1]
    if not left:
        return say("Only the crumbs are left of the tiles.")
    return count("{n} tile is face down: {tiles}.", "{n} tiles are face down: {tiles}.", len(left), tiles=listed(left))


def _elements(scene: Scene) -> list[Phrase]:
    """The tile and the dice: as they came, as they are split, or as they are held."""
    if scene.held[1]:
        return [_holding(scene, seat) for seat in SEATS]
    if scene.split:
        rest = ALL_ELEMENTS - scene.split
        return [say("One group: {elements}.", elements=group_name(scene, group)) for group in (scene.split, rest)]
    there = sum(1 << die for die, face in enumerate(scene.dice) if face) | (64 if scene.tile else 0)
    return [say("On the table: {elements}.", elements=group_name(scene, there))] if there else []


def _holding(scene: Scene, seat: int) -> Phrase:
    """A seat's group, and its elements that are not used yet."""
    name, held, unused = seat_name(seat), scene.held[seat], scene.unused[seat]
    group = say("{seat} has {elements}", seat=name, elements=group_name(scene, held))
    if unused == held:
        return say("{group}, all still to be used.", group=group)
    if not unused:
        return say("{group}, nothing left to use.", group=group)
    return say("{group}; still to be used: {elements}.", group=group, elements=group_name(scene, unused))


def _triggered(scene: Scene) -> Phrase:
    ways = listed(ENDING_WORDS[name] for way, name in enumerate(ENDINGS) if scene.ended >> way & 1)
    return say(
        "{seat} has triggered the end ({ways}): this round is the last.", seat=seat_name(scene.trigger), ways=ways
    )


def _region_line(scene: Scene, region: int) -> Phrase:
    """A region: its leader, its leaf, the numbers of each seat, the struck and the free hexes."""
    hexes = hexes_of(scene.land.regions)[region]
    circles = scene.circles[1][region], scene.circles[2][region], scene.blank[region]
    parts = [_standing(scene, region), _leaf(*circles)]
    for seat in SEATS:
        if own := [one for one in hexes if scene.marks[one] >> 2 == seat]:
            parts.append(say("{seat}: {numbers}.", seat=seat_name(seat), numbers=_numbers(scene, own)))
    if struck := [scene.land.hexes[one] for one in hexes if one in scene.struck]:
        parts.append(say("Struck: {hexes}.", hexes=listed(struck)))
    free = free_names(scene.land.hexes, scene.land.features)
    left = [free[one] for one in hexes if not scene.marks[one] and one not in scene.struck]
    parts.append(say("Free: {hexes}.", hexes=listed(left)) if left else say("No hex is free."))
    return together(*parts)


def _standing(scene: Scene, region: int) -> Phrase:
    """The leader of a region, and the points of its leaf."""
    red, blue = scene.sums[1][region], scene.sums[2][region]
    leader = 1 if red > blue else 2
    return _standing_of(region, red, blue, scene.circles[leader][region])


@lru_cache(MANY)
def _standing_of(region: int, red: int, blue: int, circles: int) -> Phrase:
    values = {"region": REGIONS[region], "letter": LETTERS[region], "red": red, "blue": blue}
    values |= {"first": seat_name(1), "second": seat_name(2)}
    if red == blue:
        return cached(say("{region} region, marked {letter}: {first} {red}, {second} {blue}, nobody leads.", **values))
    values |= {"seat": seat_name(1 if red > blue else 2), "points": points(circles)}
    return cached(
        say("{region} region, marked {letter}: {first} {red}, {second} {blue}; {seat} leads for {points}.", **values)
    )


@lru_cache(MANY)
def _leaf(red: int, blue: int, blank: int) -> Phrase:
    """The circles of a leaf."""
    return cached(say("Leaf: {red} red, {blue} blue, {blank} blank.", red=red, blue=blue, blank=blank))


def _numbers(scene: Scene, hexes: list[int]) -> Phrase:
    """The hexes of each number, the highest first: «3 at f3, 2 at g2 and h4»."""
    places: dict[int, list[str]] = {}
    for one in hexes:
        places.setdefault(scene.marks[one] & 3, []).append(scene.land.hexes[one])
    written = sorted(places.items(), reverse=True)
    return together(*(say("{number} at {hexes}", number=number, hexes=listed(at)) for number, at in written), by=", ")


@cache
def hexes_of(regions: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The hexes of each region, from the letters of all hexes."""
    return tuple(tuple(one for one, own in enumerate(regions) if own == letter) for letter in LETTERS)


@cache
def free_names(hexes: tuple[str, ...], features: tuple[str, ...]) -> tuple[str | Phrase, ...]:
    """The name of each hex while it is free, with its feature."""
    return tuple(_free_name(name, feature) for name, feature in zip(hexes, features, strict=True))


def _free_name(name: str, feature: str) -> str | Phrase:
    if feature == "c":
        return cached(named("hex", "{hexagon} (cupcake)", hexagon=name))
    return cached(named("hex", "{hexagon} (crate)", hexagon=name)) if feature else name


def _seat_line(scene: Scene, seat: int) -> Phrase:
    """A seat's holdings: points, anthills, cupcakes, crates."""
    own = scene.scores[seat]
    score = say(
        "{seat}: {points} so far, {total} with the regions as they stand.",
        seat=seat_name(seat),
        points=points(sum(own[:2])),
        total=sum(own),
    )
    anthills = count("{n} anthill left.", "{n} anthills left.", scene.anthills[seat])
    return together(score, anthills, _cupcakes(scene, seat), say("Crates: {powers}.", powers=_powers(scene, seat)))


def _cupcakes(scene: Scene, seat: int) -> Phrase:
    """A seat's progress on its cupcake row."""
    ticked, row = scene.cupcakes[seat], scene.land.row
    if ticked == len(row):
        return count("The row of {n} cupcake is full.", "The row of {n} cupcakes is full.", ticked)
    return say(
        "Cupcakes: {ticked} of {all}, the next is worth {points}.",
        ticked=ticked,
        all=len(row),
        points=points(row[ticked]),
    )


def _powers(scene: Scene, seat: int) -> object:
    powers = enumerate(scene.land.powers)
    return listed(_power(scene.ticked[seat][row], needed, power_of(scene, row)) for row, (_, needed, *_) in powers)


def _power(ticked: int, needed: int, power: Phrase) -> Phrase:
    """A power's progress and effect."""
    if ticked == needed:
        return say("all {needed} to {power}", needed=needed, power=power)
    return say("{ticked} of {needed} to {power}", ticked=ticked, needed=needed, power=power)
