"""The wheel: it holds what it needs, and in an empty environment without a network it plays, draws and serves."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from ludotheque import game
from tests.conftest import random_line

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")
VERSIONS = ("3.11", "3.12", "3.13")
NEEDED = [
    "py.typed", "web/static/js/table.js", "web/static/css/site.css", "web/templates/home.html",
    "drawing/locale/fr/LC_MESSAGES/web.mo", "drawing/locale/it/LC_MESSAGES/table.mo",
    "drawing/mabula/rulebook/it.md", "games/marabunta/boards/islets.toml", "games/makabana/boards/noka.toml",
    "study/lessons/mabula.toml", "table/storage/migrations/env.py",
]  # fmt: skip
GAMES = """
import ludotheque
for name in ludotheque.NAMES:
    position = ludotheque.game(name).start(seed=3)
    chance = ludotheque.Chance(1, 0)
    for _ in range(15):
        position = position.roll(chance) if position.is_chance else position.play(position.legal()[-1])
    assert "<svg" in ludotheque.drawing.draw(position.view(1)).svg(), name
    assert "White" in ludotheque.drawing.in_words(position.view(1)) or name != "mabula"
    assert ludotheque.drawing.rulebook(name, "it").title, name
print("played", *ludotheque.NAMES)
"""
TYPED = """
import ludotheque

move: int = ludotheque.game("mabula").start(seed=1).legal()[0].text
"""


def run(*command: object, text: str = "", check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, and show what it said if it fails."""
    done = subprocess.run(
        [str(one) for one in command], input=text, capture_output=True, text=True, timeout=600,
        env={**os.environ, "PYTHONPATH": "", **more},
    )  # fmt: skip
    assert done.returncode == 0 or not check, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("dist"))


def build_wheel(sources: Path, folder: Path) -> Path:
    run(UV, "build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, sources)
    return next(folder.glob("*.whl"))


def find_python(version: str) -> str | None:
    """An interpreter of a version that this machine has and that runs."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    here = sys.executable if sys.version_info[:2] == tuple(map(int, version.split("."))) else None
    for one in [here, shutil.which(f"python{version}"), *map(str, kept)]:
        if one and subprocess.run([one, "-c", "import venv, sqlite3"], capture_output=True).returncode == 0:
            return one
    return None


def install(wheel: Path, python: str, folder: Path) -> Path:
    """An environment with the wheel, its libraries at the pinned versions, and nothing else; gives its programs."""
    pins = folder / "pins.txt"
    run(UV, "export", "--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "--project", ROOT, "-o", pins)
    run(UV, "venv", "--python", python, folder / "venv")
    command = [UV, "pip", "install", "--python", folder / "venv" / "bin" / "python", "-c", pins, wheel]
    if run(*command, "--offline", check=False).returncode:  # not all of it lies in the cache
        run(*command)
    return folder / "venv" / "bin"


def alone(*command: object) -> list[object]:
    """A command without any network, where the machine allows to take it away."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode == 0:
        return [unshare, "-rn", *command]
    return list(command)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with this Python in which the wheel is installed."""
    return install(wheel, sys.executable, tmp_path_factory.mktemp("installed"))


def whole_game() -> tuple[int, str]:
    """A seed and the moves of both seats of a game of Mabula, one to a line."""
    line = list(random_line(game("mabula").start(seed=3), 4))
    moves = [f"{after.last}" for before, after in pairwise(line) if len(before.legal()) > 1]
    return 3, "\n".join(moves) + "\n"


def play(programs: Path, home: Path) -> None:
    """A whole game with moves that are piped in, and some steps of every game, without a network."""
    seed, moves = whole_game()
    command = [programs / "ludotheque", "play", "mabula", "--plain", "--seed", seed, "--seat", 1, "--seat", 2]
    done = run(*alone(*command), text=moves, HOME=str(home), XDG_STATE_HOME=str(home))
    assert re.search(r"wins|share", done.stdout[-300:]), done.stdout[-500:]
    assert "played mabula" in run(*alone(programs / "python", "-I", "-c", GAMES)).stdout


def test_the_wheel_holds_all_that_it_needs_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in NEEDED if f"ludotheque/{name}" not in names] == []
    assert [name for name in names if "__pycache__" in name or name.startswith("tests")] == []
    kept = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    left_out = {name for name in kept - set(names) if "__pycache__" not in name and ".egg-info" not in name}
    assert {name for name in left_out if not name.startswith("ludotheque/web/types/")} == set()
    assert left_out, "declarations for those who change the scripts are not shipped"


def test_translations_are_not_in_git_and_are_compiled_for_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """A wheel of sources as git has them holds the same catalogues."""
    tracked = run("git", "-C", ROOT, "ls-files", "-z", "src", "pyproject.toml", "hatch_build.py", "*.md", "LICENSE")
    for name in filter(None, tracked.stdout.split("\0")):
        assert not name.endswith(".mo")
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    built = build_wheel(tmp_path, tmp_path / "dist")
    catalogues = [name for name in zipfile.ZipFile(built).namelist() if name.endswith(".mo")]
    assert len(catalogues) == 14
    assert all(zipfile.ZipFile(built).read(name) == zipfile.ZipFile(wheel).read(name) for name in catalogues)


def test_the_installed_wheel_plays_without_a_network(installed: Path, tmp_path: Path) -> None:
    play(installed, tmp_path)


def test_the_installed_wheel_is_typed(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TYPED)
    found = run(
        sys.executable, "-m", "mypy", "--python-executable", installed / "python", "--config-file", "",
        "--cache-dir", tmp_path / "cache", tmp_path / "mine.py", check=False,
    )  # fmt: skip
    assert 'expression has type "str", variable has type "int"' in found.stdout, found.stdout + found.stderr
    assert found.stdout.count("error:") == 1, found.stdout


@contextmanager
def serving(programs: Path, home: Path) -> Iterator[str]:
    """The address of a house that the installed program opens."""
    command = [programs / "ludotheque", "serve", "--port", "0", "--database", f"sqlite:///{home}/house.db"]
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": ""}
    with subprocess.Popen([str(one) for one in command], stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def test_the_installed_wheel_serves_its_pages_in_three_languages(installed: Path, tmp_path: Path) -> None:
    def get(path: str, lang: str = "en") -> str:
        with urlopen(Request(address + path, headers={"Accept-Language": lang}), timeout=60) as answer:  # noqa: S310
            return str(answer.read().decode(errors="replace"))

    with serving(installed, tmp_path) as address:
        pages = {lang: get("/", lang) for lang in ("en", "fr", "it")}
        assert all(f'lang="{lang}"' in page for lang, page in pages.items())
        assert len({re.sub("<[^>]*>", "", page) for page in pages.values()}) == 3
        for file in re.findall(r'(?:href|src)="(/static/[^"]+)"', pages["en"]):
            assert get(file)
        assert "push.2" in get("/rules/mabula")
        assert len(json.loads(get("/api/games"))) == 4


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_plays_on_every_python_that_is_here(wheel: Path, tmp_path: Path, version: str) -> None:
    python = find_python(version)
    if python is None:
        pytest.skip(f"this machine has no Python {version}")
    play(install(wheel, python, tmp_path), tmp_path)
    programs = tmp_path / "venv" / "bin"
    done = run(
        *alone(programs / "ludotheque", "simulate", "mabula", "--games", "100", "--seed", "1"), HOME=str(tmp_path)
    )
    assert "100" in done.stdout
