"""Acts at a table: one entry point for the socket, HTTP and forms."""

from collections.abc import Sequence
from contextlib import suppress
from typing import assert_never

from ludotheque.drawing.language import language
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.log.commands import Draft, StaleRequest, entries_for, is_stale, own_seat, play_act
from ludotheque.log.commands import play as play_steps
from ludotheque.log.entries import BotHolder, Thinking
from ludotheque.log.projection.subscription import missed
from ludotheque.log.projection.table_projection import project_refusal
from ludotheque.log.rights import GONE_ON
from ludotheque.log.step_preview import preview_steps
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable, auto_play_seats
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.write_retry import AlreadyAnswered
from ludotheque.table.service import chat
from ludotheque.table.service.hints import hint
from ludotheque.table.service.service import Service
from ludotheque.table.service.table_names import load_player_names
from ludotheque.table.storage.row_values import Answered
from ludotheque.wire.requests import (
    AnswerAct,
    AnyAct,
    AskAct,
    CancelAct,
    EntryAct,
    HintAct,
    PlayAct,
    PreviewAct,
    ReactAct,
    ResignAct,
    TakeBackAct,
    TalkAct,
    WakeAct,
)
from ludotheque.wire.table_messages import DoneResult, PlayResult, Problem, Result, to_text, widened


async def perform(service: Service, live: LiveTable, person: Person, act: AnyAct, lang: str) -> Result:
    """Perform a person's act at a table that they may see; raises a GameError if it is refused."""
    tables, table = service.tables, live.row.id
    match act:
        case PlayAct():
            return await play(tables, table, person, act, lang)
        case PreviewAct():
            seat = own_seat(live.state, person.id, act.seat)
            players = await load_player_names(service.people, live.state, table, act.lang or lang)
            return preview_steps(live.state, seat, act.steps, players.lang, act.wants, players.now)
        case HintAct():
            return await hint(service, live, person, act.seat, act.lang or lang)
        case TalkAct():
            return DoneResult(ok=True, number=await chat.send_message(service.store, live, person, act.text))
        case ReactAct():
            return DoneResult(ok=True, number=await chat.send_reaction(service.store, live, person, act.reaction))
        case WakeAct():
            return DoneResult(ok=True, number=await wake(service, live, person))
        case TakeBackAct() | AskAct() | AnswerAct() | ResignAct() | CancelAct():
            return DoneResult(ok=True, number=await write(tables, table, person, act))
        case _:
            assert_never(act)


async def write(tables: Tables, table: str, person: Person, act: EntryAct) -> int:
    """Append the entries of an act without steps: a take-back, request, answer or end. Returns the last number."""
    is_maker = (await tables.registry.find(table, is_fresh=False)).row.creator == person.id

    def make(state: TableState) -> Draft:
        return Draft(entries_for(state, person.id, act, is_maker=is_maker))

    return await tables.registry.write(table, make)


async def play(tables: Tables, table: str, person: Person, act: PlayAct, lang: str = "en") -> PlayResult:
    """Play a person's steps. The answer is stored: a repeated request id gets the same answer."""
    registry, made = tables.registry, list[PlayResult]()

    def make(state: TableState) -> Draft:
        live = registry.live[table]
        dice, alone = registry.dice.lazy(live.row, state), auto_play_seats(live, state.holders)
        draft = play_act(state, person.id, act, dice, alone)
        made[:] = [draft.answer] if draft.answer else []
        return draft

    try:
        await registry.write(table, make, person.id)
    except AlreadyAnswered as again:
        return await _repeat(tables, table, person, act, again.body, lang)
    except (StaleRequest, Refusal, TableError) as error:
        return await _not_played(tables, table, person, act, error, lang)
    return made[0]


async def _not_played(
    tables: Tables, table: str, person: Person, act: PlayAct, error: GameError, lang: str
) -> PlayResult:  # fmt: skip
    """Store and return the refusal of steps, or the earlier answer if the request is a repetition."""
    known = await tables.store.answered(table, person.id, act.id)
    if known is None and isinstance(error, TableError):
        raise error
    if known is None:
        why = project_refusal(error, lang) if isinstance(error, Refusal) else Problem(
            ok=False, error="stale", text=language(lang).say(GONE_ON)
        )  # fmt: skip
        body = to_text(widened(why, PlayResult, id=act.id))
        known = await tables.store.keep_answer(table, Answered(person.id, act.id, body))
    return await _repeat(tables, table, person, act, known, lang)


async def _repeat(tables: Tables, table: str, person: Person, act: PlayAct, known: str, lang: str) -> PlayResult:
    """A stored answer; a stale one with the entries missed until now."""
    answer = PlayResult.model_validate_json(known)
    if answer.error != "stale":
        return answer
    state = (await tables.registry.find(table)).state
    seat: int | None = None
    with suppress(TableError):  # a bot may hold the seat by now: then they get a spectator's entries
        seat = own_seat(state, person.id, act.seat)
    players = await load_player_names(tables.registry.people, state, table, lang)
    return answer.model_copy(update={"missed": missed(state, seat, lang, act.seen, players)})


async def play_bot(
    tables: Tables, table: str, seat: int, number: int, steps: Sequence[str], thinking: Thinking
) -> None:  # fmt: skip
    """Play a bot's steps, unless something that it can see has changed since entry `number`."""
    registry = tables.registry

    def make(state: TableState) -> Draft:
        if not isinstance(state.holders[seat], BotHolder) or is_stale(state, seat, number):
            raise TableError("stale", say("The table has gone on."))
        live = registry.live[table]
        dice, alone = registry.dice.lazy(live.row, state), auto_play_seats(live, state.holders)
        return play_steps(state, seat, tuple(steps), dice, alone, thinking)

    await registry.write(table, make)


async def wake(service: Service, live: LiveTable, person: Person) -> int:
    """Retry the failed bots of a table, for its maker or a seated person. Returns the number of the last entry."""
    if live.row.creator != person.id and not live.state.seats_of(person.id):
        raise TableError("forbidden", say("Only those who sit here, or made the table, wake the bots."))
    await service.queue.try_again(live.row.id)
    service.bots.wake()
    return live.state.number
