"""The list of moves: by kind, one of them marked, chosen with keys or mouse."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: its text, its step ('' for a heading), and a note."""

    text: str
    step: str = ""
    note: str = ""


class Moves(ScrollView, can_focus=True):
    """Rows to choose from. A click or arrow marks a row, Enter or a second click takes it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"moves--head", "moves--marked", "moves--note"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("home", "move(-10000)", show=False),
        Binding("end", "move(10000)", show=False),
        Binding("enter", "take", show=False),
    ]

    class Marked(Message):
        """Another row was marked; '' for none."""

        def __init__(self, step: str) -> None:
            super().__init__()
            self.step = step

    class Taken(Message):
        """A row was taken; '' if Enter was pressed and none is marked."""

        def __init__(self, step: str) -> None:
            super().__init__()
            self.step = step

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.at: int | None = None

    @property
    def marked(self) -> str:
        """The step of the marked row; '' for none."""
        return self.rows[self.at].step if self.at is not None else ""

    def show(self, rows: list[Row], marked: str = "") -> None:
        """Show other rows, with one of them marked."""
        self.rows = rows
        self.at = next((at for at, row in enumerate(rows) if row.step and row.step == marked), None)
        self.virtual_size = Size(max(1, self.size.width), len(rows))
        if self.at is None:
            self.scroll_home(animate=False)
        else:
            self._reveal()
        self.refresh()

    def on_resize(self) -> None:
        self.virtual_size = Size(max(1, self.size.width), len(self.rows))

    def render_line(self, y: int) -> Strip:
        at, width, ground = y + self.scroll_offset.y, self.size.width, self.rich_style
        if at >= len(self.rows):
            return Strip.blank(width, ground)
        row = self.rows[at]
        if not row.step:
            return Strip([Segment(f" {row.text}", self._worn("head"))]).adjust_cell_length(width, ground)
        is_marked = at == self.at
        style = self._worn("marked") if is_marked else ground
        note = style if is_marked else self._worn("note")
        segments = [Segment("▸ " if is_marked else "  ", style), Segment(row.text, style)]
        if row.note and len(row.text) + len(row.note) + 4 <= width:
            segments.append(Segment(f"  {row.note}", note))
        return Strip(segments).adjust_cell_length(width, style)

    def _worn(self, name: str) -> Style:
        return self.get_component_rich_style(f"moves--{name}")

    def action_move(self, by: int) -> None:
        """Mark another row, skipping headings; stop at the ends."""
        steps = [at for at, row in enumerate(self.rows) if row.step]
        if not steps:
            return
        now = steps.index(self.at) if self.at is not None else -1 if by > 0 else len(steps)
        self._mark(steps[min(max(now + by, 0), len(steps) - 1)])

    def _mark(self, at: int) -> None:
        self.at = at
        self._reveal()
        self.refresh()
        self.post_message(self.Marked(self.marked))

    def _reveal(self) -> None:
        if self.at is not None:
            first = self.at - 1 if self.at and not self.rows[self.at - 1].step else self.at
            self.scroll_to_region(Region(0, first, 1, self.at - first + 1), animate=False)

    def action_take(self) -> None:
        """Take the marked row."""
        self.post_message(self.Taken(self.marked))

    def on_click(self, event: events.Click) -> None:
        at = event.y + self.scroll_offset.y
        if at >= len(self.rows) or not self.rows[at].step:
            return
        if at == self.at:
            self.action_take()
        else:
            self._mark(at)
