"""The board: a clickable text picture, with its tables beside or below it."""

import re

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ludotheque.drawing.screen_text import TextBoard, TextPart

MARGIN, GAP = 1, 4  # columns at the left, and between the board and the tables beside it
FRAME = re.compile(r"[\u2500-\u257f/\\_]+")  # lines, drawn softer than what is between them
HOVERED = Style(reverse=True)


class BoardWidget(ScrollView, can_focus=True):
    """Shows a text board; posts a message when a named spot is clicked."""

    class SpotClicked(Message):
        """A named spot was clicked."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[tuple[TextPart, int, int]] = []  # with column and line
        self._lines: list[Text] = []
        self._over = ""
        self.shown: TextBoard | None = None

    def show(self, board: TextBoard | None) -> None:
        """Show another board, or nothing."""
        self.shown, self._over = board, ""
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Put the tables beside the board if they fit, else below it."""
        board = self.shown
        self._parts, self._lines = [], []
        if board is not None:
            beside = MARGIN + board.board.width + GAP
            is_wide = beside + board.tables.width < self.size.width and board.tables.height <= board.board.height
            at = (beside, 0) if is_wide else (MARGIN, board.board.height + 1)
            self._parts = [(board.board, MARGIN, 0), (board.tables, *at)]
            self._lines = self._drawn()
        width = max((column + part.width for part, column, _ in self._parts), default=0)
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def _drawn(self) -> list[Text]:
        lines: list[Text] = []
        soft = self.app.theme_variables.get("line-strong", "default")
        for part, column, first in self._parts:
            lines += [Text() for _ in range(first + part.height - len(lines))]
            for number, line in enumerate(part.lines, first):
                text = lines[number]
                text.append(" " * (column - text.cell_len))
                drawn = Text.from_ansi(line)
                for frame in FRAME.finditer(drawn.plain):
                    drawn.stylize_before(soft, *frame.span())
                text.append_text(drawn)
        return lines

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        line = y + top
        width, ground = self.size.width, self.rich_style
        if line >= len(self._lines):
            return Strip.blank(width, ground)
        segments = [
            Segment(one.text, ground + one.style if one.style else ground)
            for one in self._marked(line).render(self.app.console)
            if one.text != "\n"
        ]
        return Strip(segments).crop_extend(left, left + width, ground)

    def _marked(self, line: int) -> Text:
        """A line with the hovered spot in reverse video."""
        text = self._lines[line]
        spots = [(column, spot) for part, column, first in self._parts for spot in part.spots
                 if self._over and spot.name == self._over and first + spot.line == line]  # fmt: skip
        if spots:
            text = text.copy()
            for column, spot in spots:
                text.stylize(HOVERED, column + spot.first, column + spot.last)
        return text

    def name_at(self, x: int, y: int) -> str:
        """The name of the spot at an offset in this widget."""
        column, line = x + self.scroll_offset.x, y + self.scroll_offset.y
        found = (part.name_at(column - left, line - top) for part, left, top in self._parts)
        return next(filter(None, found), "")

    def places(self) -> dict[str, tuple[int, int]]:
        """By name, an offset in this widget where it can be clicked; visible spots only."""
        seen = Region(0, 0, *self.size)
        found: dict[str, tuple[int, int]] = {}
        for part, column, line in self._parts:
            for spot in part.spots:
                at = (column + (spot.first + spot.last) // 2 - self.scroll_offset.x,
                      line + spot.line - self.scroll_offset.y)  # fmt: skip
                if seen.contains(*at):
                    found.setdefault(spot.name, at)
        return found

    def on_mouse_move(self, event: events.MouseMove) -> None:
        over = self.name_at(event.x, event.y)
        if over != self._over:
            self._over = over
            self.refresh()

    def on_leave(self) -> None:
        self._over = ""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        if name := self.name_at(event.x, event.y):
            self.post_message(self.SpotClicked(name))
