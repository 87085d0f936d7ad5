"""Files of users are read up to a size, and devices not at all."""

import os
import threading
from pathlib import Path

import pytest

from ludotheque.play.whole_files import read_text_file


def test_a_file_is_read_up_to_its_size_and_no_further(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("né", "utf-8")
    assert read_text_file(file, most=3) == "né"
    with pytest.raises(OSError, match="it is larger than 2 bytes"):
        read_text_file(file, most=2)


def test_a_pipe_without_end_is_read_up_to_a_size(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("x" * 1000))
    writer.start()
    with pytest.raises(OSError, match="it is larger than 10 bytes"):
        read_text_file(pipe, most=10)
    writer.join()


def test_a_device_is_not_read() -> None:
    with pytest.raises(OSError, match="it is a device, not a file"):
        read_text_file("/dev/zero", most=10)
