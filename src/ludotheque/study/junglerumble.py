"""The first game of Jungle Rumble: supper, the five animals, following, traders, the end. The learner is Red."""

from functools import partial
from typing import Any

from ludotheque.games.phrase import Phrase, say
from ludotheque.play.position import Position
from ludotheque.study.lesson import Lesson, facts_of

RED = 1


def red(position: Position) -> Any:
    """Red's facts."""
    return facts_of(position)["seats"][str(RED)]


def pairs(position: Position) -> int:
    return int(red(position)["farm"]["pairs"])


def is_with(position: Position, animal: str) -> bool:
    """Whether Red has chosen this card and is still sending or placing."""
    facts = facts_of(position)
    return bool((facts["active"], facts["turn"], facts["card"]) == (RED, RED, animal) and facts["phase"] != "feeding")


def is_past(position: Position) -> bool:
    """Whether Red's turn is over, supper included."""
    facts = facts_of(position)
    return bool(facts["phase"] == "waking" or facts["active"] != RED)


def fed(first: Position, now: Position) -> bool | None:
    """Whether everybody had supper."""
    if is_past(now):
        return True
    return None if is_with(now, "tiger") else False


def rested(first: Position, now: Position) -> bool | None:
    """Whether two workers went to the tiger: then Red has two food more after supper."""
    if is_past(now):
        return bool(red(now)["food"] >= red(first)["food"] + 2)
    is_on = red(now)["awake"] == 2 and facts_of(now)["phase"] in ("choosing", "sending")
    return None if is_on and facts_of(now)["card"] in (None, "tiger") else False


