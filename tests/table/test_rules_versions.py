"""A house from before Maka Bana's rules 2: its games open, go on, are exported and reported by rules 1.

`data/house-before-makabana-rules-2.zip` was exported by the last code that knew rules 1 alone. Its tables are by rules
1: `over` and `running` began with two huts of Blue that touch across a wall, `starting` waits for the second of them,
and at `waiting` nobody has begun. The steps are those of the golden record `rules1-touching-start-3`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludotheque import Record
from ludotheque.games.refusal import GameError
from ludotheque.log.history import tell
from ludotheque.table.archive.archive_export import export_house
from ludotheque.table.archive.archive_import import import_house
from ludotheque.table.archive.rules_audit import check_house
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.branch import play_from
from ludotheque.table.service.game_record import table_record
from ludotheque.table.service.rematch import rematch
from ludotheque.table.storage.store import Store
from ludotheque.wire.requests import CancelAct, PlayAct
from ludotheque.wire.settings import Settings
from tests.conftest import GOLDEN
from tests.games.test_makabana_positions import LITTLE
from tests.table.conftest import run
from tests.table.test_registry import house_at, seated, step

HOUSE = Path(__file__).parent / "data" / "house-before-makabana-rules-2.zip"
RECORD = Record.load(GOLDEN / "makabana" / "rules1-touching-start-3.record")
NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil")
ADA, BOB, CLEO, DORA, EMIL = (Person(f"p{n}", name, False, False, Settings(), 0.0) for n, name in enumerate(NAMES, 1))
ACROSS_A_WALL = "hut:danae.rock.flower"  # beside Evao rock tattoo, where Blue has the first hut


@asynccontextmanager
async def old_house(url: str) -> AsyncIterator[Tables]:
    """That house, moved into a database."""
    store = await Store.open(url)
    await import_house(store, HOUSE)
    await store.close()
    async with house_at(url) as house:
        yield house


async def play_to_the_end(house: Tables, table: str) -> None:
    """Play what is left of the golden game."""
    state = (await house.registry.find(table)).state
    left = [*RECORD.steps[state.ply :]]
    while left:
        seat, text = left.pop(0)
        steps = [text]
        if text.startswith(("build:", "paint:", "club:")):
            steps.append(left.pop(next(i for i, (other, _) in enumerate(left) if other == seat))[1])
        request = {"seen": (await house.registry.find(table)).state.number, "steps": steps, "id": f"r{len(left)}"}
        answer = await acts.play(house, table, (ADA, BOB, CLEO)[seat - 1], PlayAct.model_validate(request))
        assert answer.ok, answer


def test_running_games_of_before_go_on_to_the_end_by_rules_1(url: str) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            for table in ("starting", "running"):
                await play_to_the_end(house, table)
                state = (await house.registry.find(table)).state
                record = table_record(tell(state.terms, state.log), table).record
                assert state.is_over and record.header["rules"] == "1"
                assert record.header["result"] == RECORD.header["result"] and record.steps == RECORD.steps

    run(story())


def test_a_table_that_waited_for_players_begins_by_the_rules_it_was_made_with(url: str) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            await house.seats.sit("waiting", CLEO, 3)
            await play_to_the_end(house, "waiting")

    run(story())


def test_a_new_table_of_that_house_is_by_rules_2_and_refuses_the_start_in_their_words(url: str) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            table = await seated(house, "makabana", (ADA, BOB, CLEO), rules=2)
            for seat, text in RECORD.steps[:4]:
                assert (await step(house, table, (ADA, BOB, CLEO)[seat - 1], steps=[text])).ok
            refused = await step(house, table, BOB, steps=[ACROSS_A_WALL])
            assert (refused.ok, refused.rule) == (False, "makabana/start.2")
            assert "is beside your first hut" in (refused.text or "")
            assert (await step(house, "starting", BOB, steps=[ACROSS_A_WALL])).ok

    run(story())


def test_a_rematch_is_by_the_newest_rules_and_playing_on_from_a_position_by_those_of_its_game(url: str) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            was = (await house.registry.find("over")).state
            again = (await house.registry.find((await rematch(house, "over", ADA)).table)).state
            assert (was.terms.rules, again.terms.rules) == (1, 2)
            begun = await play_from(house, was, BOB, 4, "novice", 2)
            state = (await house.registry.find(begun.table)).state
            assert (begun.ply, state.terms.rules) == (4, 1)
            assert (await step(house, begun.table, BOB, steps=[ACROSS_A_WALL])).ok

    run(story())


def test_a_rematch_on_an_island_too_small_for_rules_2_is_refused_with_the_reason(url: str) -> None:
    """Five players on two beaches side by side: by rules 1 a wall between them was enough."""
    small, people = LITTLE.replace("players = [3]", "players = [5]"), (ADA, BOB, CLEO, DORA, EMIL)

    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "makabana", people, rules=1, board=small)
            assert (await step(house, table, ADA)).ok
            await acts.write(house, table, ADA, CancelAct())
            assert (await house.registry.find(table)).state.is_over
            with pytest.raises(GameError, match="for 5 players: too small: after a first hut on Apf"):
                await rematch(house, table, ADA)

    run(story())


def test_the_audit_says_which_games_rules_2_would_have_refused_and_that_all_replay(url: str) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            every = {one.table: one async for one in check_house(house.store)}
            kinds = {
                table: one.difference and (one.difference.kind, one.difference.ply) for table, one in every.items()
            }
            assert kinds == {"over": ("step", 4), "running": ("step", 4), "starting": ("choices", 4)}
            assert f"could not have been played by rules 2, from ply 4 on: 2 {ACROSS_A_WALL}" in str(every["over"])

    run(story())


def test_a_house_exported_after_the_fix_keeps_the_version_of_each_table(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with old_house(url) as house:
            new = await seated(house, "makabana", (ADA, BOB, CLEO), rules=2)
            with (tmp_path / "house.zip").open("wb") as out:
                assert not (await export_house(house.store, out)).broken
        store = await Store.open(f"sqlite:///{tmp_path / 'again.sqlite'}")
        await import_house(store, tmp_path / "house.zip")
        await store.close()
        async with house_at(f"sqlite:///{tmp_path / 'again.sqlite'}") as again:
            versions = [(await again.registry.find(table)).state.terms.rules for table in ("over", "waiting", new)]
            assert versions == [1, 1, 2]

    run(story())
