"""Marabunta as a text picture, at most 80 columns wide: a whole game can be played from it."""

from textwrap import wrap

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.marabunta.labels import (
    ANTHILLS_WORD,
    CUPCAKES_WORD,
    DICE_WORD,
    LEGEND,
    LIGHTS,
    SCORE,
    SMALL_LIGHTS,
    TILES_WORD,
    YOU_MAY,
    free_label,
    last_label,
    last_round_label,
    role_label,
    round_label,
    seat_word,
    title_of,
)
from ludotheque.drawing.marabunta.names import REGIONS, element_name
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene, read_scene
from ludotheque.drawing.marabunta.text_map import is_outlined, map_lines
from ludotheque.drawing.text_moves import WIDTH, move_lines
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import FACE_NAMES, TILE_NAMES
from ludotheque.games.marabunta.nouns import power_name
from ludotheque.games.marabunta.state import SEATS, TILE, TILES
from ludotheque.games.phrase import Phrase
from ludotheque.play.view import View

MOST_CIRCLES = 24  # drawn one by one
CIRCLE = {1: "●", 0: "○", 2: "■"}  # Red's, blank, Blue's
TICKED, EMPTY, ANTHILL = "■", "□", "▲"
MOST_ANTHILLS = 8
COLUMN = 19
RULE = " " + "─" * (WIDTH - 2)


def draw_text(view: View, marks: Marks, code: str, ink: Ink) -> str:
    """A view in letters: the prompt, the territory, leaves, holdings and elements, and the legal moves."""
    scene, speaker = read_scene(view), language(code, "marabunta")
    blocks = [
        _head(scene, marks, speaker, ink),
        map_lines(scene, marks, ink) + _legend(scene, speaker, ink),
        _leaf_lines(scene, speaker, ink),
        _holding_lines(scene, speaker, ink),
        _element_lines(scene, speaker, ink),
        [f" {speaker.say(YOU_MAY)}", *move_lines(moves_of(scene), ink)] if scene.steps else [],
    ]
    lines = [line for block in blocks if block for line in (*block, RULE)]
    return "\n".join(lines[:-1])


def draw_parts(view: View, marks: Marks, code: str, ink: Ink) -> tuple[list[str], list[str]]:
    """The territory, and the tables: dice and tile, leaves, holdings, signs."""
    scene, speaker = read_scene(view), language(code, "marabunta")
    tables = [
        _element_lines(scene, speaker, ink), _leaf_lines(scene, speaker, ink), _holding_lines(scene, speaker, ink),
        _legend(scene, speaker, ink),
    ]  # fmt: skip
    return map_lines(scene, marks, ink), [line for table in tables for line in (*table, "")][:-1]


def attempt(view: View) -> str:
    """How an attempt at a hex or an element is written: with the word of the legal steps."""
    legal = view.legal()
    return f"{legal[0].text.partition(':')[0]}:{{}}" if legal else ""


def element_names(view: View) -> dict[str, tuple[str, Phrase]]:
    """What each element of a split shows, by its letter: in short, and in words."""
    scene = read_scene(view)
    return {letter: (_element_text(scene, at), element_name(scene, at)) for at, letter in enumerate(ELEMENTS)}


def _head(scene: Scene, marks: Marks, speaker: Language, ink: Ink) -> list[str]:
    """The round, the prompt and the last step."""
    said = f"{speaker.say(round_label(scene.round))} · {speaker.say(title_of(scene))}"
    lines = [f" {ink.wear('strong', line)}" for line in wrap(said, WIDTH - 2)]
    if scene.trigger and not scene.winner:
        lines.append(f" {speaker.say(last_round_label(scene))}")
    steps = ", ".join(step.text for step in marks.last)
    return lines + [f" {line}" for line in wrap(speaker.say(last_label(steps)), WIDTH - 2) if steps]


