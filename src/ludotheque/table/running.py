"""What a server does while nobody asks: it says that it lives, writes time-outs, lets bots play, passes notices on."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog
from sqlalchemy import select

from ludotheque.games import NAMES
from ludotheque.play.game import game as find_game
from ludotheque.table.accounts import Accounts
from ludotheque.table.bot_player import BotPlayer
from ludotheque.table.crew import Crew
from ludotheque.table.entries import BotHolder, Thinking
from ludotheque.table.finishing import finish
from ludotheque.table.house import House
from ludotheque.table.hub import Hub
from ludotheque.table.life import BEAT_SECONDS
from ludotheque.table.limits import Limits
from ludotheque.table.metrics import Metrics
from ludotheque.table.notices import Notice
from ludotheque.table.people import People
from ludotheque.table.playing import know_settings
from ludotheque.table.queue import Queue
from ludotheque.table.results import keep_missing
from ludotheque.table.schema import seats
from ludotheque.table.service import Service
from ludotheque.table.store import Store
from ludotheque.table.thinking import BotFailed, Chosen, Job
from ludotheque.table.timing import write_time_outs

LOOK = 0.5  # seconds between two looks at the clocks
SWEEP = 3600.0  # seconds between two sweeps of what nobody needs any more
WEEK = 7 * 86_400.0  # how far back a start looks for games whose results are missing
REST = 1.0  # seconds after something went wrong

log = structlog.get_logger(__name__)


class TimedCrew(Crew):
    """A crew whose thinking is measured."""

    metrics: Metrics

    async def think(self, job: Job) -> Chosen:
        began = time.perf_counter()
        chosen = await super().think(job)
        self.metrics.thinking.labels(job.game, job.level).observe(time.perf_counter() - began)
        return chosen


@asynccontextmanager
async def open_service(
    url: str, *, secret: bytes | None = None, limits: Limits | None = None, bots: int | None = None,
    compile_bots: bool = True,
) -> AsyncIterator[Service]:  # fmt: skip
    """Open a database and serve its house until the context is left; `bots` is how many think at once."""
    store = await Store.open(url)
    service = _assemble(store, secret or secrets.token_bytes(32), Limits() if limits is None else limits, bots)
    process = secrets.token_hex(8)
    notices = store.notices()
    tasks: list[asyncio.Task[None]] = []
    try:
        await store.beat(process)
        await service.house.open()
        load_rules(service)
        tasks += [asyncio.create_task(doing) for doing in (
            keep_doing("beat", BEAT_SECONDS, lambda: _beat(service, process)),
            keep_doing("time-outs", LOOK, lambda: write_time_outs(service.house)),
            keep_doing("sweep", SWEEP, lambda: _sweep(service)),
            pass_notices(service, notices),
            service.bots.run(),
            *([compile_everything(service)] if compile_bots else []),
        )]  # fmt: skip
        yield service
    finally:
        service.hub.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await service.crew.close()
        service.accounts.close()
        await store.close()


def _assemble(store: Store, secret: bytes, limits: Limits, bots: int | None) -> Service:
    house, queue, crew, metrics = House(store, secret), Queue(store), TimedCrew(bots), Metrics()
    crew.metrics = metrics

    async def job_for(table: str, seat: int) -> Job | None:
        return await find_job(house, table, seat)

    async def deliver(table: str, seat: int, seen: int, steps: tuple[str, ...], thinking: Thinking) -> None:
        kept = await house.find(table)
        await know_settings(service, kept.course.holders.values())
        await house.play_bot(table, seat, seen, steps, thinking)

    player = BotPlayer(queue, crew, job_for, deliver)
    service = Service(
        store, house, People(store), Accounts(store), limits, crew, queue, player, Hub(), metrics,
    )  # fmt: skip
    return service


async def find_job(house: House, table: str, seat: int) -> Job | None:
    """What a bot is asked; None when its seat is not waited for."""
    course = (await house.find(table)).course
    holder = course.holders.get(seat)
    if seat not in course.waited_for or not isinstance(holder, BotHolder) or course.position is None:
        return None
    view = course.position.view(seat)
    return Job.of(course.terms, view, number=course.number, level=holder.level, version=holder.version)


def load_rules(service: Service) -> None:
    """Use the compiled rules of all games that have been compiled on this machine."""
    for name in NAMES:
        one = find_game(name)
        if one.engine.is_prepared:
            one.prepare(None)
            service.compiling.discard(name)
        else:
            service.compiling.add(name)


async def compile_everything(service: Service) -> None:
    """Compile rules and bots in a worker, one game after another; the house is open meanwhile."""
    for name in sorted(NAMES, key=lambda name: name not in service.compiling):
        try:
            await service.crew.prepare((name,))
        except BotFailed as error:
            log.error("compiling failed", game=name, error=type(error).__name__)
        load_rules(service)


async def keep_doing(what: str, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
    """Do something again and again; a database that is away for a while only makes it late."""
    while True:
        try:
            await do()
        except Exception as error:
            log.error("late", what=what, exc_info=error)
            await asyncio.sleep(REST)
        await asyncio.sleep(seconds)


async def _beat(service: Service, process: str) -> None:
    """Say that this process lives; if none did for a while, all clocks are told of it."""
    await service.store.beat(process)
    known = service.house.pauses
    known += [one for one in await service.store.pauses(known[-1][1] if known else 0.0) if one not in known]
    service.metrics.queue.set(await service.queue.length())
    service.metrics.courses.set(len(service.house.tables))


async def _sweep(service: Service) -> None:
    await service.people.sweep()
    await keep_missing(service.store, await service.store.now() - WEEK)


async def pass_notices(service: Service, notices: AsyncIterator[Notice]) -> None:
    """Tell everybody in this process of what was written in any process."""
    async for table, _ in notices:
        service.metrics.entries.inc()
        service.bots.wake()
        try:
            service.hub.tell(table, await _people_at(service, table))
            if table:
                await finish(service.house, table)
        except Exception as error:
            log.error("notice", table=table, exc_info=error)
            service.hub.tell("")


async def _people_at(service: Service, table: str) -> frozenset[str]:
    """Those who sit at a table, if anybody here asks for his turns."""
    if not table or not service.hub.has_people:
        return frozenset()
    async with service.store.read() as connection:
        found = await connection.scalars(select(seats.c.person).where(seats.c.table == table))
        return frozenset(person for person in found if person is not None)
