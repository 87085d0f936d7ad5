"""The game record: a header, then one step per line. Options, start and steps replay a game exactly."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, overload

from ludotheque.games import NAMES
from ludotheque.games.refusal import BoardError, GameError, PositionError, Refusal
from ludotheque.games.verbs import CHANCE
from ludotheque.play.game import Game, Setup, SetupError, check_board, game
from ludotheque.play.position import Outcome, Position
from ludotheque.play.whole_files import read_text_file, whole_file

LARGEST = 2_000_000  # bytes of a record's file; a long game has some fifty thousand
KEY = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
# The letters that no value of a header has: controls, separators, spaces but the plain one, letters that only steer
# the text around them, surrogates, letters for private use. Fixed, since each edition of Unicode has more letters.
NO_VALUE = (
    r"\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    r"\u205f-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000f0000-\U0010ffff"
)
VALUE, HIDDEN = re.compile(f" *[^ {NO_VALUE}][^{NO_VALUE}]*"), re.compile(f"[{NO_VALUE}]")
STEP = re.compile(r"([1-9]|\*) ([!-~]+)", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
END = re.compile(r"agreed|(resigned|time|left) [1-9]", re.ASCII)


class RecordError(GameError):
    """A record that cannot be read or does not replay; names the line or the key."""


@dataclass(frozen=True, repr=False)
class Record:
    """A game as options, start and steps. `steps` are pairs of actor (0: chance) and notation."""

    header: Mapping[str, str]
    steps: tuple[tuple[int, str], ...]
    board: Path | None = field(default=None, compare=False)  # the file of a board of the user's own
    lines: tuple[int, ...] = field(default=(), compare=False)  # line number of each step
    drawer: ClassVar["Callable[[Record], str]"]  # a slot that the room `interop` fills

    @classmethod
    def read(cls, text: str, board: str | Path | None = None) -> "Record":
        """Read a record's text; its form is checked here, its steps by `replay`."""
        header: dict[str, str] = {}
        steps: list[tuple[int, str]] = []
        lines: list[int] = []
        in_header = True
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
            if line.startswith("#"):
                continue
            if not line.strip(" \t"):
                in_header = in_header and not header
            elif in_header:
                _read_key(header, line, number)
            else:
                steps.append(_read_step(line, number))
                lines.append(number)
        if "game" not in header:
            raise RecordError("line 1: a record begins with the line «game: NAME»")
        return cls(_ordered(header), tuple(steps), Path(board) if board else None, tuple(lines))

    @classmethod
    def load(cls, file: str | Path, board: str | Path | None = None) -> "Record":
        """Read a record's file. Complaints begin with its name."""
        try:
            return cls.read(read_text_file(file, LARGEST), board)
        except OSError as error:
            raise RecordError(f"{file}: cannot be read: {error.strerror}") from None
        except UnicodeError:
            raise RecordError(f"{file}: not a text file (UTF-8)") from None
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None

    def save(self, file: str | Path) -> None:
        """Write the record's file atomically: concurrent readers get the old one."""
        with whole_file(file) as partial:
            partial.write_bytes(str(self).encode("utf-8"))

    def __str__(self) -> str:
        header = "".join(f"{key}: {value}\n" for key, value in self.header.items())
        return header + "\n" + "".join(f"{actor or '*'} {text}\n" for actor, text in self.steps)

    def __repr__(self) -> str:
        name, result = self.header.get("game", "?"), self.header.get("result", "")
        title = game(name).title if name in NAMES else name
        many = f"{len(self.steps)} step{'s' if len(self.steps) != 1 else ''}"
        return f"<{title} record, {many}{f', {result}' if result else ''}>"

    def _repr_html_(self) -> str:
        """The board with a slider that notebooks show."""
        return Record.drawer(self)

    @property
    def game(self) -> Game:
        try:
            return game(self.header["game"])
        except SetupError as error:
            raise RecordError(f"game: {error}") from None

    @property
    def setup(self) -> Setup:
        """The settings that the game was started with."""
        one = self.game
        options: dict[str, Any] = {}
        for key, value in self.header.items():
            if key in one.options:
                options[key] = value
            elif key not in _KEYS and not key.startswith(("x-", "fair-")):
                raise RecordError(f"{key}: {one.title} has no such key; free keys begin with x-")
        label = self.header.get("board")
        if label and self.board is None:
            raise RecordError(f"board: this game was played on a board of its own, {label}: give that board's file")
        if "start" not in self.header and one.starts > 1:
            raise RecordError("start: missing")
        try:
            setup = one.setup(
                self._number("players"), rules=self._number("rules") or 1, start=self.header.get("start"),
                board=self.board if label else None, **options,
            )  # fmt: skip
            if label:
                check_board(setup.board, label)
        except (SetupError, PositionError, BoardError) as error:
            raise RecordError(str(error)) from None
        return setup

    def _number(self, key: str) -> int | None:
        value = self.header.get(key)
        if value is not None and not NUMBER.fullmatch(value):
            raise RecordError(f"{key}: a whole number, not {value[:40]!r}")
        return None if value is None else int(value)

    def replay(self) -> Iterator[Position]:
        """Every position from the start on; stops with a RecordError at a step that is not legal."""
        position = self.game.begin(self.setup)
        yield position
        for ply, (actor, text) in enumerate(self.steps):
            try:
                position = position.play(text, actor)
            except Refusal as refusal:
                where = f"line {self.lines[ply]}" if self.lines else f"step {ply + 1}"
                raise RecordError(f"{where}: {'*' if actor == CHANCE else actor} {text}: {refusal.reason}") from None
            yield position

    def at(self, ply: int) -> Position:
        """The position after `ply` steps; negative counts from the end, -1 is the last one."""
        last = len(self.steps)
        wanted = ply if ply >= 0 else last + 1 + ply
        if not 0 <= wanted <= last:
            raise RecordError(f"ply: this record has plies 0..{last}, not {ply}")
        return next(position for i, position in enumerate(self.replay()) if i == wanted)

    def __iter__(self) -> Iterator[Position]:
        return self.replay()

    @overload
    def __getitem__(self, ply: int) -> Position: ...

    @overload
    def __getitem__(self, ply: slice) -> list[Position]: ...

    def __getitem__(self, ply: int | slice) -> Position | list[Position]:
        """`record[12]` is `record.at(12)`; `record[::10]` is every tenth position."""
        return list(self.replay())[ply] if isinstance(ply, slice) else self.at(ply)

    def verify(self) -> Outcome | None:
        """Replay it all and compare the stated result; returns the outcome, None if the game is not over."""
        outcome = self.at(-1).outcome
        result = self.header.get("result")
        if result is not None:
            if outcome is None:
                raise RecordError("result: stated, but the game is not over")
            if result != " ".join(map(str, outcome.scores)):
                raise RecordError(f"result: {result} is stated, the replay gives {' '.join(map(str, outcome.scores))}")
        end = self.header.get("end")
        if end is not None:
            if not END.fullmatch(end) or (end[-1].isdigit() and int(end[-1]) > self.setup.players):
                raise RecordError(f"end: write «resigned 2», «agreed», «time 1» or «left 3», not {end[:40]!r}")
            if outcome is not None or result is not None:
                raise RecordError("end: the game was over by its rules; it cannot have been stopped before")
        return outcome


