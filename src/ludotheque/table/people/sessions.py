"""Cookies and tokens: 32 random bytes in somebody's hand, and their SHA-256 in the database.

A secret is looked up by its hash, so nothing is compared letter by letter, and a stolen database opens no door.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage.schema import sessions

Kind = Literal["cookie", "token"]

SECRET_BYTES = 32
LONGEST_SECRET = 100
IDLE = 400 * 86_400.0  # seconds after which an unused secret opens nothing; browsers keep no cookie longer
NOTED = 3_600.0  # how exactly the last use is kept
MOST = {"cookie": 50, "token": 10}
SHOWN = 16  # letters of the hash that name a session in a list


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is logged in, or a token; `id` names it and opens nothing."""

    id: str
    kind: Kind
    label: str
    created: float
    used: float


def hashed(secret: str) -> str:
    """What the database keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def session_id(secret: str) -> str:
    """How a list names the session of a secret."""
    return hashed(secret)[:SHOWN]


async def open_session(connection: AsyncConnection, person: str, kind: Kind, label: str, now: float) -> str:
    """A new secret for a person; the cookie that was unused for longest goes when there are too many."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    row = {"token": hashed(secret), "person": person, "kind": kind, "label": label, "created": now, "used": now}
    await connection.execute(insert(sessions).values(row))
    if kind == "cookie":
        mine = (sessions.c.person == person) & (sessions.c.kind == kind)
        newest = select(sessions.c.token).where(mine).order_by(sessions.c.used.desc(), sessions.c.created.desc())
        extra = (await connection.execute(newest.offset(MOST[kind]))).scalars().all()
        if extra:
            await connection.execute(delete(sessions).where(sessions.c.token.in_(extra)))
    return secret


async def count_sessions(connection: AsyncConnection, person: str, kind: Kind) -> int:
    """How many a person has."""
    of_kind = (sessions.c.person == person) & (sessions.c.kind == kind)
    return (await connection.execute(select(func.count()).select_from(sessions).where(of_kind))).scalar_one()


async def list_sessions(connection: AsyncConnection, person: str) -> list[Session]:
    """All of a person's sessions, the last used first."""
    rows = await connection.execute(
        select(sessions).where(sessions.c.person == person).order_by(sessions.c.used.desc(), sessions.c.token)
    )
    return [Session(row.token[:SHOWN], row.kind, row.label, row.created, row.used) for row in rows]


async def note_use(connection: AsyncConnection, key: str, now: float) -> None:
    """Keep when the session of a hashed secret was last used."""
    await connection.execute(update(sessions).where(sessions.c.token == key).values(used=now))


async def forget_secret(connection: AsyncConnection, secret: str) -> None:
    """End the session of a secret, if there is one."""
    await connection.execute(delete(sessions).where(sessions.c.token == hashed(secret)))


async def close_session(connection: AsyncConnection, person: str, name: str) -> bool:
    """End one of a person's own sessions by the id in the list; whether there was one."""
    if not re.fullmatch(f"[0-9a-f]{{{SHOWN}}}", name):
        return False
    mine = (sessions.c.person == person) & (func.substr(sessions.c.token, 1, SHOWN) == name)
    return (await connection.execute(delete(sessions).where(mine))).rowcount > 0


async def close_all(connection: AsyncConnection, person: str, kind: Kind | None = None) -> None:
    """End all of a person's sessions, or all of a kind."""
    mine = sessions.c.person == person
    await connection.execute(delete(sessions).where(mine if kind is None else mine & (sessions.c.kind == kind)))


async def drop_idle(connection: AsyncConnection, now: float) -> int:
    """Forget the sessions that open nothing any more; how many."""
    return (await connection.execute(delete(sessions).where(sessions.c.used < now - IDLE))).rowcount
