"""What follows from a step by the rules alone: the last round, supper, a new turn, a new round, the end."""

from ludotheque.drawing.junglerumble.names import CARDS, NAMES, food, kittens
from ludotheque.drawing.junglerumble.scene import MEAL
from ludotheque.drawing.junglerumble.words_end import outcome
from ludotheque.drawing.junglerumble.words_tell import Story
from ludotheque.games.phrase import Phrase, count, count_alike, listed, say

LAST_ROUND_BEGINS = {
    "last-field": say("That is the last field: the game ends with this round."),
    "last-waterway": say("That is the last waterway: the game ends with this round."),
    "foreign-kitten": say("So the game ends with this round."),
}


def aftermath(story: Story) -> list[Phrase]:
    """All of it, in the order in which it happens."""
    fresh = [name for name in story.now.endings if name not in story.was.endings]
    said = [phrase for name, phrase in LAST_ROUND_BEGINS.items() if name in fresh]
    if story.has_ended_turn:
        return said + _supper(story) + _round(story) + _turn(story)
    return [*said, _shortage(story)] if story.now.phase == "feeding" else said


def _shortage(story: Story) -> Phrase:
    tribe = story.now.seats[story.now.active]
    return count_alike(
        "{seat}'s kittens need {needed}: the farm gives {farm}, the stock has {stock}, and {n} food is missing.",
        tribe.short,
        seat=NAMES[tribe.number],
        needed=food(tribe.needed),
        farm=food(tribe.harvest),
        stock=food(tribe.food),
    )


def _supper(story: Story) -> list[Phrase]:
    """How many kittens were fed, and from what."""
    seat = story.was.active
    was, now = story.was.seats[seat], story.now.seats[seat]
    fed = now.kittens - (now.penalties - was.penalties)
    farm, needed = now.harvest, MEAL * fed
    words = {"seat": NAMES[seat], "kittens": kittens(fed)}
    if not fed:
        return []
    if farm > needed:
        lost = food(farm - needed)
        return [say("{seat}'s farm feeds {kittens}; {lost} is left over and lost.", lost=lost, **words)]
    if farm == needed:
        return [say("{seat}'s farm feeds {kittens}.", **words)]
    stock = food(needed - farm)
    return [
        say(
            "{seat} feeds {kittens} with {farm} from the farm and {stock} from the stock.",
            farm=food(farm),
            stock=stock,
            **words,
        )
    ]


def _round(story: Story) -> list[Phrase]:
    """A finished round, and the next one; nothing after the last."""
    if story.now.round_number == story.was.round_number:
        return []
    left = [CARDS[card] for card, taker in story.was.taker.items() if not taker]
    said = count(
        "Round {round} is over; 1 food goes on the card that nobody chose: {cards}.",
        "Round {round} is over; 1 food goes on each card that nobody chose: {cards}.",
        len(left),
        round=story.was.round_number,
        cards=listed(left),
    )
    words = {"round": story.now.round_number, "seat": NAMES[story.now.first]}
    return [said, say("Round {round} begins; {seat} has the first-player token.", **words)]


def _turn(story: Story) -> list[Phrase]:
    """A new turn begins with a worker who wakes, or 1 food; or the game is over."""
    if not story.now.turn:
        return outcome(story.after, story.now)
    seat = NAMES[story.now.active]
    if story.sleepers(story.now.active):
        return [say("{seat}'s turn begins, and a worker wakes.", seat=seat)]
    return [say("{seat}'s turn begins; nobody is asleep, so 1 food comes in.", seat=seat)]
