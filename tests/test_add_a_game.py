"""The recipe that adds a game is true: its files, in a copy of the sources, pass the tests of every game."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "add-a-game.md"
DRAW = """
import sys
from ludotheque import game
from ludotheque.drawing import draw, marks_of
position = game("pebbles").start().play("take:3").play("take:1")
print(draw(position.view(1), marks_of(position, 1)).svg(sys.argv[1]))
"""
FENCED = re.compile(r"(?ms)^```(python|text|diff|css|toml|markdown)\n# ([\w./-]+/[\w.-]+|pyproject\.toml)\n(.*?)^```$")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources and tests with everything that the recipe says."""
    root = tmp_path_factory.mktemp("recipe")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", root / "tests", ignore=shutil.ignore_patterns("__pycache__", "golden"))
    shutil.copy2(ROOT / "pyproject.toml", root)
    for kind, path, body in FENCED.findall(PAGE.read_text("utf-8")):
        write(root / path, kind, body)
    return root


def write(file: Path, kind: str, body: str) -> None:
    """Write a file of the recipe, or make the change that it shows."""
    if kind != "diff":
        assert not file.exists(), file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body, "utf-8", newline="\n")
        return
    lines = body.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    text = file.read_text("utf-8")
    assert text.count(before) == 1, f"{file.name}: {before!r} stands there {text.count(before)} times"
    file.write_text(text.replace(before, after), "utf-8", newline="\n")


def run_tests(root: Path, *files: str) -> str:
    """Pytest's output for the new game's share of some test files."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "pebbles and not million"]
    return run(root, *command, "-m", "not slow", *files)


def run(root: Path, *command: str, **environment: str) -> str:
    """The output of a command run in the copy; it must succeed."""
    done = attempt(root, *command, **environment)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def attempt(root: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A command that is run in the copy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST"))}
    env = {**kept, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{ROOT}", **environment}
    return subprocess.run(command, cwd=root, env=env, text=True, capture_output=True, check=False, timeout=600)


def test_the_every_game_tests_pass(copy: Path) -> None:
    files = ["test_every_game.py", "test_views.py", "test_reference.py", "test_endings.py", "games/test_pebbles.py"]
    said = run_tests(copy, *(f"tests/{file}" for file in files))
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None
    assert int(passed[1]) >= 24, said


def test_the_new_game_is_described_and_drawn(copy: Path) -> None:
    said = run_tests(copy, *(f"tests/drawing/test_every_{what}.py" for what in ("word", "text", "picture")))
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None
    assert int(passed[1]) >= 34, said


@pytest.mark.parametrize("where", ["pages", "browser", "agents", "terminal", "screen", "learning", "arena"])
def test_every_part_of_the_house_finds_the_new_game(copy: Path, where: str) -> None:
    """See `tests/added_game.py`."""
    run(copy, sys.executable, "-m", "tests.added_game", where)


TWO_OPTIONS = {  # edits of the game's own folder alone
    "state.py": (
        ("OPTIONS: Options = {}", 'OPTIONS: Options = {"begins": ("red", "blue"), "last": ("wins", "loses")}'),
        ('("rules", np.int8),', '("rules", np.int8), ("last", np.int8),'),
    ),
    "rules.py": (
        ("state.turn = 1\n", "state.turn = 1 + options.begins\n    state.last = options.last\n"),
        ("1 if state.taker == 1 else 0", "1 if state.taker == 1 + state.last else 0"),
        ("1 if state.taker == 2 else 0", "1 if state.taker == 2 - state.last else 0"),
    ),
    "manifest.py": (
        ("import Manifest", "import Manifest, Name, Option"),
        ("minutes=2,", """minutes=2, options={
    "begins": Option(Name(say("Begins"), say("Begins")), {key: Name(say(key), say(key)) for key in ("red", "blue")}),
    "last": Option(Name(say("Last"), say("Last")), {key: Name(say(key), say(key)) for key in ("wins", "loses")}),
},"""),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def with_options(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, whose new game has two options now."""
    root = tmp_path_factory.mktemp("options") / "copy"
    shutil.copytree(copy, root, ignore=shutil.ignore_patterns("__pycache__"))
    for name, edits in TWO_OPTIONS.items():
        file = root / "src" / "ludotheque" / "games" / "pebbles" / name
        for old, new in edits:
            assert file.read_text("utf-8").count(old) == 1, old
            file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return root


