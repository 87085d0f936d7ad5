"""The client: themes, languages, and navigation between the start screen and the table."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from textual import work
from textual.app import App

from ludotheque.cli.tui import colours
from ludotheque.cli.tui.start_screen import StartScreen
from ludotheque.cli.tui.style_sheet import STYLES
from ludotheque.cli.tui.table_screen import TableScreen
from ludotheque.drawing import language
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.interop.seat.seat import Seat


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A seat, its goodbye, an opener to play again, errors of its file, and a link for friends."""

    own_seat: Seat
    goodbye: Callable[[], Phrase]
    again: "Opener | None" = None
    complaints: list[Phrase] = field(default_factory=list)
    link: str = ""


Announce = Callable[[Phrase], None]  # shows progress while a table opens
Opener = Callable[[str, Announce], OpenedTable]


@contextmanager
def _no_colour(is_off: bool) -> Iterator[None]:
    """Set or clear NO_COLOR, from which an App reads whether to use colours."""
    before = os.environ.pop("NO_COLOR", None)
    if is_off:
        os.environ["NO_COLOR"] = "1"
    try:
        yield
    finally:
        os.environ.pop("NO_COLOR", None)
        if before is not None:
            os.environ["NO_COLOR"] = before


class Client(App[None]):
    """The terminal client. After it, `goodbye` is the line to print, or `failure` the reason why no table opened."""

    TITLE = "Ludothèque"
    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, opener: Opener | None, lang: str = "en", theme: str = "", *, colour: bool = True) -> None:
        with _no_colour(not colour):
            super().__init__(ansi_color=not colour)
        self.opener, self.lang, self.has_colour = opener, lang, colour
        self.opened: OpenedTable | None = None
        self.goodbye = self.failure = ""
        for one in colours.themes():
            self.register_theme(one)
        self.ansi_theme_dark = colours.terminal_theme("dark")
        self.ansi_theme_light = colours.terminal_theme("light")
        self.theme = theme or colours.theme_of_terminal()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return colours.defaults()

    def on_mount(self) -> None:
        self.push_screen(StartScreen(is_waiting=self.opener is not None))
        if self.opener:
            self.open(self.opener)

    @work(thread=True)
    def open(self, opener: Opener) -> None:
        """Open a table in a thread."""
        try:
            opened = opener(self.lang, lambda said: self.call_from_thread(self.tell, said))
        except (GameError, OSError) as error:
            self.call_from_thread(self.fail, str(error))
        else:
            self.call_from_thread(self.sit, opened)

    def tell(self, said: Phrase) -> None:
        """Show progress while a table opens."""
        if isinstance(self.screen, StartScreen):
            self.screen.tell(said)

    def fail(self, why: str) -> None:
        """Show why no table opened on the start screen; exit if the command line requested the table."""
        if self.opener is None and isinstance(self.screen, StartScreen):
            self.screen.complain(why)
        else:
            self.failure = why
            self.exit()

    def sit(self, opened: OpenedTable) -> None:
        """Show the table of a seat."""
        self.opened = opened
        self.push_screen(TableScreen(opened.own_seat, opened.complaints, opened.link))

    def play_again(self) -> None:
        """Open another game of the same kind, or the start screen."""
        again = self.opened.again if self.opened else None
        self.pop_screen()
        if isinstance(self.screen, StartScreen):
            self.screen.wait(again is not None)
        if again:
            self.open(again)

    def leave(self) -> None:
        """Exit; the game is saved."""
        if self.opened:
            self.goodbye = language(self.lang).say(self.opened.goodbye())
        self.exit()

    def action_leave(self) -> None:
        self.leave()

    async def action_quit(self) -> None:
        self.leave()

    def action_help_quit(self) -> None:
        """Ctrl-C does not exit, but shows which keys do."""
        self.notify(language(self.lang).say(say("F10 or Ctrl-Q stops; the game is kept.")))

    def turn_light(self) -> None:
        """Switch between day and night."""
        if self.has_colour:
            self.theme = "day" if self.theme == "night" else "night"
