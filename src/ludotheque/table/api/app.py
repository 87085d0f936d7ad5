"""The server: an app that serves a house over HTTP and a socket. `ludotheque serve` starts it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel

import ludotheque
from ludotheque.table.api import guard, problems, socket
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.api.routes import act_routes, bot_routes, help_routes, people_routes, profile_routes, table_routes
from ludotheque.table.service.service import Service
from ludotheque.table.storage.storage_errors import StoreError

ABOUT = """Tables at which people and bots play. Errors are `{"error": kind, "text": one line}`. Who you are is said by
the cookie of `POST /api/guests` or `POST /api/login`, or by a program's token: `Authorization: Bearer TOKEN`."""


class Health(BaseModel):
    """Whether the server serves. Games that are being compiled run interpreted: slower, their bots weaker."""

    ok: bool  # False: nothing can be read or stored just now
    why: str | None = None  # why not
    version: str
    compiling: list[str]
    compiled: dict[str, int]  # of each game, in percent


def make_app(database: str | Service, **settings: Any) -> FastAPI:
    """The FastAPI app of a service: an open one, or that of the database at a URL, opened with `settings`."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if isinstance(database, Service):
            app.state.service = database
            yield
            return
        async with open_service(database, **settings) as service:
            app.state.service = service
            yield

    app = FastAPI(
        title="Ludothèque", version=ludotheque.__version__, description=ABOUT, lifespan=lifespan, docs_url=None,
        redoc_url=None, responses=problems.RESPONSES,
    )  # fmt: skip
    app.add_middleware(guard.Guard)
    problems.install(app)
    for part in (people_routes, table_routes, act_routes, help_routes, profile_routes, bot_routes, socket):
        app.include_router(part.router)
    _add_operating(app)
    return app


def _add_operating(app: FastAPI) -> None:
    """The routes for operators: health and metrics."""

    @app.get("/healthz", tags=["operating"], responses={503: {"model": Health}}, response_model_exclude_none=True)
    async def healthz(request: Request, response: Response) -> Health:
        """Whether the server and its database answer, and whether anything can be stored."""
        service: Service = request.app.state.service
        why = await _ailment(service)
        response.status_code = 200 if why is None else 503
        workshop = service.workshop
        compiling, compiled = sorted(workshop.compiling), workshop.progress()
        return Health(
            ok=why is None, why=why, version=ludotheque.__version__, compiling=compiling, compiled=compiled
        )  # fmt: skip

    @app.get("/metrics", tags=["operating"], response_class=Response, responses=METRICS)
    async def metrics(request: Request) -> Response:
        """Figures for Prometheus."""
        service: Service = request.app.state.service
        service.metrics.sockets.set(len(service.hub))
        service.metrics.states.set(len(service.tables.registry.live))
        with suppress(StoreError):  # the database is away: keep the last figure
            service.metrics.queue.set(await service.queue.length())
        return Response(service.metrics.text(), media_type="text/plain; version=0.0.4")


async def _ailment(service: Service) -> str | None:
    """Why the database can't be read or written just now, in words that name no file; None if it can."""
    try:
        async with service.store.read() as connection:
            await service.store.time_of(connection)
        await service.store.check_writable()
    except StoreError as error:
        return str(error.told)
    return None


METRICS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Figures, line by line."}
}
