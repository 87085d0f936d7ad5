"""A game at home: how it is begun or gone on with, and the file in which it is kept."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque import NAMES, Chance, Position, SetupError
from ludotheque.cli.shared_options import check_seat, find_game, position_at, read_setup
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError

if TYPE_CHECKING:
    from ludotheque.interop.seat.seat import Seat


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What somebody wants to play: a game or a record's file, with whom, and where it is kept."""

    name: str
    players: int | None = None
    options: tuple[str, ...] = ()
    board: str | None = None
    seed: int | None = None
    seats: tuple[int, ...] = ()
    save: str | None = None
    against: str = "casual"

    def with_seed(self) -> "PlayRequest":
        """The same with a seed, drawn if none was said."""
        return self if self.seed is not None else replace(self, seed=int.from_bytes(os.urandom(6), "big"))


@dataclass(frozen=True, slots=True)
class Visit:
    """Where somebody wants to play: a house or one of its tables, under which name, and whether friends come."""

    at: str
    name: str | None = None
    invite: bool = False


@dataclass(slots=True)
class ReadyGame:
    """A game that is ready to be played: the position, who is a person, the random source, its file."""

    wish: PlayRequest
    position: Position
    people: tuple[int, ...]
    chance: Chance
    kept: "SavedGame"


@dataclass(slots=True)
class SavedGame:
    """The file of a game. `is_kept` is None until it was tried; `notes` are free keys of the record gone on with."""

    file: Path
    board: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    is_kept: bool | None = None

    def keep(self, position: Position, complain: Callable[[Phrase], None]) -> None:
        """Write the game; where that can't be done, say so once."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            position.record(None, **self.notes).save(self.file)
            self.is_kept = True
        except OSError as error:
            if self.is_kept is not False:
                complain(say("The game is not being kept: {file}: {why}.", file=self.file, why=error.strerror))
            self.is_kept = False

    def goodbye(self) -> Phrase:
        """How to go on with it, if there is something to go on with."""
        if not self.is_kept:
            return say("Goodbye.")
        board = f" --board {self.board}" if self.board else ""
        return say("Goodbye. Go on with: {command}", command=f"ludotheque play {self.file}{board}")


def sit_down(wish: PlayRequest) -> ReadyGame:
    """Begin a game, or go on with a record."""
    wish = wish.with_seed()
    notes: dict[str, str] = {}
    if wish.name in NAMES:
        one = find_game(wish.name)
        position = one.begin(read_setup(one, wish.players, wish.options, wish.board, seed=wish.seed))
    elif not Path(wish.name).exists():
        choices = ", ".join(NAMES)
        raise SetupError(f"there is neither a game nor a file {wish.name!r}: choose {choices}, or a record's file")
    elif wish.players is not None or wish.options:
        raise SetupError(f"{wish.name}: a game under way has its players and options: leave --players and --option out")
    else:
        record, position = position_at(wish.name, None, wish.board)
        notes = {key: value for key, value in record.header.items() if key.startswith("x-")}
    for seat in wish.seats:
        check_seat(position, seat)
    file = wish.save or (kept_file(wish.name) if wish.name in NAMES else wish.name)
    kept = SavedGame(Path(file), wish.board, notes)
    return ReadyGame(wish, position, tuple(sorted(set(wish.seats or (1,)))), Chance(wish.seed or 0, 1), kept)


def saved(own_seat: "Seat", file: str) -> Phrase:
    """Write the game to a file, and tell how that went."""
    if not file:
        return say("Say where: save FILE")
    try:
        own_seat.record().save(file)
    except GameError as error:
        return say("{file} cannot be written: {why}.", file=file, why=str(error))
    except OSError as error:
        return say("{file} cannot be written: {why}.", file=file, why=error.strerror)
    except ValueError:
        return say("{file} is no name for a file.", file=repr(file))
    return say("Written to {file}.", file=file)


def kept_file(name: str) -> str:
    """Where a game is kept when nobody says where."""
    return str(kept_folder() / f"{name}.record")


def kept_folder() -> Path:
    """Where things are kept when nobody says where."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state", "ludotheque")


def guests_folder() -> Path:
    """Where it is kept who somebody is in which house."""
    return kept_folder() / "houses"
