"""Themes for the terminal, day and night, from the colour tokens of the drawings."""

import os
import re

from rich.terminal_theme import TerminalTheme
from textual.theme import Theme

from ludotheque.drawing.theme import tokens
from ludotheque.games import NAMES

THEMES = {"day": "light", "night": "dark"}
HEX = re.compile(r"#[0-9a-fA-F]{6}")


def themes() -> list[Theme]:
    """Day and night."""
    return [_theme(name, source) for name, source in THEMES.items()]


def _theme(name: str, source: str) -> Theme:
    known = {key: value for key, value in tokens(NAMES[0], source).items() if HEX.fullmatch(value)}
    return Theme(
        name=name,
        dark=name == "night",
        primary=known["accent"],
        secondary=known["ink-soft"],
        accent=known["accent"],
        foreground=known["ink"],
        background=known["paper"],
        surface=known["surface"],
        panel=known["sunken"],
        success=known["good"],
        warning=known["warn"],
        error=known["bad"],
        variables=_own(known) | {"footer-key-foreground": known["accent"]},
    )


def _own(known: dict[str, str]) -> dict[str, str]:
    """The variables of our style sheet."""
    names = {"soft": "ink-soft", "line": "line", "line-strong": "line-strong", "on-accent": "on-accent"}
    names |= {f"seat-{seat}": f"seat-{seat}-text" for seat in range(1, 7)}
    return {name: known[token] for name, token in names.items()}


def defaults() -> dict[str, str]:
    """Defaults of our variables, for themes without them."""
    return _theme("night", "dark").variables


def terminal_theme(source: str) -> TerminalTheme:
    """The colours that text pictures name by number: red is the first seat's, and so on."""
    known = tokens(NAMES[0], source)
    ground, ink = _rgb(known["paper"]), _rgb(known["ink"])
    basic = ["#1a1410", *(known[name] for name in NUMBERED), known["ink"]]
    row = [_rgb(one) for one in basic]
    return TerminalTheme(ground, ink, row, row)


NUMBERED = ("seat-1-text", "good", "seat-3-text", "seat-2-text", "seat-5-text", "seat-4-text")


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def theme_of_terminal() -> str:
    """Day if the terminal reports a light background, else night."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "day" if ground in ("7", "15") else "night"
