"""Cookies and tokens: 32 random bytes for the holder, their SHA-256 in the database.

Lookup is by hash, so it leaks no timing, and a stolen database opens no session.
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
IDLE = 400 * 86_400.0  # seconds after which an unused secret expires; browsers store no cookie longer
NOTED = 3_600.0  # seconds of precision of the last use
MOST = {"cookie": 50, "token": 10}
SHOWN = 16  # characters of the hash that are a session's id


@dataclass(frozen=True, slots=True)
class Session:
    """A logged-in device, or a token; `id` is no secret."""

    id: str
    kind: Kind
    label: str
    created: float
    used: float


def hashed(secret: str) -> str:
    """The stored hash of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def session_id(secret: str) -> str:
    """The id of a secret's session."""
    return hashed(secret)[:SHOWN]


async def open_session(connection: AsyncConnection, person: str, kind: Kind, label: str, now: float) -> str:
    """Create a session and return its secret; beyond `MOST` cookies the longest unused one is deleted."""
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
    """How many sessions of a kind a person has."""
    of_kind = (sessions.c.person == person) & (sessions.c.kind == kind)
    return (await connection.execute(select(func.count()).select_from(sessions).where(of_kind))).scalar_one()


async def list_sessions(connection: AsyncConnection, person: str) -> list[Session]:
    """All of a person's sessions, the last used first."""
    rows = await connection.execute(
        select(sessions).where(sessions.c.person == person).order_by(sessions.c.used.desc(), sessions.c.token)
    )
    return [Session(row.token[:SHOWN], row.kind, row.label, row.created, row.used) for row in rows]


async def note_use(connection: AsyncConnection, key: str, now: float) -> None:
    """Store the time of a session's last use."""
    await connection.execute(update(sessions).where(sessions.c.token == key).values(used=now))


async def forget_secret(connection: AsyncConnection, secret: str) -> None:
    """End the session of a secret, if there is one."""
    await connection.execute(delete(sessions).where(sessions.c.token == hashed(secret)))


async def close_session(connection: AsyncConnection, person: str, name: str) -> bool:
    """End one of a person's sessions by its id; returns whether there was one."""
    if not re.fullmatch(f"[0-9a-f]{{{SHOWN}}}", name):
        return False
    mine = (sessions.c.person == person) & (func.substr(sessions.c.token, 1, SHOWN) == name)
    return (await connection.execute(delete(sessions).where(mine))).rowcount > 0


async def close_all(connection: AsyncConnection, person: str, kind: Kind | None = None) -> None:
    """End all of a person's sessions, or all of a kind."""
    mine = sessions.c.person == person
    await connection.execute(delete(sessions).where(mine if kind is None else mine & (sessions.c.kind == kind)))


async def drop_idle(connection: AsyncConnection, now: float) -> int:
    """Delete expired sessions; returns how many."""
    return (await connection.execute(delete(sessions).where(sessions.c.used < now - IDLE))).rowcount
