"""Child processes answer line by line, to a thread or an event loop, and leave nothing behind."""

import asyncio
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ludotheque.bots.child_process import AnswerTooLongError, ChildEndedError, ChildProcess, how_it_ended

ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"


def child(code: str) -> ChildProcess:
    return ChildProcess([sys.executable, "-S", "-c", code])


def test_a_child_answers_a_thread_and_an_event_loop() -> None:
    one = child(ECHO)

    async def ask() -> bytes:
        return await asyncio.wrap_future(one.request("never odd"))

    assert one.request("drawer").result(60) == b"reward"
    assert asyncio.run(ask()) == b"ddo reven"
    one.close()
    assert not one.is_alive


def test_requests_are_answered_in_their_order() -> None:
    one = child(ECHO)
    answers = [one.request(f"{number}") for number in range(10, 40)]
    assert [answer.result(60) for answer in answers] == [str(number)[::-1].encode() for number in range(10, 40)]
    one.end()


def test_a_request_to_a_child_that_was_killed_says_so_and_both_pipes_are_closed() -> None:
    """The request, longer than a pipe, is never written whole."""
    one = child("import time; time.sleep(60)")
    answer = one.request("x" * 1_000_000)
    one.end()
    with pytest.raises(ChildEndedError) as caught:
        answer.result(60)
    assert caught.value.code == -9
    assert is_closed_at_last(one._process)


def test_a_request_after_the_end_is_refused() -> None:
    one = child(ECHO)
    one.end()
    with pytest.raises(ChildEndedError):
        one.request("too late").result(60)


def is_closed_at_last(process: subprocess.Popen[bytes]) -> bool:
    pipes = (process.stdin, process.stdout, process.stderr)
    end = time.monotonic() + 60
    while not all(pipe is not None and pipe.closed for pipe in pipes) and time.monotonic() < end:
        time.sleep(0.01)
    return all(pipe is not None and pipe.closed for pipe in pipes)


def test_how_a_child_ended_is_known_with_its_last_words() -> None:
    one = child("import sys; sys.stderr.write('x' * 9999 + 'the end'); sys.exit(3)")
    with pytest.raises(ChildEndedError) as caught:
        one.request("").result(60)
    assert caught.value.code == 3 and how_it_ended(3) == "ended with code 3"
    assert one.said == "x" * (4096 - 7) + "the end"


HOPS = """
import os, sys
if os.fork() == 0:
    os.setsid()
    for handle in range(3):
        os.close(handle)
    while True:
        if os.fork():
            os._exit(0)
print(input(), flush=True)
input()
"""


def running(token: str) -> list[str]:
    """The processes whose command line holds a token."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            if token.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                found.append(name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon gets away")
def test_a_daemon_that_forks_without_end_is_caught() -> None:
    """Each of its processes lives for a fraction of a millisecond; when the child is gone, so are they."""
    token = f"hops-{os.getpid()}"
    one = child(HOPS + f"# {token}")
    assert one.request("hello").result(60) == b"hello"
    one.end()
    assert [running(token) for _ in range(20)] == [[]] * 20


def test_a_command_that_cannot_be_started_raises_as_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    with pytest.raises(FileNotFoundError):
        ChildProcess([str(tmp_path / "nothing")])
    with pytest.raises(PermissionError):
        ChildProcess([str(tmp_path / "text")])


def test_an_answer_has_64_kib_at_most() -> None:
    one = child("print('x' * 65535, flush=True); print('x' * 65536, flush=True); input(); input(); input()")
    assert len(one.request("").result(60)) == 65535
    with pytest.raises(AnswerTooLongError):
        one.request("").result(60)
    one.end()
