"""Child processes answer line by line, to a thread or an event loop, and leave nothing behind."""

import asyncio
import subprocess
import sys
import time

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


def test_an_answer_has_64_kib_at_most() -> None:
    one = child("print('x' * 65535, flush=True); print('x' * 65536, flush=True); input(); input(); input()")
    assert len(one.request("").result(60)) == 65535
    with pytest.raises(AnswerTooLongError):
        one.request("").result(60)
    one.end()
