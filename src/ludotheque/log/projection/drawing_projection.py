"""The projection of the board: its picture, its live parts, and the steps that its elements express."""

import re
from collections.abc import Collection, Sequence

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from ludotheque.drawing import Drawing, Marks, draw, marks_of
from ludotheque.drawing.description import expected
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.element import Element, Elements
from ludotheque.drawing.guide import explanations, paragraph_now
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.drawing.step_paths import paths_of
from ludotheque.log.table_state import TableState
from ludotheque.play.game import Setup
from ludotheque.play.position import Position
from ludotheque.play.view import View
from ludotheque.wire.table_messages import (
    ElementView,
    ExplanationView,
    LiveDrawing,
    Want,
)

ELEMENTS = TypeAdapter(dict[str, Element])
LAST_MARK = re.compile(
    r'<(?:rect|circle|path|use)\b[^>]* class="last\b(?!-)|href="#[a-z]+-(?:[a-z]+-)?(?:last|ring)\b'
)  # an amber shape, or artwork with one


def project_drawing(
    state: TableState, position: Position, view: View, wants: Collection[Want], lang: str,
    names: SeatNames = NO_SEAT_NAMES,
) -> dict[str, object]:  # fmt: skip
    """The picture, and which elements express which steps. Watchers who see the same share one drawing."""
    if not {"picture", "elements", "drawing"} & set(wants):
        return {}
    is_shared = not view.legal() and modules_of(state.game.name).are_watchers_alike
    seat = 0 if is_shared else view.seat
    drawing = state.cached(("drawn", seat, lang), lambda: draw(view, marks_of(position, view.seat), lang))
    more: dict[str, object] = {}
    if "picture" in wants:
        more["picture"] = state.cached(("picture", seat, lang), drawing.svg)
    if "elements" in wants:
        more["elements"] = state.cached(("elements", seat, lang), lambda: {} if state.is_over else paths_of(drawing))
    if "drawing" in wants:
        more["drawing"] = state.cached(
            ("drawing", seat, lang),
            lambda: project_live_drawing(drawing, last_elements(marks_of(position, view.seat), drawing)),
        )
        more["prompt"] = state.cached(("prompt", view.seat, lang, names), lambda: expected(view, lang, names))
        more["rule_now"] = state.cached(("rule_now", view.seat, ""), lambda: paragraph_now(view))
    return more


def last_elements(marks: Marks, drawing: Drawing) -> list[str]:
    """The elements by which a drawing marks its last step: those with a shape or an artwork of that mark."""
    return [key for key, markup in drawing.live.items() if LAST_MARK.search(markup)] if marks.last else []


def project_live_drawing(drawing: Drawing, last: Sequence[str] = ()) -> LiveDrawing:
    """The parts of a drawing that change, for clients that have its background."""
    return LiveDrawing(
        title=drawing.title,
        sets=dict(drawing.sets),
        attempt=drawing.attempt,
        live={part.name: dict(part.live) for part in drawing.parts},
        elements=project_elements(drawing.elements),
        facts=project_facts(drawing),
        last=list(last),
    )


def project_elements(elements: Elements) -> dict[str, ElementView]:
    """Elements by id, each with its non-default fields."""
    sent: dict[str, ElementView] = ELEMENTS.dump_python(dict(elements), mode="json", exclude_defaults=True)
    return sent


def project_facts(drawing: Drawing) -> dict[str, object] | None:
    """The facts that a game's own script needs."""
    sent: dict[str, object] | None = to_jsonable_python(drawing.facts)
    return sent


def project_explanations(game: str, setup: Setup | None, lang: str) -> dict[str, ExplanationView]:
    """What explains itself in the pictures of a setup, by id or definition; nothing before the game begins."""
    speaker = language(lang, game)
    found = explanations(game, setup).items() if setup else ()
    return {
        key: ExplanationView(text=speaker.say(one.text), rule=one.rule)
        if one.rule
        else ExplanationView(text=speaker.say(one.text))
        for key, one in found
    }
