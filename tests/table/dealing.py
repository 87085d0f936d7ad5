"""Tables for tests: a log in memory, with draws that can be repeated."""

from bisect import bisect_right
from itertools import accumulate

from ludotheque.log import commands
from ludotheque.log.entries import BotHolder, Entry, Logged, PersonHolder, Sit
from ludotheque.log.entry_replay import apply_entry, replay
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.chance import Chance


class Numbered:
    """Dice whose outcome depends on the draw's number alone; records the numbers drawn."""

    def __init__(self, seed: int = 7) -> None:
        self.seed = seed
        self.numbers: list[int] = []

    def draw(self, number: int, weights: list[int]) -> int:
        self.numbers.append(number)
        ends = list(accumulate(weights))
        return bisect_right(ends, Chance(self.seed, number).randrange(ends[-1]))


class Bench:
    """A table state and its log, without a database."""

    def __init__(
        self, game: str, players: int = 2, *, bots: tuple[int, ...] = (), alone: bool = True, is_begun: bool = True,
        **terms: object,
    ):  # fmt: skip
        self.terms = Terms.model_validate({"game": game, "players": players, "rules": 1, "seating": "chosen", **terms})
        self.log: list[Logged] = []
        self.state, self.draws, self.alone = TableState(self.terms), Numbered(), alone
        for seat in range(1, players + 1):
            holder = BotHolder(level="club", version=1) if seat in bots else PersonHolder(person=f"p{seat}", name="Ada")
            self.write(Sit(seat=seat, holder=holder))
        if is_begun:
            self.write(commands.begin(self.state, self.draws, self.auto_play))

    @property
    def auto_play(self) -> range:
        """The seats for which single options are played."""
        return range(1, self.terms.players + 1) if self.alone else range(0)

    def write(self, entry: Entry, at: float | None = None) -> int:
        """An entry more; returns its number."""
        number = self.state.number + 1
        logged = Logged(number=number, at=float(number) if at is None else at, entry=entry)
        self.log.append(logged)
        apply_entry(self.state, logged)
        return number

    def play(self, seat: int, *steps: str) -> int:
        return self.write(commands.play(self.state, seat, steps, self.draws, self.auto_play).entries[0])

    def first(self, seat: int) -> str:
        """The first legal step of a seat."""
        assert self.state.position is not None
        return self.state.position.legal(seat)[0].text

    def back(self, seat: int) -> int:
        return self.write(commands.take_back(self.state, seat))

    def again(self) -> TableState:
        """The table state, replayed from the log."""
        return replay(TableState(self.terms), self.log)