def _legend(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    lights = LIGHTS if is_outlined(scene) else SMALL_LIGHTS
    said = f"{speaker.say(LEGEND)}; {speaker.say(lights)}".replace("[ ]", "[]").replace("< >", "<>")
    return [f" {ink.wear('soft', line)}" for line in wrap(said, WIDTH - 2)]


def _leaf_lines(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """A line for each leaf: Red's sum, the circles, Blue's sum, the free hexes; the higher sum has a star."""
    width = max(len(speaker.say(word)) for word in REGIONS)
    red, blue = (speaker.say(seat_word(seat)) for seat in SEATS)
    lines = []
    for one, letter in enumerate(LETTERS):
        sums = scene.sums[1][one], scene.sums[2][one]
        first = ink.seat(1, f"{red} {sums[0]:>3}{'*' if sums[0] > sums[1] else ' '}")
        last = ink.seat(2, f"{sums[1]:>3}{'*' if sums[1] > sums[0] else ' '} {blue}")
        free = ink.wear("soft", speaker.say(free_label(scene.free[one])))
        region = speaker.say(REGIONS[one]).ljust(width)
        lines.append(f" {ink.spot(letter, f'{letter} {region}')}  {first} {_circles(scene, one, ink)} {last}   {free}")
    return lines


def _circles(scene: Scene, one: int, ink: Ink) -> str:
    counts = {1: scene.circles[1][one], 0: scene.blank[one], 2: scene.circles[2][one]}
    if sum(scene.land.circles) <= MOST_CIRCLES:
        parts = {whose: CIRCLE[whose] * count for whose, count in counts.items()}
    else:
        parts = {whose: f"{count:>2}{CIRCLE[whose]} " for whose, count in counts.items()}
    return ink.seat(1, parts[1]) + parts[0] + ink.seat(2, parts[2])


def _holding_lines(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """The holdings of both seats, side by side: score, anthills, cupcakes, and the crates of every power."""
    land = scene.land
    rows = [
        ("", [_seat_head(scene, seat, speaker) for seat in SEATS], ""),
        (speaker.say(SCORE), [_score(scene, seat) for seat in SEATS], ""),
        (speaker.say(ANTHILLS_WORD), [_anthills(scene.anthills[seat]) for seat in SEATS], ""),
        (speaker.say(CUPCAKES_WORD), [_boxes(scene.cupcakes[seat], len(land.row)) for seat in SEATS], _worth(scene)),
    ]
    for row, (name, needed, effect, number) in enumerate(land.powers):
        boxes = [_boxes(scene.ticked[seat][row], needed) for seat in SEATS]
        rows.append((name, boxes, speaker.say(power_name(effect, number))))
    width, powers = max(len(name) for name, _, _ in rows), {power[0] for power in land.powers}
    return [
        f" {ink.spot(name if name in powers else '', f'{name:<{width}}')}  {ink.seat(1, f'{both[0]:<{COLUMN}}')} "
        f"{ink.seat(2, f'{both[1]:<{COLUMN}}')} {more}".rstrip()
        for name, both, more in rows
    ] + _worth_lines(scene, speaker)


def _seat_head(scene: Scene, seat: int, speaker: Language) -> str:
    name = speaker.say(seat_word(seat))
    return f"{name}, {speaker.say(role_label(seat == scene.splitter))}" if scene.turn >= 0 else name


def _score(scene: Scene, seat: int) -> str:
    cupcakes, powers, *leaves = scene.scores[seat]
    return f"{sum(scene.scores[seat])} = {cupcakes} + {powers} + {sum(leaves)}"


def _anthills(left: int) -> str:
    return ANTHILL * left if 0 < left <= MOST_ANTHILLS else f"{left}"


def _boxes(ticked: int, all_of_them: int) -> str:
    return TICKED * ticked + EMPTY * (all_of_them - ticked)


def _worth(scene: Scene) -> str:
    """The points over the boxes of the cupcake row, if they fit beside it."""
    return " ".join(map(str, scene.land.row)) if len(scene.land.row) <= 10 else ""


def _worth_lines(scene: Scene, speaker: Language) -> list[str]:
    """The same in a line of its own, if they do not."""
    row = " ".join(f"+{points}" for points in scene.land.row)
    return [] if _worth(scene) or not row else [f" {speaker.say(CUPCAKES_WORD)}   {row}"]


def _element_lines(scene: Scene, speaker: Language, ink: Ink) -> list[str]:
    """Dice and tile, by group once they are split; used ones in brackets."""
    if not scene.tile:
        return _coming(scene, speaker)
    head = speaker.say(DICE_WORD)
    if scene.split:
        groups = [_elements(scene, group, ink) for group in (scene.split, 127 - scene.split)]
        return [f" {head}   {groups[0]}  /  {groups[1]}", *_coming(scene, speaker)]
    if not scene.is_split:
        return [f" {head}   {_elements(scene, 127, ink)}", *_coming(scene, speaker)]
    lines = []
    for seat in SEATS:
        shown = _elements(scene, scene.held[seat], ink, scene.unused[seat])
        lines.append(ink.seat(seat, f" {speaker.say(seat_word(seat))}   {shown}"))
    return lines + _coming(scene, speaker)


def _elements(scene: Scene, group: int, ink: Ink, unused: int = 127) -> str:
    return " ".join(_element(scene, one, ink, unused) for one in range(len(ELEMENTS)) if group >> one & 1)


def _element(scene: Scene, one: int, ink: Ink, unused: int) -> str:
    shown = _element_text(scene, one)
    return ink.spot(ELEMENTS[one], shown if unused >> one & 1 else f"({shown})")


def _element_text(scene: Scene, one: int) -> str:
    """An element in short: «B=2», «T=crates»."""
    face = TILE_NAMES[scene.tile - 1] if one == TILE else FACE_NAMES[scene.dice[one] - 1] if scene.dice[one] else "?"
    return f"{ELEMENTS[one]}={face}"


def _coming(scene: Scene, speaker: Language) -> list[str]:
    names = [name for tile, name in enumerate(TILE_NAMES[:TILES]) if scene.tiles >> tile & 1]
    return [f" {speaker.say(TILES_WORD)}   {', '.join(names) or TILE_NAMES[TILES]}"]


def moves_of(scene: Scene) -> dict[str, list[str]]:
    """The legal steps by their verb; those that cost an anthill apart, behind <>."""
    found: dict[str, list[str]] = {}
    for step in scene.steps:
        verb, colon, name = step.text.partition(":")
        is_priced = verb == "write" and scene.land.number[name] in scene.priced
        found.setdefault(f"{verb}: <> " if is_priced else f"{verb}: " if colon else verb, []).append(name)
    return found
