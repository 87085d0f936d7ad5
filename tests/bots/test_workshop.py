"""Compiling in the background: wanted games first, also when processes are killed or fail."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence, Sized
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots import workshop as workshops
from ludotheque.bots.compilation import ENDGAME, RULES, SEARCH, is_compiled, pieces_of
from ludotheque.bots.workshop import Workshop
from ludotheque.games import NAMES
from ludotheque.games.kernel import cache_folder, cache_root
from ludotheque.play.game import Game, game
from tests.conftest import sampled

PATIENCE = 60.0


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache of compiled rules."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(folder))
    cache_root.cache_clear()
    yield folder
    cache_root.cache_clear()


COMPILER = """
import json, os, sys, time
from ludotheque.bots.compilation import _name, _sources_of
from ludotheque.games.kernel import mark_of
from ludotheque.play.game import game
for line in sys.stdin:
    request = json.loads(line)
    one, piece = game(request["game"]), request["piece"]
    with open(os.environ["DIARY"], "a") as diary:
        diary.write(f"{os.getpid()} {one.name} {piece}\\n")
    HABIT
    name = one.name if piece == "rules" else _name(one, piece)
    mark_of(one.engine.rules if piece == "rules" else _sources_of(one, piece), name).touch()
    print("{}", flush=True)
"""


@pytest.fixture
def diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which fake compilers write their process id, game and piece."""
    file = tmp_path / "diary"
    monkeypatch.setenv("DIARY", str(file))
    pretend(monkeypatch)
    return file


def pretend(monkeypatch: pytest.MonkeyPatch, habit: str = "pass") -> None:
    """Replace the compiler by a fake that only sets marks, after running `habit`."""
    code = COMPILER.replace("HABIT", habit)
    monkeypatch.setattr(workshops, "COMMAND", (sys.executable, "-P", "-c", code))


