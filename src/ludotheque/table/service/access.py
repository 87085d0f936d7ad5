"""Access to tables: who may see one, as which seat, and the message that they are sent."""

from dataclasses import asdict

from ludotheque.games.phrase import say
from ludotheque.log.projection import TableContext
from ludotheque.log.rights import rights_of
from ludotheque.log.subscription import Subscription, cache_words
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.own_seats import pick_seat
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable as LiveTable
from ludotheque.table.service.chat import last_message
from ludotheque.table.service.service import Service
from ludotheque.wire.table_messages import BotView, TableView


async def find_visible_table(
    service: Service, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
) -> LiveTable:
    """A table that a person may see. Its rules are compiled next, if they are not yet."""
    live = await service.tables.registry.find_for(table, person, invitation, is_fresh=is_fresh)
    service.workshop.want(live.row.terms.game)
    return live


def seat_of(state: TableState, person: Person | None, seat: int | None) -> int | None:
    """The seat whose view a person sees: the one requested (0: a spectator's), else one of their own."""
    own = state.people.get(person.id, ()) if person else ()
    if seat and seat not in own:
        raise TableError("forbidden", say("This is not your seat."))
    return None if seat == 0 else pick_seat(own, state.waited_for, seat)


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
    if "words" in subscription.wants:
        await cache_words(state, seat, subscription.lang, subscription.after)
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
    )
    return subscription.news(state, row.id, own, seat, context)
