"""Appends a command's entries to a log; on a conflict with another writer catches up and retries."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.commands import Draft
from ludotheque.log.entries import BotHolder, Logged, Opened, PersonHolder
from ludotheque.log.entry_replay import state_after
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.storage.row_values import Answered, SeatRow, WorkRow
from ludotheque.table.storage.storage_errors import EntryConflictError
from ludotheque.wire.table_messages import to_text

if TYPE_CHECKING:
    from ludotheque.table.registry.registry import LiveTable, Registry

MOST_TRIES = 20  # to append an entry, when other processes are quicker

Make = Callable[[TableState], Draft]  # from the current table state to a draft


class AlreadyAnswered(GameError):  # noqa: N818
    """The same request came twice, and its twin was answered first; `body` is the stored answer."""

    def __init__(self, body: str) -> None:
        super().__init__("answered already")
        self.body = body


async def write_with_retry(registry: "Registry", table: str, make: Make, person: str) -> int:
    """See `Registry.write`."""
    live = registry.live.get(table)
    for _ in range(MOST_TRIES):
        if live is None or live.is_behind or not live.is_sound:
            live = await registry.find(table, is_fresh=False)
        async with live.lock:
            if await _try(registry, live, make, person):
                return live.state.number
        live = None  # it may have been evicted
    raise TableError("busy", say("The table is very busy: try again."))


async def _try(registry: "Registry", live: "LiveTable", make: Make, person: str) -> bool:
    """Whether the command was appended or made no entry. A refusal counts only against the newest state."""
    known = await registry.people.look_up(live.state.people)  # settings may have changed in another process
    if registry.live.get(live.row.id) is not live:  # evicted, at the latest during the look-up
        return False
    live.own_singles = set()
    for one in known.values():
        if not one.settings.plays_alone:
            live.own_singles.add(one.id)
    try:
        draft = make(live.state)
    except GameError:
        if await registry.catch_up(live):
            return False
        raise
    if not draft.entries:
        return not await registry.catch_up(live)
    if await _insert(registry, live, draft, person):
        return True
    await registry.catch_up(live)
    return False


async def _insert(registry: "Registry", live: "LiveTable", draft: Draft, person: str) -> bool:
    at = max(await registry.store.now(), live.state.at)
    after = state_after(live.state, draft.entries, at, draft.after)
    opened = _opened(registry, live, after) if live.state.hidden or after.is_over else None
    if opened is not None:
        after.secrets = opened.secrets or after.secrets
        after.log[-1] = after.log[-1].model_copy(update={"opened": opened})
    answer = Answered(person, draft.answer.id, to_text(draft.answer)) if draft.answer else None

    def take(logged: list[Logged]) -> None:
        """Adopt the new state as soon as it is committed."""
        if live.state.number + len(logged) == after.number and logged[0].at == at:
            live.state = after
            return
        registry.go_on(live, logged)

    due = after.clocks.due_times()
    try:
        await registry.store.append(
            live.row.id, live.state.number + 1, draft.entries, index=seat_rows(after, due), stage=after.stage,
            work=work_rows(after) if live.state.bot_seats or after.bot_seats else None, answer=answer,
            at=at, then=take,
            hidden=frozenset(after.hidden), opened=opened,
        )  # fmt: skip
    except EntryConflictError:
        if answer and (known := await registry.store.answered(live.row.id, answer.person, answer.id)):
            raise AlreadyAnswered(known) from None
        return False
    return True


def _opened(registry: "Registry", live: "LiveTable", after: TableState) -> Opened | None:
    """What becomes visible to all in the state `after`: revealed choices, and the secrets of a finished game."""
    standing = {one.number: one.play for one in after.active_moves}
    plays = {number: standing[number] for number in live.state.hidden - after.hidden if number in standing}
    known: tuple[str | None, ...] = ()
    if after.is_over and not live.state.is_over:
        secrets_now = registry.dice.secrets_of(live.row, after)
        known = tuple(one.value.hex() if one.value else None for one in secrets_now)
    return Opened(secrets=known, plays=plays) if plays or known else None


def seat_rows(state: TableState, due: Mapping[int, float | None]) -> list[SeatRow]:
    """The index rows of a table's seats; `due` says when their clocks run out."""
    rows = []
    for seat, holder in state.holders.items():
        is_bot = isinstance(holder, BotHolder)
        rows.append(
            SeatRow(
                seat=seat,
                person=holder.person if isinstance(holder, PersonHolder) else None,
                bot=holder.level if isinstance(holder, BotHolder) else None,
                waited=state.clocks.since.get(seat, state.at if seat in state.unopened else None),
                due=None if is_bot or seat in state.late else due[seat],
            )
        )
    return rows


def work_rows(state: TableState) -> list[WorkRow]:
    """The queue rows of the awaited bots."""
    has_people = any(isinstance(one, PersonHolder) and not one.is_bot for one in state.holders.values())
    return [
        WorkRow(seat, state.waiting_since[seat], holder.level, has_people)
        for seat in state.waited_for
        if isinstance(holder := state.holders[seat], BotHolder)
    ]
