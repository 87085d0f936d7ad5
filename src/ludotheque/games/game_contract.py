"""The contracts of the modules in a game's folder.

Each class describes one file. A module conforms by offering the members of its class: nothing is inherited.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.kernel import Answers
from ludotheque.games.refusal import Refusal


class StateModule(Protocol):
    """`state.py`: the facts, the numbering and the records."""

    @property
    def NAME(self) -> str:
        """The folder, the word in records and the part of an address."""

    @property
    def TITLE(self) -> str:
        """What people call the game."""

    @property
    def RULES_VERSION(self) -> int:
        """The newest version of its rules."""

    @property
    def PLAYERS(self) -> tuple[int, int]:
        """The fewest and the most that can play."""

    @property
    def SEATS(self) -> Mapping[int, str]:
        """What each seat is called, from 1 on."""

    @property
    def OPTIONS(self) -> Mapping[str, tuple[str, ...]]:
        """The values of each option, the default first."""

    @property
    def PARTS(self) -> tuple[str, ...]:
        """The parts that a score is made of."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """The ways in which a game can end."""

    @property
    def STARTS(self) -> int:
        """How many starting arrangements there are; with more than one, `notation.py` offers `StartsModule`."""

    @property
    def ACTIONS(self) -> int:
        """How many actions there are: they are numbered from 0."""

    @property
    def MAX_LEGAL(self) -> int:
        """Room in a list of legal actions."""

    @property
    def CHOSEN(self) -> "np.dtype[Any]":
        """The record of options that `start` takes: `chosen_type(OPTIONS)`."""

    @property
    def BOARD(self) -> "np.dtype[Any]":
        """The record that holds a board."""

    @property
    def STATE(self) -> "np.dtype[Any]":
        """The record that holds a whole game; with the fields `players` and `rules`."""


class RulesModule(Answers, Protocol):
    """`rules.py`: the twelve verbs, as kernels. `games.verbs` has the same for code that serves every game."""

    def start(self, board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
        """Fill a zeroed state. `options` is a record of the game's CHOSEN: the number of each option's value, by name.

        `start` numbers the starting arrangements (0 where there is one), `version` is the rules version.
        """

    def actor(self, board: Any, state: Any) -> int:
        """The seat waited for (the lowest, if several), CHANCE, or OVER."""

    def waiting(self, board: Any, state: Any) -> int:
        """The seats waited for, as bits (seat s is 1 << s)."""

    def legal(self, board: Any, state: Any, seat: int, out: Any) -> int:
        """Write the legal actions of a seat that is waited for (of CHANCE: the outcomes); returns how many."""

    def weights(self, board: Any, state: Any, out: Any) -> int:
        """At CHANCE: write the weight of each outcome, in the order of `legal`; returns how many."""

    def play(self, board: Any, state: Any, seat: int, action: int) -> None:
        """Change the state in place by an action that is legal."""

    def score(self, board: Any, state: Any, out: Any) -> int:
        """Write each seat's score if the game ended now: out[seat, part], parts that add up; returns how many parts."""

    def rank(self, board: Any, state: Any, out: Any) -> None:
        """Turn each seat's total in out[seat] into its place: 1 for a winner, ties shared after the tie-breaks."""

    def hide(self, board: Any, state: Any, seat: int) -> None:
        """Erase what the seat may not know (seat 0: a spectator)."""

    def guess(self, board: Any, state: Any, seat: int, rng: Any) -> None:
        """Fill what the seat does not know with something possible, at random."""

    def is_quiet(self, board: Any, state: Any, action: int) -> bool:
        """Whether the action gives something up (`done`, `pass`, `decline`); the busy policy plays few of them."""

    def endings(self, board: Any, state: Any) -> int:
        """The ways in which the game has come to its end, as bits in the order of ENDINGS."""


class BoardModule(Protocol):
    """`board.py`: the board as a record for kernels, with names for people."""

    def load_board(self, options: dict[str, str], players: int, rules: int, text: str | None = None) -> Board:
        """The board that the options choose, or the one in a file's text, if it can be played by the rules version."""


class BoardFilesModule(Protocol):
    """Also in `board.py`, of games that are played on board files."""

    @property
    def BOARD_FILES(self) -> tuple[str, ...]:
        """The names of the files that come with the game."""

    @property
    def FOLDER(self) -> Path:
        """The folder that they are in."""


class NotationModule(Protocol):
    """`notation.py`: steps as text."""

    def format_action(self, board: Board, state: Any, seat: int, action: int) -> str:
        """The one written form of a step: ASCII, no spaces."""

    def parse_action(self, board: Board, state: Any, seat: int, text: str) -> int:
        """The action that a text names, legal or not; raises the Refusal of a text that names none."""


class StartsModule(Protocol):
    """Also in `notation.py`, where STARTS is more than 1."""

    def format_start(self, board: Board, number: int) -> str:
        """A starting arrangement as text."""

    def parse_start(self, board: Board, text: str) -> int:
        """The number of the arrangement that a text names; raises a GameError for a text that names none."""


class RefusalsModule(Protocol):
    """`refusals.py`: why a step is not legal."""

    def explain(self, board: Board, state: Any, seat: int, action: int) -> Refusal:
        """The rule that a step breaks; the seat is waited for, and the step is not legal."""

    def nearest(self, board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
        """The legal steps, those first that come nearest to the one refused."""


class FactsModule(Protocol):
    """`facts.py`: the figures that a player looks at."""

    def facts(self, board: Board, state: Any, seat: int | None) -> dict[str, Any]:
        """The figures of a state as a seat sees it (None: a spectator), ready for JSON."""


class FieldsModule(Protocol):
    """`fields.py`: a state as named fields."""

    def to_fields(self, board: Board, state: Any) -> dict[str, Any]:
        """A state as named fields, ready for JSON."""

    def from_fields(self, board: Board, state: Any, fields: dict[str, Any]) -> None:
        """Fill a state that `start` has prepared; raises a PositionError for what is not written as it should be."""

    def check(self, board: Board, state: Any) -> list[str]:
        """What does not add up in a state; asked after every step of every random game."""


class TextBoardModule(Protocol):
    """`text_board.py`: a state as a drawn text board."""

    def format_state(self, board: Board, state: Any) -> str:
        """A state drawn in letters."""

    def parse_state(self, board: Board, text: str) -> dict[str, Any]:
        """The fields of what somebody drew; raises a PositionError that says which line it cannot read."""


class SecrecyModule(Protocol):
    """Also in `rules.py`, of games with secrets."""

    def secret_steps(self, board: Board, state: Any, seat: int | None) -> dict[int, tuple[int, int]]:
        """Of each seat's latest steps: how many all have seen, and how many before these are secret for `seat`."""


class SecretsModule(Protocol):
    """`secrets.py`, of the same games: the secret steps in a guessed state, for OpenSpiel's histories."""

    @property
    def FIELDS(self) -> tuple[str, ...]:
        """The fields of a state that `secret_steps` reads."""

    def secret_actions(self, state: Any, seat: int) -> list[int]:
        """The latest secret steps of a seat, as a state tells them."""
