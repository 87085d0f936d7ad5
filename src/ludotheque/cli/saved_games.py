"""Local games: begun or continued, and saved to a file."""

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
    """A request to play: a game or a record's file, against whom, and where to save it."""

    name: str
    players: int | None = None
    options: tuple[str, ...] = ()
    board: str | None = None
    seed: int | None = None
    seats: tuple[int, ...] = ()
    save: str | None = None
    against: str = "casual"

    def with_seed(self) -> "PlayRequest":
        """The request with a seed, drawn if it has none."""
        return self if self.seed is not None else replace(self, seed=int.from_bytes(os.urandom(6), "big"))


@dataclass(frozen=True, slots=True)
class Visit:
    """A request to play in a house or at one of its tables: under which name, and whether friends are invited."""

    at: str
    name: str | None = None
    invite: bool = False


@dataclass(slots=True)
class ReadyGame:
    """A game ready to play: the position, the seats of people, the random source, its file."""

    request: PlayRequest
    position: Position
    people: tuple[int, ...]
    chance: Chance
    kept: "SavedGame"


@dataclass(slots=True)
class SavedGame:
    """The file of a game. `is_kept` is None until the first save; `notes` are free keys of a continued record."""

    file: Path
    board: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    is_kept: bool | None = None

    def keep(self, position: Position, complain: Callable[[Phrase], None]) -> None:
        """Write the game; report a failure once."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            position.record(None, **self.notes).save(self.file)
            self.is_kept = True
        except OSError as error:
            if self.is_kept is not False:
                complain(say("The game is not being kept: {file}: {why}.", file=self.file, why=error.strerror))
            self.is_kept = False

    def goodbye(self) -> Phrase:
        """How to continue the game, if it was saved."""
        if not self.is_kept:
            return say("Goodbye.")
        board = f" --board {self.board}" if self.board else ""
        return say("Goodbye. Go on with: {command}", command=f"ludotheque play {self.file}{board}")


def sit_down(request: PlayRequest) -> ReadyGame:
    """Begin a game, or continue a record."""
    request = request.with_seed()
    notes: dict[str, str] = {}
    if request.name in NAMES:
        one = find_game(request.name)
        position = one.begin(read_setup(one, request.players, request.options, request.board, seed=request.seed))
    elif not Path(request.name).exists():
        choices = ", ".join(NAMES)
        raise SetupError(f"there is neither a game nor a file {request.name!r}: choose {choices}, or a record's file")
    elif request.players is not None or request.options:
        raise SetupError(
            f"{request.name}: a game under way has its players and options: leave --players and --option out"
        )
    else:
        record, position = position_at(request.name, None, request.board)
        notes = {key: value for key, value in record.header.items() if key.startswith("x-")}
    for seat in request.seats:
        check_seat(position, seat)
    file = request.save or (kept_file(request.name) if request.name in NAMES else request.name)
    kept = SavedGame(Path(file), request.board, notes)
    return ReadyGame(request, position, tuple(sorted(set(request.seats or (1,)))), Chance(request.seed or 0, 1), kept)


def saved(own_seat: "Seat", file: str) -> Phrase:
    """Write the game to a file; returns the result in words."""
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
    """The default file of a game."""
    return str(kept_folder() / f"{name}.record")


def kept_folder() -> Path:
    """The default folder of saved games and guests."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state", "ludotheque")


def guests_folder() -> Path:
    """The folder of guests' cookies."""
    return kept_folder() / "houses"


def receipts_folder() -> Path:
    """The folder of receipts: what houses told of their tables."""
    return kept_folder() / "receipts"
