"""A position: one moment of a game, never changed; playing gives a new one."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE
from ludotheque.play.chance import Source, as_source
from ludotheque.play.json_fields import FactFields, StateFields
from ludotheque.play.shared_refusals import find_seat, near_in_writing

if TYPE_CHECKING:
    from ludotheque.play.game import Game, Setup
    from ludotheque.play.record import Record
    from ludotheque.play.view import View


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a seat, or what chance brings (seat 0). `str` is its notation."""

    seat: int
    action: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's points, and the named parts they add up from."""

    total: int
    parts: Mapping[str, int]

    def __int__(self) -> int:
        return self.total


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: by seat, in seat order."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    endings: tuple[str, ...]


class Moment:
    """The base of positions and views: a state of a game, and queries about it."""

    __slots__ = ("_actors", "_known", "_state", "game", "setup")
    drawer: ClassVar["Callable[[Moment], str]"]  # a slot that the room `interop` fills

    def __init__(self, game: "Game", setup: "Setup", state: Any) -> None:
        self.game, self.setup, self._state = game, setup, state
        self._actors: tuple[int, ...] | None = None
        self._known: dict[int, list[int]] = {}  # by seat: its legal actions, cached on first use

    @property
    def state(self) -> Any:
        """A copy of the record that the kernels work on."""
        return self._state.copy()

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats waited for; `(CHANCE,)` when the table draws; empty when the game is over."""
        if self._actors is None:
            self._actors = self.game.engine.actors(self.setup.board, self._state)
        return self._actors

    @property
    def is_over(self) -> bool:
        return not self.actors

    @property
    def is_chance(self) -> bool:
        """Whether the table must draw before anybody may act."""
        return self.actors == (CHANCE,)

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each seat's score if the game ended now, in seat order, with its named parts."""
        rows = self.game.engine.scores(self.setup.board, self._state)
        return tuple(Score(sum(row), dict(zip(self.game.parts, row, strict=True))) for row in rows)

    @property
    def outcome(self) -> Outcome | None:
        """Scores, places and winners of a finished game; None while it goes on."""
        if not self.is_over:
            return None
        places = tuple(self.game.engine.places(self.setup.board, self._state))
        winners = tuple(seat for seat, place in enumerate(places, 1) if place == 1)
        endings = tuple(self.game.engine.endings(self.setup.board, self._state))
        return Outcome(tuple(score.total for score in self.scores), places, winners, endings)

    def to_fields(self) -> StateFields:
        """The whole as named fields: what `to_json` writes."""
        setup = self.setup
        fields: StateFields = {"game": self.game.name, "rules": setup.rules, "players": setup.players}
        fields |= setup.options
        if setup.board.label:
            fields["board"] = setup.board.label
        fields |= self.game.engine.fields.to_fields(setup.board, self._state)
        return fields

    def to_json(self) -> str:
        """JSON with named fields; `game.from_json` reads a position's back."""
        return json.dumps(self.to_fields(), ensure_ascii=False)

    def __str__(self) -> str:
        """The drawn text board; `game.read` reads a position's back."""
        setup = self.setup
        words = [self.game.name, f"players={setup.players}"]
        words += [f"{key}={value}" for key, value in setup.options.items()]
        if setup.rules != 1:
            words.append(f"rules={setup.rules}")
        if setup.board.label:
            words.append("board=" + setup.board.label.replace(" ", ":"))
        return "  ".join(words) + "\n" + self.game.engine.drawn.format_state(setup.board, self._state)

    def _repr_html_(self) -> str:
        """The picture that notebooks show."""
        return Moment.drawer(self)

    def _key(self) -> tuple[Any, ...]:
        setup = self.setup
        return (self.game.name, tuple(setup.options.items()), setup.board.label, self._state.tobytes())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Moment) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _legal_actions(self, seat: int) -> list[int]:
        if (known := self._known.get(seat)) is None:
            known = self._known[seat] = self.game.engine.legal(self.setup.board, self._state, seat)
        return known

    def _steps(self, seat: int) -> tuple[Step, ...]:
        engine, board = self.game.engine, self.setup.board
        return tuple(
            Step(seat, action, engine.notation.format_action(board, self._state, seat, action))
            for action in self._legal_actions(seat)
        )

    def _find(self, text: str, seat: int) -> Step:
        """The legal step that a text names; raises the Refusal that says why there is none."""
        engine, board = self.game.engine, self.setup.board
        legal = self._legal_actions(seat)
        try:
            action = engine.notation.parse_action(board, self._state, seat, text)
        except Refusal as refusal:
            refusal.alternatives = near_in_writing(text, [step.text for step in self._steps(seat)], refusal.kind)
            raise
        if action in legal:
            return Step(seat, action, engine.notation.format_action(board, self._state, seat, action))
        why = engine.refusals.explain(board, self._state, seat, action)
        near = engine.refusals.nearest(board, self._state, seat, action, legal)[:3]
        why.alternatives = tuple(engine.notation.format_action(board, self._state, seat, one) for one in near)
        raise why


