"""The actions of a table's screen: play, take back, hint, save, read. Worker threads call the seat."""

from collections.abc import Callable

from rich.text import Text
from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from ludotheque.cli.saved_games import saved
from ludotheque.cli.tui import reader_screens, screen_texts
from ludotheque.cli.tui.table_display import TableDisplay
from ludotheque.drawing import LANGUAGES, Ink, rulebook
from ludotheque.drawing.rulebooks.book_pages import book_text
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.interop.seat.seat import find_steps, refusal_of

PATIENCE = 0.5  # seconds of one wait


class TableActions(TableDisplay):
    """The actions of a table's screen."""

    class TableChanged(Message):
        """The table has changed; `said` is a line about it."""

        def __init__(self, said: str = "") -> None:
            super().__init__()
            self.said = said

    class Failed(Message):
        """An action failed, with an error or a refusal."""

        def __init__(self, why: GameError) -> None:
            super().__init__()
            self.why = why

    class Advised(Message):
        """A hint has arrived, for the snapshot with this number."""

        def __init__(self, steps: tuple[str, ...], words: str, number: int) -> None:
            super().__init__()
            self.steps, self.words, self.number = steps, words, number

    # ---- threads

    @work(thread=True, group="follow")
    def follow(self) -> None:
        """Let the others play until the screen is closed."""
        worker = get_current_worker()
        while not worker.is_cancelled and self.is_attached:
            try:
                if self.own_seat.wait(PATIENCE):
                    self.post_message(self.TableChanged())
            except GameError as error:
                self.post_message(self.Failed(error))
                return

    @work(thread=True, group="act")
    def act(self, doing: Callable[[], str | None]) -> None:
        """Call the seat in a thread; posts the result as a message."""
        try:
            said = doing()
        except GameError as error:
            self.post_message(self.Failed(error))
        else:
            self.post_message(self.TableChanged(said or ""))

    def on_table_actions_table_changed(self, event: "TableActions.TableChanged") -> None:
        self.look_again()
        if event.said:
            self.say(event.said, "-good")

    def on_table_actions_failed(self, event: "TableActions.Failed") -> None:
        self.look_again()
        self.refuse(event.why)

    # ---- playing

    def play(self, steps: tuple[str, ...]) -> None:
        """Play a complete choice."""
        seat, own_seat = self.now.seat, self.own_seat
        if not self.now.is_mine or self.is_covered:
            return
        self.begun, self.tried = len(self.now.told), " ".join(steps)
        self.act(lambda: own_seat.play(steps, seat))

    def explain(self, text: str) -> None:
        """Show why a move is illegal."""
        self.tried = text
        if self.now.view is not None and (refusal := self.now.view.why_not(text)):
            self.refuse(refusal)

    def refuse(self, why: GameError) -> None:
        if isinstance(why, Refusal):
            cited = why.cite(self.client.lang)
            near = ", ".join(cited.alternatives)
            said = [cited.reason, self.speaker.say(say("Near it: {moves}.", moves=near)) if near else ""]
            said.append(self.speaker.say(say("F3 shows the rule, {rule}.", rule=cited.paragraph)))
            whole = " ".join(filter(None, said))
            self.say(whole, "-bad")
        else:
            self.say(str(why), "-bad")

    def action_undo(self) -> None:
        """Take back the person's last choice."""
        seat, own_seat = self.now.seat, self.own_seat
        if self.is_covered:
            return
        self.begun = 0
        self.act(lambda: own_seat.take_back(seat))

    def action_hint(self) -> None:
        """Ask a strong bot."""
        if self.now.is_mine and not self.is_covered:
            self.say(screen_texts.THINKING)
            self.advise()

    @work(thread=True, group="hint", exclusive=True)
    def advise(self) -> None:
        """Let a bot think; posts its advice as a message."""
        number, seat = self.now.number, self.now.seat
        try:
            hint = self.own_seat.hint(seat)
        except GameError as error:
            self.post_message(self.Failed(error))
        else:
            self.post_message(self.Advised(hint.steps, " ".join((*hint.words, *hint.reason)), number))

    def on_table_actions_advised(self, event: "TableActions.Advised") -> None:
        if event.number == self.now.number and not self.is_covered:
            self.show_draft(event.steps[0])
            self.say(f"{' '.join(event.steps)}: {event.words}", "-good")

    # ---- reading

    def read(self, title: str, text: Text) -> None:
        """Open a text on a screen of its own."""
        self.app.push_screen(reader_screens.Reading(title, text, self.speaker.say(reader_screens.CLOSE)))

    def action_help(self) -> None:
        self.read(self.speaker.say(screen_texts.HELP_TITLE), Text(self.speaker.say(screen_texts.HELP)))

    def action_rules(self) -> None:
        """Read the rulebook."""
        book = rulebook(self.now.game.name, self.client.lang)
        self.read(book.title, Text.from_ansi(book_text(book, Ink(is_coloured=True))))

    def action_points(self) -> None:
        """Open the score sheet."""
        if self.now.view is not None and not self.is_covered:
            text = reader_screens.points_text(self.now.view, self.speaker, self.client.lang)
            self.read(self.speaker.say(screen_texts.POINTS_TITLE), text)

    def action_why(self) -> None:
        """Open an input that explains why moves are illegal."""
        if self.is_covered:
            return
        title = self.speaker.say(screen_texts.WHY_TITLE)
        typed = self.draft.typed or self.tried
        self.app.push_screen(reader_screens.Asking(title, typed, self.why_text, self.speaker.say(reader_screens.CLOSE)))

    def why_text(self, text: str) -> Text:
        """Why a typed move is illegal, in full."""
        if self.now.view is None or not text:
            return Text()
        if refusal := refusal_of(self.now, text):
            return reader_screens.refusal_text(refusal, self.speaker, self.client.lang)
        return Text(self.speaker.say(say("{move} is legal.", move=" ".join(find_steps(self.now, text)))))

    def action_save(self) -> None:
        """Write the game to a file."""
        title = self.speaker.say(screen_texts.SAVE_TITLE)
        self.app.push_screen(reader_screens.Asking(title, "", self.save_as, self.speaker.say(reader_screens.CLOSE)))

    def save_as(self, file: str) -> Text:
        """Write the game to a file; returns the result in words."""
        return Text(self.speaker.say(saved(self.own_seat, file)))

    # ---- the screen itself

    def action_language(self) -> None:
        """Switch to the next language."""
        client = self.client
        client.lang = LANGUAGES[(LANGUAGES.index(client.lang) + 1) % len(LANGUAGES)]
        self.say_nothing()
        self.own_seat.speak(client.lang)
        self.look_again()

    def action_night(self) -> None:
        self.client.turn_light()
        self.show()

    def action_again(self) -> None:
        self.client.play_again()

    def action_leave(self) -> None:
        self.client.leave()
