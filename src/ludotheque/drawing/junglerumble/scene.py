"""What every part of a drawing needs to know: the table, the marks, the language, the legal steps, the preview."""

from dataclasses import dataclass
from functools import cached_property

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.junglerumble.layout import SheetLayout, layout
from ludotheque.drawing.junglerumble.state_values import Table, Tribe, read
from ludotheque.drawing.language import Language
from ludotheque.play.position import Step
from ludotheque.play.view import View

DROP = "jr-drop"  # the light of a place that is lit only while something is held that may go there


@dataclass(frozen=True)
class JungleScene:
    """One view, ready to be drawn."""

    view: View
    marks: Marks
    speaker: Language

    @cached_property
    def table(self) -> Table:
        return read(self.view, self.view.state)

    @cached_property
    def layout(self) -> SheetLayout:
        return layout(self.view.players)

    @cached_property
    def legal(self) -> dict[str, int]:
        """The legal steps of the view's seat, with their actions."""
        return {step.text: step.action for step in self.view.legal()}

    @property
    def is_waited_for(self) -> bool:
        """Whether it is the view's own seat that is to act."""
        return self.view.seat is not None and self.view.seat == self.table.turn

    @cached_property
    def after(self) -> Table | None:
        """The table as the previewed step would leave it."""
        return self.play(self.marks.preview) if self.marks.preview in self.legal else None

    def then(self, seat: int) -> Tribe:
        """What a seat would own after the previewed step; what it owns now when there is none."""
        return (self.after or self.table).seats[seat]

    def fed(self, seat: int) -> Tribe:
        """A seat as it would come to supper: a preview counts for who takes its turn, and for this turn."""
        table, after = self.table, self.after
        is_counted = (
            after and seat == table.turn and (after.active, after.round_number) == (table.active, table.round_number)
        )
        return self.then(seat) if is_counted else table.seats[seat]

    def play(self, step: str) -> Table:
        """The table after a legal step."""
        state, game = self.view.state, self.view.game
        game.engine.play(self.view.setup.board, state, self.table.turn, self.legal[step])
        return read(self.view, state)

    def most_workers(self, card: str) -> int:
        """How many workers could be sent to a card that may be chosen."""
        state, engine, board = self.view.state, self.view.game.engine, self.view.setup.board
        engine.play(board, state, self.table.turn, self.legal[f"card:{card}"])
        return len(engine.legal(board, state, self.table.turn)) - 1

    @cached_property
    def last_places(self) -> tuple[str, ...]:
        """The elements that the last steps were about."""
        return tuple(dict.fromkeys(map(self._place_of, self.marks.last)))

    def _place_of(self, step: Step) -> str:
        """Where a step is marked: on its card, its place in the farm, its trader, or on the seat itself."""
        kind, _, name = step.text.partition(":")
        if kind == "card":
            return f"card-{name}"
        if kind in ("field", "water"):
            return f"{kind}-{step.seat}-{name}"
        if kind == "send" and self.table.card:
            return f"card-{self.table.card}"
        traders = self.table.seats[step.seat].traders
        if kind == "sell":
            return f"trader-{step.seat}-{name.partition('=')[0]}"
        if step.text == "hire:trader" and traders:
            return f"trader-{step.seat}-{traders[-1].name}"
        return f"mark-{step.seat}"


def group_of(key: str, inner: str, more: str = "") -> str:
    """A group that keeps its place also when there is nothing in it."""
    return f'<g id="{key}"{more}>{inner}</g>' if inner else f'<g id="{key}"/>'
