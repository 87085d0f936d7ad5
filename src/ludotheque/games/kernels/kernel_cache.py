"""Compiled kernels on disk: one file for each signature, written whole or not at all, and read with a checksum.

Numba's own cache has an index beside its files. Two processes that write it at the same time can leave an index that
names another signature's file, and a damaged file ends the process that loads it. It also watches only the file that
defines a function, not those of its callees: our folder is named by a hash of all of them.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar

from numba.core import caching

UNSAVED: dict[str, str] = {}  # kernels of this process that could not be written, and why
DIGEST = hashlib.sha256().digest_size


class Locator(caching._CacheLocator):  # type: ignore[misc]
    """The cache folder, by the part of numba's locator interface that it calls."""

    def __init__(self, function: FunctionType, file: str) -> None:
        self.line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return ""

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self.line)

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> "Locator":
        return cls(function, file)


class Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[type]] = [Locator]


class Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel, on our own files."""

    _impl_class = Implementation


def cache_of(function: FunctionType, folder: Path, stamp: str) -> Cache:
    """The cache of one kernel; `stamp` is a hash of the sources that it is compiled from."""
    cache = Cache(function)
    cache._cache_path = str(folder)
    cache._cache_file = Files(folder, cache._impl.filename_base, stamp + _hash_of(function.__code__.co_filename))
    cache._impl.locator.ensure_cache_path = lambda: None
    return cache


def _hash_of(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]


class Files:
    """The files of one kernel, one for each signature. Takes the place of numba's index and data files."""

    def __init__(self, folder: Path, name: str, stamp: str) -> None:
        self.folder, self.name, self.stamp = folder, name, stamp

    def path(self, key: object) -> Path:
        """The file of a signature; another machine, source or numba has another one."""
        digest = hashlib.sha256(f"{self.stamp} {key}".encode()).hexdigest()[:16]
        return self.folder / f"{self.name}.{digest}.nbc"

    def load(self, key: object) -> Any:
        """The saved code; None if the file is missing or damaged."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data[DIGEST:]).digest() != data[:DIGEST]:
            _complain(f"{path} is damaged: it is compiled anew.")
            return None
        return pickle.loads(data[DIGEST:])  # noqa: S301  as numba does with its own files, after the checksum

    def save(self, key: object, data: Any) -> None:
        """Write a file whole or not at all; where that is impossible, the kernel serves this process alone."""
        content = caching.dumps(data)
        try:
            write_whole(self.path(key), hashlib.sha256(content).digest() + content)
        except OSError as error:
            if not UNSAVED:
                _complain(f"{_why(self.folder, error)}: they serve this process alone.")
            UNSAVED[self.name] = _why(self.folder, error)

    def flush(self) -> None:
        """Numba's way to empty a cache; ours are folders that may be deleted."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: beside its place, then moved there."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _why(folder: Path, error: OSError) -> str:
    return f"compiled rules can't be kept in {folder} ({error.strerror})"


def _complain(line: str) -> None:
    sys.stderr.write(f"ludotheque: {line}\n")
