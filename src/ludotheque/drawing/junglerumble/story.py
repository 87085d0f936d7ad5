"""A step with the table before and after it: what is told about it is read from here."""

from dataclasses import dataclass

from ludotheque.drawing.junglerumble.naming import Table, farm_gives, gain, read_table, seat_name
from ludotheque.games.junglerumble.kinds import kind_of
from ludotheque.games.junglerumble.state import DISMISS
from ludotheque.games.junglerumble.things import CARDS_SAID
from ludotheque.games.phrase import Phrase
from ludotheque.play.position import Position, Step


@dataclass(frozen=True, slots=True)
class Story:
    """`was` and `now` are the tables before and after the step."""

    before: Position
    step: Step
    after: Position
    was: Table
    now: Table

    @property
    def seat(self) -> int:
        return self.step.seat

    @property
    def kind(self) -> str:
        return kind_of(self.step.action)

    @property
    def card(self) -> Phrase:
        return CARDS_SAID[self.was.card]

    @property
    def has_ended_turn(self) -> bool:
        """Whether the active seat has fed its kittens."""
        return bool(self.was.card and not self.now.card)

    def name(self, seat: int) -> Phrase:
        return seat_name(self.before, seat)

    def gain(self, sent: int) -> Phrase:
        return gain(self.before.setup.board.record.tiger_food.tolist(), self.was.card, sent)

    def farm(self, seat: int) -> int:
        """What the seat's farm gives after the step."""
        return farm_gives(self.after)[seat - 1]

    def sleepers(self, seat: int) -> int:
        """How many of a seat's workers slept when the step was done, before a new turn began."""
        asleep = self.was.asleep[seat]
        if seat != self.seat:
            return asleep
        if self.kind == "follow":
            return asleep + 1
        return asleep - 1 if asleep and (self.kind == "pass" or self.step.action == DISMISS) else asleep


def read_story(before: Position, step: Step, after: Position) -> Story:
    return Story(before, step, after, read_table(before), read_table(after))
