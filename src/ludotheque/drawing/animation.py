"""A record as one animated SVG: every element is shown and hidden by the clock, and pieces glide."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludotheque.drawing.drawing import Drawing, sheet
from ludotheque.drawing.replay import frames_of, merged_order
from ludotheque.drawing.svg import number, text
from ludotheque.drawing.theme import dress
from ludotheque.play.position import Position

PLACED = re.compile(r'^(<\w+[^>]*?) transform="translate\(([^)]*)\)"')
GLIDE = 0.22  # seconds
CAPTION, LINE, LETTER = 3, 22, 9  # lines of words below an animation, their height, the width of a letter


def replay_svg(
    positions: Iterable[Position], seat: int | None = None, code: str = "en", theme: str = "light", pause: float = 1.2
) -> str:
    """A game as an animated SVG; each position is shown for `pause` seconds."""
    frames = frames_of(positions, seat, code)
    first = frames[0].drawing
    clock = Clock(len(frames), pause)
    parts = []
    for index, part in enumerate(first.parts):
        lives = [frame.drawing.parts[index].live for frame in frames]
        order = merged_order(list(live) for live in lives)
        drawn = "".join(_element(name, [live.get(name, "") for live in lives], clock) for name in order)
        placed = f'transform="translate({number(part.x)} {number(part.y)})"'
        parts.append(f'<g id="part-{part.name}" {placed}>{part.ground}{drawn}</g>')
    told_of = [(_caption(first, frame.words), clock.shown([index])) for index, frame in enumerate(frames)]
    words = "".join(f"<g>{caption}{motion}</g>" for caption, motion in told_of if caption)
    return dress(sheet(first, "".join(parts) + words, LINE * CAPTION + 12), first.game, theme)


def _caption(drawing: Drawing, words: str) -> str:
    """Words below a drawing, in at most CAPTION lines."""
    lines = textwrap.wrap(words, int(drawing.width / LETTER), max_lines=CAPTION, placeholder=" …") if words else []
    return "".join(
        text(line, drawing.width / 2, drawing.height + LINE * (index + 0.7)) for index, line in enumerate(lines)
    )


@dataclass(frozen=True)
class Clock:
    """The times of an animation, in a loop: each frame lasts `pause` seconds, the last one four times as long."""

    frames: int
    pause: float

    @property
    def length(self) -> float:
        return (self.frames + 3) * self.pause

    def at(self, frame: int) -> float:
        """When a frame begins, as a share of the loop."""
        return frame * self.pause / self.length

    def shown(self, frames: Sequence[int]) -> str:
        """<animate>: shows an element in these frames only; '' if that is always."""
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
        """<animateTransform>: moves an element through `places`, one per frame; '' if it never moves."""
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


def _element(name: str, versions: Sequence[str], clock: Clock) -> str:
    """An element through all frames, drawn once for each look; while only its place changes, it glides."""
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
        drawn.append(_with_inside(versions[frames[0]].replace(f' id="{name}"', "", 1), motion))
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
