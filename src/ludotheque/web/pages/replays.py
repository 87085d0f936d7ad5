"""A game step by step, as far as somebody may see it: made once in a thread of its own, packed, and kept."""

import asyncio
import gzip
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from ludotheque.drawing import Drawing, draw, marks_of
from ludotheque.drawing.replay import frames_of, replay_data
from ludotheque.games.phrase import say
from ludotheque.log.drawing_projection import project_facts
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.visibility import Visibility
from ludotheque.play.position import Position
from ludotheque.table.service.limits import TooOften
from ludotheque.web.pages.page_data import ReplayFrames
from ludotheque.wire.table_messages import to_text

Made = TypeVar("Made")

PICTURE_WIDTH = 1600  # pixels
LONGEST = 60  # seconds for a picture
# Pictures take long: one at a time, so that everybody else goes on playing, and few may wait for theirs.
ROOM = ThreadPoolExecutor(1, "pictures")
MOST_WAITING, FEW_SECONDS = 16, 5
waiting: set[object] = set()


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """The moments that somebody may step through: all positions, and which of them are shown."""

    positions: Sequence[Position]
    shown: frozenset[int]  # plies
    seat: int | None

    @classmethod
    def of(cls, state: TableState, seat: int | None) -> "ReplayLine":
        """What a seat (None: a spectator) has seen of a game; of one that is over, what everybody sees."""
        if state.position is None:
            raise TableError("wrong", say("This game never began: there is nothing to step through."))
        seat = None if state.is_over else seat
        visibility, first = Visibility.of(state, seat), [*state.position.history][-1:] or [state.position]
        seen = (position.ply for position in visibility.line if visibility.sees(position))
        return cls([*first, *visibility.line], frozenset((0, *seen)), seat)

    @property
    def moments(self) -> list[Position]:
        """The positions that are shown."""
        return [position for position in self.positions if position.ply in self.shown]

    def at(self, index: int | None) -> tuple[int, Position]:
        """A moment by its number, counted from 0; the last one where none is named, or there are not so many."""
        moments = self.moments
        index = len(moments) - 1 if index is None else min(index, len(moments) - 1)
        return index, moments[index]


def picture_at(line: ReplayLine, index: int | None, lang: str) -> Drawing:
    """A moment as a picture."""
    position = line.at(index)[1]
    return draw(position.view(line.seat), marks_of(position, line.seat), lang)


async def in_room(making: Callable[[], Made]) -> Made:
    """Make something where it takes nobody's time; raises TooOften when many wait already."""
    if len(waiting) >= MOST_WAITING:
        raise TooOften(FEW_SECONDS)
    one = object()
    waiting.add(one)
    try:
        return await asyncio.get_running_loop().run_in_executor(ROOM, making)
    finally:
        waiting.discard(one)


async def packed_replay(state: TableState, seat: int | None, lang: str) -> bytes:
    """All moments, as packed JSON: changes, words and orders (see `replay_data`), the facts of each for a game's own
    script (none of a game without), and after which entry each came."""
    line = ReplayLine.of(state, seat)
    memo, key = state.memo, ("replay", line.seat, lang)
    if key not in memo:
        memo[key] = await in_room(partial(_pack, line, lang, moments_of(state, line)))
    packed: bytes = memo[key]
    return packed


def moments_of(state: TableState, line: ReplayLine) -> dict[int, int]:
    """By number of an entry of steps: the moment after it, if it was seen."""
    numbers = {ply: number for number, ply in enumerate(sorted(line.shown))}
    after = {number: position.ply for number, position in state.positions_after.items() if position is not None}
    return {number: numbers[ply] for number, ply in after.items() if ply in numbers}


def _pack(line: ReplayLine, lang: str, moments: dict[int, int]) -> bytes:
    frames = frames_of(line.positions, line.seat, lang, lambda position: position.ply in line.shown)
    facts = [project_facts(frame.drawing) for frame in frames if frame.drawing.facts]
    named = {str(number): moment for number, moment in moments.items()}
    data = ReplayFrames(**replay_data(frames), facts=facts, moments=named)
    return gzip.compress(to_text(data).encode(), 6, mtime=0)


async def png_at(line: ReplayLine, index: int | None, lang: str, theme: str) -> bytes:
    """A moment as a PNG."""
    return await in_room(lambda: painted(picture_at(line, index, lang).svg(theme)))


def painted(svg: str) -> bytes:
    """A picture as a PNG, painted by another process: in this one nobody could play meanwhile."""
    command = [sys.executable, "-m", "ludotheque.drawing.png", str(PICTURE_WIDTH)]
    done = subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, timeout=LONGEST, check=True)  # noqa: S603
    return done.stdout
