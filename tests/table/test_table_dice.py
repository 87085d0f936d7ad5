"""Dice of tables: committed to, opened, drawn, and proven by the record; on both databases."""

import random
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from ludotheque import Record
from ludotheque.log.entries import Begin, Restored
from ludotheque.log.history import tell
from ludotheque.log.table_errors import TableError
from ludotheque.play.fairness.fair_dice import commitment
from ludotheque.play.fairness.proof import Proof, verify
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.game_record import table_record
from ludotheque.wire.requests import AnswerAct, AskAct, CancelAct, EntryAct, PlayAct, ResignAct
from tests.conftest import sampled
from tests.table.conftest import run
from tests.table.sent import table_sent
from tests.table.test_races import choose
from tests.table.test_registry import ADA, BOB, CLEO, house_at, seated, table_of

PEOPLE = (ADA, BOB, CLEO)
SEATS = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 3}


async def step(house: Tables, table: str, chance: random.Random) -> None:
    """One of those who are waited for chooses."""
    state = (await house.registry.find(table)).state
    seat = chance.choice(state.waited_for)
    person = next(one for one in PEOPLE if seat in state.seats_of(one.id))
    wish = PlayAct(
        seen=state.number, steps=choose(state, seat, chance.randrange(9999)), id=secrets.token_hex(8), seat=seat
    )
    assert (await acts.play(house, table, person, wish)).ok


async def sit_down(house: Tables, table: str, people: Sequence[Person], clients: Sequence[Person]) -> dict[str, bytes]:
    """Everybody sits down; some have clients that promise bytes of their own."""
    made = {one.id: secrets.token_bytes(32) for one in clients}
    for place, one in enumerate(people, 1):
        await house.seats.sit(table, one, place, commitment(made[one.id]) if one.id in made else None)
    return made


async def record_of(house: Tables, table: str) -> Record:
    live = await house.registry.find(table)
    story = tell(live.row.terms, await house.store.entries(table), live.row.commitment or "")
    return Record.read(str(table_record(story, table)))


def check(record: Record) -> Proof:
    proof = verify(record)
    assert proof.problems == (), proof.problems
    return proof


@sampled("entries", 14, 40)
@pytest.mark.parametrize("name", SEATS)
def test_the_record_of_a_table_proves_its_chance(url: str, name: str, entries: int) -> None:
    async def story(seed: int) -> None:
        chance = random.Random(seed)
        async with house_at(url) as house:
            table = await table_of(house, name, SEATS[name])
            people = PEOPLE[: SEATS[name]]
            made = await sit_down(house, table, people, people[: seed % 3])
            for one in people:
                if one.id in made:
                    await house.seats.open_bytes(table, one, None, made[one.id].hex())
            for _ in range(entries):
                if (await house.registry.find(table)).state.is_over:
                    break
                await step(house, table, chance)
            if not (await house.registry.find(table)).state.is_over:
                await acts.write(house, table, ADA, AskAct(what="end"))
                asked = (await house.registry.find(table)).state.number
                for one in people[1:]:
                    await acts.write(house, table, one, AnswerAct(ask=asked, agrees=True))
            record = await record_of(house, table)
            proof = check(record)
            assert "fair-secret" in record.header and proof.draws == sum(actor == 0 for actor, _ in record.steps) + (
                name == "mabula"
            )
            by = [record.header[f"fair-place-{place}"].split()[0] for place in range(1, len(people) + 1)]
            assert by == ["client" if one.id in made else "server" for one in people]

    for seed in (1, 2, 3):
        run(story(seed))


def test_withdrawn_draws_are_recorded_and_never_used_again(url: str) -> None:
    async def story() -> None:
        chance = random.Random(5)
        async with house_at(url) as house:
            table = await seated(house, "marabunta", seating="drawn")
            while (await house.registry.find(table)).state.next_draw < 12:
                await step(house, table, chance)
            state = (await house.registry.find(table)).state
            last = next(one for one in reversed(state.active_moves) if one.play.draw)
            await acts.write(house, table, ADA, AskAct(what="back", entry=last.number))
            asked = (await house.registry.find(table)).state.number
            await acts.write(house, table, BOB, AnswerAct(ask=asked, agrees=True))
            while (await house.registry.find(table)).state.next_draw < 26:
                await step(house, table, chance)
            await acts.write(house, table, ADA, ResignAct())
            record = await record_of(house, table)
            assert record.header["fair-back"] == f"{last.play.draw}-{last.play.draw + 6}"
            check(record)

    run(story())


