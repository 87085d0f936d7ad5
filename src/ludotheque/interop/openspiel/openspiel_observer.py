"""Observations for OpenSpiel's players: named tensors, and text."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.games.verbs import CHANCE
from ludotheque.interop.episode.episode import Episode, EpisodeSetup
from ludotheque.interop.episode.seen_steps import seen_steps
from ludotheque.interop.observation import Observer, Row
from ludotheque.play.game import SetupError


class Recall:
    """The latest `depth` steps that a seat has seen as a block of numbers, a row each, newest first, padded with zeros.

    A row is one-hot who acted, counted from the observer's seat with chance last, then the action's number in binary,
    lowest digit first.
    """

    def __init__(self, setup: EpisodeSetup, depth: int) -> None:
        self.players, self.depth = setup.game_setup.players, depth
        numbers = max(setup.game.actions, setup.game.starts if setup.is_drawn else 0)
        self.digits = (numbers - 1).bit_length()

    @property
    def shape(self) -> tuple[int, int]:
        return self.depth, self.players + 1 + self.digits

    def write(self, episode: Episode, seat: int, out: npt.NDArray[np.float32]) -> None:
        """Write the steps that a seat knows; seat 0 is a spectator, who counts from seat 1."""
        out[:] = 0
        steps = np.array(seen_steps(episode, seat)[::-1][: self.depth], np.int64).reshape(-1, 2)
        who, actions = steps[:, 0], steps[:, 1]
        places = np.where(who == CHANCE, self.players, (who - max(seat, 1)) % self.players)
        rows = np.arange(len(steps))
        out[rows, places] = 1
        out[: len(steps), self.players + 1 :] = actions[:, None] >> np.arange(self.digits) & 1


class Tensors:
    """Writes observations, with a depth also the latest steps, into its own buffer."""

    def __init__(self, setup: EpisodeSetup, depth: int = 0) -> None:
        self.observer = Observer(setup.game, setup.game_setup)
        self.recall = Recall(setup, depth) if depth else None
        layout = self.observer.layout
        more = self.recall.shape[0] * self.recall.shape[1] if self.recall else 0
        self.tensor: Row = np.zeros(layout.size + more, np.float32)
        self.parts: dict[str, Any] = layout.named(self.tensor[: layout.size])
        if self.recall:
            self.parts["steps"] = self.tensor[layout.size :].reshape(self.recall.shape)

    def write(self, episode: Episode, seat: int) -> Row:
        """The tensor of a seat (0: a spectator); until chance has drawn the start, it only says which seat it is."""
        size = self.observer.layout.size
        if episode.is_undrawn:
            self.tensor[:] = 0
            if seat:
                self.parts["seat"][seat - 1] = 1
            return self.tensor
        self.observer.observe(episode.state, seat, self.tensor[:size])
        if self.recall:
            self.recall.write(episode, seat, self.parts["steps"])
        return self.tensor

    def take_away_public(self, episode: Episode, seat: int) -> None:
        """Clear what a spectator sees as well from the observation just written."""
        if episode.is_undrawn:
            self.tensor[:] = 0
            return
        open_part = self.observer.layout.from_bytes(episode.hidden_from(0), seat)
        self.tensor *= self.tensor != open_part


class OpenSpielObserver:
    """Observes a state for one player: with perfect recall its information state, else its observation.

    Without private information it writes what a spectator sees, without public information what a spectator does not.
    """

    def __init__(self, setup: EpisodeSetup, kind: Any, depth: int, parameters: Any) -> None:
        check_kind(kind, parameters)
        self.kind, self.is_spectator = kind, kind.private_info.name == "NONE"
        self.tensors = Tensors(setup, depth if kind.perfect_recall else 0)
        self.tensor: Row = self.tensors.tensor
        self.dict: dict[str, Any] = self.tensors.parts

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows into `tensor`, of which `dict` has views."""
        seat = self._seat(player)
        self.tensors.write(state.episode, seat)
        if not self.kind.public_info:
            self.tensors.take_away_public(state.episode, seat)

    def string_from(self, state: Any, player: int) -> str:
        """A player's knowledge, as text."""
        if not self.kind.public_info:
            return private_part(state.episode, self._seat(player))
        tell = information_of if self.kind.perfect_recall else observation_of
        return tell(state.episode, self._seat(player))

    def _seat(self, player: int) -> int:
        return 0 if self.is_spectator else player + 1


def check_kind(kind: Any, parameters: Any) -> None:
    """Refuse kinds of observers that we do not have."""
    if parameters:
        raise SetupError(f"an observer of our games takes no parameters, not {', '.join(parameters)}")
    if kind.private_info.name == "ALL_PLAYERS":
        raise SetupError("an observer of our games shows what one player sees: private_info is SINGLE_PLAYER or NONE")
    if not kind.public_info and (kind.perfect_recall or kind.private_info.name == "NONE"):
        raise SetupError("an observer without public_info shows one player's secrets now: without perfect_recall")


def information_of(episode: Episode, seat: int) -> str:
    """All steps that a seat has seen, and in games with secrets its view; fast to compute."""
    if ("information", seat) not in episode.notes:
        steps = " ".join([f"{who}:{action}" for who, action in seen_steps(episode, seat)])
        view = f" view {episode.hidden_from(seat).hex()}" if episode.setup.game.has_secrets else ""
        episode.notes["information", seat] = f"seat {seat} steps {steps}{view}"
    return str(episode.notes["information", seat])


def observation_of(episode: Episode, seat: int) -> str:
    """The view of a seat as text."""
    seen = "The start is not drawn yet." if episode.is_undrawn else str(episode.view(seat or None))
    return f"seat {seat}\n{seen}"


def private_part(episode: Episode, seat: int) -> str:
    """The lines of a seat's view that a spectator's lacks."""
    if episode.is_undrawn or not episode.setup.game.has_secrets:
        return ""
    public = str(episode.view(None)).splitlines()
    return "\n".join(line for line in str(episode.view(seat)).splitlines() if line not in public)
