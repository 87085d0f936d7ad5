"""The socket: one for all tables of a person.

Each message is answered or refused, and the socket stays open. A watched table is sent whenever it has news. A client
that reads too slowly, or is silent for too long, is disconnected; it reconnects and resumes after the last entry that
it knows.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

import structlog
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.api.guard import BROKEN, address_of, is_from_here
from ludotheque.table.api.problems import Unauthenticated, problem_of
from ludotheque.table.api.routes.dependencies import identify, secret_of, service_of, spend
from ludotheque.table.api.validation import LONGEST, first_mistakes, names_in
from ludotheque.table.people.people import Person
from ludotheque.table.service.access import build_table_view, find_for, find_visible_table
from ludotheque.table.service.acts import perform
from ludotheque.table.service.hub import Mailbox
from ludotheque.table.service.limits import one_network
from ludotheque.table.service.seeks.seek_follower import NEWS, SeekFollower
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.wire import INCOMING, Incoming
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.requests import (
    ComeCommand,
    FollowSeekCommand,
    HintAct,
    PingCommand,
    PlayCommand,
    SeekCommand,
    UnwatchCommand,
    WatchCommand,
)
from ludotheque.wire.table_messages import PongMessage, Problem, error_message, news, reply, to_text

MOST_WATCHED = 50  # tables of one socket
MOST_ASIDE = 3  # pending hints of one client
MOST_UNREAD = 20  # invalid messages in a row, or too frequent ones
IN_A_ROW = 4  # messages sent before other tasks get their turn
SLOW = 20.0  # seconds for a client to read a message
SILENT = 120.0  # seconds within which a client must send a message, if only `ping`
FORBIDDEN, COME_BACK, NO_TEXT, NONSENSE = 4403, 1013, 1003, 1008  # close codes
GONE = (WebSocketDisconnect, RuntimeError)  # raised once a client has disconnected: the second by Starlette itself

SOMETHING_BROKEN = Problem(ok=False, error="broken", text=BROKEN)

log = structlog.get_logger(__name__)
router = APIRouter()


class SocketClosed(Exception):  # noqa: N818
    """The socket is to be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


@dataclass(slots=True)
class WatchedTable:
    """A table that a client watches: its subscription, and the `ref`s not answered yet."""

    subscription: Subscription
    invitation: str | None
    refs: list[str] = field(default_factory=list)


@router.websocket("/api/socket")
async def serve_socket(socket: WebSocket) -> None:
    """Serve one client until it disconnects."""
    if not is_from_here(socket.headers, socket.scope["scheme"]):
        await socket.close(FORBIDDEN, "from another site's page")
        return
    try:
        person = await identify(socket)
        spend(socket, "socket", person)
        address = address_of(socket.scope)
        mailbox = service_of(socket).hub.open(person.id if person else one_network(address), address=address)
    except GameError as error:
        await socket.close(COME_BACK, str(error)[:100])
        return
    await Conversation(socket, person, mailbox).run()


def parse(text: str) -> Incoming:
    """Parse a client's message; raises a TableError in one line."""
    if len(text) > LONGEST:
        raise TableError("wrong", say("A message has at most {n} letters.", n=LONGEST))
    try:
        return INCOMING.validate_json(text)
    except ValidationError as error:
        raise TableError("wrong", first_mistakes(error)) from None


