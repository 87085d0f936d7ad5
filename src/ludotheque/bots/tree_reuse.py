"""Tree reuse between moves: find the new position in the old tree, and retain only its subtree."""

from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots.search import EDGE, NODE, NONE, WORK
from ludotheque.games.kernel import CPU, int64, kernel
from ludotheque.games.packed_records import packed
from ludotheque.games.verbs import play
from ludotheque.play.engine import Engine

PLACE = packed([("node", np.int32), ("before", np.int32), ("action", np.int32)])


@kernel
def reroot(nodes: Any, edges: Any, work: Any, node: int, owners: Any) -> None:
    """Make a node the root and drop all others but its descendants, which stay in their order.

    A child always comes after its parent, and edges are in the order of their nodes, so everything moves forward and
    one pass is enough. `owners` has a place for every node, at first NONE: the edge that leads to it.
    """
    kept, used = int64(0), int64(0)
    for old in range(node, int64(work.nodes)):
        if old != node:
            if owners[old] == NONE:
                continue
            edges[owners[old]].child = kept
        first, count = int64(nodes[old].first), int64(nodes[old].count)
        nodes[kept] = nodes[old]
        nodes[kept].first = used
        for i in range(count):
            edges[used + i] = edges[first + i]
            child = int64(edges[used + i].child)
            if child != NONE:
                owners[child] = used + i
        kept += 1
        used += count
    work.nodes, work.edges = kept, used


@kernel
def find(
    board: Any, states: Any, written: Any, wanted: Any, nodes: Any, edges: Any, places: Any, seat: int, least: int
) -> int:  # fmt: skip
    """Play through a tree, the nearest nodes first, to where a seat has a position; returns its place, or NONE.

    `places` says how it was reached. `written` is `states` as bytes, `wanted` the position's. Moves with fewer visits
    than `least` are passed over, and so is what no place is left for.
    """
    reached = int64(1)
    for place in range(len(places)):
        if place == reached:
            break
        node = int64(places[place].node)
        actor = int64(nodes[node].seat)
        if actor == seat and is_written(written, place, wanted):
            return place
        first = int64(nodes[node].first)
        for edge in range(first, first + int64(nodes[node].count)):
            if edges[edge].child == NONE or edges[edge].visits < least or reached == len(places):
                continue
            states[reached] = states[place]
            play(board, states[reached], actor, int64(edges[edge].action))
            places[reached].node = edges[edge].child
            places[reached].before = place
            places[reached].action = edges[edge].action
            reached += 1
    return NONE


@kernel
def is_written(written: Any, place: int, wanted: Any) -> bool:
    """Whether these are the bytes of a state."""
    for i in range(len(wanted)):  # noqa: SIM110  a kernel has no generators
        if written[place, i] != wanted[i]:
            return False
    return True


@cache
def compiled_reroot() -> Any:
    """`reroot`, compiled once for all games and loaded by a first call on a tree of one node."""
    built = CPU.bind(reroot)
    nodes, edges, work = np.zeros(1, NODE), np.zeros(1, EDGE), np.zeros(1, WORK)[0]
    work.nodes = 1
    built(nodes, edges, work, 0, np.full(1, NONE, np.int32))
    return built


@cache
def compiled_find(engine: Engine) -> Any:
    """`find`, compiled with the rules of a game and loaded by a first call that finds nothing to look at."""
    built = CPU.bind(find, engine.rules)
    board, states = np.zeros(1, engine.facts_of.BOARD)[0], np.zeros(0, engine.facts_of.STATE)
    written, wanted = np.zeros((0, states.itemsize), np.uint8), np.zeros(states.itemsize, np.uint8)
    built(board, states, written, wanted, np.zeros(0, NODE), np.zeros(0, EDGE), np.zeros(0, PLACE), 1, 1)
    return built


def load_tree_reuse(engine: Engine) -> None:
    """Compile and load both kernels, so that no later choice waits for them."""
    compiled_reroot()
    compiled_find(engine)
