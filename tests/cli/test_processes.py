"""The real command in a process of its own: pipes, signals, terminals, full disks."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Record
from ludotheque.drawing import draw_text, marks_of
from tests.cli.conftest import FINISHED, Ran, assert_one_line
from tests.conftest import GOLDEN
from tests.table.test_serve import worked

COMMAND = Path(sys.executable).parent / "ludotheque"
PATIENCE = 120.0


def hear_control_c() -> None:
    """A background run of the tests may ignore SIGINT, and child processes inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def start(*arguments: object, **how: Any) -> Iterator[subprocess.Popen[str]]:
    """The command as a process, which is killed when the context is left."""
    command = [str(COMMAND), *map(str, arguments)]
    with subprocess.Popen(command, text=True, preexec_fn=hear_control_c, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], end: str) -> str:
    """Read what a process prints until its prompt."""
    assert process.stdout is not None
    shown = ""
    while not shown.endswith(end):
        assert select.select([process.stdout], [], [], PATIENCE)[0], shown
        shown += os.read(process.stdout.fileno(), 65536).decode()
    return shown


def test_the_installed_command_runs_and_ends_with_its_code(folder: Path) -> None:
    assert subprocess.run([COMMAND, "games"], capture_output=True, check=False).returncode == 0
    bad = subprocess.run([COMMAND, "new", "chess"], capture_output=True, check=False, text=True)
    assert_one_line(Ran(bad.returncode, bad.stdout, bad.stderr))


def test_a_closed_pipe_ends_the_command_quietly(folder: Path) -> None:
    """`ludotheque replay FILE | head -1`"""
    record = next(path for path in sorted(GOLDEN.glob("marabunta/*.record")))
    with start("replay", record, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("marabunta")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) in (0, 1)


def test_a_closed_standard_input_is_the_end_of_input(folder: Path) -> None:
    shell = shutil.which("sh")
    assert shell
    for command, code, words in (
        ("play mabula --seed 1", 0, "Goodbye."),
        ("show -", 2, "ludotheque: -: cannot be read: standard input is closed"),
    ):
        ran = subprocess.run([shell, "-c", f"{COMMAND} {command} <&-"], capture_output=True, text=True, check=False)
        assert ran.returncode == code
        assert words in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


def test_a_full_disk_is_reported_in_one_line(folder: Path) -> None:
    with Path("/dev/full").open("w") as full, start("games", stdout=full, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.read() == "ludotheque: No space left on device\n"
        assert process.wait(60) == 2


def test_control_c_keeps_the_game_and_says_how_to_go_on(folder: Path) -> None:
    prompt = "White, your move (? for help): "
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start("play", "mabula", "--against", "random", "--seed", 7, "--save", "a.record", **pipes) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        read_until(process, prompt)
        process.stdin.write("b8-b4\n")
        process.stdin.flush()
        shown = read_until(process, prompt)
        time.sleep(0.5)  # Python hears a signal that comes between prompt and reading only with the next one
        assert press_until_it_is_heard(process) == 130
        assert process.stdout.read().endswith("Goodbye. Go on with: ludotheque play a.record\n")
        assert process.stderr.read().strip() == "ludotheque: stopped"
    record = Record.load(folder / "a.record")
    assert record.steps[0] == (1, "b8-b4")
    position = record.at(-1)
    assert draw_text(position.view(1), marks_of(position, 1)) in shown


def press_until_it_is_heard(process: subprocess.Popen[str]) -> int:
    """Press control C, again if a busy machine was not reading yet; returns the exit code."""
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(20)
    raise AssertionError("it can't be stopped")


@pytest.mark.parametrize("more", [["--workers", 2], ["--trace", "a.jsonl"]], ids=["figures", "trace"])
def test_control_c_stops_a_simulation_that_would_take_hours(folder: Path, more: list[object]) -> None:
    command = ["simulate", "mabula", "--games", 10**9, *more]
    with start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        let_it_begin(process)
        errors = interrupt(process)
    assert process.returncode == 130
    assert errors.strip() == "ludotheque: stopped"
    assert os.listdir(folder) == []


def let_it_begin(process: subprocess.Popen[str]) -> None:
    """Wait until numba has been loaded, and for some seconds of work after that, however quick the machine is."""
    end, loaded = time.monotonic() + PATIENCE, 0.0
    while loaded == 0.0 or worked(process) < 6 * loaded + 1:
        assert process.poll() is None and time.monotonic() < end, "it goes on"
        if loaded == 0.0 and "llvmlite" in Path(f"/proc/{process.pid}/maps").read_text():
            loaded = worked(process)
        time.sleep(0.02)


def interrupt(process: subprocess.Popen[str]) -> str:
    """Press control C, again if a busy machine was still importing a module that swallows it."""
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=15)[1]
    raise AssertionError("it can't be stopped")


