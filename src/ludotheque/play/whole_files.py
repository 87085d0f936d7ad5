"""Atomic file writes: a file is whole or absent."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
