"""Advice: what a strong bot would do in somebody's place, thought about for a moment."""

from dataclasses import replace

from ludotheque.bots.bot import Bot, Budget, consider_choice
from ludotheque.bots.search_style import style_of
from ludotheque.play.thought import Advice
from ludotheque.play.view import View

ADVISER = "master"  # the level that hints come from
ADVISING = Budget(seconds=0.8)  # for each part of a hint: somebody waits for it, and so do the bots at other tables
MOST_WEIGHED = 8  # moves that an advice tells of


def advise(bot: Bot, view: View, seed: int) -> Advice:
    """What a bot would do for the seat of a view, and what it thinks of each part."""
    considered = consider_choice(bot, view, ADVISING, seed)
    thoughts = [replace(thought, weighed=thought.weighed[:MOST_WEIGHED]) for thought in considered]
    counts_wins = not style_of(view.game.name).settings.get("margin")
    return Advice(tuple(thought.move for thought in thoughts), tuple(thoughts), counts_wins)
