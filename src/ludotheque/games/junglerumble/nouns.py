"""Nouns for cards and goods in sentences."""

from ludotheque.games.junglerumble.state import FOOD, GOLD
from ludotheque.games.phrase import named

CARDS_SAID = {
    1: named("card", "the tiger"),
    2: named("card", "the bull"),
    3: named("card", "the beaver"),
    4: named("card", "the raccoon"),
    5: named("card", "the monkey"),
}
GOODS_SAID = {FOOD: named("good", "food"), GOLD: named("good", "gold")}
