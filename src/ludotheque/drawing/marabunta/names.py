"""The names of Marabunta's seats, regions, elements, tiles, powers and tasks in sentences."""

from collections.abc import Iterable
from functools import cache, lru_cache

from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.games.marabunta import nouns
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS, format_group
from ludotheque.games.marabunta.nouns import power_name
from ludotheque.games.marabunta.state import (
    ANY,
    CIRCLES,
    CRUMBS,
    DOUBLE,
    ELEMENTS,
    NEST,
    STRIKE,
    TILE,
    TRIO,
    WRITE,
    ZEROS,
)
from ludotheque.games.phrase import Listing, Phrase, cached, count, listed, named, say

REGIONS = tuple(map(cached, nouns.REGIONS))
DICE = tuple(map(cached, nouns.DICE))
A_NUMBER = tuple(map(cached, nouns.A_NUMBER))
NUMBER = tuple(map(cached, nouns.NUMBER))
SEATS = {seat: cached(name) for seat, name in nouns.SEAT_NAMES.items()}
MANY = 4096  # groups whose names are cached
FLAG_FACE = 4
FACES = ("0", "1", "2", "3", named("face", "flag"), named("face", "crate"))
A_FACE = (*A_NUMBER, named("face", "a flag"), named("face", "a crate"))
# By tile, from 1: what it is good for.
TILE_USES = (
    named("tile", "two crates"),
    named("tile", "a circle on two leaves"),
    named("tile", "a 1 in any region"),
    named("tile", "two 0s side by side"),
    named("tile", "a 0 in any free hex"),
    named("tile", "strike two hexes"),
    named("tile", "a die once more"),
    named("tile", "crumbs, which strike a cupcake hex"),
)
TILES = ("", *TILE_USES)


def seat_name(seat: int) -> Phrase:
    """The name of a seat."""
    return SEATS[seat]


def together(*phrases: Phrase, by: str = " ") -> Phrase:
    """Sentences one after another, or parts of one."""
    names = [f"part{number}" for number in range(len(phrases))]
    return Phrase(by.join(f"{{{name}}}" for name in names), dict(zip(names, phrases, strict=True)))


def element_name(scene: Scene, element: int) -> Phrase:
    """An element by its letter and what it shows, for a terminal: «B blue 2», «T tile (two crates)»."""
    letter = ELEMENT_LETTERS[element]
    if element == TILE:
        return named("element", "{letter} tile ({tile})", letter=letter, tile=TILES[scene.tile])
    face = FACES[scene.dice[element] - 1]
    return named("element", "{letter} {colour} {face}", letter=letter, colour=DICE[element], face=face)


@cache
def _tile_name(tile: int) -> Phrase:
    return cached(named("element", "the tile ({tile})", tile=TILES[tile]))


@cache
def die_name(die: int, face: int) -> Phrase:
    """A die by its colour and its face: «blue 2»."""
    return cached(named("use", "{colour} {face}", colour=DICE[die], face=FACES[face]))


@cache
def elements_in(group: int) -> tuple[int, ...]:
    """The elements of a group."""
    return tuple(element for element in range(ELEMENTS) if group >> element & 1)


def group_name(scene: Scene, group: int) -> Listing:
    """The elements of a group, listed."""
    return _group_name(scene.tile, tuple(scene.dice), group)


@lru_cache(MANY)
def _group_name(tile: int, dice: tuple[int, ...], group: int) -> Listing:
    names = [_tile_name(tile) if one == TILE else die_name(one, dice[one] - 1) for one in elements_in(group)]
    return Listing(tuple(names))


def group_letters(group: int) -> str:
    """A group as the notation writes it."""
    return format_group(group)


@cache
def _power_of(effect: int, number: int) -> Phrase:
    return cached(power_name(effect, number))


def power_of(scene: Scene, power: int) -> Phrase:
    """A power by what it does: «write a 1»."""
    _, _, effect, number = scene.land.powers[power]
    return _power_of(effect, number)


def task(scene: Scene) -> Phrase:
    """The task of the effect under way."""
    asked = _second_task(scene) if scene.chosen[0] else _first_task(scene)
    if scene.power:
        return say("{task}, the power just unlocked", task=asked)
    return asked


def _first_task(scene: Scene) -> Phrase:
    number = A_NUMBER[scene.number]
    if scene.effect == WRITE and scene.region != ANY:
        return say("write {number} in the {region} region", number=number, region=REGIONS[scene.region])
    if scene.effect == NEST:
        return say("write {number} in any free hex, without an anthill", number=number)
    if scene.effect == TRIO:
        return say("write three {n}s in a triangle", n=scene.number)
    return TASKS.get(scene.effect) or say("write {number} in any region", number=number)


TASKS = {
    ZEROS: say("write two 0s side by side in any regions"),
    STRIKE: say("strike two hexes side by side"),
    CRUMBS: say("strike a free hex with a cupcake"),
    CIRCLES: say("fill a circle on each of two leaves"),
    DOUBLE: say("choose a die of the group to use once more"),
}


def _second_task(scene: Scene) -> Phrase:
    """The task after the first hex or leaf."""
    if scene.effect == CIRCLES:
        return say("fill a circle on another leaf than the {region} one", region=REGIONS[scene.chosen[0] - 1])
    places = listed(scene.land.hexes[one - 1] for one in scene.chosen if one)
    if scene.effect == STRIKE:
        return say("strike a second hex, adjacent to {places}", places=places)
    number = A_NUMBER[scene.number]
    if scene.effect == TRIO and not scene.chosen[1]:
        return say("write the second of three {n}s, adjacent to {places}", n=scene.number, places=places)
    if scene.effect == TRIO:
        return say("write the third of three {n}s, adjacent to {places}", n=scene.number, places=places)
    return say("write {number} once more, adjacent to {places}", number=number, places=places)


@cache
def points(number: int) -> Phrase:
    """So many points."""
    return cached(count("{n} point", "{n} points", number))


def hex_names(scene: Scene, hexes: Iterable[int]) -> list[str]:
    """The names of hexes."""
    return [scene.land.hexes[one] for one in hexes]