def test_nothing_is_drawn_before_every_client_has_opened_what_it_promised(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "mabula")
            made = {one.id: secrets.token_bytes(32) for one in (ADA, BOB)}
            await house.seats.sit(table, ADA, 1, commitment(made[ADA.id]))
            with pytest.raises(TableError, match="Not yet"):
                await house.seats.open_bytes(table, ADA, None, made[ADA.id].hex())
            await house.seats.sit(table, BOB, 2, commitment(made[BOB.id]))
            assert not (await house.registry.find(table)).state.has_begun
            with pytest.raises(TableError, match="about to begin: cancel"):
                await house.seats.leave(table, ADA, 1)
            with pytest.raises(TableError, match="not the bytes that were promised"):
                await house.seats.open_bytes(table, ADA, None, made[BOB.id].hex())
            with pytest.raises(TableError, match="not your seat"):
                await house.seats.open_bytes(table, CLEO, 1, made[ADA.id].hex())
            await house.seats.open_bytes(table, BOB, None, made[BOB.id].hex())
            await house.seats.open_bytes(table, BOB, None, made[BOB.id].hex())
            assert not (await house.registry.find(table)).state.has_begun
            await house.seats.open_bytes(table, ADA, None, made[ADA.id].hex())
            state = (await house.registry.find(table)).state
            assert state.has_begun
            kinds = [one.entry.kind for one in state.log]
            assert kinds == ["sit", "sit", "open", "open", "begin"]

    run(story())


def test_who_lost_the_promised_bytes_lets_the_server_draw_others_and_the_record_says_so(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "mabula")
            made = {one.id: secrets.token_bytes(32) for one in (ADA, BOB)}
            await house.seats.sit(table, ADA, 1, commitment(made[ADA.id]))
            with pytest.raises(TableError, match="Not yet"):
                await house.seats.open_bytes(table, ADA, None, None)
            await house.seats.sit(table, BOB, 2, commitment(made[BOB.id]))
            await house.seats.open_bytes(table, BOB, None, made[BOB.id].hex())
            assert (await house.registry.find(table)).state.unopened == (1,)
            await house.seats.open_bytes(table, ADA, None, None)
            assert (await house.registry.find(table)).state.has_begun
            await house.seats.open_bytes(table, ADA, 1, made[ADA.id].hex())  # too late, and no error: seats are drawn
            await acts.write(house, table, ADA, ResignAct())
            record = await record_of(house, table)
            assert [record.header[f"fair-place-{place}"].split()[0] for place in (1, 2)] == ["server", "client"]
            check(record)

    run(story())


def test_bytes_are_not_opened_at_a_table_that_was_called_off(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "mabula")
            made = await sit_down(house, table, (ADA, BOB), (ADA,))
            await acts.write(house, table, BOB, CancelAct())
            with pytest.raises(TableError, match="This game is over"):
                await house.seats.open_bytes(table, ADA, None, made[ADA.id].hex())

    run(story())


def test_the_seating_is_drawn_and_everybody_plays_from_their_seat(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            drawn = set()
            for _ in range(12):
                table = await seated(house, "makabana", PEOPLE, seating="drawn")
                state = (await house.registry.find(table)).state
                begin = next(one.entry for one in state.log if isinstance(one.entry, Begin))
                assert [state.seats_of(one.id) for one in PEOPLE] == [(seat,) for seat in begin.seats]
                drawn.add(begin.seats)
            assert len(drawn) > 1, "by chance once in 360 million times"
            table = await seated(house, "makabana", PEOPLE, seating="chosen")
            assert (await house.registry.find(table)).state.seats_of(BOB.id) == (2,)

    run(story())


@pytest.mark.parametrize("end", [CancelAct(), ResignAct()])
def test_the_secret_is_opened_when_the_table_is_over_however_it_ends(url: str, end: EntryAct) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "mabula", seating="drawn")
            state = (await house.registry.find(table)).state
            before = table_sent(state, table, (), None)["fair"]
            assert before["secrets"] == [] and len(before["commitments"]) == 1
            await acts.write(house, table, ADA, end)
            house.registry.live.clear()
            after = table_sent((await house.registry.find(table)).state, table, (), None)["fair"]
            assert [commitment(bytes.fromhex(one)) for one in after["secrets"]] == before["commitments"]

    run(story())


def test_a_seat_that_changes_hands_later_adds_nothing(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "mabula", absence="bot", seating="chosen")
            places = (await house.registry.find(table)).state.places
            await house.seats.leave(table, BOB, 2)
            await house.seats.sit(table, BOB, 2, commitment(b"x" * 32))
            assert (await house.registry.find(table)).state.places == places
            await acts.write(house, table, ADA, ResignAct())
            check(await record_of(house, table))

    run(story())


def test_a_house_restored_without_its_key_goes_on_with_other_dice_visibly(url: str, tmp_path: Any) -> None:
    async def story() -> None:
        chance = random.Random(3)
        async with house_at(url) as house:
            table = await seated(house, "marabunta", seating="drawn")
            await step(house, table, chance)
            draws = (await house.registry.find(table)).state.next_draw
        async with house_at(url, key=tmp_path / "other", is_new_key=True) as house:
            state = (await house.registry.find(table)).state
            assert isinstance(state.log[-1].entry, Restored)
            assert [first for first, _ in state.restored] == [draws]
            while (await house.registry.find(table)).state.next_draw < draws + 9:
                await step(house, table, chance)
            await acts.write(house, table, BOB, ResignAct())
            record = await record_of(house, table)
            assert record.header["fair-secret"] == "lost"
            assert record.header["fair-again-1"].startswith(f"{draws} ")
            problems = verify(record).problems
            assert problems and all("lost" in one for one in problems), problems

    run(story())
