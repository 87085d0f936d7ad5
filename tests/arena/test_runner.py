"""Whole arenas: they continue, lose no game, count none twice, and stop when a test is decided."""

import math
import sqlite3
import sys
from collections.abc import Generator, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ludotheque.arena import ArenaError, GameJob, Plan, PlayedGame, hold, make_plan, run
from ludotheque.arena.game_crew import Alone, Workers
from ludotheque.arena.game_store import SCHEMA, open_store
from ludotheque.arena.game_worker import GameWorker
from ludotheque.arena.ray import play_on_node, post, version
from ludotheque.arena.runner import whole_pairings
from ludotheque.arena.schedule import _cycle
from ludotheque.bots.bot import BotError
from ludotheque.play.game import SetupError
from tests.arena.players import FINDER
from tests.conftest import some_of


def small_plan(*bots: str, seconds: float | None = None) -> Plan:
    return make_plan("makabana", bots, finder=FINDER, seed=5, time=seconds)


class Counting(Alone):
    """Plays in this process, records its jobs, and may be interrupted."""

    def __init__(self, plan: Plan, stop_after: int = 1000) -> None:
        super().__init__(plan)
        self.asked: list[GameJob] = []
        self.stop_after = stop_after

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]:
        for job in jobs:
            if len(self.asked) == self.stop_after:
                raise KeyboardInterrupt
            self.asked.append(job)
            yield from super().play([job])


def play(plan: Plan, crew: Alone | Workers, games: int, file: Path) -> list[PlayedGame]:
    with open_store(file, plan) as store:
        hold(plan, crew, store, games, None, lambda tally, wanted: None)
        return store.load()


def test_the_same_command_continues_a_run_and_plays_nothing_twice(tmp_path: Path) -> None:
    plan, file = small_plan("first", "any"), tmp_path / "arena.sqlite"
    interrupted = Counting(plan, stop_after=4)
    with pytest.raises(KeyboardInterrupt):
        play(plan, interrupted, 9, file)
    rest = Counting(plan)
    games = play(plan, rest, 9, file)
    assert len(interrupted.asked) == 4 and len(rest.asked) == 5
    assert not set(interrupted.asked) & set(rest.asked)
    assert [one.record for one in games] == [one.record for one in play(plan, Alone(plan), 9, tmp_path / "b.sqlite")]


def test_games_are_rounded_up_to_whole_pairings_and_a_later_call_can_add_more(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"finder": FINDER, "database": tmp_path / "arena.sqlite"}
    few = run("makabana", ["first", "any"], games=4, **settings)
    more = run("makabana", ["first", "any"], games=10, **settings)
    again = run("makabana", ["first", "any"], games=4, **settings)
    assert [len(result.games) for result in (few, more, again)] == [6, 12, 6]
    assert more.games[:6] == few.games
    assert again.to_fields() == few.to_fields()


def test_records_are_stored_in_the_file_and_not_in_memory(tmp_path: Path) -> None:
    """A million games are a few hundred bytes each, and their records many times that."""
    plan, file = small_plan("first", "any"), tmp_path / "arena.sqlite"
    held: list[PlayedGame] = []
    for _ in range(2):  # those that are played, and those that are there already
        with open_store(file, plan) as store:
            hold(plan, Alone(plan), store, 3, None, lambda tally, wanted: held.extend(tally.games.values()))
            assert all(one.record for one in store.load())
    assert held and not any(one.record for one in held)


def test_the_cache_of_lineup_orders_is_bounded() -> None:
    plan = small_plan("first", "any")
    for number in range(100):
        plan.pairing(number)
    assert _cycle.cache_info().currsize <= 4


def test_another_finder_is_another_run_and_old_files_keep_their_key() -> None:
    usual = Plan("mabula", 2, {}, None, "", 1, ("any", "first"), (1, 1), None, None, 3, False)
    assert usual.key == "9f07dfefd59d3b92", "as it was when a finder had no part in it"
    assert len({usual.key, replace(usual, finder=FINDER).key, replace(usual, finder="mine:find").key}) == 3


