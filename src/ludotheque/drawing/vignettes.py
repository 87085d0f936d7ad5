"""Vignettes: the small picture of each game for the home page, drawn by `drawing/<game>/vignette.py`."""

from functools import cache

from ludotheque.drawing.drawing_contract import StyledVignetteModule
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.svg import number, text
from ludotheque.games import NAMES
from ludotheque.games.game_modules import offered
from ludotheque.play.game import game

WIDE, HIGH = 320, 200


@cache
def vignette(name: str) -> str:
    """A game's vignette; a plain one with its title, if the game draws none."""
    module = modules_of(name).vignette
    drawn = module.draw() if module else _plain(game(name).title)
    return (
        f'<svg class="vignette" viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f"{drawn}</svg>"
    )


@cache
def vignette_sheets() -> tuple[str, ...]:
    """The games whose vignettes need their style sheets."""
    return tuple(name for name in NAMES if _has_sheet(name))


def _has_sheet(name: str) -> bool:
    styled = offered(modules_of(name).vignette, StyledVignetteModule)
    return styled is not None and styled.HAS_SHEET


def _plain(title: str) -> str:
    return box(0, 0, WIDE, HIGH, "hm-cloth") + text(title, WIDE / 2, HIGH / 2 + 10, "hm-title")


def placed(x: float, y: float, drawn: str, scale: float = 1, turn: float = 0, worn: str = "") -> str:
    """Markup in a place, rotated and scaled."""
    turned = f" rotate({number(turn)})" if turn else ""
    sized = f" scale({scale:g})" if scale != 1 else ""
    dressed = f' class="{worn}"' if worn else ""
    return f'<g{dressed} transform="translate({number(x)} {number(y)}){turned}{sized}">{drawn}</g>'


def box(x: float, y: float, wide: float, high: float, worn: str, bend: float = 0) -> str:
    """A rectangle, with round corners if bent."""
    bent = f' rx="{number(bend)}"' if bend else ""
    return (
        f'<rect class="{worn}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"{bent}/>'
    )


def path(drawn: str, worn: str) -> str:
    """A line or a shape."""
    return f'<path class="{worn}" d="{drawn}"/>'
