"""The one way to the terminal: whatever a command prints is cleaned here."""

import click

from ludotheque.play.plain_text import clean


def echo(text: str | bytes = "", *, nl: bool = True, err: bool = False, color: bool | None = None) -> None:
    """Print a text as `click.echo` does, without letters that command a terminal; with `color`, colours stay."""
    click.echo(clean(text, keeps_colours=bool(color)) if isinstance(text, str) else text, nl=nl, err=err, color=color)
