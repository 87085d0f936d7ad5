"""What a step of Marabunta did, in words. Nothing is hidden, so the words are the same for all seats."""

from collections.abc import Callable, Iterator

from ludotheque.drawing.marabunta.names import (
    A_FACE,
    A_NUMBER,
    DICE,
    FLAG_FACE,
    NUMBER,
    REGIONS,
    TILES,
    group_letters,
    group_name,
    points,
    power_of,
    seat_name,
)
from ludotheque.drawing.marabunta.scene import Scene, read_scene
from ludotheque.drawing.marabunta.words_after import aftermath, crates_lost, cupcakes_ticked, filled
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.state import ALL_ELEMENTS, CAKES, POINTS
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Position, Step

Teller = Callable[[Scene, Scene, str], Iterator[Phrase]]
TILE_LETTER = "T"


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a step did, and what followed from it."""
    old, new = read_scene(before), read_scene(after)
    verb, _, what = step.text.partition(":")
    told = list(TELLERS[verb](old, new, what))
    if step.seat:
        told += aftermath(old, new, step)
    return told


def _tile(old: Scene, new: Scene, name: str) -> Iterator[Phrase]:
    yield say("Round {n}: {seat} splits.", n=new.round, seat=seat_name(new.splitter))
    yield say("The tile is revealed: {tile}.", tile=TILES[new.tile])


def _die(old: Scene, new: Scene, what: str) -> Iterator[Phrase]:
    die = LETTERS.index(what[0])
    yield say("The {colour} die shows {face}.", colour=DICE[die], face=A_FACE[new.dice[die] - 1])


def _split(old: Scene, new: Scene, letters: str) -> Iterator[Phrase]:
    yield say(
        "{seat} splits: on one side {first}; on the other {second}.",
        seat=seat_name(old.turn),
        first=group_name(old, new.split),
        second=group_name(old, ALL_ELEMENTS - new.split),
    )


def _take(old: Scene, new: Scene, letters: str) -> Iterator[Phrase]:
    group = old.split if group_letters(old.split) == letters else ALL_ELEMENTS - old.split
    yield say(
        "{seat} takes {elements}; {other} keeps {rest}.",
        seat=seat_name(old.turn),
        elements=group_name(old, group),
        other=seat_name(3 - old.turn),
        rest=group_name(old, ALL_ELEMENTS - group),
    )


def _use(old: Scene, new: Scene, letter: str) -> Iterator[Phrase]:
    seat = seat_name(old.turn)
    if letter == TILE_LETTER:
        yield say("{seat} uses the tile: {tile}.", seat=seat, tile=TILES[old.tile])
        return
    die = LETTERS.index(letter)
    face = A_FACE[old.dice[die] - 1]
    yield say("{seat} uses the {colour} die: {face}.", seat=seat, colour=DICE[die], face=face)
    yield from _flag(old, new, die)


def _again(old: Scene, new: Scene, letter: str) -> Iterator[Phrase]:
    die = LETTERS.index(letter)
    face = A_FACE[old.dice[die] - 1]
    yield say("{seat} uses the {colour} die once more: {face}.", seat=seat_name(old.turn), colour=DICE[die], face=face)
    yield from _flag(old, new, die)


def _flag(old: Scene, new: Scene, die: int) -> Iterator[Phrase]:
    """A flag fills its circle at once."""
    if old.dice[die] - 1 == FLAG_FACE:
        yield filled(old, new, die)


def _leaf(old: Scene, new: Scene, letter: str) -> Iterator[Phrase]:
    yield filled(old, new, LETTERS.index(letter))
    yield from crates_lost(old, new, old.crates)


def _write(old: Scene, new: Scene, name: str) -> Iterator[Phrase]:
    """The number, what it is next to or what it cost, and the bonuses when the effect is complete."""
    hexagon = old.land.number[name]
    values = {
        "seat": seat_name(old.turn),
        "number": A_NUMBER[old.number],
        "region": _region(old, hexagon),
        "hexagon": name,
    }
    if (left := new.anthills[old.turn]) < old.anthills[old.turn]:
        yield say(
            "{seat} spends an anthill ({left} left) and writes {number} in {region} at {hexagon}.", left=left, **values
        )
    elif (beside := _own_neighbour(old, hexagon)) is not None:
        values |= {"own": NUMBER[old.marks[beside] & 3], "place": old.land.hexes[beside]}
        yield say("{seat} writes {number} in {region} at {hexagon}, next to the {own} at {place}.", **values)
    else:
        yield say("{seat} writes {number} in {region} at {hexagon}.", **values)
    yield from _bonuses(old, new, hexagon)


def _region(scene: Scene, hexagon: int) -> Phrase:
    return REGIONS[LETTERS.index(scene.land.regions[hexagon])]


def _own_neighbour(scene: Scene, hexagon: int) -> int | None:
    """The adjacent hex with the seat's highest number; if the effect has begun, its first hex."""
    if scene.chosen[0]:
        return scene.chosen[0] - 1
    own = [one for one in scene.land.near[hexagon] if scene.marks[one] >> 2 == scene.turn]
    return max(own, key=lambda one: scene.marks[one], default=None)


