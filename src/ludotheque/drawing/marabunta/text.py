"""Marabunta as a text picture, at most 80 columns wide: a whole game can be played from it."""

from textwrap import wrap

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.marabunta.labels import (
    LEGEND,
    LIGHTS,
    SMALL_LIGHTS,
    YOU_MAY,
    last_label,
    last_round_label,
    round_label,
    title_of,
)
from ludotheque.drawing.marabunta.scene import Scene, read_scene
from ludotheque.drawing.marabunta.text_map import is_outlined, map_lines
from ludotheque.drawing.marabunta.text_tables import element_lines, holding_lines, leaf_lines
from ludotheque.drawing.text_moves import WIDTH, move_lines
from ludotheque.play.view import View

RULE = " " + "─" * (WIDTH - 2)


def draw_text(view: View, marks: Marks, code: str, ink: Ink) -> str:
    """A view in letters: what is expected, the territory, what everybody has, and what is possible."""
    scene, speaker = read_scene(view), language(code, "marabunta")
    blocks = [
        _head(scene, marks, speaker, ink),
        map_lines(scene, marks, ink) + _legend(scene, speaker, ink),
        leaf_lines(scene, speaker, ink),
        holding_lines(scene, speaker, ink),
        element_lines(scene, speaker, ink),
        [f" {speaker.say(YOU_MAY)}", *move_lines(moves_of(scene), ink)] if scene.steps else [],
    ]
    lines = [line for block in blocks if block for line in (*block, RULE)]
    return "\n".join(lines[:-1])


def draw_parts(view: View, marks: Marks, code: str, ink: Ink) -> tuple[list[str], list[str]]:
    """The territory, and what everybody has: dice and tile, leaves, holdings."""
    scene, speaker = read_scene(view), language(code, "marabunta")
    tables = [
        element_lines(scene, speaker, ink), leaf_lines(scene, speaker, ink), holding_lines(scene, speaker, ink),
        _legend(scene, speaker, ink),
    ]  # fmt: skip
    return map_lines(scene, marks, ink), [line for table in tables for line in (*table, "")][:-1]


def attempt(view: View) -> str:
    """How a try at a hex or an element is written: with the word of what may be done now."""
    legal = view.legal()
    return f"{legal[0].text.partition(':')[0]}:{{}}" if legal else ""


def _head(scene: Scene, marks: Marks, speaker: Language, ink: Ink) -> list[str]:
    """The round, what is expected, and the last step."""
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


def moves_of(scene: Scene) -> dict[str, list[str]]:
    """The legal steps by their verb; those that cost an anthill apart, behind <>."""
    found: dict[str, list[str]] = {}
    for step in scene.steps:
        verb, colon, name = step.text.partition(":")
        is_priced = verb == "write" and scene.land.number[name] in scene.priced
        found.setdefault(f"{verb}: <> " if is_priced else f"{verb}: " if colon else verb, []).append(name)
    return found
