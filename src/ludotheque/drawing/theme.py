"""The colours and styles of the drawings, from the style sheets beside this file.

`tokens.css` names the colours, light and dark; `board.css` and each game's sheet style the classes of the drawings. A
page links them. A self-contained drawing carries its own rules, with every `var(--name)` resolved, since programs other
than browsers know no CSS variables. In the theme `auto` it carries both light and dark: browsers follow the reader's
system, other programs show the light one.
"""

import hashlib
import re
from base64 import b64encode
from functools import cache, lru_cache
from importlib.resources import files
from string import ascii_lowercase

from ludotheque.games import MANIFESTS
from ludotheque.games.refusal import GameError

THEMES = ("light", "dark")
AUTO = "auto"  # light or dark, as the reader's system is
NIGHT = "(prefers-color-scheme: dark)"


class ThemeError(GameError):
    """A theme that does not exist."""


TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LIGHT_DARK = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)")
MEDIA = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
ROOT = re.compile(r"(?m)^:root \{.*?^\}", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
WORN = re.compile(r'class="([^"]*)"')
DEFINED = re.compile(r'(<[^>]*?\s)id="([^"]+)"')
USED = re.compile(r'(href="|url\()#([\w.-]+)')
TAG = re.compile(r"<(?P<end>/?)\w+[^>]*?(?P<alone>/?)>")
NAME = re.compile(r'\sid="([^"]+)"')
MOST_CUT = 32  # cached definitions
FONTS = (
    ("Fraunces", 600, "fraunces-600"), ("Atkinson Hyperlegible", 400, "atkinson-400"),
    ("Atkinson Hyperlegible", 700, "atkinson-700"),
)  # fmt: skip
ONLY_ON_PAGES = re.compile(r"(transition|cursor|pointer-events|touch-action|(-webkit-)?user-select|outline)\s*:[^;]*;?")


@cache
def read_sheet(name: str) -> str:
    """A style sheet's text, without comments."""
    return COMMENT.sub("", (files("ludotheque.drawing") / "style" / f"{name}.css").read_text("utf-8"))


@cache
def tokens(game: str, theme: str) -> dict[str, str]:
    """Every token's value in a theme: the shared ones, and a game's own."""
    sheets = read_sheet("tokens") + read_sheet(game)
    written = dict(TOKEN.findall("".join(re.findall(r"(?m)^:root \{(.*?)^\}", sheets, re.DOTALL))))
    return {
        name: LIGHT_DARK.sub(lambda found: found[1 + THEMES.index(theme)].strip(), text)
        for name, text in written.items()
    }


def resolve(css: str, game: str, theme: str) -> str:
    """A style with its tokens replaced by their values."""
    known = tokens(game, theme)
    while VARIABLE.search(css):
        css = VARIABLE.sub(lambda found: known[found[1]], css)
    return css


@cache
def rules_of(game: str, theme: str, prefix: str) -> tuple[tuple[frozenset[str], str], ...]:
    """The rules of a self-contained drawing, each with its classes: no variables, no transitions, no pointer styles.

    Classes begin with `prefix`, for theme and game, so that several drawings on one page don't mix. (A selector with an
    ancestor would do the same, but does not reach into a <use>.)
    """
    css = MEDIA.sub("", ROOT.sub("", read_sheet("board") + read_sheet(game)))
    rules = []
    for selectors, body in RULE.findall(resolve(css, game, theme)):
        kept = " ".join(ONLY_ON_PAGES.sub("", body).replace("; ", ";").split()).strip(" ;")
        for selector in filter(None, map(str.strip, selectors.split(",") if kept else ())):
            named = CLASS.sub(rf".{prefix}\1", selector)
            rules.append((frozenset(CLASS.findall(named)), f"{named}{{{kept}}}"))
    return tuple(rules)


def style_for(svg: str, game: str, theme: str) -> str:
    """The style elements that a drawing needs."""
    worn = {name for names in WORN.findall(svg) for name in names.split()}
    prefix = prefix_of(game, theme)

    def rules(light: str) -> str:
        return "".join(rule for classes, rule in rules_of(game, light, prefix) if classes <= worn)

    if theme == AUTO:
        return f'<style>{rules("light")}</style><style media="{NIGHT}">{rules("dark")}</style>'
    return f"<style>{rules(theme)}</style>"


def prefix_of(game: str, theme: str) -> str:
    """The prefix of classes for a game and a theme: `lm-`."""
    return f"{theme[0]}{MANIFESTS[game].initial or game}-"


@cache
def _styled(game: str) -> frozenset[str]:
    """The classes that the style sheets name."""
    rules = RULE.findall(MEDIA.sub("", ROOT.sub("", read_sheet("board") + read_sheet(game))))
    return frozenset(name for selectors, _ in rules for name in CLASS.findall(selectors))


@cache
def font_faces() -> str:
    """The fonts as data URLs, for a self-contained page."""
    faces = []
    for family, weight, name in FONTS:
        data = (files("ludotheque.drawing") / "fonts" / f"{name}.woff2").read_bytes()
        url = f"data:font/woff2;base64,{b64encode(data).decode()}"
        faces.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url({url}) format("woff2"); }}'
        )
    return "\n".join(faces)


def page_style(game: str) -> str:
    """The style sheets of a game as a page uses them, with their tokens."""
    return read_sheet("tokens") + read_sheet("board") + read_sheet(game)


def dress(svg: str, game: str, theme: str) -> str:
    """A self-contained drawing: with its own style, its classes and definitions renamed so that drawings don't mix."""
    if theme not in (*THEMES, AUTO):
        raise ThemeError(f"there is no theme {theme!r}: choose {', '.join((*THEMES, AUTO))}")
    prefix, styled = prefix_of(game, theme), _styled(game)

    def rename(found: re.Match[str]) -> str:
        names = (prefix + name if name in styled else name for name in found[1].split())
        return f'class="{" ".join(names)}"'

    svg = WORN.sub(rename, svg)
    head, mark, rest = svg.partition("<defs>")
    defs, closed, body = rest.partition("</defs>")
    defs = _needed(defs, body)
    own = _own_letters(game + theme + defs)
    defs = DEFINED.sub(rf'\1id="{own}\2"', defs)
    paper = f'<rect class="{prefix}paper" width="100%" height="100%"/>'
    return head + style_for(svg + paper, game, theme) + USED.sub(rf"\1#{own}\2", mark + defs + closed + paper + body)


def _needed(defs: str, body: str) -> str:
    """The definitions that a drawing uses, directly or through others."""
    known = _cut(defs)
    found = [name for _, name in USED.findall(body)]
    needed: set[str] = set()
    while found:
        name = found.pop()
        if name in known and name not in needed:
            needed.add(name)
            found += [other for _, other in USED.findall(known[name])]
    return "".join(markup for name, markup in known.items() if name in needed)


@lru_cache(MOST_CUT)
def _cut(defs: str) -> dict[str, str]:
    """Definitions by name, one by one."""
    known, depth, start = {}, 0, 0
    for tag in TAG.finditer(defs):
        if depth == 0 and not tag["end"]:
            start, name = tag.start(), str(NAME.search(tag[0])[1])  # type: ignore[index]
        depth += 0 if tag["alone"] else -1 if tag["end"] else 1
        if depth == 0:
            known[name] = defs[start : tag.end()]
    return known


def _own_letters(text: str) -> str:
    """Three letters that begin the ids of definitions, other ones for other definitions."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return "".join(ascii_lowercase[number // 26**place % 26] for place in range(3))
