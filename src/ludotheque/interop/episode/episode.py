"""A game under way as other libraries drive it: one seat after another, actions as numbers, a compiled call a step."""

import sys
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from ludotheque.games.kernel import CPU, kernel
from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE, actor, legal, play
from ludotheque.interop.episode.refused_actions import refusal_of
from ludotheque.play.engine import new_rng
from ludotheque.play.game import Game, Setup
from ludotheque.play.position import Position
from ludotheque.play.view import View

DRAWN = -1  # the start of a game whose arrangement chance draws
Past = tuple["Past", int, int] | None  # what came before, seat, action


@kernel
def look(board: Any, state: Any, out: Any) -> Any:
    """Who acts, and how many legal actions were written."""
    seat = actor(board, state)
    count = 0
    if seat >= CHANCE:
        count = legal(board, state, seat, out)
    return seat, count


@kernel
def advance(board: Any, state: Any, seat: int, action: int, out: Any) -> Any:
    """Play, then look who acts next."""
    play(board, state, seat, action)
    return look(board, state, out)


@cache
def prepared(name: str) -> Game:
    """A game of our own with compiled rules, which nobody switches back; says so while they are compiled, once."""
    return Game(name).prepare(say=lambda words: print(words, file=sys.stderr))  # noqa: T201  people wait for it


@dataclass(frozen=True)
class BoardlessSetup:
    """A setup without its board, which is the same everywhere: what a sitting takes along on a journey."""

    players: int
    start: int | None
    rules: int
    options: dict[str, str]

    def find_setup(self, one: Game) -> Setup:
        options: dict[str, Any] = dict(self.options)
        return one.setup(self.players, start=self.start, rules=self.rules, **options)


@dataclass(frozen=True)
class EpisodeSetup:
    """What stays the same through a game: its setup, whether chance draws the start, and the compiled rules."""

    game: Game
    setup: Setup
    is_drawn: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        setup, has_files = self.setup, self.game.engine.board_files is not None
        given = BoardlessSetup(setup.players, setup.start, setup.rules, dict(setup.options))
        return sitting_again, (self.game.name, setup if has_files else given, self.is_drawn)

    @cached_property
    def advance(self) -> Any:
        return CPU.bind(advance, self.game.engine.rules)

    @cached_property
    def look(self) -> Any:
        return CPU.bind(look, self.game.engine.rules)

    def begin(self) -> "Episode":
        """A game at its very beginning: where chance draws the start, before that."""
        starts = list(range(self.game.starts)) if self.is_drawn else []
        episode = Episode(self, self.game.begin(self.setup).state, CHANCE, starts)
        if not self.is_drawn:
            episode.look()
        return episode


def sitting_again(name: str, setup: Setup | BoardlessSetup, is_drawn: bool) -> EpisodeSetup:
    """A sitting that has travelled, with the rules that are compiled here; a board that is always the same stays."""
    one = prepared(name)
    return EpisodeSetup(one, setup.find_setup(one) if isinstance(setup, BoardlessSetup) else setup, is_drawn)


