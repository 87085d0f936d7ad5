"""The source files that a game's kernels are compiled from: its rules, and their imports from the game's folder.

Found by parsing, without running them: an edit of a manifest, a notation or a refusal makes no compiled code stale.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def imported(files: Iterable[Path], folder: Path) -> list[Path]:
    """The files of a game's folder that some files are or import, directly or through each other."""
    found, left = set[Path](), list(files)
    while left:
        file = left.pop()
        if file not in found and file.exists():
            found.add(file)
            left += [folder / f"{name}.py" for name in _names(file, folder.name)]
    return sorted(file for file in found if file.parent == folder)


def _names(file: Path, folder: str) -> Iterator[str]:
    """The modules that a file imports from a folder of this name."""
    for dotted in _imports(file, folder):
        _, inside, rest = f".{dotted}.".partition(f".{folder}.")
        if inside:
            yield rest.partition(".")[0]


def _imports(file: Path, folder: str) -> Iterator[str]:
    """The imports of a file, by whole names; of a relative import, the folder's."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = [folder] if node.level else []
            parts += [node.module] if node.module else []
            yield from (".".join([*parts, one.name]) for one in node.names)
