"""Modules that a game may have in a room, and need not."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def find_module(path: str) -> ModuleType | None:
    """A module by its path, or None where it or its folder is not there. What is wrong inside it is raised."""
    folder = path.rpartition(".")[0]
    return import_module(path) if find_spec(folder) and find_spec(path) else None
