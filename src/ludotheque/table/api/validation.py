"""Validation errors of clients' messages, field by field, in plain words and without the input."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

LONGEST = 8_000  # characters of a client's message
MOST_TOLD = 3  # mistakes named for one request

PLAIN = {
    "missing": "this is missing",
    "extra_forbidden": "there is no such field",
    "json_invalid": "this is no JSON",
    "model_attributes_type": "send a JSON object, with Content-Type: application/json",
    "model_type": "send a JSON object",
    "dict_type": "send a JSON object",
    "union_tag_not_found": "say which kind of message it is",
    "union_tag_invalid": "there is no such kind of message",
    "string_pattern_mismatch": "it has letters that can't be in it",
    "string_type": "this must be a text",
    "int_type": "this must be a whole number",
    "int_parsing": "this must be a whole number",
    "float_type": "this must be a number",
    "float_parsing": "this must be a number",
    "bool_type": "this must be true or false",
    "bool_parsing": "this must be true or false",
}
RANGES = {  # by kind: the words, and the limit's name in pydantic's context
    "greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"), "less_than": ("less than", "lt"),
}  # fmt: skip


def first_mistakes(error: ValidationError | RequestValidationError) -> str:
    """The mistakes of an input, field by field, without the input itself."""
    lines = []
    for one in list(error.errors())[:MOST_TOLD]:
        place = ".".join(str(part)[:40] for part in one["loc"] if part not in ("body", "query", "path"))
        words = plain(str(one["type"]), str(one["msg"]), one.get("ctx") or {})
        lines.append(f"{place}: {words}" if place else words[:1].upper() + words[1:])
    return " ".join("; ".join(lines).split())[:500]


def plain(kind: str, said: str, context: Mapping[str, Any]) -> str:
    """A mistake in plain words."""
    if kind in ("too_short", "string_too_short"):
        return f"too short: at least {context.get('min_length')}"
    if kind in ("too_long", "string_too_long"):
        return f"too long: at most {context.get('max_length')}"
    if kind in RANGES:
        words, name = RANGES[kind]
        return f"{words} {round(float(context[name]), 3):g}"
    return PLAIN.get(kind, said)


def names_in(text: str) -> dict[str, str]:
    """The `ref`, `table` and `id` of an invalid message, so that the error can be matched to it."""
    try:
        said = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return {}
    if not isinstance(said, dict):
        return {}
    found = {name: said[name][:64] for name in ("ref", "table", "id") if isinstance(said.get(name), str)}
    return {name: text.encode("utf-8", "replace").decode() for name, text in found.items()}
