"""What the tests in a browser share: a house, one Chromium, and pages whose errors fail the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import PHONE, Browsing, open_chromium
from tests.web.serving import House


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all tests of this folder, which don't mind each other's tables."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for all tests of this folder; it ends with them."""
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def browse(chromium: Browser, house: House) -> Iterator[Browsing]:
    """Opens browsers of their own, with `browse(**settings)`; in the end, none may have met an error."""
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
