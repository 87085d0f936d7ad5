"""One game between bots. Each gets the view of its seat and a random source of its own, and nothing else."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any

from ludotheque.arena.lineups import Lineup
from ludotheque.arena.schedule import GameJob, PairingDraws, Plan, source, tupled
from ludotheque.bots.bot import Bot, BotError, choose
from ludotheque.bots.program import ProgramTimeoutError, one_line
from ludotheque.play.position import Position, Step

GRACE = 1.0  # seconds that a choice may exceed its budget
BROKEN = (Exception, SystemExit)  # a bot's failures; Ctrl-C is none

Watch = Callable[[int], object]


@dataclass(frozen=True)
class PlayedGame:
    """A finished game; by seat: bot, place, score, number of choices and their seconds."""

    pairing: int
    seating: int
    bots: Lineup
    places: tuple[int, ...]
    scores: tuple[int, ...]
    length: int
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    forfeit: str  # why a seat lost early; empty for a game played to its end
    record: str

    def to_json(self) -> str:
        """The game as text, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "PlayedGame":
        """The game that `to_json` wrote."""
        data: dict[str, Any] = json.loads(text)
        return cls(**{name: tupled(value) for name, value in data.items()})


def dismiss(bot: Bot) -> None:
    """Close a bot and ignore its errors; it starts afresh in the next game."""
    with suppress(*BROKEN):
        getattr(bot, "close", bool)()


class Forfeit(Exception):  # noqa: N818  a way to end a game
    """A seat loses at once, for a reason; `word` is the record's end."""

    def __init__(self, seat: int, word: str, why: str) -> None:
        super().__init__(why)
        self.seat, self.word = seat, word


class Match:
    """Plays one game of a plan.

    `watch` is called with the seat that begins to think, with minus the seat while its bot starts or closes, and with 0
    afterwards.
    """

    def __init__(self, plan: Plan, bots: Sequence[Bot], job: GameJob, watch: Watch = lambda seat: None) -> None:
        self.plan, self.bots, self.job, self.watch = plan, bots, job, watch
        self.draws = PairingDraws(plan.seed, job.pairing)
        self.choices = [0] * plan.players
        self.seconds = [0.0] * plan.players

    def play(self) -> PlayedGame:
        """Play to the end, or until a seat forfeits; then close the bots."""
        try:
            played = self._play()
        except BaseException:  # keep the last watched seat: it may be to blame
            self._dismiss(lambda seat: None)
            raise
        self._dismiss(self.watch)
        return played

    def _play(self) -> PlayedGame:
        one = self.plan.find_game()
        position = one.begin(self.plan.setup(one, self.job.pairing))
        try:
            self._greet()
            while (outcome := position.outcome) is None:
                position = self._step(position)
        except Forfeit as forfeit:
            return self.forfeited(position, forfeit)
        return self._played(position, outcome.places, outcome.scores, "")

    def forfeited(self, position: Position, forfeit: Forfeit) -> PlayedGame:
        """The game in this position, lost by the seat that forfeits; the others share the win."""
        seats = range(1, self.plan.players + 1)
        places = tuple(len(seats) if seat == forfeit.seat else 1 for seat in seats)
        scores = tuple(score.total for score in position.scores)
        why = f"seat {forfeit.seat}, ply {position.ply}: {one_line(str(forfeit))}"
        return self._played(position, places, scores, why, end=f"{forfeit.word} {forfeit.seat}")

    def _greet(self) -> None:
        """Start the bots' programs before any clock runs."""
        for seat, number in enumerate(self.job.bots, 1):
            self.watch(-seat)
            with self._to_blame(seat):
                getattr(self.bots[number], "greet", bool)()
        self.watch(0)

    def _dismiss(self, watch: Watch) -> None:
        for number, seat in {number: seat for seat, number in enumerate(self.job.bots, 1)}.items():
            watch(-seat)
            dismiss(self.bots[number])
        watch(0)

    @contextmanager
    def _to_blame(self, seat: int) -> Iterator[None]:
        """Turn any error of a seat's bot into its forfeit."""
        bot = self.bots[self.job.bots[seat - 1]]
        try:
            yield
        except BotError as error:
            raise Forfeit(seat, "time" if isinstance(error, ProgramTimeoutError) else "left", str(error)) from None
        except BROKEN as error:
            raise Forfeit(seat, "left", f"{bot.name} fails: {type(error).__name__}: {error}") from None

    def _step(self, position: Position) -> Position:
        if position.is_chance:
            return position.roll(self.draws)
        seat = position.actors[0]
        return position.play(self._choice(position, seat))

    def _choice(self, position: Position, seat: int) -> Step:
        """Let a seat choose, and measure its time."""
        bot, budget = self.bots[self.job.bots[seat - 1]], self.plan.budget
        chance = source(self.plan.seed, "bot", self.job.pairing, self.job.seating, seat, self.choices[seat - 1])
        self.watch(seat)
        begun = time.perf_counter()
        with self._to_blame(seat):
            step = choose(bot, position.view(seat), budget, chance)
        took = time.perf_counter() - begun
        self.watch(0)
        self.choices[seat - 1] += 1
        self.seconds[seat - 1] += took
        if budget and budget.seconds and took > budget.seconds + GRACE:
            raise Forfeit(seat, "time", f"{bot.name} takes {took:.1f} s for a choice of {budget.seconds:g} s")
        return step

    def _played(
        self, position: Position, places: tuple[int, ...], scores: tuple[int, ...], forfeit: str, **end: str
    ) -> PlayedGame:
        names = {f"x_seat_{seat}": self.plan.bots[number] for seat, number in enumerate(self.job.bots, 1)}
        number = f"{self.job.pairing}.{self.job.seating}"
        notes = {"x_arena": self.plan.key, "x_game": number, "x_seed": str(self.plan.seed)}
        notes |= {"x_forfeit": forfeit} if forfeit else {}
        record = str(position.record(None, **names, **notes, **end))
        return PlayedGame(
            self.job.pairing, self.job.seating, self.job.bots, places, scores, position.ply, tuple(self.choices),
            tuple(round(one, 4) for one in self.seconds), forfeit, record,
        )  # fmt: skip
