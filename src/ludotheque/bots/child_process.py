"""Child processes that answer requests, a line each: the parent's side, and the child's own.

On Linux each runs under a `supervisor`, so that everything it starts ends with it, also what became a daemon. Elsewhere
its process group is killed, and a daemon gets away.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, BinaryIO

LONGEST = 1 << 16  # bytes of an answer
TAIL = 1 << 12  # last bytes of stderr, for error messages
FAREWELL = 0.5  # seconds in which a child may end by itself
CLEARING = 10.0  # seconds in which a supervisor kills whatever its command has started
SUPERVISOR = Path(__file__).with_name("supervisor.py")

PYTHON = (sys.executable, "-P")  # for programs of ours: without -P, -m would import from the folder we are in

Tell = Callable[[str], None]  # sends one answer, a line of JSON
Request = tuple[str, Future[bytes]]


class ChildError(Exception):
    """A child process cannot answer."""


class AnswerTooLongError(ChildError):
    """An answer of more than `LONGEST` bytes."""


class ChildEndedError(ChildError):
    """A child that closed its output; `code` is its exit code, or None while it still runs."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class ChildProcess:
    """A child process, in a session of its own, so that Ctrl-C does not reach it. Raises OSError if it cannot start.

    It ends, with all that it has started, when `end` is called, when this object is collected, or when we end.
    `memory` is how many bytes each of its processes may have, enforced on Linux. `farewell` is how many seconds
    a child that closed its output gets to end, so that its exit code is known.
    """

    def __init__(self, command: Sequence[str], *, memory: int | None = None, farewell: float | None = None) -> None:
        self._process, supervisor = _start(command, memory)
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._end = weakref.finalize(self, _end, self._process, supervisor, self._requests)
        self._stderr = _Tail(_opened(self._process.stderr))
        arguments = (self._process, self._requests, self._stderr, FAREWELL if farewell is None else farewell)
        threading.Thread(target=_converse, args=arguments, daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def said(self) -> str:
        """The end of what the child has written to stderr so far; all of that once an answer is a ChildEndedError."""
        return self._stderr.last.decode("utf-8", "replace")

    def request(self, line: str) -> Future[bytes]:
        """Send a line, and await the line that answers it, without its line break. Both may raise a ChildError.

        For a thread: `.result(seconds)`; for an event loop: `await asyncio.wrap_future(...)`.
        """
        answer: Future[bytes] = Future()
        self._requests.put((line, answer))
        if not self._end.alive and answer.cancel():  # `_converse` may have finished before it came
            raise ChildEndedError(self._process.poll())
        return answer

    def close(self) -> None:
        """Close the child's input and give it half a second to end by itself; then end it."""
        if self._end.alive:
            self._requests.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self.end()

    def end(self) -> None:
        """Kill the child at once, with all that it has started; any thread may call this."""
        self._end()


class _Tail(threading.Thread):
    """Reads a pipe to its end, and stores its last bytes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe, self.last = pipe, b""
        self.start()

    def run(self) -> None:
        with self._pipe:
            while read := os.read(self._pipe.fileno(), TAIL):
                self.last = (self.last + read)[-TAIL:]


def how_it_ended(code: int, word: str = "code") -> str:
    """The end of a process, as the end of a sentence."""
    return f"was ended by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"ended with {word} {code}"


def _converse(
    process: subprocess.Popen[bytes], requests: SimpleQueue[Request | None], stderr: _Tail, farewell: float
) -> None:
    """The thread that writes to a child and reads its answers, so that callers can stop waiting."""
    while (request := requests.get()) is not None:
        line, answer = request
        if answer.set_running_or_notify_cancel():
            try:
                answer.set_result(_exchange(process, line, stderr, farewell))
            except Exception as error:  # raised where the answer is awaited
                answer.set_exception(error)
    with suppress(OSError):
        _opened(process.stdin).close()
    process.wait()
    _opened(process.stdout).close()


def _exchange(process: subprocess.Popen[bytes], line: str, stderr: _Tail, farewell: float) -> bytes:
    with suppress(OSError):  # it has closed its input; the read below says whether it has ended
        _opened(process.stdin).write(line.encode() + b"\n")
        _opened(process.stdin).flush()
    answer = _opened(process.stdout).readline(LONGEST)
    if answer.endswith(b"\n"):
        return answer[:-1]
    if len(answer) == LONGEST:
        raise AnswerTooLongError
    try:
        code = process.wait(farewell)
    except subprocess.TimeoutExpired:
        raise ChildEndedError(None) from None
    stderr.join(FAREWELL)  # at most: its own children may hold the pipe open
    raise ChildEndedError(code)


def _start(command: Sequence[str], memory: int | None) -> tuple[subprocess.Popen[bytes], socket.socket | None]:
    """Start a command, on Linux under a supervisor; closing the socket makes that kill everything."""
    if sys.platform != "linux":
        return _open(command), None
    ours, theirs = socket.socketpair()
    with theirs:
        handle = theirs.fileno()
        words = (sys.executable, "-I", "-S", str(SUPERVISOR), str(handle), str(memory or 0), *command)
        process = _open(words, handle)
    if error := int(ours.recv(16) or b"0"):
        ours.close()
        process.communicate()
        raise OSError(error, os.strerror(error), command[0])
    return process, ours


def _open(words: Sequence[str], *handles: int) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(  # noqa: S603
        words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=os.name == "posix", pass_fds=handles
    )


def _end(
    process: subprocess.Popen[bytes], supervisor: socket.socket | None, requests: SimpleQueue[Request | None]
) -> None:
    """Kill a child with all that it has started: by its supervisor, else its whole session; and wait for it."""
    if supervisor is not None:
        supervisor.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(CLEARING)
    if os.name == "posix":
        _kill_session(process.pid)
    else:
        process.kill()
    process.wait()
    requests.put(None)


def _kill_session(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    latest = time.monotonic() + FAREWELL
    while (left := _session(leader)) and time.monotonic() < latest:  # again: one may have started another
        for member in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member, signal.SIGKILL)
        time.sleep(0.001)


def _session(leader: int) -> list[int]:
    """The living processes of a session, where there is a `/proc`."""
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _is_in(int(name), leader)]
    return []


def _is_in(process: int, session: int) -> bool:
    """Whether a process lives, in a session; `/proc/N/stat` has after the name: state, parent, group, session."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            state, _, _, own = file.read().rpartition(b")")[2].split()[:4]
    except (OSError, ValueError):  # it has just ended
        return False
    return int(own) == session and state not in (b"Z", b"X")


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101  all three are opened at the start
    return pipe


def be_kind(much: int) -> None:
    """In a child: let others go first on a busy machine."""
    if hasattr(os, "nice"):
        os.nice(much)


def requests(source: BinaryIO) -> Iterator[bytes]:
    """In a child: its requests, line by line. The process exits when its input ends, also while it works on one."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in source:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get()


def own_output() -> Tell:
    """In a child: a function that sends answers. All other output to stdout is redirected to stderr."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(message: str) -> None:
        output.write(message.encode() + b"\n")
        output.flush()

    return tell
