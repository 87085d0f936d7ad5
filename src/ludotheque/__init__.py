"""Ludothèque: tabletop games, exactly as their rulebooks say.

>>> import ludotheque
>>> position = ludotheque.game("mabula").start(players=2, seed=7, scoring="product")
>>> position = position.play(position.legal()[0])
"""

from ludotheque import drawing
from ludotheque.games import NAMES
from ludotheque.games.refusal import BoardError, GameError, PositionError, Refusal
from ludotheque.games.verbs import CHANCE
from ludotheque.interop import open_link
from ludotheque.interop.notebook import show
from ludotheque.play.chance import Chance
from ludotheque.play.game import Game, SetupError, game
from ludotheque.play.position import Outcome, Position, Score, Step
from ludotheque.play.record import Record, RecordError
from ludotheque.play.simulation import count_sequences, simulate
from ludotheque.play.view import View

__all__ = [
    "CHANCE", "NAMES", "BoardError", "Chance", "Game", "GameError", "Outcome", "Position", "PositionError", "Record",
    "RecordError", "Refusal", "Score", "SetupError", "Step", "View", "count_sequences", "drawing", "game",
    "open_link", "show", "simulate",
]  # fmt: skip
__version__ = "0.1.0"
