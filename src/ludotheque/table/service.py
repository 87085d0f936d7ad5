"""All that one process serves the house with, in one value that routes and sockets are handed."""

from dataclasses import dataclass

from ludotheque.bots.workshop import Workshop
from ludotheque.table.accounts import Accounts
from ludotheque.table.bot_player import BotPlayer
from ludotheque.table.crew import Crew
from ludotheque.table.house import House
from ludotheque.table.hub import Hub
from ludotheque.table.limits import Limits
from ludotheque.table.metrics import Metrics
from ludotheque.table.people import People
from ludotheque.table.queue import Queue
from ludotheque.table.store import Store


@dataclass(slots=True)
class Service:
    """The parts of a running server."""

    store: Store
    house: House
    people: People
    accounts: Accounts
    limits: Limits
    crew: Crew
    queue: Queue
    bots: BotPlayer
    hub: Hub
    metrics: Metrics
    workshop: Workshop  # compiles what is not compiled yet: until then rules and bots run interpreted
