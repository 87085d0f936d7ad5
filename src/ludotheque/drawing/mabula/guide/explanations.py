"""What each thing in Mabula's picture is."""

from ludotheque.drawing.guide import Explanation, Explanations
from ludotheque.games.phrase import say
from ludotheque.play.game import Setup

SCORES = {
    "largest": Explanation(say("Points: the size of the largest group."), "scoring.2"),
    "product": Explanation(say("Points: the sizes of all groups, multiplied."), "scoring.3"),
}
TAGS = {
    "largest": Explanation(say("The size of this group. The largest one counts."), "scoring.2"),
    "product": Explanation(say("The size of this group. All sizes are multiplied."), "scoring.3"),
}
EVERY = {
    "#white": Explanation(
        say("A white marble. White pushes it straight in from the rim; inside, only other marbles move it."), "turn.1"
    ),
    "#black": Explanation(
        say("A black marble. Black pushes it straight in from the rim; inside, only other marbles move it."), "turn.1"
    ),
    "cell": Explanation(say("Marbles come to rest on the 36 cells inside, never on the rim."), "push.2"),
    "sizes": Explanation(
        say("The sizes of the groups: marbles of this colour side by side. Single marbles share one tag."), "scoring.1"
    ),
    "edge": Explanation(
        say("Marbles still on the rim. A barred one is stuck for now, because its line is full."), "push.3"
    ),
    "figures": Explanation(
        say("The largest group, and all groups multiplied. The one in bold counts in this game."), "scoring.3"
    ),
    ".trail": Explanation(say("The last move: where the marble stood, and where it came to rest.")),
}


def explanations(setup: Setup) -> Explanations:
    """Marbles, cells, and the figures beside the board; what counts depends on the scoring."""
    scoring = setup.options["scoring"]
    return EVERY | {"score": SCORES[scoring], ".tag": TAGS[scoring]}
