"""The parts of docs/games that are made and not written: counts, levels and pictures, and on the site the rules.

`python -m tools.game_pages` writes counts, levels and pictures anew; with `--check` it only says which are stale. The
numbered rules with their figures are filled in when the site is built (`site_page`): in the repository a page links to
the rulebook instead. Figures are SVG files that hold both themes, and show the one of the page around them.
"""

import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from ludotheque import game
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.search_style import style_of
from ludotheque.drawing import Drawing, Rulebook, draw, rulebook, view_to_draw
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.rulebooks.book_pages import block_text
from ludotheque.drawing.rulebooks.rulebook import Paragraph, Section
from ludotheque.drawing.rulebooks.rulebook_examples import figure
from ludotheque.drawing.svg import number
from ludotheque.drawing.theme import prefix_of
from ludotheque.games import NAMES
from ludotheque.play.simulation import simulate

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures" / "games"
DEPARTURES = "departures"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
RULE = re.compile(r"[^{}]+\{[^{}]*\}")
FOR_FINGERS = re.compile(r' (?:data-[\w-]+|tabindex|aria-(?!label)[\w-]+)="[^"]*"')
COLUMNS = 120  # of the text
WIDTH = 760  # of a figure on the page, as it is meant
GAMES, SEED = 2000, 7  # that the counts are taken from


def rules_text(book: Rulebook) -> str:
    """The numbered rules, section by section, without the departures."""
    sections = [section for section in book.sections if section.id != DEPARTURES]
    return "".join(f"### {section.title}\n\n{section_text(book, section)}" for section in sections)


def departures_text(book: Rulebook) -> str:
    """The paragraphs that say where we leave the printed rules."""
    return section_text(book, next(section for section in book.sections if section.id == DEPARTURES))


def section_text(book: Rulebook, section: Section) -> str:
    return "".join(f"{paragraph_text(book, paragraph)}\n" for paragraph in section.paragraphs)


def paragraph_text(book: Rulebook, paragraph: Paragraph) -> str:
    """A paragraph with its anchor, its figure, and the refusals that cite it."""
    anchor = f'<a id="{paragraph.id}"></a>**[{paragraph.name}](#{paragraph.id})**'
    first, *others = paragraph.blocks
    lines = [f"{block_text(block, COLUMNS)}\n" for block in (f"{anchor} {first}", *others)]
    if paragraph.figure:
        alt = picture(book, paragraph.figure).title.replace("[", "(").replace("]", ")")
        drawn = f"![{alt}](../pictures/games/{file_name(book, paragraph.figure)})"
        lines.append(f"{drawn}\n\n{block_text(f'*{paragraph.caption}*', COLUMNS)}\n")
    if paragraph.refusals:
        cited = ", ".join(f"`{rule}`" for rule in paragraph.refusals)
        lines.append(f"{block_text(f'Cited by {cited}.', COLUMNS)}\n")
    return "\n".join(lines)


def file_name(book: Rulebook, name: str) -> str:
    return f"{book.game}-{name}.svg"


def picture(book: Rulebook, name: str) -> Drawing:
    """A figure of a rulebook, as the engine draws it."""
    view, marks = figure(book.game, book.figures[name])
    drawing: Drawing = modules_of(book.game).picture.draw(view, marks, book.language)
    return drawing


def by_day_and_night(drawing: Drawing) -> str:
    """A drawing as one standalone SVG for both themes, without the attributes that only scripts use."""
    day, night = drawing.svg("light"), drawing.svg("dark")
    light, dark = STYLE.search(day), STYLE.search(night)
    assert light  # noqa: S101
    assert dark  # noqa: S101
    known = set(RULE.findall(light[1]))
    worn = dark[1].replace(f".{prefix_of(drawing.game, 'dark')}", f".{prefix_of(drawing.game, 'light')}")
    other = "".join(rule for rule in RULE.findall(worn) if rule not in known)
    style = f"<style>{light[1]}@media (prefers-color-scheme: dark) {{{other}}}</style>"
    size = f'width="{WIDTH}" height="{number(WIDTH * drawing.height / drawing.width)}"'
    return FOR_FINGERS.sub("", STYLE.sub(lambda _: style, day, count=1)).replace("<svg ", f"<svg {size} ", 1) + "\n"


