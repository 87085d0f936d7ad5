"""Jungle Rumble, as others present it."""

from ludotheque.games.manifest import HOLD, SEATS, SIDE, STAGE, Manifest
from ludotheque.games.phrase import say

MANIFEST = Manifest(
    pitch=say("Wake your kittens, water your fields, feed them all."),
    minutes=45,
    place=4,
    initial="j",
    places={"cards": STAGE, "supply": SIDE, "choices": HOLD, "farm": SEATS, "seat": SEATS},
    own_places={"farm": STAGE, "seat": SIDE},
    spectator_places={"farm": STAGE},
    focus={
        "": ("cards",), "farm": ("farm-1",), "pairs": ("farm-3",), "stall": ("seat-1",), "bull": ("farm-1",),
        "beaver": ("farm-1",), "follow": ("cards", "choices"), "supper": ("seat-2", "choices"),
        "end": ("seat-1", "seat-2", "seat-3"),
    },
    longest=50 * 40,  # rounds, and steps in a round
    recall=64,
)  # fmt: skip
