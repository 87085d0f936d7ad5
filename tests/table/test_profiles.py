"""Stored results and ratings, and the profiles made of them; in both databases."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from ludotheque.log.entries import BotHolder, End, Sit, TimeOut
from ludotheque.log.history import TableHistory, tell
from ludotheque.table.api.routes.profile_routes import read_cursor
from ludotheque.table.people.profiles import (
    MOST_RESULTS,
    has_finished,
    level_near,
    load_history,
    load_profile,
    load_results,
)
from ludotheque.table.people.rating_changes import load_game_ratings
from ludotheque.table.people.ratings import DAY, FULL_GAMES, MONTH, Rating, first_rating, rate
from ludotheque.table.people.results import Unrated, keep_missing, keep_results, missing_results
from ludotheque.table.storage import schema
from ludotheque.table.storage.store import Store
from ludotheque.wire.profile_messages import Profile
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.filling import add_person, keep
from tests.table.home import SENTENCE
from tests.table.serving import Player, serving
from tests.table.test_game_record import play_on


def story(loser: int, at: float = 100.0, rated: bool = True, bots: tuple[int, ...] = ()) -> TableHistory:
    """A game of Marabunta for two that one player resigned."""
    bench = play_on(Bench("marabunta", rated=rated, bots=bots), 2)
    bench.write(End(how="resigned", seat=loser), at=at)
    return tell(bench.terms, bench.log)


async def finish(store: Store, table: str, one: TableHistory) -> bool:
    async with store.begin() as connection:
        return await keep_results(connection, table, one)


async def profile(store: Store, who: str, now: float = 100.0) -> Profile:
    async with store.read() as connection:
        return await load_profile(connection, who, now)


def test_a_rated_game_moves_both_ratings_once(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        assert await finish(store, "one", story(loser=2))
        assert not await finish(store, "one", story(loser=2)), "a second time changes nothing"
        winner, loser = rate([Rating(), Rating()], [1, 2])
        for who, expected, wins in (("p1", winner, 1), ("p2", loser, 0)):
            found = await profile(store, who)
            (rating,), (tally,) = found.ratings, found.tallies
            assert (rating.game, rating.shown, rating.games) == ("marabunta", expected.shown, 1)
            assert (tally.players, tally.games, tally.wins, tally.rated) == (2, 1, wins, 1)
        await store.close()

    run(doing())


def test_whoever_has_finished_a_game_of_a_title_is_no_newcomer_to_it(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        await finish(store, "one", story(loser=2))
        async with store.read() as connection:
            asked = [("p1", "marabunta"), ("p2", "marabunta"), ("p1", "mabula"), ("p3", "marabunta")]
            known = [await has_finished(connection, *one) for one in asked]
        assert known == [True, True, False, False]
        await store.close()

    run(doing())


def test_a_game_tells_the_change_that_was_written_and_before_that_says_so(url: str) -> None:
    """The change is stored: a game that ended earlier and is written later moves no other game's change."""

    async def doing() -> None:
        store = await Store.open(url)

        async def changes(table: str, one: TableHistory) -> tuple[str, dict[str, int]]:
            async with store.read() as connection:
                found = await load_game_ratings(connection, table, one)
            return found.status, {change.who: change.change for change in found.changes}

        first, second = story(loser=2), story(loser=2, at=200.0)
        assert await changes("one", first) == ("pending", {})
        await finish(store, "one", first)
        await finish(store, "two", second)
        once = rate([Rating(), Rating()], [1, 2])
        assert await changes("one", first) == ("written", {"p1": once[0].shown - 1500, "p2": once[1].shown - 1500})
        before = (await changes("two", second))[1]
        assert 0 < before["p1"] < once[0].shown - 1500
        await finish(store, "late", story(loser=1, at=150.0))
        assert (await changes("two", second))[1] == before
        async with store.read() as connection:
            listed = [one.change for one in await load_results(connection, "p1")]
        assert [listed[0], listed[-1]] == [before["p1"], once[0].shown - 1500]
        await store.close()

    run(doing())


