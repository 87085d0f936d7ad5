"""Health and metrics: what a monitor is told, also from the address of a flood."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from ludotheque.log.table_errors import TooOften
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.api.routes import operating_routes
from ludotheque.table.api.routes.operating_routes import HealthCheck
from ludotheque.table.service.limits import Limits
from tests.table.conftest import run
from tests.table.serving import serving


def test_health_answers_a_monitor_that_shares_its_address_with_a_flood(tmp_path: Path) -> None:
    limits = Limits(lambda: 0.0)
    with serving(f"sqlite:///{tmp_path / 'ludotheque.db'}", limits) as running:
        client = running.client()
        with suppress(TooOften):
            while True:
                limits.spend("request", "127.0.0.1")
        assert client.get("/metrics").status_code == 429
        assert client.get("/healthz").json()["ok"] is True
        assert client.head("/healthz").status_code == 429  # only what is cheap goes uncounted


def test_the_database_is_asked_for_its_health_once_in_a_moment(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def doing() -> None:
        async with open_service(url, bots=1, compile_bots=False) as service:
            check = HealthCheck(service)
            monkeypatch.setattr(operating_routes, "FRESH", 3600.0)
            found = await asyncio.gather(*(check.look() for _ in range(100)))
            assert all(one is found[0] for one in found) and found[0].ok
            monkeypatch.setattr(operating_routes, "FRESH", 0.0)
            assert await check.look() is not found[0]

    run(doing())
