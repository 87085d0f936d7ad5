"""One game's rules, ready to be called: interpreted at first, compiled once they are prepared."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ludotheque.games import NAMES, verbs
from ludotheque.games.game_contract import (
    BoardFilesModule,
    BoardModule,
    FactsModule,
    FieldsModule,
    NotationModule,
    RefusalsModule,
    RulesModule,
    SecrecyModule,
    StartsModule,
    StateModule,
    TextBoardModule,
)  # fmt: skip
from ludotheque.games.game_modules import load_module, offered
from ludotheque.games.kernel import CPU, PYTHON, Target, mark_of, set_mark
from ludotheque.games.options import choose
from ludotheque.games.playout import DESK, MAX_OUTCOMES, MAX_PARTS, MAX_SEATS, RESULT, random_games, setup_type
from ludotheque.games.random_source import RNG, seed_rng
from ludotheque.games.verbs import CHANCE
from ludotheque.play.progress import Progress

Say = Callable[[str], object]


class Engine:
    """The verbs of one game (see `games.verbs`), and the parts of its package."""

    def __init__(self, name: str) -> None:
        assert name in NAMES
        package = f"ludotheque.games.{name}"
        self.name = name
        self.facts_of = load_module(f"{package}.state", StateModule)
        self.rules = load_module(f"{package}.rules", RulesModule)
        self.boards = load_module(f"{package}.board", BoardModule)
        self.notation = load_module(f"{package}.notation", NotationModule)
        self.refusals = load_module(f"{package}.refusals", RefusalsModule)
        self.facts = load_module(f"{package}.facts", FactsModule)
        self.fields = load_module(f"{package}.fields", FieldsModule)
        self.drawn = load_module(f"{package}.text_board", TextBoardModule)
        self.board_files = offered(self.boards, BoardFilesModule)
        self.arrangements = load_module(f"{package}.notation", StartsModule) if self.facts_of.STARTS > 1 else None
        self.secretive = offered(self.rules, SecrecyModule)
        self.target = PYTHON
        self._bound = _Bound(self)

    def kernel(self, function: Callable[..., Any], target: Target | None = None) -> Any:
        """A kernel of this game, or one that serves every game, as it runs now."""
        return self._bound[function, target or self.target]

    @property
    def is_prepared(self) -> bool:
        """Whether compiled rules lie on disk, so that preparing takes no compilation."""
        return mark_of(self.rules, self.name).exists()

    def prepare(self, board: Any, say: Say | None = None) -> None:
        """Run compiled from now on. The first time on a machine this takes some seconds, which `say` announces."""
        if self.target is CPU or self.is_prepared:
            self.target = CPU
            return
        if say:
            say(f"Preparing the rules of {self.facts_of.TITLE}, once ...")
        for done, total in self.warm(board):
            if isinstance(say, Progress):
                say.advance(done, total)
        self.target = CPU
        set_mark(self.rules, self.name)

    def load(self, board: Any) -> bool:
        """Run compiled from now on, if compiled rules lie on disk; False, and nothing changes, if they do not.

        May be called from another thread while this engine is in use: everything is loaded before it is used.
        """
        if self.target is not CPU and self.is_prepared:
            from ludotheque.games.kernels.compiler import NotCompiled, only_loading

            try:
                with only_loading():
                    for _ in self.warm(board):
                        pass
            except NotCompiled:
                mark_of(self.rules, self.name).unlink(missing_ok=True)
                return False
            self.target = CPU
        return self.target is CPU

    def warm(self, board: Any) -> Iterator[tuple[int, int]]:
        """Compile or load every kernel that Python calls, for the types that it calls them with."""
        fast = Engine(self.name)
        fast.target = CPU
        calls = fast._calls(board, self.new_state(), self.facts_of.PLAYERS[0])
        for done, call in enumerate(calls, 1):
            call()
            yield done, len(calls)

    def _calls(self, board: Any, state: Any, players: int) -> list[Callable[[], object]]:
        """Every verb and the random game, called on one state; the random game needs all of them and comes last."""
        empty, chance = self.new_state(), np.zeros(1, RNG)[0]
        return [
            lambda: self.start(board, state, players, self.choose({}), 0, 1),
            lambda: self.waiting(board, state),
            lambda: self.places(board, state),
            lambda: self.weights(board, state),
            lambda: self.endings(board, state),
            lambda: self.hide(board, state.copy(), 1),
            lambda: self.guess(board, state.copy(), 1, new_rng(0, 0)),
            lambda: self._play_first(board, state),
            lambda: self.kernel(random_games)(
                board.record, np.stack([empty, empty]), chance, self.new_setup(players, {}, 1), 0,
                np.zeros(2, np.int64), 0, self.new_list(), np.zeros(1, DESK)[0], np.zeros(1, RESULT),
            ),
        ]  # fmt: skip

    def _play_first(self, board: Any, state: Any) -> None:
        seat = self.actor(board, state)
        self.play(board, state, seat, self.legal(board, state, seat)[0])

    def new_list(self) -> Any:
        """Room for the longest list of legal actions."""
        return np.zeros(self.facts_of.MAX_LEGAL, np.int16)

    def new_state(self) -> Any:
        return np.zeros(1, self.facts_of.STATE)[0]

    def choose(self, options: Mapping[str, str]) -> Any:
        """The record of options that `start` takes; one that is not named has its first value."""
        return choose(self.facts_of.OPTIONS, self.facts_of.CHOSEN, options)

    def new_setup(self, players: int, options: Mapping[str, str], version: int) -> Any:
        """The setup record for the kernels of random play, from any of the game's arrangements."""
        setup = np.zeros(1, setup_type(self.facts_of.CHOSEN))[0]
        setup.players, setup.starts, setup.version = players, self.facts_of.STARTS, version
        setup.options = self.choose(options)
        return setup

    def start(self, board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
        self._bound[verbs.start, self.target](board.record, state, players, options, start, version)

    def actor(self, board: Any, state: Any) -> int:
        return int(self._bound[verbs.actor, self.target](board.record, state))

    def waiting(self, board: Any, state: Any) -> int:
        return int(self._bound[verbs.waiting, self.target](board.record, state))

    def legal(self, board: Any, state: Any, seat: int) -> list[int]:
        out = self.new_list()
        count = self._bound[verbs.legal, self.target](board.record, state, seat, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def weights(self, board: Any, state: Any) -> list[int]:
        out = np.zeros(MAX_OUTCOMES, np.int16)
        count = self._bound[verbs.weights, self.target](board.record, state, out)
        return [int(weight) for weight in out[:count]]

    def play(self, board: Any, state: Any, seat: int, action: int) -> None:
        self._bound[verbs.play, self.target](board.record, state, seat, action)

    def scores(self, board: Any, state: Any) -> list[list[int]]:
        out = np.zeros((MAX_SEATS + 1, MAX_PARTS), np.int32)
        parts = self._bound[verbs.score, self.target](board.record, state, out)
        rows: list[list[int]] = out[1 : int(state["players"]) + 1, :parts].tolist()
        return rows

    def places(self, board: Any, state: Any) -> list[int]:
        out = np.zeros(MAX_SEATS + 1, np.int32)
        out[1 : int(state.players) + 1] = [sum(parts) for parts in self.scores(board, state)]
        self._bound[verbs.rank, self.target](board.record, state, out)
        return [int(place) for place in out[1 : int(state.players) + 1]]

    def hide(self, board: Any, state: Any, seat: int) -> None:
        self._bound[verbs.hide, self.target](board.record, state, seat)

    def guess(self, board: Any, state: Any, seat: int, rng: Any) -> None:
        self._bound[verbs.guess, self.target](board.record, state, seat, rng)

    def secret_steps(self, board: Any, state: Any, seat: int | None) -> dict[int, tuple[int, int]]:
        """Of each seat's latest steps: how many all have seen, and how many before these are secret for `seat`."""
        return self.secretive.secret_steps(board, state, seat) if self.secretive else {}

    def format_start(self, board: Any, number: int) -> str:
        """A starting arrangement as text, of a game that has several."""
        assert self.arrangements is not None
        return self.arrangements.format_start(board, number)

    def endings(self, board: Any, state: Any) -> list[str]:
        bits = int(self._bound[verbs.endings, self.target](board.record, state))
        return [name for i, name in enumerate(self.facts_of.ENDINGS) if bits >> i & 1]

    def actors(self, board: Any, state: Any) -> tuple[int, ...]:
        if self.actor(board, state) == CHANCE:
            return (CHANCE,)
        seats = self.waiting(board, state)
        return tuple(seat for seat in range(1, MAX_SEATS + 1) if seats >> seat & 1)


class _Bound(dict[tuple[Callable[..., Any], Target], Any]):
    """Kernels bound to an engine's rules, by function and target; each is bound on first use."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    def __missing__(self, key: tuple[Callable[..., Any], Target]) -> Any:
        function, target = key
        self[key] = target.bind(function, self._engine.rules)
        return self[key]


def new_rng(seed: int, stream: int) -> Any:
    """A random source of the kernels."""
    rng = np.zeros(1, RNG)[0]
    low = 0xFFFFFFFF
    seed_rng(rng, seed & low, seed >> 32 & low, stream & low, stream >> 32 & low)
    return rng
