"""How a client reads a server's messages. Kinds and fields that only newer servers send are skipped.

All texts of a house are cleaned here, so that none commands a terminal or deceives an agent with hidden letters.
"""

import json
from typing import Any, TypeVar, get_args

from pydantic import TypeAdapter

from ludotheque.play.plain_text import clean
from ludotheque.wire.entry_messages import EntryView
from ludotheque.wire.table_messages import OUTGOING, Outgoing

T = TypeVar("T")


def kinds_of(union: Any) -> frozenset[str]:
    """The kinds of a union of messages or entries."""
    return frozenset(get_args(one.model_fields["kind"].annotation)[0] for one in get_args(get_args(union)[0]))


_adapters: dict[object, TypeAdapter[Any]] = {}
MESSAGES, ENTRIES = kinds_of(Outgoing), kinds_of(EntryView)


def read_answer(kind: type[T], text: str | bytes) -> T:
    """An answer of this kind; raises ValueError if it is none."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    adapter: TypeAdapter[T] = _adapters[kind]
    return adapter.validate_python(_known(read_json(text)), extra="ignore")


def read_message(text: str | bytes) -> Outgoing | None:
    """A message of the socket; None for a kind that only newer servers send. Raises ValueError if it is none."""
    found = _known(read_json(text))
    if isinstance(found, dict) and found.get("kind") not in MESSAGES:
        return None
    return OUTGOING.validate_python(found, extra="ignore")


def read_json(text: str | bytes) -> Any:
    """The JSON of a house with all its texts cleaned; raises ValueError, or RecursionError if it is too deep."""
    return _cleaned(json.loads(text))


def _cleaned(found: Any) -> Any:
    match found:
        case str():
            return clean(found)
        case list():
            return [_cleaned(one) for one in found]
        case dict():
            return {clean(name): _cleaned(one) for name, one in found.items()}
        case _:
            return found


def _known(found: Any) -> Any:
    """A message without entries of kinds that only newer servers send."""
    if not isinstance(found, dict) or not isinstance(found.get("entries"), list):
        return found
    return found | {"entries": [one for one in found["entries"] if one.get("kind") in ENTRIES]}
