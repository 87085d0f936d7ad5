"""Reminders in both databases: once a turn for each channel, whatever races, dies or is down, and never too late."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import delete, func, insert, select

from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.reminders import channel_rows, mail, outbox_rows, reminder_sender, webhook
from ludotheque.table.reminders.reminder_settings import PATIENCE, MailServer, ReminderSettings
from ludotheque.table.reminders.reminders import Reminders
from ludotheque.table.reminders.web_push import PushKey
from ludotheque.table.service import acts
from ludotheque.table.storage import schema
from ludotheque.table.storage.seal import Seal
from ludotheque.wire.channel_messages import NewPush
from ludotheque.wire.requests import ResignAct, TakeBackAct
from ludotheque.wire.settings import Settings
from tests.table.conftest import run
from tests.table.post_boxes import BrowserKeys, MailBox, PostBox, mail_box, post_box, vapid_claims
from tests.table.test_registry import seated, step, table_of
from tests.table.test_seek_desk import COMMITMENT, HourStore

HOUSE = "https://games.example"
ADDRESS = "ada@mail.example"
KEY = PushKey(ec.generate_private_key(ec.SECP256R1()))


class Desk:
    """One process: its tables, its reminders, and who looks at what there."""

    def __init__(self, store: HourStore, settings: ReminderSettings) -> None:
        self.store, self.tables = store, Tables(store, People(store))
        self.looking: set[tuple[str, str]] = set()
        self.counted: Counter[tuple[str, str]] = Counter()
        self.reminders = Reminders(
            self.tables, settings, KEY, lambda *who: who in self.looking, lambda *what: self.counted.update([what])
        )

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and do what every few seconds is done."""
        self.store.time += seconds
        await self.reminders.turns.tick()
        await self.reminders.sender.send_mails()
        await self.reminders.sender.send_posts()

    async def account(self, name: str, **settings: Any) -> Person:
        person = Person(name.lower() * 3, name, True, False, Settings(**settings), 1.0)
        row = {"id": person.id, "name": name, "login": name.lower(), "is_bot": False, "created": 1.0}
        async with self.store.begin() as connection:
            await connection.execute(insert(schema.people).values(**row, settings=person.settings.model_dump_json()))
            session = {"token": person.id, "person": person.id, "kind": "cookie", "label": "", "created": 1, "used": 1}
            await connection.execute(insert(schema.sessions).values(session))
        return person

    async def count(self, table: Any) -> int:
        async with self.store.read() as connection:
            return int(await connection.scalar(select(func.count()).select_from(table)) or 0)

    async def stages(self, person: Person) -> list[str]:
        return [one.stage for one in (await self.reminders.channels.look(person)).channels]


def settings_for(box: MailBox | None = None, **more: Any) -> ReminderSettings:
    server = MailServer("127.0.0.1", box.port, "none", "Games <games@games.example>") if box else None
    return ReminderSettings(HOUSE, server, has_push=True, has_webhooks=True, may_reach_inside=True, **more)


@asynccontextmanager
async def desk_at(url: str, box: MailBox | None = None) -> AsyncIterator[Desk]:
    store = await HourStore.open(url)
    assert isinstance(store, HourStore)
    desk = Desk(store, settings_for(box))
    await desk.tables.registry.open()
    try:
        yield desk
    finally:
        await store.close()


async def reached_by_mail(desk: Desk, person: Person, box: MailBox, address: str = ADDRESS) -> str:
    """The channel of a person who has confirmed an address; returns its id."""
    await desk.reminders.channels.add_mail(person, address)
    await desk.reminders.sender.send_mails()
    channel, code = link_in(box.text(), "confirm")
    assert await desk.reminders.channels.confirm(channel, code)
    box.mails.clear()
    return channel


def link_in(text: str, doing: str) -> tuple[str, str]:
    """Channel and code of the link in a mail."""
    channel, code = text.partition(f"{HOUSE}/reminders/{doing}/")[2].split()[0].split("/")
    return channel, code


