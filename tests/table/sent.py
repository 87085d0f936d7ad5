"""Messages to a seat as plain JSON values: tests check the message itself, not the classes that built it."""

from collections.abc import Iterable
from typing import Any

from ludotheque.games.refusal import Refusal
from ludotheque.log import step_preview
from ludotheque.log.projection import entry_projection, subscription, table_projection
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.table_state import TableState
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.table_messages import to_fields


def fields(message: Sent) -> dict[str, Any]:
    """A message as a client reads it."""
    return dict(to_fields(message))


def table_sent(*given: Any, **more: Any) -> dict[str, Any]:
    return fields(table_projection.project_table(*given, **more))


def preview_sent(*given: Any, **more: Any) -> dict[str, Any]:
    return fields(step_preview.preview_steps(*given, **more))


def problem_sent(refusal: Refusal, lang: str) -> dict[str, Any]:
    return fields(table_projection.project_refusal(refusal, lang))


def entries_sent(visibility: Visibility, lang: str | None, numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [fields(entry) for entry in entry_projection.project_entries(visibility, lang, numbers)]


def missed_sent(state: TableState, seat: int | None, lang: str, known: int) -> list[dict[str, Any]]:
    return [fields(entry) for entry in subscription.missed(state, seat, lang, known)]


def news_sent(subscription: Subscription, *given: Any) -> dict[str, Any]:
    return fields(subscription.news(*given))