class Position(Moment):
    """The complete truth at one moment of a game."""

    __slots__ = ("_before", "last", "ply")

    def __init__(
        self, game: "Game", setup: "Setup", state: Any, before: "Position | None" = None, last: Step | None = None
    ) -> None:
        super().__init__(game, setup, state)
        self._before = before
        self.last = last  # the step that led here
        self.ply: int = 0 if before is None else before.ply + 1  # steps since the game began, or was read

    def __repr__(self) -> str:
        if outcome := self.outcome:
            now = f"over, {' '.join(map(str, outcome.scores))}"
        else:
            now = "chance" if self.is_chance else "to act: " + ", ".join(map(self.game.seat_name, self.actors))
        return f"<{self.game.title} position, ply {self.ply}, {now}>"

    @property
    def history(self) -> "Iterator[Position]":
        """The positions before this one that a step was played from, latest first."""
        position = self._before
        while position is not None:
            yield position
            position = position._before

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led here, in order."""
        positions = [self, *self.history]
        return tuple(position.last for position in reversed(positions) if position.last)

    def seen_steps(self, seat: int | None) -> tuple[Step, ...]:
        """The steps that a seat (None: a spectator) may know: without those of others that are still secret."""
        if not self.game.has_secrets:
            return self.steps
        latest = self.game.engine.secret_steps(self.setup.board, self._state, seat)
        seen = []
        for step in reversed(self.steps):
            public, secret = latest.get(step.seat, (0, 0))
            if public == 0 and secret:
                latest[step.seat] = (0, secret - 1)
            else:
                latest[step.seat] = (max(0, public - 1), secret)
                seen.append(step)
        return tuple(reversed(seen))

    def legal(self, seat: int | None = None) -> tuple[Step, ...]:
        """The legal steps of a seat, or of everyone waited for; always in the same order."""
        seats = self.actors if seat is None else [one for one in self.actors if one == seat]
        return tuple(step for one in seats for step in self._steps(one))

    def count(self, seat: int) -> int:
        """How many legal steps a seat has that is waited for."""
        return len(self._legal_actions(seat))

    def play(self, move: Step | str, seat: int | None = None) -> "Position":
        """The position after a step, given as text or from `legal`. Raises a Refusal when it is not legal.

        The seat may be left out when one is waited for.
        """
        if isinstance(move, Step):
            seat = move.seat if seat is None else seat
        seat = find_seat(self, seat)
        step = (self if seat == CHANCE else self.view(seat))._find(str(move), seat)
        state = self._state.copy()
        self.game.engine.play(self.setup.board, state, seat, step.action)
        self._known = {}  # earlier positions are seldom queried again, and long games have many
        return Position(self.game, self.setup, state, self, step)

    def after(self, step: Step) -> "Position":
        """The position after one of its own legal steps, which is not looked up again."""
        state = self._state.copy()
        self.game.engine.play(self.setup.board, state, step.seat, step.action)
        return Position(self.game, self.setup, state, self, step)

    def why_not(self, move: str, seat: int | None = None) -> Refusal | None:
        """Why a step is not legal; None when it is."""
        try:
            self.play(move, seat)
        except Refusal as refusal:
            return refusal
        return None

    def roll(self, chance: "Source | int") -> "Position":
        """The position after everything that chance must bring now; `chance` is a source, or a seed."""
        source = as_source(chance)
        position = self
        while position.is_chance:
            outcomes = position.legal()
            weights = self.game.engine.weights(self.setup.board, position._state)
            ticket = source.randrange(sum(weights))
            index = next(i for i in range(len(weights)) if sum(weights[: i + 1]) > ticket)
            position = position.play(outcomes[index])
        return position

    def view(self, seat: int | None) -> "View":
        """What a seat may see; None for a spectator."""
        from ludotheque.play.view import View

        if seat is not None:
            self._seat(seat)
        if not self.game.has_secrets:  # a state never changes, so a view can share it
            view = View(self.game, self.setup, self._state, seat)
            view._actors, view._known = self.actors, self._known
            return view
        state = self._state.copy()
        self.game.engine.hide(self.setup.board, state, seat or 0)
        return View(self.game, self.setup, state, seat)

    def facts(self, seat: int | None = None) -> FactFields:
        """The derived figures that a seat (or a spectator) looks at: sums, groups, majorities, needs."""
        return self.view(seat).facts()

    def record(self, seat: int | None = None, **extra: str) -> "Record":
        """The game so far as a record; with `seat`, without what is still secret for it (0: a spectator).

        `extra` are header keys such as `x_white="Ada"` (written `x-white`) or `end="agreed"`.
        """
        from ludotheque.play.record import record_of

        return record_of(self, seat, extra)

    def _seat(self, seat: object) -> None:
        if type(seat) is not int or not 1 <= seat <= self.players:
            raise ValueError(f"seats are 1..{self.players}, not {seat!r}")
