"""A game: its facts, and the ways to get a position of it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.games import NAMES
from ludotheque.games.board_record import Board
from ludotheque.games.board_text import LONGEST
from ludotheque.games.field_reader import FieldReader, plain, short
from ludotheque.games.refusal import BoardError, GameError, PositionError
from ludotheque.play.chance import Source, as_source
from ludotheque.play.engine import Engine, Say
from ludotheque.play.position import Position
from ludotheque.play.progress import announce
from ludotheque.play.whole_files import read_text_file

if TYPE_CHECKING:
    from ludotheque.play.view import View


class SetupError(GameError):
    """A game that cannot be set up like this; says what can be chosen."""


@dataclass(frozen=True)
class Setup:
    """The settings that a game is started with.

    `start` numbers the arrangement where the game has several; None for a position that was not played from a start.
    """

    players: int
    options: Mapping[str, str]
    board: Board
    start: int | None
    rules: int


class Game:
    """One of the games. Get it with `ludotheque.game("mabula")`."""

    def __init__(self, name: str) -> None:
        self.engine = Engine(name)
        facts = self.engine.facts_of
        self.name: str = name
        self.title: str = facts.TITLE
        self.rules_version: int = facts.RULES_VERSION
        self.players: tuple[int, int] = facts.PLAYERS
        self.options: Mapping[str, tuple[str, ...]] = facts.OPTIONS
        self.parts: tuple[str, ...] = facts.PARTS
        self.endings: tuple[str, ...] = facts.ENDINGS
        self.actions: int = facts.ACTIONS
        self.starts: int = facts.STARTS

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or sent to another process, a game is found again by its name."""
        return game, (self.name,)

    def seat_name(self, seat: int) -> str:
        """The name of a seat at the table: White, Red, ..."""
        return self.engine.facts_of.SEATS[seat]

    @cached_property
    def has_secrets(self) -> bool:
        """Whether anything is ever hidden from a seat; otherwise all see the same."""
        return self.engine.secretive is not None

    def prepare(self, say: Say | None = announce) -> "Game":
        """Compile the rules (once per machine), so that everything after runs at full speed; says how far it is."""
        self.engine.prepare(self.setup(start=0).board, say)
        return self

    def setup(
        self,
        players: int | None = None,
        *,
        seed: "int | Source | None" = None,
        start: str | int | None = None,
        board: str | Path | None = None,
        board_text: str | None = None,
        rules: int | None = None,
        **options: Any,
    ) -> Setup:
        """Check a game's settings and fill in the defaults.

        `board` is a file of your own, `board_text` the text of one.
        """
        players = self._players(players)
        chosen = self._options(options)
        version = self.rules_version if rules is None else rules
        if type(version) is not int or not 1 <= version <= self.rules_version:
            raise SetupError(f"rules: {self.title} has rules 1..{self.rules_version}, not {short(version)}")
        has_board = board is not None or board_text is not None
        if has_board and not self.engine.board_files:
            raise SetupError(f"board: {self.title} is played without a board file")
        for name, value in chosen.items():
            if has_board and value != self.options[name][0]:
                raise SetupError(f"{name}: a board file of your own takes the place of this option; leave it out")
        text = board_text if board is None else read_board_file(board)
        try:
            loaded = self._board(players, tuple(chosen.items()), version, text)
        except BoardError as error:
            raise BoardError(f"{board}: {error}" if board else str(error)) from None
        return Setup(players, chosen, loaded, self._start(loaded, start, seed), version)

    def start(self, players: int | None = None, **setup: Any) -> Position:
        """The first position: `start(players=2, seed=7, scoring="product")`. See `setup` for what can be given."""
        return self.begin(self.setup(players, **setup))

    def begin(self, setup: Setup) -> Position:
        """The first position of a setup."""
        state = self.engine.new_state()
        options = self.engine.choose(setup.options)
        self.engine.start(setup.board, state, setup.players, options, setup.start or 0, setup.rules)
        return Position(self, setup, state)

    def read(self, text: str, *, board: str | Path | None = None) -> Position:
        """The position that `str(position)` drew, or that you drew; the checked inverse of `str`."""
        lines = text.strip("\n").splitlines()
        words = lines[0].split() if lines else []
        given: dict[str, Any] = {}
        if words and words[0] == self.name:
            lines[0] = ""  # so that complaints count lines as the writer does
            for word in words[1:]:
                key, sign, value = word.partition("=")
                if not sign:
                    raise PositionError(f"first line: write key=value, not {short(word)}")
                given[key] = value
        setup = self._read_setup(given, board)
        return self._filled(setup, self.engine.drawn.parse_state(setup.board, "\n".join(lines)))

    def from_json(self, data: str | bytes | Mapping[str, Any], *, board: str | Path | None = None) -> Position:
        """The position that `to_json` wrote."""
        header, rest = self._read_json(data)
        return self._filled(self._read_setup(header, board), rest)

    def view_from_json(
        self, data: str | bytes | Mapping[str, Any], seat: int | None, *, board_text: str | None = None
    ) -> "View":
        """The view that `to_json` of a seat's view wrote (None: a spectator's); `board_text` is a board file's text."""
        from ludotheque.play.view import View

        header, rest = self._read_json(data)
        setup = self._read_setup(header, None, board_text)
        if seat is not None and (type(seat) is not int or not 1 <= seat <= setup.players):
            raise PositionError(f"seat: 1..{setup.players}, or None for a spectator, not {short(seat)}")
        state = self.begin(setup).state
        self.engine.fields.from_fields(setup.board, state, rest)
        view = View(self, replace(setup, start=None), state, seat)
        whole = view.guess(0) if self.has_secrets else None
        if problems := self.engine.fields.check(setup.board, whole.state if whole else state):
            raise PositionError("; ".join(problems))
        if whole and whole.view(seat) != view:
            raise PositionError(f"this is not what {'a spectator' if seat is None else f'seat {seat}'} sees")
        return view

    def _read_json(self, data: str | bytes | Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The setup in a position's JSON, as words, and the fields of the state."""
        if isinstance(data, str | bytes):
            try:
                data = json.loads(data)
            except ValueError as error:
                raise PositionError(f"not JSON: {error}") from None
            except RecursionError:
                raise PositionError("not JSON of a position: nested too deeply") from None
        fields = FieldReader(data if not isinstance(data, Mapping) else dict(data))
        fields.choice("game", [self.name])
        header = {key: fields.data[key] for key in ("players", "rules", "board", *self.options) if key in fields.data}
        rest = {key: value for key, value in fields.data.items() if key not in header and key != "game"}
        return {key: value if isinstance(value, str) else short(value) for key, value in header.items()}, rest

    def _read_setup(self, given: dict[str, Any], board: str | Path | None, board_text: str | None = None) -> Setup:
        """A setup from the words of a text, by rules 1 if it names none, as in a record. Complaints as in `setup`."""
        numbers: dict[str, Any] = {"rules": "1"} | {key: given.pop(key) for key in ("players", "rules") if key in given}
        needed = given.pop("board", None)
        for key, value in numbers.items():
            if not re.fullmatch("[0-9]{1,3}", value, re.ASCII):
                raise PositionError(f"{key}: a whole number, not {value[:40]!r}")
        try:
            self._options(given)  # before these words become arguments
            counts: dict[str, Any] = {key: int(value) for key, value in numbers.items()}
            setup = self.setup(**counts, start=0, board=board, board_text=board_text, **given)
        except SetupError as error:
            raise PositionError(str(error)) from None
        if needed is not None:
            check_board(setup.board, needed)
        return setup

    def _filled(self, setup: Setup, fields: dict[str, Any]) -> Position:
        state = self.begin(setup).state
        self.engine.fields.from_fields(setup.board, state, fields)
        problems = self.engine.fields.check(setup.board, state)
        if problems:
            raise PositionError("; ".join(problems))
        return Position(self, replace(setup, start=None), state)

    def _players(self, players: int | None) -> int:
        low, high = self.players
        players = low if players is None else players
        if not isinstance(players, int) or not low <= players <= high:
            counts = str(low) if low == high else f"{low} to {high}"
            raise SetupError(f"players: {self.title} is for {counts} players, not {short(players)}")
        return players

    def _options(self, options: dict[str, Any]) -> dict[str, str]:
        for name, value in options.items():
            if name not in self.options:
                there_are = ", ".join(self.options) or "none"
                raise SetupError(f"{plain(name)}: {self.title} has no such option (there are: {there_are})")
            if value not in self.options[name]:
                raise SetupError(f"{name}: one of {', '.join(self.options[name])}, not {short(value)}")
        return {name: options.get(name, values[0]) for name, values in self.options.items()}

    @lru_cache(maxsize=256)  # noqa: B019  games live as long as the process
    def _board(self, players: int, options: tuple[tuple[str, str], ...], rules: int, text: str | None) -> Board:
        return self.engine.boards.load_board(dict(options), players, rules, text)

    def _start(self, board: Board, start: str | int | None, seed: "int | Source | None") -> int:
        arrangements = self.engine.arrangements
        if arrangements is None:
            if isinstance(start, str):
                raise SetupError(f"start: {self.title} always starts the same way")
            return 0
        if isinstance(start, str):
            return arrangements.parse_start(board, start)
        if start is not None:
            if type(start) is not int or not 0 <= start < self.starts:
                raise SetupError(f"start: {self.title} has arrangements 0..{self.starts - 1}, not {short(start)}")
            return start
        if seed is None:
            raise SetupError(f"{self.title} starts from a random arrangement: give seed=7, say, or start='...'")
        return as_source(seed).randrange(self.starts)


def read_board_file(file: str | Path) -> str:
    """The text of a board file."""
    try:
        text = read_text_file(file, 4 * LONGEST)
    except OSError as error:
        raise BoardError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeError:
        raise BoardError(f"{file}: not a text file (UTF-8)") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")  # one text, and one hash, on all systems


def check_board(board: Board, needed: str) -> None:
    """Complain when a text was made on another board."""
    if board.label.split() != needed.replace(":", " ").split():
        raise BoardError(f"this was played on the board {plain(needed, 120)}: give that board's file")


def game(name: str) -> Game:
    """A game by its name: `game("mabula")`."""
    if name not in NAMES:
        raise SetupError(f"there is no game {short(name)}; there are {', '.join(NAMES)}")
    return _game(name)


@cache
def _game(name: str) -> Game:
    return Game(name)
