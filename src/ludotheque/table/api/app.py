"""The server: an app that serves a house over HTTP and a socket. `ludotheque serve` starts it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

import ludotheque
from ludotheque.table.api import guard, problems, socket
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.api.routes import (
    act_routes,
    bot_routes,
    channel_routes,
    feed_routes,
    help_routes,
    operating_routes,
    people_routes,
    profile_routes,
    seek_routes,
    table_routes,
)
from ludotheque.table.service.service import Service

ABOUT = """Tables at which people and bots play. Errors are `{"error": kind, "text": one line}`. Who you are is said by
the cookie of `POST /api/guests` or `POST /api/login`, or by a program's token: `Authorization: Bearer TOKEN`."""


def make_app(database: str | Service, **settings: Any) -> FastAPI:
    """The FastAPI app of a service: an open one, or that of the database at a URL, opened with `settings`."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if isinstance(database, Service):
            serve(app, database)
            yield
            return
        async with open_service(database, **settings) as service:
            serve(app, service)
            yield

    app = FastAPI(
        title="Ludothèque", version=ludotheque.__version__, description=ABOUT, lifespan=lifespan, docs_url=None,
        redoc_url=None, responses=problems.RESPONSES,
    )  # fmt: skip
    app.add_middleware(guard.Guard)
    problems.install(app)
    for part in (
        people_routes,
        table_routes,
        act_routes,
        help_routes,
        profile_routes,
        seek_routes,
        channel_routes,
        feed_routes,
        bot_routes,
        socket,
        operating_routes,
    ):
        app.include_router(part.router)
    return app


def serve(app: FastAPI, service: Service) -> None:
    """Let the app's routes find the service."""
    app.state.service, app.state.health = service, operating_routes.HealthCheck(service)
