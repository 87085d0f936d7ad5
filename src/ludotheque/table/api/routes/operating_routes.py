"""Routes for operators: health and metrics.

Health is counted against no limit: behind one address with a flood, a load balancer would be told 429 and take the
house for dead. So it is cheap: the database is asked once in `FRESH` seconds, whoever asks and however often.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

import ludotheque
from ludotheque.table.api.routes.dependencies import TheService
from ludotheque.table.service.service import Service
from ludotheque.table.storage.storage_errors import StoreError

FRESH = 1.0  # seconds for which an answer about the house's health is given again

router = APIRouter(tags=["operating"])


class Health(BaseModel):
    """Whether the server serves. Games that are being compiled run interpreted: slower, their bots weaker."""

    ok: bool  # False: nothing can be read or stored just now
    why: str | None = None  # why not
    version: str
    compiling: list[str]
    compiled: dict[str, int]  # of each game, in percent


class HealthCheck:
    """The health of a house, looked at once in `FRESH` seconds; those who ask meanwhile share the answer."""

    def __init__(self, service: Service) -> None:
        self._service, self._turn = service, asyncio.Lock()
        self._found: Health | None = None
        self._at = 0.0

    async def look(self) -> Health:
        """The house's health, at most `FRESH` seconds old."""
        async with self._turn:
            if self._found is None or time.monotonic() - self._at >= FRESH:
                self._found, self._at = await health_of(self._service), time.monotonic()
            return self._found


async def health_of(service: Service) -> Health:
    """The house's health at this moment."""
    why, workshop = await _ailment(service), service.workshop
    return Health(
        ok=why is None, why=why, version=ludotheque.__version__, compiling=sorted(workshop.compiling),
        compiled=workshop.progress(),
    )  # fmt: skip


async def _ailment(service: Service) -> str | None:
    """Why the database can't be read or written just now, in words that name no file; None if it can."""
    try:
        async with service.store.read() as connection:
            await service.store.time_of(connection)
        await service.store.check_writable()
    except StoreError as error:
        return str(error.told)
    return None


@router.get("/healthz", response_model=Health, responses={503: {"model": Health}})
async def healthz(request: Request) -> Response:
    """Whether the server and its database answer, and whether anything can be stored."""
    check: HealthCheck = request.app.state.health
    found = await check.look()
    return JSONResponse(found.model_dump(exclude_none=True), 200 if found.ok else 503)


METRICS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Figures, line by line."}
}


@router.get("/metrics", response_class=Response, responses=METRICS)
async def metrics(service: TheService) -> Response:
    """Figures for Prometheus."""
    service.metrics.sockets.set(len(service.hub))
    service.metrics.states.set(len(service.tables.registry.live))
    with suppress(StoreError):  # the database is away: keep the last figure
        service.metrics.queue.set(await service.queue.length())
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4")
