"""Our games as PettingZoo environments: `env("makabana", players=4)`, or `mabula_v1.env()`.

Agents are `seat_1`, `seat_2`, ...; an action is our action. An observation is what the seat's view shows. Chance is
drawn inside. Seats that choose at the same time act one after another, the lowest first, and none sees what the others
have chosen. Rewards come at the end and add up to 0: a win is 1, and the others share the loss.
"""

import copy
import re
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from ludotheque.drawing import draw, draw_text, view_to_draw
from ludotheque.games import NAMES
from ludotheque.games.field_reader import short
from ludotheque.games.refusal import Refusal
from ludotheque.interop import MissingExtraError
from ludotheque.interop.batch import Batch
from ludotheque.interop.batch.lanes import check_number
from ludotheque.interop.episode.refused_actions import refusal_of
from ludotheque.interop.observation import Observer, Row
from ludotheque.play.game import SetupError, game
from ludotheque.play.position import Position
from ludotheque.play.view import View

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError:
    raise MissingExtraError(
        "PettingZoo is not installed: `pip install 'ludotheque[pettingzoo]'`, or in a copy of the sources "
        "`sh tools/setup --extra pettingzoo`"
    ) from None

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
ILLEGAL_REWARD = -1.0
BATCHED = "an environment is one table: ludotheque.interop.batch has many"
ELSEWHERE = {  # options that belong elsewhere, and where
    "seed": "give it to reset(seed=7)", "games": BATCHED, "threads": BATCHED, "first": BATCHED,
    "observe": "leave it out: an environment always observes", "illegal": "env loses, raw_env raises",
}  # fmt: skip


class Observation(TypedDict):
    """An agent's observation, and its legal actions now."""

    observation: Row
    action_mask: npt.NDArray[np.int8]


