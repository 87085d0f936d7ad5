"""The rows of channels."""

from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.reminders.channel import COLUMNS, Channel
from ludotheque.table.storage.schema import channels, people, sessions

TIME_TO_CONFIRM = 3 * 86_400.0  # seconds in which the owner of an address has to say yes
IS_ACTIVE = channels.c.confirmed.is_not(None) & channels.c.off.is_(None)


async def read_channels(connection: AsyncConnection, person: str) -> list[Channel]:
    """A person's channels, the oldest first."""
    wanted = select(*COLUMNS).where(channels.c.person == person).order_by(channels.c.created, channels.c.id)
    return [Channel(**row) for row in (await connection.execute(wanted)).mappings()]


async def read_channel(connection: AsyncConnection, channel: str) -> Channel | None:
    """A channel by its id."""
    row = (await connection.execute(select(*COLUMNS).where(channels.c.id == channel))).mappings().first()
    return None if row is None else Channel(**row)


async def find_channel(connection: AsyncConnection, lookup: str) -> Channel | None:
    """The channel of a feed's token or a browser, by the hash."""
    row = (await connection.execute(select(*COLUMNS).where(channels.c.lookup == lookup))).mappings().first()
    return None if row is None else Channel(**row)


async def lock_person(connection: AsyncConnection, person: str) -> None:
    """No other process changes this person's channels until the transaction ends."""
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())


async def read_label(connection: AsyncConnection, session: str | None) -> str:
    """What the browser of a session is called."""
    return str(await connection.scalar(select(sessions.c.label).where(sessions.c.token == session)) or "")


async def write_channel(connection: AsyncConnection, channel: Channel) -> None:
    """Store a new channel, in place of one for the same browser."""
    if channel.lookup is not None:
        await connection.execute(delete(channels).where(channels.c.lookup == channel.lookup))
    await connection.execute(insert(channels).values(asdict(channel)))


async def drop_channels(connection: AsyncConnection, ids: Iterable[str]) -> int:
    """Delete channels, with all that was about to be sent there; returns how many there were."""
    return (await connection.execute(delete(channels).where(channels.c.id.in_(list(ids))))).rowcount


async def confirm_channel(connection: AsyncConnection, channel: str, now: float) -> bool:
    """Note that the owner of an address said yes; returns whether that was news."""
    is_open = (channels.c.id == channel) & channels.c.confirmed.is_(None)
    return (await connection.execute(update(channels).where(is_open).values(confirmed=now))).rowcount > 0


async def revive_channel(connection: AsyncConnection, channel: str) -> None:
    """Try a channel again that the house had given up."""
    await connection.execute(update(channels).where(channels.c.id == channel).values(off=None, failures=0))


async def note_success(connection: AsyncConnection, channel: str, now: float) -> None:
    """Something was handed over."""
    await connection.execute(update(channels).where(channels.c.id == channel).values(told=now, failures=0))


async def note_failure(connection: AsyncConnection, channel: str, most: int, now: float) -> bool:
    """A channel took nothing; the `most`-th time in a row it is switched off. Returns whether it was now."""
    failed = update(channels).where(channels.c.id == channel).values(failures=channels.c.failures + 1)
    await connection.execute(failed)
    is_over = (channels.c.id == channel) & (channels.c.failures >= most) & channels.c.off.is_(None)
    return (await connection.execute(update(channels).where(is_over).values(off=now))).rowcount > 0


async def drop_unconfirmed(connection: AsyncConnection, before: float) -> int:
    """Forget addresses whose owners did not say yes in time; returns how many."""
    stale = channels.c.confirmed.is_(None) & (channels.c.created < before)
    return (await connection.execute(delete(channels).where(stale))).rowcount


async def move_feed(connection: AsyncConnection, guest: str, account: str) -> None:
    """Let a guest's feed be the account's that they log in to, unless it has one."""
    mine = select(func.count()).where(channels.c.person == account, channels.c.kind == "feed")
    if not await connection.scalar(mine):
        feed = (channels.c.person == guest) & (channels.c.kind == "feed")
        await connection.execute(update(channels).where(feed).values(person=account))
