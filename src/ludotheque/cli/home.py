"""A place at a game at home: bots in the other seats, and a file in which everything that happens is kept."""

from collections.abc import Callable

from ludotheque.bots.levels import find_bot
from ludotheque.cli.keeping import Sitting
from ludotheque.games.phrase import Phrase, say
from ludotheque.interop.here import Here
from ludotheque.play.position import Position
from ludotheque.play.record import Record

FIRST_TIME = say("The first time here, the rules are prepared: a minute or two.")


class Home(Here):
    """A game against bots whose file follows it, as soon as somebody here has done something."""

    def __init__(
        self, sitting: Sitting, lang: str, complain: Callable[[Phrase], None], announce: Callable[[Phrase], None]
    ) -> None:
        position, level = sitting.position, sitting.wish.against
        self.kept, self._complain, self._begun = sitting.kept, complain, position.ply
        bot = find_bot(position.game, level)
        if len(sitting.people) < position.players and level != "random":
            announce(say("{bot} sits down ...", bot=level))
            self.prepare(position, announce)
        super().__init__(position, sitting.people, bot, level, sitting.chance, lang, self.keep)

    @staticmethod
    def prepare(position: Position, announce: Callable[[Phrase], None]) -> None:
        """Get the rules ready; on a new machine this takes a while, which is told."""
        if not position.game.engine.is_prepared:
            announce(FIRST_TIME)
        position.game.prepare(None)

    def keep(self, now: Position) -> None:
        """Keep what has happened; nothing is written before somebody here has played, or taken something back."""
        has_acted = now.ply < self._begun or any(step.seat in self.seats for step in now.steps[self._begun :])
        if has_acted or self.kept.is_kept is not None:
            self.kept.keep(now, self._complain)

    def record(self) -> Record:
        """The whole game, so that it can be gone on with: this machine's files have no other readers."""
        return self.position.record(None, **self.kept.notes)

    def goodbye(self) -> Phrase:
        """How to go on with it, if there is something to go on with."""
        self.keep(self.position)
        return self.kept.goodbye()
