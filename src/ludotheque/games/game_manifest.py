"""How other rooms present a game: each game's `manifest.py` holds one `Manifest`, and nothing else.

A manifest is plain data. The games are found by walking this folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ludotheque.games.game_modules import load_module
from ludotheque.games.phrase import Phrase

SIGNS = ("●", "▲", "■", "◆", "✚", "★")
LAST = 100  # place of a game that names none
STAGE, STRIP, SEATS, HOLD, SIDE, BAR, ASIDE = "stage", "strip", "seats", "hold", "side", "bar", "aside"


@dataclass(frozen=True, slots=True)
class Name:
    """A name: in full on a page, in short in the terminal."""

    long: Phrase
    short: Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """The names of an option of `state.OPTIONS` and of its values."""

    label: Name
    values: Mapping[str, Name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A game as others present it. Its phrases are in the game's own catalogue."""

    pitch: Phrase  # its subject, in a sentence or two
    minutes: int  # how long a game takes people
    place: int = LAST  # among the games; equal numbers are ordered by name
    options: Mapping[str, Option] = field(default_factory=dict)  # by their names in `state.OPTIONS`
    board_tables: tuple[str, ...] = ()  # tables that identify a board file as this game's; none: no board files
    has_dice: bool = False  # chance draws during the game, not only the start

    parts: tuple[Phrase, ...] = ()  # of a score, as `state.PARTS` has them: named("part", ...), for the catalogue
    initial: str = ""  # begins the class names of its drawings, unlike any other game's; empty: the whole name
    signs: tuple[str, ...] = SIGNS  # of the seats, as text pictures draw them
    is_black_and_white: bool = False  # the seats are a white and a black marble, without shapes or colours

    # The page area of each part of its picture, by the beginning of a part's name. BAR shows only the steps, as
    # buttons; ASIDE is not shown, since the page says it elsewhere; STRIP is beside the seat's name.
    places: Mapping[str, str] = field(default_factory=dict)  # a part that is not named lies on the STAGE
    own_places: Mapping[str, str] = field(default_factory=dict)  # where one's own lie instead
    spectator_places: Mapping[str, str] = field(default_factory=dict)  # where spectators see them instead
    # The texts of the page's scripts: `confirm_<word>` on the button for steps that begin so, `confirm_<game>` for all
    # others, and those that the game's own script uses.
    texts: Mapping[str, Phrase] = field(default_factory=dict)
    titled_parts: tuple[str, ...] = ()  # parts beside the stage that need their seat's name above them
    focus: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # parts in each figure of the rulebook; "": others

    longest: int = 1_000  # most moves of a player: a bound that no game comes near
    # The latest steps in an information state of OpenSpiel; None: all of them. Few where games are long and nothing is
    # hidden, so that the observation holds all that matters.
    recall: int | None = None

    def place_of(self, kind: str, *, is_own: bool, is_spectator: bool) -> str:
        """The page area of a part of the picture, for its owner, another seat or a spectator."""
        place = self.places.get(kind, STAGE)
        if is_own:
            return self.own_places.get(kind, place)
        return self.spectator_places.get(kind, place) if is_spectator else place

    def focus_of(self, figure: str) -> tuple[str, ...]:
        """The parts that a figure of the rulebook shows; empty for all."""
        return self.focus.get(figure, self.focus.get("", ()))


class ManifestModule(Protocol):
    """The contract of a game's `manifest.py`."""

    @property
    def MANIFEST(self) -> Manifest:  # noqa: N802  a constant of the module
        """What is said about the game outside its folders."""


def find_manifests() -> dict[str, Manifest]:
    """The manifest of every folder that has one, in order; no rules are imported."""
    names = [file.parent.name for file in Path(__file__).parent.glob("*/manifest.py")]
    found = {name: load_module(f"ludotheque.games.{name}.manifest", ManifestModule).MANIFEST for name in names}
    return dict(sorted(found.items(), key=lambda one: (one[1].place, one[0])))
