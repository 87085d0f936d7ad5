"""Previews: the effect of steps, as a picture and in words, before they are played."""

from collections.abc import Collection, Sequence

from ludotheque.drawing import draw, marks_of
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.forecast import would_do
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.log.projection.drawing_projection import project_live_drawing
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.choice import has_say, is_half_made, play_part
from ludotheque.play.knowledge import shows_hidden
from ludotheque.play.view import View
from ludotheque.wire.table_messages import (
    PICTURE,
    PreviewResult,
    Want,
)


def preview_steps(
    state: TableState, seat: int, steps: Sequence[str], lang: str, wants: Collection[Want] = PICTURE,
    names: SeatNames = NO_SEAT_NAMES,
) -> PreviewResult:  # fmt: skip
    """The preview of a step, or of all parts of one choice; raises the Refusal of an illegal one.

    `is_final`: it can't be taken back, since the turn ends, chance is drawn, or something hidden is revealed.
    `must_confirm`: a page asks before it plays, since the steps are final, or several.
    """
    if state.position is None or state.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    view = state.position.view(seat)
    for part in steps[:-1]:
        view = _after_part(view, part)
    marks = marks_of(state.position, seat) if state.position.ply and len(steps) == 1 else Marks()
    drawing = draw(view, Marks(last=marks.last, played=marks.played, preview=steps[-1]), lang)
    last = steps[-1:]
    is_final = not has_say(play_part(view, steps[-1]), seat) or shows_hidden(view, last)
    seen = PreviewResult(
        steps=list(steps),
        is_final=is_final,
        must_confirm=is_final or len(steps) > 1,
        words=would_do(view, last, lang, names),
    )
    more: dict[str, object] = {"picture": drawing.svg()} if "picture" in wants else {}
    return seen.model_copy(update=more | ({"drawing": project_live_drawing(drawing)} if "drawing" in wants else {}))


def _after_part(view: View, part: str) -> View:
    """The view after one part of a choice."""
    after = play_part(view, part)
    assert view.seat is not None  # noqa: S101  spectators choose nothing
    if not is_half_made(after, view.seat):
        raise TableError("wrong", "steps: only the parts of one choice are previewed together.")
    return after.view(view.seat)
