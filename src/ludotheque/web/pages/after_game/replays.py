"""Replays and pictures of a game, as far as the reader may see it. A worker thread makes them; replays are cached."""

import gzip
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from ludotheque.bots.child_process import PYTHON
from ludotheque.drawing import Drawing, draw, marks_of
from ludotheque.drawing.formats.replay import frames_of, replay_data
from ludotheque.games.phrase import say
from ludotheque.log.player_names import PlayerNames
from ludotheque.log.projection.drawing_projection import project_facts
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.position import Position
from ludotheque.table.fair_worker import FairWorker, JobOwner
from ludotheque.web.pages.page_data import ReplayFrames
from ludotheque.web.reader import asking
from ludotheque.wire.table_messages import to_text

Made = TypeVar("Made")

PICTURE_WIDTH = 1600  # pixels
LONGEST = 60  # seconds for a picture
# Pictures take long: one at a time, so that games go on meanwhile, and those who wait for theirs take turns.
WORKER, UNKNOWN = FairWorker("pictures"), JobOwner("", "")


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """The positions of a game, and the plies at which a seat may see them."""

    positions: Sequence[Position]
    shown: frozenset[int]  # plies
    seat: int | None

    @classmethod
    def of(cls, state: TableState, seat: int | None) -> "ReplayLine":
        """The replay for a seat (None: a spectator); of a finished game, the same for everybody."""
        if state.position is None:
            raise TableError("wrong", say("This game never began: there is nothing to step through."))
        seat = None if state.is_over else seat
        visibility, first = Visibility.of(state, seat), [*state.position.history][-1:] or [state.position]
        seen = (position.ply for position in visibility.line if visibility.sees(position))
        return cls([*first, *visibility.line], frozenset((0, *seen)), seat)

    @property
    def moments(self) -> list[Position]:
        """The visible positions."""
        return [position for position in self.positions if position.ply in self.shown]

    def at(self, index: int | None) -> tuple[int, Position]:
        """A visible position by its index from 0; the last one if `index` is None or too large."""
        moments = self.moments
        index = len(moments) - 1 if index is None else min(index, len(moments) - 1)
        return index, moments[index]


def picture_at(line: ReplayLine, index: int | None, lang: str) -> Drawing:
    """The drawing of a moment."""
    position = line.at(index)[1]
    return draw(position.view(line.seat), marks_of(position, line.seat), lang)


async def in_worker(making: Callable[[], Made]) -> Made:
    """Run `making` in the worker thread, when it is the turn of whoever asks; raises TooOften if too many wait."""
    return await WORKER.run(asking.get(UNKNOWN), making)


async def gzipped_replay(state: TableState, seat: int | None, names: PlayerNames) -> bytes:
    """All moments as gzipped JSON: changes, words and orders (see `replay_data`), each frame's facts for the game's own
    script, and the frame after each entry."""
    line = ReplayLine.of(state, seat)
    memo, key = state.memo, ("replay", line.seat, names.lang)
    if key not in memo or memo[key][0] != names:
        memo[key] = names, await in_worker(partial(_pack, line, names, moments_of(state, line)))
    packed: bytes = memo[key][1]
    return packed


def moments_of(state: TableState, line: ReplayLine) -> dict[int, int]:
    """By entry number: the index of the moment after it, if that is visible."""
    numbers = {ply: number for number, ply in enumerate(sorted(line.shown))}
    after = {number: position.ply for number, position in state.positions_after.items() if position is not None}
    return {number: numbers[ply] for number, ply in after.items() if ply in numbers}


def _pack(line: ReplayLine, names: PlayerNames, moments: dict[int, int]) -> bytes:
    frames = frames_of(line.positions, line.seat, names.lang, lambda position: position.ply in line.shown, names.at)
    facts = [project_facts(frame.drawing) for frame in frames if frame.drawing.facts]
    named = {str(number): moment for number, moment in moments.items()}
    data = ReplayFrames(**replay_data(frames), facts=facts, moments=named)
    return gzip.compress(to_text(data).encode(), 6, mtime=0)


async def png_at(line: ReplayLine, index: int | None, lang: str, theme: str) -> bytes:
    """A moment as a PNG."""
    return await in_worker(lambda: render_png(picture_at(line, index, lang).svg(theme)))


def render_png(svg: str) -> bytes:
    """Render an SVG as PNG in another process: in this one it would hold up all games."""
    command = [*PYTHON, "-m", "ludotheque.drawing.formats.png", str(PICTURE_WIDTH)]
    done = subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, timeout=LONGEST, check=True)  # noqa: S603
    return done.stdout
