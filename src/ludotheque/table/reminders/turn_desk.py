"""The desk that finds the turns of which people are to be reminded, in each process; the database lets one claim each.

A process notes of the people who look at their tables here that they do; so no process reminds them.
"""

from collections.abc import Callable

import structlog

from ludotheque.log.entries import PersonHolder
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.write_retry import seat_rows
from ludotheque.table.reminders import outbox_rows
from ludotheque.table.reminders.outbox_rows import OpenWait
from ludotheque.table.reminders.reminder_settings import ReminderSettings
from ludotheque.table.reminders.turns import is_due, turn_to_tell
from ludotheque.table.storage.storage_errors import StoreError

Looks = Callable[[str, str], bool]  # whether a person looks at a table, in this process
NOTED = 0.25  # of the patience: how old a note that somebody looks may be

log = structlog.get_logger(__name__)


class TurnDesk:
    """Finds turns, for one process."""

    def __init__(self, tables: Tables, settings: ReminderSettings, looks: Looks) -> None:
        self._tables, self._store, self._settings, self._looks = tables, tables.store, settings, looks

    async def tick(self) -> None:
        """Note who looks, and put the reminders that are due into the outbox."""
        kinds = self._settings.kinds
        if not kinds:
            return
        async with self._store.read() as connection:
            waits, now = await outbox_rows.read_open_waits(connection, kinds), await self._store.time_of(connection)
            has_room = await outbox_rows.has_room(connection)
        looked_at = [one for one in waits if self._looks(one.person, one.table)]
        await self._note(looked_at, now)
        for one in waits:
            is_open = not one.is_settled and one not in looked_at
            if has_room and is_open and is_due(one.waited, one.looked, now, self._settings.patience):
                await self._try(one, now)

    async def _note(self, waits: list[OpenWait], now: float) -> None:
        """Note who looks, unless that has just been noted."""
        old = now - NOTED * self._settings.patience
        if stale := [one for one in waits if one.looked is None or one.looked <= old]:
            async with self._store.begin() as connection:
                await outbox_rows.note_looked(connection, stale, now)

    async def _try(self, wait: OpenWait, now: float) -> None:
        """Tell a turn. A table that does not replay holds up no other."""
        try:
            await self._tell(wait, now)
        except StoreError:
            raise
        except Exception as error:
            if not isinstance(error, TableError):
                log.error("reminder", table=wait.table, exc_info=error)
            async with self._store.begin() as connection:
                await outbox_rows.settle(connection, wait)

    async def _tell(self, wait: OpenWait, now: float) -> None:
        state = (await self._tables.registry.find(wait.table)).state
        if not is_still(state, wait):
            return  # the next look finds it as it is then
        turn = turn_to_tell(state, wait.seat)
        async with self._store.begin() as connection:
            if turn is None:
                await outbox_rows.settle(connection, wait)
            else:
                await outbox_rows.claim(connection, wait, turn, self._settings.kinds, now)


def is_still(state: TableState, wait: OpenWait) -> bool:
    """Whether a table still waits for this person, since the same moment."""
    holder = state.holders.get(wait.seat)
    since = {row.seat: row.waited for row in seat_rows(state, state.clocks.due_times())}
    return isinstance(holder, PersonHolder) and holder.person == wait.person and since[wait.seat] == wait.waited
