"""Ratings and results: the published numbers, margins that hold, and who counts; in both databases."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from ludotheque.log.entries import BotHolder, End, Entry, PersonHolder, Sit, TimeOut
from ludotheque.log.history import TableHistory, tell
from ludotheque.table.people.ratings import (
    BOT_DEVIATION,
    DAY,
    DEVIATION,
    LEAST,
    MEAN,
    MONTH,
    Rating,
    at_time,
    first_rating,
    learn,
    rate,
    who_is,
)  # fmt: skip
from ludotheque.table.people.results import Standing, counted, is_rated, rate_all, standings, why_unrated
from tests.table.dealing import Bench
from tests.test_docs import ROOT

ADA, BOB = PersonHolder(person="a" * 16, name="Ada"), PersonHolder(person="b" * 16, name="Bob")
BOT = BotHolder(level="club", version=2)
LOGISTIC = 400 / math.log(10)


def near(value: float, within: float = 1e-9) -> object:
    return pytest.approx(value, abs=within)


def test_the_published_example_of_the_model_is_reproduced() -> None:
    """Glickman, "The Glicko system": 1500 (200) beats 1400 (30), loses to 1550 (100) and 1700 (300): 1464 (151.4)."""
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = learn(Rating(1500, 200), results)
    assert (after.mean, after.deviation) == (near(1464.1, 0.1), near(151.4, 0.05))


@pytest.mark.parametrize(
    ("mine", "other"), [((1500, 100), (1600, 60)), ((1700, 80), (1500, 150)), ((1500, 45), (1500, 45))]
)
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_one_game_agrees_with_the_exact_posterior(
    mine: tuple[float, float], other: tuple[float, float], share: float
) -> None:
    """The integral over both strengths, by brute force; the update is an approximation of it."""
    mean, deviation = posterior(mine, other, share)
    after = learn(Rating(*mine), [(Rating(*other), share)])
    assert (after.mean, after.deviation) == (near(mean, 3), near(deviation, 3))


def posterior(mine: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    """Mean and deviation of a strength after a game, from Bayes' rule on a grid."""
    grid = [step / 10 for step in range(-50, 51)]
    total = first = second = 0.0
    for i in grid:
        strength = mine[0] + i * mine[1]
        for k in grid:
            chance = 1 / (1 + math.exp((other[0] + k * other[1] - strength) / LOGISTIC))
            weight = math.exp(-(i * i + k * k) / 2) * (chance if share else 1 - chance)
            total, first, second = total + weight, first + weight * strength, second + weight * strength**2
    return first / total, math.sqrt(second / total - (first / total) ** 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_margins_cover_95_percent_for_any_number_of_seats(seats: int) -> None:
    """Players whose strength we know play 60 games each: the truth lies within ± 95 % for at least 9 in 10."""
    strengths, ratings = play_season(seats, players=60, games_each=60)
    drift = sum(one.mean for one in ratings) / 60 - sum(strengths) / 60
    errors = [one.mean - drift - strength for one, strength in zip(ratings, strengths, strict=True)]
    assert sum(abs(error) <= one.margin for one, error in zip(ratings, errors, strict=True)) >= 54
    assert sum(one.deviation for one in ratings) / 60 < 75, "and they do become narrow"


def test_a_point_is_worth_the_same_with_two_seats_and_with_six() -> None:
    for seats in (2, 6):
        strengths, ratings = play_season(seats, players=60, games_each=120)
        around = [strength - sum(strengths) / 60 for strength in strengths]
        slope = sum(one.mean * x for one, x in zip(ratings, around, strict=True)) / sum(x * x for x in around)
        assert slope == near(1, 0.1)


def play_season(seats: int, players: int, games_each: int) -> tuple[list[float], list[Rating]]:
    """True strengths, and the ratings after so many games of chance and skill (Plackett and Luce's model of races)."""
    source = Random(11)
    strengths = [source.gauss(1500, 250) for _ in range(players)]
    ratings = [Rating()] * players
    for _ in range(players * games_each // seats):
        table = source.sample(range(players), seats)
        shown = {one: strengths[one] - LOGISTIC * math.log(-math.log(source.random())) for one in table}
        order = sorted(table, key=lambda one: -shown[one])
        for one, after in zip(order, rate([ratings[one] for one in order], range(1, seats + 1)), strict=True):
            ratings[one] = replace(after, deviation=max(after.deviation, LEAST))
    return strengths, ratings


def test_places_move_means_in_their_order_and_ties_alike() -> None:
    after = rate([Rating()] * 4, [2, 4, 2, 1])
    assert after[3].mean > after[0].mean == after[2].mean > after[1].mean
    assert sum(one.mean for one in after) == near(4 * MEAN)
    assert rate([Rating()] * 2, [1, 1])[0].mean == MEAN
    assert all(one.deviation < DEVIATION for one in after)


@pytest.mark.parametrize("gap", [0.0, 1e4, -1e6])
def test_an_absurd_gap_gives_finite_ratings(gap: float) -> None:
    after = rate([Rating(MEAN + gap), Rating()], [1, 2])
    assert all(math.isfinite(one.mean) and 0 < one.deviation <= DEVIATION for one in after)


def test_a_persons_deviation_grows_in_absence_and_a_bots_does_not() -> None:
    known = Rating(1600, 60, games=30, changed=0)
    assert at_time("ada", known, 365 * DAY).deviation == near(121, 1)
    assert at_time("ada", known, 1e12).deviation == DEVIATION
    assert at_time("ada", known, -5).deviation == 60, "clocks may go back"
    assert at_time("bot:club:2", known, 1e12) == known


def test_bots_begin_in_the_order_of_their_levels_and_each_version_is_its_own_player() -> None:
    levels = [first_rating(f"bot:{level}:2").mean for level in ("novice", "casual", "club", "expert", "master")]
    assert levels == sorted(set(levels))
    assert who_is(BOT) == "bot:club:2" != who_is(BotHolder(level="club", version=3))
    assert who_is(ADA) == ADA.person
    assert first_rating(ADA.person) == Rating() and first_rating("bot:unheard:1").deviation == BOT_DEVIATION


def test_a_bots_rating_moves_less_than_a_newcomers_and_keeps_a_least_deviation() -> None:
    every = [Standing(1, ADA.person, 1, 0), Standing(2, "bot:club:2", 2, 0)]
    ratings = {one.who: first_rating(one.who) for one in every}
    after = rate_all(every, ratings, 1.0)
    assert after[ADA.person].mean - MEAN > 2 * (MEAN - after["bot:club:2"].mean) > 0
    for _ in range(3000):
        ratings = rate_all(every, ratings, 1.0)
        every = [replace(one, place=3 - one.place) for one in every]
    assert ratings[ADA.person].deviation == LEAST
    assert ratings["bot:club:2"].deviation < LEAST


def test_a_bot_in_two_seats_is_rated_once_for_both() -> None:
    every = [Standing(1, ADA.person, 1, 0), Standing(2, "bot:club:2", 2, 0), Standing(3, "bot:club:2", 3, 0)]
    before = {"bot:club:2": first_rating("bot:club:2"), ADA.person: Rating(1500, 90, games=30, changed=1.0)}
    alone = rate([before[one.who] for one in every], [1, 2, 3])
    after = rate_all(every, before, 1.0)["bot:club:2"]
    assert after.mean == near(alone[1].mean + alone[2].mean - MEAN)
    assert after.games == 1 and after.deviation < alone[1].deviation


def test_a_rating_is_shown_as_a_whole_number_and_its_margin() -> None:
    assert str(Rating(1523.4, 40.0)) == "1523 ± 78"


def told(*entries: Entry | Callable[[Bench], object], bench: Bench | None = None) -> TableHistory:
    """The story of a game of Jungle Rumble for three after some steps and these entries."""
    bench = bench or Bench("junglerumble", 3, rated=True)
    for _ in range(3):
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    for entry in entries:
        entry(bench) if callable(entry) else bench.write(entry)
    return tell(bench.terms, bench.log)


def to_the_end(bench: Bench) -> None:
    while not bench.state.is_over:
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))


