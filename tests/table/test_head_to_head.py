"""Whom a player has met, and how their games went; in both databases."""

from typing import Any

from sqlalchemy import insert, update

from ludotheque.table.people.head_to_head import load_opponents
from ludotheque.table.storage import schema
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.filling import keep


async def finished(store: Store, table: str, game: str, places: dict[str, int], *, is_public: bool = True) -> None:
    """A finished table and its results: each player's place."""
    await keep(store, table, Bench(game, 2), "over")
    rows = [
        {"table": table, "seat": seat, "who": who.split("@")[0], "game": game, "players": 2, "place": place, "score": 0,
         "end": "rules", "is_rated": False, "mean": None, "deviation": None, "at": 5.0, "mean_before": None}
        for seat, (who, place) in enumerate(places.items(), 1)
    ]  # fmt: skip
    async with store.begin() as connection:
        await connection.execute(insert(schema.results), rows)
        where = schema.tables.c.id == table
        await connection.execute(update(schema.tables).where(where).values(is_public=is_public))


async def met(store: Store, who: str, asker: str | None, only: str | None = None) -> dict[str, Any]:
    """The opponents of a player, each with wins, losses and draws by game."""
    async with store.read() as connection:
        found = await load_opponents(connection, who, asker, only)
    return {one.who: {game: (duel.wins, duel.losses, duel.draws) for game, duel in one.duels.items()} for one in found}


def test_games_are_counted_by_opponent_and_title_and_a_bots_versions_together(url: str) -> None:
    async def story() -> None:
        store = await Store.open(url)
        await finished(store, "one", "mabula", {"p1": 1, "p2": 2})
        await finished(store, "two", "mabula", {"p2": 1, "p1": 2})
        await finished(store, "three", "marabunta", {"p1": 1, "p2": 1})
        await finished(store, "four", "mabula", {"p1": 2, "bot:club:1": 1})
        await finished(store, "five", "mabula", {"p1": 2, "bot:club:2": 1, "bot:club:2@": 3})
        await finished(store, "six", "mabula", {"p2": 1, "p3": 2})
        expected = {"p2": {"mabula": (1, 1, 0), "marabunta": (0, 0, 1)}, "bot:club": {"mabula": (0, 2, 0)}}
        assert await met(store, "p1", "p1") == expected
        assert await met(store, "p1", None, only="p2") == {"p2": expected["p2"]}
        assert list(await met(store, "p1", None)) == ["p2", "bot:club"], "whom they met most often comes first"
        await store.close()

    run(story())


def test_what_was_played_in_private_is_told_to_those_who_were_there(url: str) -> None:
    async def story() -> None:
        store = await Store.open(url)
        await finished(store, "one", "mabula", {"p1": 1, "p2": 2}, is_public=False)
        assert await met(store, "p1", None) == await met(store, "p1", "p3") == {}
        for asker in ("p1", "p2"):
            assert await met(store, "p1", asker) == {"p2": {"mabula": (1, 0, 0)}}
        await store.close()

    run(story())
