"""Export and deletion of a person's data."""

import json

from sqlalchemy import insert, update

from ludotheque.log.entries import PersonHolder, Sit
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import Person
from ludotheque.table.people.person_names import SOMEBODY
from ludotheque.table.storage import schema
from ludotheque.table.storage.row_values import SeatRow, TableRow
from ludotheque.wire.table_messages import to_text
from tests.table.conftest import run
from tests.table.home import DAY, OTHER, SENTENCE, Home, home, refused
from tests.table.serving import Player, serving


async def stay(_table: str) -> None:
    """The callback for each unfinished table of a deleted person."""


async def seat(at: Home, person: Person, table: str, *, stage: str = "playing") -> None:
    """A table with a person in seat 1 who has sent a message."""
    terms = Terms(game="mabula", players=2, rules=1, seating="chosen")
    row = TableRow(table, person.id, terms, "ab" * 32, False, "open", at.clock.now, at.clock.now)
    await at.store.create_table(row)
    sit = Sit(seat=1, holder=PersonHolder(person=person.id, name=person.name))
    other = Sit(seat=2, holder=PersonHolder(person="f" * 16, name="Bea"))
    index = [SeatRow(1, person.id), SeatRow(2, "f" * 16)]
    await at.store.append(table, 1, [sit, other], index=index, stage=stage, work=[])  # type: ignore[arg-type]
    said = {"table": table, "number": 1, "person": person.id, "at": at.clock.now, "text": "well played"}
    rated = {"who": person.id, "game": "mabula", "mean": 25.0, "deviation": 8.0, "games": 1, "changed": at.clock.now}
    result = {"table": table, "seat": 1, "who": person.id, "game": "mabula", "players": 2, "place": 1, "score": 9}
    result |= {"end": "rules", "is_rated": True, "at": at.clock.now}
    async with at.store.begin() as connection:
        await connection.execute(insert(schema.messages).values(said))
        if stage == "over":
            await connection.execute(insert(schema.ratings).values(rated))
            await connection.execute(insert(schema.results).values(result))


