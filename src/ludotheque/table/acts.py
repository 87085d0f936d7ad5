"""Acts at a table: one way for all of them, over the socket, over HTTP and from a form."""

from typing import assert_never

from ludotheque.games.phrase import say
from ludotheque.table import messages
from ludotheque.table.errors import TableError
from ludotheque.table.hinting import hint
from ludotheque.table.keeping import Kept
from ludotheque.table.people import Person
from ludotheque.table.seating import own_seat
from ludotheque.table.seen import preview_seen
from ludotheque.table.service import Service
from ludotheque.wire.incoming import (
    AnswerAct,
    AnyAct,
    AskAct,
    CancelAct,
    HintAct,
    PlayAct,
    PreviewAct,
    ResignAct,
    TakeBackAct,
    TalkAct,
    WakeAct,
)
from ludotheque.wire.outgoing import DoneResult, Result


def limit_of(act: AnyAct) -> str:
    """The limit (`limits.RULES`) that counts how often an act is done."""
    return "hint" if isinstance(act, HintAct) else "message" if isinstance(act, TalkAct) else "step"


async def perform(service: Service, kept: Kept, person: Person, act: AnyAct, lang: str) -> Result:
    """Do what somebody wants at a table that they may look at; raises why it can't be done."""
    table = kept.row.id
    match act:
        case PlayAct():
            return await service.house.play(table, person, act, lang)
        case PreviewAct():
            seat = own_seat(kept.course, person.id, act.seat)
            return preview_seen(kept.course, seat, act.steps, act.lang or lang, act.wants)
        case HintAct():
            return await hint(service, kept, person, act.seat, act.lang or lang)
        case TalkAct():
            return DoneResult(ok=True, number=await messages.send_message(service.store, kept, person, act.text))
        case WakeAct():
            await wake(service, kept, person)
        case TakeBackAct() | AskAct() | AnswerAct() | ResignAct() | CancelAct():
            await service.house.act(table, person, act)
        case _:
            assert_never(act)
    return DoneResult(ok=True, number=(await service.house.find(table)).course.number)


async def wake(service: Service, kept: Kept, person: Person) -> None:
    """Let the bots of a table think again, if this is for somebody to do."""
    if kept.row.creator != person.id and not kept.course.seats_of(person.id):
        raise TableError("forbidden", say("Only those who sit here, or made the table, wake the bots."))
    await service.queue.try_again(kept.row.id)
    service.bots.wake()
