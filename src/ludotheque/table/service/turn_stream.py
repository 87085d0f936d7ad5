"""The stream of a person's turns, for programs that play."""

from sqlalchemy import select

from ludotheque.log.projection.visibility import count_seen_steps
from ludotheque.log.table_state import TableState
from ludotheque.play.choice import choices_of
from ludotheque.table.service.service import Service
from ludotheque.table.storage.schema import seats, tables
from ludotheque.wire.turn_events import OverEvent, TurnEvent, TurnOrEnd

MOST_TABLES = 500  # in one person's stream


class Turns:
    """A person's stream: remembers what was sent, so that each turn is sent once."""

    def __init__(self, service: Service, person: str) -> None:
        self.person, self._service = person, service
        self._told: dict[tuple[str, int], tuple[int, int]] = {}
        self._open: set[str] = set()

    async def look(self, table: str) -> list[TurnOrEnd]:
        """The new events at a table; "": at all tables."""
        names = [table] if table else await self._own_tables()
        return [event for name in names for event in await self._news(name)]

    async def _own_tables(self) -> list[str]:
        mine = (seats.c.person == self.person) & (tables.c.stage == "playing")
        wanted = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(mine).distinct()
        async with self._service.store.read() as connection:
            return list(await connection.scalars(wanted.order_by(tables.c.id).limit(MOST_TABLES)))

    async def _news(self, table: str) -> list[TurnOrEnd]:
        state = (await self._service.tables.registry.find(table)).state
        if state.is_over:
            return self._end(table, state)
        own = state.seats_of(self.person)
        if own and state.has_begun:
            self._open.add(table)
        return [event for seat in own for event in self._turn(table, state, seat)]

    def _end(self, table: str, state: TableState) -> list[TurnOrEnd]:
        """The end of a game, once."""
        for key in [key for key in self._told if key[0] == table]:
            del self._told[key]
        if table not in self._open:
            return []
        self._open.discard(table)
        return [OverEvent(kind="over", table=table, how=state.end.how if state.end else "rules")]

    def _turn(self, table: str, state: TableState, seat: int) -> list[TurnOrEnd]:
        """A turn, once for each change that the seat can see; secret choices of others are none."""
        if seat not in state.waited_for or state.position is None:
            self._told.pop((table, seat), None)
            return []
        changed = max((number for number, whose in state.changes if whose in (0, seat)), default=0)
        moment = (count_seen_steps(state, seat), changed)
        if self._told.get((table, seat)) == moment:
            return []
        self._told[table, seat] = moment
        view = state.position.view(seat)
        turn = TurnEvent(
            kind="turn", table=table, game=state.terms.game, seat=seat, seen=state.number, choices=choices_of(view),
            view=view.to_fields(),
        )  # fmt: skip
        return [turn]
