"""The parts of a running server, in one value for routes and sockets."""

from dataclasses import dataclass

from ludotheque.bots.workshop import Workshop
from ludotheque.table.bots.bot_queue import BotQueue
from ludotheque.table.bots.dispatcher import BotPlayer
from ludotheque.table.bots.worker_pool import WorkerPool
from ludotheque.table.people.accounts import Accounts
from ludotheque.table.people.people import People
from ludotheque.table.registry.tables import Tables
from ludotheque.table.reminders.reminders import Reminders
from ludotheque.table.service.hub import Hub
from ludotheque.table.service.limits import Limits
from ludotheque.table.service.metrics import Metrics
from ludotheque.table.service.seeks.seek_desk import SeekDesk
from ludotheque.table.storage.store import Store


@dataclass(slots=True)
class Service:
    """The parts of a running server."""

    store: Store
    tables: Tables
    people: People
    accounts: Accounts
    limits: Limits
    workers: WorkerPool
    queue: BotQueue
    bots: BotPlayer
    hub: Hub
    metrics: Metrics
    workshop: Workshop  # compiles rules and bots in the background; until then they run interpreted
    seeks: SeekDesk
    reminders: Reminders
