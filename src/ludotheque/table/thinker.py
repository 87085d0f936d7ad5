"""The life of a worker process: jobs in, choices out, a line of JSON each. Nothing is compiled here.

`python -m ludotheque.table.thinker MODULE:FUNCTION` is started by `crew`; the function finds a bot by its name.
"""

import sys
from dataclasses import asdict
from typing import Any

from ludotheque.arena.plan import finder
from ludotheque.bots.child import Tell, be_kind, own_output, requests
from ludotheque.bots.compilation import interpret, is_search, load_bot
from ludotheque.bots.program import one_line
from ludotheque.play.game import game as find_game
from ludotheque.table.logs import places_of
from ludotheque.table.thinking import ANOTHER, AnotherVersion, Find, Job, think, think_for, think_quickly

KINDNESS = 5  # how much later than the server a thinker gets its turn on a busy machine


class Thinker:
    """Answers one request after another."""

    def __init__(self, find: Find, tell: Tell) -> None:
        self.find, self.tell = find, tell
        self._compiled: set[tuple[str, str]] = set()

    def answer(self, request: dict[str, Any]) -> None:
        """Tell what is chosen; of what went wrong its kind and place, and no words: they may hold what the bot sees."""
        try:
            is_hint = "hint" in request
            job = Job.model_validate(request["hint"] if is_hint else request)
            is_compiled = self.load(job.game, job.level)
            if is_hint:
                self.tell({"advice": asdict(think_for(job, self.find))})
            else:
                choose = think if is_compiled else think_quickly
                self.tell({"chosen": choose(job, self.find).model_dump(mode="json")})
        except AnotherVersion:
            self.tell({"error": ANOTHER})
        except Exception as error:
            self.tell({"error": one_line(f"{type(error).__name__} in {places_of(error)[-1]}")})

    def load(self, name: str, level: str) -> bool:
        """Load what a bot needs, if it lies compiled on disk; False where it is to think interpreted."""
        if (name, level) not in self._compiled:
            one = find_game(name)
            bot = self.find(one, level)
            if not is_search(bot):
                one.engine.load(one.setup(start=0).board)
            elif not load_bot(one, bot, level):
                interpret(bot)
                return False
            self._compiled.add((name, level))
        return True


def main(path: str) -> None:
    """Answer until nobody asks any more."""
    be_kind(KINDNESS)
    thinker = Thinker(finder(path), own_output())
    for request in requests(sys.stdin.buffer):
        thinker.answer(request)


if __name__ == "__main__":
    main(sys.argv[1])
