"""Routes for programs that play: the server's bots, and the stream of one's own turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from ludotheque.bots.levels import LEVELS
from ludotheque.table.api.routes.dependencies import Somebody, TheService, address_from, identify, spend
from ludotheque.table.service.hub import Hub, Mailbox
from ludotheque.table.service.turn_stream import Turns
from ludotheque.wire.table_messages import to_text
from ludotheque.wire.turn_events import Bots

router = APIRouter(tags=["bots"])

QUIET = 15.0  # seconds after which a keep-alive comment is sent
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "A line `data: {...}` for each turn and each end of a game.",
    }
}


@router.get("/api/bots")
async def bots(service: TheService) -> Bots:
    """The bots of the house, and how busy they are."""
    compiling = sorted(service.workshop.compiling)
    return Bots(levels=LEVELS, queue=await service.queue.length(), compiling=compiling)


class EventStream(StreamingResponse):
    """A stream that ends by itself once its client has disconnected; no event is cancelled half-way."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[str], hub: Hub, mailbox: Mailbox) -> None:
        super().__init__(events, headers={"x-accel-buffering": "no"})
        self._hub, self._mailbox = hub, mailbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listening = asyncio.create_task(self._listen(receive))
        try:
            await self.stream_response(send)
        except OSError:
            pass  # the client has disconnected
        finally:
            listening.cancel()
            self._hub.leave(self._mailbox)

    async def _listen(self, receive: Receive) -> None:
        """End the stream when its client disconnects, or announces a body that never comes."""
        with suppress(HTTPException):
            while (await receive())["type"] != "http.disconnect":
                pass
        self._mailbox.close()


@router.get("/api/events", response_class=StreamingResponse, responses=STREAM)
async def events(request: Request, service: TheService, person: Somebody) -> EventStream:
    """My turns as server-sent events: first all that are due now, then each as it comes."""
    spend(request, "socket", person)
    mailbox = service.hub.open(person.id, person.id, address_from(request))
    mailbox.look_at("")
    return EventStream(stream(request, Turns(service, person.id), mailbox), service.hub, mailbox)


async def stream(request: Request, turns: Turns, mailbox: Mailbox) -> AsyncIterator[str]:
    """The text of the stream. It ends with the session that opened it, and with the server."""
    while True:
        table = await take(mailbox)
        if mailbox.is_closed or await identify(request) is None:
            return
        for event in await turns.look(table) if table is not None else ():
            yield f"data: {to_text(event)}\n\n"
        if table is None:
            yield ": still here\n\n"


async def take(mailbox: Mailbox) -> str | None:
    """The name of a table with news; None after a long silence, or once the mailbox is closed."""
    try:
        async with asyncio.timeout(QUIET):
            return str(await mailbox.take())
    except TimeoutError:
        return None
