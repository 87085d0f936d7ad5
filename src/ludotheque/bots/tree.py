"""A search tree: the arrays it lives in, the position it is about, and the way to a later position in it."""

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np

from ludotheque.bots.kit import Kit
from ludotheque.bots.search import EDGE, NODE, NONE, WORK
from ludotheque.bots.tree_reuse import PLACE, compiled_find, compiled_reroot
from ludotheque.games.playout import DESK
from ludotheque.play.view import View

EDGES_PER_NODE = 12
BYTES_PER_NODE = NODE.itemsize + EDGES_PER_NODE * EDGE.itemsize
FIRST, LONGEST = 16, 0.004  # simulations of the first slice of a timed search; seconds of a long one
PLACES = 2048  # nodes that are searched for a later position, in a millisecond or two
LEAST = 1 / 1000  # of a tree's visits: positions with fewer are not looked for
FREE_BYTES = 256 << 20  # of arrays that wait for the next search


@dataclass(frozen=True, eq=False)
class Room:
    """The arrays of a tree. The system allocates their memory only as the tree grows into them."""

    nodes: Any
    edges: Any

    @classmethod
    def of(cls, nodes: int) -> "Room":
        """Room for so many nodes."""
        return cls(np.empty(nodes, NODE), np.empty(nodes * EDGES_PER_NODE, EDGE))

    @property
    def bytes(self) -> int:
        return int(self.nodes.nbytes + self.edges.nbytes)


class Rooms:
    """Pool of free arrays; each is lent to one search at a time, on any thread."""

    def __init__(self) -> None:
        self._free: list[Room] = []
        self._lock = Lock()

    def take(self, nodes: int) -> Room:
        """Room for so many nodes: a used one if there is any, since its memory is already allocated."""
        with self._lock:
            found = next((room for room in reversed(self._free) if len(room.nodes) == nodes), None)
            if found is not None:
                self._free.remove(found)
        return found or Room.of(nodes)

    def give(self, room: Room) -> None:
        """Return a room to the pool; the oldest are freed when too much is idle."""
        with self._lock:
            self._free.append(room)
            while sum(one.bytes for one in self._free) > FREE_BYTES:
                self._free.pop(0)


@dataclass
class Tree:
    """One thread's search: its arrays, its random source, and the position it thinks about."""

    kit: Kit
    view: View
    settings: Any
    room: Room
    rng: Any
    kept: int = 0  # visits of the root that an earlier search has made
    states: Any = field(init=False)
    work: Any = field(init=False)

    def __post_init__(self) -> None:
        state = self.view.state
        self.states = np.stack([state, state])
        self.work = np.zeros(1, WORK)[0]
        self.work.seat = self.view.seat
        engine = self.view.game.engine
        self.moves, self.desk = engine.new_list(), np.zeros(1, DESK)[0]

    @property
    def memory(self) -> int:
        """Bytes in use."""
        return int(self.work.nodes) * NODE.itemsize + int(self.work.edges) * EDGE.itemsize

    def run(self, simulations: int) -> None:
        """Run so many more simulations; the interpreter's lock is released meanwhile."""
        self.kit.search(
            self.view.setup.board.record, self.states, self.room.nodes, self.room.edges, self.work, self.moves,
            self.desk, self.rng, self.settings, simulations,
        )  # fmt: skip

    def run_within(self, end: float, most: int) -> None:
        """Simulations one by one, until a moment of the clock or until there are `most`; one at least."""
        self.run(1)
        while self.work.simulations < most and time.perf_counter() < end:
            self.run(1)

    def run_until(self, end: float) -> None:
        """Simulations until a moment of the clock; one at least.

        They come in slices of some milliseconds. Towards the end a slice is half of what is left, so that one which
        takes twice as long, on a busy machine, is still in time.
        """
        self.run(1)
        many, now = FIRST, time.perf_counter()
        while now < end:
            self.run(many)
            before, now = now, time.perf_counter()
            slice_ = min(LONGEST, max(0.0, end - now) / 2)
            many = max(1, min(many * 4, int(many * slice_ / max(now - before, 1e-6))))

    def children(self, node: int) -> Any:
        """The edges of a node; none before the first simulation."""
        if node >= self.work.nodes:
            return self.room.edges[:0]
        first = int(self.room.nodes[node].first)
        return self.room.edges[first : first + int(self.room.nodes[node].count)]

    def path_to(self, view: View) -> tuple[int, ...] | None:
        """The steps from this tree's position to a view of the same seat; None when it is not in the tree.

        A position with few visits is not found either: its subtree is not worth reusing.
        """
        if _table(view) != _table(self.view):
            return None
        states, places = np.empty(PLACES, self.states.dtype), np.zeros(PLACES, PLACE)
        states[0] = self.states[0]
        written = states.view(np.uint8).reshape(PLACES, -1)
        wanted = np.array([view.state]).view(np.uint8)
        least = max(2, int(self.room.nodes[0].visits * LEAST))
        place = compiled_find(view.game.engine)(
            view.setup.board.record, states, written, wanted, self.room.nodes, self.room.edges, places, view.seat, least
        )
        path: list[int] = []
        while place > 0:
            path.append(int(places[place].action))
            place = int(places[place].before)
        return None if place == NONE else tuple(reversed(path))

    def follow(self, path: tuple[int, ...], node: int = 0) -> int:
        """The node behind these steps from another, or NONE."""
        for action in path:
            edges = self.children(node)
            found = edges["child"][edges["action"] == action]
            node = int(found[0]) if len(found) else NONE
            if node == NONE:
                break
        return node

    def go_on(self, old: "Tree", path: tuple[int, ...]) -> None:
        """Begin with the subtree behind these steps of an earlier tree, in the same arrays."""
        node = old.follow(path)
        if node != NONE:
            self.work.nodes = old.work.nodes
            owners = np.full(int(old.work.nodes), NONE, np.int32)
            compiled_reroot()(self.room.nodes, self.room.edges, self.work, node, owners)
            self.kept = int(self.room.nodes[0].visits)


def _table(view: View) -> tuple[Any, ...]:
    """The seat, game and setup of a view: two that agree here and in their states are the same."""
    setup = view.setup
    return (view.game.name, view.seat, setup.players, tuple(setup.options.items()), setup.board.label, setup.rules)
