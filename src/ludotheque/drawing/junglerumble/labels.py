"""The words inside Jungle Rumble's pictures."""

from ludotheque.drawing.junglerumble.names import NAMES, goods
from ludotheque.drawing.junglerumble.scene import JungleTable, Trader
from ludotheque.games.phrase import Phrase, count, count_alike, listed, named, say
from ludotheque.play.view import View

CARDS = {
    "tiger": named("card", "Tiger"),
    "bull": named("card", "Bull"),
    "beaver": named("card", "Beaver"),
    "raccoon": named("card", "Raccoon"),
    "monkey": named("card", "Monkey"),
}
SUPPLY = named("picture", "Supply")
SUPPER = named("picture", "Supper")
FIRST = named("picture", "1st")
WORKER = named("picture", "worker")
TRADER = named("picture", "trader")
NOTHING = named("picture", "nothing")
FOLLOW = named("picture", "Follow")
PASS = named("picture", "Pass")

CARDS_WORD = named("picture", "Cards")
MOVES = named("picture", "Moves")
KITTENS = named("picture", "kittens")
FOOD = named("picture", "food")
GOLD = named("picture", "gold")
GOODS = {"food": FOOD, "gold": GOLD}
PENALTIES = named("picture", "penalties")
AWAKE = named("picture", "awake")
ASLEEP = named("picture", "asleep")
NEW = named("picture", "new")
HARVEST = named("picture", "farm")
STOCK = named("picture", "stock")
A_FIELD = named("picture", "field with its watered sides")
A_WATERWAY = named("picture", "waterway")
OPEN = named("picture", "open")
LAST = named("picture", "last step")
PARTS = (KITTENS, named("picture", "goods"), named("picture", "water"), GOLD, FOOD, PENALTIES)

ASKED = {
    "waking": say("Wake more workers?"),
    "choosing": say("Choose a card."),
    "sending": say("How many workers go?"),
    "following": say("Follow, or pass?"),
}


def round_label(table: JungleTable) -> Phrase:
    """The round, and whether it is the last."""
    if table.is_last_round:
        return named("picture", "Round {n}, the last", n=table.round_number)
    return named("picture", "Round {n}", n=table.round_number)


def headed(heading: Phrase) -> Phrase:
    """A heading with its colon; languages differ in the space before it."""
    return named("picture", "{heading}:", heading=heading)


def tiger_label(food: list[int]) -> Phrase:
    """The tiger's food for no worker, one, two, ..."""
    return named("picture", "({gains} food)", gains=" ".join(map(str, food)))


def supper_label(short: int, left: int) -> Phrase:
    """How a supper would end now."""
    if short:
        return count_alike("{n} food short", short)
    return count_alike("all fed, {n} left", left)


def dismissal_label(food: int, trader: Trader | None = None) -> Phrase:
    """The gain from dismissing a kitten; a trader's goods are lost."""
    if trader is None or not trader.goods:
        return say("+{n} food, one mouth less", n=food)
    lost = goods(trader.kind, trader.goods)
    return say("+{n} food, one mouth less; {goods} lost", n=food, goods=lost)


def penalty_label(kittens: int, points: int) -> Phrase:
    return count("{n} kitten goes hungry: −{points}", "{n} kittens go hungry: −{points}", kittens, points=points)


def asked_label(table: JungleTable) -> Phrase:
    """The question to the seat that is to act."""
    if table.phase == "selling":
        trader = table.seats[table.turn].traders[table.seller]
        return say("Sell to trader {trader}?", trader=trader.number)
    if table.phase == "placing":
        return _place_label(table)
    if table.phase == "feeding":
        return say("Food is short by {n}.", n=table.seats[table.turn].short)
    return ASKED[table.phase]


def _place_label(table: JungleTable) -> Phrase:
    n = table.to_place
    if table.card == "bull":
        return count("Place a field.", "Place {n} fields.", n)
    if table.card == "beaver":
        return count("Dig a waterway.", "Dig {n} waterways.", n)
    return count("Hire a kitten.", "Hire {n} kittens.", n)


def over_label(view: View) -> Phrase:
    """The winners."""
    winners = view.outcome.winners if view.outcome else ()
    names = listed(NAMES[seat] for seat in winners)
    return count("{winners} wins.", "{winners} win.", len(winners), winners=names)


def title(view: View, table: JungleTable) -> Phrase:
    """The drawing's title."""
    if not table.turn:
        return say("Jungle Rumble, the end: {outcome}", outcome=over_label(view))
    return say("Jungle Rumble, round {n}: {seat} is to act.", n=table.round_number, seat=NAMES[table.turn])
