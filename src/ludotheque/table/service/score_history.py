"""The history of a table's scores, step by step, and the current score sheet."""

from ludotheque.drawing.score_sheet import score_sheet
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.table_state import TableState
from ludotheque.log.time_slices import in_slices
from ludotheque.play.position import Position
from ludotheque.wire.score_messages import Scores, SheetLine, SheetOfSeat

MOST_SAMPLES = 400

Samples = tuple[list[int], list[list[int]]]


async def scores_seen(state: TableState, seat: int | None, lang: str) -> Scores:
    """The scores so far and the sheet, as far as a seat (None: a spectator) may know them."""
    parts = list(state.game.parts)
    if state.position is None:
        return Scores(plies=[], scores=[], parts=parts, sheet=[])
    sheet = sheet_seen(state.position, seat, lang)
    plies, scores = await _samples(state, seat)
    return Scores(plies=plies, scores=scores, parts=parts, sheet=sheet)


def sheet_seen(position: Position, seat: int | None, lang: str) -> list[SheetOfSeat]:
    """Each seat's points, in parts and line by line."""
    view = position.view(seat)
    return [
        SheetOfSeat(
            seat=one,
            total=score.total,
            parts=dict(score.parts),
            lines=[SheetLine(part=row.part, label=row.label, points=row.points) for row in rows],
        )
        for one, (score, rows) in enumerate(zip(view.scores, score_sheet(view, lang), strict=True), 1)
    ]


async def _samples(state: TableState, seat: int | None) -> Samples:
    """By number of steps seen: all totals in the seat's view. Cached; yields to other tasks now and then."""
    key = ("scores", seat if state.game.has_secrets else 0, state.number)
    memo = state.memo
    if key not in memo:
        plies, scores = list[int](), list[list[int]]()
        async for ply, position in in_slices(_sampled(state, seat)):
            plies.append(ply)
            scores.append([score.total for score in position.view(seat).scores])
        memo[key] = plies, scores
    found: Samples = memo[key]
    return found


def _sampled(state: TableState, seat: int | None) -> list[tuple[int, Position]]:
    """The positions after the steps that a seat has seen; of very many a sample, with the last."""
    visibility = Visibility.of(state, seat)
    seen = [position for position in visibility.line if visibility.sees(position)]
    assert state.position is not None  # noqa: S101
    start = [*state.position.history][-1:] or [state.position]
    numbered = [*enumerate([*start, *seen])]
    apart = -(-len(numbered) // MOST_SAMPLES)
    return numbered[::-1][::apart][::-1]
