"""Commands for pictures and words: show, replay, rules."""

import math
import sys
import time
from collections.abc import Iterator

import click

from ludotheque import Position, Record, RecordError, View
from ludotheque.cli.commands.records import BOARD, JSON, PLY, RECORD
from ludotheque.cli.shared_options import COLOUR, LANGUAGE, check_seat, ink_of, load_record, position_at, write_out
from ludotheque.cli.terminal import echo
from ludotheque.drawing import (
    draw,
    draw_text,
    in_words,
    language,
    marks_of,
    rulebook,
    told,
    view_to_draw,
    waiting_words,
)
from ludotheque.drawing.formats.animation import replay_svg
from ludotheque.drawing.formats.replay import replay_html
from ludotheque.drawing.rulebooks.book_pages import book_html, book_text, paragraphs_text
from ludotheque.drawing.shared_names import seat_name
from ludotheque.drawing.theme import THEMES
from ludotheque.games.phrase import say

THEME = click.option("--theme", type=click.Choice(THEMES), help="By day (light) or by night.")
OUTPUT = click.option("-o", "--output", metavar="FILE", help="Write to a file.")
SEAT = click.option("--seat", type=int, metavar="S", help="As seat S may see it (0: a spectator).")


def one_form(**given: bool) -> str:
    """The requested form; empty for none."""
    wanted = [name for name, is_given in given.items() if is_given]
    if len(wanted) > 1:
        raise click.UsageError(f"--{wanted[0]} and --{wanted[1]} don't go together: choose one")
    return wanted[0] if wanted else ""


def only_with(form: str, *forms: str, **given: object) -> None:
    """Refuse options that the requested form does not have."""
    for name, value in given.items():
        if value is not None and form not in forms:
            raise click.UsageError(f"--{name} goes with {' or '.join(f'--{one}' for one in forms)}")


@click.command()
@RECORD
@PLY
@SEAT
@BOARD
@click.option("--svg", is_flag=True, help="As a picture.")
@click.option("--png", is_flag=True, help="As a PNG picture.")
@click.option("--text", is_flag=True, help="As a text picture.")
@click.option("--words", is_flag=True, help="In words.")
@JSON
@LANGUAGE
@THEME
@click.option("--width", type=click.IntRange(16, 8192), metavar="PIXELS", help="How wide a PNG is.")
@COLOUR
@OUTPUT
def show(
    file: str, ply: int | None, seat: int | None, board: str | None, svg: bool, png: bool, text: bool, words: bool,
    as_json: bool, lang: str, theme: str | None, width: int | None, colour: str, output: str | None,
) -> None:  # fmt: skip
    """Show the position of a record: drawn, as a picture, as text, or in words."""
    form = one_form(svg=svg, png=png, text=text, words=words, json=as_json)
    only_with(form, "svg", "png", theme=theme)
    only_with(form, "png", width=width)
    _, position = position_at(file, ply, board)
    check_seat(position, seat, low=0)
    if form in ("", "json"):
        shown = position if seat is None else position.view(seat or None)
        write_out(f"{shown.to_json()}\n" if as_json else f"{shown}\n{waiting_words(position, lang)}\n", output)
        return
    view = view_to_draw(position) if seat is None else position.view(seat or None)
    if form == "words":
        write_out(f"{_last_words(position, view, lang)}{in_words(view, lang)}\n", output)
    elif form == "text":
        is_coloured = ink_of(colour, output).is_coloured
        write_out(draw_text(view, marks_of(position, view.seat), lang, colour=is_coloured) + "\n", output)
    else:
        drawn = draw(view, marks_of(position, view.seat), lang).svg(theme or "light")
        _write_picture(drawn, form, width, output)


def _last_words(position: Position, view: View, lang: str) -> str:
    before = next(position.history, None)
    words = told(before, position.last, view.seat, lang, position) if before and position.last else ""
    return f"{words}\n" if words else ""


