"""How far a SQLite house has come, in a small file beside it, sealed with its key.

The mark is written after a commit and before it is acknowledged, in place, without a sync of its own: so it is never
ahead of the database, and behind it by what a killed process had not acknowledged yet, or by some seconds after a power
cut. A database that is behind its mark has lost something. Two slots are written in turn: a torn one leaves the other.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ludotheque.table.storage.backup import sync
from ludotheque.table.storage.seal import HIDDEN, Seal

SLOT = 256  # bytes
LENGTH = 128  # bytes to which a mark is padded before it is sealed
ABOUT = "mark"


class Reached(BaseModel):
    """How far a house has come: entries stored, and heartbeats counted."""

    model_config = ConfigDict(frozen=True)

    house: str
    entries: int
    beats: int


def mark_file(file: Path) -> Path:
    """The mark of a database."""
    return file.with_name(file.name + ".mark")


def house_name(key: str | None) -> str:
    """A short name of a house, from the identifier of its key; "" for a database that has none yet."""
    return hashlib.sha256(key.encode()).hexdigest()[:16] if key else ""


def read_mark(file: Path, seal: Seal) -> Reached | None:
    """The furthest mark that the key opens; None if there is none."""
    with suppress(OSError):
        data = file.read_bytes()[: 2 * SLOT]
        slots = [_read_slot(data[first : first + SLOT], seal) for first in (0, SLOT)]
        return max((one for one in slots if one), key=lambda one: (one.beats, one.entries), default=None)
    return None


def _read_slot(data: bytes, seal: Seal) -> Reached | None:
    with suppress(ValueError, ValidationError):
        text = seal.open(data.decode("ascii").strip(), ABOUT)
        return Reached.model_validate_json(text) if text else None
    return None


class HighWaterMark:
    """The mark of an open house."""

    def __init__(self, file: Path, seal: Seal, reached: Reached) -> None:
        self.reached = reached
        self._seal, self._slot = seal, 0
        self._handle = os.open(file, os.O_RDWR | os.O_CREAT, HIDDEN)
        for _ in range(2):
            self.advance()
        os.fsync(self._handle)
        sync(file.parent)  # the database will say that there is a mark

    def advance(self, entries: int = 0, beats: int = 0) -> None:
        """Note what was committed just now. If that fails, the mark stays behind, which harms nobody."""
        new = {"entries": self.reached.entries + entries, "beats": self.reached.beats + beats}
        self.reached = self.reached.model_copy(update=new)
        text = self._seal.close(self.reached.model_dump_json(), ABOUT, LENGTH)
        with suppress(OSError):
            os.pwrite(self._handle, text.ljust(SLOT - 1).encode() + b"\n", self._slot * SLOT)
            self._slot = 1 - self._slot

    def close(self) -> None:
        """Sync and close the file."""
        with suppress(OSError):
            os.fsync(self._handle)
        os.close(self._handle)
