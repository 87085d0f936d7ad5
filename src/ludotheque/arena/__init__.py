"""Matches between bots, ratings, and tests of strength."""

from ludotheque.arena.match import GRACE, Match, Played
from ludotheque.arena.result import Rating, Result
from ludotheque.arena.runner import Tally, hold, make_plan, run
from ludotheque.arena.schedule import ArenaError, Job, Plan
from ludotheque.arena.shares import Share

__all__ = [
    "GRACE", "ArenaError", "Job", "Match", "Plan", "Played", "Rating", "Result", "Share", "Tally", "hold", "make_plan",
    "run",
]  # fmt: skip
