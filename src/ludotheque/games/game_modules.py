"""The modules of a game, found by their names and held against a contract.

A contract is a `Protocol` whose members are functions and properties, each with a docstring. The type checker sees
through it what a module must offer; here a module that lacks something is refused when it is loaded, in one line.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

from ludotheque.games.refusal import GameError

T = TypeVar("T")


class ContractError(GameError):
    """A game's module lacks something; says what, and what it is for."""


def load_module(path: str, contract: type[T]) -> T:
    """A module by its path, which must be there and offer all of a contract."""
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
    """The same module by a further contract, if it offers it; None if it offers nothing of it."""
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
    """What a contract asks for: the first line of each docstring, and whether it is a function."""
    found = {}
    for one in contract.__mro__:
        for name, value in vars(one).items():
            function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not name.startswith("_") and hasattr(function, "__code__"):
                found[name] = ((function.__doc__ or "").partition("\n")[0], not isinstance(value, property))
    return found
