"""The projection of a table for a seat or a spectator: log, view, picture and words.

Everything is made from a view, or from steps that the seat has seen. Pages (`web`) draw from views themselves.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, cast

from ludotheque.bots.levels import QUICK
from ludotheque.drawing import places_in_words
from ludotheque.drawing.forecast import steps_told
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.games.refusal import Refusal
from ludotheque.log.clocks import NO_CLOCK, ShownClock
from ludotheque.log.player_names import NO_PLAYER_NAMES, PlayerNames
from ludotheque.log.projection.drawing_projection import project_drawing
from ludotheque.log.projection.entry_projection import NO_NAMES, Named, project_entries, project_holder
from ludotheque.log.projection.visibility import Visibility, count_seen_steps
from ludotheque.log.remarks import project_remarks
from ludotheque.log.table_state import TableState
from ludotheque.play.choice import parts_of
from ludotheque.play.position import Position
from ludotheque.play.view import View
from ludotheque.wire.table_messages import (
    JSON,
    AskView,
    BotView,
    EndView,
    FairView,
    GameView,
    OutcomeView,
    PartsView,
    PlaceView,
    Problem,
    Rights,
    ScoreView,
    SeatView,
    SinceView,
    TableView,
    Want,
    fields_of,
)

NOBODY_KNOWN: Mapping[int, bool | None] = MappingProxyType({})


class TableContext(NamedTuple):
    """The parts of a table's message that are not in its log: clocks, rights, thinking bots, compiling, chat, names."""

    clocks: Mapping[int, ShownClock]
    can: Rights
    bots: Sequence[BotView] = ()
    is_compiling: bool = False
    compiled: int = 100
    messages: int = 0
    rematch: str | None = None
    names: Mapping[str, Named] = NO_NAMES
    players: PlayerNames = NO_PLAYER_NAMES
    here: Mapping[int, bool | None] = NOBODY_KNOWN


NO_CONTEXT = TableContext({}, Rights())


def project_table(
    state: TableState, table: str, seats: Collection[int], seat: int | None, context: TableContext = NO_CONTEXT, *,
    wants: Collection[Want] = JSON, lang: str = "en", after: int = 0,
    again: Iterable[int] = (),
) -> TableView:  # fmt: skip
    """A table as `seat` sees it (None: a spectator), with the entries after `after`; `seats` are the person's own.

    `again` are older entries to send again.
    """
    numbers, players = chain(again, range(after + 1, state.number + 1)), context.players
    words_in = lang if "words" in wants else None
    seen = TableView(
        table=table,
        number=state.number,
        terms=state.terms.seen,
        stage=state.stage,
        rated=state.is_rated,
        seat=seat,
        own=sorted(seats),
        seats=[project_seat(state, one, context, wants) for one in state.holders],
        ply=count_seen_steps(state, seat),
        entries=project_entries(Visibility.of(state, seat), words_in, numbers, players.at),
        ask=_project_request(state),
        remarks=project_remarks(state.remarks, seats, after, words_in, players.now) if state.remarks else [],
        since=project_since(state, seats),
        fair=project_fairness(state),
        end=EndView(kind="end", how=state.end.how, seat=state.end.seat) if state.end else None,
        bots=list(context.bots),
        is_compiling=context.is_compiling,
        compiled=context.compiled,
        messages=context.messages,
        rematch=context.rematch,
        can=context.can,
    )
    if state.position is None:
        return seen
    game = project_game(state, state.position, seat, context.can.take_back, wants, lang, players.now)
    return seen.model_copy(update=game)


def project_game(
    state: TableState, position: Position, seat: int | None, take_back: int | None, wants: Collection[Want], lang: str,
    names: SeatNames = NO_SEAT_NAMES,
) -> dict[str, object]:  # fmt: skip
    """The fields of the game, cut to what the seat may see. Each part is cached by itself, whatever else is wanted."""
    view = state.cached(("view", seat, ""), lambda: position.view(seat))
    more = fields_of(state.cached(("choice", seat, ""), lambda: project_choice(state, view))) | {"take_back": take_back}
    alike = seat if state.has_secrets else 0  # all seats of a game without secrets see the same
    more |= fields_of(state.cached(("position", alike, ""), lambda: project_position(position, view)))
    if "json" not in wants:
        del more["view"]
    if "words" in wants:
        words = lambda: "\n".join(places_in_words(view, lang, names))  # noqa: E731
        more["words"] = state.cached(("words", seat, lang, names), words)
    if "told" in wants:
        more["told"] = state.cached(("told", seat, lang, names), lambda: _steps(state, view, lang, names))
    return more | project_drawing(state, position, view, wants, lang, names)


