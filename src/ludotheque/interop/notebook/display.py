"""Games in a notebook: positions, views and records show themselves, and `show` puts them side by side.

The HTML needs no server and fetches nothing; it works in saved and exported notebooks, and on paper.
"""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ludotheque.drawing import Drawing, draw, draw_text, language, marks_of, view_to_draw
from ludotheque.drawing.drawing import NO_MARKS, Marks
from ludotheque.drawing.theme import AUTO, THEMES, ThemeError
from ludotheque.games.phrase import count
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.interop.notebook.html_pieces import picture, replay, script
from ludotheque.play.position import Moment, Position
from ludotheque.play.record import Record
from ludotheque.play.view import View

ALONE, BESIDE = (520, 860), (300, 420)  # maximal height and width of a picture, alone and beside others
GAP = 12
BETWEEN = "   "

Thing = Moment | Record | Drawing


class ShowError(GameError):
    """`show` was given something it cannot show; says what to give instead."""


@dataclass(frozen=True)
class Shown:
    """Pictures side by side, as a notebook shows them; `str` gives text pictures."""

    things: tuple[Thing, ...]
    captions: tuple[str, ...]
    columns: int | None
    size: int | None
    seat: int | None
    language: str
    theme: str

    def _repr_html_(self) -> str:
        """The pictures for notebooks."""
        pieces = [self._piece(*each) for each in zip(self.things, self.captions, strict=True)]
        columns = f"repeat({self.columns},minmax(0,max-content))" if self.columns else ""
        layout = f"display:grid;grid-template-columns:{columns}" if columns else "display:flex;flex-wrap:wrap"
        run = script(any(isinstance(thing, Record) for thing in self.things))
        attributes = f'class="ludotheque" data-theme="{self.theme}" style="{layout};gap:{GAP}px"'
        return f"<div {attributes}>{''.join(pieces)}</div>{run}"

    def _piece(self, thing: Thing, caption: str) -> str:
        if isinstance(thing, Record):
            positions = tuple(thing.replay())
            seat = self.seat or None
            width = self._width(draw(positions[0].view(seat), NO_MARKS, self.language))
            piece = replay(positions, seat, width, self.language, self.theme)
        else:
            drawing = thing if isinstance(thing, Drawing) else draw(*self._seen(thing), self.language)
            piece = picture(drawing, self._width(drawing), self.theme)
        below = f'<div style="text-align:center">{escape(caption)}</div>' if caption else ""
        return f'<div style="max-width:100%">{piece}{below}</div>'

    def _width(self, drawing: Drawing) -> float:
        height, width = ALONE if len(self.things) == 1 or self.columns == 1 else BESIDE
        return self.size or min(width, height * drawing.width / drawing.height)

    def _seen(self, thing: Moment) -> tuple[View, Marks]:
        """The view to draw of a position or view, and its marks."""
        if not isinstance(thing, Position):
            return view_to_draw(thing), NO_MARKS
        view = view_to_draw(thing) if self.seat is None else thing.view(self.seat or None)
        return view, marks_of(thing, view.seat)

    def __str__(self) -> str:
        """The text pictures, side by side where they fit."""
        blocks = [self._text(*each) for each in zip(self.things, self.captions, strict=True)]
        room = shutil.get_terminal_size().columns
        rows: list[list[list[str]]] = []
        for block in blocks:
            is_full = rows and self.columns and len(rows[-1]) == self.columns
            if rows and not is_full and _wide([*rows[-1], block]) <= room:
                rows[-1].append(block)
            else:
                rows.append([block])
        return "\n\n".join("\n".join(_beside(row)) for row in rows)

    def _text(self, thing: Thing, caption: str) -> list[str]:
        if isinstance(thing, Drawing):
            return [line for line in (thing.title, caption) if line]
        if isinstance(thing, Record):
            last = thing.at(-1)
            view = last.view(self.seat or None)
            marks = marks_of(last, view.seat)
        else:
            view, marks = self._seen(thing)
        lines = draw_text(view, marks, self.language).splitlines()
        if isinstance(thing, Record):
            lines.append(language(self.language).say(count("{n} step", "{n} steps", len(thing.steps))))
        return [*lines, caption] if caption else lines

    __repr__ = __str__


