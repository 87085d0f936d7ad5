"""Branches: tables that begin at a position of another game, on both databases."""

import random
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Record, RecordError, Refusal
from ludotheque.log.entries import Begin, BotHolder, Thinking
from ludotheque.log.projection.visibility import count_seen_steps
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.fairness.proof import verify
from ludotheque.table.archive.archive_export import export_house
from ludotheque.table.archive.archive_import import import_house
from ludotheque.table.bots.bot_jobs import version_of
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.branch import is_open, play_from, position_at, read_source, source_of, terms_from
from ludotheque.table.service.rematch import rematch
from ludotheque.table.storage.store import Store
from ludotheque.wire.requests import AnswerAct, AskAct, CancelAct, PlayAct, ResignAct, TakeBackAct
from tests.conftest import sampled
from tests.table.conftest import run
from tests.table.sent import table_sent
from tests.table.serving import Player, serving
from tests.table.test_races import choose
from tests.table.test_registry import ADA, BOB, CLEO, house_at, seated, table_of
from tests.table.test_table_dice import PEOPLE, SEATS, check, record_of, step

THOUGHT = Thinking(bot="novice", version=1, simulations=1, seconds=None, seed=1)


async def ended(house: Tables, name: str, seed: int = 1, most: int = 20, **terms: Any) -> str:
    """A table at which some steps were played, and all agreed to stop."""
    chance = random.Random(seed)
    table = await seated(house, name, PEOPLE[: SEATS[name]], **({"seating": "drawn"} | terms))
    for _ in range(most):
        if not (await house.registry.find(table)).state.is_over:
            await step(house, table, chance)
    await stop(house, table)
    return table


async def stop(house: Tables, table: str) -> None:
    """All agree to end a game."""
    state = (await house.registry.find(table)).state
    people = [one for one in PEOPLE if state.seats_of(one.id)]
    if not state.is_over:
        await acts.write(house, table, people[0], AskAct(what="end"))
        asked = (await house.registry.find(table)).state.number
        for one in people[1:]:
            await acts.write(house, table, one, AnswerAct(ask=asked, agrees=True))
    assert (await house.registry.find(table)).state.is_over


async def go_on(house: Tables, table: str, chance: random.Random, most: int) -> TableState:
    """Ada and the bots play on at random."""
    for _ in range(most):
        state = (await house.registry.find(table)).state
        if state.is_over:
            break
        seat = chance.choice(state.waited_for)
        if isinstance(state.holders[seat], BotHolder):
            await acts.play_bot(house, table, seat, state.number, choose(state, seat, chance.randrange(999)), THOUGHT)
        else:
            await step_of(house, table, state, seat, chance)
    return (await house.registry.find(table)).state


async def step_of(house: Tables, table: str, state: TableState, seat: int, chance: random.Random) -> None:
    """Make a choice in Ada's seat."""
    wish = PlayAct(seen=state.number, steps=choose(state, seat, chance.randrange(999)), id=f"r{state.number}")
    assert (await acts.play(house, table, ADA, wish)).ok


