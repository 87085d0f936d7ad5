"""The desk at which a person's own programs fetch their feed, by the token in its address."""

from sqlalchemy import select

from ludotheque.log.table_errors import TableError
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.reminders import channel_rows
from ludotheque.table.reminders.channel import hashed
from ludotheque.table.reminders.house_links import HouseLinks
from ludotheque.table.reminders.turn_feed import FeedTurn
from ludotheque.table.reminders.turn_message import message_of
from ludotheque.table.reminders.turns import turn_to_tell
from ludotheque.table.storage import schema
from ludotheque.table.storage.schema import seats

MOST_TURNS = 100
NOTED = 3600.0  # seconds of precision of the last fetch


class FeedDesk:
    """Finds the turns of a feed."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store

    async def find_person(self, token: str) -> Person | None:
        """Whose feed has this token."""
        async with self._store.read() as connection:
            channel = await channel_rows.find_channel(connection, hashed(token))
            now = await self._store.time_of(connection)
        if channel is None or channel.kind != "feed":
            return None
        if channel.told is None or now > channel.told + NOTED:
            async with self._store.begin() as connection:
                await channel_rows.note_success(connection, channel.id, now)
        return (await self._tables.registry.people.look_up([channel.person]))[channel.person]

    async def turns_of(self, person: Person, house: str) -> list[FeedTurn]:
        """The turns that wait for a person, the longest waiting first."""
        mine = (seats.c.person == person.id, seats.c.waited.is_not(None), schema.tables.c.stage != "over")
        wanted = select(seats.c.table, seats.c.seat, seats.c.waited, seats.c.due).join(schema.tables).where(*mine)
        async with self._store.read() as connection:
            rows = (await connection.execute(wanted.order_by(seats.c.waited, seats.c.table).limit(MOST_TURNS))).all()
        found = [await self._turn(person, house, *row) for row in rows]
        return [one for one in found if one is not None]

    async def _turn(
        self, person: Person, house: str, table: str, seat: int, waited: float, due: float | None
    ) -> FeedTurn | None:
        try:
            state = (await self._tables.registry.find(table, is_fresh=False)).state
        except TableError:
            return None
        turn = turn_to_tell(state, seat) if seat in state.seats_of(person.id) else None
        if turn is None:
            return None
        names = {one.id: one.name for one in (await self._tables.registry.people.look_up(state.people)).values()}
        link = HouseLinks(house, self._store.seal).table(table)
        told = message_of(
            state, seat, turn, reminder=f"{table} {turn}", table=table, names=names, now=waited, link=link
        )
        return FeedTurn(told, waited, due)
