"""Sends what lies in the outbox, in the background: each attempt bounded, each failure answered by what it was.

Before each attempt it looks again: whoever has moved, looked at the table or chosen otherwise is told nothing. A mail
server that is down is left alone for a while, and holds up neither the house nor other reminders.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from ludotheque.log.entries import PersonHolder
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.reminders import channel_rows, mail, outbox_rows, web_push, webhook
from ludotheque.table.reminders.channel import Channel, hashed, open_target, push_target
from ludotheque.table.reminders.delivery import DeliveryEnd, ServerDownError
from ludotheque.table.reminders.house_links import HouseLinks
from ludotheque.table.reminders.outbox_rows import Waiting
from ludotheque.table.reminders.outgoing_request import ForbiddenAddressError, UnreachableError, post
from ludotheque.table.reminders.reminder_settings import ReminderSettings
from ludotheque.table.reminders.turn_desk import Looks
from ludotheque.table.reminders.turn_message import TurnMessage, mail_text, message_of, question_text
from ludotheque.table.reminders.turns import turn_to_tell
from ludotheque.table.reminders.web_push import PushKey

MOST_MAILS, MOST_POSTS = 20, 40  # in one go
AT_ONCE = 4  # posts under way
WAITS = (60.0, 300.0, 1800.0, 7200.0)  # seconds before each further attempt
OLDEST = 86_400.0  # seconds for which anything is tried at all
STRIKES = 3  # failures in a row, then a channel is switched off
SHORT_REST, LONG_REST = 30.0, 600.0  # seconds in which a mail server that is down is left alone

Attempt = Callable[[], Awaitable[DeliveryEnd]]
log = structlog.get_logger(__name__)


class ReminderSender:
    """Sends, for one process; `count` counts what became of it."""

    def __init__(
        self, tables: Tables, settings: ReminderSettings, push_key: PushKey | None, looks: Looks,
        count: Callable[[str, str], None],
    ) -> None:  # fmt: skip
        self._tables, self._store, self._settings = tables, tables.store, settings
        self._push_key, self._looks, self._count = push_key, looks, count
        self._links = HouseLinks(settings.address, tables.store.seal)
        self._rest, self._down_until = 0.0, 0.0  # of the mail server

    async def send_mails(self) -> None:
        """Send the mails that are due, one after another; stop when the server is down."""
        now = await self._store.now()
        if self._settings.mail is None or now < self._down_until:
            return
        for one in await self._find_due(("mail",), MOST_MAILS):
            try:
                await self._send(one)
            except ServerDownError as error:
                await self._leave_alone(one, error)
                return
            self._rest = 0.0

    async def send_posts(self) -> None:
        """Send the push messages and webhooks that are due, a few at a time."""
        kinds = [kind for kind in self._settings.kinds if kind != "mail"]
        due = await self._find_due(kinds, MOST_POSTS) if kinds else []
        turn = asyncio.Semaphore(AT_ONCE)

        async def send(one: Waiting) -> None:
            async with turn:
                await self._send(one)

        async with asyncio.TaskGroup() as group:
            for one in due:
                group.create_task(send(one))

    async def sweep(self) -> None:
        """Delete mails that nobody knows to have been sent, and addresses whose owners never said yes."""
        async with self._store.begin() as connection:
            now = await self._store.time_of(connection)
            lost = await outbox_rows.drop_lost(connection, now)
            await channel_rows.drop_unconfirmed(connection, now - channel_rows.TIME_TO_CONFIRM)
        for _ in range(lost):
            self._count("mail", DeliveryEnd.LOST.value)

    async def _find_due(self, kinds: list[str] | tuple[str, ...], most: int) -> list[Waiting]:
        async with self._store.read() as connection:
            return await outbox_rows.read_due(connection, kinds, await self._store.time_of(connection), most)

    async def _leave_alone(self, waiting: Waiting, error: ServerDownError) -> None:
        """Leave the mail server alone for a while, longer each time."""
        if not self._rest:
            log.warning("mail server", why=str(error))
        self._rest = min(LONG_REST, 2 * self._rest or SHORT_REST)
        now = await self._store.now()
        self._down_until = now + self._rest
        async with self._store.begin() as connection:
            await outbox_rows.put_back(connection, waiting, self._down_until)

    async def _send(self, waiting: Waiting) -> None:
        """Take something, try it, and write what became of it."""
        now = await self._store.now()
        async with self._store.begin() as connection:
            if not await outbox_rows.take(connection, waiting, now):
                return
        try:
            attempt = await self._prepare(waiting, now)
            outcome = await attempt() if attempt else None
        except mail.LostError:
            await self._write(waiting, DeliveryEnd.LOST)
            raise
        except asyncio.CancelledError:  # the house stops: it is sent after the next start
            async with self._store.begin() as connection:
                await outbox_rows.put_back(connection, waiting, now, has_tried=False)
            raise
        except ServerDownError:
            raise
        except Exception as error:
            log.error("reminder", table=waiting.table, exc_info=error)
            outcome = DeliveryEnd.LATER
        await self._write(waiting, outcome)

    async def _write(self, waiting: Waiting, outcome: DeliveryEnd | None) -> None:
        """Write what became of an attempt; None: there was nothing to tell any more."""
        is_last = waiting.tries >= len(WAITS)
        async with self._store.begin() as connection:
            now = await self._store.time_of(connection)
            if outcome is DeliveryEnd.LATER and not is_last:
                await outbox_rows.put_back(connection, waiting, now + WAITS[waiting.tries])
            else:
                await outbox_rows.drop(connection, waiting)
            if outcome is DeliveryEnd.SENT and waiting.table is not None:
                await channel_rows.note_success(connection, waiting.channel, now)
            elif outcome is DeliveryEnd.GONE and waiting.kind == "push":
                await channel_rows.drop_channels(connection, [waiting.channel])
            elif outcome in (DeliveryEnd.REFUSED, DeliveryEnd.GONE) or (outcome is DeliveryEnd.LATER and is_last):
                most = STRIKES if waiting.table is not None and outcome is not DeliveryEnd.GONE else 1
                if await channel_rows.note_failure(connection, waiting.channel, most, now):
                    log.info("channel off", kind=waiting.kind)
        if outcome is not None:
            self._count(waiting.kind, outcome.value)

    async def _prepare(self, waiting: Waiting, now: float) -> Attempt | None:
        """The attempt to send something; None if it is not to be sent any more."""
        async with self._store.read() as connection:
            channel = await channel_rows.read_channel(connection, waiting.channel)
            has_looked = await outbox_rows.looked_since(connection, waiting)
        if channel is None or has_looked or now > waiting.made + OLDEST:
            return None
        target = open_target(self._store.seal, channel)
        if target is None:  # sealed with a lost key
            return _refused
        person = (await self._tables.registry.people.look_up([channel.person]))[channel.person]
        if waiting.table is None:
            return self._question(channel, waiting, target, person, now) if channel.confirmed is None else None
        told = await self._message(waiting, person, now) if channel.is_active else None
        return self._attempt(channel, target, told, person, now) if told else None

    async def _message(self, waiting: Waiting, person: Person, now: float) -> TurnMessage | None:
        """What is told of a turn; None if it is over, or its person looks at the table."""
        table, seat, turn = str(waiting.table), int(waiting.seat or 0), int(waiting.turn or 0)
        try:
            state = (await self._tables.registry.find(table)).state
        except TableError:
            return None
        holder = state.holders.get(seat)
        is_theirs = isinstance(holder, PersonHolder) and holder.person == person.id
        if not is_theirs or turn_to_tell(state, seat) != turn or self._looks(person.id, table):
            return None
        names = {one.id: one.name for one in (await self._tables.registry.people.look_up(state.people)).values()}
        link = self._links.table(table, seat if len(state.seats_of(person.id)) > 1 else None)
        return message_of(state, seat, turn, reminder=waiting.id, table=table, names=names, now=now, link=link)

    def _question(
        self, channel: Channel, waiting: Waiting, target: dict[str, str], person: Person, now: float
    ) -> Attempt | None:
        """The mail that asks whether an address is theirs."""
        server, stop = self._settings.mail, self._links.signed("stop", channel.id)
        if server is None:
            return None
        yes = self._links.signed("confirm", channel.id)
        subject, text = question_text(self._settings.address, yes, stop, person.settings.language)
        composed = mail.compose(server, mail.Letter(waiting.id, target["address"], subject, text, stop), now)
        return lambda: mail.send(server, composed)

    def _attempt(
        self, channel: Channel, target: dict[str, str], told: TurnMessage, person: Person, now: float
    ) -> Attempt | None:
        """The attempt to tell a turn by a channel."""
        server, lang = self._settings.mail, person.settings.language
        if channel.kind == "mail" and server is not None:
            stop = self._links.signed("stop", channel.id)
            subject, text = mail_text(told, person.name, self._settings.address, stop, lang)
            composed = mail.compose(server, mail.Letter(told.id, target["address"], subject, text, stop), now)
            return lambda: mail.send(server, composed)
        if channel.kind == "push" and self._push_key is not None:
            browser, topic = push_target(target), hashed(told.table)[:32]
            headers = self._push_key.headers(browser.endpoint, self._settings.address, now, topic)
            sealed = web_push.encrypt(told.for_browser(lang), browser)
            return lambda: self._post(browser.endpoint, headers, sealed)
        if channel.kind == "webhook":
            headers, body = webhook.message(told.fields(lang), target["secret"], told.id, now)
            return lambda: self._post(target["address"], headers, body)
        return None

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> DeliveryEnd:
        try:
            status = await post(url, headers, body, may_reach_inside=self._settings.may_reach_inside)
        except ForbiddenAddressError:
            return DeliveryEnd.REFUSED
        except UnreachableError:
            return DeliveryEnd.LATER
        return outcome_of(status)


async def _refused() -> DeliveryEnd:
    return DeliveryEnd.REFUSED


def outcome_of(status: int) -> DeliveryEnd:
    """What a status says of an attempt. A redirect is not followed: it is a refusal."""
    if 200 <= status < 300:
        return DeliveryEnd.SENT
    if status in (404, 410):
        return DeliveryEnd.GONE
    return DeliveryEnd.LATER if status in (408, 425, 429) or status >= 500 else DeliveryEnd.REFUSED
