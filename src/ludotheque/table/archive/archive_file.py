"""The file format of an exported house.

A zip file. `NAME.jsonl` holds a table of the database, one JSON object a line; `records.txt` the record of every
finished game; `manifest.json` the format, and the size and SHA-256 of each member. Secrets are hashed, as in the
database. The file holds everything else, so keep it private.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Literal
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812  a name that says where it comes from

from pydantic import BaseModel, ConfigDict, ValidationError

from ludotheque.games.refusal import GameError
from ludotheque.table.storage.schema import metadata
from ludotheque.table.storage.schema_upgrade import revisions

FORMAT: Literal["ludotheque-house"] = "ludotheque-house"
VERSION = 1
FIRST = "0001"  # the schema revision of files without one
MANIFEST, RECORDS = "manifest.json", "records.txt"
# Not exported: the identifier of the house's key, whose bots have thought lately, who looks for opponents just now, and
# what is about to be sent.
OWN = ("house", "bot_time", "seeks", "outbox")
MOVED = [table for table in metadata.sorted_tables if table.name not in OWN]  # referenced tables come first
TABLES = [f"{table.name}.jsonl" for table in MOVED]
MOST_MANIFEST = 100_000  # bytes
MOST_LINE = 10_000_000
PIECE = 1 << 16
DAMAGED = (BadZipFile, ZlibError, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


class ArchiveError(GameError):
    """The file is no exported house, or damaged; the message says what to do."""


class ArchiveMember(BaseModel):
    """The size, checksum and number of lines (or records) of a member."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int
    sha256: str
    count: int


class ArchiveManifest(BaseModel):
    """The contents of `manifest.json`."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal["ludotheque-house"] = FORMAT
    version: int = VERSION
    program: str
    made: float
    revision: str = FIRST  # of the schema
    broken: tuple[str, ...] = ()  # tables that did not replay at the export; they are imported as they are
    members: dict[str, ArchiveMember]


@contextmanager
def damage_reported() -> Iterator[None]:
    """Turn any error of reading a file into an ArchiveError of one line."""
    try:
        yield
    except GameError:
        raise
    except DAMAGED as error:
        reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0][:100]
        raise ArchiveError(f"this file is damaged or cut short ({reason}): take another copy of it") from None


def read_manifest(archive: ZipFile) -> ArchiveManifest:
    """Read the manifest; raises ArchiveError for other files and newer formats."""
    names = [info.filename for info in archive.infolist()]
    if names.count(MANIFEST) != 1 or archive.getinfo(MANIFEST).file_size > MOST_MANIFEST:
        raise ArchiveError("this file is no house: «ludotheque export FILE» writes one")
    text = archive.read(MANIFEST)
    found = re.match(rb'\{\s*"format":\s*"ludotheque-house",\s*"version":\s*(\d{1,9})\b', text)
    if not found:
        raise ArchiveError("this file is no house: «ludotheque export FILE» writes one")
    if int(found[1]) > VERSION:
        raise ArchiveError(f"this house was written by a newer Ludothèque (format {int(found[1])}): update this one")
    try:
        manifest = ArchiveManifest.model_validate_json(text)
    except ValidationError:
        raise ArchiveError("its manifest is damaged: take another copy of this file") from None
    _check_names(names, manifest)
    return manifest


def _check_names(names: list[str], manifest: ArchiveManifest) -> None:
    """Raise unless the members are those of the manifest."""
    if sorted(names) != sorted([MANIFEST, *manifest.members]):
        raise ArchiveError("it does not hold what its manifest says: take another copy of this file")
    known = revisions()
    if manifest.revision not in known:
        raise ArchiveError(
            f"this house was written by a newer Ludothèque (schema {manifest.revision[:20]}): update this one"
        )
    if manifest.revision == known[-1]:
        check_tables(manifest, TABLES)


def check_tables(manifest: ArchiveManifest, tables: Iterable[str]) -> None:
    """Raise unless the members are the tables of the schema."""
    wanted = sorted({*tables, RECORDS})
    if different := sorted(set(wanted) ^ set(manifest.members)):
        what = "is not in it" if different[0] in wanted else "is unknown here"
        raise ArchiveError(f"this house was written by another version of Ludothèque: {different[0][:40]!r} {what}")


def check_members(archive: ZipFile, manifest: ArchiveManifest) -> None:
    """Compare every member with its size and checksum."""
    for name, member in manifest.members.items():
        if archive.getinfo(name).file_size != member.size or _digest(archive, name) != member.sha256:
            raise ArchiveError(f"{name} in it is damaged: take another copy of this file")


def _digest(archive: ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as member:
        while piece := member.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


class MemberWriter:
    """Writes a member, and computes its size and checksum."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._digest = out, hashlib.sha256()
        self._size = self._count = 0

    def write(self, text: str) -> None:
        """Append a line or record."""
        data = text.encode("utf-8")
        self._out.write(data)
        self._digest.update(data)
        self._size, self._count = self._size + len(data), self._count + 1

    def member(self) -> ArchiveMember:
        """The entry for the manifest."""
        return ArchiveMember(size=self._size, sha256=self._digest.hexdigest(), count=self._count)


@contextmanager
def new_member(archive: ZipFile, name: str, members: dict[str, ArchiveMember]) -> Iterator[MemberWriter]:
    """Write a member, and add it to `members` on exit."""
    info = ZipInfo(name)
    info.compress_type, info.external_attr = archive.compression, 0o600 << 16
    with archive.open(info, "w", force_zip64=True) as out:
        writer = MemberWriter(out)
        yield writer
    members[name] = writer.member()


def split_records(lines: Iterable[str]) -> Iterator[str]:
    """Split `records.txt` into its records."""
    record: list[str] = []
    for line in lines:
        if line.startswith("game: ") and any(one.startswith("game: ") for one in record):
            yield "".join(record)
            record = []
        record.append(line)
    if any(line.startswith("game: ") for line in record):
        yield "".join(record)
