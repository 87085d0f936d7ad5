"""Matches between bots, ratings, and tests of strength."""

from ludotheque.arena.match import GRACE, Match, PlayedGame
from ludotheque.arena.result import ArenaResult, BotRating
from ludotheque.arena.runner import ArenaTally, hold, make_plan, run
from ludotheque.arena.schedule import ArenaError, GameJob, Plan
from ludotheque.arena.shares import Share

__all__ = [
    "GRACE",
    "ArenaError",
    "ArenaResult",
    "ArenaTally",
    "BotRating",
    "GameJob",
    "Match",
    "Plan",
    "PlayedGame",
    "Share",
    "hold",
    "make_plan",
    "run",
]  # fmt: skip
