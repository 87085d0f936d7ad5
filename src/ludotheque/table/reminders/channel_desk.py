"""The desk at which people choose how they are reminded. Where a channel leads, only its own person is ever told."""

import secrets
from dataclasses import replace

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.people import Person
from ludotheque.table.reminders import channel_rows, outbox_rows, webhook
from ludotheque.table.reminders.channel import (
    KIND_ORDER,
    Channel,
    hashed,
    open_target,
    push_fields,
    seal_target,
)
from ludotheque.table.reminders.house_links import Doing, HouseLinks
from ludotheque.table.reminders.mail import is_mail_address
from ludotheque.table.reminders.outgoing_request import UnreachableError, find_addresses, parse_url
from ludotheque.table.reminders.reminder_settings import ReminderSettings
from ludotheque.table.reminders.web_push import PushKey, read_target
from ludotheque.table.storage.store import Store
from ludotheque.wire.channel_messages import ChannelKind, ChannelList, ChannelListed, NewPush

MOST = {"mail": 1, "push": 10, "feed": 1, "webhook": 3}  # of one person; a new mail or feed replaces the old one
REPLACED = ("mail", "feed")
TOKEN_BYTES = 24
UNKNOWN = say("There is no such entry in your list: load it again.")


class ChannelDesk:
    """Adds, confirms and removes channels."""

    def __init__(self, store: Store, settings: ReminderSettings, push_key: PushKey | None) -> None:
        self._store, self._settings, self._push_key = store, settings, push_key
        self._links = HouseLinks(settings.address, store.seal)

    def offered_to(self, person: Person) -> list[ChannelKind]:
        """The kinds that this house offers somebody. A guest is known to one browser alone: no mail, no webhook."""
        kinds = {"feed", *self._settings.kinds} - (set() if person.is_account else {"mail", "webhook"})
        return [kind for kind in KIND_ORDER if kind in kinds]

    async def look(self, person: Person, session: str | None = None) -> ChannelList:
        """How a person is reminded; `session` is the hash of the browser's cookie."""
        async with self._store.read() as connection:
            found = await channel_rows.read_channels(connection, person.id)
        return ChannelList(
            offered=self.offered_to(person), push_key=self._push_key.public if self._push_key else None,
            channels=[self._listed(one, session) for one in found],
        )  # fmt: skip

    def _listed(self, channel: Channel, session: str | None) -> ChannelListed:
        target = open_target(self._store.seal, channel) if channel.kind in ("mail", "webhook") else None
        return ChannelListed(
            id=channel.id, kind=channel.kind, address=target["address"] if target else None, label=channel.label,  # type: ignore[arg-type]
            stage="off" if channel.off is not None else "on" if channel.confirmed is not None else "asked",
            is_here=channel.session is not None and channel.session == session, created=channel.created,
            told=channel.told,
        )  # fmt: skip

    async def add_mail(self, person: Person, address: str) -> None:
        """Ask at an address whether it is theirs; until its owner says yes, nothing else is sent there."""
        self._check(person, "mail")
        address = address.strip()
        if not is_mail_address(address):
            raise TableError("wrong", say("This is no mail address: write it as name@example.org."))
        await self._add(person, "mail", {"address": address}, is_confirmed=False)

    async def unconfirmed_address(self, person: Person, channel: str) -> str | None:
        """The mail address of a person's own channel, if its owner has not said yes."""
        found = await self._own(person, channel)
        target = open_target(self._store.seal, found) if found.kind == "mail" and found.confirmed is None else None
        return target["address"] if target else None

    async def ask_again(self, person: Person, channel: str) -> None:
        """Send the question at a mail address once more."""
        self._check(person, (await self._own(person, channel)).kind)
        async with self._store.begin() as connection:
            await channel_rows.revive_channel(connection, channel)
            await outbox_rows.put(connection, channel, "mail", await self._store.time_of(connection))

    async def add_push(self, person: Person, session: str, given: NewPush) -> None:
        """Remind somebody in this browser, for as long as it is logged in."""
        self._check(person, "push")
        try:
            target = read_target(given.endpoint, given.p256dh, given.auth)
            parse_url(given.endpoint, may_reach_inside=self._settings.may_reach_inside)
        except (ValueError, UnreachableError):
            raise TableError(
                "wrong", "endpoint: what the browser's PushSubscription says, as `p256dh` and `auth`."
            ) from None
        fields, lookup = push_fields(target), hashed(given.endpoint)
        await self._add(person, "push", fields, lookup=lookup, session=session)

    async def make_feed(self, person: Person) -> str:
        """A new feed, in place of the old one; returns its token, which is shown this once."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._add(person, "feed", None, lookup=hashed(token))
        return token

    async def add_webhook(self, person: Person, url: str) -> str:
        """Remind a person's own program; returns the secret that its messages are signed with."""
        self._check(person, "webhook")
        inside = self._settings.may_reach_inside
        try:
            await find_addresses(parse_url(url.strip(), may_reach_inside=inside), may_reach_inside=inside)
        except UnreachableError:
            raise TableError(
                "wrong", say("This address can't be reached: it begins with https:// and lies in the public Internet.")
            ) from None
        secret = webhook.new_secret()
        await self._add(person, "webhook", {"address": url.strip(), "secret": secret})
        return secret

    async def remove(self, person: Person, channel: str) -> None:
        """Forget a channel, and where it led."""
        await self._own(person, channel)
        async with self._store.begin() as connection:
            await channel_rows.drop_channels(connection, [channel])

    async def revive(self, person: Person, channel: str) -> None:
        """Try a channel again that the house had given up."""
        found = await self._own(person, channel)
        self._check(person, found.kind)
        async with self._store.begin() as connection:
            await channel_rows.revive_channel(connection, channel)

    async def move(self, guest: str, account: str) -> None:
        """Let a guest's feed go along to the account that they log in to."""
        async with self._store.begin() as connection:
            await channel_rows.move_feed(connection, guest, account)

    def is_signed(self, doing: Doing, channel: str, code: str) -> bool:
        """Whether this house has sent a link with this code."""
        return self._links.is_signed(doing, channel, code)

    async def find_signed(self, doing: Doing, channel: str, code: str) -> Channel | None:
        """The channel that a link of ours is about; None if it is forgotten by now. Raises for other links."""
        if not self.is_signed(doing, channel, code):
            raise TableError("unknown", say("This link is none of ours: look at the mail again."))
        async with self._store.read() as connection:
            return await channel_rows.read_channel(connection, channel)

    async def confirm(self, channel: str, code: str) -> bool:
        """The owner of an address says yes; returns whether it is known still."""
        found = await self.find_signed("confirm", channel, code)
        if found is not None:
            async with self._store.begin() as connection:
                await channel_rows.confirm_channel(connection, channel, await self._store.time_of(connection))
        return found is not None

    async def stop(self, channel: str, code: str) -> None:
        """The reader of a mail wants no more: the address is forgotten."""
        if await self.find_signed("stop", channel, code) is not None:
            async with self._store.begin() as connection:
                await channel_rows.drop_channels(connection, [channel])

    def _check(self, person: Person, kind: str) -> None:
        if kind in self.offered_to(person):
            return
        if kind in ("feed", *self._settings.kinds):
            raise TableError("forbidden", say("Mail and webhooks are for accounts: make one first."))
        raise TableError("unknown", say("This house does not offer that."))

    async def _own(self, person: Person, channel: str) -> Channel:
        async with self._store.read() as connection:
            found = await channel_rows.read_channel(connection, channel)
        if found is None or found.person != person.id:
            raise TableError("unknown", UNKNOWN)
        return found

    async def _add(
        self, person: Person, kind: ChannelKind, target: dict[str, str] | None, *, lookup: str | None = None,
        session: str | None = None, is_confirmed: bool = True,
    ) -> None:  # fmt: skip
        """Store a channel; of an address, put the question into the outbox."""
        name = secrets.token_hex(8)
        sealed = seal_target(self._store.seal, name, target) if target else None
        new = Channel(name, person.id, kind, sealed, "", 0.0, lookup=lookup, session=session)
        async with self._store.begin() as connection:
            await channel_rows.lock_person(connection, person.id)
            now = await self._store.time_of(connection)
            old = [one for one in await channel_rows.read_channels(connection, person.id) if one.kind == kind]
            old = [one for one in old if lookup is None or one.lookup != lookup]
            if kind in REPLACED:
                await channel_rows.drop_channels(connection, [one.id for one in old])
            elif len(old) >= MOST[kind]:
                raise TableError("full", say("{n} are the most: remove one first.", n=MOST[kind]))
            confirmed, label = now if is_confirmed else None, await channel_rows.read_label(connection, session)
            await channel_rows.write_channel(connection, replace(new, label=label, created=now, confirmed=confirmed))
            if not is_confirmed:
                await outbox_rows.put(connection, name, kind, now)
