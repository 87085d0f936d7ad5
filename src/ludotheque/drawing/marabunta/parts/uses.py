"""The uses of each element for a seat now: the hexes open to it, free or for an anthill, and the same in words."""

from dataclasses import dataclass

from ludotheque.drawing.marabunta.names import FLAG_FACE, TILE_USES, die_name
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.games.marabunta.state import CRUMBS, NEST, ONE, STRIKE, TILE, ZEROS
from ludotheque.games.phrase import Phrase, count, say

PAID_TILES, FREE_TILES = (ONE, ZEROS), (NEST, STRIKE, CRUMBS)


@dataclass(frozen=True, slots=True)
class Reach:
    """The number of hexes an element may begin in: without cost, and for an anthill."""

    near: int
    far: int


def reach_of(scene: Scene, seat: int, element: int) -> Reach | None:
    """The reach of an element for a seat; None for one that does not go to the territory."""
    face = scene.dice[element] - 1 if element != TILE else -1
    if element == TILE:
        if scene.tile not in PAID_TILES + FREE_TILES:
            return None
        hexes, is_paid = _tile_hexes(scene), scene.tile in PAID_TILES
    elif 0 <= face < FLAG_FACE:
        hexes, is_paid = scene.open & scene.land.grounds[element] if face else scene.open, True
    else:
        return None
    if not is_paid:
        return Reach(hexes.bit_count(), 0)
    near = hexes & scene.beside[seat]
    return Reach(near.bit_count(), (hexes ^ near).bit_count() if scene.anthills[seat] else 0)


def _tile_hexes(scene: Scene) -> int:
    """The free hexes where a tile may begin; two side by side need a second one."""
    if scene.tile == CRUMBS:
        return scene.open & scene.land.cupcakes
    if scene.tile not in (ZEROS, STRIKE):
        return scene.open
    around = scene.land.around
    return sum(1 << one for one in range(len(around)) if scene.open >> one & 1 and scene.open & around[one])


def use_of(scene: Scene, seat: int, element: int) -> Phrase:
    """The use of an element, in a few words."""
    name = _name(scene, element)
    reach = reach_of(scene, seat, element)
    if reach is None:
        is_full = element != TILE and scene.dice[element] - 1 == FLAG_FACE and not scene.blank[element]
        return say("{element}: its leaf is full", element=name) if is_full else name
    if not reach.near and not reach.far:
        return say("{element}: no hex", element=name)
    if not reach.far:
        return count("{element}: {n} hex", "{element}: {n} hexes", reach.near, element=name)
    if not reach.near:
        return count(
            "{element}: {n} hex for an anthill", "{element}: {n} hexes for an anthill", reach.far, element=name
        )
    return count(
        "{element}: {n} hex, {far} more for an anthill", "{element}: {n} hexes, {far} more for an anthill",
        reach.near, element=name, far=reach.far,
    )  # fmt: skip


def _name(scene: Scene, element: int) -> Phrase:
    if element == TILE:
        return TILE_USES[scene.tile - 1]
    return die_name(element, scene.dice[element] - 1)
