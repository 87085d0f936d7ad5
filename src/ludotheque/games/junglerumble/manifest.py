"""Jungle Rumble, as others present it."""

from ludotheque.games.game_manifest import HOLD, SEATS, SIDE, STAGE, Manifest
from ludotheque.games.phrase import named, say

MANIFEST = Manifest(
    pitch=say("Wake your kittens, water your fields, feed them all."),
    minutes=45,
    place=4,
    parts=(
        named("part", "kittens"), named("part", "goods"), named("part", "water"), named("part", "gold"),
        named("part", "food"), named("part", "penalties"),
    ),
    initial="j",
    places={"cards": STAGE, "supply": SIDE, "choices": HOLD, "farm": SEATS, "seat": SEATS},
    own_places={"farm": STAGE, "seat": SIDE},
    spectator_places={"farm": STAGE},
    texts={
        "confirm_field": say("Place it here"),
        "confirm_water": say("Dig here"),
        "confirm_send": say("Send them"),
        "confirm_follow": say("Follow"),
        "confirm_penalty": say("Take the penalty"),
        "confirm_anyway": say("Do it anyway"),
        "supper": say("Supper"),
        "needs": say("needs"),
        "farm": say("farm"),
        "stock": say("stock"),
        "price": say("Supper will be {n} short: a kitten goes, or a penalty of −{price}."),
        "food": say("food"),
        "gold": say("gold"),
        "penalty": say("penalty tokens"),
    },
    focus={
        "": ("cards",), "farm": ("farm-1",), "pairs": ("farm-3",), "stall": ("seat-1",), "bull": ("farm-1",),
        "beaver": ("farm-1",), "follow": ("cards", "choices"), "supper": ("seat-2", "choices"),
        "end": ("seat-1", "seat-2", "seat-3"),
    },
    longest=50 * 40,  # rounds, and steps in a round
    recall=64,
)  # fmt: skip