@sampled("entries", 12, 40)
@pytest.mark.parametrize("name", SEATS)
def test_a_game_goes_on_from_a_position_of_another_and_its_record_is_whole(url: str, name: str, entries: int) -> None:
    """Its record begins with the steps that were given, replays, and proves the chance of all that came after."""

    async def story() -> None:
        async with house_at(url) as house:
            old = await ended(house, name, most=entries)
            was = (await house.registry.find(old)).state
            before = source_of(was).positions
            for ply in (0, was.ply // 3, was.ply // 2):
                begun = await play_from(house, was, ADA, ply, "novice")
                wanted = before[begun.ply]
                state = (await house.registry.find(begun.table)).state
                assert state.has_begun and not state.is_over and state.seats_of(ADA.id) == (begun.seat,)
                assert len(state.bot_seats) == SEATS[name] - 1
                assert begun.seat in wanted.roll(0).actors
                assert state.line[: begun.ply] == before[1 : begun.ply + 1], "the positions are those of the old game"
                state = await go_on(house, begun.table, random.Random(ply), entries)
                assert state.ply > begun.ply
                await stop(house, begun.table)
                record = await record_of(house, begun.table)
                given = tuple((one.seat, one.text) for one in wanted.steps)
                assert record.steps[: begun.ply] == given
                assert list(record.replay())[begun.ply] == wanted
                proof = check(record)
                assert (proof.problems, proof.given, proof.seating) == ((), begun.ply, "chosen")
                assert proof.draws == sum(actor == 0 for actor, _ in record.steps[begun.ply :])
                assert record.header[f"x-held-{begun.seat}-1"].startswith(f"{begun.ply}-{len(record.steps)} person")

    run(story())


def test_chance_after_the_opening_is_drawn_from_the_new_secret(url: str) -> None:
    """From the same position twice: other dice follow, and a die that is changed is found."""

    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "marabunta"))).state
            ply = next(ply for ply, one in enumerate(source_of(was).positions) if ply > 10 and one.is_chance) + 3
            rolled = set()
            for _ in range(4):
                begun = await play_from(house, was, ADA, ply, "novice")
                await acts.write(house, begun.table, ADA, ResignAct())
                record = await record_of(house, begun.table)
                assert record.header["fair-draws"] == "1-4", "the dice of the round that were not given"
                assert record.header["fair-given"] == str(ply)
                rolled.add(record.steps[ply : ply + 4])
            assert len(rolled) > 1
            assert check(record).draws == 4
            steps = list(record.steps)
            steps[ply] = (0, "die:O=" + ("1" if steps[ply][1] == "die:O=0" else "0"))
            assert "but draw 1 gives" in verify(Record(record.header, tuple(steps))).problems[0]

    run(story())


def test_a_branched_table_is_independent_of_its_origin_and_is_exported_with_the_house(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "marabunta"))).state
            begun = await play_from(house, was, ADA, was.ply // 2, "novice")
            waiting, _ = await house.seats.create(ADA, terms_at(was, 5, seating="chosen"))
            state = await go_on(house, begun.table, random.Random(2), 10)
            with (tmp_path / "house.zip").open("wb") as out:
                done = await export_house(house.store, out)
            assert not done.broken
        target = await Store.open(f"sqlite:///{tmp_path / 'other.db'}")
        await import_house(target, tmp_path / "house.zip")
        await target.close()
        async with house_at(f"sqlite:///{tmp_path / 'other.db'}") as other:
            again = (await other.registry.find(begun.table)).state
            assert again.position == state.position and again.line == state.line
            assert (again.prelude_length, again.terms) == (begun.ply, state.terms)
            await other.seats.seat_bots(waiting, {2: "novice"})
            await other.seats.sit(waiting, ADA, 1)
            first = (await other.registry.find(waiting)).state
            assert first.line[:5] == was.line[:5] and first.prelude_length == 5

    run(story())


def terms_at(was: TableState, ply: int, **terms: Any) -> Terms:
    """The terms of a table that goes on from a table state."""
    source = source_of(was)
    wished = {"game": was.terms.game, "players": was.terms.players, "rules": 1, **terms}
    return terms_from(Terms.model_validate(wished), source, position_at(source, ply))


def test_no_take_back_reaches_into_the_opening(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "junglerumble"))).state
            ply = next(
                one.ply for one in source_of(was).positions[9:]
                if len(one.legal()) > 1 and any(len(one.play(step).legal()) > 1 for step in one.legal())
            )  # fmt: skip
            begun = await play_from(house, was, ADA, ply, "novice")
            with pytest.raises(TableError, match="nothing of yours to take back"):
                await acts.write(house, begun.table, ADA, TakeBackAct())
            first = (await house.registry.find(begun.table)).state
            with pytest.raises(TableError, match="name an entry of steps that stands"):
                await acts.write(house, begun.table, ADA, AskAct(what="back", entry=first.begun))
            await step_of(house, begun.table, first, begun.seat, random.Random(1))
            assert (await house.registry.find(begun.table)).state.ply > ply
            await acts.write(house, begun.table, ADA, TakeBackAct())
            assert (
                (await house.registry.find(begun.table)).state.position
                == first.position
                == source_of(was).positions[ply]
            )

    run(story())


