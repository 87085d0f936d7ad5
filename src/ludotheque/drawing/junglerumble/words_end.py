"""How a game ended: why, the scores with their parts, and who won."""

from collections.abc import Sequence

from ludotheque.drawing.junglerumble.names import NAMES, Table, points
from ludotheque.games.junglerumble.state import FIFTY_ROUNDS, FOREIGN_KITTEN, LAST_FIELD, LAST_WATERWAY
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.position import Moment, Score

ENDS = {
    LAST_FIELD: say("the last field has been taken"),
    LAST_WATERWAY: say("the last waterway has been taken"),
    FOREIGN_KITTEN: say("a kitten of another tribe has been hired"),
    FIFTY_ROUNDS: say("fifty rounds have been played"),
}
PARTS = {
    "kittens": say("{n} for kittens"),
    "goods": say("{n} for goods"),
    "water": say("{n} for water"),
    "gold": say("{n} for gold"),
    "food": say("{n} for food"),
    "penalties": say("{n} for penalties"),
}


def endings(bits: int) -> list[Phrase]:
    """What has triggered the end."""
    return [said for bit, said in ENDS.items() if bits & bit]


def outcome(moment: Moment, table: Table, scores: Sequence[Score]) -> list[Phrase]:
    """Why the game is over, each seat's score, the best first, and who wins."""
    totals = [score.total for score in scores]
    ranked = sorted(table.seats, key=lambda seat: -totals[seat - 1])
    winners = [NAMES[seat] for seat in moment.outcome.winners] if moment.outcome else []
    said = [say("The game is over, for {ends}.", ends=listed(endings(table.ending)))]
    said += [_score(NAMES[seat], scores[seat - 1]) for seat in ranked]
    return [*said, count("{winners} wins the game.", "{winners} win together.", len(winners), winners=listed(winners))]


def _score(name: Phrase, score: Score) -> Phrase:
    parts = [Phrase(said.text, {"n": score.parts[part]}) for part, said in PARTS.items() if score.parts[part]]
    return say("{seat} has {points}: {parts}.", seat=name, points=points(score.total), parts=listed(parts))
