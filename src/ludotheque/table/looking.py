"""Looking at a table: who may, as which seat, and all that is sent of it."""

from dataclasses import asdict
from typing import Any

from ludotheque.table.entries import PersonHolder
from ludotheque.table.errors import TableError
from ludotheque.table.following import Follower
from ludotheque.table.house import Kept
from ludotheque.table.messages import last_message
from ludotheque.table.people import Person
from ludotheque.table.service import Service

UNKNOWN = "There is no such table, or you are not invited: look at the link again."


async def find_seen(service: Service, table: str, person: Person | None, invitation: str | None = None) -> Kept:
    """A table that somebody may look at; of others not even their being there is told."""
    try:
        kept = await service.house.find(table)
    except TableError:
        raise TableError("unknown", UNKNOWN) from None
    if service.house.may_look(kept, person, invitation) or has_sat(kept, person):
        return kept
    raise TableError("unknown", UNKNOWN)


def has_sat(kept: Kept, person: Person | None) -> bool:
    """Whether somebody has held a seat here, and may come back to it."""
    return person is not None and any(
        isinstance(holder, PersonHolder) and holder.person == person.id for _, _, holder in kept.course.held
    )


def seat_of(kept: Kept, person: Person | None, seat: int | None) -> int | None:
    """The seat as which somebody looks: the one asked for, else the own one, the one that is waited for first."""
    own = kept.course.seats_of(person.id) if person else ()
    if seat:
        if seat not in own:
            raise TableError("forbidden", "This is not your seat.")
        return seat
    if seat == 0 or not own:
        return None
    return next((one for one in own if one in kept.course.waited_for), own[0])


async def look(service: Service, kept: Kept, person: Person | None, follower: Follower) -> dict[str, Any]:
    """All that somebody is sent of a table, as far as it is news."""
    course, table = kept.course, kept.row.id
    own = course.seats_of(person.id) if person else ()
    is_bot_waited = any(seat in course.bot_seats for seat in course.waited_for)
    places = await service.queue.places(table) if is_bot_waited else ()
    more: dict[str, Any] = {
        "bots": [asdict(place) for place in places],
        "is_compiling": course.terms.game in service.compiling | service.crew.preparing,
        "messages": await last_message(service.store, table) if own else 0,
        "rematch": await find_rematch(service, kept),
    }
    now = await service.store.now()
    return follower.news(course, table, own, seat_of(kept, person, follower.seat), now) | more


async def find_rematch(service: Service, kept: Kept) -> str | None:
    """The table that goes on from a finished one; another process may have made it."""
    if not kept.course.is_over or kept.row.rematch is not None:
        return kept.row.rematch
    row = await service.store.find_table(kept.row.id)
    if row is not None:
        kept.row = row
    return kept.row.rematch
