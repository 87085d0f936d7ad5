"""The display of a table: board, moves, story and keys, arranged for the size of the screen."""

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen

from ludotheque.cli.tui import screen_content, screen_texts, step_draft
from ludotheque.cli.tui.arrangement import Arrangement, arrange
from ludotheque.cli.tui.board_widget import BoardWidget
from ludotheque.cli.tui.cover_screen import CoverScreen
from ludotheque.cli.tui.move_list import Moves
from ludotheque.cli.tui.step_draft import StepDraft
from ludotheque.cli.tui.strips import KeyStrip, ScoreStrip, TextStrip
from ludotheque.drawing import language
from ludotheque.drawing.description import rules_note
from ludotheque.drawing.forecast import would_do
from ludotheque.drawing.language import Language
from ludotheque.games.phrase import Phrase
from ludotheque.interop.seat.seat import Seat, TableSnapshot

if TYPE_CHECKING:
    from ludotheque.cli.tui.tui_app import Client


class TableDisplay(Screen[None]):
    """The screen of a table without its actions."""

    def __init__(self, own_seat: Seat, complaints: list[Phrase] | None = None, link: str = "") -> None:
        super().__init__()
        self.own_seat, self.link = own_seat, link
        self.complaints = [] if complaints is None else complaints  # errors from elsewhere, to be shown
        self.now: TableSnapshot = own_seat.look()
        self.draft = StepDraft()
        self.said, self.worn = "", ""  # the text below the list, and its CSS class: -bad, -good
        self.is_lasting = False  # whether the text stays until the person acts
        self.tried = ""  # the last move that was refused
        self.begun = 0  # lines of the story when the person chose last
        self.arrangement: Arrangement | None = None
        self.widest = 0  # the board's width so far: the layout must not jump at each preview
        self.is_noted = False  # whether older rules were named
        self.opened: int | None = None  # the seat whose secrets are uncovered, if several share the screen

    @property
    def client(self) -> "Client":
        return cast("Client", self.app)

    @property
    def speaker(self) -> Language:
        return language(self.client.lang, self.now.game.name)

    def compose(self) -> ComposeResult:
        yield ScoreStrip()
        with Container(id="middle"):
            yield BoardWidget()
            with Vertical(id="side"):
                yield TextStrip(id="prompt")
                yield TextStrip(id="typed")
                yield Moves()
                yield TextStrip(id="speech")
        with Vertical(id="wide"):
            yield TextStrip(id="wide-prompt")
            yield TextStrip(id="wide-speech")
        with VerticalScroll(id="story", can_focus=False):
            yield TextStrip(id="told")
        yield KeyStrip()

    def on_mount(self) -> None:
        self.look_again()

    def on_unmount(self) -> None:
        self.own_seat.close()

    # ---- showing

    def look_again(self) -> None:
        """Take a new snapshot and show it; the draft stays if the legal steps do."""
        before, self.now = self.now, self.own_seat.look()
        if (before.legal, before.seat, before.stage) != (self.now.legal, self.now.seat, self.now.stage):
            self.draft, self.tried = StepDraft(), ""
            if not self.is_lasting:
                self.say_nothing()
        if self.is_secret and self.opened != self.now.seat:
            self.opened = None
        self.show()
        self.cover()
        if self.complaints:
            self.say(self.complaints.pop(), "-bad", lasting=True)

    def note_rules(self) -> None:
        """Say once, until the person acts, that the game is by older rules."""
        if self.now.view is None or self.is_noted:
            return
        self.is_noted = True
        for phrase in rules_note(self.now.game, self.now.view.setup.rules):
            self.say(phrase, lasting=True)

    @property
    def is_secret(self) -> bool:
        """Whether each seat's view must be covered from the other people here."""
        return len(self.own_seat.seats) > 1 and self.now.game.has_secrets and self.now.stage == "playing"

    @property
    def is_covered(self) -> bool:
        """Whether no seat's view may be shown now."""
        return self.is_secret and not (self.now.is_mine and self.opened == self.now.seat)

    def cover(self) -> None:
        """Open the cover over the table, or update it."""
        top = self.app.screen
        if isinstance(top, CoverScreen):
            top.show(self.now, self.speaker)
        elif self.is_covered and top is self:
            self.app.push_screen(CoverScreen(self.now, self.speaker), self.uncover)

    def uncover(self, seat: int | None) -> None:
        """Show the table to a seat."""
        self.opened = seat
        self.look_again()

    def show(self) -> None:
        """Redraw everything."""
        if not self.is_mounted:
            return
        self.query_one(ScoreStrip).show(self.now, self.speaker)
        self.query_one(KeyStrip).show(self.speaker, self.size.width)
        for one in ("#prompt", "#wide-prompt"):
            self.query_one(one, TextStrip).put(Text(self.prompt))
        self.query_one("#told", TextStrip).put(screen_content.story_of(self.now, self.begun))
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)
        self.show_draft()
        self.note_rules()

    @property
    def prompt(self) -> str:
        if self.now.is_lost:
            return self.speaker.say(screen_texts.LOST)
        if self.now.stage == "open":
            return self.speaker.say(screen_texts.friends(self.link) if self.link else screen_texts.OPEN)
        return self.now.closing or self.now.prompt

    def show_draft(self, marked: str = "") -> None:
        """Show the list and the board for the draft."""
        moves = self.query_one(Moves)
        rows = [] if self.is_covered else screen_content.rows_of(self.now, self.draft, self.speaker, self.client.lang)
        if not marked and self.draft.names and len([row for row in rows if row.step]) == 1:
            marked = rows[-1].step
        moves.show(rows, marked)
        path, typed = screen_content.path_of(self.draft), self.query_one("#typed", TextStrip)
        line = Text(path)
        if self.draft.typed:
            line.append(f"{' ' if path else ''}⌕ {self.draft.typed}_", "bold")
        typed.put(line)
        typed.display = bool(line)
        self.show_marked()

    def show_marked(self) -> None:
        """Show the board and the words for the marked step."""
        marked = self.query_one(Moves).marked
        board = None
        if not self.is_covered:
            board = screen_content.board_of(
                self.now, self.draft, marked, self.client.lang, colour=self.client.has_colour
            )
        self.query_one(BoardWidget).show(board)
        self.show_speech(marked)
        self.lay_out()

    def show_speech(self, marked: str) -> None:
        """Show the current text, else the effect of the marked step, else what can be done."""
        said = self.said or self._words_for(marked)
        for one in ("#speech", "#wide-speech"):
            speech = self.query_one(one, TextStrip)
            speech.put(Text(said), is_fixed=True)
            speech.set_class(self.worn == "-bad", "-bad")
            speech.set_class(self.worn == "-good", "-good")

    def _words_for(self, marked: str) -> str:
        snapshot, say = self.now, self.speaker.say
        if self.is_covered or not snapshot.is_mine or snapshot.view is None:
            return ""
        if marked in snapshot.may_follow(self.draft.taken):
            return would_do(snapshot.view, (*self.draft.taken, marked), self.client.lang)
        if step_draft.is_split(snapshot, self.draft):
            return say(screen_texts.SPLIT_HELP)
        if self.draft.typed and not step_draft.options(snapshot, self.draft):
            return say(screen_texts.NO_MATCH)
        return say(screen_texts.CHOOSE_ON if self.draft.taken else screen_texts.READY)

    def say(self, said: str | Phrase, worn: str = "", *, lasting: bool = False) -> None:
        """Show a text below the list until the table changes, or with `lasting` until the person acts."""
        self.said, self.worn = said if isinstance(said, str) else self.speaker.say(said), worn
        self.is_lasting = lasting
        self.show_speech(self.query_one(Moves).marked)

    def say_nothing(self) -> None:
        self.said, self.worn, self.is_lasting = "", "", False

    def lay_out(self) -> None:
        """Arrange the widgets for the screen's size."""
        shown = self.query_one(BoardWidget).shown
        if shown:
            self.widest = max(self.widest, shown.board.width)
        found = arrange(self.size.width, self.size.height, self.widest, shown.board.height if shown else 10)
        if found == self.arrangement:
            return
        self.arrangement = found
        for way in ("beside", "narrow", "below"):
            self.set_class(way == found.way, f"-{way}")
        side, board, story = self.query_one("#side"), self.query_one(BoardWidget), self.query_one("#story")
        side.styles.width = found.side if found.way != "below" else "100%"
        board.styles.height = found.board if found.way == "below" else "100%"
        story.styles.height = found.story

    def on_resize(self) -> None:
        self.show()
