"""Another program that is asked line by line: it is started, limited, and always ended."""

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from ludotheque.bots.bot import BotError

LONGEST = 1 << 16  # bytes of an answer
KEPT = 1 << 12  # bytes that are kept of what a program says on stderr
FAREWELL = 0.5  # seconds in which a program may end by itself


class ProgramTimeout(BotError):  # noqa: N818  told like the others
    """A program that does not answer in its time."""


class Program:
    """A running program. `memory` is how many bytes each of its processes may have, where Linux sees to it."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        self._process = _start(command)
        self._end = weakref.finalize(self, _end, self._process)
        _limit_memory(self._process.pid, memory)
        self._selector = selectors.DefaultSelector()
        self._unsent, self._heard, self._said = bytearray(), bytearray(), bytearray()
        self._has_spoken_last = False
        self._listen(self._process.stdout, self._hear)
        self._listen(self._process.stderr, self._keep)

    def ask(self, line: str, seconds: float) -> str:
        """The line that a program answers; raises Late when none comes in time, a BotError when none can come."""
        self._say(line)
        end = time.monotonic() + seconds
        while self._unsent or b"\n" not in self._heard:
            left = end - time.monotonic()
            if left <= 0:
                raise ProgramTimeout(f"did not answer within {seconds:.4g} s, and was ended{self.last_words()}")
            for key, _ in self._selector.select(left):
                key.data()
            self._check()
        answer, _, rest = self._heard.partition(b"\n")
        self._heard = rest
        return answer.decode("utf-8", "replace")

    def last_words(self) -> str:
        """The end of what a program has said on stderr, as part of a sentence in one line."""
        self._keep()
        lines = [line for line in self._said.decode("utf-8", "replace").splitlines() if line.strip()]
        said = one_line(" / ".join(line.strip() for line in lines[-3:]), 300)
        return f"; it said: {said}" if said else ""

    def close(self) -> None:
        """Let a program end by itself, for half a second; then end it and all that it started."""
        if self._end.alive:
            with suppress(OSError):
                _pipe(self._process.stdin).close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self.end()

    def end(self) -> None:
        """End a program at once, with all that it started."""
        self._end()
        self._selector.close()

    def _listen(self, pipe: IO[bytes] | None, act: Callable[[], None]) -> None:
        os.set_blocking(_pipe(pipe).fileno(), False)
        self._selector.register(_pipe(pipe), selectors.EVENT_READ, act)

    def _say(self, line: str) -> None:
        if not self._unsent:
            os.set_blocking(_pipe(self._process.stdin).fileno(), False)
            self._selector.register(_pipe(self._process.stdin), selectors.EVENT_WRITE, self._send)
        self._unsent += line.encode() + b"\n"

    def _send(self) -> None:
        try:
            del self._unsent[: os.write(_pipe(self._process.stdin).fileno(), self._unsent)]
        except BlockingIOError:
            return
        except OSError:  # it reads no more; whether it has ended, its output will tell
            self._unsent.clear()
        if not self._unsent:
            self._selector.unregister(_pipe(self._process.stdin))

    def _hear(self) -> None:
        heard = _read(self._process.stdout)
        self._has_spoken_last = heard == b""
        self._heard += heard or b""

    def _keep(self) -> None:
        while said := _read(self._process.stderr):
            self._said = (self._said + said)[-KEPT:]
        if said == b"":
            with suppress(KeyError):
                self._selector.unregister(_pipe(self._process.stderr))

    def _check(self) -> None:
        """Raises a BotError when a program has ended, or says too much."""
        if len(self._heard) > LONGEST and b"\n" not in self._heard[:LONGEST]:
            raise BotError(f"answers with a line of more than {LONGEST} bytes")
        if self._has_spoken_last and b"\n" not in self._heard:
            raise BotError(f"{self._how_it_ended()}{self.last_words()}")

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"
        if code >= 0:
            return f"ended with exit code {code} instead of answering"
        return f"was ended by signal {-code} ({signal.strsignal(-code)}) instead of answering"


def one_line(text: str, longest: int = 200) -> str:
    """A text of others for one line of ours: nothing that moves a cursor, and not too much."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)  # noqa: S603
    except PermissionError:
        raise BotError(f"{command[0]} may not be run; put its interpreter first, as in: python3 bot.py") from None
    except FileNotFoundError:
        raise BotError(f"there is no program {command[0]}; check the path, or the spelling") from None
    except (OSError, ValueError) as error:
        raise BotError(f"{command[0]} cannot be run: {getattr(error, 'strerror', None) or error}") from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program's whole session and wait for it, so that nothing is left of it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    latest = time.monotonic() + FAREWELL
    while (left := _session(process.pid)) and time.monotonic() < latest:  # again: one may have started another
        for member in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member, signal.SIGKILL)
        time.sleep(0.001)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError):
            _pipe(pipe).close()
    process.wait()


def _session(number: int) -> list[int]:
    """The living processes of a session, where Linux tells."""
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _is_in(int(name), number)]
    return []


def _is_in(process: int, session: int) -> bool:
    """Whether a process lives, in a session; `/proc/N/stat` has after the name: state, parent, group, session."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            state, _, _, own = file.read().rpartition(b")")[2].split()[:4]
    except (OSError, ValueError):  # it has just ended
        return False
    return int(own) == session and state not in (b"Z", b"X")


def _limit_memory(pid: int, memory: int) -> None:
    import resource  # absent on Windows

    if hasattr(resource, "prlimit"):
        with suppress(OSError, ValueError):  # it has ended already, or has less
            resource.prlimit(pid, resource.RLIMIT_DATA, (memory, memory))


def _read(pipe: IO[bytes] | None) -> bytes | None:
    """What lies in a pipe; nothing at its end; None when nothing has come yet."""
    try:
        return os.read(_pipe(pipe).fileno(), LONGEST)
    except BlockingIOError:
        return None


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101  all three are opened at the start
    return pipe
