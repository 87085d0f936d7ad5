"""Boards are data: list ours, print one to start from, check your own."""

from pathlib import Path

import click

from ludotheque import NAMES, BoardError, game
from ludotheque.cli.terminal import echo
from ludotheque.games import MANIFESTS
from ludotheque.games.board_record import Board
from ludotheque.games.board_text import read_board_text
from ludotheque.play.game import Game, read_board_file


@click.group(invoke_without_command=True)
@click.pass_context
def boards(context: click.Context) -> None:
    """List the boards that come with the games."""
    if context.invoked_subcommand is None:
        for name, file in sorted(our_boards()):
            echo(f"{name:<14}{file}")


@boards.command("show")
@click.argument("name", metavar="NAME")
def show_board(name: str) -> None:
    """Print the file of one of our boards, to read or to start your own from."""
    for one, file in our_boards():
        if file == name:
            echo(board_path(game(one), file).read_text("utf-8"), nl=False)
            return
    raise BoardError(f"there is no board {name!r}: choose {', '.join(file for _, file in our_boards())}")


@boards.command()
@click.argument("file", metavar="FILE")
@click.option("--game", "name", type=click.Choice(NAMES), help="Whose board it is, where the file does not say.")
def check(file: str, name: str | None) -> None:
    """Check a board file of your own; says what to mend, and where."""
    one, board_name = check_board_file(file, name)
    echo(f"{file}: fine, the board {board_name} for {one.title}")


def check_board_file(file: str, name: str | None) -> tuple[Game, str]:
    """Load a board file with the game it says it is for."""
    text = read_board_file(file)
    if name is None:
        try:
            sections = read_board_text(text)
        except BoardError as error:
            raise BoardError(f"{file}: {error}") from None
        name = whose_board(file, sections)
    if not game(name).engine.board_files:
        raise BoardError(f"{file}: {game(name).title} has no board files")
    one = game(name)
    try:
        return one, load_for_some_players(one, text).name
    except BoardError as error:
        raise BoardError(f"{file}: {error}") from None


def whose_board(file: str, sections: dict[str, object]) -> str:
    """The game that a file's tables belong to."""
    for name in sorted(NAMES):
        if sections.keys() & set(MANIFESTS[name].board_tables):
            return name
    raise BoardError(f"{file}: no board in it: start from one of ours, «ludotheque boards show meadow.toml» prints it")


def load_for_some_players(one: Game, text: str) -> Board:
    """The board, for the first number of players that it supports."""
    low, high = one.players
    complaints = []
    options = {name: values[0] for name, values in one.options.items()}
    for players in range(low, high + 1):
        try:
            return one.engine.boards.load_board(options, players, one.rules_version, text)
        except BoardError as error:
            complaints.append(error)
    raise next((error for error in complaints if not str(error).startswith("players")), complaints[0])


def our_boards() -> list[tuple[str, str]]:
    """Game and name of every board file in the package."""
    found = ((name, game(name).engine.board_files) for name in NAMES)
    return [(name, file) for name, boards in found if boards for file in boards.BOARD_FILES]


def board_path(one: Game, file: str) -> Path:
    boards = one.engine.board_files
    assert boards is not None  # noqa: S101  it is one of `our_boards`
    return boards.FOLDER / file
