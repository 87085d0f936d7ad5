"""Fixtures of the command's tests: `run` calls it in this process, in a folder of its own."""

import re
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Protocol

import pytest

from ludotheque import NAMES
from ludotheque.cli.main import main
from tests.conftest import GOLDEN, SETUPS, compiled

FINISHED = GOLDEN / "mabula" / "2-product-1.record"


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Runs `ludotheque` with these arguments, in this process."""

    def __call__(self, *arguments: object, stdin: str | bytes = "") -> Ran: ...


@pytest.fixture(autouse=True, scope="module")
def prepared() -> None:
    """Compile ahead, as `make test` does, so that no command reports a compilation."""
    for name in NAMES:
        compiled(name)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games and guests' cookies."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(*arguments: object, stdin: str | bytes = "") -> Ran:
        typed = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["ludotheque", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed), "utf-8"))
        code = call_main()
        return Ran(code, *capsys.readouterr())

    return run_it


def call_main() -> int:
    """The exit code of the command in `sys.argv`."""
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    return 0


def setup_arguments(setup: str) -> list[str]:
    """A setup of the tests as it is written in the terminal."""
    name, options = SETUPS[setup]
    words = [
        ["--players", str(value)] if key == "players" else ["--option", f"{key}={value}"]
        for key, value in options.items()
    ]
    return [name, *(word for pair in words for word in pair)]


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """All files below a folder with their bytes."""
    return {str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}


def assert_one_line(ran: Ran) -> None:
    """Exit code 2, and one line on the error output that is no traceback."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert re.fullmatch(r"ludotheque: \S.*\n", ran.err), ran.err
    assert "Traceback" not in ran.err and "Errno" not in ran.err


def own_boards(folder: Path, run: Run) -> None:
    """Custom board files, made from ours."""
    (folder / "islands.toml").write_text(run("boards", "show", "nadaa.toml").out.replace('"nadaa"', '"mine"', 1))
    parts = [run("boards", "show", file).out for file in ("meadow.toml", "basic.toml")]
    whole = "\n".join(
        part.replace(f'name = "{name}"', "", 1) for part, name in zip(parts, ("meadow", "basic"), strict=True)
    )
    (folder / "garden.toml").write_text('name = "garden"\n' + whole)
