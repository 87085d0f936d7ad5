"""Series of games between the same people: points, seats that go round, and the end."""

from typing import Any

import pytest

from ludotheque.log.entries import End
from ludotheque.log.history import TableHistory
from ludotheque.log.table_errors import TableError
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.after_game.series import SeriesStanding, may_begin, next_game, standing_after
from ludotheque.table.service.rematch import rematch
from ludotheque.wire.requests import CancelAct, ResignAct
from ludotheque.wire.terms_messages import SeriesScore
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.test_registry import ADA, BOB, CLEO, house_at, seated


def story_of(bench: Bench, how: str = "resigned", seat: int = 1) -> TableHistory:
    """A bench's game, ended by a seat."""
    bench.write(End(how=how, seat=seat))  # type: ignore[arg-type]
    return TableHistory(bench.state)


def in_series(game: int, *points: float, best_of: int = 3) -> dict[str, Any]:
    return {"series": {"best_of": best_of, "game": game, "points": list(points)}}


@pytest.mark.parametrize(
    ("games", "points", "is_decided"),
    [
        (1, (1, 0), False),
        (2, (2, 0), True),
        (2, (1, 1), False),
        (2, (1.5, 0.5), False),
        (3, (1.5, 1.5), True),
        (3, (2, 1), True),
        (2, (2, 0, 0), True),
        (2, (1, 1, 0), False),
    ],
)
def test_a_series_is_decided_when_nobody_can_catch_up(games: int, points: tuple[float, ...], is_decided: bool) -> None:
    assert SeriesStanding(3, games, points).is_decided == is_decided


def test_the_game_before_best_of_three_is_its_first_and_seats_go_round() -> None:
    story = story_of(Bench("mabula"), seat=1)
    assert standing_after(story) is None
    assert next_game(story, 3) == SeriesScore(best_of=3, game=2, points=(1.0, 0.0)), "whoever won in seat 2 sits in 1"


def test_a_series_goes_on_until_it_is_decided_and_another_one_begins_anew() -> None:
    first = story_of(Bench("mabula", **in_series(2, 0, 1)), seat=2)  # 1 : 1
    assert next_game(first) == SeriesScore(best_of=3, game=3, points=(1.0, 1.0))
    last = story_of(Bench("mabula", **in_series(3, 1, 1)), seat=2)
    standing = standing_after(last)
    assert standing is not None and standing.is_decided and (standing.points, standing.leaders) == ((2, 1), (1,))
    assert next_game(last) is None
    assert next_game(last, 3) == SeriesScore(best_of=3, game=1, points=(0, 0))


def test_a_game_of_a_series_that_is_called_off_is_played_again() -> None:
    story = story_of(Bench("mabula", **in_series(2, 0, 1)), "cancelled")
    assert standing_after(story) is None
    assert next_game(story) == SeriesScore(best_of=3, game=2, points=(1.0, 0.0))


def test_a_series_needs_people_in_all_seats() -> None:
    story = story_of(Bench("mabula", bots=(2,)))
    assert not may_begin(story)
    with pytest.raises(TableError, match="without bots"):
        next_game(story, 3)


async def lose(house: Tables, table: str, person: Any) -> None:
    await acts.write(house, table, person, ResignAct())


async def series_of(house: Tables, table: str) -> SeriesScore | None:
    return (await house.registry.find(table)).row.terms.series


def test_two_people_play_best_of_three_and_nobody_else_takes_their_seats(sqlite_url: str) -> None:
    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await seated(house)
            await lose(house, table, ADA)
            second = (await rematch(house, table, ADA, best_of=3)).table
            for doing in (
                house.seats.join(second, CLEO),
                house.seats.sit(second, CLEO, 1),
                house.seats.put_bot(second, ADA, 1, "novice"),
            ):
                with pytest.raises(TableError, match="kept for those who play this series"):
                    await doing
            assert (await rematch(house, table, BOB)).table == second
            state = (await house.registry.find(second)).state
            assert state.has_begun and state.seats_of(BOB.id) == (1,)
            assert await series_of(house, second) == SeriesScore(best_of=3, game=2, points=(1.0, 0.0))
            await lose(house, second, ADA)
            after = (await rematch(house, second, ADA)).table
            assert await series_of(house, after) is None, "two games to none decide it"

    run(story())


def test_a_game_that_is_called_off_leaves_the_series_as_it_was(sqlite_url: str) -> None:
    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await seated(house)
            await lose(house, table, ADA)
            second = (await rematch(house, table, ADA, best_of=3)).table
            await rematch(house, table, BOB)
            await acts.write(house, second, BOB, CancelAct())
            third = (await rematch(house, second, ADA)).table
            assert await series_of(house, third) == SeriesScore(best_of=3, game=2, points=(0.0, 1.0))

    run(story())
