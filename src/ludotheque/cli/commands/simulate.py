"""Random games at full speed, and counts of sequences."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ludotheque.cli.shared_options import find_game, new_file, position_at, read_setup, setup_options
from ludotheque.cli.terminal import echo
from ludotheque.play.game import Game, Setup

if TYPE_CHECKING:
    from ludotheque.play.simulation import Simulated

T = TypeVar("T")


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--games", type=click.IntRange(1, 10**12), default=1000, metavar="N", help="How many games.")
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), default=0, metavar="S", help="Same seed, same games.")
@setup_options
@click.option("--policy", type=click.Choice(["uniform", "busy"]), default="uniform", help="How moves are chosen.")
@click.option("--workers", type=click.IntRange(1, 256), default=1, metavar="W", help="Threads.")
@click.option("--trace", "trace_file", metavar="FILE", help="Write every step with all legal notations.")
@click.option("--json", "as_json", is_flag=True, help="Figures as one JSON object.")
def simulate(
    name: str, games: int, seed: int, players: int | None, options: tuple[str, ...], board: str | None,
    policy: str, workers: int, trace_file: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Play random games and say how they went."""
    one = find_game(name)
    setup = read_setup(one, players, options, board, start=0)
    if trace_file:
        write_trace(one, setup, games, seed, policy, trace_file)
    figures = run(one, setup, games, seed, policy, workers)
    echo(json.dumps(figures) if as_json else report(one, figures))


def say(line: str) -> None:
    """Write to stderr: stdout is for figures and JSON."""
    echo(line, err=True)


def progress_bar(title: str, total: int) -> Any:
    """A progress bar on stderr; none unless stderr is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(lambda count: None)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip

    class SimulationWatch:
        def __enter__(self) -> Any:
            task = bar.add_task(title, total=total)
            bar.start()
            return lambda count: bar.advance(task, count)

        def __exit__(self, *_: object) -> None:
            bar.stop()

    return SimulationWatch()


def run(one: Game, setup: Setup, games: int, seed: int, policy: str, workers: int) -> "Simulated":
    from ludotheque.play.simulation import simulate as play_games

    one.engine.prepare(setup.board, say)
    with progress_bar(one.title, games) as progress:
        return play_games(one, setup, games, seed, policy, workers, progress=progress)


def write_trace(one: Game, setup: Setup, games: int, seed: int, policy: str, file: str) -> None:
    """Write all games as a trace; the file appears only when it is complete."""
    from ludotheque.play.simulation import format_trace, trace

    with new_file(file) as out, progress_bar("Trace", games) as progress:
        one.engine.prepare(setup.board, say)
        for number in range(games):
            out.writelines(format_trace(trace(one, setup, number, seed, policy)))
            progress(1)


def report(one: Game, figures: "Simulated") -> str:
    """Print the figures for people."""
    length, games = figures["length"], figures["games"]
    lines = [
        f"{one.title}, {figures['players']} players, {figures['policy']} play, seed {figures['seed']}",
        f"games      {games:,} ({figures['games_per_s']:,.0f} a second)",
        f"steps      {figures['steps']:,} ({figures['steps_per_s']:,.0f} a second)",
        f"length     {length['mean']:.1f} ± {length['interval']:.1f} steps, {length['min']} to {length['max']}",
        f"branching  {figures['branching']:.1f} legal moves a choice",
    ]
    for seat, (score, wins) in enumerate(zip(figures["scores"], figures["wins"], strict=True), 1):
        share = f"{100 * wins['mean']:.1f} ± {100 * wins['interval']:.1f} % of the wins"
        lines.append(f"{one.seat_name(seat):<10} {score['mean']:.2f} ± {score['interval']:.2f} points, {share}")
    lines += [f"ended by   {name}: {100 * count / games:.1f} %" for name, count in figures["endings"].items()]
    return "\n".join(lines)


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--ply", type=int, metavar="N", help="After N steps; the last position by default.")
@click.option("--depth", type=click.IntRange(1, 12), default=2, metavar="D", help="How many moves ahead.")
@click.option("--board", metavar="FILE", help="The board file that the game was played on.")
def perft(file: str, ply: int | None, depth: int, board: str | None) -> None:
    """Count the sequences of 1..D moves from a position: depth and count, one a line."""
    from ludotheque.play.simulation import count_sequences

    _, position = position_at(file, ply, board)
    for level in range(1, depth + 1):
        *_, count = wait_for(partial(count_sequences, position, level, say))
        echo(f"{level} {count}")


def wait_for(work: Callable[[], T]) -> T:
    """Run a long job in another thread: Ctrl-C does not interrupt compiled code, but it interrupts the wait."""
    future: Future[T] = Future()

    def run_it() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run_it, daemon=True).start()
    return future.result()