def places(story: TableHistory) -> dict[int, int]:
    return {one.seat: one.place for one in standings(story)}


def test_a_game_played_to_its_end_is_ranked_by_the_rules() -> None:
    story = told(to_the_end)
    assert story.state.position is not None and story.state.position.outcome is not None
    assert tuple(places(story).values()) == story.state.position.outcome.places
    assert [one.score for one in standings(story)] == list(story.state.position.outcome.scores)


@pytest.mark.parametrize("how", ["left", "time"])
def test_players_who_left_or_lost_on_time_come_last(how: str) -> None:
    for seat in (1, 2, 3):
        story = told(End.model_validate({"how": how, "seat": seat}))
        assert places(story)[seat] == 3
        assert all(place < 3 for one, place in places(story).items() if one != seat)


def test_a_bot_that_took_over_a_seat_does_not_count_and_its_player_comes_last() -> None:
    story = told(TimeOut(seat=2), Sit(seat=2, holder=BOT), to_the_end)
    every = standings(story)
    assert [one.who for one in every] == ["p1", "p2", "p3"]
    assert places(story)[2] == 3 and sorted(places(story).values())[:2] in ([1, 2], [1, 1])
    assert is_rated(story, every)


def test_a_player_who_returned_to_the_seat_has_not_left() -> None:
    back = Sit(seat=2, holder=PersonHolder(person="p2", name="Ada"))
    story, straight = told(Sit(seat=2, holder=BOT), back, to_the_end), told(to_the_end)
    assert places(story) == places(straight)


