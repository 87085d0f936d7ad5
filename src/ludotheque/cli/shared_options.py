"""The options that several commands share, and the files that they read and write."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TypeVar

import click

from ludotheque import NAMES, Position, Record, RecordError, SetupError, game
from ludotheque.cli.terminal import echo
from ludotheque.drawing import LANGUAGES, Ink
from ludotheque.play.game import Game, Setup
from ludotheque.play.record import LARGEST
from ludotheque.play.whole_files import read_text_stream, whole_file

F = TypeVar("F", bound=Callable[..., Any])
LANGUAGE = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of words."
)
COLOUR = click.option(
    "--colour", type=click.Choice(("auto", "always", "never")), default="auto", help="In text pictures and rules."
)


def setup_options(function: F) -> F:
    """--players, --option, --board: what a game is started with."""
    for decorate in (
        click.option("--players", type=int, metavar="P", help="How many play."),
        click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Such as scoring=product."),
        click.option("--board", metavar="FILE", help="A board file of your own."),
    ):
        function = decorate(function)
    return function


def ink_of(colour: str, output: str | None = None) -> Ink:
    """Ink with colours if stdout is a terminal that has them, or if requested."""
    seen = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return Ink(colour == "always" or (colour == "auto" and seen))


def find_game(name: str) -> Game:
    """A game by its name; an error lists the games."""
    if name not in NAMES:
        raise SetupError(f"there is no game {name!r}: choose {', '.join(NAMES)}")
    return game(name)


def read_setup(one: Game, players: int | None, options: tuple[str, ...], board: str | None, **start: Any) -> Setup:
    """The setup that the options describe."""
    chosen: dict[str, Any] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or key not in one.options:
            raise SetupError(f"--option {option}: write KEY=VALUE; {one.title} has {_known(one)}")
        chosen[key] = value
    return one.setup(players, board=board, **start, **chosen)


def _known(one: Game) -> str:
    known = [f"{name}={'|'.join(values)}" for name, values in one.options.items()]
    return ", ".join(known) or "no options"


def load_record(file: str, board: str | None) -> Record:
    """Load a record; `-` is standard input. Errors begin with the file's name."""
    if file != "-":
        return Record.load(file, board)
    try:
        if sys.stdin is None:
            raise RecordError("cannot be read: standard input is closed")
        return Record.read(read_text_stream(sys.stdin.buffer, LARGEST), board)
    except OSError as error:
        raise RecordError(f"-: cannot be read: {error.strerror}") from None
    except UnicodeError:
        raise RecordError("-: not a text file (UTF-8)") from None
    except RecordError as error:
        raise RecordError(f"-: {error}") from None


def position_at(file: str, ply: int | None, board: str | None) -> tuple[Record, Position]:
    """A record and the position at a ply of it, the last one by default."""
    record = load_record(file, board)
    try:
        return record, record.at(-1 if ply is None else ply)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def check_seat(position: Position, seat: int | None, low: int = 1) -> None:
    """Refuse a seat that this table does not have."""
    if seat is not None and not low <= seat <= position.players:
        raise click.ClickException(f"--seat: seats are 1 to {position.players}, not {seat}")


def check_can_write(file: str) -> None:
    """Refuse a path at which no file can be written."""
    path = Path(file)
    folder = next((parent for parent in path.parents if parent.exists()), Path())
    if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise click.ClickException(f"{file}: cannot be written: choose another place")


def write_out(content: str | bytes, output: str | None) -> None:
    """Write to standard output, or to a file."""
    if output is None:
        echo(content, nl=False, color=True)  # the content has colours only where they are wanted
    else:
        with new_file(output) as out:
            out.buffer.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def new_file(file: str) -> Iterator[TextIOWrapper]:
    """A file that is replaced only when it is complete. A pipe or a terminal is written to directly."""
    try:
        with whole_file(file) as partial, partial.open("w", encoding="utf-8", newline="\n") as out:
            yield out
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be written: {error.strerror}") from None