def counts_text(name: str) -> str:
    """How long random games are and how many moves there are to choose from, for every number of players and option."""
    lines = ["| with | steps a game | legal moves a choice |", "|---|---|---|"]
    for players, options in setups(name):
        one = game(name)
        found = simulate(one, one.setup(players, start=0, **options), GAMES, SEED)
        length = found["length"]
        asked = " ".join([f"--players {players}", *(f"--option {key}={value}" for key, value in options.items())])
        steps = f"{length['mean']:.1f} (from {length['min']} to {length['max']})"
        lines.append(f"| `{asked}` | {steps} | {found['branching']:.1f} |")
    return "\n".join(lines)


def setups(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players with every choice of options."""
    one = game(name)
    for players in range(one.players[0], one.players[1] + 1):
        for values in product(*one.options.values()):
            yield players, dict(zip(one.options, values, strict=True))


def levels_text(name: str) -> str:
    """The levels of the bots, with the simulations that each has for a choice."""
    style = style_of(name)
    levels = zip(LEVELS, style.simulations, strict=True)
    head = [f"| level (version {style.version}) | simulations |", "|---|---|"]
    return "\n".join([*head, *(f"| `{level}` | {many:,} |" for level, many in levels)])


def pictures_of(name: str, page: str) -> Iterator[tuple[str, Drawing]]:
    """The position that a page draws in text, as a picture; in a game with secrets, also as two seats see it."""
    drawn = re.search(rf"```text\n({name}  players=.*?)```", page, re.DOTALL)
    assert drawn  # noqa: S101
    position = game(name).read(drawn[1])
    yield f"{name}.svg", draw(view_to_draw(position))
    for seat in (1, 2) if game(name).has_secrets else ():
        yield f"{name}-seat-{seat}.svg", draw(position.view(seat))


def filled(page: str, part: str, text: str) -> str:
    """A page with the text between the markers of a part."""
    place = re.compile(rf"(<!-- {part}: [^>]+ -->\n).*?(<!-- {part}: end -->)", re.DOTALL)
    found, count = place.subn(lambda markers: f"{markers[1]}\n{text.strip()}\n\n{markers[2]}", page)
    if count != 1:
        raise SystemExit(
            f"there is no place for the part {part!r}: write <!-- {part}: ... --> and <!-- {part}: end -->"
        )
    return found


def site_page(name: str, page: str) -> str:
    """A game's page with the numbered rules in place of the links to the rulebook."""
    book = rulebook(name)
    return filled(filled(page, "rules", rules_text(book)), "departures", departures_text(book))


def site_figures(name: str) -> Iterator[tuple[str, str]]:
    """The file names and SVG texts of the figures that the numbered rules show."""
    book = rulebook(name)
    for drawn in book.figures:
        yield file_name(book, drawn), by_day_and_night(picture(book, drawn))


def made() -> Iterator[tuple[Path, str]]:
    """Every file of the repository that is made here, with what it should hold."""
    for name in NAMES:
        page = DOCS / "games" / f"{name}.md"
        text = filled(page.read_text("utf-8"), "counts", counts_text(name))
        text = filled(text, "levels", levels_text(name))
        yield page, text
        for file, drawing in pictures_of(name, text):
            yield PICTURES / file, by_day_and_night(drawing)


def stale() -> list[Path]:
    """The files that do not hold what they should, and those in the pictures' folder that are no figure any more."""
    wanted = dict(made())
    changed = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    return changed + sorted(set(PICTURES.glob("*.svg")) - set(wanted))


def main() -> None:
    """Write what is stale, or with `--check` say so."""
    old = stale()
    if sys.argv[1:] == ["--check"]:
        if old:
            raise SystemExit(f"run python -m tools.game_pages: {', '.join(path.name for path in old)}")
        return
    wanted = dict(made())
    PICTURES.mkdir(parents=True, exist_ok=True)
    for path in old:
        if path in wanted:
            path.write_text(wanted[path], "utf-8", newline="\n")
        else:
            path.unlink()


if __name__ == "__main__":
    main()