def _write_picture(svg: str, form: str, width: int | None, output: str | None) -> None:
    if form == "svg":
        write_out(svg + "\n", output)
        return
    if output is None and sys.stdout.isatty():
        raise click.UsageError("a PNG is nothing for a terminal: give -o FILE")
    from ludotheque.drawing.formats.png import png as render

    write_out(render(svg, width), output)


@click.command()
@RECORD
@BOARD
@SEAT
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help="Wait after each step.")
@click.option("--brief", is_flag=True, help="Only the steps and the end, no boards.")
@click.option("--words", is_flag=True, help="Every step in words.")
@click.option("--html", is_flag=True, help="As a page that plays itself, with a slider.")
@click.option("--svg", is_flag=True, help="As an animated picture.")
@LANGUAGE
@THEME
@OUTPUT
def replay(
    file: str, board: str | None, seat: int | None, delay: float, brief: bool, words: bool, html: bool, svg: bool,
    lang: str, theme: str | None, output: str | None,
) -> None:  # fmt: skip
    """Play a record through: position by position, in words, or as one file that plays itself."""
    form = one_form(brief=brief, words=words, html=html, svg=svg)
    only_with(form, "html", "svg", theme=theme)
    if math.isnan(delay):
        raise click.BadParameter("a number of seconds from 0 to 60", param_hint="--delay")
    record = load_record(file, board)
    try:
        check_seat(record.game.begin(record.setup), seat, low=0)
        if form == "html":
            write_out(replay_html(record.replay(), seat or None, lang, theme), output)
        elif form == "svg":
            write_out(replay_svg(record.replay(), seat or None, lang, theme or "light") + "\n", output)
        elif form == "words":
            write_out(_story(record, seat or None, lang), output)
        elif output is not None:
            write_out("".join(f"{line}\n" for line in _lines(record, seat, brief, lang)), output)
        else:
            for line in _lines(record, seat, brief, lang):
                echo(line)
                time.sleep(delay if line.endswith("\n") or brief else 0)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def _story(record: Record, seat: int | None, lang: str) -> str:
    """A game in words, a line for each step that has any."""
    lines = []
    before: Position | None = None
    for position in record.replay():
        if before and position.last and (words := told(before, position.last, seat, lang, position)):
            lines.append(f"{position.ply}. {words}")
        before = position
    return "\n".join(lines) + "\n"


def _lines(record: Record, seat: int | None, brief: bool, lang: str) -> Iterator[str]:
    """A game step by step, with its boards; with a seat, only what it saw."""
    speaker = language(lang, record.game.name)
    for position in record.replay():
        seen = position.steps if seat is None else position.seen_steps(seat or None)
        if position.last and seen and seen[-1] is position.last:
            actor = position.last.seat
            who = seat_name(position, actor) if actor else say("Chance")
            yield f"{position.ply}. {speaker.say(who)}: {position.last}"
        if not brief:
            yield f"{position if seat is None else position.view(seat or None)}\n"
    yield waiting_words(position, lang)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("paragraph", required=False)
@LANGUAGE
@click.option("--html", "as_html", is_flag=True, help="As a page with its figures.")
@COLOUR
@OUTPUT
def rules(name: str, paragraph: str | None, lang: str, as_html: bool, colour: str, output: str | None) -> None:
    """Read the rules of a game, or one section or paragraph (`moves`, `moves.2`) with its figure and examples."""
    if "/" in name and paragraph is None:
        name, _, paragraph = name.partition("/")
    book = rulebook(name, lang)
    if as_html:
        if paragraph:
            raise click.UsageError("--html gives the whole book: leave the paragraph out")
        write_out(book_html(book), output)
    elif paragraph:
        write_out(paragraphs_text(book, book.find(paragraph), ink_of(colour, output)), output)
    else:
        write_out(book_text(book, ink_of(colour, output)), output)
