"""Mabula as a text picture: the board on the left, the seats and signs on the right, the moves below."""

import textwrap
from itertools import groupby, zip_longest

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.mabula import labels
from ludotheque.drawing.mabula.scene import MabulaScene, read_scene
from ludotheque.drawing.mabula.text_map import SIGNS, board_lines
from ludotheque.drawing.mabula.words import expected
from ludotheque.drawing.shared_names import seat_name
from ludotheque.games.phrase import Phrase
from ludotheque.play.view import View

WIDTH = 80
SIDE = 36  # columns beside the board


def draw_text(view: View, marks: Marks, code: str, ink: Ink) -> str:
    """A view of Mabula, at most 80 columns wide."""
    scene, speaker = read_scene(view, marks), language(code, "mabula")
    rows = zip_longest(board_lines(scene, ink), _side(view, scene, speaker, ink), fillvalue="")
    said = " ".join(map(speaker.say, expected(view, scene.seats)))
    lines = [f"{board}   {beside}".rstrip() for board, beside in rows]
    return "\n".join([*lines, "", *textwrap.wrap(said, WIDTH), *_moves(scene)])


def draw_parts(view: View, marks: Marks, code: str, ink: Ink) -> tuple[list[str], list[str]]:
    """The board, and the seats and signs beside it."""
    scene, speaker = read_scene(view, marks), language(code, "mabula")
    return board_lines(scene, ink), _side(view, scene, speaker, ink)


def _side(view: View, scene: MabulaScene, speaker: Language, ink: Ink) -> list[str]:
    return [
        *_seat_lines(view, scene, 1, speaker, ink), "", *_seat_lines(view, scene, 2, speaker, ink), "",
        *_legend(view, scene, speaker, ink),
    ]  # fmt: skip


def _seat_lines(view: View, scene: MabulaScene, seat: int, speaker: Language, ink: Ink) -> list[str]:
    """A seat: its sign and name, its score, its groups, its marbles on the edge."""
    facts = (scene.ahead.seats if scene.ahead else scene.seats)[str(seat)]
    now = scene.scores[seat - 1]
    then = scene.ahead.scores[seat - 1] if scene.ahead else now
    score = str(now) if now == then else f"{now} → {then}"
    name, status = speaker.say(seat_name(view, seat)), _status(scene, seat)
    sizes = " ".join(str(len(group)) for group in facts["groups"])
    edge = f"{speaker.say(labels.EDGE)}  {len(facts['on_edge'])}"
    if facts["stuck"]:
        edge += f" ({speaker.say(labels.stuck(len(facts['stuck'])))})"
    head = f"{SIGNS[seat]} {ink.wear('strong', name)}"
    return [
        f"{head} ({ink.wear('lit', speaker.say(status))})" if status else head,
        f"  {speaker.say(labels.COUNTS[scene.scoring])}  {ink.wear('strong', score)}",
        *textwrap.wrap(f"{speaker.say(labels.GROUPS)}  {sizes}", SIDE, initial_indent="  ", subsequent_indent="    "),
        *textwrap.wrap(edge, SIDE, initial_indent="  ", subsequent_indent="    "),
    ]


def _status(scene: MabulaScene, seat: int) -> Phrase | None:
    return labels.status_of(seat, scene.turn, scene.winners, bool(scene.seats[str(seat)]["moves"]))


def _legend(view: View, scene: MabulaScene, speaker: Language, ink: Ink) -> list[str]:
    """The meaning of the signs around marbles, for those in use."""
    signs = []
    for step in scene.last:
        signs.append(("‹ ›", speaker.say(labels.last_move(seat_name(view, step.seat), step.text))))
    if scene.ahead:
        signs.append(("{ }", speaker.say(labels.PREVIEW)))
    elif scene.chosen:
        signs += [("[ ]", speaker.say(labels.CHOSEN)), ("( )", speaker.say(labels.TARGET))]
    elif scene.steps:
        signs.append((f" {SIGNS[scene.turn]}n", speaker.say(labels.LIT)))
    lines = []
    for sign, meaning in signs:
        first, *rest = textwrap.wrap(meaning, SIDE - 5)
        lines += [f"{ink.wear('strong', sign)}  {first}", *(f"     {line}" for line in rest)]
    return lines


def _moves(scene: MabulaScene) -> list[str]:
    """The legal moves, two marbles a line."""
    rows = [" ".join(steps) for _, steps in groupby(scene.open, key=lambda step: step[:2])]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="")
    return [f"  {one:<36}  {other}".rstrip() for one, other in pairs]
