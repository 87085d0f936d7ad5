"""The hub: notifies this process's sockets and event streams of tables with news.

A mailbox holds replies to send and the names of tables with news, each once: however many entries are written while a
client reads slowly, its mailbox does not grow. A full one is closed; its client reconnects and resumes.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.service.limits import NETWORK, one_network, wider_network
from ludotheque.table.service.talk.presence import Presence
from ludotheque.wire.entry_messages import Sent

MOST_MESSAGES = 100  # in a mailbox
MOST_TABLES = 200  # that one mailbox may watch
MOST_MAILBOXES = 40  # of one person, or of anonymous clients of one network
MOST_OF_ADDRESS = 400  # of all people at one address: a school, say
MOST_OPEN = 8000  # in all; each costs a process about 100 kB


class Mailbox:
    """What waits for one client: replies in their order, and tables with news."""

    def __init__(self, owners: Collection[str], person: str | None = None) -> None:
        self.owners = owners  # among whose mailboxes it is counted
        self.person = person  # also notified of all tables of this person
        self.is_closed = False
        self.watched: set[str] = set()
        self.present: dict[str, str] = {}  # by table: the person who is there by this mailbox
        self.check: Callable[[float], None] | None = None  # called every few seconds: is the client still there?
        self._messages: deque[Sent] = deque()
        self._tables: OrderedDict[str, None] = OrderedDict()
        self._news = asyncio.Event()

    def put(self, message: Sent) -> None:
        """Queue a message; closes the mailbox if it is full."""
        if len(self._messages) >= MOST_MESSAGES:
            self.close()
            return
        self._messages.append(message)
        self._news.set()

    def look_at(self, table: str) -> None:
        """Note that a table has news; "": all tables."""
        if len(self._tables) >= MOST_TABLES:
            self._tables = OrderedDict({"": None})
        self._tables[table] = None
        self._news.set()

    def close(self) -> None:
        """Close the mailbox: nothing more is sent."""
        self.is_closed = True
        self._news.set()

    async def take(self) -> Sent | str | None:
        """The next message, or the name of a table with news; None once the mailbox is closed."""
        async with aclosing(self.items()) as items:
            return await anext(items, None)

    async def items(self) -> AsyncGenerator[Sent | str, None]:
        """All messages, and the names of tables with news, until the mailbox is closed."""
        while not self.is_closed:
            if self._messages:
                yield self._messages.popleft()
            elif self._tables:
                yield self._tables.popitem(last=False)[0]
            else:
                self._news.clear()
                await self._news.wait()


class Hub:
    """All mailboxes of a process."""

    def __init__(self) -> None:
        self._all: set[Mailbox] = set()
        self._watching: dict[str, set[Mailbox]] = {}
        self._people: dict[str, set[Mailbox]] = {}
        self._owners: Counter[str] = Counter()
        self.presence = Presence(self.tell)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def has_people(self) -> bool:
        """Whether a mailbox is notified of all tables of a person."""
        return bool(self._people)

    def open(self, owner: str, person: str | None = None, address: str | None = None) -> Mailbox:
        """A new mailbox, notified of the person's tables if one is named.

        Raises if its owner, their address or that one's network has too many.
        """
        if len(self._all) >= MOST_OPEN:
            raise TableError("busy", say("The house is full just now: come back in a minute."))
        most = _most_of(owner, address)
        for one, many in most.items():
            if self._owners[one] >= many:
                raise TableError("full", say("{n} sockets and streams are the most: close one first.", n=many))
        self._owners.update(most.keys())
        mailbox = Mailbox(most.keys(), person)
        self._all.add(mailbox)
        if person is not None:
            self._people.setdefault(person, set()).add(mailbox)
        return mailbox

    def watch(self, mailbox: Mailbox, table: str, seated: str | None = None) -> None:
        """Subscribe a mailbox to a table; whoever is `seated` there is present from now on."""
        self._watching.setdefault(table, set()).add(mailbox)
        mailbox.watched.add(table)
        if seated is not None and table not in mailbox.present:
            mailbox.present[table] = seated
            self.presence.come(table, seated)

    def unwatch(self, mailbox: Mailbox, table: str) -> None:
        """Unsubscribe a mailbox from a table."""
        _remove(self._watching, table, mailbox)
        mailbox.watched.discard(table)
        if (person := mailbox.present.pop(table, None)) is not None:
            self.presence.go(table, person)

    def is_looked_at(self, person: str, table: str) -> bool:
        """Whether a client of a person watches a table."""
        return any(person in one.owners for one in self._watching.get(table, ()))

    def leave(self, mailbox: Mailbox) -> None:
        """Remove a mailbox."""
        self._all.discard(mailbox)
        for owner in mailbox.owners:
            self._owners[owner] -= 1
            if self._owners[owner] <= 0:
                del self._owners[owner]
        for table in list(mailbox.watched):
            self.unwatch(mailbox, table)
        if mailbox.person is not None:
            _remove(self._people, mailbox.person, mailbox)

    def tell(self, table: str) -> None:
        """Notify the mailboxes that watch a table; "": all mailboxes."""
        for mailbox in list(self._watching.get(table, ()) if table else self._all):
            mailbox.look_at(table)

    def tell_people(self, table: str, people: frozenset[str]) -> None:
        """Notify the mailboxes that follow all tables of these people."""
        for mailbox in {one for person in people for one in self._people.get(person, ())}:
            mailbox.look_at(table)

    def check(self, now: float) -> None:
        """Let each mailbox check whether its client still reads, and see who has gone."""
        for mailbox in list(self._all):
            if mailbox.check is not None:
                mailbox.check(now)
        self.presence.check(now)

    def close(self) -> None:
        """Close all mailboxes; clients reconnect and resume."""
        for mailbox in list(self._all):
            mailbox.close()


def _most_of(owner: str, address: str | None) -> dict[str, int]:
    """By owner, address and network: how many mailboxes each may have."""
    most = {owner: MOST_MAILBOXES}
    if address is not None:
        most[f"address {one_network(address)}"] = MOST_OF_ADDRESS
        if (wider := wider_network(address)) is not None:
            most[f"network {wider}"] = MOST_OF_ADDRESS * NETWORK
    return most


def _remove(where: dict[str, set[Mailbox]], key: str, mailbox: Mailbox) -> None:
    where.get(key, set()).discard(mailbox)
    if not where.get(key):
        where.pop(key, None)
