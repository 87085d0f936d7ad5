"""SVG as text: numbers, places, elements. Every drawing is built from these."""

from functools import cache
from html import escape


@cache
def number(value: float) -> str:
    """A number as short as SVG allows, to a tenth."""
    return f"{round(value, 1) + 0:g}"


def at(x: float, y: float) -> str:
    """The attribute that places an element; a piece glides when it changes."""
    return f'transform="translate({number(x)} {number(y)})"'


def use(name: str, x: float, y: float, worn: str = "") -> str:
    """A definition of `defs`, put in a place."""
    dressed = f' class="{worn}"' if worn else ""
    return f'<use href="#{name}"{dressed} {at(x, y)}/>'


def group(inner: str, x: float = 0, y: float = 0, worn: str = "", **attributes: str) -> str:
    """Several elements in one place; attributes are written with `_` for `-`."""
    dressed = f' class="{worn}"' if worn else ""
    placed = f" {at(x, y)}" if x or y else ""
    return f"<g{dressed}{placed}{attribute_text(attributes)}>{inner}</g>"


def attribute_text(attributes: dict[str, str]) -> str:
    """Attributes as text, those with an empty value left out."""
    return "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items() if value)


def text(words: object, x: float = 0, y: float = 0, worn: str = "") -> str:
    """A word or a figure on the board."""
    dressed = f' class="{worn}"' if worn else ""
    return f'<text{dressed} x="{number(x)}" y="{number(y)}">{escape(str(words))}</text>'
