"""Pictures and replays as self-contained HTML fragments, of which a page can hold several.

A picture is an <img> with the drawing inside. A replay is the last picture and the steps in words, for readers without
scripts; where scripts run, they turn it into a board with a slider.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from ludotheque.drawing import Drawing, language, waiting_words
from ludotheque.drawing.formats.replay import controls, frames_of, replay_piece, replay_script
from ludotheque.drawing.theme import prefix_of, tokens
from ludotheque.games.phrase import count, say
from ludotheque.play.position import Position

UNTOLD = "…"  # a step without words
COLOURS = ("paper", "surface", "ink", "ink-soft", "line-strong", "accent")
ESCAPED = {"%": "%25", "#": "%23", "'": "%27", '"': "'", "\n": " "}
PRINTED = (
    "<style>@media print{.ludotheque:has(.ludotheque-record){display:block!important}"
    ".ludotheque-record details::details-content{content-visibility:visible;height:auto}}</style>"
)
SIGNS = str.maketrans(ESCAPED)


@cache
def _read(name: str) -> str:
    return (files("ludotheque.interop.notebook") / name).read_text("utf-8")


def image(svg: str, title: str, width: float) -> str:
    """A drawing as an <img>, so that its ids and styles do not leak into the page."""
    source = f"data:image/svg+xml,{svg.translate(SIGNS)}"
    return f'<img src="{source}" alt="{escape(title)}" width="{width:.0f}" style="max-width:100%;border-radius:10px">'


def picture(drawing: Drawing, width: float, theme: str) -> str:
    """A drawing as an HTML fragment."""
    return image(drawing.bare().svg(theme), drawing.title, width)


def replay(positions: Sequence[Position], seat: int | None, width: float, code: str, theme: str) -> str:
    """A replay as an HTML fragment."""
    frames = frames_of(positions, seat, code)
    svg, data = replay_piece(frames, theme)
    drawing = frames[-1].drawing
    words = [frame.words or UNTOLD for frame in frames[1:]]
    end = waiting_words(positions[-1], code)
    packed_data = {
        **data,
        "words": [],
        "beginning": language(code).say(say("The beginning.")),
        "controls": controls(drawing, len(words), code),
        "style": _style(drawing.game, theme),
    }
    packed = b64encode(zlib.compress(json.dumps(packed_data, ensure_ascii=False).encode(), 9)).decode()
    steps = escape(language(code).say(count("{n} step", "{n} steps", len(words))))
    told = "".join(f"<li>{escape(one)}</li>" for one in words)
    return (
        f'<div class="ludotheque-record" lang="{code}" data-theme="{theme}" data-lm-suppress-shortcuts="true" '
        f'style="width:{width:.0f}px;max-width:100%">{image(svg, drawing.title, width)}<p>{escape(end)}</p>'
        f"<details><summary>{steps}</summary><ol>{told}</ol></details>"
        f'<script type="text/plain">{packed}</script></div>'
    )


def script(has_replay: bool) -> str:
    """The styles and script of the fragments: they follow the page's theme and start its replays."""
    wakes = replay_script() + _read("notebook.js") if has_replay else ""
    return f"{PRINTED if has_replay else ''}<script>(() => {{\n{_read('follow.js')}{wakes}}})();</script>"


def _style(game: str, theme: str) -> str:
    day, night = tokens(game, "light"), tokens(game, "dark")
    colours = "".join(f"--{name}: light-dark({day[name]}, {night[name]}); " for name in COLOURS)
    return _read("notebook.css").replace("COLOURS", colours).replace("PIECE", f"{prefix_of(game, theme)}piece")
