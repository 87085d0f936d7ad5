"""What a seat is sent, as plain JSON values: tests look at the message itself, not at the classes that built it."""

from collections.abc import Iterable
from typing import Any

from ludotheque.games.refusal import Refusal
from ludotheque.log import projection, subscription
from ludotheque.log.subscription import Subscription
from ludotheque.log.table_state import TableState
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.table_messages import to_fields


def fields(message: Sent) -> dict[str, Any]:
    """A message as a client reads it."""
    return dict(to_fields(message))


def table_sent(*given: Any, **more: Any) -> dict[str, Any]:
    return fields(projection.table_seen(*given, **more))


def preview_sent(*given: Any, **more: Any) -> dict[str, Any]:
    return fields(projection.preview_seen(*given, **more))


def problem_sent(refusal: Refusal, lang: str) -> dict[str, Any]:
    return fields(projection.problem_seen(refusal, lang))


def entries_sent(sight: projection.Sight, lang: str | None, numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [fields(entry) for entry in projection.entries_seen(sight, lang, numbers)]


def missed_sent(state: TableState, seat: int | None, lang: str, known: int) -> list[dict[str, Any]]:
    return [fields(entry) for entry in subscription.missed(state, seat, lang, known)]


def news_sent(follower: Subscription, *given: Any) -> dict[str, Any]:
    return fields(follower.news(*given))
