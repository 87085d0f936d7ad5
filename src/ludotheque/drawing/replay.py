"""A record as one self-contained file that plays itself: an HTML page with a slider, or an animated SVG.

Both hold the first picture, and for each step only the elements that change.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from html import escape
from importlib.resources import files
from itertools import pairwise

from ludotheque.drawing.drawing import Drawing, Marks, sheet
from ludotheque.drawing.games import modules_of
from ludotheque.drawing.svg import number, text
from ludotheque.drawing.theme import dress, font_faces, page_style
from ludotheque.drawing.words import told
from ludotheque.play.position import Position

STEPS = re.compile(r' data-(?:steps|set|after|name)="[^"]*"')
PLACED = re.compile(r'^(<\w+[^>]*?) transform="translate\(([^)]*)\)"')
GLIDE = 0.22  # seconds
CAPTION, LINE, LETTER = 3, 22, 9  # lines of words below an animation, their height, the width of a letter


@dataclass(frozen=True)
class Frame:
    """One moment of a replay: its picture, and what led to it in words."""

    drawing: Drawing
    words: str


def frames_of(positions: Iterable[Position], seat: int | None, code: str) -> list[Frame]:
    """The pictures of a game, as a seat or a spectator (None) saw it."""
    frames: list[Frame] = []
    before: Position | None = None
    for position in positions:
        step = position.last
        words = told(before, step, seat, code, position) if before is not None and step else ""
        seen = position.seen_steps(seat)
        marks = Marks(last=seen[-1:] if seen and seen[-1] is step else (), played=seen)
        frames.append(Frame(modules_of(position.game.name).picture.draw(position.view(seat), marks, code), words))
        before = position
    return frames


def merged_order(orders: Iterable[Sequence[str]]) -> list[str]:
    """One order that agrees with all of them; things come and go, but never change places."""
    before: dict[str, set[str]] = {}
    for order in orders:
        for name in order:
            before.setdefault(name, set())
        for earlier, later in pairwise(order):
            before[later].add(earlier)
    return list(TopologicalSorter(before).static_order())


def _bare(live: dict[str, str]) -> dict[str, str]:
    return {name: STEPS.sub("", markup) for name, markup in live.items()}


def _orders(frames: Sequence[Frame]) -> dict[str, list[str]]:
    parts = [part.name for part in frames[0].drawing.parts]
    return {
        name: merged_order(list(frame.drawing.parts[index].live) for frame in frames)
        for index, name in enumerate(parts)
    }


def replay_html(
    positions: Iterable[Position], seat: int | None = None, code: str = "en", theme: str | None = None
) -> str:
    """A page with the board, a slider, keys and the words of each step; light or dark as the reader's system is."""
    frames = frames_of(positions, seat, code)
    first = frames[0].drawing
    changes, shown = [], dict.fromkeys(first.live, "")
    for frame in frames:
        live = _bare(frame.drawing.live)
        gone = {name: "" for name in shown if name not in live}
        changes.append(gone | {name: markup for name, markup in live.items() if shown.get(name) != markup})
        shown = live
    data = {"frames": changes, "words": [frame.words for frame in frames], "orders": _orders(frames)}
    template = (files("ludotheque.drawing") / "style" / "replay.html").read_text("utf-8")
    empty = Drawing(
        first.game,
        first.title,
        first.width,
        first.height,
        first.defs,
        tuple(replace(part, live={}) for part in first.parts),
    )
    values = {
        "language": code,
        "theme": f' data-theme="{theme}"' if theme else "",
        "title": escape(first.title),
        "style": font_faces() + page_style(first.game),
        "svg": empty.svg(),
        "data": json.dumps(data, ensure_ascii=False).replace("</", "<\\/"),
        "last": str(len(frames) - 1),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def replay_svg(
    positions: Iterable[Position], seat: int | None = None, code: str = "en", theme: str = "light", pause: float = 1.2
) -> str:
    """An animated SVG: every element with the times at which it is there, and pieces that glide."""
    frames = frames_of(positions, seat, code)
    first = frames[0].drawing
    clock = Clock(len(frames), pause)
    parts = []
    for index, part in enumerate(first.parts):
        lives = [_bare(dict(frame.drawing.parts[index].live)) for frame in frames]
        order = merged_order(list(live) for live in lives)
        drawn = "".join(_element([live.get(name, "") for live in lives], clock) for name in order)
        placed = f'transform="translate({number(part.x)} {number(part.y)})"'
        parts.append(f'<g id="part-{part.name}" {placed}>{part.ground}{drawn}</g>')
    told_of = [(_caption(first, frame.words), clock.shown([index])) for index, frame in enumerate(frames)]
    words = "".join(f"<g>{caption}{motion}</g>" for caption, motion in told_of if caption)
    return dress(sheet(first, "".join(parts) + words, LINE * CAPTION + 12), first.game, theme)


def _caption(drawing: Drawing, words: str) -> str:
    """Words below a drawing, in at most so many lines."""
    lines = textwrap.wrap(words, int(drawing.width / LETTER), max_lines=CAPTION, placeholder=" …") if words else []
    return "".join(
        text(line, drawing.width / 2, drawing.height + LINE * (index + 0.7)) for index, line in enumerate(lines)
    )


@dataclass(frozen=True)
class Clock:
    """The times of an animation: so many frames, each shown for so long; the last one longer, then over again."""

    frames: int
    pause: float

    @property
    def length(self) -> float:
        return (self.frames + 3) * self.pause

    def at(self, frame: int) -> float:
        """When a frame begins, as a share of the whole."""
        return frame * self.pause / self.length

    def shown(self, frames: Sequence[int]) -> str:
        """The animation that shows something in these frames only."""
        values: list[str] = []
        times: list[str] = []
        for frame in range(self.frames):
            value = "inline" if frame in frames else "none"
            if not values or values[-1] != value:
                values.append(value)
                times.append(f"{self.at(frame):.5f}")
        if values == ["inline"]:
            return ""
        return self._animate("display", values, times)

    def _animate(self, attribute: str, values: Sequence[str], times: Sequence[str]) -> str:
        return (
            f'<animate attributeName="{attribute}" calcMode="discrete" dur="{self.length:.1f}s" '
            f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
        )

    def gliding(self, places: Sequence[str]) -> str:
        """The animation that moves something from place to place."""
        values, times, now = [places[0]], ["0"], places[0]
        for frame, place in enumerate(places):
            if place and place != now:
                start = self.at(frame)
                values += [now, place]
                times += [f"{start:.5f}", f"{start + GLIDE / self.length:.5f}"]
                now = place
        if len(values) == 1:
            return ""
        values.append(now)
        times.append("1")
        return (
            f'<animateTransform attributeName="transform" type="translate" dur="{self.length:.1f}s" '
            f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
        )


def _element(versions: Sequence[str], clock: Clock) -> str:
    """An element through all frames: one that only moves glides, others are drawn once per look."""
    looks: dict[str, list[int]] = {}
    for frame, markup in enumerate(versions):
        if markup:
            looks.setdefault(PLACED.sub(r"\1", markup), []).append(frame)
    drawn = []
    for frames in looks.values():
        places = [found[2] if (found := PLACED.match(versions[frame])) else "" for frame in frames]
        known = dict(zip(frames, places, strict=True))
        all_places: list[str] = []
        for frame in range(clock.frames):
            all_places.append(known.get(frame, all_places[-1] if all_places else places[0]))
        motion = clock.shown(frames) + (clock.gliding(all_places) if places[0] else "")
        drawn.append(_with_inside(re.sub(r' id="[^"]*"', "", versions[frames[0]], count=1), motion))
    return "".join(drawn)


def _with_inside(markup: str, motion: str) -> str:
    """An element with its animation inside."""
    if not motion:
        return markup
    head, sign, rest = markup.partition(">")
    if head.endswith("/"):
        tag = head[1:].split()[0].rstrip("/")
        return f"{head[:-1]}>{motion}</{tag}>"
    return f"{head}{sign}{motion}{rest}"
