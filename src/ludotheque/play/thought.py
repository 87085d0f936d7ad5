"""A player's reasons for its choice: the moves it weighed, and a whole choice as advice."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move that a bot has weighed: its share of the thinking, and what it is worth to the seat, from 0 to 1."""

    move: str
    share: float
    value: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's move, and why. Values and scores are by seat, in seat order."""

    move: str
    values: tuple[float, ...] = ()  # each seat's expected reward: 1 is a win; levels mix in the margin of points
    scores: tuple[float, ...] = ()  # each seat's expected points
    weighed: tuple[Weighed, ...] = ()  # the best first
    line: tuple[str, ...] = ()  # how it expects the game to go on
    proof: str = ""  # `win`, `draw` or `loss` when that is proven, for the seat that moves
    simulations: int = 0
    seconds: float = 0.0
    memory: int = 0  # bytes of the tree
    notes: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """One whole choice that a bot would make, and what it thinks of each part."""

    steps: tuple[str, ...]
    thoughts: tuple[Thought, ...]
    counts_wins: bool = False  # whether `values` are shares of wins alone, without a margin of points