class Environment(AECEnv):  # type: ignore[misc]
    """One table, for agents that act one after another. `position` and `view` lead back to our own objects.

    Without `start`, every game of Mabula begins from an arrangement that the seed draws. `notation=False` leaves the
    legal steps out of the infos, which is quicker. `width` is that of a picture in pixels.
    """

    def __init__(
        self,
        name: str,
        players: int | None = None,
        *,
        start: str | int | None = None,
        board: str | Path | None = None,
        rules: int | None = None,
        render_mode: str | None = None,
        width: int = 640,
        notation: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SetupError(f"render_mode: one of {', '.join(RENDER_MODES)}, not {short(render_mode)}")
        for key in ELSEWHERE.keys() & options.keys():
            raise SetupError(f"{key}: {ELSEWHERE[key]}")
        self.render_mode, self.notation = render_mode, notation
        self.width = check_number("width", width, 16, 8000)
        self._made = partial(
            type(self), name, players, start=start, board=board, rules=rules, render_mode=render_mode, width=width,
            notation=notation, **options,
        )  # fmt: skip
        self._batch = Batch(
            name, 1, 0, players=players, start=start, board=board, rules=rules, observe=False, **options
        )  # fmt: skip
        self._observer = Observer(self._batch.game, self._batch.setup)
        self._is_seeded = self._is_over = False
        self.metadata = {
            "name": f"{name}_v{self._batch.setup.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._batch.players + 1)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self._batch.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._new_space() for agent in self.possible_agents}

    def _new_space(self) -> Any:
        """The observation space of one agent."""
        high = self._observer.layout.high
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self._batch.actions,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game. The first of a seed is lane 0 of a `Batch` of that seed; without one, its next game."""
        if seed is not None or not self._is_seeded:
            self._batch.reset(secrets.randbits(63) if seed is None else seed)
            self._is_seeded = True
        elif not self._is_over:
            self._batch.abandon([True])
        self._is_over = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def step(self, action: Any) -> None:
        """Play an action for the selected agent; an illegal one raises a Refusal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            rewards, done = self._batch.step(np.array([action]))
        except Refusal:
            raise refusal_of(self.position, self._seat(agent), int(action)) from None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if done[0]:
            self._is_over = True
            self.rewards = dict(zip(self.agents, map(float, rewards[0]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {}
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        """Select the agent to act; after the game, seat 1, the first to leave."""
        seat = 1 if self._is_over else int(self._batch.seats[0])
        self.agent_selection = f"seat_{seat}"
        if self.notation and not self._is_over:
            legal = self.view(self.agent_selection).legal()
            self.infos[self.agent_selection] = {"legal": [step.text for step in legal]}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """An agent's observation and its action mask, which is empty unless it is its turn."""
        seat = self._seat(agent)
        mask = np.zeros(self._batch.actions, np.int8)
        if agent == self.agent_selection and not self._is_over and not self.terminations[agent]:
            mask[:] = self._batch.masks[0]
        return {"observation": self._observer.observe(self._batch.states(self._is_over)[0], seat), "action_mask": mask}

    def state(self) -> Any:
        """The observations of all seats, concatenated: for a critic that may know everything."""
        truth = self._batch.states(self._is_over)[0]
        seats = range(1, self._batch.players + 1)
        return np.concatenate([self._observer.observe(truth, seat) for seat in seats])

    @property
    def state_space(self) -> Any:
        """The space of `state`."""
        high = np.tile(self._observer.layout.high, self._batch.players)
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    @property
    def position(self) -> Position:
        """The complete state as our position, without history."""
        return self._batch.final_position(0) if self._is_over else self._batch.position(0)

    def view(self, agent: str) -> View:
        """An agent's view, as our bots get it."""
        return self.position.view(self._seat(agent))

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise SetupError(f"there is no agent {short(agent)}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent) + 1

    def render(self) -> Any:
        """The view of the selected agent: a text (`ansi`), an SVG, an array of pixels, or printed (`human`)."""
        view = view_to_draw(self.position)
        if self.render_mode == "svg":
            return draw(view).svg("light")
        if self.render_mode == "rgb_array":
            from ludotheque.interop.pettingzoo.pixels import pixels  # the only part that needs Pillow

            return pixels(draw(view).svg("light"), self.width)
        if self.render_mode == "ansi":
            return draw_text(view) + "\n"
        if self.render_mode == "human":
            sys.stdout.write(draw_text(view) + "\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __deepcopy__(self, memo: Any) -> "Environment":
        """An independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._batch, other._observer = self._batch.copy(), Observer(self._batch.game, self._batch.setup)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(other, name, copy.copy(getattr(self, name)))
        return other

    def __reduce__(self) -> Any:
        """Pickle like PettingZoo's environments: an equal one, at its beginning."""
        return self._made, ()


class IllegalWrapper(TerminateIllegalWrapper):  # type: ignore[misc]
    """Ends the game at an illegal action, as PettingZoo's wrapper does, and puts the broken rule into `infos`."""

    def step(self, action: Any) -> None:
        """Play; an illegal action loses."""
        raw = self.env
        agent = raw.agent_selection
        is_alive = not (raw.terminations[agent] or raw.truncations[agent])
        if not is_alive or raw._batch.masks[0, action]:
            super().step(action)
            return
        refusal = refusal_of(raw.position, raw._seat(agent), int(action))
        super().step(action)
        raw.infos[agent] = {"refusal": refusal.reason, "rule": refusal.rule}


def raw_env(name: str, players: int | None = None, **setup: Any) -> Environment:
    """A game as an environment that raises a Refusal when an action is not legal."""
    return Environment(name, players, **setup)


def env(name: str, players: int | None = None, **setup: Any) -> Any:
    """A game as an environment in PettingZoo's usual wrappers: an illegal action ends it with -1 for its agent."""
    wrapped = IllegalWrapper(raw_env(name, players, **setup), illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


@dataclass(frozen=True)
class Edition:
    """A game by one version of its rules, used like one of PettingZoo's modules: `mabula_v1.env()`."""

    name: str
    rules: int

    def env(self, players: int | None = None, **setup: Any) -> Any:
        """See `env`."""
        return env(self.name, players, rules=self.rules, **setup)

    def raw_env(self, players: int | None = None, **setup: Any) -> Environment:
        """See `raw_env`."""
        return raw_env(self.name, players, rules=self.rules, **setup)


def __getattr__(name: str) -> Edition:
    """`mabula_v1`, `marabunta_v1`, ...: an edition for each version of the rules of each game."""
    found = re.fullmatch(r"(\w+)_v([1-9]\d*)", name)
    if found and found[1] in NAMES and int(found[2]) <= game(found[1]).rules_version:
        return Edition(found[1], int(found[2]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
