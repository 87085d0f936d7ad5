"""The audit of made-up rules fixes: which games differ, where and why."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from ludotheque.games.kernel import kernel
from ludotheque.games.mabula import rules as mabula
from ludotheque.games.mabula.state import LINE
from ludotheque.log import terms
from ludotheque.log.entries import End
from ludotheque.log.history import tell
from ludotheque.log.table_state import TableState
from ludotheque.play.game import Game
from ludotheque.play.game import game as find_game
from ludotheque.play.position import Position
from ludotheque.table.api.routes import table_routes
from ludotheque.table.archive.rules_audit import AuditReport, Difference, check_house, compare
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.game_record import table_record
from ludotheque.table.storage.store import Store
from ludotheque.wire.table_requests import NewTable
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.filling import keep
from tests.table.test_house import ADA, BOB, house_at, seated, step
from tests.table.test_records import play_on

plain_legal, plain_score, plain_play = mabula.legal, mabula.score, mabula.play


@kernel
def shorter(board: Any, state: Any, seat: int, out: Any) -> int:
    """A made-up fix: from rules 2 on, no marble moves more than five cells."""
    count = plain_legal(board, state, seat, out)
    if state.rules < 2:
        return count
    kept = [action for action in out[:count] if action % LINE != LINE - 1]
    out[: len(kept)] = kept
    return len(kept)


@kernel
def richer(board: Any, state: Any, out: Any) -> int:
    """A made-up fix: from rules 2 on, White has a point more."""
    parts = plain_score(board, state, out)
    out[1, 0] += state.rules >= 2
    return parts


@kernel
def careless(board: Any, state: Any, seat: int, out: Any) -> int:
    """A wrong fix: it also changes the rules of old games."""
    count = plain_legal(board, state, seat, out)
    kept = [action for action in out[:count] if action % LINE != LINE - 1]
    out[: len(kept)] = kept
    return len(kept)


def fixed(**verbs: Callable[..., Any]) -> Game:
    """Mabula, interpreted, with some verbs replaced as rules 2."""
    one = Game("mabula")
    module = ModuleType(mabula.__name__)
    module.__dict__.update({**mabula.__dict__, **verbs})
    one.engine.rules, one.rules_version = module, 2
    return one


@cache
def bench(cells: int) -> Bench:
    """A stopped game of Mabula in which step 4 moves so many cells, and all others one."""
    bench = Bench("mabula")
    for number in range(6):
        assert bench.state.position is not None
        seat, wanted = bench.state.waited_for[0], cells if number == 3 else 1
        steps = [step.text for step in bench.state.position.legal(seat) if step.action % LINE == wanted - 1]
        bench.play(seat, steps[0])
    bench.write(End(how="agreed"))
    return bench


def played(cells: int) -> Position:
    """The last position of that game."""
    position = bench(cells).state.position
    assert position is not None
    return position


def test_a_step_that_a_fix_forbids_is_reported_with_ply_and_reason() -> None:
    difference = compare(fixed(legal=shorter), played(6), 2)
    assert difference is not None
    assert (difference.kind, difference.ply) == ("step", 3)
    assert difference.why.startswith(f"2 {played(6).steps[3].text}: ")


def test_a_game_that_differs_only_in_its_choices_is_reported_as_such() -> None:
    assert compare(fixed(legal=shorter), played(5), 2) == Difference("choices", 0, compare_words(played(5)))
    assert compare(fixed(legal=shorter), played(5), 1) is None
    assert compare(fixed(), played(5), 2) is None


def compare_words(position: Position) -> str:
    """The first step of six cells, in alphabetical order."""
    first = position.game.begin(position.setup)
    return "no more " + min(step.text for step in first.legal() if step.action % LINE == LINE - 1)


def test_a_different_result_is_reported() -> None:
    last = played(5)
    before = [score.total for score in last.scores]
    why = f"scores {before[0] + 1} {before[1]} instead of {before[0]} {before[1]}"
    assert compare(fixed(score=richer), last, 2) == Difference("position", 6, why)


def test_a_fix_that_changes_old_rules_is_reported_as_broken() -> None:
    with pytest.raises(ValueError, match="ply 3: 2 "):
        compare(fixed(legal=careless), played(6), 2)


async def house(url: str) -> Store:
    """A house with two finished games, a running one, and one that has not begun."""
    store = await Store.open(url)
    await keep(store, "long", bench(6))
    await keep(store, "over", bench(5))
    await keep(store, "running", play_on(Bench("marabunta"), 2), stage="playing")
    new = Bench("marabunta")
    new.log = new.log[:2]
    await keep(store, "new", new, stage="open")
    return store


async def checked(url: str, game: Game | None = None) -> dict[str, AuditReport]:
    store = await house(url)
    find: dict[str, Any] = {} if game is None else {"find": lambda name: game if name == "mabula" else Game(name)}
    every = {one.table: one async for one in check_house(store, **find)}
    await store.close()
    return every


def test_all_games_that_have_begun_replay_by_their_own_rules(url: str) -> None:
    every = run(checked(url))
    assert set(every) == {"long", "over", "running"}
    assert {one.difference for one in every.values()} == {None}
    assert str(every["over"]) == "over (mabula, rules 1): the same by rules 1"


def test_a_fix_is_tried_on_every_game_of_the_house_and_changes_none(url: str) -> None:
    every = run(checked(url, fixed(score=richer)))
    assert every["running"].difference is None
    difference = every["over"].difference
    assert difference is not None and (difference.kind, difference.ply) == ("position", 6)
    assert every["over"].rules == 1 and every["over"].tried == 2
    assert "would have gone otherwise by rules 2, from ply 6 on: scores" in str(every["over"])


def test_a_game_that_does_not_replay_is_reported_and_the_others_are_still_audited(sqlite_url: str) -> None:
    every = run(checked(sqlite_url, fixed(legal=careless)))
    assert [one.difference.kind for one in every.values() if one.difference] == ["broken"]
    assert "long (mabula, rules 1): does not replay by its own rules" in str(every["long"])


async def play_far(house: Tables, table: str, person: Person) -> int:
    """Play the longest step; returns its number of cells."""
    state = (await house.registry.find(table)).state
    assert state.position is not None
    far = max(state.position.legal(), key=lambda step: step.action % LINE)
    answer = await step(house, table, person, steps=[far.text])
    assert answer.ok, answer
    return far.action % LINE + 1


def test_a_running_game_keeps_its_own_rules_after_a_fix(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun by rules 1; the house is reopened with rules 2, which forbid six cells."""
    mended = fixed(legal=shorter)

    async def story() -> None:
        async with house_at(url) as house:
            old = await seated(house)
            await step(house, old, ADA)
        for where in (terms, table_routes):
            monkeypatch.setattr(where, "find_game", lambda name: mended if name == "mabula" else find_game(name))
        async with house_at(url) as house:
            far = []
            while not (state := (await house.registry.find(old)).state).is_over:
                far.append(await play_far(house, old, ADA if state.waited_for == (1,) else BOB))
            assert max(far) == LINE, "by rules 1 somebody went six cells"
            assert state.terms.rules == 1
            wanted = NewTable(game="mabula", players=2, seating="chosen")
            new, _ = await house.seats.create(ADA, table_routes.terms_of(wanted))
            for seat, person in enumerate((ADA, BOB), 1):
                await house.seats.sit(new, person, seat)
            state = (await house.registry.find(new)).state
            assert state.terms.rules == 2 and state.position is not None
            assert max(step.action % LINE for step in state.position.legal()) < LINE - 1
            six = next(step for step in plain(state).legal() if step.action % LINE == LINE - 1)
            assert (await step(house, new, ADA, steps=[six.text])).error == "illegal"
        monkeypatch.undo()
        async with house_at(url) as house:
            state = (await house.registry.find(old)).state
            record = table_record(tell(state.terms, state.log), old).record
            assert record.header["rules"] == "1"
            assert record.verify() is not None, "and anybody reads its record by rules 1"

    run(story())


def plain(state: TableState) -> Position:
    """The first position of a table by the unfixed rules."""
    assert state.setup is not None
    return Game("mabula").begin(replace(state.setup, rules=1))