@contextmanager
def boxes(**how: Any) -> Iterator[tuple[MailBox, PostBox]]:
    with mail_box(**how) as mails, post_box() as posts:
        yield mails, posts


async def table_with(desk: Desk, *people: Person, **terms: Any) -> str:
    """A slow game of Mabula; it is the turn of the first person."""
    terms = {"clock": "slow", "days": 3.0} | terms
    return await seated(desk.tables, "mabula", people, **terms)


async def ada_and_bob(desk: Desk) -> tuple[Person, Person]:
    return await desk.account("Ada"), await desk.account("Bob")


def test_a_turn_that_waits_is_told_once_by_each_channel(url: str) -> None:
    async def story() -> None:
        with boxes() as (mails, posts):
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails, "bob@mail.example")
                keys = BrowserKeys()
                given = NewPush(**keys.subscription(f"{posts.url}/push/b"))
                await desk.reminders.channels.add_push(bob, bob.id, given)
                secret = await desk.reminders.channels.add_webhook(bob, f"{posts.url}/hook")
                table = await table_with(desk, ada, bob)
                await step(desk.tables, table, ada)
                await desk.pass_time(PATIENCE - 1)
                assert not mails.mails and not posts.posted, "they may be about to look"
                for _ in range(3):
                    await desk.pass_time(PATIENCE)
                (letter,) = mails.mails
                assert (
                    letter["To"] == "bob@mail.example" and "Mabula" in letter["Subject"] and "Ada" in letter["Subject"]
                )
                assert f"{HOUSE}/table/{table}" in mails.text() and "3 days" in mails.text()
                pushed, hooked = sorted(posts.posted, key=lambda one: one.path, reverse=True)
                shown = keys.read(pushed.body)
                assert "Mabula" in shown["title"] and shown["url"] == f"{HOUSE}/table/{table}"
                claims, key = vapid_claims(pushed.headers["authorization"])
                assert claims["aud"] == posts.url and claims["sub"] == HOUSE and key == KEY.public
                body, at = json.loads(hooked.body), int(hooked.headers["webhook-timestamp"])
                assert body["table"] == table and body["with"] == ["Ada"] and body["game"] == "mabula"
                signed = webhook.signature(secret, hooked.headers["webhook-id"], at, hooked.body)
                assert hooked.headers["webhook-signature"] == signed
                assert await desk.count(schema.outbox) == 0

    run(story())


def test_each_new_turn_is_told_and_the_rest_of_ones_own_turn_is_not(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, ada, mails)
                table = await table_with(desk, ada, bob)
                await desk.pass_time(2 * PATIENCE)
                told = len(mails.mails)
                for turn in range(1, 4):
                    await step(desk.tables, table, ada)
                    await step(desk.tables, table, bob)
                    await desk.pass_time(2 * PATIENCE)
                    await desk.pass_time(2 * PATIENCE)
                    assert len(mails.mails) == told + turn
                await acts.write(desk.tables, table, bob, TakeBackAct())  # now it is Bob's turn
                await step(desk.tables, table, bob)
                await step(desk.tables, table, ada)
                await acts.write(desk.tables, table, ada, TakeBackAct())  # she is there, and plays on later
                await desk.pass_time(2 * PATIENCE)
                assert len(mails.mails) == told + 3

    run(story())


