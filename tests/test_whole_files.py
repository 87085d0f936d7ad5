"""Files of users are read up to a size, and pipes and devices not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.play.whole_files import read_text_file, read_text_stream


def test_a_file_is_read_up_to_its_size_and_no_further(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("né", "utf-8")
    assert read_text_file(file, most=3) == "né"
    with pytest.raises(OSError, match="it is larger than 2 bytes"):
        read_text_file(file, most=2)


def test_a_pipe_to_which_nobody_writes_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is a pipe or a device, not a file"):
        read_text_file(tmp_path / "pipe", most=10)


def test_a_device_is_not_read() -> None:
    with pytest.raises(OSError, match="it is a pipe or a device, not a file"):
        read_text_file("/dev/zero", most=10)


def test_what_would_keep_its_reader_waiting_is_refused() -> None:
    """Nobody writes on, and nobody closes."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.write(write, b"a part")
    with os.fdopen(read, "rb", buffering=0) as waiting, pytest.raises(OSError, match="would have to wait for more"):
        read_text_stream(waiting, most=100)
    os.close(write)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="of Linux")
@pytest.mark.parametrize("command", [["verify"], ["show"], ["boards", "check"], ["verify", "--receipt"]])
def test_a_file_that_only_calls_itself_one_is_refused_in_one_line(command: list[str], tmp_path: Path) -> None:
    """`/proc/kmsg` is a file by its mode, and whoever reads it waits for the next message of the kernel."""
    record = tmp_path / "mabula.record"
    record.write_text("game: mabula\n\n", "utf-8")
    files = ["/proc/kmsg", str(record)] if "--receipt" in command else ["/proc/kmsg"]
    done = subprocess.run(
        [sys.executable, "-c", "from ludotheque.cli.main import main; main()", *command, *files],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode in (1, 2) and "/proc/kmsg" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr and len((done.stdout + done.stderr).splitlines()) <= 4
