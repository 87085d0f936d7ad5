"""Matches between bots: who is stronger, by how much, and how sure that is."""

import json
import math
import os
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from ludotheque.cli.commands.simulate import say
from ludotheque.cli.shared_options import check_can_write, find_game, read_setup, setup_options, write_out
from ludotheque.cli.terminal import echo

if TYPE_CHECKING:
    from ludotheque.arena import ArenaTally

SECONDS = 0.5  # between two estimates in the progress bar


@click.command()
@click.option("--game", "name", required=True, metavar="GAME", help="Which game.")
@click.option("--bots", required=True, metavar="A,B,...", help="Who plays: novice,master or uct:1000,expert, say.")
@setup_options
@click.option("--games", type=click.IntRange(1, 10**7), metavar="N", help="How many games (100); whole pairings.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Play until it is clear by which the first bot is stronger.")
@click.option("--time", "seconds", type=float, metavar="T", help="Seconds a choice.")
@click.option("--simulations", type=int, metavar="N", help="Simulations a choice.")
@click.option("--alone", is_flag=True, help="Only seat the first bot alone among the others.")
@click.option("--workers", type=int, default=1, metavar="W", help="Processes; 0: in this one.")
@click.option("--ray", metavar="ADDRESS", help="On the Ray cluster at HOST:PORT, or auto.")
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), default=0, metavar="S", help="Same seed, same chance.")
@click.option("--database", default="arena.sqlite", show_default=True, metavar="FILE", help="Where games are kept.")
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object.")
@click.option("--report", "report_file", metavar="FILE", help="Also write a page with plots (HTML).")
def arena(
    name: str, bots: str, players: int | None, options: tuple[str, ...], board: str | None, games: int | None,
    sprt: str | None, seconds: float | None, simulations: int | None, alone: bool, workers: int, ray: str | None,
    seed: int, database: str, as_json: bool, report_file: str | None,
) -> None:  # fmt: skip
    """Let bots play against each other, and rate them. The same command goes on where it stopped."""
    from ludotheque.arena import run

    one = find_game(name)
    setup = read_setup(one, players, options, board, start=0)
    _check(games, sprt, seconds, simulations)
    if report_file:
        _check_report(report_file, database)
    with _progress(one.title) as progress:
        try:
            result = run(
                name, [bot.strip() for bot in bots.split(",")], players=setup.players, games=games or 100,
                sprt=_read_sprt(sprt), time=seconds, simulations=simulations, seed=seed, alone=alone,
                workers=workers, ray=ray, database=database, board=board, progress=progress, say=say, **setup.options,
            )  # fmt: skip
        except KeyboardInterrupt:
            say(f"ludotheque: every finished game is kept in {database}; the same command goes on")
            raise
    _report(result, as_json, report_file)


def _check(games: int | None, sprt: str | None, seconds: float | None, simulations: int | None) -> None:
    """Refuse options that exclude each other, before anything is played."""
    if games is not None and sprt is not None:
        raise click.ClickException("--games and --sprt: a sequential test chooses itself how many; leave one out")
    if seconds is not None and simulations is not None:
        raise click.ClickException("--time and --simulations: choose one")
    if seconds is not None and not 0 < seconds <= 3600:
        raise click.ClickException(f"--time: from a little more than 0 to 3600 seconds, not {seconds:g}")
    if simulations is not None and simulations < 1:
        raise click.ClickException(f"--simulations: at least 1, not {simulations}")


def _check_report(report_file: str, database: str) -> None:
    """Refuse a page that cannot be written, or would overwrite the games."""
    check_can_write(report_file)
    if os.path.realpath(report_file) == os.path.realpath(database):
        raise click.ClickException("--report and --database: choose two files")


def _read_sprt(sprt: str | None) -> tuple[float, float] | None:
    if sprt is None:
        return None
    try:
        low, high = (float(part) for part in sprt.split(","))
    except ValueError:
        low = high = math.nan
    if not math.isfinite(low + high):
        raise click.ClickException(f"--sprt: write ELO0,ELO1, as in 0,50, not {sprt[:40]!r}")
    return low, high


def _report(result: Any, as_json: bool, report_file: str | None) -> None:
    from ludotheque.arena.html_report import page
    from ludotheque.arena.text_report import text_report

    if report_file:
        write_out(page(result), report_file)
    echo(json.dumps(result.to_fields()) if as_json else text_report(result))


def _progress(title: str) -> Any:
    """A progress bar with the estimate so far, on stderr; none unless stderr is a terminal."""
    return Bar(title) if sys.stderr.isatty() else nullcontext(lambda tally, wanted: None)


class Bar:
    """A progress bar that says who leads and by how much."""

    def __init__(self, title: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task(title, total=None)
        self._title, self._told = title, 0.0

    def __enter__(self) -> Any:
        self._bar.start()
        return self._show

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _show(self, tally: "ArenaTally", wanted: int) -> None:
        """Advance the bar, with a new estimate every SECONDS."""
        self._bar.update(self._task, completed=len(tally.games), total=wanted or None)
        if tally.games and time.monotonic() - self._told > SECONDS:
            self._told = time.monotonic()
            self._bar.update(self._task, description=f"{self._title}: {estimate(tally)}")


def estimate(tally: "ArenaTally") -> str:
    """The leader, their lead, and the state of a sequential test."""
    best = tally.result().ratings[0]
    words = f"{best.bot} {best.elo:+.0f} ± {best.high - best.elo:.0f}"
    return words + (f", ratio {tally.test.verdict.ratio:+.2f}" if tally.test else "")
