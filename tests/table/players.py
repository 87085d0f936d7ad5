"""Bots for tests of the worker processes, each with a habit."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from ludotheque.bots.bot import Bot, Budget, Thought
from ludotheque.bots.levels import find_bot as find_level
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.view import View

FINDER = "tests.table.players:find_bot"


@dataclass
class Habit:
    """Plays the first move, or does what its name says."""

    name: str
    version: int = 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        match self.name:
            case "raises":
                raise RuntimeError("something\nbroke")
            case "cheats":
                return Thought("z9-z9")
            case "sleeps":
                if bed := os.environ.get("SLEEPERS_BED"):
                    Path(bed).write_text(str(os.getpid()))
                time.sleep(3600)
            case "dies":
                os.write(2, b"no more strength\n")
                os._exit(7)
            case "falls":
                os.write(2, b'  File "/somewhere/rules.py", line 12, in legal\nValueError: a secret\n')
                os._exit(9)
            case "talks":
                os.write(1, b"let me see ...\n")
        return Thought(view.legal()[0].text)


def find_bot(game: Game, name: str) -> Bot:
    """A bot by its habit, or one of the levels."""
    return (
        Habit(name)
        if name in ("raises", "cheats", "sleeps", "dies", "falls", "talks", "first")
        else find_level(game, name)
    )
