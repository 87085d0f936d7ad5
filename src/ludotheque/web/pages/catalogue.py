"""The games as the pages present them: players, minutes, pitch, options."""

from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.drawing.vignettes import vignette
from ludotheque.games import MANIFESTS, NAMES
from ludotheque.play.game import game as find_game
from ludotheque.web.reader import Reader


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A game on a page."""

    name: str
    title: str
    players: tuple[int, int]
    players_text: str
    minutes: int
    pitch: str
    picture: Markup

    @property
    def counts(self) -> range:
        """The possible numbers of players."""
        return range(self.players[0], self.players[1] + 1)


def catalogue_entry(name: str, reader: Reader) -> CatalogueEntry:
    """A game in the reader's language."""
    one = find_game(name)
    low, high = one.players
    players = reader.say("{n} players", n=low if low == high else f"{low}–{high}")
    manifest = MANIFESTS[name]
    picture = Markup(vignette(name))  # noqa: S704  drawn by us
    pitch = reader.speak(manifest.pitch, name)
    return CatalogueEntry(name, one.title, one.players, players, manifest.minutes, pitch, picture)


def catalogue(reader: Reader) -> list[CatalogueEntry]:
    """All games."""
    return [catalogue_entry(name, reader) for name in NAMES]


def options_of(name: str, reader: Reader) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """A game's options: each with its name, and its values with theirs."""
    shown = []
    for option, values in find_game(name).options.items():
        names = MANIFESTS[name].options[option]
        labelled = [(value, reader.speak(names.values[value].long, name)) for value in values]
        shown.append((option, reader.speak(names.label.long, name), labelled))
    return shown
