"""The start screen: game, number of players, bots, language."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from ludotheque import NAMES, game
from ludotheque.cli.saved_games import PlayRequest, kept_file
from ludotheque.drawing import LANGUAGES, language
from ludotheque.drawing.language import Language
from ludotheque.drawing.shared_names import LANGUAGE_NAMES, LEVEL_NAMES
from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import Phrase, named, say

if TYPE_CHECKING:
    from ludotheque.cli.tui.tui_app import Client

WELCOME = say("Games from the shelf. Arrows choose, Enter begins.")
WAITING = say("The table is being laid ...")
LABELS = {
    "game": named("start", "Game"), "players": named("start", "Players"), "people": named("start", "People here"),
    "against": named("start", "Bots"), "language": named("start", "Language"), "begin": named("start", "Begin"),
    "go on": named("start", "Go on with the kept game"),
}  # fmt: skip
SEA = (  # each piece with its colour
    (("        \\ | /                      ", "warning"), ("__ _ __", "success")),
    (("       -- O --      ", "warning"), ("               _/ \\|/ \\_", "success")),
    (("        / | \\      ", "warning"), ("                   |", "seat-3")),
    ((" ~~  ~  ~~~~ ~~ ~~~~~~   ~~~~~ ", "seat-2"), (" ______/|\\______ ", "seat-3"), ("~~~~~ ~~ ~~~  ~", "seat-2")),
    (("~~~ ~~~~~ ~~~~~~~~ ~~~~~~~~ ~~ ", "seat-2"), ("/               \\", "seat-3"), (" ~~~~~~ ~~~ ~~~", "seat-2")),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A line of the form: its key, its choices and their labels."""

    key: str
    choices: tuple[str, ...]
    labels: tuple[str, ...]


class Form(Static, can_focus=True):
    """Lines of choices: up and down change the line, left and right the choice, a click both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(-1)", show=False),
        Binding("down", "walk(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("enter", "begin", show=False),
    ]

    class ChoiceChanged(Message):
        """Another line or choice is selected."""

    class StartRequested(Message):
        """The person starts a game; `goes_on` continues the saved one."""

        def __init__(self, goes_on: bool) -> None:
            super().__init__()
            self.goes_on = goes_on

    def __init__(self) -> None:
        super().__init__()
        self.taken = {"game": NAMES[0], "players": "2", "people": "1", "against": "casual", "language": "en"}
        self.at = 0
        self.spots: list[tuple[int, int, int, str, str]] = []  # line, columns, key, choice

    def fields(self, speaker: Language) -> list[Field]:
        """The lines that the current choices allow."""
        one, own = game(self.taken["game"]), language(speaker.code, self.taken["game"])
        low, high = one.players
        counts = tuple(map(str, range(low, high + 1)))
        if self.taken["players"] not in counts:
            self.taken["players"] = counts[0]
        people = tuple(map(str, range(1, int(self.taken["players"]) + 1)))
        if self.taken["people"] not in people:
            self.taken["people"] = people[-1]
        fields = [
            Field("game", NAMES, tuple(game(name).title for name in NAMES)),
            Field("players", counts, counts),
            Field("people", people, people),
            Field("against", tuple(LEVEL_NAMES), tuple(speaker.say(one.short) for one in LEVEL_NAMES.values())),
        ]
        for name, values in one.options.items():
            self.taken.setdefault(name, values[0])
            names = MANIFESTS[one.name].options[name].values
            fields.append(Field(name, values, tuple(own.say(names[value].short) for value in values)))
        fields.append(Field("language", LANGUAGES, tuple(LANGUAGE_NAMES[code] for code in LANGUAGES)))
        ways = ("begin", "go on") if Path(kept_file(one.name)).exists() else ("begin",)
        fields.append(Field("begin", ways, tuple(speaker.say(LABELS[way]) for way in ways)))
        if self.taken.get("begin") not in fields[-1].choices:
            self.taken["begin"] = "begin"
        return fields

    def show(self, speaker: Language) -> None:
        """Draw the form."""
        text, self.spots = Text(no_wrap=True, overflow="ellipsis"), []
        fields = self.fields(speaker)
        self.at = min(self.at, len(fields) - 1)
        for line, field in enumerate(fields):
            self._show_field(text, field, line, speaker)
        self.update(text)

    def _show_field(self, text: Text, field: Field, line: int, speaker: Language) -> None:
        is_at = line == self.at
        label = "" if field.key == "begin" else self._label(field.key, speaker)
        row = Text("▸ " if is_at else "  ").append(f"{label:<14}", "bold" if is_at else "")
        accent = self.app.theme_variables.get("primary", "default")
        for choice, shown in zip(field.choices, field.labels, strict=True):
            is_taken = self.taken[field.key] == choice
            first = row.cell_len
            style = Style(bold=True, reverse=True, color=accent if self.app.no_color is False else None)
            row.append(f" {shown} " if not is_taken else f"‹{shown}›", style if is_taken else "")
            self.spots.append((line, first, row.cell_len, field.key, choice))
        text.append_text(row).append("\n")

    def _label(self, key: str, speaker: Language) -> str:
        """The label of a line; an option has its game's words."""
        name = self.taken["game"]
        option = MANIFESTS[name].options.get(key)
        return language(speaker.code, name).say(option.label.short) if option else speaker.say(LABELS[key])

    def request(self) -> PlayRequest:
        """The request for the chosen game."""
        one = game(self.taken["game"])
        options = tuple(f"{name}={self.taken[name]}" for name in one.options)
        people = tuple(range(1, int(self.taken["people"]) + 1))
        return PlayRequest(one.name, int(self.taken["players"]), options, seats=people, against=self.taken["against"])

    def action_walk(self, by: int) -> None:
        last = max(line for line, *_ in self.spots)
        self.at = min(max(self.at + by, 0), last)
        self.post_message(self.ChoiceChanged())

    def action_turn(self, by: int) -> None:
        choices = [(key, choice) for line, _, _, key, choice in self.spots if line == self.at]
        key = choices[0][0]
        now = choices.index((key, self.taken[key]))
        self.taken[key] = choices[min(max(now + by, 0), len(choices) - 1)][1]
        self.post_message(self.ChoiceChanged())

    def action_begin(self) -> None:
        self.post_message(self.StartRequested(self.taken["begin"] == "go on"))

    def on_click(self, event: events.Click) -> None:
        for line, first, last, key, choice in self.spots:
            if event.y == line and first <= event.x < last:
                self.at, self.taken[key] = line, choice
                self.post_message(self.ChoiceChanged())
                if key == "begin":
                    self.action_begin()


