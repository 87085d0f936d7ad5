"""Fixtures of the browser tests: a house, one Chromium, and pages whose errors fail the test."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import PHONE, Browsing, open_chromium
from tests.web.serving import House


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests of this folder."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def browse(chromium: Browser, house: House) -> Iterator[Browsing]:
    """Opens browsers with `browse(**settings)`; the test fails if one of them reported an error."""
    browsing = Browsing(chromium, house)
    yield browsing
    browsing.close()


@pytest.fixture
def page(browse: Browsing) -> Page:
    """An empty page of a desktop computer."""
    return browse()


@pytest.fixture
def phone(browse: Browsing) -> Page:
    """An empty page of a small phone."""
    return browse(**PHONE)


@pytest.fixture
def visit(house: House) -> Iterator[Any]:
    """Opens browsers without scripts: `visit()` gives one with no cookie."""
    clients: list[httpx.Client] = []

    def new(language: str = "en") -> httpx.Client:
        headers = {"accept-language": language}
        clients.append(httpx.Client(base_url=house.address, headers=headers, timeout=60, trust_env=False))
        return clients[-1]

    yield new
    for client in clients:
        client.close()
