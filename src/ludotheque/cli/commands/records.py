"""Commands over records: new, legal."""

import json

import click

from ludotheque import NAMES, SetupError, game
from ludotheque.cli.shared_options import check_seat, find_game, position_at, read_setup, setup_options, write_out
from ludotheque.cli.terminal import echo
from ludotheque.drawing import waiting_words

RECORD = click.argument("file", metavar="FILE")
BOARD = click.option("--board", metavar="FILE", help="The board file that the game was played on.")
PLY = click.option("--ply", type=int, metavar="N", help="After N steps; the last position by default.")
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


def list_games(as_json: bool) -> None:
    """Print the games with their players and options."""
    rows = [game(name) for name in NAMES]
    if as_json:
        described = {
            one.name: {
                "title": one.title, "players": list(one.players), "rules": one.rules_version,
                "options": {name: list(values) for name, values in one.options.items()},
            }
            for one in rows
        }  # fmt: skip
        echo(json.dumps(described))
        return
    for one in rows:
        low, high = one.players
        players = f"{low} players" if low == high else f"{low}-{high} players"
        options = "  ".join(f"{name}={'|'.join(values)}" for name, values in one.options.items())
        echo(f"{one.name:<14}{one.title:<15}{players:<13}{options}".rstrip())


@click.command()
@click.argument("name", metavar="GAME")
@setup_options
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="Draws the starting arrangement.")
@click.option("--start", help="The starting arrangement, where a game has several.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def new(
    name: str, players: int | None, options: tuple[str, ...], board: str | None,
    seed: int | None, start: str | None, output: str | None,
) -> None:  # fmt: skip
    """Write the record of a game that is about to begin."""
    one = find_game(name)
    if one.starts > 1 and seed is None and start is None:
        raise SetupError(f"{one.title} starts from a random arrangement: give --seed 7, say, or --start")
    setup = read_setup(one, players, options, board, seed=seed, start=start)
    write_out(str(one.begin(setup).record()), output)


@click.command()
@RECORD
@PLY
@click.option("--seat", type=int, metavar="S", help="Only the moves of seat S (0: of chance).")
@BOARD
@JSON
def legal(file: str, ply: int | None, seat: int | None, board: str | None, as_json: bool) -> None:
    """List the legal steps of a record's position, one a line: actor and notation."""
    _, position = position_at(file, ply, board)
    check_seat(position, seat, low=0)
    steps = position.legal(seat)
    if as_json:
        echo(json.dumps([{"actor": step.seat or "*", "move": step.text} for step in steps]))
        return
    for step in steps:
        echo(f"{step.seat or '*'} {step}")
    if not steps:
        echo(waiting_words(position), err=True)
