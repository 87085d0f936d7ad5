"""Modal screens: one to read (rules, help, points), and one with an input (why is a move illegal, a file's name)."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ludotheque.drawing import Ink
from ludotheque.drawing.language import Language
from ludotheque.drawing.score_sheet import score_sheet
from ludotheque.drawing.shared_names import part_name, seat_name
from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.play.view import View

INK = 6  # the seat whose colour is used for names without one

CLOSE = say("Esc closes.")


class Reading(ModalScreen[None]):
    """A text to read, with a title."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,f1,f2,f7", "dismiss", show=False)]

    def __init__(self, title: str, text: Text, close: str) -> None:
        super().__init__()
        self._title, self._text, self._close = title, text, close

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(self._title), classes="sheet-title")
            with VerticalScroll(classes="sheet-text"):
                yield Static(self._text)
            yield Static(Text(self._close), classes="sheet-foot")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Asking(ModalScreen[None]):
    """An input with an answer below it, which can be repeated."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f3,f6", "dismiss", show=False)]

    def __init__(self, title: str, typed: str, answer: Callable[[str], Text], close: str) -> None:
        super().__init__()
        self._title, self._typed, self._answer, self._close = title, typed, answer, close

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(self._title), classes="sheet-title")
            yield Input(self._typed, select_on_focus=False)
            with VerticalScroll(classes="sheet-text"):
                yield Static(self._answer(self._typed) if self._typed else "", id="answer")
            yield Static(Text(self._close), classes="sheet-foot")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#answer", Static).update(self._answer(event.value.strip()))


def refusal_text(refusal: Refusal, speaker: Language, code: str) -> Text:
    """A refusal: its reason, its rule and the nearest legal moves."""
    cited = refusal.cite(code)
    text = Text(f"{cited.reason}\n\n", "bold")
    text.append(f"{cited.paragraph}: {' '.join(cited.text.split())}\n", "not bold")
    if cited.alternatives:
        text.append("\n" + speaker.say(say("Near it: {moves}.", moves=", ".join(cited.alternatives))), "not bold")
    return text


def points_text(view: View, speaker: Language, code: str) -> Text:
    """The score sheet, seat by seat."""
    lines: list[str] = []
    ink = Ink(is_coloured=True)
    for seat, (rows, score) in enumerate(zip(score_sheet(view, code), view.scores, strict=True), 1):
        name = speaker.say(seat_name(view, seat))
        lines.append(ink.seat(INK if MANIFESTS[view.game.name].is_black_and_white else seat, f"{name}  {score.total}"))
        part = ""
        for row in rows:
            head = speaker.say(part_name(row.part)) if row.part != part else ""
            lines.append(f"  {head:<12} {row.points:>4}  {row.label}")
            part = row.part
        lines.append("")
    return Text.from_ansi("\n".join(lines))
