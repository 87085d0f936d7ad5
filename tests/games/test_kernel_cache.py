"""Compiled kernels on disk: whole or not at all, and nothing compiled where only loading is allowed.

`test_kernels` tests whole processes without a cache, with a damaged one or a full disk.
"""

import errno
import os
from pathlib import Path

import pytest

from ludotheque.games import kernel as kernels
from ludotheque.games.kernel import CPU, kernel
from ludotheque.games.kernels import kernel_cache
from ludotheque.games.kernels.compiler import NotCompiled, only_loading
from ludotheque.games.kernels.kernel_cache import Files
from ludotheque.play import engine
from ludotheque.play.game import Game


@kernel
def one_more(number: int) -> int:
    return number + 1


def test_saved_code_is_loaded(tmp_path: Path) -> None:
    files = Files(tmp_path, "play", "stamp")
    assert files.load("int64") is None
    files.save("int64", ["code"])
    assert files.load("int64") == ["code"]
    assert files.load("int32") is None, "each signature has a file of its own"
    files.flush()
    assert files.load("int64") == ["code"]


@pytest.mark.parametrize("damage", ["a byte", "half", "all"])
def test_a_damaged_file_is_not_loaded(damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = Files(tmp_path, "play", "stamp")
    files.save("int64", ["code"])
    file = files.path("int64")
    whole = bytearray(file.read_bytes())
    whole[-1] ^= 1
    damaged = {"a byte": bytes(whole), "half": bytes(whole[: len(whole) // 2]), "all": b""}
    file.write_bytes(damaged[damage])
    assert files.load("int64") is None
    assert capsys.readouterr().err == f"ludotheque: {file} is damaged: it is compiled anew.\n"


def test_a_full_disk_is_reported_once_and_sets_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kernel_cache, "write_whole", full)
    monkeypatch.setattr(kernel_cache, "UNSAVED", {})
    monkeypatch.setattr(kernels, "cache_folder", lambda rules: tmp_path)
    for signature in ("int64", "int32"):
        Files(tmp_path, "play", "stamp").save(signature, ["code"])
    told = capsys.readouterr().err
    assert told == (
        f"ludotheque: compiled rules can't be kept in {tmp_path} (No space left on device): "
        "they serve this process alone.\n"
    )
    kernels.set_mark(None, "mabula")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_compiled_where_only_loading_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "cache_folder", lambda rules: tmp_path)
    with only_loading(), pytest.raises(NotCompiled):
        CPU.bind(one_more)(3)
    assert CPU.bind(one_more)(3) == 4


def test_rules_that_lie_on_disk_are_loaded(tmp_path: Path) -> None:
    mabula = Game("mabula").prepare(say=None)
    again = Game("mabula")
    assert again.engine.target is kernels.PYTHON
    assert again.engine.load(mabula.setup(start=0).board)
    assert again.engine.target is CPU
    assert again.engine.load(mabula.setup(start=0).board), "and are loaded already"


def test_a_mark_without_its_files_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These rules were never compiled: no file of them is on disk."""
    mabula = Game("mabula")
    mark = tmp_path / "mabula.ready"
    mark.touch()
    monkeypatch.setattr(engine, "mark_of", lambda rules, what: mark)
    monkeypatch.setattr(CPU, "known", {})  # as in a process that has loaded nothing
    monkeypatch.setattr(kernels, "cache_folder", lambda rules: tmp_path)
    assert mabula.engine.is_prepared
    assert not mabula.engine.load(mabula.setup(start=0).board)
    assert mabula.engine.target is kernels.PYTHON
    assert not mark.exists()