def watered(first: Position, now: Position, by: int, animal: str) -> bool | None:
    """Whether Red's farm has so many pairs more, or every field or waterway to come can still bring its share."""
    wanted = pairs(first) + by
    if pairs(now) >= wanted or not is_with(now, animal):
        return pairs(now) >= wanted
    facts = facts_of(now)
    to_come = red(now)["can_send"][animal] if facts["phase"] == "sending" else facts["to_place"]
    return None if pairs(now) + to_come * (by // red(first)["can_send"][animal]) >= wanted else False


def dug(first: Position, now: Position) -> bool | None:
    """Whether Red has followed, with a waterway between two fields."""
    if pairs(now) == pairs(first) + 2:
        return True
    return None if now.actors == (RED,) and facts_of(now)["to_place"] else False


def hired(first: Position, now: Position) -> bool | Phrase | None:
    """Whether Red has a kitten more, and all of them had supper."""
    mine, to_place = red(now), facts_of(now)["to_place"]
    if is_past(now):
        return bool(mine["kittens"] > red(first)["kittens"])
    if not is_with(now, "monkey"):
        return False
    if 2 * to_place > mine["supper"]["left"]:
        return say("Two kittens more are two mouths more, and supper would not be enough for all. Send one worker.")
    return None


def best(first: Position, now: Position) -> bool:
    """Whether no other step would have left Red with more points."""
    return bool(red(now)["total"] == max(red(first.play(step))["total"] for step in first.legal(RED)))


def ended(first: Position, now: Position) -> bool | None:
    """Whether the game is over, and Red has won."""
    if now.outcome:
        return now.outcome.winners == (RED,)
    return None if is_with(now, "bull") else False


lesson = partial(Lesson, game="junglerumble", replies=("2 pass",))

LESSONS = (
    lesson(
        name="supper",
        title=say("Two food for every kitten"),
        task=say(
            "At the end of your turn each of your kittens eats 2 food. Your farm gives 2 and your stock is empty: "
            "choose a card and send workers, so that both kittens have supper."
        ),
        then=say("How many workers do you send?"),
        hint=say("The tiger brings food, 2 for one worker and 5 for two. One is enough."),
        praise=say(
            "Nobody goes hungry. Whoever was sent is asleep now. Cards that nobody chooses gather food, 1 each round: "
            "sometimes they are worth a look."
        ),
        nudge=say("Then 2 food would be missing at supper. Which animal brings food?"),
        aim=fed,
        answer=("card:tiger", "send:1"),
    ),
    lesson(
        name="wake",
        title=say("Getting up"),
        task=say(
            "When your turn begins one sleeping worker wakes for free, and each further one for 1 food. Two workers "
            "bring 5 food from the tiger, one brings only 2. Finish your turn with at least 4 food, after supper."
        ),
        then=say("Go on: two workers to the tiger."),
        hint=say("Pay 1 food to wake the other worker, then send both to the tiger."),
        praise=say("1 food paid, 3 gained. Sleeping workers also wake when you pass instead of following."),
        nudge=say("That leaves you with less than 4 food. Wake up the second worker and use both."),
        aim=rested,
        answer=("wake:1", "card:tiger", "send:2"),
    ),
    lesson(
        name="fields",
        title=say("Fields by the water"),
        task=say(
            "A field and a waterway on its edge are a pair: 1 food at every supper, 1 point at the end. The bull "
            "brings fields. Place two of them so that your farm has two pairs more."
        ),
        then=say("Place your fields where water is waiting for them."),
        hint=say("Water flows above your two fields. Send two workers to the bull, and place on {one} and {other}.",
            one="h9", other="i9"),
        praise=say("Each waterway waters both of its sides now, without digging anything."),
        nudge=say("A field without water gives nothing yet. Send two workers to the bull, and look for the water."),
        aim=partial(watered, by=2, animal="bull"),
        answer=("card:bull", "send:2", "field:h9", "field:i9"),
    ),
    lesson(
        name="water",
        title=say("Water between fields"),
        task=say(
            "The beaver brings waterways. On the rim of the farm a waterway makes one pair, between two fields it "
            "makes two. Win four pairs in this turn."
        ),
        then=say("Dig where there is a field on both sides."),
        hint=say("Send two workers to the beaver. {one} lies between two fields, and so does {other}.",
            one="h8n", other="i8n"),
        praise=say("Four pairs: your farm now feeds three kittens all by itself."),
        nudge=say("That will not make four pairs. Two waterways can, each between two fields."),
        aim=partial(watered, by=4, animal="beaver"),
        answer=("card:beaver", "send:2", "water:h8n", "water:i8n"),
    ),
    lesson(
        name="follow",
        title=say("Follow or pass"),
        task=say(
            "It is Blue's turn, with the beaver. You may follow with one worker who is awake and dig a waterway too; "
            "or pass, and somebody wakes. Follow, and dig where it makes two pairs."
        ),
        then=say("Where do you dig?"),
        hint=say("Follow, then dig on {edge}: there is a field on either side.", edge="h8n"),
        praise=say("Well followed: what others choose works for you too, one worker at a time."),
        nudge=say("There is a waterway to be had that makes two pairs."),
        aim=dug,
        answer=("follow", "water:h8n"),
    ),
    lesson(
        name="hire",
        title=say("A new kitten"),
        task=say(
            "The monkey finds a kitten for each worker you send, for 1 gold apiece. It will be a worker, or a trader "
            "who buys your goods from the next round on. Hire one, and mind that all three have supper."
        ),
        then=say("Worker or trader: you decide, and for good."),
        hint=say("One worker to the monkey: three kittens need 6 food, and that is just what you have."),
        praise=say("Every kitten is worth 3 points at the end, and eats 2 food a turn until then."),
        nudge=say("You need a new kitten in this turn, and only the monkey finds any."),
        aim=hired,
        answer=("card:monkey", "send:1", "hire:trader"),
    ),
    lesson(
        name="sell",
        title=say("The first goods"),
        task=say(
            "At the end your trader's food counts 2 points a piece and gold counts 3. Whatever you sell first is all "
            "that this trader will ever buy. Make the sale that brings the most points."
        ),
        hint=say("In your stock a gold is worth 1 point, with a trader 3."),
        praise=say("A gold on the counter is 3 points. The raccoon brings more, 1 for each worker."),
        nudge=say("That is less than you could have. Compare what a food and a gold are worth to a trader."),
        aim=best,
        answer=("sell:t1=gold",),
    ),
    lesson(
        name="short",
        title=say("Not enough for all"),
        task=say(
            "Three kittens, and 3 food are missing. You may dismiss a kitten, who leaves you 3 food, or take a "
            "penalty of 3 points for each one who goes hungry. Choose what costs the least."
        ),
        hint=say("Two would go hungry: that is 6 points. A worker costs 3, and a trader takes the goods away too."),
        praise=say("A worker less, but no penalty, and the trader's gold is safe. Better still: count before supper."),
        nudge=say("That costs more than you need to pay. Add up what each way takes from you."),
        aim=best,
        answer=("dismiss:worker",),
    ),
    lesson(
        name="end",
        title=say("Ending it in time"),
        task=say(
            "The last field, the last waterway or a kitten of another tribe brings the end, after this round. You are "
            "ahead, and yours is the last turn of the round. End the game, and win."
        ),
        then=say("Take it."),
        hint=say("A single field is left in the supply. Send a worker to the bull."),
        praise=say("It is over before Blue could catch up, and the village has a new chief: you."),
        nudge=say("The game goes on like that, and Blue is close behind. What is nearly used up?"),
        aim=ended,
        answer=("card:bull", "send:1", "field:f7"),
    ),
)  # fmt: skip
