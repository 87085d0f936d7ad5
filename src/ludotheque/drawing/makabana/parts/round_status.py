"""The strip above the panels: which round it is, and how far."""

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.layout import ROUND, SheetLayout
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.drawing.svg import number, text
from ludotheque.games.phrase import Phrase

CHIP = 104
PAGE = f"12 4 236 {ROUND - 8}"  # a page has only room for the round's name
PHASES = ("projects", "tikis")


def status_part(scene: Scene, layout: SheetLayout, speaker: Language) -> Part:
    """The round and its two phases, the present one marked."""
    words = speaker.say(moment(scene))
    live = {"round-name": f'<text id="round-name" class="start heading" x="18" y="27">{words}</text>'}
    if scene.phase in PHASES:
        chips = "".join(_chip(scene, k, phase, layout.width, speaker) for k, phase in enumerate(PHASES))
        live["round-phases"] = f'<g id="round-phases">{chips}</g>'
    panel = f'<rect class="panel" x=".5" y=".5" width="{number(layout.width - 1)}" height="{ROUND - 1}" rx="12"/>'
    return Part("round", layout.x, 0, layout.width, ROUND, panel, live, PAGE, PAGE)


def moment(scene: Scene) -> Phrase:
    """The round's name."""
    if scene.phase == "over":
        return labels.GAME_OVER
    if scene.phase == "placing":
        return labels.STARTING
    return labels.FINAL_ROUND if scene.endings else labels.round_number(scene.number)


def _chip(scene: Scene, k: int, phase: str, width: float, speaker: Language) -> str:
    when, x = "now" if phase == scene.phase else "later", width - 14 - CHIP * (len(PHASES) - k)
    box = (
        f'<rect class="mb-now" x="{number(x)}" y="10" width="{CHIP - 8}" height="32" rx="10"/>' if when == "now" else ""
    )
    return box + text(speaker.say(labels.PHASES[phase]), x + (CHIP - 8) / 2, 26.5, f"mb-{when}-word")
