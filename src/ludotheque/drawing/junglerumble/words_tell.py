"""A step in words: what it did by itself."""

from dataclasses import dataclass
from functools import cached_property

from ludotheque.drawing.junglerumble.names import CARDS, NAMES, food, gain, goods, workers
from ludotheque.drawing.junglerumble.scene import GOODS, JungleTable, Tribe, read_table
from ludotheque.games.junglerumble.board import CARD_NAMES
from ludotheque.games.junglerumble.kinds import kind_of
from ludotheque.games.junglerumble.state import CARD, DISMISS, HIRE, SELL, SEND, WAKE
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Position, Step


@dataclass(frozen=True)
class Story:
    """A step with the tables before it (`was`) and after it (`now`)."""

    step: Step
    after: Position
    was: JungleTable
    now: JungleTable

    @property
    def seat(self) -> int:
        return self.step.seat

    @cached_property
    def kind(self) -> str:
        return kind_of(self.step.action)

    @property
    def own_before(self) -> Tribe:
        """The seat's belongings before its step."""
        return self.was.seats[self.seat]

    @property
    def own(self) -> Tribe:
        """The seat's belongings after its step."""
        return self.now.seats[self.seat]

    @property
    def card(self) -> Phrase:
        return CARDS[self.was.card]

    @property
    def has_ended_turn(self) -> bool:
        """Whether the active seat has fed its kittens."""
        return bool(self.was.card and not self.now.card)

    def gain(self, sent: int) -> Phrase:
        return gain(self.after.setup.board.record.tiger_food.tolist(), self.was.card, sent)

    def sleepers(self, seat: int) -> int:
        """How many of a seat's workers slept after the step, before a new turn began."""
        asleep = self.was.seats[seat].asleep
        if seat != self.seat:
            return asleep
        if self.kind == "follow":
            return asleep + 1
        return asleep - 1 if asleep and (self.kind == "pass" or self.step.action == DISMISS) else asleep


def read_story(before: Position, step: Step, after: Position) -> Story:
    return Story(step, after, read_table(before), read_table(after))


def tell_step(story: Story) -> Phrase:
    """The step in one sentence."""
    return TELLERS[story.kind](story, NAMES[story.seat])


def _wake(story: Story, seat: Phrase) -> Phrase:
    number = story.step.action - WAKE
    if not number:
        return say("{seat} wakes nobody else.", seat=seat)
    return count(
        "{seat} pays 1 food and wakes a worker.", "{seat} pays {n} food and wakes {n} workers.", number, seat=seat
    )


def _sell(story: Story, seat: Phrase) -> Phrase:
    place, good = divmod(story.step.action - SELL, 3)
    trader = story.own_before.traders[place].number
    if not good:
        return say("{seat} sells nothing to trader {trader}.", seat=seat, trader=trader)
    sold, held = goods(GOODS[good], 1), goods(GOODS[good], story.own.traders[place].goods)
    words = {"seat": seat, "good": sold, "trader": trader, "held": held}
    return say("{seat} sells {good} to trader {trader}, who now has {held}.", **words)


def _choose(story: Story, seat: Phrase) -> Phrase:
    card = CARD_NAMES[story.step.action - CARD + 1]
    amount, said = story.was.food_on[card], CARDS[card]
    if not amount:
        return say("{seat} chooses {card}.", seat=seat, card=said)
    return say("{seat} chooses {card} and takes the {food} on it.", seat=seat, card=said, food=food(amount))


def _send(story: Story, seat: Phrase) -> Phrase:
    number = story.step.action - SEND
    if not number:
        return say("{seat} sends nobody to {card}.", seat=seat, card=story.card)
    words = {"seat": seat, "card": story.card, "workers": workers(number), "gain": story.gain(number)}
    return say("{seat} sends {workers} to {card}: {gain}.", **words)


def _field(story: Story, seat: Phrase) -> Phrase:
    cell, farm = story.step.text.partition(":")[2], story.own.harvest
    sides = farm - story.own_before.harvest
    if not sides:
        return say("{seat} places a field on {cell}, without water so far.", seat=seat, cell=cell)
    return count(
        "{seat} places a field on {cell}, with water on {n} side: the farm now gives {food}.",
        "{seat} places a field on {cell}, with water on {n} sides: the farm now gives {food}.",
        sides,
        seat=seat,
        cell=cell,
        food=food(farm),
    )


def _water(story: Story, seat: Phrase) -> Phrase:
    edge, farm = story.step.text.partition(":")[2], story.own.harvest
    words = {"seat": seat, "edge": edge, "food": food(farm)}
    if farm - story.own_before.harvest == 1:
        return say("{seat} digs a waterway on {edge}, beside one field: the farm now gives {food}.", **words)
    return say("{seat} digs a waterway on {edge}, between two fields: the farm now gives {food}.", **words)


def _hire(story: Story, seat: Phrase) -> Phrase:
    is_worker = story.step.action == HIRE
    trader = "" if is_worker else story.own.traders[-1].number
    if story.was.kittens_left[story.seat]:
        if is_worker:
            return say("{seat} hires a worker, who is awake.", seat=seat)
        return say("{seat} hires trader {trader}.", seat=seat, trader=trader)
    tribe = next(one for one in story.was.seats if story.now.kittens_left[one] < story.was.kittens_left[one])
    words = {"seat": seat, "other": NAMES[tribe]}
    if is_worker:
        return say("{seat} hires a kitten of {other}'s tribe as a worker, who is awake.", **words)
    return say("{seat} hires a kitten of {other}'s tribe as trader {trader}.", trader=trader, **words)


def _follow(story: Story, seat: Phrase) -> Phrase:
    return say("{seat} follows {card} with one worker: {gain}.", seat=seat, card=story.card, gain=story.gain(1))


def _pass(story: Story, seat: Phrase) -> Phrase:
    if story.own_before.asleep:
        return say("{seat} passes, and a worker wakes.", seat=seat)
    return say("{seat} passes and gets 1 food.", seat=seat)


def _dismiss(story: Story, seat: Phrase) -> Phrase:
    if story.step.action == DISMISS:
        if story.own_before.asleep:
            return say("{seat} dismisses a sleeping worker and gets 3 food.", seat=seat)
        return say("{seat} dismisses a worker who is awake and gets 3 food.", seat=seat)
    place = story.step.action - DISMISS - 1
    trader = story.own_before.traders[place]
    words = {"seat": seat, "trader": trader.number}
    if not trader.kind:
        return say("{seat} dismisses trader {trader} and gets 3 food.", **words)
    lost = goods(trader.kind, trader.goods)
    return say("{seat} dismisses trader {trader} and gets 3 food; what it held is lost: {lost}.", lost=lost, **words)


def _penalty(story: Story, seat: Phrase) -> Phrase:
    return count(
        "{seat} lets {n} kitten go hungry and takes {n} penalty token.",
        "{seat} lets {n} kittens go hungry and takes {n} penalty tokens.",
        story.own.penalties - story.own_before.penalties,
        seat=seat,
    )


TELLERS = {
    "wake": _wake, "sell": _sell, "card": _choose, "send": _send, "field": _field, "water": _water, "hire": _hire,
    "follow": _follow, "pass": _pass, "dismiss": _dismiss, "penalty": _penalty,
}  # fmt: skip
