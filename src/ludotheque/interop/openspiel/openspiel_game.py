"""The games as OpenSpiel games: `load("makabana", players=4)`, or `load_game("ludotheque_makabana(players=4)")`.

Importing this module registers them; the rules are compiled when a game is first loaded. Player p is seat p + 1, an
action is our action, its text our notation. Seats that choose at the same time act one after another, the lowest
first, and nobody sees more than our views show. Returns add up to 0: a win is 1, and the others share the loss.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from ludotheque.games import MANIFESTS, NAMES
from ludotheque.games.verbs import CHANCE
from ludotheque.interop import MissingExtraError
from ludotheque.interop.episode.episode import Episode
from ludotheque.interop.episode.seen_steps import retold_steps, secret_indices
from ludotheque.interop.openspiel.openspiel_observer import OpenSpielObserver, Tensors, information_of, observation_of
from ludotheque.interop.openspiel.openspiel_setup import Parameters, episode_setup, parameters_of, recall_of
from ludotheque.play.game import Game, SetupError
from ludotheque.play.position import Position
from ludotheque.play.view import View

try:
    import pyspiel
    from pyspiel import GameType
except ModuleNotFoundError:
    raise MissingExtraError(
        "OpenSpiel is not installed: `pip install 'ludotheque[openspiel]'`, or in a copy of the sources "
        "`sh tools/setup --extra openspiel`"
    ) from None

PREFIX = "ludotheque_"


def type_of(name: str, has_chance: bool) -> Any:
    """A game's type, as OpenSpiel declares it."""
    one, chance, information = Game(name), GameType.ChanceMode, GameType.Information
    return GameType(
        short_name=PREFIX + name,
        long_name=one.title,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if one.has_secrets else information.PERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        min_num_players=one.players[0],
        max_num_players=one.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(name),
    )


def info_of(one: Game, players: int, has_chance: bool) -> Any:
    """A game's sizes. Outcomes of chance are our action numbers, or the number of a start."""
    return pyspiel.GameInfo(
        num_distinct_actions=one.actions,
        max_chance_outcomes=max(one.actions, one.starts) if has_chance else 0,
        num_players=players,
        min_utility=-1.0 / (players - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MANIFESTS[one.name].longest * players,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with its players, options, start and board."""

    name: ClassVar[str]

    def __init__(self, parameters: Parameters | None = None) -> None:
        name = self.name
        self.setup = episode_setup(name, parameters or {})
        self.opening = self.setup.begin()
        self.hides = self.setup.game.has_secrets
        self.recall = recall_of(self.setup, parameters or {})
        has_chance = self.setup.is_drawn or MANIFESTS[name].has_dice
        info = info_of(self.setup.game, self.setup.game_setup.players, has_chance)
        super().__init__(type_of(name, has_chance), info, parameters or {})

    def new_initial_state(self) -> "OpenSpielState":
        """The first state; where chance draws the arrangement, before that."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        """An observer for one player, or without private information for a spectator."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return OpenSpielObserver(self.setup, kind, self.recall, params)

    @cached_property
    def observations(self) -> Tensors:
        return Tensors(self.setup)

    @cached_property
    def information(self) -> Tensors:
        return Tensors(self.setup, self.recall)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. `position` and `view` lead back to our own objects."""

    is_told = False  # while true, `apply_action` records steps without playing them

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.episode: Episode = game.opening.copy()

    def current_player(self) -> int:
        """The player who acts, chance (-1), or nobody at the end (-4)."""
        seat = self.episode.seat
        return seat - 1 if seat >= CHANCE else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.episode.seat < CHANCE

    def is_chance_node(self) -> bool:
        return self.episode.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of who acts, or of a player, in ascending order. (Quicker than by way of C++.)"""
        return self.episode.actions[:] if player is None or player == self.episode.seat - 1 else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.actions if player == self.episode.seat - 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities, in ascending order."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_told:
            return
        self.episode.check(action)
        self.episode.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.text(player + 1, action)

    def returns(self) -> list[float]:
        """Zero until the end. Then a share s of the win among n players is (n s - 1) / (n - 1)."""
        players = self.episode.setup.game_setup.players
        if self.episode.seat >= CHANCE:
            return [0.0] * players
        return [(players * share - 1.0) / (players - 1) for share in self.episode.shares()]

    def __str__(self) -> str:
        return "The start is not drawn yet." if self.episode.is_undrawn else str(self.episode.position())

    @property
    def position(self) -> Position:
        """The complete state as our position, without history."""
        return self.episode.position()

    def view(self, player: int) -> View:
        """A player's view, as our bots get it."""
        return self.episode.view(player + 1)

    def information_state_string(self, player: int | None = None) -> str:
        """All steps that a player has seen, and in games with secrets their view."""
        return information_of(self.episode, self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """The view of a player as text."""
        return observation_of(self.episode, self._seat(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The observation and the latest steps that a player has seen. (Quicker than by way of C++.)"""
        return self.get_game().information.write(self.episode, self._seat(player)).tolist()  # type: ignore[no-any-return]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The view of a player as numbers. (Quicker than by way of C++.)"""
        return self.get_game().observations.write(self.episode, self._seat(player)).tolist()  # type: ignore[no-any-return]

    def _seat(self, player: int | None) -> int:
        """The seat of a player, or of who acts."""
        return (self.current_player() if player is None else player) + 1

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "OpenSpielState":
        """A state whose history agrees with all that a player has seen; `sampler` draws from 0 to 1."""
        if not self.get_game().hides:
            return self.clone()  # type: ignore[no-any-return]
        guessed = self.episode.guess(player + 1, int(sampler() * (1 << 53)))
        state: OpenSpielState = self._open_part(player).clone()
        state._tell(retold_steps(self.episode, player + 1, guessed))
        guessed.past, state.episode = state.episode.past, guessed
        return state

    def _open_part(self, player: int) -> "OpenSpielState":
        """A state with the steps before the first that is secret from a player; cached for searches."""
        if ("open", player) not in self.episode.notes:
            secret = secret_indices(self.episode, player + 1)
            state = OpenSpielState(self.get_game())
            state._tell(self.episode.steps()[: secret[0] if secret else None])
            self.episode.notes["open", player] = state
        return self.episode.notes["open", player]  # type: ignore[no-any-return]

    def _tell(self, steps: list[tuple[int, int]]) -> None:
        """Record steps without playing them."""
        self.is_told = True
        for seat, action in steps:
            self.episode.seat = seat
            self.episode.past = (self.episode.past, seat, action)
            self.apply_action(action)
        self.is_told = False


def make_class(name: str) -> type[OpenSpielGame]:
    """The OpenSpiel class of a game."""
    return type(Game(name).title.replace(" ", ""), (OpenSpielGame,), {"name": name})


CLASSES = {name: make_class(name) for name in NAMES}
globals().update({made.__name__: made for made in CLASSES.values()})  # pickle looks for `MakaBana` here


def register() -> None:
    """Register the games with OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for name in NAMES:
        if PREFIX + name not in known:
            has_chance = MANIFESTS[name].has_dice or Game(name).starts > 1
            pyspiel.register_game(type_of(name, has_chance), CLASSES[name])


def load(name: str, **parameters: Any) -> OpenSpielGame:
    """One of our games as an OpenSpiel game: `load("mabula", scoring="product")`."""
    if name not in NAMES:
        raise SetupError(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    episode_setup(name, parameters)  # raises our errors; OpenSpiel would abort the process or wrap them
    return pyspiel.load_game(PREFIX + name, parameters)  # type: ignore[no-any-return]


register()