def _steps(state: TableState, view: View, lang: str, names: SeatNames) -> dict[str, str]:
    """What each legal step would do."""
    return {} if state.is_over else steps_told(view, lang, names)


def project_choice(state: TableState, view: View) -> GameView:
    """Who is waited for, and the legal steps of a view."""
    return GameView(
        waited_for=list(state.waited_for),
        legal=[] if state.is_over else [step.text for step in view.legal()],
        parts={} if state.is_over else cast("PartsView", parts_of(view)),
    )


def project_position(position: Position, view: View) -> GameView:
    """Scores, view and outcome."""
    seen = GameView(
        scores=[ScoreView(total=score.total, parts=dict(score.parts)) for score in view.scores],
        view=view.to_fields(),
    )
    if one := position.outcome:
        ended = OutcomeView(scores=one.scores, places=one.places, winners=one.winners)
        seen = seen.model_copy(update={"outcome": ended})
    return seen


def project_since(state: TableState, seats: Collection[int]) -> SinceView | None:
    """The moves of others since the last one of these seats; None for a spectator."""
    if not seats:
        return None
    own = max((move.number for move in state.active_moves if move.play.seat in seats), default=0)
    return SinceView(number=own, entries=[move.number for move in state.active_moves if move.number > own])


def project_seat(state: TableState, seat: int, context: TableContext, wants: Collection[Want] = JSON) -> SeatView:
    """A seat: its holder, what its player is called, whether it is awaited, its clock."""
    clock = context.clocks.get(seat, NO_CLOCK)
    return SeatView(
        is_here=context.here.get(seat),
        player=context.players.view(state, seat, with_face="faces" in wants),
        seat=seat,
        name=state.game.seat_name(seat),
        holder=project_holder(state.holders[seat], context.names),
        is_waited_for=seat in state.waited_for,
        waited=clock.waiting_for,
        left=clock.remaining,
        forgiven=clock.lag_allowance,
        runs_in=clock.runs_in,
        warnings=list(clock.warnings),
        is_late=seat in state.late,
        is_away=seat in state.away,
        is_quick=is_quick(state, seat),
    )


def is_quick(state: TableState, seat: int) -> bool:
    """Whether a bot's latest choice used fewer simulations than usual, since the rules were not compiled yet."""
    latest = next((move.play.thinking for move in reversed(state.active_moves) if move.play.seat == seat), None)
    return latest is not None and latest.bot.startswith(QUICK)


def project_fairness(state: TableState) -> FairView:
    """The proof of a table's chance: commitments, and the secrets opened so far."""
    return FairView(
        commitments=[state.commitment, *(one.commitment for _, one in state.restored)],
        secrets=list(state.secrets),
        places=[
            PlaceView(place=place, by=one.by, commitment=one.commitment, opened=one.opened)
            for place, one in sorted(state.places.items())
        ],
        seats=list(state.seats),
    )


def _project_request(state: TableState) -> AskView | None:
    if state.request is None:
        return None
    number, ask = state.request
    return AskView(number=number, seat=ask.seat, what=ask.what, entry=ask.entry, agreed=sorted(state.agreed))


def project_refusal(refusal: Refusal, lang: str) -> Problem:
    """A refusal: the reason, the rulebook's paragraph, and the nearest legal steps."""
    cited = refusal.cite(lang)
    return Problem(
        ok=False,
        error=refusal.kind,
        text=cited.reason,
        rule=cited.paragraph,
        paragraph=" ".join(cited.text.split()),
        near=list(cited.alternatives),
        elements=list(cited.elements),
    )
