"""A place at a table in this process: one or several seats of a game, bots in the others."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludotheque.drawing import language, marks_of, told, waiting_words
from ludotheque.drawing.words import expected
from ludotheque.games.phrase import Phrase, say
from ludotheque.interop.place import Hint, Look, PlaceError, Sitter, check_steps, one_at_a_time, own_seat
from ludotheque.play.chance import Chance, Source
from ludotheque.play.choice import is_half_made, parts_of
from ludotheque.play.position import Position
from ludotheque.play.record import Record
from ludotheque.play.view import View

if TYPE_CHECKING:
    from ludotheque.bots.bot import Bot

NOTHING = say("There is nothing to take back.")
ALONE = say("Nobody else sits here: just stop.")
NOT_NOW = say("There is nothing to advise: you are not waited for.")


class Here:
    """A game against bots. `kept` is called with the position after whatever is played or taken back."""

    def __init__(
        self, position: Position, seats: Sequence[int] = (1,), bot: "Bot | None" = None, level: str = "random",
        chance: Source | None = None, lang: str = "en", kept: Callable[[Position], None] | None = None,
    ) -> None:  # fmt: skip
        if not seats or not all(type(one) is int and 1 <= one <= position.players for one in seats):
            raise PlaceError(f"seats: some of 1 to {position.players}, not {', '.join(map(str, seats)) or 'none'}")
        self.seats = tuple(sorted(set(seats)))
        self.position, self.language, self.level = position, language(lang).code, level
        self._bot, self._chance, self._kept = bot, chance or Chance(0, 1), kept
        self._number = 0
        self._proofs: dict[int, str] = {}  # what bots have worked out about the end
        self._story: tuple[int | None, str, Position, tuple[str, ...]] | None = None  # viewer, language, what was told
        self._changing, self._waiting = threading.Condition(), threading.Lock()
        self._is_closed = False

    def speak(self, code: str) -> None:
        self.language = language(code).code

    # ---- looking

    def look(self, seat: int | None = None) -> Look:
        with self._changing:
            position, number = self.position, self._number
        seat = own_seat(self.seats, position.actors, seat)
        view = position.view(seat)
        return Look(
            game=position.game,
            number=number,
            stage="over" if position.is_over else "playing",
            seat=seat,
            view=view,
            marks=marks_of(position, seat),
            waited_for=tuple(one for one in position.actors if one),
            legal=tuple(step.text for step in view.legal()),
            parts=parts_of(view),
            told=self._tell(position, seat),
            prompt=expected(view, self.language),
            seats=tuple(self._sitter(position, one) for one in range(1, position.players + 1)),
            may_take_back=self._before(position, seat) is not None,
            ending=waiting_words(position, self.language) if position.is_over else "",
            busy=tuple(one for one in position.actors if one and one not in self.seats),
            compiled=self.compiled,
        )

    @property
    def compiled(self) -> int:
        """How much of this game is compiled, in percent."""
        return 100

    def _sitter(self, position: Position, seat: int) -> Sitter:
        is_mine = seat in self.seats
        return Sitter(
            seat, position.game.seat_name(seat), "" if is_mine else self.level, not is_mine, is_mine,
            seat in position.actors, proof=self._proofs.get(seat, ""),
        )  # fmt: skip

    def _tell(self, position: Position, seat: int | None) -> tuple[str, ...]:
        """What has happened as a seat knows it, or where several share the screen, as all do."""
        viewer = seat if len(self.seats) == 1 else None
        known = self._story if self._story and self._story[:2] == (viewer, self.language) else None
        words, already = list[str](), tuple[str, ...]()
        for after in [position, *position.history]:
            if known and after is known[2]:
                already = known[3]
                break
            before = next(after.history, None)
            if before is not None and after.last is not None:
                words.append(told(before, after.last, viewer, self.language, after))
        story = (*already, *(one for one in reversed(words) if one))
        self._story = viewer, self.language, position, story
        return story

    def _before(self, position: Position, seat: int | None) -> Position | None:
        """The latest moment at which a seat had a choice, and had not made a part of it."""
        if seat is None:
            return None
        for one in position.history:
            if seat in one.actors and len(one.legal(seat)) > 1 and not is_half_made(one, seat):
                return one
        return None

    # ---- going on

    def wait(self, timeout: float | None = None) -> bool:
        end = None if timeout is None else time.monotonic() + timeout
        with one_at_a_time(self._waiting, timeout) as is_mine:
            return is_mine and self._wait(end)

    def _wait(self, end: float | None) -> bool:
        with self._changing:
            while not self._is_closed and not self._others():
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._changing.wait(left)
            if self._is_closed:
                return False
            position, seat = self.position, self._others()[0]
            if not seat:
                self._go_on(position.roll(self._chance))
                return True
            if seat in self.seats:
                self._go_on(position.play(position.legal(seat)[0], seat))
                return True
        return self._let_think(position, seat)

    def _others(self) -> tuple[int, ...]:
        """Who goes on without being asked: chance (0), a person with a single option, then the bots."""
        position = self.position
        if position.is_over:
            return ()
        if position.is_chance:
            return (0,)
        single = [seat for seat in position.actors if seat in self.seats and len(position.legal(seat)) == 1]
        return (*single, *(seat for seat in position.actors if seat not in self.seats))

    def _let_think(self, position: Position, seat: int) -> bool:
        """A bot's move, thought outside of the lock: people who choose at the same time may go on meanwhile."""
        view = position.view(seat)
        step, proof = self._choose(view)
        with self._changing:
            now = self.position
            if self._is_closed:
                return False
            if seat not in now.actors or now.view(seat) != view:
                return True  # what it thought about was taken back
            if proof:
                self._proofs[seat] = proof
            self._go_on(now.play(step, seat))
        return True

    def _choose(self, view: View) -> tuple[str, str]:
        """A bot's step, and how the game ends, if it has worked that out."""
        if self._bot is None:
            steps = view.legal()
            return steps[self._chance.randrange(len(steps))].text, ""
        from ludotheque.bots.bot import consider

        step, thought = consider(self._bot, view, None, self._chance)
        return str(step), thought.proof

    def _go_on(self, position: Position) -> None:
        with self._changing:
            self.position = position
            self._number += 1
            self._changing.notify_all()
        if self._kept:
            self._kept(position)

    # ---- doing

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        with self._changing:
            position = self.position
            seat = own_seat(self.seats, position.actors, seat)
            check_steps(position.view(seat), steps)
            for step in steps:
                position = position.play(step, seat)
            self._go_on(position)

    def take_back(self, seat: int | None = None) -> None:
        with self._changing:
            before = self._before(self.position, own_seat(self.seats, self.position.actors, seat))
            if before is None:
                raise PlaceError(self._say(NOTHING), "late")
            self._proofs.clear()
            self._go_on(before)

    def hint(self, seat: int | None = None) -> Hint:
        from ludotheque.bots.advice import ADVISER, advise
        from ludotheque.bots.levels import find_bot
        from ludotheque.drawing.advice import tell_advice

        position = self.position
        view = position.view(own_seat(self.seats, position.actors, seat))
        if not view.legal():
            raise PlaceError(self._say(NOT_NOW), "late")
        view.game.prepare(None)
        advice = advise(find_bot(view.game, ADVISER), view, seed=0)
        words = tell_advice(view, advice, self.language)
        return Hint(advice.steps, tuple(words.words), tuple(words.reason))

    def resign(self, seat: int | None = None) -> None:
        raise PlaceError(self._say(ALONE), "wrong")

    def record(self) -> Record:
        """The game as far as the one who sits here may know it, or where several share the screen, as all do."""
        position = self.position
        return position.record(None if position.is_over else self.seats[0] if len(self.seats) == 1 else 0)

    def close(self) -> None:
        with self._changing:
            self._is_closed = True
            self._changing.notify_all()

    def _say(self, phrase: Phrase) -> str:
        return language(self.language).say(phrase)