_KEYS = ("game", "rules", "players", "board", "start", "end", "result")


def _read_key(header: dict[str, str], line: str, number: int) -> None:
    key, sign, value = line.partition(": ")
    if not sign or not KEY.fullmatch(key) or not VALUE.fullmatch(value):
        raise RecordError(f"line {number}: the header has lines «key: value», then an empty line")
    if key in header:
        raise RecordError(f"line {number}: {key} is given twice")
    header[key] = value.strip()


def _read_step(line: str, number: int) -> tuple[int, str]:
    form = STEP.fullmatch(line)
    if not form:
        raise RecordError(f"line {number}: a step is «SEAT NOTATION», or «* NOTATION» for chance, not {line[:40]!r}")
    actor, text = form.groups()
    return (CHANCE if actor == "*" else int(actor)), text


def _ordered(header: Mapping[str, str]) -> dict[str, str]:
    """The header's keys in the order they are written in."""
    free = [key for key in header if key.startswith("x-")]
    fair = [key for key in header if key.startswith("fair-")]
    options = [key for key in header if key not in _KEYS and not key.startswith(("x-", "fair-"))]
    order = ["game", "rules", "players", *options, "board", "start", *fair, *free, "end", "result"]
    return {key: header[key] for key in order if key in header}


def as_value(text: str) -> str:
    """A text as the value of a header's key: letters that none may have become question marks."""
    return HIDDEN.sub("?", text).strip(" ") or "?"


def setup_keys(one: Game, setup: Setup) -> dict[str, str]:
    """What a record says of a setup: the game, its rules, the players, every option, and a board of somebody's own."""
    keys = {"game": one.name, "rules": str(setup.rules), "players": str(setup.players), **setup.options}
    return keys | ({"board": setup.board.label} if setup.board.label else {})


def result_key(scores: Iterable[int]) -> dict[str, str]:
    """What a record says of a game that its rules ended."""
    return {"result": " ".join(map(str, scores))}


def end_key(how: str, seat: int | None) -> dict[str, str]:
    """What a record says of a game that was stopped before; `x-end` if nobody won."""
    end = how if seat is None else f"{how} {seat}"
    return {"end": end} if END.fullmatch(end) else {"x-end": how}


def record_of(position: Position, seat: int | None, extra: Mapping[str, str]) -> Record:
    """The record of a position's game so far; `seat` leaves out what is still secret for it."""
    one, setup = position.game, position.setup
    if setup.start is None:
        raise RecordError("this position was read or guessed, not played from a start: it has no record")
    if seat is not None and (type(seat) is not int or not 0 <= seat <= setup.players):
        raise RecordError(f"seat: 0 for a spectator, or 1..{setup.players}, not {seat!r}")
    header = setup_keys(one, setup)
    if one.starts > 1:
        header["start"] = one.engine.format_start(setup.board, setup.start)
    for key, value in extra.items():
        _add_key(header, key.replace("_", "-"), value)
    if outcome := position.outcome:
        header |= result_key(outcome.scores)
    steps = [(step.seat, step.text) for step in position.steps]
    if seat is not None:
        steps = _without_secrets(position, seat, steps)
    return Record(_ordered(header), tuple(steps))


def _add_key(header: dict[str, str], key: str, value: str) -> None:
    """A key that the caller adds: a free one, one that proves the chance, or how the game was stopped."""
    if key != "end" and not key.startswith(("x-", "fair-")):
        raise RecordError(f"{key}: add keys that begin with x- or fair-, or end")
    if not KEY.fullmatch(key) or not isinstance(value, str) or not VALUE.fullmatch(value):
        raise RecordError(f"{key}: write a key of small letters, and a value on one line")
    header[key] = value.strip()


def _without_secrets(position: Position, seat: int, steps: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out what is still secret for `seat` (0: a spectator), and what can't be replayed without it."""
    latest = position.game.engine.secret_steps(position.setup.board, position.state, seat or None)
    left_out = {actor: sum(counts) for actor, counts in latest.items()}
    kept = []
    for actor, text in reversed(steps):
        if left_out.get(actor, 0):
            left_out[actor] -= 1
        else:
            kept.append((actor, text))
    return kept[::-1]
