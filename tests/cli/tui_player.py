"""A player at the terminal client: presses keys, clicks, and reads the screen."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from textual import _wait
from textual.pilot import Pilot

from ludotheque import Chance, Position
from ludotheque.cli.tui import step_draft
from ludotheque.cli.tui.board_widget import BoardWidget
from ludotheque.cli.tui.cover_screen import CoverScreen
from ludotheque.cli.tui.move_list import Moves
from ludotheque.cli.tui.table_screen import TableScreen
from ludotheque.cli.tui.tui_app import Client, OpenedTable
from ludotheque.games.phrase import say
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import Seat

PATIENCE = 240.0
SMALL, LARGE = (80, 24), (120, 40)
_wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.0004  # `settle` waits for what matters, so that this may hurry


class TuiPlayer:
    """A running client, and its player."""

    def __init__(self, pilot: Pilot[None], client: Client) -> None:
        self.pilot, self.client = pilot, client

    @property
    def table(self) -> TableScreen:
        """The table's screen, also below another one."""
        return next(screen for screen in self.client.screen_stack if isinstance(screen, TableScreen))

    @property
    def place(self) -> Any:
        return self.table.own_seat

    def read(self) -> str:
        """The whole screen as text."""
        strips = self.client.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in strips) + "\n"

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, self.read()
            await asyncio.sleep(0.005)
        for _ in range(2):  # what one message leads to is another
            await self.pilot.pause()

    async def settle(self) -> None:
        """Wait until the screen is up to date and nothing more changes by itself."""
        await self.until(lambda: any(isinstance(screen, TableScreen) for screen in self.client.screen_stack))
        await self.until(self._is_quiet)

    async def begin(self) -> None:
        """Wait until the game has begun."""
        await self.until(lambda: self.table.now.stage == "playing")

    def _is_quiet(self) -> bool:
        table = self.table
        is_busy = any(worker.group in ("act", "hint") and not worker.is_finished for worker in self.client.workers)
        if is_busy or table.now.number != self.place.look(table.now.seat).number:
            return False
        return table.now.stage == "over" or any(seat in self.place.seats for seat in table.now.waited_for)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, then settle."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        await self.press(*({":": "colon", ".": "full_stop", "-": "minus", "/": "slash"}.get(one, one) for one in text))

    async def point(self, name: str) -> None:
        """Click a named spot on the board."""
        await self.pilot.click(BoardWidget, offset=self.client.screen.query_one(BoardWidget).places()[name])
        await self.settle()

    async def click_row(self, at: int) -> None:
        """Click a visible row of the list."""
        moves = self.client.screen.query_one(Moves)
        await self.pilot.click(Moves, offset=(3, at - moves.scroll_offset.y))
        await self.settle()

    # whole games

    async def choose_with_keys(self, choice: Random) -> None:
        """One random choice, or a part of it."""
        if isinstance(self.client.screen, CoverScreen):
            await self.press("enter")
            return
        walk = ["end"] if choice.random() < 0.4 else ["down"] * choice.randint(1, 3)
        await self.press(*walk, "enter")

    async def choose_with_mouse(self, choice: Random) -> None:
        """The same with clicks: on the board where possible, else in the list."""
        if isinstance(self.client.screen, CoverScreen):
            await self.pilot.click()
            await self.settle()
            return
        board, moves = self.client.screen.query_one(BoardWidget), self.client.screen.query_one(Moves)
        steps = step_draft.options(self.table.now, self.table.draft)
        names = {name for step in steps for name in step_draft.names_of(step)} & set(board.places())
        if names and not (step_draft.is_split(self.table.now, self.table.draft) and choice.random() < 0.3):
            await self.point(choice.choice(sorted(names)))
            return
        top = moves.scroll_offset.y
        seen = [at for at in range(top, min(top + moves.size.height, len(moves.rows))) if moves.rows[at].step]
        at = seen[-1] if choice.random() < 0.5 else choice.choice(seen)
        await self.click_row(at)
        if moves.at == at:
            await self.click_row(at)


def sit(
    place: Seat | Position, doing: Callable[[TuiPlayer], Awaitable[None]], *, size: tuple[int, int] = SMALL,
    lang: str = "en", colour: bool = True, theme: str = "night", seats: tuple[int, ...] = (1,), seed: int = 1,
) -> Client:  # fmt: skip
    """Run a client at a seat, or against random bots from a position, while `doing` acts there."""
    chance = Chance(seed, 1)
    taken = LocalSeat(place, seats, None, "random", chance, lang) if isinstance(place, Position) else place
    client = Client(lambda *_: OpenedTable(taken, lambda: say("Goodbye.")), lang, theme, colour=colour)
    run(client, doing, size)
    return client


def run(client: Client, doing: Callable[[TuiPlayer], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    """Run a client while `doing` acts there."""

    async def run_it() -> None:
        async with client.run_test(size=size) as pilot:
            await pilot.pause()
            await doing(TuiPlayer(pilot, client))

    asyncio.run(run_it())
