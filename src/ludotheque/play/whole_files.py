"""Files of users: read up to a size, and written atomically, so that a file is whole or absent."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol


class ByteSource(Protocol):
    """An open file of bytes; `read` gives None where it would have to wait and may not."""

    def read(self, size: int, /) -> bytes | None: ...


@contextmanager
def whole_file(file: str | Path) -> Iterator[Path]:
    """A path to write to, which replaces `file` atomically on success. A pipe or device is written directly."""
    is_special = Path(file).exists() and not Path(file).is_file()
    path = Path(file if is_special else os.path.realpath(file))
    partial = path if is_special else path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        yield partial
        if not is_special:
            partial.replace(path)
    finally:
        if not is_special:
            partial.unlink(missing_ok=True)


def read_text_file(file: str | Path, most: int) -> str:
    """The UTF-8 text of a file of at most `most` bytes; raises an OSError for more, and for a pipe or device.

    Some that call themselves files are none (`/proc/kmsg`): an OSError, too, where a read would have to wait.
    """
    mode = Path(file).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(file))
    with open(file, "rb", buffering=0, opener=_open_without_waiting) as opened:
        return read_text_stream(opened, most)


def _open_without_waiting(file: str, flags: int) -> int:
    return os.open(file, flags | os.O_NONBLOCK)


def read_text_stream(opened: ByteSource, most: int) -> str:
    """The UTF-8 text of an open file of at most `most` bytes; raises an OSError for more, or where it has to wait."""
    data = b""
    while len(data) <= most and (some := opened.read(most + 1 - len(data))) != b"":
        if some is None:
            raise OSError(errno.EAGAIN, "it does not end: one would have to wait for more")
        data += some
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return data.decode("utf-8")
