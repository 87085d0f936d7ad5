"""Values that pass from one room to another have a type: no public function takes or returns a `dict[str, Any]`.

The rules of a game (`games`) are left out: numba's arrays and records have no types there. A state or figures as
JSON differ by game: their types are named once, in `play/json_fields.py`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque

SOURCE = Path(ludotheque.__file__).parent
UNTYPED = "dict[str, Any]"
ALLOWED: set[str] = set()  # `path name`, each with the reason why it can't have a type


def borders(code: str) -> Iterator[str]:
    """The public functions of a module whose signature has an untyped dict."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            noted = [one.annotation for one in given] + [node.returns]
            if any(UNTYPED in ast.unparse(one) for one in noted if one is not None):
                yield node.name


def test_no_untyped_dict_passes_from_one_room_to_another() -> None:
    found = {
        f"{file.relative_to(SOURCE).as_posix()} {name}"
        for file in SOURCE.rglob("*.py")
        if file.relative_to(SOURCE).parts[0] != "games"
        for name in borders(file.read_text("utf-8"))
    }
    assert found == ALLOWED


@pytest.mark.parametrize(
    "code",
    [
        "def told() -> dict[str, Any]: ...", "async def told() -> list[dict[str, Any]]: ...",
        "class One:\n    def tell(self, one: 'dict[str, Any] | None') -> None: ...",
        "def tell(*, a: dict[str, Any]): ...", "def tell(a: dict[str, Any], /): ...",
    ],
)  # fmt: skip
def test_an_untyped_dict_is_found_anywhere_in_a_signature(code: str) -> None:
    assert len(list(borders(code))) == 1


@pytest.mark.parametrize("code", ["def _told() -> dict[str, Any]: ...", "def told() -> dict[str, int]: ..."])
def test_private_functions_and_typed_dicts_pass(code: str) -> None:
    assert not list(borders(code))
