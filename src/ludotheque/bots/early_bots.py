"""Bots that play before they are compiled: interpreted and with few simulations, until the compiled code is ready."""

import atexit
from functools import cache

from ludotheque.bots.bot import Bot, Budget, Thought
from ludotheque.bots.compilation import RULES, interpret, load_bot
from ludotheque.bots.levels import LEVELS, find_bot
from ludotheque.bots.search_bot import SearchBot
from ludotheque.bots.workshop import Workshop
from ludotheque.play.chance import Source
from ludotheque.play.game import Game, game
from ludotheque.play.view import View

HURRY = 1.8  # seconds that a choice may take where the search is not compiled


class HurriedBot:
    """A search with a time limit on the first part of a choice; further parts get as many simulations.

    `most` is that number: the level's own if the time allows.
    """

    def __init__(self, search: SearchBot) -> None:
        self.name, self.version = search.name, search.version
        self.search, self.most = search, search.simulations
        self._is_first = True

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Search within the time limit; after the first part, with the same simulations."""
        if not self._is_first:
            return self.search.think(view, Budget(simulations=self.most), chance)
        seconds = HURRY / (2 if view.game.has_secrets else 1)  # a secret choice has two parts
        thought = self.search.think_within(view, seconds, self.most, chance)
        self._is_first, self.most = False, thought.simulations
        return thought


class EarlyBot:
    """A level that plays at once: as a HurriedBot until it is compiled, then as itself."""

    def __init__(self, one: Game, level: str) -> None:
        self.game, self.level, self.bot = one, level, find_bot(one, level)
        self.name, self.version = self.bot.name, self.bot.version
        self._is_compiled = False

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Think as the level, or as a HurriedBot until its code is compiled."""
        if not self._is_compiled and not load_bot(self.game, self.bot, self.level):
            return HurriedBot(interpret(self.bot)).think(view, budget, chance)
        self._is_compiled = True
        return self.bot.think(view, budget, chance)


def early_bot(one: Game, name: str) -> Bot:
    """A bot by its name that plays at once, while the workshop compiles it in the background."""
    if name not in LEVELS:
        return find_bot(one, name)
    workshop_of(one.name)
    return EarlyBot(one, name)


@cache
def workshop_of(name: str) -> Workshop:
    """The process's compiling workshop for one game, started at the first call and closed at exit."""
    workshop = Workshop(load_piece, lambda line: None, names=(name,))
    workshop.start()
    atexit.register(workshop.close)
    return workshop


def load_piece(name: str, piece: str) -> bool:
    """Use the compiled rules of a game from now on; a bot loads its own when it thinks."""
    one = game(name)
    return piece != RULES or one.engine.load(one.setup(start=0).board)
