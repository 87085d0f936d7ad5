"""The modules of a game, found by their names and checked against a contract.

A contract is a `Protocol` whose members are functions and properties, each with a docstring. The type checker uses it;
here it is checked at run time too, when a module is loaded: a missing member is an error of one line.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

from ludotheque.games.refusal import GameError

T = TypeVar("T")


class ContractError(GameError):
    """A game's module lacks a member of its contract; says which, and what it is for."""


def load_module(path: str, contract: type[T]) -> T:
    """A module by its path; raises unless it exists and fulfils a contract."""
    return _checked(import_module(path), contract)


def find_module(path: str, contract: type[T]) -> T | None:
    """A module by its path, or None if it or its folder does not exist. Errors inside it are raised."""
    module = _module(path)
    return None if module is None else _checked(module, contract)


@cache
def _module(path: str) -> ModuleType | None:
    folder = path.rpartition(".")[0]
    return import_module(path) if find_spec(folder) and find_spec(path) else None


def offered(module: object, contract: type[T]) -> T | None:
    """The same module as a further contract; None if it has no member of that."""
    return _checked(module, contract) if any(hasattr(module, name) for name in members(contract)) else None


def _checked(module: Any, contract: type[T]) -> T:
    """The module, if it offers every member; a member that is a function must be one there too."""
    for name, (told, is_function) in members(contract).items():
        if not hasattr(module, name):
            raise ContractError(f"{module.__name__} has no {name}: {told} See {contract.__module__}.")
        if is_function and not callable(getattr(module, name)):
            raise ContractError(f"{module.__name__}: {name} must be a function: {told} See {contract.__module__}.")
    found: T = module
    return found


def members(contract: type) -> dict[str, tuple[str, bool]]:
    """The members of a contract: the first line of each docstring, and whether it is a function."""
    found = {}
    for one in contract.__mro__:
        for name, value in vars(one).items():
            function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not name.startswith("_") and hasattr(function, "__code__"):
                found[name] = ((function.__doc__ or "").partition("\n")[0], not isinstance(value, property))
    return found
