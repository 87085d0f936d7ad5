"""A house that is open while the tests of this folder that need one run."""

from collections.abc import Iterator

import pytest

from tests.web.serving import House as Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with its pages, in a process of its own."""
    house = Served(tmp_path_factory.mktemp("house"))
    yield house
    house.close()
