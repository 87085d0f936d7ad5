"""Matches between bots, ratings, and tests of strength."""

from ludotheque.arena.match import GRACE, Match, Played
from ludotheque.arena.plan import ArenaError, Job, Plan
from ludotheque.arena.points import Share
from ludotheque.arena.result import Rating, Result
from ludotheque.arena.running import Tally, hold, make_plan, run

__all__ = [
    "GRACE", "ArenaError", "Job", "Match", "Plan", "Played", "Rating", "Result", "Share", "Tally", "hold", "make_plan",
    "run",
]  # fmt: skip
