"""The table's screen: handles keys, typing and clicks on the board."""

from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludotheque.cli.tui import screen_content, step_draft
from ludotheque.cli.tui.board_widget import BoardWidget
from ludotheque.cli.tui.move_list import Moves
from ludotheque.cli.tui.step_draft import DraftResult
from ludotheque.cli.tui.strips import KEYS, KeyStrip
from ludotheque.cli.tui.table_actions import TableActions
from ludotheque.interop.seat.seat import find_steps


class TableScreen(TableActions):
    """The screen of a seat at a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key.key, key.action, show=False) for key in KEYS),
        *(Binding(key.other, key.action, show=False) for key in KEYS if key.other),
        Binding("escape", "back", show=False),
        Binding("backspace", "erase", show=False),
    ]

    def on_mount(self) -> None:
        self.query_one(Moves).focus()
        self.follow()

    def on_key(self, event: events.Key) -> None:
        """Typing searches for a move."""
        if not event.is_printable or not event.character or not self.now.is_mine or self.is_covered:
            return
        event.stop()
        self.say_nothing()
        self.draft = replace(self.draft, typed=self.draft.typed + event.character)
        found = step_draft.options(self.now, self.draft)
        self.show_draft(found[0] if found and not event.character.isspace() else "")

    def action_erase(self) -> None:
        self.say_nothing()
        if self.draft.typed:
            self.draft = replace(self.draft, typed=self.draft.typed[:-1])
            self.show_draft()

    def action_back(self) -> None:
        """Undo one thing of the draft."""
        self.say_nothing()
        self.draft = step_draft.back(self.draft)
        self.show_draft()

    def on_moves_marked(self, event: Moves.Marked) -> None:
        event.stop()
        self.say_nothing()
        self.show_marked()

    def on_moves_taken(self, event: Moves.Taken) -> None:
        event.stop()
        self.take(event.step)

    def take(self, step: str) -> None:
        """Take a row of the list; without one, play the typed text; without that, mark the first row."""
        if step.startswith("!"):
            {
                screen_content.AGAIN: self.action_again,
                screen_content.POINTS: self.action_points,
                screen_content.LEAVE: self.action_leave,
            }[step]()
        elif step.startswith(screen_content.PUT):
            self.draft = step_draft.toggle(self.draft, step[1:])
            self.show_draft(step)
        elif step:
            self.go_on(step_draft.choose(self.now, self.draft, step))
        elif self.draft.typed:
            self.play((*self.draft.taken, *find_steps(self.now, self.draft.typed)))
        else:
            self.query_one(Moves).action_move(1)  # nothing is chosen yet

    def on_board_widget_spot_clicked(self, event: BoardWidget.SpotClicked) -> None:
        event.stop()
        self.query_one(Moves).focus()
        if self.now.is_mine:
            self.say_nothing()
            self.go_on(
                step_draft.point(self.now, self.draft, event.spot, screen_content.attempt_of(self.now, self.draft)),
                event.spot,
            )

    def go_on(self, pointed: DraftResult, spot: str = "") -> None:
        """Continue with the draft, play the choice, or explain why the attempt is illegal."""
        self.draft = pointed.draft
        self.show_draft(screen_content.PUT + spot if spot and step_draft.is_split(self.now, self.draft) else "")
        if pointed.choice:
            self.play(pointed.choice)
        elif pointed.attempt:
            self.explain(pointed.attempt)

    def on_key_strip_pressed(self, event: KeyStrip.Pressed) -> None:
        event.stop()
        getattr(self, f"action_{event.action}")()