ONCE = """
import json, pathlib, sys
if pathlib.Path("started").exists():
    sys.exit("I have played already")
pathlib.Path("started").touch()
for line in sys.stdin:
    question = json.loads(line)
    answer = {"protocol": 1} if "hello" in question else {"id": question["id"], "move": question["legal"][0]}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A program that works in its trial, and never again."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "once.py").write_text(ONCE)
    return f"external:{sys.executable} -S once.py"


@pytest.mark.parametrize("workers", some_of([0, 1, 2], 0, 2))
def test_a_bot_that_works_once_forfeits_its_games_and_the_run_continues(once: str, workers: int) -> None:
    result = run("mabula", ["random", once], games=4, workers=workers)
    assert len(result.games) == len(result.forfeits) == 4
    assert all("it said: I have played already" in line for line in result.forfeits)
    assert result.points["random"].value == 1.0


def test_a_bot_that_works_once_forfeits_on_a_node_too(once: str) -> None:
    plan = make_plan("mabula", ["random", once]).to_json()
    try:
        played = [PlayedGame.from_json(play_on_node(plan, version(), 0, seating)) for seating in (0, 1)]
    finally:
        post(plan)._played.close()
        post.cache_clear()
    assert all("it said: I have played already" in one.forfeit for one in played)


def test_a_game_is_stored_once(tmp_path: Path) -> None:
    plan = small_plan("first", "any")
    (played,) = Alone(plan).play(plan.pairing(0)[:1])
    with open_store(tmp_path / "arena.sqlite", plan) as store:
        assert [store.save(played), store.save(played)] == [True, False]
        assert store.load() == [played]


def test_of_two_arenas_that_play_the_same_game_the_first_result_counts(tmp_path: Path) -> None:
    plan = small_plan("first", "any")
    (played,) = Alone(plan).play(plan.pairing(0)[:1])
    late = replace(played, seconds=(9.0, 9.0, 9.0))
    with open_store(tmp_path / "arena.sqlite", plan) as one, open_store(tmp_path / "arena.sqlite", plan) as other:
        assert one.keep(played) == other.keep(late) == played
        assert one.load() == other.load() == [played]


def test_a_damaged_row_is_named_in_the_error(tmp_path: Path) -> None:
    plan, file = small_plan("first", "any"), tmp_path / "arena.sqlite"
    play(plan, Alone(plan), 1, file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE game SET places = '[1, ' WHERE seating = 1")
    connection.close()
    with pytest.raises(ArenaError, match=r"^database: game 0\.1 is damaged: delete its row"):
        play(plan, Alone(plan), 1, file)


def test_a_database_with_a_partial_schema_is_completed(tmp_path: Path) -> None:
    """As after a full disk while the file was created."""
    plan, file = small_plan("first", "any"), tmp_path / "arena.sqlite"
    with sqlite3.connect(file) as connection:
        connection.executescript(SCHEMA.replace("CREATE TABLE IF NOT EXISTS game", "CREATE TABLE IF NOT EXISTS other"))
    connection.close()
    assert len(play(plan, Alone(plan), 1, file)) == 3


@pytest.mark.parametrize(("bots", "games"), [(2, 1), (2, 9), (2, 100), (3, 7), (3, 100), (4, 1000)])
def test_whole_pairings_agree_with_counting_one_by_one(bots: int, games: int) -> None:
    plan = replace(small_plan("first", "any"), bots=tuple("abcd"[:bots]), players=4)
    pairings, total = whole_pairings(plan, games)
    counts = [len(plan.pairing(number)) for number in range(pairings)]
    assert sum(counts) == total >= games > sum(counts[:-1])


def test_the_game_of_a_killed_worker_is_played_again(tmp_path: Path) -> None:
    plan = small_plan("first", "any")
    crew = Workers(plan, 2)
    killed: list[GameWorker] = []

    def kill(tally: object, wanted: int) -> None:
        if crew._crew and not killed:
            killed.append(crew._crew[0])
            killed[0].process.kill()

    with open_store(tmp_path / "arena.sqlite", plan) as store:
        hold(plan, crew, store, 9, None, kill)
        games = store.load()
    assert killed
    assert [one.record for one in games] == [one.record for one in play(plan, Alone(plan), 9, tmp_path / "b.sqlite")]


@pytest.mark.slow
def test_a_bot_that_kills_its_process_forfeits_after_three_times() -> None:
    plan = small_plan("killer", "any")
    job = plan.pairing(0)[0]
    (played,) = Workers(plan, 1).play([job])
    seat = job.bots.index(0) + 1
    assert played.forfeit == f"seat {seat}, ply 0: killer ends its process"
    assert played.places[seat - 1] == 3 and f"end: left {seat}\n" in played.record


def test_a_bot_that_hangs_is_ended_and_forfeits() -> None:
    plan = small_plan("sleeper", "any", seconds=0.01)
    crew = Workers(plan, 1)
    crew.patience = 0.5
    (played,) = crew.play(plan.pairing(0)[:1])
    assert played.forfeit.endswith(": sleeper does not come back")


class Told:
    """A fake crew: the first bot wins the given games, which end in another order."""

    def __init__(self, wins: str) -> None:
        self.wins, self.asked = wins, 0

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]:
        coming = iter(jobs)
        while batch := list(islice(coming, 6)):
            for job in reversed(batch):
                self.asked += 1
                is_won = self.wins[job.pairing % len(self.wins)] == "1"
                places = tuple(1 if (bot == 0) == is_won else 2 for bot in job.bots)
                yield PlayedGame(job.pairing, job.seating, job.bots, places, (0, 0), 9, (5, 4), (0.0, 0.0), "", "")


@pytest.mark.parametrize(("wins", "accepted"), [("1", "H1"), ("0", "H0"), ("0110", "H0"), ("1110", "H1")])
def test_a_sequential_test_stops_as_soon_as_it_is_decided(wins: str, accepted: str, tmp_path: Path) -> None:
    plan, crew = make_plan("mabula", ["first", "any"], sprt=(0, 100), finder=FINDER), Told(wins)
    with open_store(tmp_path / "arena.sqlite", plan) as store:
        result = hold(plan, crew, store, 1, (0, 100), lambda tally, wanted: None)
        again = hold(plan, Told(wins), store, 1, (0, 100), lambda tally, wanted: None)
    assert result.verdict is not None and result.verdict.accepted == accepted
    assert len(result.games) == 2 * result.verdict.pairings <= crew.asked < len(result.games) + 6
    assert again.verdict == result.verdict


@pytest.mark.parametrize(
    ("bots", "settings", "complaint", "kind"),
    [
        (["any"], {}, "bots: name 2 to 12", ArenaError),
        (["any", "any"], {}, "bots: 'any' is named twice", ArenaError),
        (["any", ""], {}, "bots: a name is missing", ArenaError),
        (["any", "nobody"], {}, "there is no bot 'nobody': choose", BotError),
        (["any", "first"], {"players": 7}, "players: Maka Bana is for 3 to 6", SetupError),
        (["any", "first"], {"time": math.nan}, "time: at most 3600 seconds a choice, not nan", ArenaError),
        (["any", "first"], {"time": math.inf}, "time: at most 3600 seconds a choice, not inf", ArenaError),
        (["any", "first"], {"simulations": 10**6 + 1}, "simulations: at most 1,000,000 a choice", ArenaError),
        (["any", "first"], {"finder": "nosuch:find"}, "finder: 'nosuch:find' is no function .ModuleNotF", ArenaError),
        (["any", "first"], {"finder": "os:nosuch"}, "finder: 'os:nosuch' is no function .AttributeError", ArenaError),
        (["any", "first"], {"finder": "os:sep"}, "finder: 'os:sep' is no function: write module:func", ArenaError),
        (["any", "first"], {"finder": ""}, "finder: '' is no function .ValueError", ArenaError),
        (["any", "first"], {"time": 0.0}, "a budget is more than nothing", BotError),
        (["any", "first"], {"simulations": -1}, "a budget is more than nothing", BotError),
        (["any", "first"], {"games": 0}, "games: at least 1", ArenaError),
        (["any", "first"], {"sprt": (50, 0)}, "sprt: write elo0,elo1 with elo0 below elo1", ArenaError),
        (["any", "first", "greedy"], {"sprt": (0, 50)}, "sprt: a sequential test compares two bots, not 3", ArenaError),
    ],
)
def test_invalid_settings_are_refused_before_anything_is_written(
    bots: list[str], settings: dict[str, Any], complaint: str, kind: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(kind, match=complaint):
        run("makabana", bots, database=tmp_path / "arena.sqlite", **{"finder": FINDER} | settings)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_arena_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    text, other = tmp_path / "letter.txt", tmp_path / "other.sqlite"
    text.write_text("Dear arena, " * 100)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = [file.read_bytes() for file in (text, other)]
    for file, complaint in ((text, "cannot keep games"), (other, "a database of something else")):
        with pytest.raises(ArenaError, match=complaint):
            run("makabana", ["any", "first"], games=1, finder=FINDER, database=file)
    assert [file.read_bytes() for file in (text, other)] == before
