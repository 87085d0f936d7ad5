"""Hints: what a strong bot would do in a person's place. A worker thinks, with the seat's view alone.

A hint is neither stored nor sent to anybody else.
"""

import asyncio

import structlog

from ludotheque.bots.adviser import ADVISER
from ludotheque.drawing.advice_words import tell_advice
from ludotheque.games.phrase import say
from ludotheque.log.commands import own_seat
from ludotheque.log.rights import check, why_not_hint
from ludotheque.log.table_errors import TooOften
from ludotheque.log.table_state import TableState
from ludotheque.play.thought import Advice
from ludotheque.play.view import View
from ludotheque.table.bots.bot_jobs import BotFailedError, BotJob, version_of
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service.service import Service
from ludotheque.table.service.table_names import load_player_names
from ludotheque.wire.table_messages import HintResult

PATIENCE = 30.0  # seconds before a hint is given up
LATER, SOON = 30, 5  # seconds after which a retry is worth it

COMPILING = say("The bots are still getting ready: ask again in a minute.")
FAILED = say("The bot could not think of anything: ask again, or trust yourself.")
BUSY = say("The bots have too much to do just now: ask again later.")

log = structlog.get_logger(__name__)


class NoHint(TooOften):
    """No hint just now; says when to retry."""


async def hint(service: Service, live: LiveTable, person: Person, seat: int | None, lang: str) -> HintResult:
    """A bot's advice for an awaited person, in words."""
    state = live.state
    view, number = view_to_advise(state, person, seat), state.number
    if state.terms.game in service.workshop.compiling:
        raise NoHint(LATER, COMPILING)
    job = BotJob.of(
        state.terms, view, number=number, level=ADVISER, version=version_of(state.terms.game, ADVISER)
    )  # fmt: skip
    advice = await _ask(service, live.row.id, job, person)
    players = await load_player_names(service.people, state, live.row.id, lang)
    told = tell_advice(view, advice, lang, players.now)
    return HintResult(steps=list(advice.steps), words=told.words, reason=told.reason, number=number)


def view_to_advise(state: TableState, person: Person, seat: int | None) -> View:
    """The view of a seat that may have a hint; raises a TableError for others."""
    own = own_seat(state, person.id, seat)
    check(why_not_hint(state, own))
    assert state.position is not None  # noqa: S101
    return state.position.view(own)


async def _ask(service: Service, table: str, job: BotJob, person: Person) -> Advice:
    """A worker's advice; raises if it takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await service.workers.advise(job, person.id)
    except BotFailedError as error:
        log.warning("hint failed", table=table, seat=job.seat, why=error.why)
        raise NoHint(SOON, FAILED) from None
    except TimeoutError:
        raise NoHint(LATER, BUSY) from None
