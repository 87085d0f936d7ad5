"""Writes the answers of a house into docs/protocol.md anew: `python -m tests.protocol_writing`.

An answer that is on the page already keeps its cuts (`"..."`); a request without a status gets an answer that is cut
where it is long.
"""

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.protocol import ALL, MAPS, MORE, PAGE, WIDTH, Act, log_lines, opened, perform, read_json
from tests.protocol_log import entries_of, fullest, name_of

LONG_TEXT, LONG_LIST = 90, 4


def fitted(example: Any, found: Any, key: str = "") -> Any:
    """What was found, cut as the example is; without an example, as it reads well."""
    if example == MORE:
        return MORE
    if isinstance(example, dict) and isinstance(found, dict):
        return _fitted_object(example, found, key)
    if isinstance(example, list) and isinstance(found, list) and example:
        many = len(example) - 1 if example[-1] == MORE else len(found)
        items = [fitted(example[i] if i < len(example) else None, one, key) for i, one in enumerate(found[:many])]
        return [*items, MORE] if example[-1] == MORE else items
    if isinstance(example, str) and isinstance(found, str) and example.endswith(MORE):
        return found[: len(example) - 3] + MORE
    return cut(found, key)


def _fitted_object(example: dict[str, Any], found: dict[str, Any], key: str) -> dict[str, Any]:
    if ALL in example:
        example = {name: value for name, value in example.items() if name not in (ALL, MORE)}
    if key in MAPS:
        many = len(example) - 1 if MORE in example else len(found)
        chosen = {name: cut(found[name], name) for name in list(found)[:many]}
    elif MORE in example:
        chosen = {name: fitted(example[name], found[name], name) for name in example if name in found}
    else:
        chosen = {name: fitted(example.get(name), value, name) for name, value in found.items()}
    return chosen | ({MORE: MORE} if MORE in example else {})


def cut(found: Any, key: str = "") -> Any:
    """What was found, with long lists, texts and maps cut."""
    match found:
        case dict() if key in MAPS and len(found) > 2:
            return {name: cut(found[name], name) for name in list(found)[:2]} | {MORE: MORE}
        case dict():
            return {name: cut(value, name) for name, value in found.items()}
        case list() if len(found) > LONG_LIST:
            return [*(cut(one, key) for one in found[:2]), MORE]
        case list():
            return [cut(one, key) for one in found]
        case str() if len(found) > LONG_TEXT and found.startswith("<"):
            return found[:60] + MORE
    return found


def laid_out(value: Any, indent: int = 0, room: int = WIDTH) -> str:
    """JSON that reads well: on one line if it fits, otherwise piece by piece."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= room or not isinstance(value, dict | list) or not value:
        return flat
    pieces: list[tuple[str, bool]] = []
    for key, one in value.items() if isinstance(value, dict) else ((None, one) for one in value):
        head = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
        flat = head + json.dumps(one, ensure_ascii=False)
        fits = len(flat) + indent + 2 <= room
        pieces.append((flat if fits else head + laid_out(one, indent + 1 + len(head) * (len(head) < 24), room), fits))
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return begin + _flow(pieces, indent + 1, room) + end


def _flow(pieces: list[tuple[str, bool]], indent: int, room: int) -> str:
    """Pieces after each other, as many on a line as fit; what is broken itself stands alone."""
    text, used, was_whole = "", indent, True
    for number, (piece, is_whole) in enumerate(pieces):
        sign = "," if number < len(pieces) - 1 else ""
        if number and (not is_whole or not was_whole or used + len(piece) + 2 > room):
            text += "\n" + " " * indent
            used = indent
        elif number:
            text += " "
            used += 1
        text += piece + sign
        used += len(piece) + len(sign)
        was_whole = is_whole
    return text


def written(act: Act, found: Any) -> str:
    """An act as the page has it, with what was found."""
    if act.what == ">":
        return f"{act.who} > {laid_out(json.loads(act.said), len(act.who) + 3)}\n"
    if act.what == "<":
        head = "data: " if act.said.startswith("data: ") else ""
        example = read_json(act.said.removeprefix("data: "))
        indent = len(act.who) + 3 + len(head)
        return f"{act.who} < {head}{laid_out(fitted(example, found), indent)}\n"
    body = f"{laid_out(json.loads(act.said))}\n" if act.said else ""
    if act.what == "GET /api/events":
        return f"{act.who}: {act.what}\n200\n"
    if isinstance(found, str):
        lines = act.answer or "\n".join([*found.splitlines()[:12], MORE])
        return f"{act.who}: {act.what}\n{body}{act.status}\n{lines}\n"
    example = read_json(act.answer) if act.answer else None
    return f"{act.who}: {act.what}\n{body}{act.status}\n{laid_out(fitted(example, found))}\n"


def main() -> None:
    """Make all exchanges, and write the page."""
    page = PAGE.read_text("utf-8")
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        stage = opened(Path(folder), stack)
        perform(page, stage, is_strict=False)
        entries = fullest(entries_of(stage))
    for act, found in reversed(stage.seen):
        gap = "" if act.what in "<>" or page.startswith("```", act.end) else "\n"
        page = page[: act.start] + written(act, found) + gap + page[act.end :]
    for line in log_lines(page):
        page = page.replace(line, laid_out(entries[name_of(json.loads(line))]), 1)
    PAGE.write_text(page, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
