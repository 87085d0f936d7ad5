"""A view of Maka Bana as a text picture: the round, the islands, the beaches, the seats, the legal moves.

On the map a site is its code, as in the board's file: beach, sector, type. The moves are listed below: a word that ends
with a colon or a dot begins a step, and each word after it is one of its endings: `build:azzura. rock.fish`.
"""

import re
from collections.abc import Iterable

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.marks import has_succeeded, last_projects, seen_steps
from ludotheque.drawing.makabana.parts.round_status import moment
from ludotheque.drawing.makabana.parts.tray import headed, prompt
from ludotheque.drawing.makabana.scene import Scene, read_scene
from ludotheque.drawing.makabana.text_map import TextMap, hut_sign, tiki_sign
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.drawing.text_moves import WIDTH, move_lines
from ludotheque.games.makabana.board_file import SECTOR_LETTERS, TYPE_LETTERS
from ludotheque.games.makabana.fields import CARD_COUNTS, KINDS
from ludotheque.games.makabana.nouns import SECTOR_NAMES, TYPE_NAMES, card_names
from ludotheque.games.makabana.state import NONE, SEATS
from ludotheque.play.position import Step
from ludotheque.play.view import View

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def draw_text(view: View, marks: Marks, code: str, ink: Ink) -> str:
    """The whole view, at most 80 columns wide."""
    scene, speaker = read_scene(view), language(code, "makabana")
    drawn = TextMap(scene, marks, ink)
    lines = [
        _head(scene, speaker, ink),
        *_last(scene, marks, ink),
        "",
        *drawn.lines(),
        *_legend(scene, speaker, ink),
        "",
    ]
    lines += [*_beaches(scene, drawn, speaker, ink), "", *_seats(scene, speaker, ink), "", *_own(scene, speaker, ink)]
    lines += move_lines(_moves(scene), ink)
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def draw_parts(view: View, marks: Marks, code: str, ink: Ink) -> tuple[list[str], list[str]]:
    """The islands, and the tables below them: beaches, seats, own project, last projects, signs."""
    scene, speaker = read_scene(view), language(code, "makabana")
    drawn = TextMap(scene, marks, ink)
    tables = [
        _beaches(scene, drawn, speaker, ink), _seats(scene, speaker, ink), _own_project(scene, speaker),
        _last(scene, marks, ink), _legend(scene, speaker, ink),
    ]  # fmt: skip
    return drawn.lines(), [line for part in tables if part for line in (*part, "")][:-1]


def _head(scene: Scene, speaker: Language, ink: Ink) -> str:
    phase = f" · {speaker.say(labels.PHASES[scene.phase])}" if scene.phase in labels.PHASES else ""
    return f" {ink.wear('strong', 'Maka Bana')} · {speaker.say(moment(scene))}{phase}"


def _last(scene: Scene, marks: Marks, ink: Ink) -> list[str]:
    """The projects of the round before with their success or failure, and the last step."""
    projects = last_projects(scene, marks)
    known = {step.text for step in projects}
    lines = [f"{hut_sign(step.seat, ink)} {step.text} {_end(scene, step, projects, ink)}" for step in projects]
    latest = [step for step in seen_steps(scene, marks) if step.text not in known]
    return wrapped([*lines, *(f"{hut_sign(step.seat, ink)} {ink.wear('last', f'*{step.text}*')}" for step in latest)])


def _end(scene: Scene, step: Step, projects: list[Step], ink: Ink) -> str:
    return ink.wear("good", "✓") if has_succeeded(scene, step, projects) else ink.wear("bad", "✗")


def wrapped(parts: Iterable[str]) -> list[str]:
    """Parts beside each other, two spaces apart, as many as fit on a line."""
    lines: list[str] = []
    room = 0
    for part in parts:
        wide = len(COLOUR.sub("", part)) + 2
        if wide > room:
            lines.append("")
            room = WIDTH
        lines[-1] += ("  " if lines[-1] else " ") + part
        room -= wide
    return lines