def test_the_ply_that_a_seat_is_sent_counts_the_given_steps(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "makabana"))).state
            begun = await play_from(house, was, ADA, was.ply // 2, "novice")
            state = await go_on(house, begun.table, random.Random(3), 25)
            for seat in (begun.seat, None):
                sent = table_sent(state, begun.table, (), seat)
                entries = [one for one in sent["entries"] if one["kind"] in ("begin", "play")]
                assert (sent["terms"]["opening"], entries[0]["given"]) == ({"ply": begun.ply}, begun.ply)
                seen = sum(len(one.get("steps", ())) + len(one.get("then", ())) for one in entries)
                assert sent["ply"] == seen == count_seen_steps(state, seat)

    run(story())


def test_a_secret_choice_is_never_given_half_made(url: str) -> None:
    """Maka Bana: a branch from between the projects begins before all of them."""

    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "makabana", most=60))).state
            source = source_of(was)
            secret = [ply for ply, one in enumerate(source.positions) if not is_open(one)]
            assert len(secret) > 20
            for ply in secret:
                found = position_at(source, ply)
                assert found.ply < ply and is_open(found)
                assert all(not is_open(one) for one in source.positions[found.ply + 1 : ply + 1])
            begun = await play_from(house, was, ADA, secret[-1], "novice")
            state = (await house.registry.find(begun.table)).state
            assert count_seen_steps(state, None) == state.ply and set(state.waited_for) == {1, 2, 3}

    run(story())


def test_of_several_that_are_waited_for_i_keep_the_seat_that_i_had(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "makabana", seating="chosen"))).state
            ply = next(one.ply for one in source_of(was).positions if one.actors == (1, 2, 3))
            assert [(await play_from(house, was, one, ply, "club")).seat for one in PEOPLE] == [1, 2, 3]
            assert (await play_from(house, was, CLEO, 0, "club")).seat == 1, "the first to place a hut"
            begun = await play_from(house, was, CLEO, ply, "club", seat=2)
            state = (await house.registry.find(begun.table)).state
            assert state.seats_of(CLEO.id) == (2,) == (begun.seat,)
            assert state.holders[1] == BotHolder(level="club", version=version_of("makabana", "club"))

    run(story())


