"""A step with the table before and after it: what is told about it is read from here."""

from dataclasses import dataclass
from functools import cached_property

from ludotheque.drawing.junglerumble.names import Table, farm_gives, gain, read_table
from ludotheque.games.junglerumble.kinds import kind_of
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import DISMISS
from ludotheque.games.phrase import Phrase
from ludotheque.play.position import Position, Step


@dataclass(frozen=True)
class Story:
    """`was` and `now` are the tables before and after the step."""

    before: Position
    step: Step
    after: Position
    was: Table
    now: Table
    seat: int  # whose step it is

    @cached_property
    def kind(self) -> str:
        return kind_of(self.step.action)

    @property
    def card(self) -> Phrase:
        return CARDS_SAID[self.was.card]

    @property
    def has_ended_turn(self) -> bool:
        """Whether the active seat has fed its kittens."""
        return bool(self.was.card and not self.now.card)

    def gain(self, sent: int) -> Phrase:
        return gain(self.before.setup.board.record.tiger_food.tolist(), self.was.card, sent)

    @cached_property
    def farms(self) -> tuple[int, ...]:
        """What each seat's farm gives after the step, in seat order."""
        return farm_gives(self.after)

    def sleepers(self, seat: int) -> int:
        """How many of a seat's workers slept when the step was done, before a new turn began."""
        asleep = self.was.asleep[seat]
        if seat != self.seat:
            return asleep
        if self.kind == "follow":
            return asleep + 1
        return asleep - 1 if asleep and (self.kind == "pass" or self.step.action == DISMISS) else asleep


def read_story(before: Position, step: Step, after: Position) -> Story:
    return Story(before, step, after, read_table(before), read_table(after), step.seat)