class Conversation:
    """One client's socket: its person, and the tables that it watches."""

    def __init__(self, socket: WebSocket, person: Person | None, mailbox: Mailbox) -> None:
        self.socket, self.person, self.mailbox = socket, person, mailbox
        self.service = service_of(socket)
        self.watched: dict[str, WatchedTable] = {}
        self.seek = SeekFollower(self.service.seeks, self.service.hub, mailbox)
        self._secret, self._address = secret_of(socket), address_of(socket.scope)
        self._unread = 0  # invalid messages in a row
        self._heard = time.monotonic()  # when the client last sent a message
        self._waits = False  # whether the reader awaits the client
        self._sending: float | None = None  # since when a message is being sent
        self._late: SocketClosed | None = None  # set if the client reads or sends nothing for too long
        self._broken: BaseException | None = None  # the error that was logged
        self._aside: set[asyncio.Task[None]] = set()  # slow answers in progress
        self._reading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Read and write until either ends. Neither is cancelled in the middle of a message."""
        try:
            await self.socket.accept()
            self._reading, self._writing = asyncio.create_task(self._read()), asyncio.create_task(self._write())
            self._writing.add_done_callback(lambda _: self._stop_reading())
            self.mailbox.check = self._check
            ended = await self._end(self._reading)
            self.mailbox.close()
            written = await self._end(self._writing)
            await self._close(self._late or ended or written)
        except GONE:
            pass
        finally:
            self.mailbox.close()
            for aside in list(self._aside):
                aside.cancel()
            for task in (self._reading, self._writing, *self._aside):
                if task is not None:
                    await self._end(task)
            self.seek.close()
            self.service.hub.leave(self.mailbox)

    async def _end(self, task: asyncio.Task[None]) -> SocketClosed | None:
        """Wait until reader and writer have ended; returns the close reason, if the client is sent one."""
        await asyncio.wait({task})
        ended = None if task.cancelled() else task.exception()
        if ended is None or isinstance(ended, SocketClosed):
            return ended
        if ended is not self._broken:
            log.error("broken", route="/api/socket", exc_info=ended)
        self._broken = ended
        return SocketClosed(COME_BACK, "broken: come back and resume")

    def _check(self, now: float) -> None:
        """Disconnect a client that reads too slowly, or has sent nothing for too long."""
        if self._sending is not None and now - self._sending > SLOW and self._writing is not None:
            self._late = SocketClosed(COME_BACK, "too slow: come back and resume")
            self._writing.cancel()
        elif self._waits and now - self._heard > SILENT:
            self._late = SocketClosed(COME_BACK, "nothing was heard for long")
            self._stop_reading()

    def _stop_reading(self) -> None:
        """Stop reading; pending answers are still sent."""
        self.mailbox.close()
        if self._waits and self._reading is not None:
            self._reading.cancel()

    async def _close(self, ended: SocketClosed | None) -> None:
        if ended is not None and self.socket.client_state is WebSocketState.CONNECTED:
            with suppress(*GONE, TimeoutError):
                async with asyncio.timeout(1):
                    await self.socket.close(ended.code, ended.reason)

    async def _read(self) -> None:
        """Answer messages one by one, until the client disconnects or is disconnected, or the writer has ended."""
        while not self.mailbox.is_closed and (text := await self._next()) is not None:
            await self._hear(text)

    async def _next(self) -> str | None:
        """The next message; None if there are no more. Control frames on the way are counted, and say nothing."""
        while "control" in (message := await self._receive()):
            with suppress(GameError):  # too often, say
                await self._count()
                self._unread -= 1
        self._heard = time.monotonic()
        if message["type"] == "websocket.disconnect":
            return None
        if message.get("text") is None:
            raise SocketClosed(NO_TEXT, "messages are text")
        return cast("str", message["text"])

    async def _receive(self) -> Message:
        """Await the client."""
        self._waits = True
        try:
            return await self.socket.receive()
        except GONE:
            return {"type": "websocket.disconnect"}
        finally:
            self._waits = False

    async def _hear(self, text: str) -> None:
        """Answer a message. An error is sent as a reply, and the socket stays open."""
        said: Incoming | None = None
        try:
            await self._count()
            said = parse(text)
            self._unread = 0
            if isinstance(said, HintAct):
                self._answer_aside(said, text)
            else:
                await self._answer(said)
        except SocketClosed:
            raise
        except Exception as error:
            self._tell(error, said, text)

    def _answer_aside(self, said: Incoming, text: str) -> None:
        """Answer a slow request, such as a hint, in a task of its own."""

        async def answer() -> None:
            try:
                await self._answer(said)
            except Exception as error:
                self._tell(error, said, text)

        if len(self._aside) >= MOST_ASIDE:
            raise TooOften(1)
        task = asyncio.create_task(answer())
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    def _tell(self, error: Exception, said: Incoming | None, text: str) -> None:
        """Send the error of a message."""
        if isinstance(error, GameError):
            self._tell_error(problem_of(error, self._lang_of(said)), said, text)
        else:
            log.error("broken", route="/api/socket", exc_info=error)
            self._tell_error(SOMETHING_BROKEN, said, text)

    async def _count(self) -> None:
        """Count a message against the limits. Too many invalid ones in a row close the socket."""
        self._unread += 1
        if self._unread > MOST_UNREAD:
            raise SocketClosed(NONSENSE, "too much that could not be read")
        await self._identify_again()
        self.service.limits.spend("request", self._address, self.person.id if self.person else None)

    async def _identify_again(self) -> None:
        """Close the socket if the client's session has ended."""
        person = await self.service.people.find_hashed(*self._secret) if self._secret else None
        if self.person is not None and person is None:
            raise SocketClosed(FORBIDDEN, "logged out")
        self.person = person

    async def _answer(self, said: Incoming) -> None:
        match said:
            case WatchCommand():
                await self._watch(said)
            case UnwatchCommand():
                self._forget(said.table)
            case FollowSeekCommand() | ComeCommand():
                await self._answer_seek(said)
            case PingCommand():
                self.mailbox.put(PongMessage(kind="pong", ref=said.ref, at=await self.service.store.now()))
            case _:
                lang = self._lang_of(said)
                if self.person is None:
                    raise Unauthenticated
                self.service.limits.spend(said.limit, self._address, self.person.id)
                is_fresh = not isinstance(
                    said, PlayCommand
                )  # `Registry.write` checks steps against the newest entry anyway
                live = await find_visible_table(self.service, said.table, self.person, is_fresh=is_fresh)
                result = await perform(self.service, live, self.person, said, lang)
                self.mailbox.put(reply(result, said.table, said.ref))

    async def _watch(self, said: WatchCommand) -> None:
        if len(self.watched) >= MOST_WATCHED and said.table not in self.watched:
            raise TableError("full", say("{n} tables are the most of one socket.", n=MOST_WATCHED))
        live = await find_visible_table(self.service, said.table, self.person, said.invitation)
        subscription = Subscription(said.wants, said.lang or self._lang, said.seat, said.after)
        before = self.watched.get(said.table)
        refs = [*(before.refs if before else ()), *([] if said.ref is None else [said.ref])]
        self.watched[said.table] = WatchedTable(subscription, said.invitation, refs)
        seated = self.person.id if self.person and live.state.seats_of(self.person.id) else None
        self.service.hub.watch(self.mailbox, said.table, seated)
        self.mailbox.look_at(said.table)

    async def _answer_seek(self, said: SeekCommand) -> None:
        """Follow the person's search for opponents from now on, or say that they come to the table."""
        if self.person is None:
            raise Unauthenticated
        if isinstance(said, ComeCommand):
            await self.service.seeks.come(self.person)
        else:
            self.seek.follow(self.person.id)
        await self.seek.put(self.person.id, said.ref)

    @property
    def _lang(self) -> Language:
        return self.person.settings.language if self.person else "en"

    def _lang_of(self, said: Incoming | None) -> Language:
        """The language of an answer: the message's, else that of its watched table."""
        if named := getattr(said, "lang", None):
            return cast("Language", named)
        watched = self.watched.get(getattr(said, "table", ""))
        return watched.subscription.lang if watched else self._lang

    def _tell_error(self, problem: Problem, said: Incoming | None, text: str) -> None:
        """Send an error with the `ref`, `table` and `id` of its message, also of an invalid one."""
        names = names_in(text) if said is None else said.model_dump(include={"ref", "table", "id"})
        self.mailbox.put(error_message(problem, **names))

    def _forget(self, table: str) -> None:
        self.watched.pop(table, None)
        self.service.hub.unwatch(self.mailbox, table)

    async def _write(self) -> None:
        many = 0
        async for item in self.mailbox.items():
            many += 1
            if many % IN_A_ROW == 0:  # other tasks get their turn, and a disconnect is noticed
                await asyncio.sleep(0)
            if isinstance(item, str):
                for table in [item] if item else [*self.watched, NEWS]:
                    await self._send_news(table)
            else:
                await self._send(item)
        raise SocketClosed(COME_BACK, "come back and resume")

    async def _send_news(self, table: str) -> None:
        """Send a table's news, once for each pending `ref`. Unsubscribe if the person may no longer see it."""
        if table == NEWS and self.seek.person is not None:
            await self._identify_again()
            await self.seek.put(self.seek.person)
        watched = self.watched.get(table)
        if watched is None:
            return
        await self._identify_again()
        refs: list[str | None] = [*watched.refs]
        watched.refs = []
        for ref in refs or [None]:
            try:
                live = await find_for(
                    self.service.tables.registry, table, self.person, watched.invitation, is_fresh=False
                )
                seen = await build_table_view(self.service, live, self.person, watched.subscription)
            except TableError as error:
                self._forget(table)
                self.mailbox.put(error_message(problem_of(error, watched.subscription.lang), ref, table))
            except StoreError as error:  # the database is away: the news come when it is back
                self.mailbox.put(error_message(problem_of(error, watched.subscription.lang), ref, table))
            except Exception as error:
                log.error("broken", route="/api/socket", table=table, exc_info=error)
                self.mailbox.put(error_message(SOMETHING_BROKEN, ref, table))
            else:
                await self._send(news(seen, ref))

    async def _send(self, message: Sent) -> None:
        self._sending = time.monotonic()
        try:
            await self.socket.send_text(to_text(message))
        except GONE:
            raise SocketClosed(COME_BACK, "gone") from None
        self._sending = None