def test_a_position_that_can_not_be_continued_is_refused_in_one_line(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            going = await seated(house, "mabula")
            whole = await ended(house, "mabula", most=60)
            was = (await house.registry.find(whole)).state
            assert was.position is not None and was.position.is_over
            never = await table_of(house, "mabula")
            await acts.write(house, never, ADA, CancelAct())
            for table, ply, seat, level, why in (
                (going, 0, None, "club", "not over yet"), (never, 0, None, "club", "never began"),
                (whole, was.ply + 1, None, "club", f"plies 0 to {was.ply}"), (whole, -1, None, "club", "plies 0 to"),
                (whole, 0, 3, "club", "no seat 3"), (whole, 0, None, "grand", "level: one of"),
            ):  # fmt: skip
                with pytest.raises(TableError, match=why):
                    await play_from(house, (await house.registry.find(table)).state, ADA, ply, level, seat)
            with pytest.raises(Refusal, match="Nothing is left to choose there"):
                await play_from(house, was, ADA, was.ply, "club")
            with pytest.raises(TableError, match="that is Mabula for 2"):
                terms_at(was, 1, options={"scoring": "product"})
            with pytest.raises(TableError, match="never rated"):
                await house.seats.create(ADA, terms_at(was, 1, rated=True, clock="slow", absence="end"))

    run(story())


def test_a_record_is_gone_on_from_as_well(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            text = str(await record_of(house, await ended(house, "marabunta", options={"powers": "expert"})))
            source = read_source(text, 30)
            wished = Terms(game="marabunta", players=2, rules=1, seating="chosen")
            table, _ = await house.seats.create(ADA, terms_from(wished, source, position_at(source, 30)))
            for seat, one in enumerate((ADA, BOB), 1):
                await house.seats.sit(table, one, seat)
            state = (await house.registry.find(table)).state
            assert state.line[:30] == list(Record.read(text).replay())[1:31]
            assert state.terms.options["powers"] == "expert"
            with pytest.raises(RecordError, match="line 1"):
                read_source("nothing", 0)

    run(story())


def test_a_rematch_begins_at_the_same_position_again(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            was = (await house.registry.find(await ended(house, "mabula", most=8))).state
            begun = await play_from(house, was, ADA, 5, "novice")
            await acts.write(house, begun.table, ADA, ResignAct())
            again = (await house.registry.find((await rematch(house, begun.table, ADA)).table)).state
            first = (await house.registry.find(begun.table)).state
            assert again.position == first.position and again.seats_of(ADA.id) == (3 - begun.seat,)

    run(story())


def test_tables_of_before_have_no_opening_and_begin_as_ever() -> None:
    terms = Terms.model_validate_json('{"game": "mabula", "players": 2, "rules": 1, "options": {}, "clock": "none"}')
    assert terms.opening is None and terms.seen.opening is None
    assert Begin.model_validate_json('{"kind": "begin", "start": null, "then": [], "draws": 0}').given is None


def test_over_http_a_bot_plays_on_and_guests_of_the_table_may_go_on_too(sqlite_url: str) -> None:
    with serving(sqlite_url) as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table, invitation = ada.make_table()
        ada.post(f"/api/tables/{table}/seats/1")
        ada.post(f"/api/tables/{table}/seats/2", level="novice")
        for i in range(3):
            ada.play_first(table, ada.wait_turn(table), f"m{i}")
        ada.wait_turn(table)
        assert ada.post(f"/api/tables/{table}/from", 409, ply=0, level="novice")["error"] == "late"
        ada.post(f"/api/tables/{table}/resign")
        assert bob.post(f"/api/tables/{table}/from", 404, ply=2, level="novice")["error"] == "unknown"
        assert bob.post(f"/api/tables/{table}/from", 422, ply=2)["text"] == "level: this is missing"
        made = bob.post(f"/api/tables/{table}/from", 201, ply=3, level="novice", invitation=invitation)
        assert (made["seat"], made["ply"]) == (2, 3)
        seen = bob.wait_turn(made["table"])
        assert (seen["ply"], seen["own"], seen["rated"], seen["stage"]) == (3, [2], False, "playing")
        assert bob.play_first(made["table"], seen, "on")["ok"]
        assert bob.wait_turn(made["table"])["ply"] >= 5, "the bot has answered"


def test_over_http_a_table_is_made_from_a_table_or_a_record(sqlite_url: str) -> None:
    with serving(sqlite_url) as running:
        ada = Player(running, "Ada")
        table, _ = ada.make_table("marabunta")
        for seat in (1, 2):
            ada.post(f"/api/tables/{table}/seats/{seat}")
        ada.play_first(table, ada.get(f"/api/tables/{table}"), "one")
        ada.post(f"/api/tables/{table}/resign", seat=1)
        text = ada.http.get(f"/api/tables/{table}/record").text
        origins: list[dict[str, Any]] = [{"table": table, "ply": 4}, {"record": text, "ply": 4}]
        for opening in origins:
            new, _ = ada.make_table("marabunta", opening=opening)
            for seat in (1, 2):
                ada.post(f"/api/tables/{new}/seats/{seat}")
            begin = ada.get(f"/api/tables/{new}")["entries"][-1]
            assert begin["given"] == 4 and len(begin["then"]) == 7 and begin["draws"] == 3
            steps = [f"{seat or '*'} {step}" for seat, step in begin["then"][:4]]
            assert steps == text.split("\n\n")[1].split("\n")[:4]
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"ply": 4}, "name a `table`"), ({"table": table, "record": text, "ply": 4}, "name a `table`"),
            ({"record": "x", "ply": 4}, "line 1"), ({"record": text, "ply": 400}, "plies 0 to"),
            ({"record": text.replace("* die:B=", "* die:Z="), "ply": 4}, "line "),
            ({"table": table, "ply": -1}, "opening.ply: at least 0"),
        ]  # fmt: skip
        for opening, why in wrong:
            assert why in ada.post("/api/tables", 422, game="marabunta", players=2, opening=opening)["text"]
        answer = ada.post("/api/tables", 422, game="mabula", players=2, opening=origins[0])
        assert "that is Marabunta for 2" in answer["text"]
