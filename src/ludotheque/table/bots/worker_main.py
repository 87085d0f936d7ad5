"""The main program of a worker process: jobs in, choices out, a line of JSON each. It compiles nothing.

`worker_pool` runs `python -m ludotheque.table.bots.worker_main MODULE:FUNCTION`; FUNCTION finds a bot by name.
"""

import sys

from ludotheque.arena.schedule import finder
from ludotheque.bots.child_process import Tell, be_kind, own_output, requests
from ludotheque.bots.compilation import interpret, is_search, load_bot
from ludotheque.bots.program import one_line
from ludotheque.play.game import game as find_game
from ludotheque.table.bots.bot_jobs import (
    ANOTHER,
    REQUEST,
    AdviceGiven,
    BotVersionError,
    ChoiceMade,
    Failure,
    Find,
    HintRequest,
    think,
    think_for,
    think_quickly,
)
from ludotheque.table.json_logs import places_of

KINDNESS = 5  # niceness above the server's


class Thinker:
    """Answers one request after another."""

    def __init__(self, find: Find, tell: Tell) -> None:
        self.find, self.tell = find, tell
        self._compiled: set[tuple[str, str]] = set()

    def answer(self, line: str | bytes) -> None:
        """Send the choice, or an error's kind and place; not its text, which may hold the bot's secrets."""
        self.tell(self._answer(line).model_dump_json())

    def _answer(self, line: str | bytes) -> ChoiceMade | AdviceGiven | Failure:
        try:
            request = REQUEST.validate_json(line)
            job = request.hint if isinstance(request, HintRequest) else request
            is_compiled = self.load(job.game, job.level)
            if isinstance(request, HintRequest):
                return AdviceGiven(advice=think_for(job, self.find))
            choose = think if is_compiled else think_quickly
            return ChoiceMade(chosen=choose(job, self.find))
        except BotVersionError:
            return Failure(error=ANOTHER)
        except Exception as error:
            return Failure(error=one_line(f"{type(error).__name__} in {places_of(error)[-1]}"))

    def load(self, name: str, level: str) -> bool:
        """Load a bot's compiled code from disk; False if there is none, and it is interpreted."""
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
    """Answer requests until stdin closes."""
    be_kind(KINDNESS)
    thinker = Thinker(finder(path), own_output())
    for line in requests(sys.stdin.buffer):
        thinker.answer(line)


if __name__ == "__main__":
    main(sys.argv[1])
