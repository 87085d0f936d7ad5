"""Maka Bana, as others present it."""

from ludotheque.games.game_manifest import ASIDE, SEATS, SIDE, STAGE, STRIP, Manifest
from ludotheque.games.phrase import named, say

MANIFEST = Manifest(
    pitch=say("Secret plans for beach huts, and Tikis to spoil them."),
    minutes=40,
    place=3,
    board_tables=("island",),
    parts=(named("part", "beaches"), named("part", "huts"), named("part", "clubs")),
    initial="k",
    places={"island": STAGE, "project": SIDE, "round": SEATS, "seat": STRIP, "points": ASIDE},
    texts={
        "confirm_build": say("Lay it down"),
        "confirm_paint": say("Lay it down"),
        "confirm_club": say("Lay it down"),
        "confirm_tiki": say("Put the Tiki here"),
        "reveal": say("The reveal"),
        "reveal_now": say("Project {n} of {all}."),
        "reveal_later": say("still face down"),
        "reveal_next": say("Next"),
        "reveal_skip": say("Skip to the end"),
    },
    focus={"": ("island",), "project": ("island", "project"), "shown": ("seat-1", "seat-2", "seat-3")},
    longest=2 + 31 * 3,  # the start, then rounds of three steps
)
