"""The four games as the pages present them: for how many, how long, what they are about, what can be chosen."""

from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.games import NAMES
from ludotheque.games.phrase import Phrase, say
from ludotheque.play.game import game as find_game
from ludotheque.web.reader import Reader
from ludotheque.web.vignettes import vignette

MINUTES = {"mabula": 15, "marabunta": 25, "makabana": 40, "junglerumble": 45}
PITCHES = {
    "mabula": say("Push marbles in from the rim. Gather yours, scatter theirs."),
    "marabunta": say("I split the dice, you choose. Ants take the meadow."),
    "makabana": say("Secret plans for beach huts, and Tikis to spoil them."),
    "junglerumble": say("Wake your kittens, water your fields, feed them all."),
}
OPTIONS: dict[tuple[str, str], tuple[Phrase, dict[str, Phrase]]] = {
    ("mabula", "scoring"): (
        say("What counts"),
        {"largest": say("The largest group"), "product": say("All groups, multiplied")},
    ),
    ("marabunta", "territory"): (say("Territory"), {"meadow": say("The meadow"), "islets": say("The islets")}),
    ("marabunta", "powers"): (
        say("Powers"),
        {"basic": say("Basic, for a first game"), "expert": say("Expert")},
    ),
}
WITH_BOARDS = ("marabunta", "makabana")  # that can be played on a board file of one's own


@dataclass(frozen=True, slots=True)
class Presented:
    """A game on a page."""

    name: str
    title: str
    players: tuple[int, int]
    players_told: str
    minutes: int
    pitch: str
    picture: Markup

    @property
    def counts(self) -> range:
        """How many may play."""
        return range(self.players[0], self.players[1] + 1)


def presented(name: str, reader: Reader) -> Presented:
    """One of the games in the reader's language."""
    one = find_game(name)
    low, high = one.players
    told = reader.say("{n} players", n=low if low == high else f"{low}–{high}")
    return Presented(
        name, one.title, one.players, told, MINUTES[name], reader.speak(PITCHES[name]), vignette(name)
    )  # fmt: skip


def all_presented(reader: Reader) -> list[Presented]:
    """The four games."""
    return [presented(name, reader) for name in NAMES]


def options_of(name: str, reader: Reader) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What can be chosen at a game: the option, its name, its values with their names."""
    shown = []
    for option, values in find_game(name).options.items():
        label, names = OPTIONS[name, option]
        shown.append((option, reader.speak(label), [(value, reader.speak(names[value])) for value in values]))
    return shown