def test_two_options_of_a_game_are_changes_to_its_own_folder(with_options: Path) -> None:
    """See `options` in `tests/added_game.py`; the GPU is numba's simulator."""
    run(with_options, sys.executable, "-m", "tests.added_game", "options", NUMBA_ENABLE_CUDASIM="1")


MISSPELT = ("games/pebbles/notation.py", "def format_action(", "def format_acton(")
WRONG = ("drawing/pebbles/words.py", "def describe(view: View) -> Description:", "def describe(view: View) -> str:")
TYPED = "from tools.typed_games import text; print(text(['pebbles']))"


@pytest.fixture(scope="module")
def mistaken(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, whose new game has a misspelt function, and one with a wrong return type."""
    root = tmp_path_factory.mktemp("mistaken") / "copy"
    shutil.copytree(copy, root, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in (MISSPELT, WRONG):
        file = root / "src" / "ludotheque" / name
        assert file.read_text("utf-8").count(old) == 1, old
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return root


def test_a_misspelt_function_is_reported_in_one_line_when_the_game_is_loaded(mistaken: Path) -> None:
    command = "from ludotheque.cli.main import main; main()"
    done = attempt(mistaken, sys.executable, "-c", command, "new", "pebbles")
    assert done.returncode == 2
    assert done.stderr.strip().splitlines() == [
        "ludotheque: ludotheque.games.pebbles.notation has no format_action: The one written form of a step: ASCII, no "
        "spaces. See ludotheque.games.game_contract."
    ]


def checked_types(root: Path) -> "subprocess.CompletedProcess[str]":
    """The type check of the new game's modules against their contracts, as in `make check`."""
    (root / "typed.py").write_text(run(root, sys.executable, "-c", TYPED), "utf-8")
    return attempt(root, sys.executable, "-m", "mypy", "--follow-imports=silent", "typed.py")


def test_the_new_game_fulfils_every_contract(copy: Path) -> None:
    done = checked_types(copy)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_type_checker_sees_what_a_game_s_modules_lack(mistaken: Path) -> None:
    done = checked_types(mistaken)
    assert done.returncode == 1, done.stderr
    assert 'is missing following "NotationModule" protocol member' in done.stdout, done.stdout
    assert "format_action" in done.stdout
    assert "describe" in done.stdout
    assert done.stdout.count("error:") == 2, done.stdout


def count_lines(texts: Iterable[str]) -> int:
    """Lines that are not blank."""
    return sum(1 for text in texts for line in text.splitlines() if line.strip())


def test_the_recipe_changes_no_file_of_ours_and_counts_its_lines() -> None:
    files = FENCED.findall(page := PAGE.read_text("utf-8"))
    assert not [path for kind, path, _ in files if kind == "diff"]
    game = [body for _, path, body in files if path.startswith("src/")]
    tests = [body for _, path, body in files if path.startswith("tests/")]
    assert len(game) + len(tests) == len(files)
    page, lines = " ".join(page.split()), count_lines(game)
    assert f"Pebbles takes **{lines} lines in {len(game)} files**" in page
    assert f"its tests are {count_lines(tests)} lines in {len(tests)} files more" in page
    assert f"| Pebbles here | this page, but for `tests` | {lines} | nothing |" in page


def test_the_lines_of_mabula_are_about_as_many_as_the_page_says() -> None:
    sources = ROOT / "src" / "ludotheque"
    files = [*(sources / "games" / "mabula").rglob("*.py"), *(sources / "drawing" / "mabula").glob("*.*")]
    files += (sources / "drawing" / "mabula" / "parts").glob("*.py")
    files += [sources / folder / "mabula.css" for folder in ("drawing/style", "web/static/css")]
    lines = count_lines(file.read_text("utf-8") for file in files)
    said = re.search(r"\| about ([\d,]+) \| nothing \|", PAGE.read_text("utf-8"))
    assert said is not None
    assert abs(int(said[1].replace(",", "")) / lines - 1) < 0.05, lines


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_picture_on_the_page_is_what_it_draws(copy: Path, theme: str) -> None:
    shown = (PAGE.parent / "pictures" / f"pebbles-{theme}.svg").read_text("utf-8")
    assert run(copy, sys.executable, "-c", DRAW, theme) == shown


def test_its_code_is_in_the_style_of_the_house(copy: Path) -> None:
    folders = [f"src/ludotheque/{room}/pebbles" for room in ("games", "drawing")]
    for check in (["check", "-q"], ["format", "--check", "-q"]):
        run(copy, sys.executable, "-m", "ruff", *check, "--no-cache", *folders, "tests/reference/pebbles.py")
