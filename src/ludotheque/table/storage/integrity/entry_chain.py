"""The chain of hashes over a table's entries: each link covers its entry and the link before.

So a lost, changed or foreign entry is noticed when the log is read. The name of a person in a seat is left out: it is
replaced when they are deleted, and the chain stays whole. A table without a last link (NULL) is known to be damaged.
"""

import hashlib
import json
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, text

from ludotheque.table.storage.storage_errors import DamagedLogError

FIRST = ""  # the link before the first entry
LENGTH = 32  # letters of a link: 128 bits
LOG = text('SELECT number, at, body, opened FROM entries WHERE "table" = :table ORDER BY number')
LINK = text('UPDATE entries SET chain = :chain WHERE "table" = :table AND number = :number')
HEAD = text("UPDATE tables SET last_entry = :number, chain = :chain WHERE id = :table")


class Linked(NamedTuple):
    """A stored entry, with its link."""

    number: int
    at: float
    body: str
    opened: str | None
    chain: str | None


def link(before: str, number: int, at: float, body: str, opened: str | None) -> str:
    """The link of an entry. It must never change: stored chains are compared with it."""
    parts = (before.encode(), str(number).encode(), struct.pack(">d", at), _nameless(body).encode())
    digest = hashlib.sha256(b"\0".join((*parts, b"" if opened is None else opened.encode())))
    return digest.hexdigest()[:LENGTH]


def _nameless(body: str) -> str:
    """An entry's text without the name of the person who takes a seat."""
    if '"holder"' not in body:
        return body
    entry = json.loads(body)
    holder = entry.get("holder")
    if not isinstance(holder, dict) or "name" not in holder:
        return body
    return json.dumps({**entry, "holder": {**holder, "name": ""}}, sort_keys=True)


def rename_holder(body: str, name: str) -> str:
    """The text of a `Sit` entry with another name in it, and nothing else changed."""
    entry = json.loads(body)
    entry["holder"]["name"] = name
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def check_log(table: str, rows: Sequence[Linked], last: int, chain: str | None) -> None:
    """Raise DamagedLogError unless the rows are a whole log up to entry `last`, whose link is `chain`."""
    before = FIRST
    for number, row in enumerate(rows, 1):
        if row.number != number:
            raise DamagedLogError(table, f"entry {number} of {max(last, row.number)} is missing")
        if row.chain != (before := _link_of(before, row)):
            raise DamagedLogError(table, f"entry {number} of {last} is not what was stored")
    if len(rows) != last:
        raise DamagedLogError(table, f"it has {len(rows)} entries instead of {last}")
    if chain != before:
        raise DamagedLogError(table, "it is known to be damaged" if chain is None else "its last link does not fit")


def _link_of(before: str, row: Linked) -> str:
    try:
        return link(before, row.number, row.at, row.body, row.opened)
    except ValueError:  # not JSON any more
        return "unreadable"


def fill_chain(connection: Connection, tables: Iterable[str] | None = None) -> None:
    """Store the chains of logs that have none: by default of all tables."""
    every = connection.scalars(text("SELECT id FROM tables ORDER BY id")).all() if tables is None else tables
    for table in every:
        chain, last, links = FIRST, 0, []
        for number, at, body, opened in connection.execute(LOG, {"table": table}):
            chain, last = link(chain, number, at, body, opened), number
            links.append({"table": table, "number": number, "chain": chain})
        if links:
            connection.execute(LINK, links)
        connection.execute(HEAD, {"table": table, "number": last, "chain": chain})
