"""The cover between two people who share a screen, so that neither sees the other's secrets."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ludotheque.cli.tui.screen_content import story_of
from ludotheque.cli.tui.screen_texts import sign_of
from ludotheque.drawing.language import Language
from ludotheque.drawing.shared_names import seat_word
from ludotheque.games.phrase import say
from ludotheque.interop.seat.seat import TableSnapshot


class CoverScreen(Screen[int | None]):
    """Waits for the next person, and shows the public story."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", show=False),
        Binding("f10,ctrl+q", "app.leave", show=False),
    ]

    def __init__(self, snapshot: TableSnapshot, speaker: Language) -> None:
        super().__init__()
        self.now, self.speaker = snapshot, speaker

    def compose(self) -> ComposeResult:
        with Container(id="cover"):
            yield Static(id="cover-words")
        with VerticalScroll(id="story", can_focus=False):
            yield Static(id="told")

    def on_mount(self) -> None:
        self.query_one("#story").styles.height = "40%"
        self.show(self.now, self.speaker)

    def show(self, snapshot: TableSnapshot, speaker: Language) -> None:
        """Show whose turn it is; dismiss the cover when the game is over."""
        self.now, self.speaker = snapshot, speaker
        if snapshot.stage == "over":
            self.dismiss(None)
            return
        self.query_one("#cover-words", Static).update(self._words())
        self.query_one("#told", Static).update(story_of(snapshot, 0))
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)

    def _words(self) -> Text:
        snapshot, speaker = self.now, self.speaker
        if not snapshot.is_mine or snapshot.seat is None:
            return Text(speaker.say(say("The others are choosing ...")))
        name = speaker.say(seat_word(snapshot.game.seat_name(snapshot.seat)))
        text = Text(f"{sign_of(snapshot.game.name, snapshot.seat)} {name}\n\n", f"bold {self._colour(snapshot.seat)}")
        text.append(speaker.say(say("Pass the screen to {seat}.", seat=name)) + "\n", "bold")
        text.append(speaker.say(say("Enter or a click: I am {seat}, show me my table.", seat=name)), "not bold")
        return text

    def _colour(self, seat: int) -> str:
        return self.app.theme_variables.get(f"seat-{seat}", "default")

    def action_open(self) -> None:
        if self.now.is_mine:
            self.dismiss(self.now.seat)

    def on_click(self) -> None:
        self.action_open()
