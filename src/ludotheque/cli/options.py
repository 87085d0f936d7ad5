"""The options that several commands share."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ludotheque import NAMES, Position, Record, RecordError, SetupError, game
from ludotheque.play.game import Game, Setup

F = TypeVar("F", bound=Callable[..., Any])


def setup_options(function: F) -> F:
    """--players, --option, --board: what a game is started with."""
    for decorate in (
        click.option("--players", type=int, metavar="P", help="How many play."),
        click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option, e.g. scoring=product."),
        click.option("--board", metavar="FILE", help="A board file of your own."),
    ):
        function = decorate(function)
    return function


def find_game(name: str) -> Game:
    """A game by its name; says which there are."""
    if name not in NAMES:
        raise click.UsageError(f"there is no game {name!r}: choose {', '.join(NAMES)}")
    return game(name)


def read_setup(
    one: Game, players: int | None, options: tuple[str, ...], board: str | None, **start: Any
) -> Setup:
    """The setup that the options describe."""
    chosen: dict[str, Any] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or key in ("players", "seed", "start", "board", "rules"):
            raise SetupError(f"--option {option}: write KEY=VALUE; {one.title} has {_known(one)}")
        chosen[key] = value
    return one.setup(players, board=board, **start, **chosen)


def _known(one: Game) -> str:
    known = [f"{name}={'|'.join(values)}" for name, values in one.options.items()]
    return ", ".join(known) or "no options"


def load_record(file: str, board: str | None) -> Record:
    """A record's file; `-` is standard input. Complaints begin with the file's name."""
    try:
        if file == "-":
            return Record.read(sys.stdin.buffer.read().decode("utf-8", "replace"), board)
        return Record.load(file, board)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def position_at(file: str, ply: int | None, board: str | None) -> tuple[Record, Position]:
    """A record and the position at a ply of it, the last one by default."""
    record = load_record(file, board)
    try:
        return record, record.at(-1 if ply is None else ply)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def write_out(text: str, output: str | None) -> None:
    """To standard output, or to a file."""
    if output is None:
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, "utf-8", newline="\n")
