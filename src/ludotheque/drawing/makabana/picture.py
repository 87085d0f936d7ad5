"""Maka Bana as a picture: the sea on the left, the round, the seats and one's own project on the right."""

from functools import cache

from ludotheque.drawing.drawing import Drawing, Marks, Part
from ludotheque.drawing.element import Elements
from ludotheque.drawing.language import Language, language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.art import artwork
from ludotheque.drawing.makabana.elements import elements_of, printed_of
from ludotheque.drawing.makabana.layout import Plan, plan_of
from ludotheque.drawing.makabana.page_facts import MakabanaFacts
from ludotheque.drawing.makabana.parts.cards import faces
from ludotheque.drawing.makabana.parts.coast import outlines
from ludotheque.drawing.makabana.parts.island import island_part
from ludotheque.drawing.makabana.parts.legend import points_part
from ludotheque.drawing.makabana.parts.round_status import moment, status_part
from ludotheque.drawing.makabana.parts.seat_panels import frame, seat_part
from ludotheque.drawing.makabana.parts.tray import SHEETS, tray_part
from ludotheque.drawing.makabana.scene import Table, read
from ludotheque.games.board_record import Board
from ludotheque.play.view import View


def draw(view: View, marks: Marks, code: str) -> Drawing:
    """A view as a picture."""
    table, speaker = read(view), language(code, "makabana")
    plan, elements = plan_of(table.board, table.players), elements_of(table, marks)
    title = speaker.say(labels.title(table.board.names["islands"], moment(table)))
    return Drawing(
        "makabana", title, plan.x + plan.width, plan.layout.height, definitions(table.board, table.players),
        tuple(parts_of(table, plan, marks, speaker, elements)), {}, attempt(table), elements, printed_of(table.board),
        MakabanaFacts(table.number),
    )  # fmt: skip


@cache
def definitions(board: Board, players: int) -> str:
    """Everything that is drawn by name."""
    plan = plan_of(board, players)
    layout = plan.layout
    lands = "".join(outlines(board, land, number) for number, land in enumerate(layout.lands))
    return artwork(players) + faces(board, layout) + SHEETS + frame(plan) + lands


def parts_of(table: Table, plan: Plan, marks: Marks, speaker: Language, elements: Elements) -> list[Part]:
    """The sea, the round, the seats, the project of the viewing seat, what counts."""
    parts = [island_part(table, plan.layout, marks, elements), status_part(table, plan, speaker)]
    parts += [seat_part(table, seat, plan, speaker) for seat in table.seats]
    parts.append(tray_part(table, plan, marks, speaker, elements))
    if plan.points:
        parts.append(points_part(plan, speaker))
    return parts


def attempt(table: Table) -> str:
    """How a click on an unlit site is written."""
    if table.seat not in table.waiting or table.seat is None:
        return ""
    if table.phase == "projects" and not table.targets[table.seat]:
        return "club:{}" if table.paints[table.seat] and not table.endings else "paint:{}"
    return {"placing": "hut:{}", "projects": "build:{}", "tikis": "tiki:{}"}[table.phase]
