"""A record as a replay: a self-contained page with a slider, or a fragment for any page.

Both hold one picture, and for each step only the elements that change.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from graphlib import TopologicalSorter
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import TypedDict

from ludotheque.drawing.description import told
from ludotheque.drawing.drawing import Drawing, Marks, changed_elements
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.drawing.theme import dress, font_faces, page_style
from ludotheque.games.phrase import say
from ludotheque.play.position import Position

BETWEEN = "\x1e"  # occurs in no picture


class ReplayData(TypedDict):
    """All frames for the page's script: the elements that differ from the frame before ('' for those gone), the words
    of each frame, and for each part the order of all its elements."""

    frames: list[dict[str, str]]
    words: list[str]
    orders: dict[str, list[str]]


@dataclass(frozen=True)
class Frame:
    """One moment of a replay: a picture without anything to click, and the words of the step that led to it."""

    drawing: Drawing
    words: str


def frames_of(
    positions: Iterable[Position], seat: int | None, code: str, shows: Callable[[Position], bool] = lambda _: True,
    names: Callable[[int], SeatNames] = lambda _: NO_SEAT_NAMES,
) -> list[Frame]:  # fmt: skip
    """The pictures of a game as a seat or a spectator (None) saw it, of the positions for which `shows` is true.

    `names` says what a table's seats were called when a step, by its ply, was played.
    """
    frames: list[Frame] = []
    before: Position | None = None
    for position in positions:
        if shows(position):
            frames.append(_frame(before, position, seat, code, names(position.ply)))
        before = position
    return frames


def _frame(before: Position | None, position: Position, seat: int | None, code: str, names: SeatNames) -> Frame:
    step = position.last
    words = told(before, step, seat, code, position, names) if before is not None and step else ""
    seen = position.seen_steps(seat)
    marks = Marks(last=seen[-1:] if seen and seen[-1] is step else (), played=seen)
    drawing: Drawing = modules_of(position.game.name).picture.draw(position.view(seat), marks, code)
    return Frame(drawing.bare(), words)


def merged_order(orders: Iterable[Sequence[str]]) -> list[str]:
    """One order that agrees with all of them: elements come and go, but never change places."""
    before: dict[str, set[str]] = {}
    for order in orders:
        for name in order:
            before.setdefault(name, set())
        for earlier, later in pairwise(order):
            before[later].add(earlier)
    return list(TopologicalSorter(before).static_order())


def _orders(frames: Sequence[Frame]) -> dict[str, list[str]]:
    parts = [part.name for part in frames[0].drawing.parts]
    return {
        name: merged_order(list(frame.drawing.parts[index].live) for frame in frames)
        for index, name in enumerate(parts)
    }


def replay_data(frames: Sequence[Frame]) -> ReplayData:
    """All frames, in the form that the page's script takes."""
    lives = [frame.drawing.live for frame in frames]
    changes = [changed_elements(before, after) for before, after in pairwise([{}, *lives])]
    return {"frames": changes, "words": [frame.words for frame in frames], "orders": _orders(frames)}


def replay_html(
    positions: Iterable[Position], seat: int | None = None, code: str = "en", theme: str | None = None
) -> str:
    """A page with the board, a slider, keys and the words of each step; without a theme it follows the system's."""
    frames = frames_of(positions, seat, code)
    first = frames[0].drawing
    data = replay_data(frames)
    template = _read("replay.html")
    empty = replace(first, parts=tuple(replace(part, live={}) for part in first.parts))
    values = {
        "language": code,
        "theme": f' data-theme="{theme}"' if theme else "",
        "title": escape(first.title),
        "style": font_faces() + page_style(first.game),
        "svg": empty.svg(),
        "data": json.dumps(data, ensure_ascii=False).replace("</", "<\\/"),
        "controls": controls(first, len(frames) - 1, code),
        "script": replay_script(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def controls(drawing: Drawing, last: int, code: str) -> str:
    """The controls of a replay: buttons, a slider, and the number of the step."""
    speaker = language(code)
    said = {
        name: escape(speaker.say(words))
        for name, words in {
            "back": say("One step back"), "on": say("One step on"), "play": say("Play the game step by step"),
            "pause": say("Pause"),
        }.items()
    }  # fmt: skip
    signs = {"back": "M11 2 4 8l7 6z", "on": "M5 2l7 6-7 6z"}
    back, on = (
        f'<button class="{name}" aria-label="{said[name]}" title="{said[name]}">{_icon(sign)}</button>'
        for name, sign in signs.items()
    )
    play = (
        f'<button class="play" data-play="{said["play"]}" data-pause="{said["pause"]}">'
        f"{_icon('M3 2l11 6-11 6z', 'go')}{_icon('M3 2h3v12H3zM10 2h3v12h-3z', 'wait')}</button>"
    )
    slider = f'<input class="ply" type="range" min="0" max="{last}" value="0" aria-label="{escape(drawing.title)}">'
    return f'<div class="controls">{back}{play}{on}{slider}<output class="number">0 / {last}</output></div>'


def _icon(path: str, name: str = "sign") -> str:
    return f'<svg class="{name}" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="{path}"/></svg>'


def replay_script() -> str:
    """The script of a replay: a function `replay(root, data)`."""
    return _read("replay.js")


@cache
def _read(name: str) -> str:
    return (files("ludotheque.drawing") / "style" / name).read_text("utf-8")


def replay_piece(frames: Sequence[Frame], theme: str) -> tuple[str, ReplayData]:
    """A replay for any page: its last picture, self-contained, and the data of all frames in the same style.

    The picture is shown where no script runs; a script replaces the picture's elements.
    """
    data = replay_data(frames)
    last = frames[-1].drawing
    looks = list(dict.fromkeys(markup for changes in data["frames"] for markup in changes.values() if markup))
    svg, *dressed = dress(BETWEEN.join([last.svg(), *looks]), last.game, theme).split(BETWEEN)
    worn = dict(zip(looks, dressed, strict=True)) | {"": ""}
    changes = [{name: worn[markup] for name, markup in frame.items()} for frame in data["frames"]]
    return svg, {**data, "frames": changes}
