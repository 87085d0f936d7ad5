"""The lines at the top and bottom: the seats with their points, and the keys."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from ludotheque.cli.tui.screen_texts import sign_of
from ludotheque.drawing.language import Language
from ludotheque.drawing.shared_names import LEVEL_NAMES, seat_word
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.interop.seat.seat import SeatStatus, TableSnapshot

YOU = say("you")


def warming(percent: int) -> Phrase:
    """The progress of compilation in words."""
    return say("warming up: {n} %", n=percent)


class TextStrip(Static):
    """A text that is redrawn only if it has changed."""

    def put(self, text: Text, *, is_fixed: bool = False) -> None:
        """Show a text; with `is_fixed` the layout stays."""
        if text != self.text or text.spans != self.text.spans:
            self.text = text
            self.update(text, layout=not is_fixed)

    text = Text()


class ScoreStrip(TextStrip):
    """The game and each seat: sign, name, holder and points; ▸ marks whose turn it is."""

    def show(self, snapshot: TableSnapshot, speaker: Language) -> None:
        """Show the seats; without the players' names if they do not fit."""
        full, short = (_line(snapshot, speaker, with_people) for with_people in (True, False))
        line = full if full.cell_len <= self.app.size.width else short
        line.pad_right(max(0, self.app.size.width - line.cell_len))
        self.put(line, is_fixed=True)


def _line(snapshot: TableSnapshot, speaker: Language, with_people: bool) -> Text:
    line = Text(f" {snapshot.game.title} ", no_wrap=True, overflow="ellipsis")
    line.stylize("bold")
    totals = [score.total for score in snapshot.view.scores] if snapshot.view else []
    for status in snapshot.seats:
        line.append("  ▸" if status.is_waited_for else "   ")
        line.append_text(_seat(snapshot, status, speaker, with_people))
        if totals:
            line.append(f" {totals[status.seat - 1]}", "bold")
        if status.left is not None:
            line.append(f" {int(status.left) // 60}:{int(status.left) % 60:02}")
    if snapshot.compiled < 100:
        line.append(f"   {speaker.say(warming(snapshot.compiled))}", "dim")
    return line


def _seat(snapshot: TableSnapshot, status: SeatStatus, speaker: Language, with_people: bool) -> Text:
    name = speaker.say(seat_word(status.name))
    who = speaker.say(YOU) if status.is_mine else _who(status, speaker)
    is_you = status.is_mine and len([one for one in snapshot.seats if one.is_mine]) == 1
    shown = f"{sign_of(snapshot.game.name, status.seat)} {name}"
    if with_people and (is_you or not status.is_mine):
        shown += f" ({who})"
    return Text(shown, "underline" if is_you else "")


def _who(status: SeatStatus, speaker: Language) -> str:
    if status.is_bot and status.who in LEVEL_NAMES:
        return speaker.say(LEVEL_NAMES[status.who].short)
    if status.is_guest:
        return speaker.say(say("{name} (guest)", name=status.who))
    return status.who or "–"


@dataclass(frozen=True, slots=True)
class Key:
    """A key, what it does, and the action behind it."""

    key: str
    label: Phrase
    action: str
    other: str = ""  # for terminals that use the first themselves


KEYS = (
    Key("f1", named("key", "Help"), "help", "ctrl+g"),
    Key("f2", named("key", "Rules"), "rules", "ctrl+r"),
    Key("f3", named("key", "Why"), "why", "ctrl+y"),
    Key("f4", named("key", "Hint"), "hint", "ctrl+t"),
    Key("f5", named("key", "Undo"), "undo", "ctrl+z"),
    Key("f6", named("key", "Save"), "save", "ctrl+s"),
    Key("f7", named("key", "Points"), "points", "ctrl+p"),
    Key("f8", named("key", "Language"), "language", "ctrl+l"),
    Key("f9", named("key", "Night"), "night", "ctrl+n"),
    Key("f10", named("key", "Quit"), "leave", "ctrl+q"),
)


class KeyStrip(TextStrip):
    """The keys in a row; each can be clicked as well."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self._ends: list[tuple[int, str]] = []  # the column where each key ends, and its action

    def show(self, speaker: Language, width: int) -> None:
        """Show the keys in a language, shortened to fit."""
        labels = [(key, speaker.say(key.label)) for key in KEYS]
        for before, between in (("F", " "), ("", "")):
            line, self._ends = Text(no_wrap=True, overflow="ellipsis"), []
            for key, label in labels:
                line.append(f" {before}{key.key[1:]}{between}", "bold")
                line.append(label, "dim" if not before else "")
                self._ends.append((line.cell_len, key.action))
            if line.cell_len <= width:
                break
        line.pad_right(max(0, width - line.cell_len))
        self.put(line, is_fixed=True)

    def on_click(self, event: events.Click) -> None:
        found = next((action for end, action in self._ends if event.x < end), "")
        if found:
            self.post_message(self.Pressed(found))
