"""The lifecycle of a server process: heartbeat, time-outs, bots, notices, sweeps, from opening to shutdown."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import structlog
from sqlalchemy import select

from ludotheque.bots.early_bots import load_piece
from ludotheque.bots.workshop import Workshop
from ludotheque.games import NAMES
from ludotheque.log.entries import BotHolder, PersonHolder, Thinking
from ludotheque.play.game import game as find_game
from ludotheque.table.bots.bot_jobs import BotJob, Chosen
from ludotheque.table.bots.bot_queue import BotQueue
from ludotheque.table.bots.dispatcher import BotPlayer
from ludotheque.table.bots.worker_pool import WorkerPool
from ludotheque.table.people.accounts import Accounts
from ludotheque.table.people.people import People
from ludotheque.table.people.results import keep_missing
from ludotheque.table.registry.completion import Errands, finish
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.timeouts import Timing
from ludotheque.table.reminders.reminder_settings import ReminderSettings
from ludotheque.table.reminders.reminders import Reminders
from ludotheque.table.reminders.web_push import PushKey, load_push_key, push_key_file
from ludotheque.table.service.acts import play_bot
from ludotheque.table.service.households import Households
from ludotheque.table.service.hub import Hub
from ludotheque.table.service.limits import Limits
from ludotheque.table.service.metrics import Metrics
from ludotheque.table.service.seeks.seek_desk import SeekDesk
from ludotheque.table.service.service import Service
from ludotheque.table.storage.engines import parse_address
from ludotheque.table.storage.heartbeat import BEAT_SECONDS
from ludotheque.table.storage.notices import EVERYTHING, PEOPLE, SEEKS, Notice
from ludotheque.table.storage.schema import seats
from ludotheque.table.storage.seal import key_file
from ludotheque.table.storage.storage_errors import LostFileError, StoreError
from ludotheque.table.storage.store import Store

CHECK_SECONDS = 2.0  # between two checks whether clients still read
SWEEP = 3600.0  # seconds between two sweeps of expired rows
WEEK = 7 * 86_400.0  # how far back a starting process looks for games without results
REST = 1.0  # seconds after a failure
LOOK_SECONDS = 5.0  # between two looks for turns to remind people of
SEND_SECONDS = 2.0  # between two looks at what is to be sent
NO_REMINDERS = ReminderSettings()
SETTLING = 1.0  # seconds after the start before anything is compiled

log = structlog.get_logger(__name__)


class TimedCrew(WorkerPool):
    """A worker pool that measures thinking times."""

    metrics: Metrics

    async def think(self, job: BotJob) -> Chosen:
        began = time.perf_counter()
        chosen = await super().think(job)
        self.metrics.thinking.labels(job.game, job.level).observe(time.perf_counter() - began)
        return chosen


@asynccontextmanager
async def open_service(
    url: str, *, key: Path | None = None, is_new_key: bool = False, is_as_is: bool = False,
    limits: Limits | None = None, bots: int | None = None, compile_bots: bool = True,
    reminders: ReminderSettings = NO_REMINDERS,
) -> AsyncIterator[Service]:  # fmt: skip
    """Open a database and serve it until the context is left; `bots` is the number of workers."""
    store = await Store.open(url, key, is_new_key=is_new_key, is_as_is=is_as_is)
    try:
        push_key = load_push_key(push_key_file(key or key_file(parse_address(url)))) if reminders.has_push else None
        service = _assemble(store, Limits() if limits is None else limits, bots, reminders, push_key)
        async with _alive(service) as timing:
            await service.tables.registry.open()
            await service.queue.try_all_again()
            await service.seeks.revive()
            if not compile_bots:
                load_rules()
            async with _doing(service, timing, compile_bots):
                yield service
    finally:
        await store.close()


@asynccontextmanager
async def _alive(service: Service) -> AsyncIterator[Timing]:
    """Run from the first heartbeat to the farewell, which comes last."""
    timing = Timing(service.tables, secrets.token_hex(8))
    await timing.beat()
    try:
        yield timing
    finally:
        try:
            await service.store.say_farewell(timing.process)
        except LostFileError:
            pass  # logged already
        except StoreError as error:  # the database is away: others see a killed process
            log.error("late", what="farewell", exc_info=error)


@asynccontextmanager
async def _doing(service: Service, timing: Timing, compile_bots: bool) -> AsyncIterator[None]:
    """Run the background tasks; at the end disconnect clients, and return the bots' leases."""
    errands = Errands(lambda table: look_after(service, table))
    notices = service.store.notices()
    tasks = [asyncio.create_task(doing) for doing in (
        keep_doing("beat", BEAT_SECONDS, timing.beat),
        keep_doing("time-outs", 0.0, timing.watch),
        keep_doing("seeks", 0.0, service.seeks.watch),
        keep_doing("reminders", LOOK_SECONDS, service.reminders.turns.tick),
        keep_doing("mails", SEND_SECONDS, service.reminders.sender.send_mails),
        keep_doing("posts", SEND_SECONDS, service.reminders.sender.send_posts),
        keep_doing("clients", CHECK_SECONDS, lambda: _check(service)),
        keep_doing("sweep", SWEEP, lambda: _sweep(service)),
        pass_notices(service, notices, errands),
        errands.run(),
        service.bots.run(),
        *([open_workshop(service)] if compile_bots else []),
    )]  # fmt: skip
    try:
        yield
    finally:
        service.hub.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        service.workshop.close()
        await service.workers.close()
        service.accounts.close()


