"""Every screen of the terminal client compared with its stored text; a few with their colours.

`LUDOTHEQUE_SCREENS=write .venv/bin/pytest tests/cli/test_tui_screens.py` writes them again: read the
differences before you commit them.
"""

import os
import re
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest

from ludotheque import NAMES, Position
from ludotheque.cli.tui.cover_screen import CoverScreen
from ludotheque.cli.tui.tui_app import Client
from tests.cli.test_table_screen import late, middle, start
from tests.cli.tui_player import LARGE, SMALL, TuiPlayer, run, sit
from tests.conftest import random_line, some_of

NARROW = (40, 20)
SIZES = (SMALL, LARGE, NARROW)
SCREENS = Path(__file__).parent / "screens"
IS_WRITING = os.environ.get("LUDOTHEQUE_SCREENS") == "write"


def compare(name: str, shown: str) -> None:
    """Assert that the screen equals the stored one; LUDOTHEQUE_SCREENS=write stores it first."""
    file = SCREENS / name
    if IS_WRITING:
        SCREENS.mkdir(exist_ok=True)
        file.write_text(shown, "utf-8")
    assert shown == file.read_text("utf-8")


def drawn(client: Client) -> str:
    """The screen with its colours, without fonts from elsewhere."""
    shot = re.sub(r"@font-face \{.*?\}\s*", "", client.export_screenshot(simplify=True), flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", shot)


def pressing(name: str, *keys: str) -> Callable[[TuiPlayer], Awaitable[None]]:
    """Press keys at a table, then compare."""

    async def press(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.press(*keys)
        await player.settle()
        compare(f"{name}.txt", player.read())

    return press


def splitting() -> Position:
    return next(one for one in random_line(start("marabunta"), 3) if one.actors == (1,))


def choosing() -> Position:
    return next(one for one in random_line(start("makabana"), 3) if len(one.actors) == 3)


@pytest.mark.parametrize(
    "shown",
    some_of(
        product(NAMES, SIZES),
        ("mabula", SMALL), ("mabula", NARROW), ("marabunta", LARGE), ("marabunta", NARROW), ("makabana", SMALL),
        ("junglerumble", LARGE),
    ),
    ids=lambda shown: f"{shown[0]}-{shown[1][0]}x{shown[1][1]}",
)  # fmt: skip
def test_a_table(shown: tuple[str, tuple[int, int]]) -> None:
    name, size = shown
    sit(middle(name, 30 if name != "mabula" else 6), pressing(f"{name}-{size[0]}", "down"), size=size)


@pytest.mark.parametrize(
    "shown",
    some_of(
        product(NAMES, ("fr", "it")),
        ("mabula", "fr"), ("marabunta", "it"), ("makabana", "fr"), ("junglerumble", "it"),
    ),
    ids="-".join,
)  # fmt: skip
def test_a_table_in_another_language(shown: tuple[str, str]) -> None:
    name, lang = shown
    sit(middle(name, 30 if name != "mabula" else 6), pressing(f"{name}-{lang}"), lang=lang)


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "f6", "f7"])
def test_each_key_opens_its_screen(key: str) -> None:
    sit(middle("junglerumble", 30), pressing(f"key-{key}", key))


def test_a_choice_in_parts() -> None:
    sit(choosing(), pressing("parts", "down", "enter", "down"))


def test_a_split() -> None:
    sit(splitting(), pressing("split", "down", "enter"), size=LARGE)


def test_a_refusal() -> None:
    sit(start("mabula"), pressing("refusal", *"b8", "minus", *"b1", "enter"))


def test_the_end() -> None:
    async def look(player: TuiPlayer) -> None:
        await player.settle()
        while player.table.now.stage != "over":
            await player.press("end", "enter")
        compare("end.txt", player.read())

    sit(late("mabula", 4), look)


def test_the_cover() -> None:
    async def look(player: TuiPlayer) -> None:
        await player.settle()
        await player.until(lambda: isinstance(player.client.screen, CoverScreen))
        compare("cover.txt", player.read())

    sit(choosing(), look, seats=(1, 2))


@pytest.mark.parametrize("theme", ["day", "night", "none"])
def test_the_colours(theme: str) -> None:
    async def look(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.press("down")
        await player.settle()
        compare(f"colours-{theme}.svg", drawn(player.client))

    named, has_colour = ("night", False) if theme == "none" else (theme, True)
    sit(middle("mabula", 6), look, theme=named, colour=has_colour)


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_the_start(lang: str, folder: Path) -> None:
    async def look(player: TuiPlayer) -> None:
        await player.pilot.press("right", "down", "down")
        await player.pilot.pause()
        compare(f"start-{lang}.txt", player.read())

    run(Client(None, lang, "night"), look)