class Episode:
    """How far a game has come: its state, the seat that acts, its legal actions in ascending order, and its steps.

    `past` is the latest step and the past before it; so copies share what they have in common. `notes` is what others
    have worked out about this moment; it is forgotten with the next step.
    """

    __slots__ = ("actions", "notes", "past", "seat", "sitting", "state")

    def __init__(self, sitting: EpisodeSetup, state: Any, seat: int, actions: list[int], past: Past = None) -> None:
        self.sitting, self.state, self.seat, self.actions, self.past = sitting, state, seat, actions, past
        self.notes: dict[Any, Any] = {}

    def copy(self) -> "Episode":
        """A copy to play on; by way of bytes, which is much faster than copying a record field by field."""
        state = np.frombuffer(bytearray(self.state.tobytes()), self.state.dtype)[0]
        return Episode(self.sitting, state, self.seat, self.actions, self.past)

    def __deepcopy__(self, memo: Any) -> "Episode":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """What travels to another process: no compiled rules, and nothing that was worked out."""
        return episode_again, (self.sitting, self.state, self.is_undrawn, self.steps())

    @property
    def is_undrawn(self) -> bool:
        """Whether chance has still to draw the start."""
        return self.sitting.is_drawn and self.seat == CHANCE

    def look(self) -> None:
        """Find out who acts."""
        room = self.sitting.game.engine.new_list()
        self.seat, count = self.sitting.look(self.sitting.setup.board.record, self.state, room)
        self.actions = sorted(room[:count].tolist())

    def check(self, action: int) -> None:
        """Raise the Refusal of an action that is not legal now: compiled rules look at nothing."""
        seat, count = self.seat, len(self.actions)
        if 0 <= action < count if self.is_undrawn else action in self.actions:
            return
        if seat > CHANCE:
            raise refusal_of(self.position(), seat, int(action))
        moment = "when the game is over" if seat < CHANCE else "of chance here"
        raise Refusal("illegal", f"{self.sitting.game.name}.notation", f"There is no action {action} {moment}.")

    def play(self, action: int) -> None:
        """Go one legal step on."""
        sitting, action = self.sitting, int(action)
        self.past, self.notes = (self.past, self.seat, action), {}
        if self.is_undrawn:
            self.state = sitting.game.begin(replace(sitting.setup, start=action)).state
            self.look()
            return
        room = sitting.game.engine.new_list()
        self.seat, count = sitting.advance(sitting.setup.board.record, self.state, self.seat, action, room)
        self.actions = sorted(room[:count].tolist())

    def steps(self) -> list[tuple[int, int]]:
        """The steps so far: seat and action."""
        steps, past = [], self.past
        while past is not None:
            past, seat, action = past
            steps.append((seat, action))
        return steps[::-1]

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring now, and how likely it is."""
        game, board = self.sitting.game, self.sitting.setup.board
        if self.is_undrawn:
            return _all_starts(game.starts)
        weights = game.engine.weights(board, self.state)
        pairs = zip(game.engine.legal(board, self.state, CHANCE), weights, strict=True)
        return [(action, weight / sum(weights)) for action, weight in sorted(pairs)]

    def shares(self) -> list[float]:
        """Each seat's share of the win: 1 for who wins alone, 1/k for each of k winners."""
        places = self.sitting.game.engine.places(self.sitting.setup.board, self.state)
        return [(place == 1) / places.count(1) for place in places]

    def text(self, seat: int, action: int) -> str:
        """An action in our notation."""
        engine, board = self.sitting.game.engine, self.sitting.setup.board
        if self.is_undrawn:
            return engine.format_start(board, action)
        return engine.notation.format_action(board, self.state, seat, action)

    def position(self) -> Position:
        """The whole truth, as a position without a past."""
        return Position(self.sitting.game, self.sitting.setup, self.state.copy())

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may see."""
        return self.position().view(seat)

    def hidden_from(self, seat: int) -> bytes:
        """The bytes of a seat's view."""
        episode = self.copy()
        self.sitting.game.engine.hide(self.sitting.setup.board, episode.state, seat)
        return bytes(episode.state.tobytes())

    def guess(self, seat: int, seed: int) -> "Episode":
        """A episode without a past that agrees with everything the seat sees: what `View.guess` does, but quicker."""
        engine, board, episode = self.sitting.game.engine, self.sitting.setup.board, self.copy()
        engine.hide(board, episode.state, seat)
        engine.guess(board, episode.state, seat, new_rng(seed, 0))
        episode.past = None
        episode.look()
        return episode


def episode_again(sitting: EpisodeSetup, state: Any, is_undrawn: bool, steps: list[tuple[int, int]]) -> Episode:
    """A episode that has travelled."""
    episode = sitting.begin()
    if not is_undrawn:
        episode.state = state
        for seat, action in steps:
            episode.past = (episode.past, seat, action)
        episode.look()
    return episode


@cache
def _all_starts(starts: int) -> list[tuple[int, float]]:
    return [(start, 1.0 / starts) for start in range(starts)]
