"""A board as the library holds it: the record that kernels read, and the names that people read."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True, eq=False)
class Board:
    """A board of one game. `own` is the text of a user's own file, None for ours."""

    name: str
    record: Any
    own: str | None = None
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def label(self) -> str:
        """How records and positions name a board of the user's own: `NAME SHA256`; empty for ours."""
        return f"{self.name} {hashlib.sha256(self.own.encode()).hexdigest()}" if self.own is not None else ""
