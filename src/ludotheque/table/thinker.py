"""The life of a worker process: jobs in, choices out, a line of JSON each. Rules and bots are compiled here.

`python -m ludotheque.table.thinker MODULE:FUNCTION` is started by `crew`; the function finds a bot by its name.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, BinaryIO

from ludotheque.arena.plan import finder
from ludotheque.arena.preparing import are_compiled
from ludotheque.bots.bot import Bot
from ludotheque.bots.program import one_line
from ludotheque.play.game import game as find_game
from ludotheque.table.logs import places_of
from ludotheque.table.thinking import ANOTHER, AnotherVersion, Find, Job, advise, think

STRONGEST = "master"  # all levels of a game share what is compiled; this one has everything
KINDNESS = 5  # how much later than the server a thinker gets its turn on a busy machine

Tell = Callable[[dict[str, Any]], None]


class Thinker:
    """Answers one request after another."""

    def __init__(self, find: Find, tell: Tell) -> None:
        self.find, self.tell = find, tell
        self._ready: set[str] = set()

    def answer(self, request: dict[str, Any]) -> None:
        """Tell what is chosen; of what went wrong its kind and place, and no words: they may hold what the bot sees."""
        try:
            if "prepare" in request:
                self.prepare(request["prepare"], STRONGEST)
                self.tell({"ready": request["prepare"]})
                return
            is_hint = "hint" in request
            job = Job.model_validate(request["hint"] if is_hint else request)
            self.prepare(job.game, job.level)
            if is_hint:
                self.tell({"advice": advise(job, self.find).model_dump(mode="json")})
            else:
                self.tell({"chosen": think(job, self.find).model_dump(mode="json")})
        except AnotherVersion:
            self.tell({"error": ANOTHER})
        except Exception as error:
            self.tell({"error": one_line(f"{type(error).__name__} in {places_of(error)[-1]}")})

    def prepare(self, name: str, level: str) -> None:
        """Compile rules and bots, or load what lies compiled on disk; says so before it takes long."""
        if name in self._ready:
            return
        one = find_game(name)
        bot: Bot = self.find(one, level)
        if not (one.engine.is_prepared and are_compiled([bot])):
            self.tell({"preparing": name})
        one.prepare(say=None)
        getattr(bot, "greet", bool)()
        self._ready.add(name)


def requests(source: BinaryIO) -> Iterator[dict[str, Any]]:
    """What comes in, line by line. When nobody asks any more the process ends, also in the middle of a thought."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in source:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield json.loads(lines.get())


def own_output() -> Tell:
    """A way to answer; whatever else is written to the standard output goes where errors go."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(message: dict[str, Any]) -> None:
        output.write(json.dumps(message).encode() + b"\n")
        output.flush()

    return tell


def main(path: str) -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    thinker = Thinker(finder(path), own_output())
    for request in requests(sys.stdin.buffer):
        thinker.answer(request)


if __name__ == "__main__":
    main(sys.argv[1])
