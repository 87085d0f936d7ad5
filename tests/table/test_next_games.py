"""What is offered after a game: stronger bots, a lesson, the moment that decided it, a rematch, a series."""

import pytest

from ludotheque.log.entries import End
from ludotheque.log.history import TableHistory
from ludotheque.log.table_errors import TableError
from ludotheque.table.service.after_game.next_games import lead_lost_at, next_games
from ludotheque.table.service.rematch import rematch
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.test_registry import ADA, house_at
from tests.table.test_seats import holders, made
from tests.table.test_series import in_series, lose


def offered(bench: Bench, loser: int, *figures: list[list[int]]) -> list[tuple[str, str | int | None]]:
    """What the person in seat 1 is offered after a game that a seat has lost."""
    bench.write(End(how="resigned", seat=loser))
    scores = figures[0] if figures else []
    found = next_games(TableHistory(bench.state), "p1", range(len(scores)), scores)
    return [(one.kind, one.level or one.ply) for one in found.offers]


def test_whoever_beats_bots_is_offered_the_next_level() -> None:
    assert offered(Bench("mabula", bots=(2,)), loser=2) == [("stronger", "expert"), ("rematch", "club")]


def test_whoever_loses_against_bots_is_offered_the_same_again_and_the_moment_that_decided_it() -> None:
    scores = [[0, 0], [2, 1], [3, 1], [3, 2], [3, 4], [3, 6]]
    assert offered(Bench("mabula", bots=(2,)), 1, scores) == [("rematch", "club"), ("moment", 3)]


def test_people_are_offered_a_rematch_and_a_series_and_in_a_series_its_next_game() -> None:
    assert offered(Bench("mabula"), loser=1) == [("rematch", None), ("best_of", None), ("opponent", None)]
    running = Bench("mabula", **in_series(2, 0, 1))
    assert offered(running, loser=2) == [("series", None), ("opponent", None)]
    decided = Bench("mabula", **in_series(2, 1, 0))
    assert [kind for kind, _ in offered(decided, loser=2)] == ["rematch", "best_of", "opponent"]


@pytest.mark.parametrize(
    ("scores", "ply"),
    [([[0, 0], [1, 2]], None), ([[0, 0], [2, 1], [3, 1]], None), ([[0, 0], [2, 1], [2, 3]], 1)],
)
def test_a_lead_is_lost_at_its_last_ply_if_at_all(scores: list[list[int]], ply: int | None) -> None:
    assert lead_lost_at(range(len(scores)), scores, 1) == ply


def test_a_rematch_against_bots_alone_may_be_against_stronger_ones(sqlite_url: str) -> None:
    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await made(house)
            await house.seats.put_bot(table, ADA, 2, "casual")
            await house.seats.sit(table, ADA, 1)
            await lose(house, table, ADA)
            with pytest.raises(TableError, match="level: one of"):
                await rematch(house, table, ADA, level="god")
            again = await rematch(house, table, ADA, level="club")
            assert await holders(house, again.table) == ["club", ADA.name]

    run(story())
