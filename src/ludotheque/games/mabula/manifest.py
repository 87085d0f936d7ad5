"""Mabula, as others present it."""

from ludotheque.games.game_manifest import ASIDE, SEATS, STAGE, Manifest, Name, Option
from ludotheque.games.phrase import named, say

MANIFEST = Manifest(
    pitch=say("Push marbles in from the rim. Gather yours, scatter theirs."),
    minutes=15,
    place=1,
    options={
        "scoring": Option(
            Name(say("What counts"), named("start", "What counts")),
            {
                "largest": Name(say("The largest group"), named("start", "largest group")),
                "product": Name(say("All groups, multiplied"), named("start", "all groups")),
            },
        )
    },
    parts=(named("part", "groups"),),
    initial="b",
    signs=("○", "●"),
    is_black_and_white=True,
    places={"board": STAGE, "groups": SEATS, "white": ASIDE, "black": ASIDE},
    texts={
        "confirm_mabula": say("Play {name}"),
    },
    focus={"": ("board",)},
    longest=12,
)