def test_nobody_is_told_who_looks_at_the_table_in_any_process_and_whoever_looked_has_a_while(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                other = Desk(desk.store, settings_for(mails))
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                table = await table_with(desk, ada, bob)
                await step(desk.tables, table, ada)
                desk.looking.add((bob.id, table))
                for _ in range(20):
                    await desk.pass_time(PATIENCE / 4)
                    await other.pass_time(0)
                assert not mails.mails
                desk.looking.clear()
                await other.pass_time(PATIENCE / 2)
                assert not mails.mails, "they have just looked"
                await other.pass_time(PATIENCE)
                assert len(mails.mails) == 1

    run(story())


def test_of_several_processes_at_once_one_tells_a_turn(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                desks = [desk, *(Desk(desk.store, settings_for(mails)) for _ in range(3))]
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                tables = [await table_with(desk, ada, bob) for _ in range(3)]
                for table in tables:
                    await step(desk.tables, table, ada)
                desk.store.time += 2 * PATIENCE
                await asyncio.gather(*(one.pass_time(0) for one in desks))
                await asyncio.gather(*(one.pass_time(1) for one in desks))
                links = [next(table for table in tables if table in str(one.get_content())) for one in mails.mails]
                assert sorted(links) == sorted(tables)

    run(story())


def test_after_a_restart_nothing_is_told_again_and_what_was_waiting_is_told(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                first, second = [await table_with(desk, ada, bob) for _ in range(2)]
                await step(desk.tables, first, ada)
                await desk.pass_time(2 * PATIENCE)
                await step(desk.tables, second, ada)
                desk.store.time += 2 * PATIENCE
                await desk.reminders.turns.tick()  # in the outbox, when the house stops
                assert len(mails.mails) == 1
                time = desk.store.time
            async with desk_at(url, mails) as again:
                again.store.time = time
                await again.pass_time(1)
                await again.pass_time(PATIENCE)
                assert [first in mails.text(0), second in mails.text(1)] == [True, True] and len(mails.mails) == 2

    run(story())


def test_whoever_has_moved_or_looked_meanwhile_or_whose_game_is_over_is_told_nothing(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                tables = [await table_with(desk, ada, bob) for _ in range(3)]
                for table in tables:
                    await step(desk.tables, table, ada)
                desk.store.time += 2 * PATIENCE
                await desk.reminders.turns.tick()
                assert await desk.count(schema.outbox) == 3
                await step(desk.tables, tables[0], bob)
                await acts.write(desk.tables, tables[1], ada, ResignAct())
                desk.looking.add((bob.id, tables[2]))
                await desk.pass_time(1)
                desk.looking.clear()
                await desk.pass_time(1)
                assert not mails.mails and await desk.count(schema.outbox) == 0

    run(story())


@pytest.mark.parametrize("is_with_bots", [False, True])
def test_nobody_is_told_of_a_table_with_a_live_clock_or_with_bots_alone(url: str, is_with_bots: bool) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, ada, mails)
                if is_with_bots:
                    table = await seated(desk.tables, "mabula", (ada,), players=2)
                    await desk.tables.seats.put_bot(table, ada, 2, "novice")
                else:
                    await table_with(desk, ada, bob, clock="live")
                await desk.pass_time(10 * PATIENCE)
                assert not mails.mails and await desk.count(schema.outbox) == 0

    run(story())


def test_whoever_made_a_table_and_left_is_told_when_everybody_is_there(url: str) -> None:
    """The game waits for the bytes that their browser has promised."""

    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, ada, mails)
                table = await table_of(desk.tables, "mabula", maker=ada, seating="chosen")
                await desk.tables.seats.sit(table, ada, 1, COMMITMENT)
                await desk.pass_time(2 * PATIENCE)
                assert not mails.mails, "nobody waits yet"
                await desk.tables.seats.sit(table, bob, 2)
                for _ in range(2):
                    await desk.pass_time(2 * PATIENCE)
                (letter,) = mails.mails
                assert letter["Subject"] == "Mabula can begin: everybody is there" and table in mails.text()

    run(story())


def test_before_its_owner_says_yes_nothing_but_the_question_goes_to_an_address(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await desk.account("Viagra", language="fr"), await desk.account("Bob")
                await desk.reminders.channels.add_mail(ada, ADDRESS)
                await table_with(desk, ada, bob)
                await desk.pass_time(10 * PATIENCE)
                assert [one["To"] for one in mails.mails] == [ADDRESS] and await desk.stages(ada) == ["asked"]
                assert "Viagra" not in mails.mails[0].as_string(), "a name is not sent to strangers"
                channel, code = link_in(mails.text(), "confirm")
                with pytest.raises(Exception, match="none of ours"):
                    await desk.reminders.channels.confirm(channel, code[:-1] + "_")
                assert await desk.reminders.channels.confirm(channel, code) and await desk.stages(ada) == ["on"]
                await desk.pass_time(1)
                assert (
                    len(mails.mails) == 2
                    and "Viagra" in mails.text()
                    and "À vous de jouer" in mails.mails[1]["Subject"]
                )

    run(story())


def test_the_link_in_a_mail_ends_all_mails_and_the_address_is_forgotten(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, ada, mails)
                table = await table_with(desk, ada, bob)
                await step(desk.tables, table, ada)
                await step(desk.tables, table, bob)
                await desk.pass_time(2 * PATIENCE)
                letter = mails.mails[-1]
                assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
                link = letter["List-Unsubscribe"].strip("<>")
                assert link in mails.text()
                await desk.reminders.channels.stop(*link_in(f"{link} ", "stop"))
                assert await desk.stages(ada) == [] and await desk.count(schema.channels) == 0
                await desk.reminders.channels.stop(*link_in(f"{link} ", "stop"))  # a second click does no harm

    run(story())


def test_a_mail_server_that_is_down_holds_up_nothing_and_the_mail_is_sent_when_it_is_back(url: str) -> None:
    async def story() -> None:
        with boxes() as (mails, posts):
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                await desk.reminders.channels.add_webhook(bob, f"{posts.url}/hook")
                for _ in range(3):
                    await step(desk.tables, await table_with(desk, ada, bob), ada)
                mails.answers["CONNECT"] = "421 not now"
                mails.said.clear()
                await desk.pass_time(2 * PATIENCE)
                await desk.pass_time(1)
                assert not mails.mails and len(posts.posted) == 3
                del mails.answers["CONNECT"]
                await desk.pass_time(reminder_sender.SHORT_REST)
                assert len(mails.mails) == 3 and await desk.stages(bob) == ["on", "on"], "no address is to blame"

    run(story())


def test_a_mail_that_may_have_been_sent_is_not_sent_twice(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                mails.answers["TEXT"] = None  # the server has it all, and dies
                await desk.pass_time(2 * PATIENCE)
                assert desk.counted["mail", "lost"] == 1 and await desk.count(schema.outbox) == 0
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                desk.store.time += 2 * PATIENCE
                await desk.reminders.turns.tick()
                async with desk.store.begin() as connection:  # a process takes it, and is killed
                    (waiting,) = await outbox_rows.read_due(connection, ["mail"], desk.store.time, 9)
                    assert await outbox_rows.take(connection, waiting, desk.store.time)
                del mails.answers["TEXT"]
                await desk.pass_time(10 * outbox_rows.LEASE)
                assert not mails.mails
                await desk.reminders.sender.sweep()
                assert await desk.count(schema.outbox) == 0

    run(story())


def test_a_webhook_whose_process_was_killed_is_sent_again_under_the_same_id(url: str) -> None:
    async def story() -> None:
        with post_box() as posts:
            async with desk_at(url) as desk:
                ada, bob = await ada_and_bob(desk)
                await desk.reminders.channels.add_webhook(bob, f"{posts.url}/hook")
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                desk.store.time += 2 * PATIENCE
                await desk.reminders.turns.tick()
                async with desk.store.begin() as connection:
                    (waiting,) = await outbox_rows.read_due(connection, ["webhook"], desk.store.time, 9)
                    assert await outbox_rows.take(connection, waiting, desk.store.time)
                await desk.pass_time(1)
                assert not posts.posted, "another process may be sending it"
                await desk.pass_time(outbox_rows.LEASE + 1)
                assert [one.headers["webhook-id"] for one in posts.posted] == [waiting.id]

    run(story())


@pytest.mark.parametrize(("status", "stage"), [(404, []), (410, []), (400, ["off"]), (500, ["off"])])
def test_a_dead_browser_is_forgotten_and_one_that_refuses_is_switched_off(
    url: str, status: int, stage: list[str]
) -> None:
    async def story() -> None:
        with post_box(status=status) as posts:
            async with desk_at(url) as desk:
                ada, bob = await ada_and_bob(desk)
                given = NewPush(**BrowserKeys().subscription(f"{posts.url}/push/b"))
                await desk.reminders.channels.add_push(bob, bob.id, given)
                for _ in range(reminder_sender.STRIKES):
                    await step(desk.tables, await table_with(desk, ada, bob), ada)
                await desk.pass_time(2 * PATIENCE)
                for wait in reminder_sender.WAITS:
                    await desk.pass_time(wait)
                assert await desk.stages(bob) == stage and await desk.count(schema.outbox) == 0
                attempts = len(posts.posted)
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                await desk.pass_time(2 * PATIENCE)
                assert len(posts.posted) == attempts, "nothing more is sent there"
                assert attempts <= reminder_sender.STRIKES * (1 + len(reminder_sender.WAITS))

    run(story())


def test_an_address_that_takes_no_mail_is_switched_off_after_three_and_can_be_tried_again(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                channel = await reached_by_mail(desk, bob, mails)
                mails.answers["RCPT"] = "550 nobody here"
                for _ in range(reminder_sender.STRIKES):
                    assert await desk.stages(bob) == ["on"]
                    await step(desk.tables, await table_with(desk, ada, bob), ada)
                    await desk.pass_time(2 * PATIENCE)
                assert await desk.stages(bob) == ["off"]
                await desk.reminders.channels.revive(bob, channel)
                assert await desk.stages(bob) == ["on"]

    run(story())


def test_where_somebody_is_reached_is_sealed_in_the_database_and_goes_with_the_person(url: str) -> None:
    async def story() -> None:
        with boxes() as (mails, posts):
            async with desk_at(url, mails) as desk:
                ada, _ = await ada_and_bob(desk)
                await reached_by_mail(desk, ada, mails)
                token = await desk.reminders.channels.make_feed(ada)
                await desk.reminders.channels.add_webhook(ada, f"{posts.url}/hook")
                async with desk.store.read() as connection:
                    rows = str((await connection.execute(select(schema.channels))).all())
                assert ADDRESS not in rows and token not in rows and posts.url not in rows
                own = await desk.tables.registry.people.everything(ada)
                assert {one.address for one in own.channels} == {ADDRESS, None, f"{posts.url}/hook"}
                async with desk.store.begin() as connection:
                    await connection.execute(delete(schema.people).where(schema.people.c.id == ada.id))
                assert await desk.count(schema.channels) == 0

    run(story())


def test_a_house_whose_key_was_lost_switches_off_what_it_can_no_longer_read(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                desk.store.seal = Seal.new()
                for _ in range(reminder_sender.STRIKES):
                    await desk.pass_time(2 * PATIENCE)
                assert not mails.mails and (await desk.reminders.channels.look(bob)).channels[0].address is None

    run(story())


def test_an_address_that_nobody_confirms_is_forgotten_after_some_days(url: str) -> None:
    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, _ = await ada_and_bob(desk)
                await desk.reminders.channels.add_mail(ada, ADDRESS)
                await desk.reminders.sender.sweep()
                assert await desk.stages(ada) == ["asked"]
                desk.store.time += channel_rows.TIME_TO_CONFIRM + 1
                await desk.reminders.sender.sweep()
                assert await desk.stages(ada) == []

    run(story())


def test_a_slow_mail_server_is_left_when_the_house_stops_and_the_mail_waits(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail, "SLOW", 60.0)

    async def story() -> None:
        with mail_box() as mails:
            async with desk_at(url, mails) as desk:
                ada, bob = await ada_and_bob(desk)
                await reached_by_mail(desk, bob, mails)
                await step(desk.tables, await table_with(desk, ada, bob), ada)
                desk.store.time += 2 * PATIENCE
                await desk.reminders.turns.tick()
                mails.answers["MAIL"] = "wait"
                mails.said.clear()
                sending = asyncio.create_task(desk.reminders.sender.send_mails())
                while not any(line.startswith("mail") for line in mails.said):
                    await asyncio.sleep(0.01)
                sending.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asyncio.wait_for(sending, 3)
                del mails.answers["MAIL"]
                await desk.pass_time(1)
                assert len(mails.mails) == 1

    run(story())
