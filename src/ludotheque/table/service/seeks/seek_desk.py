"""The desk at which opponents are found: people ask and stop here, and a task of each process puts them together.

Everything is in the database, so several processes find opponents for each other, and a restart loses nobody. A person
looks as long as their client is there: a socket that follows the seek, or a request every few seconds.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress

import structlog
from sqlalchemy import update

from ludotheque.table.people.accounts import check_account
from ludotheque.table.people.people import Person, name_taken
from ludotheque.table.people.ratings import MEAN
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.seeks import parties, seek_rows
from ludotheque.table.service.seeks.offers import INCREMENT, MINUTE, find_offer, offers_of, seats_of, terms_for
from ludotheque.table.service.seeks.party_table import seat_party, settle
from ludotheque.table.service.seeks.seek import Seek
from ludotheque.table.storage.notices import SEEKS
from ludotheque.table.storage.schema import seeks
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.wire.seek_messages import OfferListed, PartyView, RatedWish, SeekView

TICK, IDLE = 1.0, 10.0  # seconds between two looks at those who look for opponents, and when there were none
NOTED = 5.0  # seconds after which a client that is still there is noted again
NOBODY = SeekView(
    stage="none", game=None, offer=None, rated=None, is_meanwhile=False, waited=0.0, others=0, party=None, table=None
)
log = structlog.get_logger(__name__)


class SeekDesk:
    """Finds opponents, for one process."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self._present: Counter[str] = Counter()  # people whose clients follow their seek at this process
        self._news = asyncio.Event()
        self._is_idle = False

    def enter(self, person: str) -> None:
        """A client of a person follows their seek."""
        self._present[person] += 1

    def leave(self, person: str) -> None:
        """A client that followed a person's seek is gone."""
        self._present[person] -= 1
        self._present += Counter()  # without those of whom no client is left

    def wake(self) -> None:
        """Somebody has begun or ceased to look, or has come: look at once."""
        self._news.set()

    async def revive(self) -> None:
        """Give everybody time to come back to a house that has just opened."""
        async with self.store.begin() as connection:
            await seek_rows.lock(connection)
            now = await self.store.time_of(connection)
            await connection.execute(update(seeks).values(seen=now, changed=now))

    async def start(
        self, person: Person, game: str, offer: str | None = None, rated: RatedWish | None = None,
        commitment: str | None = None,
    ) -> SeekView:  # fmt: skip
        """Begin to look for opponents, instead of what the person looked for before.

        The same again keeps the time that they have waited.
        """
        wanted, wish = find_offer(game, offer), rated or ("no" if person.is_guest else "either")
        if wish != "no":
            check_account(person, terms_for(game, wanted, []))
        if await self.tables.registry.people.has_lost_name(person):
            raise name_taken()
        kind = game, wanted.name
        async with self.store.begin() as connection:
            await seek_rows.lock(connection)
            now, before = await self.store.time_of(connection), await seek_rows.read_seek(connection, person.id)
            mean = await seek_rows.read_mean(connection, person.id, game)
            is_same = before is not None and before.is_free and before.kind == kind and before.rated == wish
            since = before.since if before is not None and is_same else now
            seek = Seek(
                person.id, *kind, wish, MEAN if mean is None else mean, person.is_bot, since, now, now, commitment
            )
            await seek_rows.write_seek(connection, seek)
            await self.store.announce(connection, SEEKS)
        self.wake()
        return await self.look(person.id)

    async def stop(self, person: str) -> None:
        """Cease to look. The others of a party look on."""
        async with self.store.begin() as connection:
            await seek_rows.lock(connection)
            await seek_rows.drop_seeks(connection, [person])
            await self.store.announce(connection, SEEKS)
        self.wake()

    async def play_meanwhile(self, person: str) -> None:
        """Note that a person plays against bots until somebody is found: then they have a little longer to come."""
        async with self.store.begin() as connection:
            await connection.execute(update(seeks).where(seeks.c.person == person).values(is_meanwhile=True))

    async def come(self, person: Person) -> SeekView:
        """Say that a person for whom somebody is found comes to the table."""
        if await self.tables.registry.people.has_lost_name(person):
            raise name_taken()
        found = (seeks.c.person == person.id, seeks.c.party.is_not(None), seeks.c.table.is_(None))
        async with self.store.begin() as connection:
            now = await self.store.time_of(connection)
            done = await connection.execute(update(seeks).where(*found).values(has_come=True, seen=now))
            if done.rowcount:
                await self.store.announce(connection, SEEKS)
        self.wake()
        return await self.look(person.id)

    async def look(self, person: str, *, is_here: bool = False) -> SeekView:
        """How a person's seek stands; with `is_here`, their client is noted as there."""
        async with self.store.read() as connection:
            seek = await seek_rows.read_seek(connection, person)
            if seek is None:
                return NOBODY
            now = await self.store.time_of(connection)
            party = await seek_rows.read_party(connection, seek.party) if seek.party else []
            free = await seek_rows.count_free(connection)
            sits = await seek_rows.sits_at(connection, person, seek.table)
        if is_here and now > seek.seen + NOTED / 2:
            async with self.store.begin() as connection:
                await seek_rows.write_seen(connection, [person], now)
        return view_of(seek, party, free.get(seek.kind, 0), now, sits=sits)

    async def list_offers(self, games: tuple[str, ...]) -> list[OfferListed]:
        """What strangers play, and how many look for each just now."""
        async with self.store.read() as connection:
            free = await seek_rows.count_free(connection)
        return [
            OfferListed(
                game=game, offer=one.name, players=one.players, options=dict(one.options), bank=one.minutes * MINUTE,
                increment=INCREMENT, looking=free.get((game, one.name), 0),
            )
            for game in games for one in offers_of(game)
        ]  # fmt: skip

    async def watch(self) -> None:
        """Wait for news, or for a moment to pass, and put people together."""
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE if self._is_idle else TICK):
                await self._news.wait()
        self._news.clear()
        await self.tick()

    async def tick(self) -> None:
        """Put people together, seat those who have come, and end the seeks of those who are gone."""
        async with self.store.read() as connection:
            found, now = await seek_rows.read_seeks(connection), await self.store.time_of(connection)
        self._is_idle = not found
        if self._seen_again(found, now) or parties.make_plan(found, now, seats_of):
            found = await self._apply()
        for party in parties.complete_parties(found):
            await self._try(party, seat_party(self.tables, party))
        for party in parties.seated_parties(found):
            await self._try(party, settle(self.tables, party, now))

    async def _try(self, party: tuple[Seek, ...], doing: Awaitable[None]) -> None:
        """Do something for a party. A party for which it fails holds up no other; it is tried again."""
        try:
            await doing
        except StoreError:
            raise
        except Exception as error:
            log.error("party", table=party[0].table, exc_info=error)

    def _seen_again(self, found: list[Seek], now: float) -> set[str]:
        """The people whose clients are still there, and were noted some time ago."""
        return {one.person for one in found if one.person in self._present and now > one.seen + NOTED}

    async def _apply(self) -> list[Seek]:
        """Write what is due; returns all seeks after it."""
        async with self.store.begin() as connection:
            await seek_rows.lock(connection)
            now = await self.store.time_of(connection)
            found = await seek_rows.read_seeks(connection, for_update=True)
            await seek_rows.write_seen(connection, self._seen_again(found, now), now)
            found = await seek_rows.read_seeks(connection)
            plan = parties.make_plan(found, now, seats_of)
            if not plan:
                return found
            await seek_rows.drop_seeks(connection, plan.ended)
            await seek_rows.free_seeks(connection, plan.freed)
            for party in plan.parties:
                await seek_rows.write_party(connection, secrets.token_hex(8), party, now)
            await self.store.announce(connection, SEEKS)
            return await seek_rows.read_seeks(connection)


def view_of(seek: Seek, party: list[Seek], free: int, now: float, *, sits: bool) -> SeekView:
    """A seek as its person is told of it.

    `free` people look for the same, themselves included; the person `sits` at the table of their party already.
    """
    told = SeekView(
        stage="waiting", game=seek.game, offer=seek.offer, rated=seek.rated, is_meanwhile=seek.is_meanwhile,
        waited=max(0.0, now - seek.since), others=free - seek.is_free, party=None, table=seek.table if sits else None,
    )  # fmt: skip
    if sits:
        return told.model_copy(update={"stage": "seated"})
    if seek.party is None:
        return told
    late = [one for one in party if not one.has_come]
    until = max((one.changed + parties.time_to_come(one) for one in ([seek] if seek in late else late)), default=now)
    shown = PartyView(
        seats=seats_of(*seek.kind), people=seek.size, come=len(party) - len(late), has_come=seek.has_come,
        left=max(0.0, until - now),
    )  # fmt: skip
    return told.model_copy(update={"stage": "found", "party": shown})
