"""One source of rules, three ways to run it: the machinery."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from ludotheque.games import NAMES, bits, kernel, random_source, verbs
from ludotheque.games.kernel import CPU, PYTHON
from ludotheque.games.perft import perft
from ludotheque.games.playout import BUSY, DESK, RESULT, begin_all, random_games, step_all
from ludotheque.play import progress
from ludotheque.play.engine import Engine, new_rng
from ludotheque.play.game import Game
from ludotheque.play.simulation import kernel_setup, play_chunk
from tests.conftest import compiled, interpreted

# From the authors' own test vectors of Philox4x32-10 (Random123, kat_vectors).
PHILOX = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize("target", [PYTHON, CPU], ids=lambda target: target.name)
def test_the_random_source_is_philox(target: kernel.Target) -> None:
    """The second counter word is always 0 here, so only vectors that fit are compared word by word."""
    counter, key, expected = PHILOX[0]
    rng = new_rng(0, 0)
    rng.key[:], rng.stream[:], rng.block = key, counter[2:], counter[0]
    target.bind(random_source.refill)(rng)
    assert tuple(map(int, rng.words)) == expected


def test_the_random_source_agrees_with_a_plain_philox() -> None:
    assert plain_philox(*PHILOX[1][:2]) == PHILOX[1][2]
    rng = new_rng(0x299F31D0A4093822, 0x0370734413198A2E)
    for block in range(5):
        words = [int(random_source.word(rng)) for _ in range(4)]
        assert tuple(words) == plain_philox((block, 0, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0))


def plain_philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox4x32-10 as its paper writes it down."""
    a, b, c, d = counter
    key_0, key_1 = key
    for _ in range(10):
        high_0, low_0 = divmod(0xD2511F53 * a, 1 << 32)
        high_1, low_1 = divmod(0xCD9E8D57 * c, 1 << 32)
        a, b, c, d = high_1 ^ b ^ key_0, low_1, high_0 ^ d ^ key_1, low_0
        key_0, key_1 = (key_0 + 0x9E3779B9) % (1 << 32), (key_1 + 0xBB67AE85) % (1 << 32)
    return a, b, c, d


def test_numbers_are_drawn_evenly_and_by_rejection() -> None:
    rng = new_rng(1, 0)
    counts = np.bincount([int(random_source.below(rng, 6)) for _ in range(6000)], minlength=6)
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5  # chi-square, 5 degrees, 0.1 %
    limit = 3 << 29  # a quarter of all words must be drawn again
    drawn = [int(random_source.below(rng, limit)) for _ in range(400)]
    assert max(drawn) < limit
    assert abs(np.mean(drawn) / limit - 0.5) < 0.06


def test_one_possibility_needs_no_draw() -> None:
    rng = new_rng(1, 0)
    before = rng.tobytes()
    assert random_source.below(rng, 1) == 0
    assert rng.tobytes() == before


def test_weights_decide_how_often_an_outcome_comes() -> None:
    rng = new_rng(2, 0)
    weights = np.array([1, 0, 3], np.int16)
    counts = np.bincount([random_source.weighted(rng, weights, 3) for _ in range(4000)], minlength=3)
    assert counts[1] == 0
    assert 2850 < counts[2] < 3150


@pytest.mark.parametrize("word", [1, 2, 0x8000000000000000, 0xF0F0, (1 << 64) - 1, 1 << 40])
def test_bits_are_counted_alike_interpreted_and_compiled(word: int) -> None:
    bits_set = np.array([word], np.uint64)
    assert CPU.bind(count_first)(bits_set) == count_first(bits_set) == word.bit_count()
    assert CPU.bind(lowest_first)(bits_set) == lowest_first(bits_set)


popcount, lowest = bits.popcount, bits.lowest


@kernel.kernel
def count_first(words: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> int:
    return popcount(words[0])


@kernel.kernel
def lowest_first(words: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> int:
    return lowest(words[0])


@pytest.mark.uncounted
@pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[1:])])
def test_compiled_rules_allocate_nothing(name: str) -> None:
    engine = interpreted(name).engine
    fresh = kernel.Target("cpu", _uncached).bind(random_games, engine.rules)
    board = interpreted(name).setup(start=0).board.record
    state, setup = engine.new_state(), engine.new_setup(engine.facts_of.PLAYERS[0], {}, 1)
    desk, rng = np.zeros(1, DESK)[0], new_rng(0, 0)
    arguments = (setup, 0, np.zeros(2, np.int64), 0, engine.new_list(), desk)
    fresh(board, np.stack([state, state]), rng, *arguments, np.zeros(1, RESULT))
    (code,) = fresh.inspect_llvm().values()
    assert "random_games" in code
    assert "NRT_MemInfo_alloc" not in code
    assert "NRT_Allocate" not in code