def test_a_persons_data_is_exported_as_json(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            await seat(at, entered.person, "first", stage="over")
            await seat(at, entered.person, "second")
            data = json.loads(to_text(await at.people.everything(entered.person)))
            assert data["person"]["name"] == "Ada" and data["person"]["settings"]["language"] == "en"
            assert [(table["id"], table["seats"]) for table in data["tables"]] == [("first", [1]), ("second", [1])]
            assert data["tables"][0]["terms"]["game"] == "mabula"
            assert [message["text"] for message in data["messages"]] == ["well played"] * 2
            assert data["results"][0]["place"] == 1 and data["ratings"][0]["games"] == 1
            assert "ab" * 32 not in json.dumps(data)  # the invitation
            assert "Bea" not in json.dumps(data)

    run(story())


def test_a_deleted_person_leaves_open_tables_and_is_a_placeholder_in_the_others(url: str) -> None:
    async def story() -> None:
        left: list[str] = []

        async def leave(table: str) -> None:
            left.append(table)
            if table == "second":
                raise TableError("late", "It has just ended.")

        async with home(url) as at:
            entered = await at.accounts.register("Ada Lovelace", SENTENCE)
            await seat(at, entered.person, "first", stage="over")
            await seat(at, entered.person, "second")
            await seat(at, entered.person, "third", stage="open")
            await at.accounts.forget(entered.person, SENTENCE, leave)
            assert sorted(left) == ["second", "third"]
            dump = (await at.dump()).replace(entered.person.id, "ID")  # which may spell anything
            assert not any(word in dump for word in ("Ada", "ada", "well played", "argon2"))
            assert "Bea" in dump
            (first, second) = await at.store.entries("first")
            assert first.entry == Sit(seat=1, holder=PersonHolder(person=entered.person.id, name=SOMEBODY))
            assert second.entry == Sit(seat=2, holder=PersonHolder(person="f" * 16, name="Bea"))
            assert (await at.people.look_up([entered.person.id]))[entered.person.id].name == SOMEBODY

    run(story())


def test_a_deleted_account_cannot_be_opened_and_its_name_is_free(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            await at.accounts.forget(entered.person, SENTENCE, stay)
            assert await at.people.find(entered.cookie) is None
            await refused("forbidden", at.accounts.log_in("Ada", SENTENCE))
            await refused("forbidden", at.accounts.recover("Ada", entered.words or "", OTHER))
            assert (await at.accounts.register("Ada", OTHER)).person.id != entered.person.id

    run(story())


def test_nobody_can_log_in_to_an_account_being_deleted(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            await seat(at, entered.person, "first")

            async def leave(_table: str) -> None:
                assert await at.people.find(entered.cookie) is None
                await refused("forbidden", at.accounts.log_in("Ada", SENTENCE))
                await refused("forbidden", at.accounts.recover("Ada", entered.words or "", OTHER))

            await at.accounts.forget(entered.person, SENTENCE, leave)

    run(story())


def test_an_account_is_deleted_only_with_its_password_and_a_guest_without(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            account, guest = await at.accounts.register("Ada", SENTENCE), await at.people.welcome("Bea")
            for wrong in (None, "", OTHER):
                await refused("forbidden", at.accounts.forget(account.person, wrong, stay))
            assert await at.people.find(account.cookie) == account.person
            await at.accounts.forget(guest.person, None, stay)
            assert await at.people.find(guest.cookie) is None and await at.people.find(account.cookie)

    run(story())


def test_people_are_found_by_id_and_unknown_ids_give_a_placeholder(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            ada = (await at.people.welcome("Ada")).person
            found = await at.people.look_up([ada.id, "nobody", ada.id])
            assert found == {ada.id: ada, "nobody": Person.gone("nobody")}
            assert await at.people.look_up([]) == {}

    run(story())


def test_a_guest_of_today_is_not_deleted(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.people.log_out((await at.people.welcome("Ada")).cookie)
            assert await at.people.sweep() == 0
            at.clock.now += 2 * DAY
            assert await at.people.sweep() == 1

    run(story())


def test_only_guests_without_traces_are_deleted(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            trace, none, account = await at.people.welcome("Ada"), await at.people.welcome("Bea"), "Cleo"
            await at.accounts.register(account, SENTENCE)
            await seat(at, trace.person, "first", stage="over")
            assert await at.people.sweep() == 0
            at.clock.now += 399 * DAY
            new = await at.people.welcome("Dora")
            at.clock.now += 2 * DAY
            assert await at.people.sweep() == 1
            found = await at.people.look_up([trace.person.id, none.person.id])
            assert [one.name for one in found.values()] == ["Ada", SOMEBODY]
            assert await at.people.find(new.cookie) and await at.accounts.log_in(account, SENTENCE)

    run(story())


def test_a_deleted_name_is_in_no_cached_table_also_of_finished_games(url: str) -> None:
    with serving(url) as running:
        ada, bob = Player(running, "Ada Lovelace"), Player(running, "Bob")
        tables = []
        for end in ("resign", "cancel"):
            table, invitation = ada.make_table()
            ada.post(f"/api/tables/{table}/seats/1")
            bob.post(f"/api/tables/{table}/join", invitation=invitation)
            bob.post(f"/api/tables/{table}/{end}")
            assert "Ada Lovelace" in bob.http.get(f"/api/tables/{table}").text
            tables.append(table)
        assert ada.http.request("DELETE", "/api/me", json={}).status_code == 200
        for table in tables:
            assert "Ada" not in bob.http.get(f"/api/tables/{table}").text
            assert SOMEBODY in bob.http.get(f"/api/tables/{table}").text
            assert "Ada" not in bob.http.get(f"/api/tables/{table}/record").text


def test_a_deleted_name_is_in_the_cache_of_no_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        ada, bob = Player(one, "Ada Lovelace"), Player(other, "Bob")
        table, invitation = ada.make_table()
        ada.post(f"/api/tables/{table}/seats/1")
        bob.post(f"/api/tables/{table}/join", invitation=invitation)
        bob.post(f"/api/tables/{table}/resign")
        with bob.socket() as talk:
            assert "Ada Lovelace" in json.dumps(talk.ask("watch", table=table))
            assert ada.http.request("DELETE", "/api/me", json={}).status_code == 200
            news = talk.hear("table")
            while news["seats"][0]["holder"]["name"] != SOMEBODY:
                news = talk.hear("table")
        assert "Ada" not in bob.http.get(f"/api/tables/{table}").text


def test_deleting_a_person_reads_their_own_tables_alone(url: str) -> None:
    """Logs of other tables are not even read."""

    async def story() -> None:
        async with home(url) as at:
            ada, bea = await at.people.welcome("Ada"), await at.people.welcome("Bea")
            await seat(at, ada.person, "first", stage="over")
            await seat(at, bea.person, "second", stage="over")
            odd = update(schema.entries).where(schema.entries.c.table == "second")
            async with at.store.begin() as connection:
                await connection.execute(odd.values(body=f'no JSON, and "person":"{ada.person.id}" in it'))
            await at.accounts.forget(ada.person, None, stay)
            (first, _) = await at.store.entries("first")
            assert isinstance(first.entry, Sit) and first.entry.holder is not None
            assert SOMEBODY in first.entry.model_dump_json()

    run(story())


def test_sitters_are_written_with_their_entry(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            ada = (await at.people.welcome("Ada")).person
            await seat(at, ada, "first")
            again = Sit(seat=1, holder=PersonHolder(person=ada.id, name=ada.name))
            await at.store.append(
                "first", 3, [again, Sit(seat=1, holder=None)], index=[SeatRow(1)], stage="open", work=[]
            )
            async with at.store.read() as connection:
                rows = await connection.execute(schema.sitters.select().order_by(schema.sitters.c.person))
                assert sorted(tuple(row) for row in rows) == sorted([(ada.id, "first"), ("f" * 16, "first")])
            data = await at.people.everything(ada)
            assert [(table.id, table.seats) for table in data.tables] == [("first", [])]

    run(story())
