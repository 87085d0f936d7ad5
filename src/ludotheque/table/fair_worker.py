"""A thread for slow jobs of many clients, so that the event loop turns meanwhile.

One job at a time: several threads would take the processor from the event loop, which shares it with all of them.
Addresses take turns, and so do the people of one address. Whoever asks for much waits for themselves. When too many
jobs wait, the newest of the address with most of them makes room.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from ludotheque.log.table_errors import TooOften

Made = TypeVar("Made")

MOST_WAITING = 64  # jobs
MOST_OF_ONE = 8  # jobs of one client
FEW_SECONDS = 5  # until a refused client may try again


class JobOwner(NamedTuple):
    """Who asks for a job: an address as limits count it, and the person at it, "" if unknown."""

    address: str
    person: str


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be made, and the future of it."""

    make: Callable[[], Any]
    made: "Future[Any]" = field(default_factory=Future)

    def run(self) -> None:
        """Make it, unless nobody waits for it any more."""
        if not self.made.set_running_or_notify_cancel():
            return
        try:
            self.made.set_result(self.make())
        except BaseException as error:  # whoever waits gets it
            self.made.set_exception(error)


class FairWorker:
    """One thread, and the jobs that wait for it."""

    def __init__(self, name: str, most_each: int = MOST_OF_ONE) -> None:
        self._thread, self._most_each = ThreadPoolExecutor(1, name), most_each
        self._lock = Lock()
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()  # by address and person

    async def run(self, client: JobOwner, make: Callable[[], Made]) -> Made:
        """Run `make` when it is the client's turn; raises TooOften if too many jobs wait."""
        job = Job(make)
        with self._lock:
            self._add(client, job)
        self._thread.submit(self._run_next)
        made: Made = await asyncio.wrap_future(job.made)
        return made

    def _run_next(self) -> None:
        with self._lock:
            job = self._take() if self._waiting else None
        if job is not None:
            job.run()

    def _add(self, client: JobOwner, job: Job) -> None:
        sizes = {address: sum(map(len, jobs.values())) for address, jobs in self._waiting.items()}
        own = self._waiting.get(client.address, OrderedDict()).get(client.person)
        if own is not None and len(own) >= self._most_each:
            raise TooOften(FEW_SECONDS)
        if sum(sizes.values()) >= MOST_WAITING:
            self._make_room(sizes, sizes.get(client.address, 0))
        self._waiting.setdefault(client.address, OrderedDict()).setdefault(client.person, deque()).append(job)

    def _make_room(self, sizes: dict[str, int], own: int) -> None:
        """Refuse the newest job of the address with most; raises TooOften if the client would then have as many."""
        address = max(sizes, key=lambda one: sizes[one])
        if sizes[address] <= own + 1:
            raise TooOften(FEW_SECONDS)
        people = self._waiting[address]
        person = max(people, key=lambda one: len(people[one]))
        job = people[person].pop()
        self._forget_empty(address, person)
        if job.made.set_running_or_notify_cancel():
            job.made.set_exception(TooOften(FEW_SECONDS))

    def _take(self) -> Job:
        """The next job: of the address, and there of the person, whose turn was longest ago."""
        address, people = next(iter(self._waiting.items()))
        person, jobs = next(iter(people.items()))
        job = jobs.popleft()
        people.move_to_end(person)
        self._waiting.move_to_end(address)
        self._forget_empty(address, person)
        return job

    def _forget_empty(self, address: str, person: str) -> None:
        if not self._waiting[address][person]:
            del self._waiting[address][person]
        if not self._waiting[address]:
            del self._waiting[address]


READING = FairWorker("reading", most_each=4)  # boards and records that people send
PAGES = FairWorker("pages", most_each=16)  # rulebooks and lessons
