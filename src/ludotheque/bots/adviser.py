"""Advice: the move of a strong bot in a player's place, after a short search."""

from dataclasses import replace

from ludotheque.bots.bot import Bot, Budget, consider_choice
from ludotheque.bots.search_style import style_of
from ludotheque.play.thought import Advice
from ludotheque.play.view import View

ADVISER = "master"  # the level that hints come from
ADVISING = Budget(seconds=0.8)  # for each part of a hint: a player waits for it, and so do the bots at other tables
MOST_WEIGHED = 8  # moves listed in an advice


def advise(bot: Bot, view: View, seed: int) -> Advice:
    """A bot's choice for the seat of a view, with its thought on each part."""
    considered = consider_choice(bot, view, ADVISING, seed)
    thoughts = [replace(thought, weighed=thought.weighed[:MOST_WEIGHED]) for thought in considered]
    counts_wins = not style_of(view.game.name).settings.get("margin")
    return Advice(tuple(thought.move for thought in thoughts), tuple(thoughts), counts_wins)
