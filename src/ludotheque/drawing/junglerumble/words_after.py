"""What comes of a step by itself: the end in sight, supper, a new turn, a new round, the end."""

from ludotheque.drawing.junglerumble.names import MEAL, NAMES, food, kittens
from ludotheque.drawing.junglerumble.words_end import outcome
from ludotheque.drawing.junglerumble.words_story import Story
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import FEEDING, FOREIGN_KITTEN, LAST_FIELD, LAST_WATERWAY, OVER_PHASE
from ludotheque.games.phrase import Phrase, count, listed, say

LAST_ROUND_BEGINS = {
    LAST_FIELD: say("That is the last field: the game ends with this round."),
    LAST_WATERWAY: say("That is the last waterway: the game ends with this round."),
    FOREIGN_KITTEN: say("So the game ends with this round."),
}


def aftermath(story: Story) -> list[Phrase]:
    """All of it, in the order in which it happens."""
    fresh = story.now.ending & ~story.was.ending
    said = [phrase for bit, phrase in LAST_ROUND_BEGINS.items() if fresh & bit]
    if story.has_ended_turn:
        return said + _supper(story) + _round(story) + _turn(story)
    return [*said, _shortage(story)] if story.now.phase == FEEDING else said


def _shortage(story: Story) -> Phrase:
    seat, table, farm = story.now.active, story.now, story.farms[story.now.active - 1]
    missing = table.needed(seat) - farm - table.food[seat]
    return count(
        "{seat}'s kittens need {needed}: the farm gives {farm}, the stock has {stock}, and {n} food is missing.",
        "{seat}'s kittens need {needed}: the farm gives {farm}, the stock has {stock}, and {n} food is missing.",
        missing,
        seat=NAMES[seat],
        needed=food(table.needed(seat)),
        farm=food(farm),
        stock=food(table.food[seat]),
    )


def _supper(story: Story) -> list[Phrase]:
    """Who was fed, and from what."""
    seat = story.was.active
    fed = story.now.kittens(seat) - (story.now.penalties[seat] - story.was.penalties[seat])
    farm, needed = story.farms[seat - 1], MEAL * fed
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
    left = [said for card, said in CARDS_SAID.items() if not story.was.taker[card]]
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
    if story.now.phase == OVER_PHASE:
        return outcome(story.after, story.now, story.after.scores)
    seat = NAMES[story.now.active]
    if story.sleepers(story.now.active):
        return [say("{seat}'s turn begins, and a worker wakes.", seat=seat)]
    return [say("{seat}'s turn begins; nobody is asleep, so 1 food comes in.", seat=seat)]
