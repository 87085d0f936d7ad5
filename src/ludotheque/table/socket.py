"""The socket: one for all tables of a person.

Each message is answered or refused, and the socket goes on. A table that is watched is sent whenever it has news. A
client that reads too slowly, or is silent for too long, is let go; it comes back and resumes after the last entry that
it knows.
"""

import asyncio
from contextlib import suppress
from typing import Any

import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.games.refusal import GameError
from ludotheque.table import talking
from ludotheque.table.errors import TableError
from ludotheque.table.following import Follower
from ludotheque.table.hub import Mailbox, Message
from ludotheque.table.looking import find_seen, look
from ludotheque.table.people import Person
from ludotheque.table.playing import Steps, play, preview
from ludotheque.table.problems import Nobody, told
from ludotheque.table.routes.asking import identify, service_of, spend
from ludotheque.table.safety import BROKEN, address_of, is_from_here
from ludotheque.table.talking import Ping, PlayAnswer, PlaySteps, Pong, Preview, PreviewShown, TableNews, Unwatch, Watch

MOST_WATCHED = 50  # tables of one socket
SLOW = 20.0  # seconds for a client to take a message
SILENT = 120.0  # seconds after which a client must have said something, if only `ping`
FORBIDDEN, COME_BACK = 4403, 1013  # why a socket is closed

log = structlog.get_logger(__name__)
router = APIRouter()


class Closed(Exception):  # noqa: N818
    """A socket that is to be closed, with the code that says why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


@router.websocket("/api/socket")
async def serve_socket(socket: WebSocket) -> None:
    """Talk with one client for as long as it stays."""
    if not is_from_here(socket.headers):
        await socket.close(FORBIDDEN, "from another site's page")
        return
    try:
        person = await identify(socket)
        spend(socket, "socket", person)
        mailbox = service_of(socket).hub.open(person.id if person else address_of(socket.scope))
    except GameError as error:
        await socket.close(COME_BACK, str(error)[:100])
        return
    await Conversation(socket, person, mailbox).run()


class Conversation:
    """A client, what it watches, and who it is."""

    def __init__(self, socket: WebSocket, person: Person | None, mailbox: Mailbox) -> None:
        self.socket, self.person, self.mailbox = socket, person, mailbox
        self.service = service_of(socket)
        self.watched: dict[str, tuple[Follower, str | None]] = {}

    async def run(self) -> None:
        """Read and write until one of the two ends."""
        self.service.metrics.sockets.inc()
        try:
            await self.socket.accept()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read())
                group.create_task(self._write())
        except* Closed as ended:
            await self._close(ended.exceptions[0])
        except* WebSocketDisconnect:
            pass
        finally:
            self.service.metrics.sockets.dec()
            self.service.hub.leave(self.mailbox)

    async def _close(self, ended: BaseException) -> None:
        if isinstance(ended, Closed) and self.socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(1):
                    await self.socket.close(ended.code, ended.reason)

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout(SILENT):
                    text = await self.socket.receive_text()
            except TimeoutError:
                raise Closed(COME_BACK, "nothing was heard for long") from None
            except KeyError:  # bytes
                raise Closed(COME_BACK, "messages are text") from None
            await self._hear(text)

    async def _hear(self, text: str) -> None:
        """Answer a message; whatever is wrong with it is told, and the socket goes on."""
        ref: str | None = None
        table: str | None = None
        try:
            said = talking.parse(text)
            ref, table = said.ref, getattr(said, "table", None)
            await self._identify_again()
            await self._answer(said)
        except GameError as error:
            self._tell_error(told(error, self._lang), ref, table)
        except (WebSocketDisconnect, Closed):
            raise
        except Exception as error:
            log.error("broken", route="/api/socket", exc_info=error)
            self._tell_error({"error": "broken", "text": BROKEN}, ref, table)

    async def _identify_again(self) -> None:
        """Whoever has logged out meanwhile is let go."""
        person = await identify(self.socket)
        if self.person is not None and person is None:
            raise Closed(FORBIDDEN, "logged out")
        self.person = person
        if person is not None:
            self.service.limits.spend("request", account=person.id)
        else:
            spend(self.socket, "request")

    async def _answer(self, said: talking.Talk) -> None:
        if isinstance(said, Watch):
            await self._watch(said)
        elif isinstance(said, Unwatch):
            self._forget(said.table)
        elif isinstance(said, PlaySteps):
            await self._play(said)
        elif isinstance(said, Preview):
            await self._preview(said)
        elif isinstance(said, Ping):
            self.mailbox.put(Pong(ref=said.ref, at=await self.service.store.now()).model_dump())

    async def _watch(self, said: Watch) -> None:
        if len(self.watched) >= MOST_WATCHED and said.table not in self.watched:
            raise TableError("full", f"{MOST_WATCHED} tables are the most of one socket.")
        await find_seen(self.service, said.table, self.person, said.invitation)
        follower = Follower(said.wants, said.lang or self._lang, said.seat, said.after)
        self.watched[said.table] = follower, said.invitation
        self.service.hub.watch(self.mailbox, said.table)
        self.mailbox.look_at(said.table)

    async def _play(self, said: PlaySteps) -> None:
        person = self._somebody()
        spend(self.socket, "step", person)
        await find_seen(self.service, said.table, person)
        steps = Steps(**said.model_dump(exclude={"kind", "ref"}))
        answer = await play(self.service, said.table, person, steps, self._lang)
        self.mailbox.put(PlayAnswer(**answer | {"table": said.table, "ref": said.ref}).model_dump())

    async def _preview(self, said: Preview) -> None:
        person = self._somebody()
        spend(self.socket, "step", person)
        kept = await find_seen(self.service, said.table, person)
        shown = preview(kept, person, said.step, said.seat, said.lang or self._lang)
        self.mailbox.put(PreviewShown(**shown, table=said.table, ref=said.ref).model_dump())

    def _somebody(self) -> Person:
        if self.person is None:
            raise Nobody
        return self.person

    @property
    def _lang(self) -> Any:
        return self.person.settings.language if self.person else "en"

    def _tell_error(self, error: dict[str, Any], ref: str | None, table: str | None) -> None:
        self.mailbox.put({"kind": "error", **error, "ref": ref, "table": table})

    def _forget(self, table: str) -> None:
        self.watched.pop(table, None)
        self.service.hub.unwatch(self.mailbox, table)

    async def _write(self) -> None:
        while True:
            item = await self.mailbox.take()
            if item is None:
                raise Closed(COME_BACK, "come back and resume")
            if isinstance(item, str):
                for table in [item] if item else list(self.watched):
                    await self._send_news(table)
            else:
                await self._send(item)

    async def _send_news(self, table: str) -> None:
        """Look at a table and send it; one that may no longer be looked at is forgotten."""
        follower, invitation = self.watched.get(table, (None, None))
        if follower is None:
            return
        try:
            kept = await find_seen(self.service, table, self.person, invitation)
            news = await look(self.service, kept, self.person, follower)
        except TableError as error:
            self._forget(table)
            self._tell_error(told(error, self._lang), None, table)
        except Exception as error:
            log.error("broken", route="/api/socket", table=table, exc_info=error)
            self._tell_error({"error": "broken", "text": BROKEN}, None, table)
        else:
            await self._send(TableNews(**news).model_dump())

    async def _send(self, message: Message) -> None:
        try:
            async with asyncio.timeout(SLOW):
                await self.socket.send_json(message)
        except TimeoutError:
            raise Closed(COME_BACK, "too slow: come back and resume") from None