def _legend(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """The letters of a code, and the signs."""
    letters = zip((*SECTOR_LETTERS, *TYPE_LETTERS), (*SECTOR_NAMES, *TYPE_NAMES), strict=True)
    signs = [
        (hut_sign(1, ink), labels.HUT),
        (tiki_sign(1, ink), labels.TIKI),
        ("━", labels.WALL_SIGN),
        ("*", labels.LAST_STEP),
    ]
    if scene.legal:
        signs += [("[]", labels.YOU_MAY), ("()", labels.FOR_A_CARD)]
    if scene.targets[scene.seat or 0]:
        signs.append(("»", labels.YOUR_TARGET))
    return [
        *wrapped(f"{letter} {speaker.say(name)}" for letter, name in letters),
        *wrapped(f"{sign} {speaker.say(name)}" for sign, name in signs),
    ]


def _beaches(scene: Scene, drawn: TextMap, speaker: Language, ink: Ink) -> list[str]:
    """Each beach: its club place, and who has how many huts there, most first."""
    sites_of = scene.board.record.sites_of.tolist()
    letters = {
        name.partition(".")[0]: code[0]
        for name, code in zip(scene.board.names["sites"], scene.board.names["codes"], strict=True)
    }
    wide = max(map(len, scene.board.names["beaches"]))
    lines = []
    for beach, name in enumerate(scene.board.names["beaches"], 1):
        counts = [((scene.huts[seat] & sites_of[beach]).bit_count(), seat) for seat in scene.seats]
        huts = "  ".join(
            f"{hut_sign(seat, ink)}×{count}" for count, seat in sorted(counts, key=lambda pair: -pair[0]) if count
        )
        club = f"{speaker.say(labels.CLUB_PLACE)} {drawn.club_sign(beach)}"
        lines.append(f" {letters[name]} {name.capitalize():{wide}}  {club}  {huts}")
    return lines


def _seats(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """A line for each seat: points and their parts, huts and cards left, its project as the others see it."""
    names = {seat: speaker.say(SEAT_NAMES[SEATS[seat]]) for seat in scene.seats}
    wide = max(map(len, names.values()))
    heads = [speaker.say(label) for label in (labels.HUTS, labels.PAINT, labels.CLUB)]
    lines = [" " * (wide + 23) + "  ".join(heads)]
    for seat in scene.seats:
        left = (scene.reserve(seat), scene.paints[seat], 0 if scene.clubs[seat] else 1)
        cells = "  ".join(f"{number:{len(head)}}" for number, head in zip(left, heads, strict=True))
        points = _points(scene, seat, f"{names[seat]:{wide}}", ink)
        lines.append(f"{points}  {cells}  {_project(scene, seat, speaker)}")
    return lines


def _points(scene: Scene, seat: int, name: str, ink: Ink) -> str:
    """The seat to move (>), the first player (1.), the points and their parts: beaches, huts, club."""
    score = scene.scores[seat - 1]
    parts = "+".join(map(str, score.parts.values()))
    sign = ">" if seat in scene.waiting else " "
    first = "1." if seat == scene.first and scene.phase in ("projects", "tikis") else "  "
    return f"{sign}{first}{hut_sign(seat, ink)} {ink.seat(seat, name)} {score.total:3} = {parts:8}"


def _project(scene: Scene, seat: int, speaker: Language) -> str:
    """A project as the others see it."""
    if scene.phase == "projects":
        return speaker.say(labels.LAID_DOWN) if scene.is_ready(seat) else "..."
    if scene.phase != "tikis":
        return ""
    if scene.kinds[seat] == NONE:
        return speaker.say(labels.NO_PROJECT)
    card = card_names(scene.board)[scene.cards[seat]]
    return f"{card if isinstance(card, str) else speaker.say(card)} +{CARD_COUNTS[scene.kinds[seat]] - 1}"


def _own(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """One's own project, and the prompt."""
    return [*_own_project(scene, speaker), " " + ink.wear("strong", headed(speaker.say(prompt(scene))))]


def _own_project(scene: Scene, speaker: Language) -> list[str]:
    seat = scene.seat or 0
    if not scene.targets[seat]:
        return []
    step = f"{KINDS[scene.kinds[seat]]}:{scene.board.names['sites'][scene.targets[seat] - 1]}"
    shown = scene.cards[seat] and scene.board.names["cards"][scene.cards[seat]]
    return [f" {speaker.say(labels.own_project(step))}" + (f" ({shown})" if shown else "")]


def _moves(scene: Scene) -> dict[str, list[str]]:
    """The legal steps cut after their beach, or after their word: `build:azzura.` and `rock.fish`."""
    found: dict[str, list[str]] = {}
    for step in scene.legal:
        word, colon, name = step.text.partition(":")
        beach, dot, rest = name.partition(".")
        beginning, ending = (f"{word}:{beach}. ", rest) if dot else (f"{word}{colon} ", name)
        found.setdefault(beginning, []).append(ending)
    return found
