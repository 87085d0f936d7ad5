"""Marabunta, as others present it."""

from ludotheque.games.game_manifest import BAR, HOLD, SEATS, SIDE, STAGE, STRIP, Manifest, Name, Option
from ludotheque.games.phrase import named, say

MANIFEST = Manifest(
    pitch=say("I split the dice, you choose. Ants take the meadow."),
    minutes=25,
    place=2,
    options={
        "territory": Option(
            Name(say("Territory"), named("start", "Territory")),
            {
                "meadow": Name(say("The meadow"), named("start", "meadow")),
                "islets": Name(say("The islets"), named("start", "islets")),
            },
        ),
        "powers": Option(
            Name(say("Powers"), named("start", "Powers")),
            {
                "basic": Name(say("Basic, for a first game"), named("start", "basic")),
                "expert": Name(say("Expert"), named("start", "expert")),
            },
        ),
    },
    board_tables=("territory", "leaves", "start", "powers"),
    has_dice=True,
    parts=(
        named("part", "cupcakes"), named("part", "powers"), named("part", "blue"), named("part", "pink"),
        named("part", "orange"), named("part", "green"), named("part", "grey"), named("part", "yellow"),
    ),
    initial="t",
    places={
        "map": STAGE, "trays": HOLD, "seat": SEATS, "goods": STRIP, "leaves": SIDE, "tiles": SIDE, "end": SIDE,
        "prompt": BAR,
    },
    titled_parts=("seat",),
    texts={
        "confirm_split": say("Offer the split"),
        "put_back_split": say("Start over"),
        "show_held": say("Powers and cupcakes"),
        "powers": say("Powers"),
    },
    focus={
        "": ("map",), "split": ("trays",), "crates": ("seat-2",), "trigger": ("map", "end"),
        "majority": ("map", "leaves"),
    },
    longest=128 * 16,  # rounds, and steps in a round
    recall=64,
)  # fmt: skip
