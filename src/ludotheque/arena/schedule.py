"""The plan of an arena: a game, its bots, their budget and a seed; they determine every game by its number."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from importlib import import_module
from typing import Any

from ludotheque.arena.lineups import Lineup, lineups, seatings, shuffled
from ludotheque.bots.bot import Bot, Budget
from ludotheque.bots.program import one_line
from ludotheque.games.refusal import GameError
from ludotheque.play.chance import Chance
from ludotheque.play.game import Game, Setup, game

MOST_BOTS = 12
BOT_FINDER = "ludotheque.bots.levels:find_bot"


class ArenaError(GameError):
    """An arena cannot be run like this; the message says what to do."""


@dataclass(frozen=True)
class GameJob:
    """One game to play: the numbers of its pairing and seating, and the bots in seat order."""

    pairing: int
    seating: int
    bots: Lineup


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games. `finder` is the function that finds a bot: `module:function`."""

    game: str
    players: int
    options: dict[str, str]
    board: str | None
    board_label: str
    rules: int
    bots: tuple[str, ...]
    versions: tuple[int, ...]
    simulations: int | None
    seconds: float | None
    seed: int
    alone: bool
    finder: str = BOT_FINDER

    @property
    def budget(self) -> Budget | None:
        """The budget of each choice; None: each bot uses its own."""
        if self.simulations is None and self.seconds is None:
            return None
        return Budget(simulations=self.simulations, seconds=self.seconds)

    @property
    def key(self) -> str:
        """A run's id: equal for equal settings, so that the same command continues it."""
        settings = {name: value for name, value in asdict(self).items() if name != "board"}
        if self.finder == BOT_FINDER:  # as in files older than this setting
            del settings["finder"]
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    def to_json(self) -> str:
        """The plan as text, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """The plan that `to_json` wrote."""
        data = json.loads(text)
        return cls(**{field.name: tupled(data[field.name]) for field in fields(cls)})

    @property
    def cycle(self) -> int:
        """The number of pairings before a lineup repeats."""
        return len(lineups(len(self.bots), self.players, self.alone))

    def pairing(self, number: int) -> list[GameJob]:
        """The games of a pairing: one lineup in all its seatings, with the same chance."""
        order = _order(len(self.bots), self.players, self.alone, self.seed, number)
        return [GameJob(number, seating, bots) for seating, bots in enumerate(seatings(order))]

    def setup(self, one: Game, pairing: int) -> Setup:
        """The setup of a pairing's games: the same start for all."""
        return one.setup(
            self.players,
            seed=PairingDraws(self.seed, pairing, "start"),
            board=self.board,
            rules=self.rules,
            **self.options,
        )

    def find_game(self) -> Game:
        return game(self.game)

    def find_bots(self) -> list[Bot]:
        """The bots, in order; raises a BotError if one does not exist."""
        find = finder(self.finder)
        return [find(self.find_game(), name) for name in self.bots]


def finder(path: str) -> Any:
    """Import `module:function`; raises an ArenaError if there is none."""
    module, _, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        why = one_line(f"{type(error).__name__}: {error}")
        raise ArenaError(f"finder: {one_line(path)!r} is no function ({why}): write module:function") from None
    if not callable(found):
        raise ArenaError(f"finder: {one_line(path)!r} is no function: write module:function")
    return found


def tupled(value: Any) -> Any:
    """A list from JSON as a tuple."""
    return tuple(value) if isinstance(value, list) else value


@lru_cache(maxsize=4)
def _cycle(bots: int, seats: int, alone: bool, seed: int, cycle: int) -> list[Lineup]:
    return shuffled(lineups(bots, seats, alone), source(seed, "lineups", cycle))


def _order(bots: int, seats: int, alone: bool, seed: int, number: int) -> Lineup:
    """The lineup of a pairing; all are played before one repeats."""
    cycle, index = divmod(number, len(lineups(bots, seats, alone)))
    return _cycle(bots, seats, alone, seed, cycle)[index]


def source(seed: int, *key: str | int) -> Chance:
    """An independent random source for each key."""
    digest = hashlib.sha256(json.dumps([seed, *key]).encode()).digest()
    return Chance(int.from_bytes(digest[:8], "big"))


class PairingDraws:
    """A pairing's chance: draw number d depends on nothing drawn before, nor on who moves."""

    def __init__(self, seed: int, pairing: int, purpose: str = "table") -> None:
        self._key = (seed, purpose, pairing)
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number 0..stop-1, each equally likely."""
        self._drawn += 1
        return source(*self._key, self._drawn).randrange(stop)
