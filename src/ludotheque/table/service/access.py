"""Access to tables: who may see one, as which seat, and the message that they are sent."""

import secrets
from dataclasses import asdict

from ludotheque.games.phrase import say
from ludotheque.log.entries import PersonHolder
from ludotheque.log.player_names import people_named, player_names
from ludotheque.log.projection.subscription import Subscription, cache_words
from ludotheque.log.projection.table_projection import TableContext
from ludotheque.log.rights import rights_of
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.own_seats import pick_seat
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable as LiveTable
from ludotheque.table.registry.registry import Registry, hashed
from ludotheque.table.service.chat import last_message
from ludotheque.table.service.service import Service
from ludotheque.table.storage.row_values import TableRow
from ludotheque.wire.table_messages import BotView, TableView

UNKNOWN = say("There is no such table, or you are not invited: look at the link again.")


def may_look(live: LiveTable, person: Person | None, invitation: str | None = None) -> bool:
    """Whether a person may see a table: it is public, they made it, sit or have played there, or are invited."""
    state, row = live.state, live.row
    if row.is_public or (person is not None and (person.id == row.creator or person.id in state.people)):
        return True
    return is_invited(row, invitation) or (person is not None and has_sat(state, person.id))


def is_invited(row: TableRow, invitation: str | None) -> bool:
    """Whether this is a table's invitation."""
    return invitation is not None and secrets.compare_digest(hashed(invitation) or "", row.invitation or "")


def has_sat(state: TableState, person: str) -> bool:
    """Whether a person holds a seat, or has held one in the game. A seat emptied before the game does not count."""
    held: dict[int, set[str]] = {}
    for _, seat, holder in state.seat_history:
        if holder is None:
            held.pop(seat, None)
        elif isinstance(holder, PersonHolder):
            held.setdefault(seat, set()).add(holder.person)
    return any(person in them for them in held.values())


async def find_for(
    registry: Registry, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
) -> LiveTable:
    """A table that a person may see; raises "unknown" for others, whether they exist or not.

    Of a table whose log is damaged it can't be said who sits there: if it is public everybody is told so, else its
    maker and whoever has the invitation.
    """
    try:
        live = await registry.find(table, is_fresh=is_fresh)
    except TableError as error:
        row = await registry.store.find_table(table) if error.kind == "damaged" else None
        if row and (row.is_public or (person and row.creator == person.id) or is_invited(row, invitation)):
            raise
        raise TableError("unknown", UNKNOWN) from None
    if not may_look(live, person, invitation):
        raise TableError("unknown", UNKNOWN)
    return live


async def find_visible_table(
    service: Service, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
) -> LiveTable:
    """A table that a person may see. Its rules are compiled next, if they are not yet."""
    live = await find_for(service.tables.registry, table, person, invitation, is_fresh=is_fresh)
    service.workshop.want(live.row.terms.game)
    return live


def seat_of(state: TableState, person: Person | None, seat: int | None) -> int | None:
    """The seat whose view a person sees: the one requested (0: a spectator's), else one of their own."""
    own = state.people.get(person.id, ()) if person else ()
    if seat and seat not in own:
        raise TableError("forbidden", say("This is not your seat."))
    return None if seat == 0 else pick_seat(own, state.waited_for, seat)


def who_is_here(service: Service, state: TableState, table: str) -> dict[int, bool | None]:
    """By seat of a person: whether they have the table open now. Other processes' pages are not known."""
    away = False if service.store.kind == "sqlite" else None  # one process serves a SQLite house
    here = service.hub.presence.is_here
    return {seat: here(table, person) or away for person, seats in state.people.items() for seat in seats}


async def build_table_view(
    service: Service, live: LiveTable, person: Person | None, subscription: Subscription
) -> TableView:
    """A table's message for a person, with the entries that are new to the subscription."""
    row = live.row
    places = await service.queue.places(row.id) if live.state.is_bot_waited_for else ()
    if live.last_message is None:
        live.last_message = await last_message(service.store, row.id)
    state = live.state  # a snapshot: entries written from here on come with the next message
    seat, own = seat_of(state, person, subscription.seat), state.people.get(person.id, ()) if person else ()
    known = await service.people.look_up(people_named(state))
    players = player_names(state, row.id, known, subscription.lang)
    if "words" in subscription.wants:
        await cache_words(state, seat, subscription.lang, subscription.after, players)
    now = await service.store.now()
    can = rights_of(state, seat, own, is_maker=person is not None and row.creator == person.id)
    context = TableContext(
        state.clocks.show(now),
        can,
        bots=[BotView(**asdict(place)) for place in places] if places else (),
        is_compiling=row.terms.game in service.workshop.compiling,
        compiled=service.workshop.progress()[row.terms.game],
        messages=live.last_message if can.talk else 0,
        rematch=row.rematch,
        names=players.known,
        players=players,
        here=who_is_here(service, state, row.id) if own else {},
    )
    return subscription.news(state, row.id, own, seat, context)