def _assemble(
    store: Store, limits: Limits, bots: int | None, settings: ReminderSettings, push_key: PushKey | None
) -> Service:
    households = Households(limits.address_of)
    people, queue, crew, metrics = People(store), BotQueue(store, households.weight), TimedCrew(bots), Metrics()
    tables = Tables(store, people, is_sole_writer=store.kind == "sqlite", owner_of=limits.owner_of)
    crew.metrics = metrics

    async def job_for(table: str, seat: int) -> BotJob | None:
        return await find_job(tables, table, seat)

    async def deliver(table: str, seat: int, seen: int, steps: tuple[str, ...], thinking: Thinking) -> None:
        await play_bot(tables, table, seat, seen, steps, thinking)

    def count(channel: str, end: str) -> None:
        metrics.reminders.labels(channel, end).inc()

    player, hub = BotPlayer(queue, crew, job_for, deliver), Hub()
    return Service(
        store, tables, people, Accounts(store), limits, crew, queue, player, hub, metrics, _workshop(hub),
        SeekDesk(tables), Reminders(tables, settings, push_key, hub.is_looked_at, count),
    )  # fmt: skip


def _workshop(hub: Hub) -> Workshop:
    """The workshop that compiles for this server, and notifies watchers of its progress."""
    loop = asyncio.get_running_loop()

    def changed() -> None:
        with suppress(RuntimeError):  # the event loop is closing
            loop.call_soon_threadsafe(hub.tell, "")

    return Workshop(load_piece, lambda line: log.warning("compiling failed", why=line), changed=changed)


async def find_job(tables: Tables, table: str, seat: int) -> BotJob | None:
    """The job of a bot's seat; None if the seat is not awaited."""
    state = (await tables.registry.find(table)).state
    holder = state.holders.get(seat)
    if seat not in state.waited_for or not isinstance(holder, BotHolder) or state.position is None:
        return None
    view = state.position.view(seat)
    return BotJob.of(state.terms, view, number=state.number, level=holder.level, version=holder.version)


def load_rules() -> None:
    """Load the compiled rules of all games that are in this machine's cache."""
    for one in map(find_game, NAMES):
        if one.engine.is_prepared:
            one.prepare(None)


async def open_workshop(service: Service) -> None:
    """Load and compile rules and bots, after the server has had a moment to show its first page."""
    await asyncio.sleep(SETTLING)
    service.workshop.start()


async def keep_doing(what: str, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
    """Repeat a task; while the database is away it is retried. A lost one does not come back, and is logged already."""
    while True:
        try:
            await do()
        except LostFileError:
            return
        except Exception as error:
            log.error("late", what=what, exc_info=error)
            await asyncio.sleep(REST)
        await asyncio.sleep(seconds)


async def _check(service: Service) -> None:
    """Disconnect clients that no longer read."""
    service.hub.check(time.monotonic())


async def _sweep(service: Service) -> None:
    await service.people.sweep()
    await service.reminders.sender.sweep()
    await keep_missing(service.store, await service.store.now() - WEEK)


async def pass_notices(service: Service, notices: AsyncIterator[Notice], errands: Errands) -> None:
    """Pass notices of all processes on to this one's registry, hub and bots. Nothing here awaits the database."""
    async for table, number in notices:
        if (table, number) in (PEOPLE, EVERYTHING):
            service.people.forget_known()
        if (table, number) in (SEEKS, EVERYTHING):
            service.seeks.wake()
            service.hub.tell(SEEKS[0])
        if (table, number) in (PEOPLE, SEEKS):
            continue
        service.metrics.entries.inc()
        service.tables.registry.apply_notice(table, number)
        live = service.tables.registry.live.get(table)
        is_known = live is not None and live.state.number >= number
        if not is_known or (live and live.state.is_bot_waited_for):
            service.bots.wake()
        service.hub.tell(table)
        if table and (service.hub.has_people or (live and (not is_known or live.state.is_over))):
            errands.put(table)


async def look_after(service: Service, table: str) -> None:
    """Notify the people at a table of its news; if its game is over, store the results."""
    try:
        service.hub.tell_people(table, await _people_at(service, table))
        await finish(service.tables, table)
    except Exception as error:
        log.error("notice", table=table, exc_info=error)
        service.hub.tell("")


async def _people_at(service: Service, table: str) -> frozenset[str]:
    """The people at a table, if any client in this process follows their turns."""
    if not service.hub.has_people:
        return frozenset()
    if table in service.tables.registry.live:
        held = (await service.tables.registry.find(table, is_fresh=False)).state.holders.values()
        return frozenset(one.person for one in held if isinstance(one, PersonHolder))
    async with service.store.read() as connection:
        found = await connection.scalars(select(seats.c.person).where(seats.c.table == table))
        return frozenset(person for person in found if person is not None)
