"""Reading untrusted JSON fields: every value is checked, every error names its path."""

from collections.abc import Collection, Iterator
from typing import Any

from ludotheque.games.refusal import PositionError


class FieldReader:
    """A JSON object being read, at `path` in the whole."""

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, dict):
            raise PositionError(f"{path or 'position'}: expected named fields, got {short(data)}")
        self.data, self.path = data, path

    def _get(self, key: str) -> Any:
        if key not in self.data:
            raise PositionError(f"{self.at(key)}: missing")
        return self.data[key]

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def only(self, *keys: str) -> None:
        """Refuse fields that are not among these."""
        for key in self.data:
            if key not in keys:
                raise PositionError(f"{self.at(plain(key))}: no such field; there are {', '.join(keys)}")

    def number(self, key: str, low: int, high: int) -> int:
        value = self._get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise PositionError(f"{self.at(key)}: a whole number from {low} to {high}, not {short(value)}")
        return value

    def choice(self, key: str, choices: Collection[Any]) -> Any:
        value = self._get(key)
        if not _is_one_of(value, choices):
            raise PositionError(f"{self.at(key)}: one of {_list(choices)}, not {short(value)}")
        return value

    def choices(self, key: str, choices: Collection[Any]) -> list[Any]:
        """A list whose members are all among `choices`, none twice."""
        values = self._get(key)
        if not isinstance(values, list):
            raise PositionError(f"{self.at(key)}: expected a list, got {short(values)}")
        for value in values:
            if not _is_one_of(value, choices):
                raise PositionError(f"{self.at(key)}: {short(value)} is not one of {_list(choices)}")
            if values.count(value) > 1:
                raise PositionError(f"{self.at(key)}: {short(value)} stands there twice")
        return values

    def part(self, key: str) -> "FieldReader":
        """The object in a field."""
        return FieldReader(self._get(key), self.at(key))

    def parts(self, key: str) -> "Iterator[FieldReader]":
        """The objects in a list."""
        values = self._get(key)
        if not isinstance(values, list):
            raise PositionError(f"{self.at(key)}: expected a list, got {short(values)}")
        for i, value in enumerate(values):
            yield FieldReader(value, f"{self.at(key)}[{i}]")


def _is_one_of(value: object, choices: Collection[Any]) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in choices)


def plain(word: object, most: int = 40) -> str:
    """A key as written, for an error message; quoted if it is not printable or too long."""
    return word if isinstance(word, str) and word.isprintable() and len(word) <= most else short(word)


def short(value: object) -> str:
    """A value as written, shortened for an error message; `repr` itself fails on huge numbers and deep nests."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return f"such a large {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def _list(choices: Collection[Any]) -> str:
    names = ["null" if choice is None else str(choice) for choice in choices]
    return ", ".join(names) if len(names) <= 12 else ", ".join([*names[:10], "...", names[-1]])
