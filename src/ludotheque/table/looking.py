"""Looking at a table: who may, as which seat, and all that is sent of it."""

from collections.abc import Collection
from dataclasses import asdict

from ludotheque.games.phrase import say
from ludotheque.play.seats import pick_seat
from ludotheque.table.errors import TableError
from ludotheque.table.following import Follower, tell_gently
from ludotheque.table.keeping import Kept
from ludotheque.table.messages import last_message
from ludotheque.table.people import Person
from ludotheque.table.rights import rights_of, why_not_talk
from ludotheque.table.seating import has_sat
from ludotheque.table.seen import Around
from ludotheque.table.service import Service
from ludotheque.wire.outgoing import BotView, TableView

UNKNOWN = say("There is no such table, or you are not invited: look at the link again.")


async def find_seen(
    service: Service, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
) -> Kept:
    """A table that somebody may look at; of others not even their being there is told."""
    try:
        kept = await service.house.find(table, is_fresh=is_fresh)
    except TableError:
        raise TableError("unknown", UNKNOWN) from None
    service.workshop.want(kept.course.terms.game)
    if service.house.may_look(kept, person, invitation) or (person and has_sat(kept.course, person.id)):
        return kept
    raise TableError("unknown", UNKNOWN)


def seat_of(kept: Kept, person: Person | None, seat: int | None) -> int | None:
    """The seat as which somebody looks: the one asked for (0: a spectator), else one of their own."""
    own = kept.course.seats_of(person.id) if person else ()
    if seat and seat not in own:
        raise TableError("forbidden", say("This is not your seat."))
    return None if seat == 0 else pick_seat(own, kept.course.waited_for, seat)


async def look(service: Service, kept: Kept, person: Person | None, follower: Follower) -> TableView:
    """All that somebody is sent of a table, as far as it is news."""
    course, table, game = kept.course, kept.row.id, kept.row.terms.game
    own = course.seats_of(person.id) if person else ()
    places = await service.queue.places(table) if course.is_bot_waited_for else ()
    messages = await find_last_message(service, kept, own)
    if "words" in follower.wants:
        await tell_gently(course, seat_of(kept, person, follower.seat), follower.lang, follower.after)
    now, own = await service.store.now(), course.seats_of(person.id) if person else ()
    seat, is_maker = seat_of(kept, person, follower.seat), person is not None and kept.row.creator == person.id
    around = Around(
        bots=[BotView(**asdict(place)) for place in places],
        is_compiling=game in service.workshop.compiling,
        compiled=service.workshop.progress()[game],
        messages=messages,
        rematch=kept.row.rematch,
        can=rights_of(course, seat, own, is_maker=is_maker),
    )
    return follower.news(course, table, own, seat, now, around)


async def find_last_message(service: Service, kept: Kept, own: Collection[int]) -> int:
    """The number of the last message, for those who may talk here; 0 for others."""
    if why_not_talk(kept.course, own) is not None:
        return 0
    if kept.last_message is None:
        kept.last_message = await last_message(service.store, kept.row.id)
    return kept.last_message