def test_a_bot_whose_seat_a_person_took_does_not_count_and_neither_does_the_person() -> None:
    story = told(Sit(seat=3, holder=ADA), to_the_end, bench=Bench("junglerumble", 3, rated=True, bots=(3,)))
    assert set(places(story)) == {1, 2}


def test_two_players_who_left_share_the_last_place() -> None:
    story = told(Sit(seat=1, holder=BOT), Sit(seat=3, holder=BOT), to_the_end)
    assert places(story) == {1: 2, 2: 1, 3: 2}


def test_a_player_who_resigns_comes_last() -> None:
    story = told(End(how="resigned", seat=1), bench=Bench("mabula", rated=True))
    assert places(story) == {1: 2, 2: 1}


def test_an_agreed_end_is_ranked_by_the_position_and_a_cancelled_game_not_at_all() -> None:
    assert len(standings(told(End(how="agreed")))) == 3
    assert standings(told(End(how="cancelled"))) == []
    assert standings(told()) == [], "it goes on"
    assert standings(tell(Bench("mabula").terms, [])) == [], "it has not begun"


def test_a_game_against_oneself_or_drawn_again_or_not_agreed_to_be_rated_changes_no_rating() -> None:
    every = [Standing(1, "p1", 1, 0), Standing(2, "p2", 2, 0)]
    story = told(End(how="agreed"))
    assert is_rated(story, every)
    assert not is_rated(story, [every[0], replace(every[1], who="p1")])
    assert not is_rated(story, [*every, replace(every[1], seat=3)]), "one person in two seats, against another"
    assert is_rated(story, [*every, *(Standing(seat, "bot:club:2", 3, 0) for seat in (1, 2))]), "bots may be alike"
    assert not is_rated(story, every[:1])
    story.state.is_rated = False
    assert not is_rated(story, every)
    assert not is_rated(told(End(how="agreed"), bench=Bench("junglerumble", 3)), every)


def two(*moves: int, end: End) -> TableHistory:
    """A rated game of Mabula in which these seats moved, and then it ended."""
    bench = Bench("mabula", rated=True)
    for seat in moves:
        bench.play(seat, bench.first(seat))
    bench.write(end)
    return tell(bench.terms, bench.log)


def test_a_stopped_game_counts_for_both_once_both_have_moved() -> None:
    story = two(1, 2, end=End(how="resigned", seat=2))
    assert counted(story, standings(story)) == {"p1", "p2"}


@pytest.mark.parametrize("how", ["resigned", "time", "left"])
@pytest.mark.parametrize("moves", [(), (1,)])
def test_a_game_that_was_not_played_costs_whoever_left_and_brings_the_other_nothing(
    how: str, moves: tuple[int, ...]
) -> None:
    story = two(*moves, end=End.model_validate({"how": how, "seat": 2}))
    assert is_rated(story, standings(story)) and counted(story, standings(story)) == {"p2"}