def _bonuses(old: Scene, new: Scene, hexagon: int) -> Iterator[Phrase]:
    """The bonuses of an effect's hexes, once all its numbers are written."""
    if new.effect and new.chosen[0]:
        return
    features = [old.land.features[one - 1] for one in (*old.chosen, hexagon + 1) if one]
    if "c" in features:
        yield from cupcakes_ticked(old, new, features.count("c"))
    if crates := features.count("x"):
        seat = seat_name(old.turn)
        yield count("{seat} gets a crate to tick.", "{seat} gets {n} crates to tick.", crates, seat=seat)
    if due := old.crates + crates:
        yield from crates_lost(old, new, due)


def _strike(old: Scene, new: Scene, name: str) -> Iterator[Phrase]:
    hexagon = old.land.number[name]
    values = {"seat": seat_name(old.turn), "region": _region(old, hexagon), "hexagon": name}
    feature = old.land.features[hexagon]
    if feature == "c":
        yield say("{seat} strikes {hexagon} in {region}, a cupcake hex.", **values)
    elif feature:
        yield say("{seat} strikes {hexagon} in {region}, a crate hex.", **values)
    else:
        yield say("{seat} strikes {hexagon} in {region}.", **values)
    yield from crates_lost(old, new, old.crates)


def _crate(old: Scene, new: Scene, name: str) -> Iterator[Phrase]:
    power = next(number for number, (own, *_) in enumerate(old.land.powers) if own == name)
    _, needed, effect, number = old.land.powers[power]
    values = {"seat": seat_name(old.turn), "power": power_of(old, power)}
    ticked = new.ticked[old.turn][power]
    if ticked < needed:
        counts = {"ticked": ticked, "needed": needed}
        yield say("{seat} ticks a crate of the power to {power}, {ticked} of {needed}.", **counts, **values)
    else:
        yield say("{seat} ticks the last crate of the power to {power}.", **values)
        yield from _unlocked(old, new, effect, number)
    yield from crates_lost(old, new, old.crates - 1)


def _unlocked(old: Scene, new: Scene, effect: int, number: int) -> Iterator[Phrase]:
    """The immediate effect of a completed power, or its loss."""
    if effect == POINTS:
        yield say("{seat} scores {points}.", seat=seat_name(old.turn), points=points(number))
    elif effect == CAKES:
        yield from cupcakes_ticked(old, new, number)
    elif not new.effect:
        yield say("It cannot be carried out now, and is lost.")


def _done(old: Scene, new: Scene, what: str) -> Iterator[Phrase]:
    left = group_name(old, old.unused[old.turn])
    yield say("{seat} leaves the rest: {elements}.", seat=seat_name(old.turn), elements=left)


def _decline(old: Scene, new: Scene, what: str) -> Iterator[Phrase]:
    power = power_of(old, old.power - 1)
    yield say("{seat} gives up the power to {power}.", seat=seat_name(old.turn), power=power)
    yield from crates_lost(old, new, old.crates)


TELLERS: dict[str, Teller] = {
    "tile": _tile,
    "die": _die,
    "split": _split,
    "take": _take,
    "use": _use,
    "again": _again,
    "leaf": _leaf,
    "write": _write,
    "strike": _strike,
    "crate": _crate,
    "done": _done,
    "decline": _decline,
}
