"""Prepares bots: compiles them, and lets each make trial choices.

Before a run, a bot that fails its trial is refused. In each worker process the trial only warms up, and ignores errors:
there a broken bot forfeits its games.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ludotheque.arena.match import BROKEN, Match, PlayedGame, Watch, dismiss
from ludotheque.arena.schedule import ArenaError, GameJob, Plan
from ludotheque.bots.bot import Bot, Budget, choose
from ludotheque.bots.kit import Kit
from ludotheque.bots.program import one_line
from ludotheque.games.kernel import cache_folder
from ludotheque.games.refusal import GameError
from ludotheque.play.chance import Chance
from ludotheque.play.engine import Say
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.view import View

TRIAL = Budget(simulations=1)


def prepare(plan: Plan, say: Say | None = None) -> list[Bot]:
    """Compile the bots, and let each make trial choices; raises the error of one that fails."""
    one = plan.find_game().prepare(say)
    bots = plan.find_bots()
    if say and not are_compiled(bots):
        say(f"Preparing the bots of {one.title}, once ...")
    for view in trial_views(plan, one):
        for bot in bots:
            _try(bot, view, plan.seed)
    for bot in bots:
        dismiss(bot)
    return bots


class Players:
    """The bots of a plan, in a process that plays its games."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.bots = plan, plan.find_bots()
        self._views = trial_views(plan, plan.find_game().prepare(None))
        self._cold = set(range(len(self.bots)))

    def play(self, job: GameJob, watch: Watch = lambda seat: None) -> PlayedGame:
        """Play a game of the plan; bots new to this process are warmed up first."""
        for seat, number in enumerate(job.bots, 1):
            if number in self._cold:
                watch(-seat)
                self._warm_up(number)
        watch(0)
        return Match(self.plan, self.bots, job, watch).play()

    def _warm_up(self, number: int) -> None:
        """Load a bot's compiled code before any clock runs."""
        self._cold.remove(number)
        with suppress(*BROKEN):
            for view in self._views:
                choose(self.bots[number], view, TRIAL, Chance(self.plan.seed))
        dismiss(self.bots[number])


def trial_views(plan: Plan, one: Game) -> list[View]:
    """The first and the last choice of a random game: some bots play endgames by other code."""
    choices = [position for position in _random_game(plan, one) if _is_choice(position)]
    return [position.view(position.actors[0]) for position in (choices[0], choices[-1])]


def _random_game(plan: Plan, one: Game) -> Iterator[Position]:
    chance = Chance(plan.seed)
    position = one.begin(plan.setup(one, 0)).roll(chance)
    while not position.is_over:
        yield position
        legal = position.legal(position.actors[0])
        position = position.play(legal[chance.randrange(len(legal))]).roll(chance)


def _is_choice(position: Position) -> bool:
    return len(position.legal(position.actors[0])) > 1


def _try(bot: Bot, view: View, seed: int) -> None:
    try:
        choose(bot, view, TRIAL, Chance(seed))
    except GameError:
        raise
    except BROKEN as error:
        raise ArenaError(f"{bot.name} cannot play: {type(error).__name__}: {one_line(str(error))}") from None


def are_compiled(bots: Iterable[Bot]) -> bool:
    """Whether the searches of all bots are in the cache on disk."""
    return all(any(_compiled_files(kit)) for bot in bots for kit in _kits(bot))


def _compiled_files(kit: Kit) -> Iterator[Path]:
    name = kit.__name__.split(".")[-2]
    return cache_folder(kit).glob(f"search.search-{name}-*.nbc")


def _kits(bot: Bot) -> Iterator[Kit]:
    """The kits of a bot, and of the bots that it wraps."""
    for part in vars(bot).values():
        if isinstance(part, Kit):
            yield part
        elif hasattr(part, "think"):
            yield from _kits(part)
