"""A game driven by another library: one seat after another, actions as numbers, one compiled call a step."""

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
Past = tuple["Past", int, int] | None  # the steps before, seat, action


@kernel
def look(board: Any, state: Any, out: Any) -> Any:
    """Write the legal actions into `out`; returns who acts and how many there are."""
    seat = actor(board, state)
    count = 0
    if seat >= CHANCE:
        count = legal(board, state, seat, out)
    return seat, count


@kernel
def advance(board: Any, state: Any, seat: int, action: int, out: Any) -> Any:
    """Play an action, then `look`."""
    play(board, state, seat, action)
    return look(board, state, out)


@cache
def prepared(name: str) -> Game:
    """A private `Game` with compiled rules; announces a compilation on stderr."""
    return Game(name).prepare(say=lambda words: print(words, file=sys.stderr))  # noqa: T201  people wait for it


@dataclass(frozen=True)
class BoardlessSetup:
    """A setup as it is pickled, without its board, which every process has."""

    players: int
    start: int | None
    rules: int
    options: dict[str, str]

    def find_setup(self, one: Game) -> Setup:
        options: dict[str, Any] = dict(self.options)
        return one.setup(self.players, start=self.start, rules=self.rules, **options)


@dataclass(frozen=True)
class EpisodeSetup:
    """The constants of an episode: game, setup, whether chance draws the start, and the compiled rules."""

    game: Game
    game_setup: Setup
    is_drawn: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        setup, has_files = self.game_setup, self.game.engine.board_files is not None
        given = BoardlessSetup(setup.players, setup.start, setup.rules, dict(setup.options))
        return restore_setup, (self.game.name, setup if has_files else given, self.is_drawn)

    @cached_property
    def advance(self) -> Any:
        return CPU.bind(advance, self.game.engine.rules)

    @cached_property
    def look(self) -> Any:
        return CPU.bind(look, self.game.engine.rules)

    def begin(self) -> "Episode":
        """A new game; if chance draws the start, before that draw."""
        starts = list(range(self.game.starts)) if self.is_drawn else []
        episode = Episode(self, self.game.begin(self.game_setup).state, CHANCE, starts)
        if not self.is_drawn:
            episode.look()
        return episode


def restore_setup(name: str, setup: Setup | BoardlessSetup, is_drawn: bool) -> EpisodeSetup:
    """Unpickle a setup: with this process's compiled rules, and its board unless that was pickled."""
    one = prepared(name)
    return EpisodeSetup(one, setup.find_setup(one) if isinstance(setup, BoardlessSetup) else setup, is_drawn)


class Episode:
    """A game in progress: its state, the seat that acts, its legal actions in ascending order, and its steps.

    `past` is a linked list, latest step first, so that copies share their common beginning. `notes` is a cache for
    callers; the next step clears it.
    """

    __slots__ = ("actions", "notes", "past", "seat", "setup", "state")

    def __init__(self, setup: EpisodeSetup, state: Any, seat: int, actions: list[int], past: Past = None) -> None:
        self.setup, self.state, self.seat, self.actions, self.past = setup, state, seat, actions, past
        self.notes: dict[Any, Any] = {}

    def copy(self) -> "Episode":
        """An independent copy, by way of bytes: much faster than copying a record field by field."""
        state = np.frombuffer(bytearray(self.state.tobytes()), self.state.dtype)[0]
        return Episode(self.setup, state, self.seat, self.actions, self.past)

    def __deepcopy__(self, memo: Any) -> "Episode":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle state and steps, without compiled rules and `notes`."""
        return restore_episode, (self.setup, self.state, self.is_undrawn, self.steps())

    @property
    def is_undrawn(self) -> bool:
        """Whether chance has still to draw the start."""
        return self.setup.is_drawn and self.seat == CHANCE

    def look(self) -> None:
        """Update the acting seat and its legal actions."""
        room = self.setup.game.engine.new_list()
        self.seat, count = self.setup.look(self.setup.game_setup.board.record, self.state, room)
        self.actions = sorted(room[:count].tolist())

    def check(self, action: int) -> None:
        """Raise the Refusal of an illegal action: compiled rules check nothing."""
        seat, count = self.seat, len(self.actions)
        if 0 <= action < count if self.is_undrawn else action in self.actions:
            return
        if seat > CHANCE:
            raise refusal_of(self.position(), seat, int(action))
        moment = "when the game is over" if seat < CHANCE else "of chance here"
        raise Refusal("illegal", f"{self.setup.game.name}.notation", f"There is no action {action} {moment}.")

    def play(self, action: int) -> None:
        """Play a legal action."""
        setup, action = self.setup, int(action)
        self.past, self.notes = (self.past, self.seat, action), {}
        if self.is_undrawn:
            self.state = setup.game.begin(replace(setup.game_setup, start=action)).state
            self.look()
            return
        room = setup.game.engine.new_list()
        self.seat, count = setup.advance(setup.game_setup.board.record, self.state, self.seat, action, room)
        self.actions = sorted(room[:count].tolist())

    def steps(self) -> list[tuple[int, int]]:
        """The steps so far: seat and action."""
        steps, past = [], self.past
        while past is not None:
            past, seat, action = past
            steps.append((seat, action))
        return steps[::-1]

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        game, board = self.setup.game, self.setup.game_setup.board
        if self.is_undrawn:
            return _all_starts(game.starts)
        weights = game.engine.weights(board, self.state)
        pairs = zip(game.engine.legal(board, self.state, CHANCE), weights, strict=True)
        return [(action, weight / sum(weights)) for action, weight in sorted(pairs)]

    def shares(self) -> list[float]:
        """Each seat's share of the win: 1 for a sole winner, 1/k for each of k winners."""
        places = self.setup.game.engine.places(self.setup.game_setup.board, self.state)
        return [(place == 1) / places.count(1) for place in places]

    def text(self, seat: int, action: int) -> str:
        """An action in our notation."""
        engine, board = self.setup.game.engine, self.setup.game_setup.board
        if self.is_undrawn:
            return engine.format_start(board, action)
        return engine.notation.format_action(board, self.state, seat, action)

    def position(self) -> Position:
        """The complete state as a position without history."""
        return Position(self.setup.game, self.setup.game_setup, self.state.copy())

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may see."""
        return self.position().view(seat)

    def hidden_from(self, seat: int) -> bytes:
        """The bytes of a seat's view."""
        episode = self.copy()
        self.setup.game.engine.hide(self.setup.game_setup.board, episode.state, seat)
        return bytes(episode.state.tobytes())

    def guess(self, seat: int, seed: int) -> "Episode":
        """An episode without history that agrees with everything the seat sees; a faster `View.guess`."""
        engine, board, episode = self.setup.game.engine, self.setup.game_setup.board, self.copy()
        engine.hide(board, episode.state, seat)
        engine.guess(board, episode.state, seat, new_rng(seed, 0))
        episode.past = None
        episode.look()
        return episode


def restore_episode(setup: EpisodeSetup, state: Any, is_undrawn: bool, steps: list[tuple[int, int]]) -> Episode:
    """Unpickle an episode."""
    episode = setup.begin()
    if not is_undrawn:
        episode.state = state
        for seat, action in steps:
            episode.past = (episode.past, seat, action)
        episode.look()
    return episode


@cache
def _all_starts(starts: int) -> list[tuple[int, float]]:
    return [(start, 1.0 / starts) for start in range(starts)]
