"""Every module of every game is held against its contract by the type checker."""

import ast
from pathlib import Path

import pytest
from tools.typed_games import CONTRACTS, offers, text

import ludotheque
from ludotheque import NAMES
from ludotheque.games.game_modules import members

SOURCES = Path(ludotheque.__file__).parent
KINDS = [kind for kinds in CONTRACTS.values() for kind in kinds]
LOADERS = ("load_module", "find_module", "offered")


@pytest.mark.parametrize("name", NAMES)
def test_every_file_with_a_contract_is_checked(name: str) -> None:
    checked = {path for path, _ in offers([name])}
    for template in CONTRACTS:
        path = template.format(name)
        place = SOURCES / path.replace(".", "/")
        assert (f"ludotheque.{path}" in checked) == (place.with_suffix(".py").exists() or place.is_dir()), path


def test_optional_contracts_are_checked_for_games_that_offer_them() -> None:
    found = {(path.removeprefix("ludotheque."), kind.__name__) for path, kind in offers()}
    further = {
        "StartsModule",
        "SecrecyModule",
        "BoardFilesModule",
        "AttemptModule",
        "StyledVignetteModule",
        "ProvingModule",
    }
    assert {one for one in found if one[1] in further} >= {
        ("games.mabula.notation", "StartsModule"), ("games.makabana.rules", "SecrecyModule"),
        ("games.marabunta.board", "BoardFilesModule"), ("games.makabana.board", "BoardFilesModule"),
        ("drawing.marabunta.text", "AttemptModule"), ("drawing.makabana.vignette", "StyledVignetteModule"),
        ("bots.mabula.style", "ProvingModule"),
    }  # fmt: skip


def test_every_contract_that_modules_are_loaded_as_is_type_checked() -> None:
    loaded = set()
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOADERS:
                loaded.add(ast.unparse(node.args[1]))
    assert loaded - {"contract"} == {kind.__name__ for kind in KINDS}


def test_no_module_of_a_game_is_loaded_without_a_contract() -> None:
    named = [file for file in SOURCES.rglob("*.py") if "import_module" in file.read_text("utf-8")]
    allowed = {"games/game_modules.py", "arena/ray.py", "arena/schedule.py", "play/progress.py", "cli/main.py"}
    allowed.add("interop/seat/__init__.py")  # its own modules, lazily
    assert {str(file.relative_to(SOURCES)) for file in named} == allowed


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_member_of_a_contract_says_what_it_is(kind: type) -> None:
    asked = members(kind)
    assert asked
    for name, (told, _) in asked.items():
        assert told[-1:] in ".:;", name
        assert len(told) > 15, name


def test_the_checked_module_assigns_every_module_to_its_contract() -> None:
    written = text(["mabula"])
    ast.parse(written)
    assert written.count("\nchecked_") == len(list(offers(["mabula"])))
    assert "import ludotheque.games.mabula.rules as module_2\n" in written
