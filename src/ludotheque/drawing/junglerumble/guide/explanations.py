"""What each thing in Jungle Rumble's picture is: cards, stock, kittens, stalls, farm, supper."""

from ludotheque.drawing.guide import Explanation, Explanations
from ludotheque.games.phrase import say
from ludotheque.play.game import Setup

FOOD = Explanation(
    say("Food. Each kitten eats 2 at supper; in the end every 2 that are left are a point."), "feed.1"
)  # fmt: skip
GOLD = Explanation(say("Gold. The monkey takes 1 for each kitten; in the end each is a point."), "actions.7")
PENALTY = Explanation(say("Penalty tokens, one for each kitten that went hungry: 3 points less each."), "feed.5")
FIELD = Explanation(
    say("A field. Each of its sides with water feeds 1 at every supper and is a point in the end."), "farm.3"
)
WATER = Explanation(say("A waterway. It waters the field on each of its sides."), "farm.3")
AWAKE = Explanation(say("A worker, awake: can be sent to a card. Each kitten is 3 points in the end."), "send.1")
STALL = Explanation(
    say("A trader: buys 1 food or 1 gold a turn, always the same kind, and keeps it for the end."), "trade.2"
)
EVERY = {
    "card-tiger": Explanation(say("The tiger brings food: 2, 5, 8, 12, 16 or 20 for one to six workers."), "actions.1"),
    "card-bull": Explanation(say("The bull brings a field for each worker."), "actions.2"),
    "card-beaver": Explanation(say("The beaver brings a waterway for each worker."), "actions.4"),
    "card-raccoon": Explanation(say("The raccoon brings 1 gold for each worker."), "actions.6"),
    "card-monkey": Explanation(say("The monkey finds a kitten for each worker; each costs 1 gold."), "actions.7"),
    "supply-fields": Explanation(say("Fields left. Whoever takes the last one brings the end."), "end.1"),
    "supply-waterways": Explanation(say("Waterways left. Whoever takes the last one brings the end."), "end.1"),
    "supply-kittens": Explanation(
        say("Kittens left of this tribe. Whoever hires a kitten of another tribe brings the end."), "end.1"
    ),
    "#jr-field-icon": FIELD,
    "#jr-small-field-icon": FIELD,
    "#jr-water-icon": WATER,
    "#jr-small-water-icon": WATER,
    "#jr-food": FOOD,
    "#jr-small-food": FOOD,
    "food": FOOD,
    "#jr-gold": GOLD,
    "#jr-small-gold": GOLD,
    "gold": GOLD,
    "#jr-penalty": PENALTY,
    "#jr-small-penalty": PENALTY,
    "penalty": PENALTY,
    "score": Explanation(say("Points, if the game ended now."), "end.3"),
    "first": Explanation(
        say("The place in this round's order. The first player's token goes to the left."), "round.1"
    ),
    "worker": AWAKE,
    "#jr-awake": AWAKE,
    "#jr-small-awake": AWAKE,
    "#jr-asleep": Explanation(say("A worker, asleep: one wakes for free at the start of each turn."), "wake.1"),
    "trader": STALL,
    "supper": Explanation(
        say("Supper as it would be now: a bowl for each food that is needed, from the farm, from the stock, or empty."),
        "feed.2",
    ),
    "field": FIELD,
    "water": WATER,
    "cell": Explanation(say("Here you may place a field: side by side with one of yours."), "actions.3"),
    "edge": Explanation(say("Here you may dig a waterway: on an edge of one of your fields."), "actions.5"),
    "#jr-tag": Explanation(say("Chosen in this round by the tribe of this sign."), "cards.1"),
    "to-place": Explanation(say("Still to be placed: drag it to your farm, or tap a lit place."), "actions.3"),
}  # fmt: skip


def explanations(_setup: Setup) -> Explanations:
    """Everything on the sheet, the same for all setups."""
    return EVERY