def until(is_true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def noting(loaded: list[tuple[str, str]]) -> Callable[[str, str], bool]:
    """Loads everything, and records it."""

    def load(name: str, piece: str) -> bool:
        loaded.append((name, piece))
        return True

    return load


def has(items: Sized, count: int) -> bool:
    return len(items) == count


def has_written(diary: Path, count: int) -> bool:
    return len(lines(diary)) == count


def lines(diary: Path) -> list[list[str]]:
    return [line.split() for line in diary.read_text().splitlines()] if diary.exists() else []


def test_everything_is_compiled_and_each_piece_is_loaded_in_its_order(cache: Path, diary: Path) -> None:
    loaded: list[tuple[str, str]] = []
    workshop = Workshop(noting(loaded), pytest.fail)
    assert workshop.compiling == frozenset(NAMES)
    workshop.start()
    workshop.wait()
    assert sorted(loaded) == sorted((name, piece) for name in NAMES for piece in pieces_of(name))
    for name in NAMES:
        assert tuple(piece for one, piece in loaded if one == name) == pieces_of(name)
        assert all(is_compiled(game(name), piece) for piece in pieces_of(name))
    assert workshop.progress() == dict.fromkeys(NAMES, 100)


def test_the_game_being_played_is_compiled_first(cache: Path, diary: Path) -> None:
    workshop = Workshop(lambda name, piece: True, pytest.fail, processes=1)
    workshop.want("junglerumble")
    workshop.want("makabana")
    workshop.start()
    workshop.wait()
    order = [name for _, name, piece in lines(diary) if piece == RULES]
    assert order == ["makabana", "junglerumble", "mabula", "marabunta"]


def test_a_game_wanted_meanwhile_is_compiled_next(
    cache: Path, diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    pretend(monkeypatch, f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)")
    workshop = Workshop(lambda name, piece: True, pytest.fail, processes=1)
    workshop.start()
    until(lambda: lines(diary))
    workshop.want("junglerumble")
    gate.touch()
    workshop.wait()
    assert [line[1:] for line in lines(diary)[:2]] == [["mabula", RULES], ["junglerumble", RULES]]


def test_pieces_on_disk_are_loaded_and_not_compiled_again(cache: Path, diary: Path) -> None:
    loaded: list[tuple[str, str]] = []
    for count in (3, 6):
        workshop = Workshop(noting(loaded), pytest.fail, names=("mabula",))
        workshop.start()
        until(partial(has, loaded, count))
        workshop.wait()
    assert [piece for _, piece in loaded] == [RULES, SEARCH, ENDGAME] * 2
    assert len(lines(diary)) == 3


def test_a_piece_that_cannot_be_loaded_is_compiled_again(cache: Path, diary: Path) -> None:
    first = Workshop(lambda name, piece: True, pytest.fail, names=("mabula",))
    first.start()
    first.wait()
    tries: list[str] = []

    def load(name: str, piece: str) -> bool:
        tries.append(piece)
        return piece != SEARCH or tries.count(SEARCH) > 1

    second = Workshop(load, pytest.fail, names=("mabula",))
    second.start()
    until(lambda: tries.count(SEARCH) == 2)
    second.wait()
    assert [line[2] for line in lines(diary)] == [RULES, SEARCH, ENDGAME, SEARCH]


def test_a_killed_compiler_is_replaced_and_reported_in_one_line(
    cache: Path, diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    pretend(monkeypatch, f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)")
    monkeypatch.setattr(workshops, "PAUSES", (0.05,))
    said: list[str] = []
    workshop = Workshop(lambda name, piece: True, said.append, names=("mabula",), processes=1)
    workshop.start()
    for killed in range(2):
        until(partial(has_written, diary, killed + 1))
        os.kill(int(lines(diary)[killed][0]), signal.SIGKILL)
    until(lambda: len(lines(diary)) == 3)
    gate.touch()
    workshop.wait()
    assert workshop.progress() == {"mabula": 100}
    assert said == [
        "Mabula goes on without compiled rules for now, slower: the process that compiles was ended. "
        "It is tried again in 0.05 seconds."
    ]


def test_a_closed_workshop_leaves_no_process(cache: Path, diary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, "time.sleep(600)")
    workshop = Workshop(lambda name, piece: True, pytest.fail, processes=2)
    workshop.start()
    until(lambda: len(lines(diary)) == 2)
    workshop.close()
    for line in lines(diary):
        until(partial(has_ended, int(line[0])))


def test_a_compiler_that_starts_while_the_workshop_closes_is_ended(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, "time.sleep(600)")
    shop = Workshop(lambda name, piece: True, pytest.fail)
    shop.close()
    compiler = workshops._Compiler(shop._began, shop._ended)
    with pytest.raises(workshops.CompilationError, match="the process that compiles was ended"):
        compiler.compile("mabula", "rules")


def has_ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_full_disk_is_reported_in_one_line_and_retried(
    cache: Path, diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process reports files that its cache could not write."""
    room = tmp_path / "room"
    full = (
        'print(json.dumps({"error": "compiled rules can\'t be kept in /full (No space left on device)"}), flush=True)'
    )
    pretend(monkeypatch, f"if not os.path.exists({str(room)!r}): {full}; continue")
    monkeypatch.setattr(workshops, "PAUSES", (0.05,))
    said: list[str] = []
    workshop = Workshop(lambda name, piece: True, said.append, names=("mabula",))
    workshop.start()
    until(lambda: len(lines(diary)) > 2)
    room.touch()
    workshop.wait()
    assert said == [
        "Mabula goes on without compiled rules for now, slower: compiled rules can't be kept in /full "
        "(No space left on device). It is tried again in 0.05 seconds."
    ]


def test_a_process_that_cannot_be_started_is_reported(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshops, "COMMAND", (str(cache / "nothing"),))
    said: list[str] = []
    workshop = Workshop(lambda name, piece: True, said.append, names=("mabula",))
    workshop.start()
    until(lambda: said)
    workshop.close()
    assert "no process can be started (No such file or directory)" in said[0]


def test_mabula_is_compiled_by_a_process_and_then_used_here(cache: Path) -> None:
    """Interpreted at first, then compiled in the same process, with equal results."""
    one = Game("mabula")
    ready = threading.Event()

    def load(name: str, piece: str) -> bool:
        is_loaded = piece != RULES or one.engine.load(one.setup(start=0).board)
        ready.set()
        return is_loaded

    before = one.start(seed=7).play("b8-b4")
    assert one.engine.target.name == "python" and not one.engine.load(one.setup(start=0).board)
    workshop = Workshop(load, pytest.fail, names=("mabula",))
    workshop.start()
    assert ready.wait(PATIENCE * 2)
    workshop.close()
    assert one.engine.target.name == "cpu"
    assert one.start(seed=7).play("b8-b4") == before
    assert not list(cache.rglob("*.part")), "nothing half-written"


@sampled("moments", (1, 3), (0, 1, 2, 4, 8, 99))
def test_a_killed_compiler_leaves_no_partial_piece_that_counts_as_compiled(cache: Path, moments: Sequence[int]) -> None:
    """Killed repeatedly with so many rules in the cache, or after its end."""
    for many in moments:
        command = [sys.executable, "-P", "-m", "ludotheque.bots.compilation"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert process.stdin is not None
        process.stdin.write(b'{"game": "mabula", "piece": "rules"}\n')
        process.stdin.flush()
        until(lambda many=many: len(list(cache.rglob("*.nbc"))) >= many or Game("mabula").engine.is_prepared)  # type: ignore[misc]
        process.kill()
        process.wait()
        process.stdin.close()
        one = Game("mabula")
        assert one.engine.load(one.setup(start=0).board) == one.engine.is_prepared


def test_compiling_waits_for_the_lock_of_another_process(cache: Path, tmp_path: Path) -> None:
    import fcntl

    from ludotheque.bots.compilation import _alone

    path, order = cache_folder(None) / "mabula.lock", list[str]()

    def second() -> None:
        with _alone(path):
            order.append("second")

    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.2)
        order.append("first")
    thread.join(PATIENCE)
    assert order == ["first", "second"]
    with _alone(Path("/nowhere/at/all")):
        order.append("no lock, no waiting")
    assert len(order) == 3


def test_an_uncompiled_bot_is_not_loaded(cache: Path) -> None:
    from ludotheque.bots.compilation import load_bot
    from ludotheque.bots.levels import find_bot

    one: Any = game("mabula")
    assert not load_bot(one, find_bot(one, "club"), "club")