def _wide(blocks: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, block), default=0) + len(BETWEEN) for block in blocks) - len(BETWEEN)


def _beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Blocks of lines in one row."""
    widths = [max(map(len, block), default=0) for block in blocks]
    lines = []
    for number in range(max(map(len, blocks))):
        cells = [(block[number] if number < len(block) else "") for block in blocks]
        lines.append(BETWEEN.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
    return lines


def show(
    *things: Thing | Iterable[Thing],
    captions: Sequence[str] = (),
    columns: int | None = None,
    size: int | None = None,
    seat: int | None = None,
    language: str = "en",
    theme: str = AUTO,
) -> Shown:
    """Positions, views, records and drawings side by side; lists of them too.

    `size` is how wide each is, in pixels. `seat` says whose eyes see positions and records (0: a spectator); without it
    a position is seen by the seat to move, a record by a spectator. `theme` is `light`, `dark`, or as the notebook is.
    """
    try:
        flat = tuple(_flat(things))
    except RecursionError:
        raise ShowError("show: this list holds itself") from None
    if not flat:
        raise ShowError("show: give positions, views or records")
    is_list = isinstance(captions, list | tuple) and all(isinstance(one, str) for one in captions)
    if not is_list or (captions and len(captions) != len(flat)):
        raise ShowError(f"captions: give a text for each thing, {len(flat)} in all")
    if not isinstance(language, str):
        raise ShowError(f"language: a code such as 'en', not {language!r:.40}")
    if theme not in (*THEMES, AUTO):
        raise ThemeError(f"there is no theme {theme!r}: choose {', '.join((*THEMES, AUTO))}")
    for name, number in (("columns", columns), ("size", size)):
        if number is not None and (type(number) is not int or number < 1):
            raise ShowError(f"{name}: a whole number from 1 on, not {number!r}")
    shown = Shown(flat, tuple(captions) or ("",) * len(flat), columns, size, seat, language, theme)
    _check_seats(shown)
    return shown


def _flat(things: Iterable[Thing | Iterable[Thing]]) -> Iterable[Thing]:
    for thing in things:
        if isinstance(thing, Moment | Record | Drawing):
            yield thing
        elif isinstance(thing, Iterable) and not isinstance(thing, str | bytes):
            yield from _flat(thing)
        else:
            raise ShowError(f"show: give positions, views, records or drawings, not {thing!r:.40}")


def _check_seats(shown: Shown) -> None:
    """Raise an error about the seat, the language or a record now, not when the notebook draws."""
    language(shown.language)
    for thing in shown.things:
        if isinstance(thing, Drawing):
            continue
        players = thing.setup.players
        if shown.seat is not None and (type(shown.seat) is not int or not 0 <= shown.seat <= players):
            raise ShowError(f"seat: 0 for a spectator, or 1..{players}, not {shown.seat!r}")
        if isinstance(thing, Record):
            thing.at(-1)


def moment_html(moment: Moment) -> str:
    """The HTML of a position or view: as its seat sees it, with the last step marked."""
    return show(moment)._repr_html_()


def record_html(record: Record) -> str:
    """The HTML of a record: a board with a slider; if it does not replay, the error."""
    try:
        return show(record)._repr_html_()
    except GameError as error:
        return f"<pre>{escape(repr(record))}\n{escape(str(error))}</pre>"


def refusal_html(refusal: Refusal) -> str:
    """The HTML of a refusal: the reason, the paragraph of the rulebook, the nearest legal steps."""
    cited = refusal.cite()
    near = ", ".join(f"<code>{escape(step)}</code>" for step in cited.alternatives)
    return (
        f"<p><b>{escape(cited.reason)}</b></p><blockquote><p>{escape(cited.text)}<br><small>{escape(cited.section)}, "
        f"{escape(cited.paragraph)}</small></p></blockquote>" + (f"<p>Nearest: {near}</p>" if near else "")
    )


Moment.drawer = moment_html
Record.drawer = record_html
Refusal._repr_html_ = refusal_html  # type: ignore[attr-defined]
