"""The kernel contract: what every game's `rules.py` answers, under these names.

`board` is one read-only record per game and board, `state` one record that holds a whole game. Seats are 1..n, and
arrays by seat are indexed by the seat itself. An action is a number 0..ACTIONS-1 with a fixed meaning.
`Target.bind` puts a game's own functions in the place of these bodies.
"""

from typing import Any

from ludotheque.games.kernel import verb

CHANCE = 0
OVER = -1


@verb
def start(board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
    """Fill a zeroed state. `options` is a record of the game's CHOSEN: the number of each option's value, by name.

    `start` numbers the starting arrangements (0 where there is one), `version` is the rules version.
    """
    raise NotImplementedError


@verb
def actor(board: Any, state: Any) -> int:
    """The seat waited for (the lowest, if several), CHANCE, or OVER."""
    raise NotImplementedError


@verb
def waiting(board: Any, state: Any) -> int:
    """The seats waited for, as bits (seat s is 1 << s)."""
    raise NotImplementedError


@verb
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a seat that is waited for (of CHANCE: the outcomes); returns how many."""
    raise NotImplementedError


@verb
def weights(board: Any, state: Any, out: Any) -> int:
    """At CHANCE: write the weight of each outcome, in the order of `legal`; returns how many."""
    raise NotImplementedError


@verb
def play(board: Any, state: Any, seat: int, action: int) -> None:
    """Change the state in place by an action that is legal."""
    raise NotImplementedError


@verb
def score(board: Any, state: Any, out: Any) -> int:
    """Write each seat's score if the game ended now: out[seat, part], parts that add up; returns how many parts."""
    raise NotImplementedError


@verb
def rank(board: Any, state: Any, out: Any) -> None:
    """Turn each seat's total in out[seat] into its place: 1 for a winner, ties shared after the tie-breaks."""
    raise NotImplementedError


@verb
def hide(board: Any, state: Any, seat: int) -> None:
    """Erase what the seat may not know (seat 0: a spectator)."""
    raise NotImplementedError


@verb
def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Fill what the seat does not know with something possible, at random."""
    raise NotImplementedError


@verb
def is_quiet(board: Any, state: Any, action: int) -> bool:
    """Whether the action gives something up (`done`, `pass`, `decline`); the busy policy plays few of them."""
    raise NotImplementedError


@verb
def endings(board: Any, state: Any) -> int:
    """The ways in which the game has come to its end, as bits in the order of ENDINGS."""
    raise NotImplementedError
