"""A rematch: the same terms at a new table, everybody one seat further.

Whoever asks first makes it, and the bots sit down; whoever else sat at the old table and asks, is seated too.
"""

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import delete, update

from ludotheque.table.course import Course
from ludotheque.table.entries import BotHolder
from ludotheque.table.errors import TableError
from ludotheque.table.house import House, Kept
from ludotheque.table.people import Person
from ludotheque.table.schema import tables
from ludotheque.table.store import Store


def rotated(course: Course, seat: int) -> int:
    """Where a seat's player sits in the rematch."""
    return seat % course.terms.players + 1


async def rematch(house: House, table: str, person: Person) -> str:
    """The table of the rematch, with this person seated; made if there is none yet."""
    kept = await house.find(table)
    seats = kept.course.seats_of(person.id)
    if not seats:
        raise TableError("forbidden", "Only those who sat here can have a rematch.")
    if not kept.course.is_over:
        raise TableError("late", "This game is not over yet.")
    again = await find_or_make(house, kept, person)
    for seat in seats:
        with suppress(TableError):  # taken: they have asked already, or somebody was invited there
            await house.sit(again, person, rotated(kept.course, seat))
    return again


async def find_or_make(house: House, kept: Kept, person: Person) -> str:
    """The rematch's table; of two who make one at once, the first's stays."""
    row = await house.store.find_table(kept.row.id)
    if row is not None and row.rematch is not None:
        return row.rematch
    terms = kept.row.terms.model_copy(update={"rules": kept.course.game.rules_version})
    new, _ = await house.create(person, terms)
    stays = await _name(house.store, kept, new)
    if stays == new:
        await _seat_bots(house, kept.course, new, person)
    return stays


async def _name(store: Store, kept: Kept, new: str) -> str:
    """Write which table goes on from a finished one, unless one does already; that one is returned."""
    async with store.begin() as connection:
        free = update(tables).where(tables.c.id == kept.row.id, tables.c.rematch.is_(None))
        if (await connection.execute(free.values(rematch=new))).rowcount:
            await store.announce(connection, kept.row.id, kept.course.number)
            kept.row = replace(kept.row, rematch=new)
            return new
        await connection.execute(delete(tables).where(tables.c.id == new))
    row = await store.find_table(kept.row.id)
    return new if row is None or row.rematch is None else row.rematch


async def _seat_bots(house: House, course: Course, new: str, person: Person) -> None:
    for seat, holder in course.holders.items():
        if isinstance(holder, BotHolder):
            await house.put_bot(new, person, rotated(course, seat), holder.level)
