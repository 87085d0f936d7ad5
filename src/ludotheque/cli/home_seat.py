"""A seat at a local game: bots in the other seats, and a file that stores the game."""

from collections.abc import Callable

from ludotheque.bots.early_bots import early_bot, workshop_of
from ludotheque.bots.levels import LEVELS, find_bot
from ludotheque.cli.saved_games import ReadyGame
from ludotheque.drawing import language
from ludotheque.games.phrase import Phrase, say
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import Hint, SeatError
from ludotheque.play.position import Position
from ludotheque.play.record import Record

LATER = say("The bots are still getting ready: ask again in a minute.")
FIRST_TIME = say("The first time here, the rules are prepared: a minute or two.")


class HomeSeat(LocalSeat):
    """A game against bots; once a person has played, every change is saved to its file."""

    def __init__(
        self, sitting: ReadyGame, lang: str, complain: Callable[[Phrase], None], announce: Callable[[Phrase], None]
    ) -> None:
        position, level = sitting.position, sitting.request.against
        self.kept, self._complain, self._begun = sitting.kept, complain, position.ply
        self._is_early = level in LEVELS and len(sitting.people) < position.players
        bot = early_bot(position.game, level) if self._is_early else find_bot(position.game, level)
        if len(sitting.people) < position.players and level != "random":
            announce(say("{bot} sits down ...", bot=level))
            if not self._is_early and not position.game.engine.is_prepared:
                announce(FIRST_TIME)
        super().__init__(position, sitting.people, bot, level, sitting.chance, lang, self.keep)

    @property
    def compiled(self) -> int:
        """Percentage of this game's rules that is compiled; 100 if none have to be."""
        return workshop_of(self.position.game.name).progress()[self.position.game.name] if self._is_early else 100

    def hint(self, seat: int | None = None) -> Hint:
        if self.compiled < 100:
            raise SeatError(language(self.language).say(LATER), "busy")
        return super().hint(seat)

    def keep(self, now: Position) -> None:
        """Save the game, once a person here has played or taken something back."""
        has_acted = now.ply < self._begun or any(step.seat in self.seats for step in now.steps[self._begun :])
        if has_acted or self.kept.is_kept is not None:
            self.kept.keep(now, self._complain)

    def record(self) -> Record:
        """The complete game, secrets included, so that it can be continued from a file of this machine."""
        return self.position.record(None, **self.kept.notes)

    def goodbye(self) -> Phrase:
        """How to continue the game, if it was saved."""
        self.keep(self.position)
        return self.kept.goodbye()
