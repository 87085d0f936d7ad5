"""The source files that the compiled rules of a game depend on."""

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from ludotheque import NAMES, game
from ludotheque.games.kernel import GAMES, is_of_the_game, source_hash
from ludotheque.games.kernels.kernel_sources import imported


def copied(name: str, folder: Path, edited: str = "") -> ModuleType:
    """A game's rules in a copy of its folder, one file of which has a line more."""
    shutil.copytree(GAMES / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    if edited:
        with (folder / name / edited).open("a", encoding="utf-8") as file:
            file.write("# edited\n")
    rules = ModuleType("rules")
    rules.__file__ = str(folder / name / "rules.py")
    return rules


@pytest.mark.parametrize("edited", ["rules.py", "state.py", "effects.py", "placement.py"])
def test_an_edit_of_a_compiled_file_compiles_a_game_anew(edited: str, tmp_path: Path) -> None:
    one, other = copied("marabunta", tmp_path / "one"), copied("marabunta", tmp_path / "other", edited)
    assert source_hash(one) != source_hash(other)


@pytest.mark.parametrize(
    "edited", ["manifest.py", "notation.py", "refusals.py", "fields.py", "facts.py", "text_board.py"]
)
def test_an_edit_of_another_file_compiles_nothing(edited: str, tmp_path: Path) -> None:
    one, other = copied("marabunta", tmp_path / "one"), copied("marabunta", tmp_path / "other", edited)
    assert source_hash(one) == source_hash(other)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_with_kernels_of_a_game_counts(name: str) -> None:
    folder = GAMES / name
    files = imported([folder / "rules.py"], folder)
    with_kernels = [file for file in folder.glob("*.py") if "\n@kernel\n" in file.read_text("utf-8")]
    assert {*with_kernels, folder / "state.py"} <= set(files)
    assert folder / "manifest.py" not in files
    rules = game(name).engine.rules
    assert all(is_of_the_game(getattr(rules, verb), rules) for verb in ("start", "legal", "play"))


IMPORTS = [
    "from ludotheque.games.mabula import facts",
    "from ludotheque.games.mabula.facts import facts",
    "import ludotheque.games.mabula.facts",
    "from . import facts",
    "from .facts import facts",
]


@pytest.mark.parametrize("line", IMPORTS)
def test_files_compiled_with_the_rules_count_with_their_imports(line: str, tmp_path: Path) -> None:
    part = tmp_path / "policy.py"
    part.write_text(f"import numpy\n{line}\n")
    files = imported([part], GAMES / "mabula")
    assert {file.name for file in files} >= {"facts.py", "rules.py", "state.py"}
    assert part not in files
