"""Finished games that are worth a look."""

import pytest
from sqlalchemy import insert, update

from ludotheque.table.service.after_game.featured_tables import FinishedGame, featured_tables, why_featured
from ludotheque.table.storage import schema
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.filling import keep
from tests.table.test_registry import house_at


def a_game(*scores: int, end: str = "rules", people: int = 2, means: tuple[float, ...] = ()) -> FinishedGame:
    return FinishedGame("t", end, scores, means, people)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (a_game(20, 19), ("close",)),
        (a_game(20, 10), ()),
        (a_game(20, 10, means=(1500.0, 1400.0)), ("rated",)),
        (a_game(20, 19, means=(1700.0, 1650.0)), ("close", "strong", "rated")),
        (a_game(20, 19, end="resigned", means=(1700.0, 1650.0)), ()),
        (a_game(20, 19, people=0), ()),
        (a_game(20), ()),
    ],
)
def test_a_game_played_to_its_end_is_featured_for_what_was_special_in_it(
    game: FinishedGame, why: tuple[str, ...]
) -> None:
    assert why_featured(game) == why


def test_the_public_games_with_the_most_reasons_come_first(sqlite_url: str) -> None:
    games: dict[str, list[tuple[int, float | None]]] = {
        "plain": [(30, None), (10, None)],
        "close": [(20, None), (19, None)],
        "best": [(20, 1700.0), (19, 1650.0)],
        "secret": [(20, 1700.0), (19, 1650.0)],
    }

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            rows = [
                {"table": table, "seat": seat, "who": f"p{seat}", "game": "mabula", "players": 2, "place": seat,
                 "score": score, "end": "rules", "is_rated": mean is not None, "mean": mean, "deviation": 90.0,
                 "at": 5.0}
                for table, some in games.items() for seat, (score, mean) in enumerate(some, 1)
            ]  # fmt: skip
            for table in games:
                await keep(house.store, table, Bench("mabula"))
            async with house.store.begin() as connection:
                await connection.execute(insert(schema.results), rows)
                hidden = update(schema.tables).where(schema.tables.c.id == "secret")
                await connection.execute(hidden.values(is_public=False))
            found = await featured_tables(house, "mabula")
            assert [one.listed.table for one in found] == ["best", "close"]
            assert await featured_tables(house, "marabunta") == []

    run(story())
