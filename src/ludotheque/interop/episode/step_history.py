"""The steps that a seat has seen, as a block of numbers: what an information state holds beside the observation."""

import numpy as np
import numpy.typing as npt

from ludotheque.games.verbs import CHANCE
from ludotheque.interop.episode.episode import Episode, EpisodeSetup
from ludotheque.interop.episode.seen_steps import seen_steps


class Recall:
    """A row for each of the latest `depth` steps, the newest first; rows without a step are empty.

    A row tells who acted, counted from the observer's seat, chance last, and then the action's number in binary, the
    lowest digit first.
    """

    def __init__(self, sitting: EpisodeSetup, depth: int) -> None:
        self.players, self.depth = sitting.setup.players, depth
        numbers = max(sitting.game.actions, sitting.game.starts if sitting.is_drawn else 0)
        self.digits = (numbers - 1).bit_length()

    @property
    def shape(self) -> tuple[int, int]:
        return self.depth, self.players + 1 + self.digits

    def write(self, episode: Episode, seat: int, out: npt.NDArray[np.float32]) -> None:
        """Write the steps that a seat knows; seat 0 is a spectator, for whom seats count from the first."""
        out[:] = 0
        steps = np.array(seen_steps(episode, seat)[::-1][: self.depth], np.int64).reshape(-1, 2)
        who, actions = steps[:, 0], steps[:, 1]
        places = np.where(who == CHANCE, self.players, (who - max(seat, 1)) % self.players)
        rows = np.arange(len(steps))
        out[rows, places] = 1
        out[: len(steps), self.players + 1 :] = actions[:, None] >> np.arange(self.digits) & 1
