"""All tables of a database, as one process serves them."""

from collections.abc import Callable
from functools import partial

from ludotheque.table.fair_worker import JobOwner
from ludotheque.table.people.people import People
from ludotheque.table.registry.registry import Registry
from ludotheque.table.registry.seats import Seats
from ludotheque.table.storage.store import Store


class Tables:
    """The registry of live tables, and their seats. `service.acts` performs acts at them."""

    def __init__(
        self, store: Store, people: People, *, is_sole_writer: bool = False,
        owner_of: Callable[[str], JobOwner] | None = None,
    ) -> None:  # fmt: skip
        self.store = store
        self.registry = Registry(store, people, is_sole_writer=is_sole_writer)
        self.seats = Seats(self.registry, owner_of or partial(JobOwner, ""))
