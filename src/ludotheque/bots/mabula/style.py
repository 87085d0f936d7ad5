"""How Mabula is searched, and the exact endgame of the strongest levels."""

from ludotheque.bots.bot import Bot
from ludotheque.bots.kit import Kit
from ludotheque.bots.search_style import Style

STYLE = Style({}, {"exploration": 0.3}, (150, 400, 1_500, 8_000, 200_000))
PROOFS = {"expert": (8, 200_000), "master": (12, 2_000_000)}  # marbles left on the edge, and nodes


def exact_bot(level: str, bot: Bot, memory: int) -> Bot:
    """The same bot with an exact endgame; a master's has a higher limit."""
    from ludotheque.bots.mabula.mabula_bot import MabulaBot

    return MabulaBot(bot, reach=PROOFS[level][0], nodes=PROOFS[level][1], memory=memory)


def endgame_kit() -> Kit:
    """The kit that a proof is compiled from."""
    from ludotheque.bots.mabula.solver import solver_kit

    return solver_kit()