class StartScreen(Screen[None]):
    """The start screen, which also shows progress while a table opens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f10,ctrl+q,escape", "app.leave", show=False),
        Binding("f9,ctrl+n", "night", show=False),
    ]

    def __init__(self, *, is_waiting: bool) -> None:
        super().__init__()
        self.is_waiting = is_waiting
        self.told: list[Phrase] = []  # progress while a table opens

    @property
    def client(self) -> "Client":
        return cast("Client", self.app)

    def compose(self) -> ComposeResult:
        with Container(id="start"), Vertical(id="start-sheet"):
            yield Static(id="sea")
            yield Static(id="welcome")
            yield Form()
            yield Static(id="pitch")
            yield Static(id="complaint")

    def on_mount(self) -> None:
        form = self.query_one(Form)
        form.taken["language"] = self.client.lang
        form.focus()
        self.show()

    def show(self) -> None:
        """Redraw everything."""
        speaker, form = language(self.client.lang), self.query_one(Form)
        self.query_one("#sea", Static).update(self._sea())
        self.query_one("#welcome", Static).update(self._welcome(speaker))
        form.display = not self.is_waiting
        form.show(speaker)
        name = form.taken["game"]
        pitch = language(self.client.lang, name).say(MANIFESTS[name].pitch)
        self.query_one("#pitch", Static).update(Text("" if self.is_waiting else pitch))

    def _sea(self) -> Text:
        """A picture of an island."""
        known, text = self.app.theme_variables, Text()
        for line in SEA:
            for piece, colour in line:
                text.append(piece, known.get(colour, "default"))
            text.append("\n")
        return text

    def _welcome(self, speaker: Language) -> Text:
        text = Text("Ludothèque\n", "bold")
        said = [WAITING if self.is_waiting else WELCOME, *self.told]
        return text.append("\n".join(map(speaker.say, said)) + "\n", "not bold")

    def wait(self, is_waiting: bool) -> None:
        """Show that a table is opening, or the form."""
        self.is_waiting, self.told = is_waiting, []
        self.show()

    def tell(self, said: Phrase) -> None:
        """Show progress while a table opens."""
        self.told.append(said)
        if self.is_mounted:
            self.show()

    def complain(self, why: str) -> None:
        """Show why a game could not start."""
        self.wait(is_waiting=False)
        self.query_one("#complaint", Static).update(Text(why))

    def on_form_choice_changed(self) -> None:
        self.client.lang = self.query_one(Form).taken["language"]
        self.show()

    def on_form_start_requested(self, event: Form.StartRequested) -> None:
        from ludotheque.cli.tui.launch import here

        request = self.query_one(Form).request()
        if event.goes_on:
            request = PlayRequest(kept_file(request.name), seats=request.seats, against=request.against)
        self.query_one("#complaint", Static).update("")
        self.wait(is_waiting=True)
        self.client.open(here(request))

    def action_night(self) -> None:
        self.client.turn_light()
        self.show()
