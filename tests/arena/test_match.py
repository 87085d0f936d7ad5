"""One game between bots: views only, own random sources, records, and forfeits that never stop a run."""

import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Record
from ludotheque.arena.match import Match, PlayedGame
from ludotheque.arena.schedule import Plan
from ludotheque.bots.bot import Bot, Budget, Thought
from ludotheque.bots.external_bot import ExternalBot, ProgramLimits
from ludotheque.play.chance import Source
from ludotheque.play.game import game
from ludotheque.play.view import View
from tests.arena.players import FINDER, First, Rude

MABULA = Plan("mabula", 2, {}, None, "", 1, ("any", "first"), (1, 1), None, None, 3, False, FINDER)
TABLES = [("mabula", 2), ("marabunta", 2), ("makabana", 3), ("junglerumble", 2)]


@pytest.fixture(autouse=True)
def _compiled() -> None:
    """Games between bots run compiled, as in an arena."""
    for name, _ in TABLES:
        game(name).prepare(say=None)


def play(plan: Plan, seating: int = 0, pairing: int = 0, bots: list[Bot] | None = None) -> PlayedGame:
    return Match(plan, bots or plan.find_bots(), plan.pairing(pairing)[seating]).play()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_record_of_every_game_replays_to_its_places(name: str, players: int) -> None:
    played = play(replace(MABULA, game=name, players=players))
    record = Record.read(played.record)
    outcome = record.verify()
    assert outcome is not None and (outcome.places, outcome.scores) == (played.places, played.scores)
    assert len(record.steps) == played.length and not played.forfeit
    assert [record.header[f"x-seat-{seat}"] for seat in (1, 2)] == [MABULA.bots[bot] for bot in played.bots[:2]]


@dataclass
class Spy:
    """Records its arguments, and plays any move."""

    name: str = "any"
    version: int = 1
    given: list[tuple[Any, int]] = field(default_factory=list)

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        self.given.append((view, chance.randrange(1 << 30)))
        return Thought(view.legal()[0].text)


def test_a_bot_is_given_the_view_of_its_seat_and_another_random_source_each_time() -> None:
    spy = Spy()
    play(replace(MABULA, game="makabana", players=3), bots=[spy, spy])
    assert {type(view) for view, _ in spy.given} == {View}
    assert all(view.legal() for view, _ in spy.given)
    assert len({number for _, number in spy.given}) == len(spy.given)


def test_the_same_game_of_a_plan_is_the_same_game() -> None:
    one, other = play(MABULA), play(MABULA)
    assert (one.record, one.places) == (other.record, other.places)
    assert play(replace(MABULA, seed=4)).record != one.record


@pytest.mark.parametrize(
    ("bot", "word", "line"),
    [
        ("crash", "left", "seat 1, ply 0: crash fails: RuntimeError: something broke"),
        ("quitter", "left", "seat 1, ply 0: quitter fails: SystemExit: 3"),
        ("greets badly", "left", "seat 1, ply 0: greets badly fails: RuntimeError: no hello"),
        ("illegal", "left", "seat 1, ply 0: illegal answers 'z9-z9', which is not legal"),
        ("late", "time", r"seat 1, ply 0: late takes \d+\.\d s for a choice of 0\.01 s"),
    ],
)
def test_a_bot_that_fails_forfeits_and_the_reason_is_one_line(bot: str, word: str, line: str) -> None:
    played = play(replace(MABULA, bots=(bot, "any"), seconds=0.01))
    assert played.places == (2, 1) and re.fullmatch(line, played.forfeit), played.forfeit
    record = Record.read(played.record)
    assert record.header["end"] == f"{word} 1" and record.verify() is None


SLOW = """
import json, sys, time
for line in sys.stdin:
    time.sleep(0 if "hello" in line else 60)
    print(json.dumps({"protocol": 1}), flush=True)
    time.sleep(0 if "hello" in line else 60)
"""


def test_a_program_that_is_late_loses_by_time(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    slow = ExternalBot(game("mabula"), f"{sys.executable} -S {tmp_path}/slow.py", ProgramLimits(grace=0.1))
    played = play(replace(MABULA, seconds=0.05), bots=[slow, First()])
    assert "did not answer within 0.2 s, and was ended" in played.forfeit
    assert Record.read(played.record).header["end"] == "time 1"


def test_an_error_while_closing_a_bot_does_not_change_the_game() -> None:
    played = play(replace(MABULA, bots=("closes badly", "any")))
    assert not played.forfeit and Record.read(played.record).verify()


def test_the_watched_seat_is_known_while_a_bot_starts_thinks_or_closes() -> None:
    seen: list[int] = []
    Match(MABULA, [Rude("polite"), First()], MABULA.pairing(0)[0], seen.append).play()
    assert seen[:3] == [-1, -2, 0] and seen[3:7] == [1, 0, 2, 0] and seen[-3:] == [-1, -2, 0]


def test_the_others_share_the_win_of_a_forfeited_game() -> None:
    plan = replace(MABULA, game="makabana", players=4, bots=("crash", "any"), alone=True)
    assert play(plan, seating=1).places == (1, 1, 1, 4)


def test_all_seatings_of_a_pairing_have_the_same_chance() -> None:
    """Marabunta rolls a tile and six dice a round: as long as both have the same tiles left, they are the same."""
    plan = replace(MABULA, game="marabunta")
    games = [Record.read(play(plan, seating).record) for seating in (0, 1)]
    drawn = [[text for actor, text in game.steps if actor == 0][:21] for game in games]
    assert drawn[0] == drawn[1] and games[0].steps != games[1].steps


def test_a_played_game_round_trips_through_json() -> None:
    played = play(MABULA)
    assert PlayedGame.from_json(played.to_json()) == played
