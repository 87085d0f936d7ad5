"""A child process of ours as it sees itself: requests in, answers out, a line of JSON each."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import BinaryIO

Tell = Callable[[str], None]  # one answer, as a line of JSON


def be_kind(much: int) -> None:
    """Let others go first on a busy machine."""
    if hasattr(os, "nice"):
        os.nice(much)


def requests(source: BinaryIO) -> Iterator[bytes]:
    """What comes in, line by line. When nobody asks any more the process ends, also in the middle of its work."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in source:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get()


def own_output() -> Tell:
    """A way to answer; whatever else is written to the standard output goes where errors go."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(message: str) -> None:
        output.write(message.encode() + b"\n")
        output.flush()

    return tell