def test_control_c_stops_a_count_that_would_take_hours(folder: Path) -> None:
    """Sequences of five moves are counted in seconds, those of six in minutes, in one compiled call."""
    command = ["perft", FINISHED, "--ply", 0, "--depth", 9]
    with start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(5)][3:] == ["4 19649022\n", "5 1072831167\n"]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.strip() == "ludotheque: stopped"


def test_the_clock_of_a_simulation_shows_play_alone(folder: Path) -> None:
    """Importing numba and loading the rules is half a second of work or more; ten games are a few milliseconds.

    The clock shows seconds of work here: those in which others had the machine say nothing.
    """
    code = "import time; time.perf_counter = time.process_time; from ludotheque.cli.main import main; main()"
    command = [sys.executable, "-c", code, "simulate", "mabula", "--games", "10", "--json"]
    ran = subprocess.run(command, capture_output=True, check=True)
    assert json.loads(ran.stdout)["seconds"] < 0.2


def test_a_progress_bar_is_shown_to_people_and_never_among_the_figures(folder: Path) -> None:
    try:
        master, slave = os.openpty()
    except OSError:
        pytest.skip("this machine has no pseudo-terminals, so nobody could be shown a bar")
    try:
        with start(
            "simulate", "marabunta", "--games", 2_000, "--json", stdout=subprocess.PIPE, stderr=slave
        ) as process:
            os.close(slave)
            out, _ = process.communicate(timeout=120)
        shown = os.read(master, 65536).decode()
    finally:
        os.close(master)
    assert json.loads(out)["games"] == 2_000
    assert "Marabunta" in shown


def test_an_mcp_server_at_a_terminal_says_what_it_is_and_ends_with_ctrl_c(folder: Path) -> None:
    try:
        master, slave = os.openpty()
    except OSError:
        pytest.skip("this machine has no pseudo-terminals, so nobody could sit at one")
    try:
        with start("mcp", stdin=slave, stderr=slave) as process:
            os.close(slave)
            shown = ""
            while "Ctrl-C stops it" not in shown:
                shown += os.read(master, 65536).decode()
            assert press_until_it_is_heard(process) == 130
    finally:
        os.close(master)


@pytest.mark.parametrize(
    "command",
    [["games"], ["boards"], ["new", "mabula", "--seed", "1"], ["show", str(FINISHED)],
     ["legal", str(FINISHED), "--ply", "1"], ["verify", str(FINISHED)],
     ["play", "mabula", "--against", "random", "--seed", "1"]],
    ids=lambda command: command[0],
)  # fmt: skip
def test_commands_that_need_no_compiled_rules_load_nothing_heavy(folder: Path, command: list[str]) -> None:
    """It takes longer to import than the whole command to run; so do other things that only a table needs."""
    heavy = {"numba", "textual", "fastapi", "sqlalchemy", "websockets", *([] if command[0] == "play" else ["pydantic"])}
    code = (
        "import sys; from ludotheque.cli.main import main; main(); "
        f"sys.exit(', '.join({heavy} & set(sys.modules)) or 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *command], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
