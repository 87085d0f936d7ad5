"""What somebody may like to do after a game, decided from its result.

Whoever has beaten bots is offered stronger ones, and whoever lost against them a lesson, the moment at which they
fell behind, or the same again. Whoever has played against people is offered a rematch or a series, and in a series its
next game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ludotheque.bots.levels import LEVELS
from ludotheque.log.entries import BotHolder
from ludotheque.log.history import TableHistory
from ludotheque.table.people.results import standings
from ludotheque.table.service.after_game.series import SeriesStanding, may_begin, standing_after
from ludotheque.table.service.rematch import is_against_bots, own_seats

BEGINNERS = ("novice", "casual")  # whoever loses against these is shown the lessons
EARLY = 0.1  # part of a game in which a lead says nothing

NextKind = Literal["rematch", "stronger", "series", "best_of", "lessons", "moment", "opponent"]
Ending = Literal["won", "shared", "lost", "called_off"]


@dataclass(frozen=True, slots=True)
class NextGame:
    """One thing to do next."""

    kind: NextKind
    level: str | None = None  # of the bots, if it is a game against them
    ply: int | None = None  # of the moment


@dataclass(frozen=True, slots=True)
class NextGames:
    """What somebody is offered after a game, the first thing first."""

    ending: Ending
    level: str | None  # of the bots they played; None if people played with them
    series: SeriesStanding | None  # the game was one of
    offers: tuple[NextGame, ...]


def next_games(
    story: TableHistory, person: str, plies: Sequence[int] = (), scores: Sequence[Sequence[int]] = ()
) -> NextGames:
    """What a person who sat here is offered; `scores` are those of all seats after so many `plies`."""
    state, series = story.state, standing_after(story)
    own = own_seats(state, person)
    ending = _ending(story, own)
    if not is_against_bots(state, person):
        return NextGames(ending, None, series, tuple(_among_people(story, series)))
    level = max((one.level for one in state.holders.values() if isinstance(one, BotHolder)), key=LEVELS.index)
    moment = lead_lost_at(plies, scores, own[0])
    return NextGames(ending, level, None, tuple(_after_bots(ending, level, moment)))


def _ending(story: TableHistory, own: Sequence[int]) -> Ending:
    every = standings(story)
    winners = {one.seat for one in every if one.place == 1}
    if not every:
        return "called_off"
    if not winners.intersection(own):
        return "lost"
    return "won" if len(winners) == 1 else "shared"


def _among_people(story: TableHistory, series: SeriesStanding | None) -> list[NextGame]:
    """A series that is not decided goes on; else these people may begin one."""
    if story.state.terms.series is not None and not (series and series.is_decided):
        return [NextGame("series"), NextGame("opponent")]
    best_of = [NextGame("best_of")] if may_begin(story) else []
    return [NextGame("rematch"), *best_of, NextGame("opponent")]


def _after_bots(ending: Ending, level: str, moment: int | None) -> list[NextGame]:
    """Stronger bots after a win; after a loss the same ones, and something to learn."""
    again = NextGame("rematch", level)
    if ending == "won":
        above = LEVELS[LEVELS.index(level) + 1 :]
        return [NextGame("stronger", above[0]), again] if above else [again, NextGame("opponent")]
    if ending != "lost":
        return [again]
    learn = [NextGame("lessons")] if level in BEGINNERS else []
    look = [NextGame("moment", ply=moment)] if moment is not None else []
    return [again, *look, *learn]


def lead_lost_at(plies: Sequence[int], scores: Sequence[Sequence[int]], seat: int) -> int | None:
    """The last ply at which a seat led; None if it never did, did so only at the beginning, or at the end."""
    ahead = [ply for ply, totals in zip(plies, scores, strict=True) if leads(totals, seat)]
    if not ahead or ahead[-1] == plies[-1] or ahead[-1] <= EARLY * plies[-1]:
        return None
    return ahead[-1]


def leads(totals: Sequence[int], seat: int) -> bool:
    """Whether nobody has more points than a seat, and somebody has fewer."""
    return min(totals) < totals[seat - 1] == max(totals)
