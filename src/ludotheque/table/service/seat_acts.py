"""Taking a seat: one way for HTTP and for forms."""

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service.service import Service


def check_account(person: Person | None, terms: Terms) -> None:
    """Raise if a guest would play for ratings: guests come and go, and ratings stay."""
    if terms.rated and not (person and person.is_account):
        raise TableError("forbidden", say("A rated game needs an account: make one first, your tables stay yours."))


async def take_seat(
    service: Service, live: LiveTable, person: Person, seat: int, level: str | None, commitment: str | None = None
) -> None:
    """Sit down in a seat, or put a bot of `level` there."""
    check_account(person, live.row.terms)
    if level is None:
        await service.tables.seats.sit(live.row.id, person, seat, commitment)
    else:
        await service.tables.seats.put_bot(live.row.id, person, seat, level)
