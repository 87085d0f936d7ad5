"""Whether there is room beside a SQLite database for what it will write next."""

import os
from pathlib import Path
from tempfile import TemporaryFile

from ludotheque.table.storage.storage_errors import NoRoomError

NEEDED = 256 * 1024  # bytes: more than the largest transaction of a table


def check_room(file: Path) -> None:
    """Raise NoRoomError unless the disk of a file takes some more, tried with a file that has no name."""
    try:
        with TemporaryFile(dir=file.parent) as probe:
            os.posix_fallocate(probe.fileno(), 0, NEEDED)
    except OSError as error:
        raise NoRoomError(f"{file.parent} takes nothing more ({error.strerror}): make room there.") from error
