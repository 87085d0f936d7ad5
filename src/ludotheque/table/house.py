"""The house: everything that can be done at its tables, one method for each."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

from ludotheque.drawing.language import language
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table import acting
from ludotheque.table.course import Course
from ludotheque.table.entries import (
    Answer,
    Ask,
    BotHolder,
    End,
    Entry,
    Notation,
    PersonHolder,
    SeatNumber,
    Thinking,
    TimeOut,
)
from ludotheque.table.errors import TableError
from ludotheque.table.following import missed
from ludotheque.table.keeping import AlreadyAnswered
from ludotheque.table.people import Person
from ludotheque.table.rights import (
    NOTHING_BACK,
    check,
    find_asked,
    why_not_ask,
    why_not_begun,
    why_not_cancel,
    why_not_resign,
)
from ludotheque.table.rows import Answered
from ludotheque.table.seating import Seating, absent, own_seat
from ludotheque.table.seen import error_seen
from ludotheque.table.taking_back import last_of

GONE_ON = say("The table has gone on: look at what has happened first.")


class PlayRequest(BaseModel):
    """A seat's steps: `seen` is the last entry that the sender has seen, `id` is repeated when the request is."""

    model_config = ConfigDict(extra="forbid")

    seen: int = Field(ge=0, le=1_000_000, strict=True)
    steps: tuple[Notation, ...] = Field(min_length=1, max_length=40)
    id: str = Field(min_length=1, max_length=64, pattern=r"^[\w.:-]+$")
    seat: SeatNumber | None = None


class House(Seating):
    """All tables of a database, as one process serves them: what is done at them."""

    async def play(self, table: str, person: Person, request: PlayRequest, lang: str = "en") -> dict[str, Any]:
        """A person's steps. The answer is kept: the same id is answered the same, whatever has happened since."""
        answer: dict[str, Any] = {}

        def make(course: Course) -> list[Entry]:
            seat = own_seat(course, person.id, request.seat)
            check(why_not_begun(course))
            if acting.is_stale(course, seat, request.seen):
                raise Stale
            alone = self.plays_alone(course.holders)
            entry = acting.play(course, seat, request.steps, self.draws(table, course), alone)
            answer.update(ok=True, number=course.number + 1, id=request.id)
            return [entry]

        try:
            await self.write(table, make, lambda: Answered(person.id, request.id, to_json(answer).decode()))
        except AlreadyAnswered as again:
            return await self._repeat(table, person, request, again.body, lang)
        except (Stale, Refusal, TableError) as error:
            return await self._not_played(table, person, request, error, lang)
        return answer

    async def _not_played(
        self, table: str, person: Person, request: PlayRequest, error: GameError, lang: str
    ) -> dict[str, Any]:
        """Why steps were not played; unless they have been, and the request only came again."""
        known = await self.store.answered(table, person.id, request.id)
        if known is None and isinstance(error, TableError):
            raise error
        if known is None:
            why = error_seen(error, lang) if isinstance(error, Refusal) else {
                "ok": False, "error": "stale", "text": language(lang).say(GONE_ON),
            }  # fmt: skip
            body = json.dumps(why | {"id": request.id})
            known = await self.store.keep_answer(table, Answered(person.id, request.id, body))
        return await self._repeat(table, person, request, known, lang)

    async def _repeat(self, table: str, person: Person, request: PlayRequest, known: str, lang: str) -> dict[str, Any]:
        """An answer that was given before; one who was late gets what he has missed until now."""
        answer: dict[str, Any] = json.loads(known)
        if answer.get("error") != "stale":
            return answer
        course = (await self.find(table)).course
        seat: int | None = None
        with suppress(TableError):  # a bot may hold the seat by now: then he gets what all may see
            seat = own_seat(course, person.id, request.seat)
        return answer | {"missed": missed(course, seat, lang, request.seen)}

    async def play_bot(self, table: str, seat: int, number: int, steps: Sequence[str], thinking: Thinking) -> None:
        """A bot's steps, if nothing that it can see has changed since it was asked."""

        def make(course: Course) -> list[Entry]:
            if not isinstance(course.holders[seat], BotHolder) or acting.is_stale(course, seat, number):
                raise TableError("stale", say("The table has gone on."))
            alone = self.plays_alone(course.holders)
            return [acting.play(course, seat, tuple(steps), self.draws(table, course), alone, thinking)]

        await self.write(table, make)

    async def take_back(self, table: str, person: Person, seat: int | None = None) -> None:
        """A seat's last entry goes back, as far as the rules of information allow."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            check(why_not_begun(course))
            if course.is_over or last_of(course, own) is None:
                raise TableError("late", NOTHING_BACK)
            return [acting.take_back(course, own)]

        await self.write(table, make)

    async def ask(self, table: str, person: Person, what: str, entry: int | None, seat: int | None = None) -> None:
        """Ask all others to go back to before an entry (None: the seat's last one), or to end the game."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            check(why_not_ask(course))
            if what == "end":
                return [Ask(seat=own, what="end")]
            return [Ask(seat=own, what="back", entry=find_asked(course, own, entry))]

        await self.write(table, make)

    async def answer(self, table: str, person: Person, ask: int, agrees: bool, seat: int | None = None) -> None:
        """Agree to what was asked, or not."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            if course.is_over or course.ask is None or course.ask[0] != ask:
                raise TableError("late", say("That is no longer being asked."))
            if agrees and own in course.agreed:
                return []
            return [Answer(seat=own, ask=ask, agrees=agrees)]

        await self.write(table, make)

    async def resign(self, table: str, person: Person, seat: int | None = None) -> None:
        """Give up a game of two."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            check(why_not_resign(course))
            return [End(how="resigned", seat=own)]

        await self.write(table, make)

    async def cancel(self, table: str, person: Person) -> None:
        """Call a game off before its second step; before it begins, whoever made the table may do so as well."""

        def make(course: Course) -> list[Entry]:
            check(why_not_cancel(course, course.seats_of(person.id), is_maker=is_maker))
            return [End(how="cancelled")]

        is_maker = (await self.find(table)).row.creator == person.id
        await self.write(table, make)

    async def time_out(self, table: str, seat: int, now: float | None = None) -> None:
        """A seat's time has run out by now: write it, and what the table's terms say."""
        now = await self.store.now() if now is None else now

        def make(course: Course) -> list[Entry]:
            due = course.clocks.due(seat)
            if due is None or due > now or seat in course.late or isinstance(course.holders[seat], BotHolder):
                return []
            return [TimeOut(seat=seat), *absent(course, seat, "time", level)]

        kept = await self.find(table)
        holder = kept.course.holders.get(seat)
        level = await self._level_of(holder.person, kept.row.terms.game) if isinstance(holder, PersonHolder) else ""
        await self.write(table, make)


class Stale(GameError):  # noqa: N818
    """Something that the seat can see has changed."""
