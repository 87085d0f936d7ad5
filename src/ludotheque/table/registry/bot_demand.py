"""How many tables with bots one person may have at once, so that nobody's bots crowd the queue."""

from sqlalchemy import distinct, func, select

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.people import Person
from ludotheque.table.storage.schema import seats, tables
from ludotheque.table.storage.store import Store

MOST_OF_GUEST, MOST_OF_ACCOUNT = 20, 100
A_DAY = 86_400.0  # seconds after its last entry in which a table counts


async def check_demand(store: Store, person: Person, table: str = "") -> None:
    """Raise if a person has made too many tables with bots that are not over; `table` itself does not count."""
    most = MOST_OF_ACCOUNT if person.is_account else MOST_OF_GUEST
    async with store.read() as connection:
        recent = tables.c.changed > await store.time_of(connection) - A_DAY
        made = (tables.c.creator == person.id, tables.c.stage != "over", tables.c.id != table, recent)
        query = select(func.count(distinct(tables.c.id))).join(seats, seats.c.table == tables.c.id)
        found = await connection.scalar(query.where(*made, seats.c.bot.is_not(None))) or 0
    if found >= most:
        raise _too_many(person, most)


def _too_many(person: Person, most: int) -> TableError:
    if person.is_account:
        told = say("Bots play at {n} of your tables, the most for an account: finish or cancel a game first.", n=most)
    else:
        told = say(
            "Bots play at {n} of your tables, the most for a guest: finish or cancel a game, or make an account.",
            n=most,
        )
    return TableError("full", told)
