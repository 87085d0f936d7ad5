"""Files of users are read up to a size, and pipes and devices not at all."""

import os
from pathlib import Path

import pytest

from ludotheque.play.whole_files import read_text_file


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