def _uncached(function: object, rules: object, is_entry: bool) -> object:
    from ludotheque.games.kernels import compiler

    assert isinstance(function, FunctionType)
    return compiler.build(function, is_entry=is_entry, inline=False)


VERBS = [value for value in vars(verbs).values() if hasattr(value, "__verb__")]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_without_an_implementation_raises(verb: Callable[..., object]) -> None:
    with pytest.raises(NotImplementedError):
        verb(*[None] * verb.__code__.co_argcount)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_implements_every_verb_with_the_same_arguments(name: str) -> None:
    rules = interpreted(name).engine.rules
    for verb in VERBS:
        answer = getattr(rules, verb.__name__)
        assert answer.__kernel__
        assert answer.__code__.co_varnames[: answer.__code__.co_argcount] == verb.__code__.co_varnames


CALLEE = """
from ludotheque.games.kernel import kernel

@kernel
def figure():
    return {figure}
"""
CALLER = """
from ludotheque.games.kernel import kernel
from rulespace.toy.callee import figure

@kernel
def answer():
    return figure() + 1
"""
ASK = "import sys; sys.path.insert(0, '.'); from rulespace.toy import rules; from ludotheque.games.kernel import CPU; "
ASK += "print(CPU.bind(rules.answer, rules)())"


def test_an_edited_callee_is_compiled_anew(tmp_path: Path) -> None:
    """Numba alone would serve the old result: it watches only the caller's file."""
    folder = tmp_path / "rulespace" / "toy"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text(CALLER)
    answers = []
    for figure in (41, 41, 6):
        (folder / "callee.py").write_text(CALLEE.format(figure=figure))
        answers.append(run_python(ASK, tmp_path, LUDOTHEQUE_CACHE=str(tmp_path / "cache")).strip())
    assert answers == ["42", "42", "7"]
    kept = [path.name.split(".")[:2] for path in (tmp_path / "cache").rglob("*.nbc")]
    assert kept.count(["rules", "answer-toy-5"]) == 2