@pytest.mark.parametrize(
    ("rated", "how", "status", "why"),
    [
        (False, "resigned", "unrated", None),
        (True, "cancelled", "unchanged", Unrated.CANCELLED),
        (True, "agreed", "unchanged", Unrated.NOT_PLAYED),
    ],
)
def test_a_game_without_ratings_says_why_it_has_none(
    url: str, rated: bool, how: str, status: str, why: str | None
) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        bench = Bench("marabunta", rated=rated)
        bench.write(End.model_validate({"how": how, "seat": 1 if how == "resigned" else None}))
        async with store.read() as connection:
            found = await load_game_ratings(connection, "one", tell(bench.terms, bench.log))
        assert (found.status, found.why, found.changes) == (status, why, ())
        await store.close()

    run(doing())


def test_an_unrated_game_is_in_the_profile_and_moves_no_rating(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        assert await finish(store, "one", story(loser=1, rated=False))
        found = await profile(store, "p2")
        assert found.ratings == () and found.tallies[0].wins == 1 and found.tallies[0].rated == 0
        async with store.read() as connection:
            (result,) = await load_results(connection, "p2")
            assert (result.end, result.place, result.is_rated, result.shown) == ("resigned", 1, False, None)
            assert await load_history(connection, "p2", "marabunta") == []
        await store.close()

    run(doing())


def test_a_cancelled_game_has_no_results(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        bench = Bench("marabunta", rated=True)
        bench.write(End(how="cancelled"))
        assert not await finish(store, "one", tell(bench.terms, bench.log))
        assert await profile(store, "p1") == Profile(ratings=(), tallies=())
        await store.close()

    run(doing())


def test_a_bot_is_rated_in_the_same_pool_and_one_that_took_a_seat_over_is_not(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        await finish(store, "one", story(loser=2, bots=(2,)))
        assert (await profile(store, "bot:club:1")).ratings[0].shown < first_rating("bot:club:1").shown
        bench = play_on(Bench("marabunta", rated=True), 2)
        bench.write(TimeOut(seat=1))
        bench.write(Sit(seat=1, holder=BotHolder(level="master", version=2)))
        play_on(bench)
        await finish(store, "two", tell(bench.terms, bench.log))
        assert (await profile(store, "bot:master:2")).tallies == ()
        async with store.read() as connection:
            assert [one.place for one in await load_results(connection, "p1")] == [2, 1]
        await store.close()

    run(doing())


def test_all_games_that_end_at_the_same_time_are_rated(url: str) -> None:
    """Two connections at once, where the database has several: no update is lost."""

    async def doing() -> None:
        store = await Store.open(url)
        games = [(f"t{number}", story(loser=1 + number % 2, at=100.0 + number)) for number in range(4)]
        await asyncio.gather(*(finish(store, table, one) for table, one in games for _ in range(2)))
        found = await profile(store, "p1")
        assert found.ratings[0].games == 4 == found.tallies[0].games
        async with store.read() as connection:
            mean = await connection.scalar(select(schema.ratings.c.mean).where(schema.ratings.c.who == "p1"))
            other = await connection.scalar(select(schema.ratings.c.mean).where(schema.ratings.c.who == "p2"))
        assert mean is not None and other is not None and abs(mean + other - 3000) < 1e-6
        await store.close()

    run(doing())


def test_a_game_counts_less_the_more_often_two_people_have_met(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        gains, last = list[int](), 1500
        for game in range(FULL_GAMES + 3):
            await finish(store, f"t{game}", story(loser=2, at=100.0 + game))
            (rating,) = (await profile(store, "p1", 100.0 + game)).ratings
            gains.append(rating.shown - last)
            last = rating.shown
        assert (rating.games, rating.opponents, rating.most_met) == (len(gains), 1, len(gains))
        damped, full = gains[FULL_GAMES], gains[FULL_GAMES - 1]
        assert 0 < damped < full * 0.7
        await finish(store, "later", story(loser=2, at=100.0 + 2 * MONTH))
        (later,) = (await profile(store, "p1", 100.0 + 2 * MONTH)).ratings
        assert later.shown - last > damped, "another month, another game"
        await store.close()

    run(doing())


def test_a_bot_learns_less_the_more_often_it_has_met_a_person_and_the_person_does_not(url: str) -> None:
    """p1, and the bot in the second seat, which p1 beats again and again."""

    async def doing() -> None:
        store = await Store.open(url)
        falls, last = list[float](), first_rating("bot:club:1").mean
        mean = select(schema.ratings.c.mean).where(schema.ratings.c.who == "bot:club:1")
        for game in range(FULL_GAMES + 1):
            await finish(store, f"t{game}", story(loser=2, at=100.0 + game, bots=(2,)))
            async with store.read() as connection:
                now = await connection.scalar(mean)
            assert now is not None
            falls.append(last - now)
            last = now
        assert 0 < falls[FULL_GAMES] < falls[FULL_GAMES - 1] * 0.7
        (mine,) = (await profile(store, "p1", 100.0 + FULL_GAMES)).ratings
        plain = [Rating(), first_rating("bot:club:1")]
        for _ in range(FULL_GAMES + 1):
            plain = rate(plain, [1, 2])
        assert mine.shown >= plain[0].shown, "no less than if both learned in full"
        await store.close()

    run(doing())


def test_the_history_of_a_rating_ends_where_the_rating_is(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        for number, loser in enumerate((2, 2, 1)):
            await finish(store, f"t{number}", story(loser, at=100.0 + number))
        async with store.read() as connection:
            points = await load_history(connection, "p1", "marabunta")
        assert [point.at for point in points] == [100.0, 101.0, 102.0]
        assert points[0].shown < points[1].shown > points[2].shown
        assert points[2].shown == (await profile(store, "p1")).ratings[0].shown
        assert (await profile(store, "p1", now=100.0 + 1000 * DAY)).ratings[0].margin > points[2].margin
        await store.close()

    run(doing())


def row(number: int, **columns: Any) -> dict[str, Any]:
    """A result as it is stored."""
    return {
        "table": f"t{number}", "seat": 1, "who": "p1", "game": "mabula", "players": 2, "place": 1, "score": number,
        "end": "rules", "is_rated": False, "mean": None, "deviation": None, "at": float(number // 2),
    } | columns  # fmt: skip


def test_a_profile_has_a_tally_for_each_game_and_number_of_seats(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        rows = [
            row(1),
            row(2, place=2),
            row(3, game="makabana", players=3, place=3),
            row(4, game="makabana", players=5),
        ]
        async with store.begin() as connection:
            await connection.execute(insert(schema.results), rows)
        tallies = (await profile(store, "p1")).tallies
        found = [(one.game, one.players, one.games, one.wins, one.mean_place, one.best_score) for one in tallies]
        assert found == [("mabula", 2, 2, 1, 1.5, 2), ("makabana", 3, 1, 0, 3.0, 3), ("makabana", 5, 1, 1, 1.0, 4)]
        async with store.read() as connection:
            assert [one.score for one in await load_results(connection, "p1", game="makabana", players=5)] == [4]
        await store.close()

    run(doing())


def test_a_long_list_of_results_is_read_page_by_page(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        async with store.begin() as connection:
            await connection.execute(insert(schema.results), [row(number) for number in range(2 * MOST_RESULTS + 7)])
        seen: list[int] = []
        before = None
        async with store.read() as connection:
            while page := await load_results(connection, "p1", before=before):
                assert len(page) <= MOST_RESULTS
                seen += [one.score for one in page]
                before = read_cursor(page[-1].cursor)
        assert len(seen) == len(set(seen)) == 2 * MOST_RESULTS + 7
        await store.close()

    run(doing())


def test_the_bot_level_nearest_to_a_players_rating_is_found(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        rated = {"game": "mabula", "deviation": 60.0, "games": 9, "changed": 1.0}
        async with store.begin() as connection:
            rows = [{"who": who, "mean": mean, **rated} for who, mean in (("weak", 950.0), ("strong", 2400.0))]
            await connection.execute(insert(schema.ratings), [*rows, {"who": "bot:club:2", "mean": 2395.0, **rated}])
        async with store.read() as connection:
            assert await level_near(connection, "weak", "mabula", 2) == "novice"
            assert await level_near(connection, "strong", "mabula", 2) == "club", "as it has turned out here"
            assert await level_near(connection, "strong", "mabula", 3) == "master", "a new version begins anew"
            assert await level_near(connection, "new", "marabunta", 2) == "club"
        await store.close()

    run(doing())


def test_missing_results_are_written_from_the_log(url: str) -> None:
    """A process may die between the last entry and the results."""

    async def doing() -> None:
        store = await Store.open(url)
        bench = play_on(Bench("marabunta", rated=True), 2)
        bench.write(End(how="left", seat=2))
        await keep(store, "left", bench)
        assert await missing_results(store) == ["left"]
        assert await keep_missing(store) == 1
        assert await missing_results(store) == []
        assert (await profile(store, "p2")).tallies[0].wins == 0
        await store.close()

    run(doing())


def test_a_deleted_person_gets_no_rating_when_the_last_games_end(url: str) -> None:
    async def doing() -> None:
        store = await Store.open(url)
        await add_person(store, "p1", "Ada")
        await add_person(store, "p2", "somebody", created=0.0)
        assert await finish(store, "one", story(loser=2))
        assert (await profile(store, "p2")).ratings == ()
        winner, _ = rate([Rating(), Rating()], [1, 2])
        assert (await profile(store, "p1")).ratings[0].shown == winner.shown, "the other is rated"
        async with store.begin() as connection:
            await connection.execute(update(schema.people).values(created=0.0))
        assert await finish(store, "two", story(loser=1)), "nobody is left to be rated"
        assert (await profile(store, "p1")).ratings[0].games == 1
        await store.close()

    run(doing())


def test_a_stranger_learns_no_private_table_and_no_id_from_a_profile(url: str) -> None:
    with serving(url) as running:
        ada, bob, eve = Player(running, "Ada"), Player(running, "Bob"), Player(running, "Eve")
        ada.post("/api/accounts", 201, name="Ada L", password=SENTENCE)
        bob.post("/api/accounts", 201, name="Bob L", password=SENTENCE)
        names = {}
        for private in (True, False):
            table, invitation = ada.make_table(rated=True, clock="slow", absence="end", private=private)
            ada.post(f"/api/tables/{table}/seats/1")
            bob.post(f"/api/tables/{table}/join", invitation=invitation)
            ada.play_first(table, ada.get(f"/api/tables/{table}"), "a")
            bob.play_first(table, bob.get(f"/api/tables/{table}"), "b")
            bob.post(f"/api/tables/{table}/resign")
            names[private] = table
        running.do(keep_missing(running.service.store))
        for player, known in ((eve, [names[False], None]), (bob, [names[False], names[True]])):
            found = player.http.get("/api/people/Ada L")
            assert [one["table"] for one in found.json()["results"]] == known
            assert not any(one.me["id"] in found.text for one in (ada, bob))
            points = player.get("/api/people/Ada L/history/mabula")
            assert [one["table"] for one in points] == known[::-1]
        first = eve.get("/api/people/Ada L")["results"][0]
        (rest,) = eve.get("/api/people/Ada L", before=first["cursor"], game="mabula", players=2)["results"]
        assert rest["table"] is None and rest["cursor"] != first["cursor"]
        assert eve.get("/api/people/Ada L", game="marabunta")["results"] == []
        assert eve.get("/api/people/Ada L/history/mabula", players=3) == []
