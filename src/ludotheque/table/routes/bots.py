"""For programs that play: the bots of the house, and the stream of one's own turns."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from ludotheque.bots.levels import LEVELS
from ludotheque.table.events import Turns
from ludotheque.table.hub import Mailbox
from ludotheque.table.problems import Nobody
from ludotheque.table.routes.asking import Somebody, TheService, identify, spend
from ludotheque.table.service import Service

router = APIRouter(tags=["bots"])

QUIET = 15.0  # seconds after which a sign of life is sent
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "A line `data: {...}` for each turn and each end of a game.",
    }
}


class Bots(BaseModel):
    """The levels of the house's bots, how many choices wait for them, and which games are being compiled."""

    levels: tuple[str, ...]
    queue: int
    compiling: list[str]


@router.get("/api/bots")
async def bots(service: TheService) -> Bots:
    """The bots of the house, and how busy they are."""
    compiling = sorted(service.compiling | service.crew.preparing)
    return Bots(levels=LEVELS, queue=await service.queue.length(), compiling=compiling)


@router.get("/api/events", response_class=StreamingResponse, responses=STREAM)
async def events(request: Request, service: TheService, person: Somebody) -> StreamingResponse:
    """My turns as server-sent events: first all that are due now, then each as it comes."""
    spend(request, "socket", person)
    mailbox = service.hub.open(person.id, person.id)
    return StreamingResponse(
        stream(request, service, Turns(service, person.id), mailbox), media_type="text/event-stream",
        headers={"x-accel-buffering": "no"},
    )  # fmt: skip


async def stream(request: Request, service: Service, turns: Turns, mailbox: Mailbox) -> AsyncIterator[str]:
    """The text of the stream; ends with the session that opened it, and when the server does."""
    mailbox.look_at("")
    taking: asyncio.Task[Any] | None = None
    try:
        while True:
            taking = taking or asyncio.create_task(mailbox.take())
            if not (await asyncio.wait({taking}, timeout=QUIET))[0]:
                yield ": still here\n\n"
                if await identify(request) is None:
                    raise Nobody
                continue
            table, taking = taking.result(), None
            if table is None:
                return
            for event in await turns.look(table):
                yield f"data: {json.dumps(event)}\n\n"
    except Nobody:
        return
    finally:
        if taking is not None:
            taking.cancel()
        service.hub.leave(mailbox)
