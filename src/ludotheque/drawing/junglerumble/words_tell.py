"""What a step did: the step itself, then all that came of it."""

from ludotheque.drawing.junglerumble.names import NAMES, farm_gives, food, goods, workers
from ludotheque.drawing.junglerumble.words_after import aftermath
from ludotheque.drawing.junglerumble.words_story import Story, read_story
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import CARD, DISMISS, FOOD, GOLD, HIRE, OPEN, SELL, SEND, WAKE
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Position, Step


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a step did and what came of it; everything is open, so all hear the same."""
    story = read_story(before, step, after)
    return [TELLERS[story.kind](story, NAMES[step.seat]), *aftermath(story)]


def _wake(story: Story, seat: Phrase) -> Phrase:
    number = story.step.action - WAKE
    if not number:
        return say("{seat} wakes nobody else.", seat=seat)
    return count(
        "{seat} pays 1 food and wakes a worker.", "{seat} pays {n} food and wakes {n} workers.", number, seat=seat
    )


def _sell(story: Story, seat: Phrase) -> Phrase:
    place, good = divmod(story.step.action - SELL, 3)
    trader = story.was.trader(story.seat, place)
    if good == OPEN:
        return say("{seat} sells nothing to {trader}.", seat=seat, trader=trader)
    held = goods(good, story.now.goods[story.seat][place])
    return say(
        "{seat} sells {good} to {trader}, who now has {held}.", seat=seat, good=goods(good, 1), trader=trader, held=held
    )


def _choose(story: Story, seat: Phrase) -> Phrase:
    card = story.step.action - CARD + 1
    amount, said = story.was.card_food[card], CARDS_SAID[card]
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
    cell, farm = story.step.text.partition(":")[2], story.farms[story.seat - 1]
    sides = farm - farm_gives(story.before)[story.seat - 1]
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
    edge, farm = story.step.text.partition(":")[2], story.farms[story.seat - 1]
    words = {"seat": seat, "edge": edge, "food": food(farm)}
    if farm - farm_gives(story.before)[story.seat - 1] == 1:
        return say("{seat} digs a waterway on {edge}, beside one field: the farm now gives {food}.", **words)
    return say("{seat} digs a waterway on {edge}, between two fields: the farm now gives {food}.", **words)


def _hire(story: Story, seat: Phrase) -> Phrase:
    is_worker, trader = story.step.action == HIRE, f"t{story.now.hired[story.seat]}"
    if story.was.kittens_left[story.seat]:
        if is_worker:
            return say("{seat} hires a worker, who is awake.", seat=seat)
        return say("{seat} hires a trader, {trader}.", seat=seat, trader=trader)
    tribe = next(one for one in story.was.seats if story.now.kittens_left[one] < story.was.kittens_left[one])
    words = {"seat": seat, "other": NAMES[tribe]}
    if is_worker:
        return say("{seat} hires a kitten of {other}'s tribe as a worker, who is awake.", **words)
    return say("{seat} hires a kitten of {other}'s tribe as a trader, {trader}.", trader=trader, **words)


def _follow(story: Story, seat: Phrase) -> Phrase:
    return say("{seat} follows {card} with one worker: {gain}.", seat=seat, card=story.card, gain=story.gain(1))


def _pass(story: Story, seat: Phrase) -> Phrase:
    if story.was.asleep[story.seat]:
        return say("{seat} passes, and a worker wakes.", seat=seat)
    return say("{seat} passes and gets 1 food.", seat=seat)


def _dismiss(story: Story, seat: Phrase) -> Phrase:
    if story.step.action == DISMISS:
        if story.was.asleep[story.seat]:
            return say("{seat} dismisses a sleeping worker and gets 3 food.", seat=seat)
        return say("{seat} dismisses a worker who is awake and gets 3 food.", seat=seat)
    place = story.step.action - DISMISS - 1
    words = {"seat": seat, "trader": story.was.trader(story.seat, place)}
    kind, number = story.was.kind[story.seat][place], story.was.goods[story.seat][place]
    if kind not in (FOOD, GOLD):
        return say("{seat} dismisses {trader} and gets 3 food.", **words)
    lost = goods(kind, number)
    return say("{seat} dismisses {trader} and gets 3 food; what {trader} held is lost: {lost}.", lost=lost, **words)


def _penalty(story: Story, seat: Phrase) -> Phrase:
    return count(
        "{seat} lets {n} kitten go hungry and takes {n} penalty token.",
        "{seat} lets {n} kittens go hungry and takes {n} penalty tokens.",
        story.now.penalties[story.seat] - story.was.penalties[story.seat],
        seat=seat,
    )


TELLERS = {
    "wake": _wake, "sell": _sell, "card": _choose, "send": _send, "field": _field, "water": _water, "hire": _hire,
    "follow": _follow, "pass": _pass, "dismiss": _dismiss, "penalty": _penalty,
}  # fmt: skip
