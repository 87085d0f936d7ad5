"""How a game ended: why, the scores with their parts, and who won."""

from ludotheque.drawing.junglerumble.names import NAMES, points
from ludotheque.drawing.junglerumble.scene import JungleTable, Tribe
from ludotheque.games.junglerumble import state
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.position import Moment

ENDS = {
    "last-field": say("the last field has been taken"),
    "last-waterway": say("the last waterway has been taken"),
    "foreign-kitten": say("a kitten of another tribe has been hired"),
    "fifty-rounds": say("fifty rounds have been played"),
}
PARTS = {
    "kittens": say("{n} for kittens"),
    "goods": say("{n} for goods"),
    "water": say("{n} for water"),
    "gold": say("{n} for gold"),
    "food": say("{n} for food"),
    "penalties": say("{n} for penalties"),
}


def outcome(moment: Moment, table: JungleTable) -> list[Phrase]:
    """Why the game is over, each seat's score, the best first, and who wins."""
    ranked = sorted(table.seats.values(), key=lambda tribe: -tribe.total)
    winners = [NAMES[seat] for seat in moment.outcome.winners] if moment.outcome else []
    said = [say("The game is over, for {ends}.", ends=listed(ENDS[name] for name in table.endings))]
    said += [_score(tribe) for tribe in ranked]
    return [*said, count("{winners} wins the game.", "{winners} win together.", len(winners), winners=listed(winners))]


def _score(tribe: Tribe) -> Phrase:
    parts = [Phrase(PARTS[part].text, {"n": n}) for part, n in zip(state.PARTS, tribe.points, strict=True) if n]
    name, total = NAMES[tribe.number], points(tribe.total)
    return say("{seat} has {points}: {parts}.", seat=name, points=total, parts=listed(parts))
