"""`ludotheque play`: reads the options, then opens the full-screen or the line client."""

import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from io import TextIOWrapper

import click

from ludotheque.cli.saved_games import PlayRequest, Visit
from ludotheque.cli.shared_options import COLOUR, LANGUAGE, check_can_write, ink_of, setup_options
from ludotheque.cli.terminal import echo
from ludotheque.drawing import language
from ludotheque.games.phrase import say

INSTALL = "pip install 'ludotheque[tui]'"


@click.command()
@click.argument("name", metavar="[GAME | FILE]", required=False)
@setup_options
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="The same seed, the same chance and opponents.")
@click.option("--seat", "seats", type=int, multiple=True, metavar="S", help="Your seat (1); several for a hot seat.")
@click.option("--save", metavar="FILE", help="Where the game is kept after every move.")
@click.option(
    "--against", default="casual", show_default=True, metavar="BOT", help="novice ... master, random, uct:1000."
)
@click.option("--at", metavar="LINK", help="A table of a house, or a house: http://127.0.0.1:8000")
@click.option("--name", "called", metavar="NAME", help="What you are called in a house.")
@click.option("--invite", is_flag=True, help="In a house: leave the other seats for friends, and say the link.")
@click.option("--plain", is_flag=True, help="Line by line, for pipes and screen readers.")
@click.option("--words", "in_sentences", is_flag=True, help="Line by line, in words instead of text pictures.")
@click.option("--theme", type=click.Choice(("day", "night")), help="The colours of the whole screen.")
@LANGUAGE
@COLOUR
def play(
    name: str | None, players: int | None, options: tuple[str, ...], board: str | None, seed: int | None,
    seats: tuple[int, ...], save: str | None, against: str, at: str | None, called: str | None, invite: bool,
    plain: bool, in_sentences: bool, theme: str | None, lang: str, colour: str,
) -> None:  # fmt: skip
    """Play against bots, go on with a record, or sit down at a table of a house."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # input in another encoding is a wrong answer, not a crash
    if save:
        check_can_write(save)
    request = PlayRequest(name or "", players, options, board, seed, seats, save, against)
    visit = Visit(at, called, invite) if at else None
    if invite and not at:
        raise click.ClickException("--invite: say in which house, such as --at http://127.0.0.1:8000")
    if not plain and not in_sentences and has_screen():
        if is_installed("textual"):
            from ludotheque.cli.tui.launch import open_client  # late, so that other commands start without it

            open_client(request, visit, lang, theme or "", colour)
            return
        echo(language(lang).say(say("For a whole screen with a mouse: {command}", command=INSTALL)))
    from ludotheque.cli.line_client import Screen, choose_game, play_plain  # and these

    if not name and not visit:
        request = replace(request, name=choose_game(lang))
    play_plain(request, visit, Screen(lang, ink_of(colour), in_sentences))


def has_screen() -> bool:
    """Whether stdin and stdout are a terminal that can be drawn on."""
    streams = (sys.stdout, sys.stdin)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def is_installed(module: str) -> bool:
    return find_spec(module) is not None
