"""Mabula written for OpenSpiel's Python API, the way one of its users would: a peer of the benchmark.

Action ring * 6 + k - 1 pushes the marble of that edge cell by k cells; the edge cells are numbered clockwise from
b8. A game opens with a chance node: which of the 40,158 arrangements of the ring it starts from.
"""

from functools import cache
from math import prod
from operator import itemgetter
from typing import Any

import pyspiel

RING = 24
LINE = 6
STARTS = 40_158
EMPTY = 2  # a cell holds a player's number, or this
CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

COLUMNS = "abcdefgh"
RING_CELLS = [
    *(f"{column}8" for column in "bcdefg"),
    *(f"h{row}" for row in range(7, 1, -1)),
    *(f"{column}1" for column in "gfedcb"),
    *(f"a{row}" for row in range(2, 8)),
]
INWARDS = (-8, -1, 8, 1)

EDGE = [COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1) for name in RING_CELLS]
LINES = [tuple(cell + INWARDS[ring // LINE] * k for k in range(1, LINE + 1)) for ring, cell in enumerate(EDGE)]
ON_LINE = [itemgetter(*line) for line in LINES]
PUSHES = [tuple(range(ring * LINE, ring * LINE + LINE)) for ring in range(RING)]
BESIDE = [
    [other for other in range(64) if abs(other % 8 - cell % 8) + abs(other // 8 - cell // 8) == 1] for cell in range(64)
]

GAME_TYPE = pyspiel.GameType(
    short_name="python_mabula",
    long_name="Python Mabula",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"scoring": "largest"},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=RING * LINE,
    max_chance_outcomes=STARTS,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=RING,
)


@cache
def arrangements() -> list[str]:
    """All rings of 12 W and 12 B with no three alike in a row, in alphabetical order."""
    rings = [""]
    for _ in range(RING):
        rings = [
            ring + letter
            for ring in rings
            for letter in "BW"
            if ring[-2:] != 2 * letter and ring.count(letter) < RING // 2
        ]
    rings = [ring for ring in rings if not any(three in ring[-2:] + ring[:2] for three in ("BBB", "WWW"))]
    assert len(rings) == STARTS
    return rings


class MabulaGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with its way of scoring: `largest` or `product`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})
        self.scoring: str = self.get_parameters().get("scoring", "largest")

    def new_initial_state(self) -> "MabulaState":
        """A table with nothing on it yet: the arrangement is still to be drawn."""
        return MabulaState(self)


class MabulaState(pyspiel.State):  # type: ignore[misc]
    """A game under way. The legal actions of who is to move are found once, when it becomes their turn."""

    def __init__(self, game: MabulaGame) -> None:
        super().__init__(game)
        self.scoring = game.scoring
        self.board = [EMPTY] * 64
        self.player = CHANCE
        self.actions: list[int] = []

    def current_player(self) -> int:
        """The player to move: 0 is White, 1 Black."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether neither has a move left."""
        return self.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every arrangement is equally likely."""
        return [(start, 1 / STARTS) for start in range(STARTS)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.actions

    def _apply_action(self, action: int) -> None:
        if self.player == CHANCE:
            for cell, letter in zip(EDGE, arrangements()[action], strict=True):
                self.board[cell] = "WB".index(letter)
            self.player, self.actions = 0, self._moves(0)
            return
        self._push(action // LINE, action % LINE + 1)
        other = 1 - self.player
        self.actions = self._moves(other)
        if self.actions:
            self.player = other
            return
        self.actions = self._moves(self.player)
        if not self.actions:
            self.player = OVER

    def _moves(self, player: int) -> list[int]:
        """Each own marble on the ring may go 1 to as many cells as its line has free."""
        board = self.board
        actions: list[int] = []
        for ring, cell in enumerate(EDGE):
            if board[cell] == player:
                actions += PUSHES[ring][: ON_LINE[ring](board).count(EMPTY)]
        return actions

    def _push(self, ring: int, k: int) -> None:
        """The pusher uses up the first k free cells of its line; the marbles among them stack up ahead of it."""
        board, line = self.board, LINES[ring]
        board[EDGE[ring]] = EMPTY
        marbles, free = [self.player], k
        for cell in line:
            if board[cell] == EMPTY:
                free -= 1
            else:
                marbles.append(board[cell])
                board[cell] = EMPTY
            if free == 0:
                break
        for cell, marble in zip(line[k - 1 :], marbles, strict=False):
            board[cell] = marble

    def groups(self, player: int) -> list[int]:
        """The sizes of a player's groups."""
        left = {cell for cell, marble in enumerate(self.board) if marble == player}
        sizes = []
        while left:
            found = [left.pop()]
            for cell in found:
                for other in BESIDE[cell]:
                    if other in left:
                        left.remove(other)
                        found.append(other)
            sizes.append(len(found))
        return sizes

    def scores(self) -> tuple[int, int]:
        """White's score and Black's, if the game ended now."""
        total = max if self.scoring == "largest" else prod
        return total(self.groups(0)), total(self.groups(1))

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; nothing in a draw, and before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        white, black = self.scores()
        value = float((white > black) - (white < black))
        return [value, -value]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return arrangements()[action]
        to = LINES[action // LINE][action % LINE]
        return f"{RING_CELLS[action // LINE]}-{COLUMNS[to % 8]}{to // 8 + 1}"

    def __str__(self) -> str:
        rows = [self.board[8 * y : 8 * y + 8] for y in range(7, -1, -1)]
        return "\n".join("".join("WB."[marble] for marble in row) for row in rows)


pyspiel.register_game(GAME_TYPE, MabulaGame)
