"""Watching when nobody plays, and a profile that names opponents, as a browser without scripts gets them."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.serving import PATIENCE, House

NEW = {"bots": "0", "clock": "none", "absence": "wait", "public": "on", "seating": "chosen"}
PASSWORD = "a quiet blue teapot"  # noqa: S105


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A house in which nobody else plays."""
    house = House(Path(tmp_path_factory.mktemp("quiet")))
    yield house
    house.close()


@contextmanager
def come_to(house: House, name: str = "") -> Iterator[httpx.Client]:
    """Somebody at a house, with an account if they have a name."""
    headers = {"accept-language": "en"}
    with httpx.Client(base_url=house.address, headers=headers, timeout=60, trust_env=False) as client:
        if name:
            assert client.post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
        yield client


def test_finished_games_are_shown_when_nobody_plays_and_profiles_say_who_met_whom(quiet: House) -> None:
    with come_to(quiet, "Ada") as ada, come_to(quiet, "Bo") as bo, come_to(quiet) as stranger:
        look_around(ada, bo, stranger)


def look_around(ada: httpx.Client, bo: httpx.Client, stranger: httpx.Client) -> None:
    assert "No public game here just now" in ada.get("/watch").text
    table = re.findall("/table/([a-z0-9]+)", ada.post("/new/mabula", data=NEW).headers["location"])[0]
    bo.post(f"/join/{table}", data={})
    ada.post(f"/table/{table}/do", data={"what": "resign"})
    page = ada.get("/watch").text
    assert 'id="latest"' in page and f"/table/{table}" in page and "No public game here" not in page
    end = time.monotonic() + PATIENCE
    while not ada.get("/api/people/Bo/opponents").json():  # results are written just after the end
        assert time.monotonic() < end
        time.sleep(0.05)
    own = ada.get("/people/Bo").text
    assert "You against Bo" in own and "0 won, 1 lost" in own
    seen = stranger.get("/people/Bo").text
    assert "You against" not in seen and "1 won, 0 lost" in seen and 'href="/people/Ada"' in seen
