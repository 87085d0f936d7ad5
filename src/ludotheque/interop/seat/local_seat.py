"""A seat at a table in this process: one or several seats of a game, bots in the others."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ludotheque.drawing import language, marks_of
from ludotheque.interop.seat.local_table import LocalTable, SourceDraws, holders_of
from ludotheque.interop.seat.seat import Hint, SeatError, TableSnapshot, check_steps, one_at_a_time, own_seat
from ludotheque.interop.seat.table_snapshot import beginning_words, snapshot_of
from ludotheque.interop.seat.undo_requests import back_acts, outcome_of
from ludotheque.log.commands import StaleRequest
from ludotheque.log.rights import check, why_not_hint
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.chance import Chance, Source
from ludotheque.play.choice import is_half_made
from ludotheque.play.position import Position
from ludotheque.play.record import Record
from ludotheque.play.view import View
from ludotheque.wire.requests import PlayAct, ResignAct

if TYPE_CHECKING:
    from ludotheque.bots.bot import Bot


class LocalSeat:
    """A game against bots. `kept` is called with the position after every play and take-back."""

    def __init__(
        self, position: Position, seats: Sequence[int] = (1,), bot: "Bot | None" = None, level: str = "random",
        chance: Source | None = None, lang: str = "en", kept: Callable[[Position], None] | None = None,
    ) -> None:  # fmt: skip
        if not seats or not all(type(one) is int and 1 <= one <= position.players for one in seats):
            raise SeatError(f"seats: some of 1 to {position.players}, not {', '.join(map(str, seats)) or 'none'}")
        self.language, self.level = language(lang).code, level
        self._bot, self._chance, self._kept = bot, chance or Chance(0, 1), kept
        holders = holders_of(position.players, seats, level, bot.version if bot else 1)
        self.table = LocalTable(position, holders, SourceDraws(self._chance))
        self._proofs: dict[int, str] = {}  # by seat: win, draw or loss, once its bot has solved the game
        self._began: dict[tuple[int | None, str], tuple[str, ...]] = {}
        self._changing, self._waiting = threading.Condition(), threading.Lock()
        self._is_closed = False

    @property
    def seats(self) -> tuple[int, ...]:
        return self.table.own

    @property
    def position(self) -> Position:
        """The current position, with everything that is hidden."""
        return position_of(self.table.state)

    @property
    def compiled(self) -> int:
        """Percentage of this game's rules that is compiled."""
        return 100

    def speak(self, code: str) -> None:
        self.language = language(code).code

    # ---- snapshots

    def look(self, seat: int | None = None) -> TableSnapshot:
        """The table as a seat sees it; where several seats share the screen, with the public story."""
        with self._changing:
            position = self.position
            seat = own_seat(self.seats, position.actors, seat)
            news = self.table.seen(seat, self.language, compiled=self.compiled)
            viewer = seat if len(self.seats) == 1 else None
            entries = news.entries if viewer else self.table.entries_for_all(self.language)
            secrets, proofs = self.table.secret_words(viewer, self.language), dict(self._proofs)
        began = self._beginning(viewer, self.language)
        view, marks = position.view(seat), marks_of(position, seat)
        snapshot = snapshot_of(news, entries, view, marks, self.language, began=began, secrets=secrets)
        return replace(snapshot, seats=tuple(replace(one, proof=proofs.get(one.seat, "")) for one in snapshot.seats))

    def _beginning(self, viewer: int | None, lang: str) -> tuple[str, ...]:
        """The steps before the first choice in words; cached by language."""
        if (known := self._began.get((viewer, lang))) is None:
            known = self._began[viewer, lang] = beginning_words(self.table.opening, viewer, lang)
        return known

    # ---- bots

    def wait(self, timeout: float | None = None) -> bool:
        end = None if timeout is None else time.monotonic() + timeout
        with one_at_a_time(self._waiting, timeout) as is_mine:
            return is_mine and self._wait(end)

    def _wait(self, end: float | None) -> bool:
        with self._changing:
            while not self._is_closed and not self.table.state.is_bot_waited_for:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._changing.wait(left)
            if self._is_closed:
                return False
            state = self.table.state
        return self._let_think(state, next(seat for seat in state.waited_for if seat in state.bot_seats))

    def _let_think(self, state: TableState, seat: int) -> bool:
        """Play a bot's choice. The bot thinks without the lock, so that people who choose at the same time can play."""
        steps, proof = self._choose_all(position_of(state), seat)
        with self._changing:
            if self._is_closed:
                return False
            try:
                self.table.play_bot(seat, steps, state.number)
            except StaleRequest:
                return True  # a person withdrew a choice meanwhile
            if proof:
                self._proofs[seat] = proof
            self._go_on()
        return True

    def _choose_all(self, position: Position, seat: int) -> tuple[list[str], str]:
        """A bot's complete choice, and win, draw or loss if it has solved the game."""
        steps = list[str]()
        while True:
            step, proof = self._choose(position.view(seat))
            steps.append(step)
            position = position.play(step, seat)
            if not is_half_made(position, seat):
                return steps, proof

    def _choose(self, view: View) -> tuple[str, str]:
        """A bot's step, and win, draw or loss if it has solved the game."""
        if self._bot is None:
            steps = view.legal()
            return steps[self._chance.randrange(len(steps))].text, ""
        from ludotheque.bots.bot import consider

        step, thought = consider(self._bot, view, None, self._chance)
        return str(step), thought.proof

    def _go_on(self) -> None:
        self._changing.notify_all()
        if self._kept:
            self._kept(self.position)

    # ---- acts

    @contextmanager
    def _as(self, seat: int | None) -> Iterator[int | None]:
        """Act as a seat of mine; a TableError becomes a SeatError in the seat's language."""
        with self._changing:
            try:
                yield own_seat(self.seats, self.position.actors, seat)
            except TableError as error:
                said = language(self.language).say(error.phrase) if error.phrase else str(error)
                raise SeatError(said, error.kind) from None

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        with self._as(seat) as mine:
            check_steps(self.position.view(mine), steps)
            number = self.table.state.number
            self.table.perform(PlayAct(seen=number, steps=tuple(steps), id=uuid.uuid4().hex, seat=mine))
            self._go_on()

    def take_back(self, seat: int | None = None) -> str:
        with self._as(seat) as mine:
            for act in back_acts(self.table.seen(mine, self.language), mine):
                self.table.perform(act)
            self._proofs.clear()
            self._go_on()
            return outcome_of(self.table.seen(mine, self.language), self.language)

    def hint(self, seat: int | None = None) -> Hint:
        from ludotheque.bots.adviser import ADVISER, advise
        from ludotheque.bots.levels import find_bot
        from ludotheque.drawing.advice_words import tell_advice

        with self._as(seat) as mine:
            view = self.position.view(mine)
            check(why_not_hint(self.table.state, mine or 0))
        view.game.prepare(None)
        advice = advise(find_bot(view.game, ADVISER), view, seed=0)
        words = tell_advice(view, advice, self.language)
        return Hint(advice.steps, tuple(words.words), tuple(words.reason))

    def resign(self, seat: int | None = None) -> None:
        with self._as(seat) as mine:
            self.table.perform(ResignAct(seat=mine))
            self._go_on()

    def record(self) -> Record:
        """The game without what is hidden from my seat; of several seats on one screen, the public game."""
        position = self.position
        return position.record(None if position.is_over else self.seats[0] if len(self.seats) == 1 else 0)

    def close(self) -> None:
        with self._changing:
            self._is_closed = True
            self._changing.notify_all()


def position_of(state: TableState) -> Position:
    """The position of a local table, which has always begun."""
    assert state.position is not None  # noqa: S101
    return state.position
