"""Maka Bana as a picture: the sea on the left, the round, the seats and one's own project on the right."""

from functools import cache

from ludotheque.drawing.drawing import Drawing, Marks, Part
from ludotheque.drawing.element import Elements
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.art import artwork
from ludotheque.drawing.makabana.elements import elements_of, printed_of
from ludotheque.drawing.makabana.layout import SheetLayout, layout_of
from ludotheque.drawing.makabana.page_facts import MakabanaFacts
from ludotheque.drawing.makabana.parts.cards import faces
from ludotheque.drawing.makabana.parts.coast import outlines
from ludotheque.drawing.makabana.parts.island import island_part
from ludotheque.drawing.makabana.parts.legend import points_part
from ludotheque.drawing.makabana.parts.round_status import moment, status_part
from ludotheque.drawing.makabana.parts.seat_panels import frame, seat_part
from ludotheque.drawing.makabana.parts.tray import SHEETS, tray_part
from ludotheque.drawing.makabana.scene import Scene, read_scene
from ludotheque.games.board_record import Board
from ludotheque.play.view import View


def draw(view: View, marks: Marks, code: str) -> Drawing:
    """A view as a picture."""
    scene, speaker = read_scene(view), language(code, "makabana")
    layout, elements = layout_of(scene.board, scene.players), elements_of(scene, marks)
    title = speaker.say(labels.title(scene.board.names["islands"], moment(scene)))
    return Drawing(
        "makabana", title, layout.x + layout.width, layout.sea.height, definitions(scene.board, scene.players),
        tuple(parts_of(scene, layout, marks, speaker, elements)), {}, attempt(scene), elements, printed_of(scene.board),
        MakabanaFacts(scene.number),
    )  # fmt: skip


@cache
def definitions(board: Board, players: int) -> str:
    """Everything that is drawn by name."""
    layout = layout_of(board, players)
    sea = layout.sea
    lands = "".join(outlines(board, land, number) for number, land in enumerate(sea.lands))
    return artwork(players) + faces(board, sea) + SHEETS + frame(layout) + lands


def parts_of(scene: Scene, layout: SheetLayout, marks: Marks, speaker: Language, elements: Elements) -> list[Part]:
    """The sea, the round, the seats, the project of the viewing seat, what counts."""
    parts = [island_part(scene, layout.sea, marks, elements), status_part(scene, layout, speaker)]
    parts += [seat_part(scene, seat, layout, speaker) for seat in scene.seats]
    parts.append(tray_part(scene, layout, marks, speaker, elements))
    if layout.points:
        parts.append(points_part(layout, speaker))
    return parts


def attempt(scene: Scene) -> str:
    """How a click on an unlit site is written."""
    if scene.seat not in scene.waiting or scene.seat is None:
        return ""
    if scene.phase == "projects" and not scene.targets[scene.seat]:
        return "club:{}" if scene.paints[scene.seat] and not scene.endings else "paint:{}"
    return {"placing": "hut:{}", "projects": "build:{}", "tikis": "tiki:{}"}[scene.phase]
