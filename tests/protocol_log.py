"""One entry of each kind, as a seat is sent it: from the house of docs/protocol.md, and from a table with bad luck."""

from collections.abc import Iterable, Iterator
from typing import Any

from ludotheque.log.entries import Entry, Leave, Logged, Restored, Sealed, TimeOut
from ludotheque.log.projection.entry_projection import project_entry
from ludotheque.log.projection.visibility import Visibility
from tests.protocol import Stage
from tests.table.dealing import Bench
from tests.table.sent import fields

BEGAN = 1_794_792_860.0
PROMISE = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
PLACES = ("evao.sand.flower", "danae.lagoon.flower", "danae.sand.tattoo", "evao.sand.tattoo", "evao.palm.fish")


class Later(Bench):
    """A table at a time that could be today's."""

    def write(self, entry: Entry, at: float | None = None) -> int:
        return super().write(entry, BEGAN + self.state.number if at is None else at)


def entries_of(stage: Stage) -> Iterator[dict[str, Any]]:
    """All entries of the tables that Ada has seen, and those that no test waits for."""
    tables = {
        found["table"] for _, found in stage.seen if isinstance(found, dict) and {"table", "invitation"} <= set(found)
    }
    for table in sorted(tables):
        answer = stage.client("Ada").get(f"/api/tables/{table}?wants=words")
        yield from answer.json().get("entries", ())
    yield from unlucky_entries()
    yield from rolled_entries()


def unlucky_entries() -> Iterator[dict[str, Any]]:
    """Entries of a table that somebody left, whose time ran out, whose house lost its key; and a secret one."""
    bench = Later("makabana", 3)
    for seat, place in zip((1, 2, 3, 3, 2, 1), (*PLACES, "danae.sand.fish"), strict=True):
        bench.play(seat, f"hut:{place}")
    bench.play(1, "build:danae.palm.fish", "show:sector")
    yield seen(bench, bench.log[-1])
    for entry in (TimeOut(seat=2), Leave(seat=3), Restored(commitment=PROMISE, sealed="text")):
        bench.write(entry)
        yield seen(bench, bench.log[-1])
    yield seen(bench, Logged(number=20, at=BEGAN + 20, entry=Sealed(seat=2, text="text")))


def rolled_entries() -> Iterator[dict[str, Any]]:
    """A step after which the table reveals a tile and rolls dice: the last of Marabunta's first round."""
    bench = Later("marabunta")
    while not (entry := seen(bench, bench.log[-1])).get("then") or entry["kind"] == "begin":
        (seat,) = bench.state.waited_for
        bench.play(seat, bench.first(seat))
    yield entry


def fullest(entries: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Of each kind the entry that says most."""
    best: dict[str, dict[str, Any]] = {}
    for entry in entries:
        if len(entry) > len(best.get(name_of(entry), ())):
            best[name_of(entry)] = entry
    return best


def seen(bench: Bench, logged: Logged) -> dict[str, Any]:
    """An entry as seat 2 sees it."""
    return fields(project_entry(Visibility.of(bench.state, 2), logged))


def name_of(entry: dict[str, Any]) -> str:
    """The kind of an entry; a choice that is still secret has a name of its own, and so has one with `then`."""
    if entry["kind"] == "play" and entry.get("then"):
        return "play and then"
    return f"secret {entry['kind']}" if entry.get("secret") and entry["kind"] == "play" else str(entry["kind"])