def run_python(code: str, folder: Path, **environment: str) -> str:
    done = ask_python(code, folder, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask_python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_preparing_is_announced_once_and_cached_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    kernel.cache_root.cache_clear()
    said: list[str] = []
    try:
        monkeypatch.setattr(CPU, "known", {})
        assert Game("mabula").prepare(say=said.append).prepare(say=said.append).engine.is_prepared
        assert said == ["Preparing the rules of Mabula, once ..."]
        Game("mabula").prepare(say=said.append)
        assert len(said) == 1
        monkeypatch.setattr(CPU, "known", {})
        assert Game("mabula").prepare(say=said.append).engine.is_prepared
        assert len(said) == 1, "what lies on disk is not compiled again"
    finally:
        kernel.cache_root.cache_clear()


def test_without_a_writable_cache_a_temporary_one_is_announced_and_serves_child_processes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kernel.cache_root.cache_clear()
    try:
        root = kernel.cache_root()
        assert root.parent.name.startswith("ludotheque-") and os.environ["LUDOTHEQUE_CACHE"] == str(root.parent)
        assert kernel.cache_folder(None).parent == root
    finally:
        kernel.cache_root.cache_clear()
    said = capsys.readouterr().err
    assert said == (
        f"ludotheque: compiled rules can't be kept in {tmp_path}/file/kernels (Not a directory): "
        "they are kept until this process ends. LUDOTHEQUE_CACHE names another folder.\n"
    )


def test_a_damaged_file_is_reported_and_compiled_anew(tmp_path: Path) -> None:
    cache = {"LUDOTHEQUE_CACHE": str(tmp_path / "cache")}
    code = "from ludotheque.games.kernel import CPU; from ludotheque.games.random_source import RNG, below; "
    code += "import numpy as np; "
    code += "rng = np.zeros(1, RNG)[0]; print(*(int(CPU.bind(below)(rng, 1000)) for _ in range(8)))"
    whole = run_python(code, tmp_path, **cache)
    [file] = (tmp_path / "cache").rglob("*.nbc")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    done = ask_python(code, tmp_path, **cache)
    assert done.stdout == whole
    assert done.stderr == f"ludotheque: {file} is damaged: it is compiled anew.\n"
    assert ask_python(code, tmp_path, **cache).stderr == ""


def test_a_full_disk_leaves_the_rules_compiled_for_this_process(tmp_path: Path) -> None:
    """A failed write is reported in one line, sets no mark, and leaves no partial file."""
    code = """
import errno, os
from ludotheque.games.kernels import kernel_cache
from ludotheque.play.game import Game
def full(path, content):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
kernel_cache.write_whole = full
one = Game("mabula").prepare(say=None)
print(one.engine.target.name, one.engine.is_prepared, len(one.start(seed=1).legal()))
"""
    done = ask_python(code, tmp_path, LUDOTHEQUE_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "cpu False 72\n"
    assert done.stderr.count("\n") == 1
    assert "compiled rules can't be kept in" in done.stderr and "(No space left on device)" in done.stderr
    assert not list((tmp_path / "cache").rglob("*.part"))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    from ludotheque.games.kernels.kernel_cache import write_whole

    (tmp_path / "there").write_bytes(b"before")
    with pytest.raises(TypeError):
        write_whole(tmp_path / "there", "no bytes")  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_bytes() == b"before"


def test_load_compiles_nothing_and_removes_a_mark_without_files(tmp_path: Path) -> None:
    """A house never compiles: it removes a mark without files, so that the compiling process makes them."""
    code = """
from ludotheque.games import kernel
from ludotheque.play.game import Game
one = Game("mabula")
kernel.mark_of(one.engine.rules, "mabula").touch()
print(one.engine.is_prepared, one.engine.load(one.setup(start=0).board), one.engine.target.name, one.engine.is_prepared)
"""
    assert run_python(code, tmp_path, LUDOTHEQUE_CACHE=str(tmp_path / "cache")) == "True False python False\n"


@pytest.mark.parametrize("is_changing", [True, False])
def test_preparing_shows_its_progress_where_a_line_can_change(
    is_changing: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_can_change", lambda: is_changing)
    monkeypatch.setattr(Engine, "is_prepared", False)
    Game("mabula").prepare()
    said = capsys.readouterr().out
    first = "Preparing the rules of Mabula, once ..."
    assert said == (first + "".join(f"\r{first} {n} of 9" for n in range(1, 10)) if is_changing else first) + "\n"


def test_preparing_without_say_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Engine, "is_prepared", False)
    Game("mabula").prepare(say=None)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", NAMES)
def test_random_games_and_counts_are_the_same_interpreted_and_compiled(name: str) -> None:
    one, fast = interpreted(name), compiled(name)
    setup = one.setup(start=0)
    games = 12 if name == "mabula" else 1
    slow = play_chunk(one, setup, 3, games, 9, "uniform")
    assert slow.tobytes() == play_chunk(fast, setup, 3, games, 9, "uniform").tobytes()
    arrays = []
    for engine in (one.engine, fast.engine):
        states = np.zeros(2, engine.facts_of.STATE)
        rngs, desk = np.zeros(2, random_source.RNG), np.zeros(1, DESK)[0]
        options = kernel_setup(one, setup)
        engine.kernel(begin_all)(setup.board.record, states, rngs, options, np.array([9, 0]), 5)
        while engine.actor(setup.board, states[0]) <= 0:
            engine.kernel(step_all)(setup.board.record, states, rngs, BUSY, engine.new_list(), desk)
        ended = states.copy()
        while name == "mabula" and engine.kernel(step_all)(
            setup.board.record, ended, rngs, BUSY, engine.new_list(), desk
        ):
            assert engine.actor(setup.board, ended[0]) != 0
        moves, totals = np.zeros((2, engine.facts_of.MAX_LEGAL), np.int16), np.zeros(2, np.int64)
        stack = np.zeros(2, engine.facts_of.STATE)
        stack[0] = states[0]
        counters = np.zeros(2, np.int64), np.zeros(2, np.int64)
        engine.kernel(perft)(setup.board.record, stack, moves, *counters, totals)
        arrays.append((states.tobytes(), rngs.tobytes(), totals.tolist()))
    assert arrays[0] == arrays[1]


def test_a_temporary_cache_is_removed_with_its_process(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "from ludotheque.games import kernel; print(kernel.cache_folder(None).exists(), kernel.cache_folder(None))"
    there = run_python(code, tmp_path, LUDOTHEQUE_CACHE=str(blocked), XDG_CACHE_HOME=str(blocked)).split()
    assert there[0] == "True" and not Path(there[1]).exists()


def test_other_peoples_caches_are_left_alone(tmp_path: Path) -> None:
    code = """
import numba, os
from ludotheque.games.kernel import CPU
from ludotheque.games.random_source import below
CPU.bind(below)
print(numba.config.CACHE_DIR, os.environ.get("NUMBA_CACHE_DIR"))
"""
    assert run_python(code, tmp_path).strip() == "None"


def test_numba_is_imported_only_for_compiling(tmp_path: Path) -> None:
    code = """
import sys, ludotheque
position = ludotheque.game("mabula").start(seed=1)
position.play(position.legal()[0]).record()
print("numba" in sys.modules)
"""
    assert run_python(code, tmp_path).strip() == "False"