def test_a_game_that_both_agree_to_end_before_they_play_is_not_rated() -> None:
    story = two(1, end=End(how="agreed"))
    assert why_unrated(story, standings(story)) == "it was not played"


@pytest.mark.parametrize("games", [30, 300])
def test_two_accounts_that_only_play_each_other_for_a_month_never_lead_the_list(games: int) -> None:
    """What is certain of them stays below what is certain of an average player who met many others."""
    every = [Standing(1, "p1", 1, 0), Standing(2, "p2", 2, 0)]
    damped = plain = {"p1": Rating(), "p2": Rating()}
    for game in range(games):
        damped = rate_all(every, damped, 1.0, {frozenset(damped): game})
        plain = rate_all(every, plain, 1.0)
    assert plain["p1"].certain > MEAN, "as it would be if all their games counted in full"
    assert damped["p1"].certain < Rating(MEAN, LEAST).certain


@pytest.mark.parametrize(("accounts", "games", "least", "most"), [(1, 100, 350, 50), (10, 50, 700, 350)])
def test_accounts_that_lose_to_a_bot_on_purpose_hardly_move_it(
    accounts: int, games: int, least: float, most: float
) -> None:
    """Else throwaway accounts lift the novice, and another one gains by beating it."""
    novice = plain = first_rating("bot:novice:2")
    for _ in range(accounts):
        loser = plain_loser = Rating()
        for game in range(games):
            every = [Standing(1, "bot:novice:2", 1, 0), Standing(2, "p2", 2, 0)]
            pair = {"bot:novice:2": novice, "p2": loser}
            novice, loser = rate_all(every, pair, 1.0, {frozenset(pair): game}).values()
            plain, plain_loser = rate([plain, plain_loser], [1, 2])
    assert plain.mean - first_rating("bot:novice:2").mean > least, "as it would be if all games counted in full"
    assert 0 < novice.mean - first_rating("bot:novice:2").mean < most


def test_a_person_learns_in_full_from_every_game_against_a_bot() -> None:
    every = [Standing(1, "bot:club:2", 2, 0), Standing(2, "p2", 1, 0)]
    before = {"bot:club:2": first_rating("bot:club:2"), "p2": Rating(1500, 90, games=40)}
    first, later = rate_all(every, before, 1.0), rate_all(every, before, 1.0, {frozenset(before): 50})
    assert first["p2"] == later["p2"]
    assert first["bot:club:2"].mean < later["bot:club:2"].mean < before["bot:club:2"].mean


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_ranking_of_n_players_weighs_as_much_as_n_minus_one_comparisons(seats: int) -> None:
    def learned(players: int) -> float:
        before, after = [Rating(1500, 100)] * players, rate([Rating(1500, 100)] * players, range(1, players + 1))
        return sum(1 / new.deviation**2 - 1 / old.deviation**2 for new, old in zip(after, before, strict=True))

    assert learned(seats) == pytest.approx((seats - 1) * learned(2))


def test_what_many_accounts_of_one_person_bring_is_as_the_docs_say() -> None:
    """Ten accounts lose three games each, or one loses twenty a month for a year: neither is held off."""
    ten = {"p0": Rating()}
    for loser in (f"p{number}" for number in range(1, 11)):
        ten[loser] = Rating()
        for game in range(3):
            every = [Standing(1, "p0", 1, 0), Standing(2, loser, 2, 0)]
            ten |= rate_all(every, {"p0": ten["p0"], loser: ten[loser]}, 1.0, {frozenset(("p0", loser)): game})
    year = {"p0": Rating(), "p1": Rating()}
    for game in range(240):
        every = [Standing(1, "p0", 1, 0), Standing(2, "p1", 2, 0)]
        year = rate_all(every, year, game // 20 * MONTH * 1.01, {frozenset(year): game % 20})
    text = " ".join((ROOT / "docs" / "security.md").read_text("utf-8").partition("## What is not held off")[2].split())
    assert f"three games each brings {ten['p0']}" in text
    assert f"for a year brings {year['p0']}" in text
