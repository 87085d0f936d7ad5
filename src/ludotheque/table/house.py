"""The house: everything that can be done at its tables, one method for each."""

from collections.abc import Sequence
from contextlib import suppress
from typing import assert_never

from ludotheque.drawing.language import language
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table import acting
from ludotheque.table.course import Course
from ludotheque.table.entries import Answer, Ask, Back, BotHolder, End, Entry, PersonHolder, Thinking, TimeOut
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
from ludotheque.table.seen import problem_seen
from ludotheque.table.taking_back import last_of
from ludotheque.wire.incoming import AnswerAct, AskAct, CancelAct, EntryAct, PlayAct, ResignAct, TakeBackAct
from ludotheque.wire.outgoing import PlayResult, Problem, fields_of, to_text

GONE_ON = say("The table has gone on: look at what has happened first.")


class House(Seating):
    """All tables of a database, as one process serves them: what is done at them."""

    async def play(self, table: str, person: Person, act: PlayAct, lang: str = "en") -> PlayResult:
        """A person's steps. The answer is kept: the same id is answered the same, whatever has happened since."""
        made: list[PlayResult] = []

        def make(course: Course) -> list[Entry]:
            seat = own_seat(course, person.id, act.seat)
            check(why_not_begun(course))
            if acting.is_stale(course, seat, act.seen):
                raise Stale
            alone = self.plays_alone(course.holders)
            entry = acting.play(course, seat, act.steps, self.draws(table, course), alone)
            made[:] = [PlayResult(ok=True, number=course.number + 1, id=act.id)]
            return [entry]

        try:
            await self.write(table, make, lambda: Answered(person.id, act.id, to_text(made[0])))
        except AlreadyAnswered as again:
            return await self._repeat(table, person, act, again.body, lang)
        except (Stale, Refusal, TableError) as error:
            return await self._not_played(table, person, act, error, lang)
        return made[0]

    async def _not_played(self, table: str, person: Person, act: PlayAct, error: GameError, lang: str) -> PlayResult:
        """Why steps were not played; unless they have been, and the request only came again."""
        known = await self.store.answered(table, person.id, act.id)
        if known is None and isinstance(error, TableError):
            raise error
        if known is None:
            why = problem_seen(error, lang) if isinstance(error, Refusal) else Problem(
                ok=False, error="stale", text=language(lang).say(GONE_ON)
            )  # fmt: skip
            body = to_text(PlayResult(**fields_of(why), id=act.id))
            known = await self.store.keep_answer(table, Answered(person.id, act.id, body))
        return await self._repeat(table, person, act, known, lang)

    async def _repeat(self, table: str, person: Person, act: PlayAct, known: str, lang: str) -> PlayResult:
        """An answer that was given before; one who was late gets what was missed until now."""
        answer = PlayResult.model_validate_json(known)
        if answer.error != "stale":
            return answer
        course = (await self.find(table)).course
        seat: int | None = None
        with suppress(TableError):  # a bot may hold the seat by now: then they get what all may see
            seat = own_seat(course, person.id, act.seat)
        return answer.model_copy(update={"missed": missed(course, seat, lang, act.seen)})

    async def play_bot(self, table: str, seat: int, number: int, steps: Sequence[str], thinking: Thinking) -> None:
        """A bot's steps, if nothing that it can see has changed since it was asked."""

        def make(course: Course) -> list[Entry]:
            if not isinstance(course.holders[seat], BotHolder) or acting.is_stale(course, seat, number):
                raise TableError("stale", say("The table has gone on."))
            alone = self.plays_alone(course.holders)
            return [acting.play(course, seat, tuple(steps), self.draws(table, course), alone, thinking)]

        await self.write(table, make)

    async def act(self, table: str, person: Person, act: EntryAct) -> None:
        """What somebody does that is nothing but an entry: a take-back, a request, an answer, an end."""
        is_maker = (await self.find(table)).row.creator == person.id
        await self.write(table, lambda course: entries_for(course, person.id, act, is_maker=is_maker))

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


def entries_for(course: Course, person: str, act: EntryAct, *, is_maker: bool) -> list[Entry]:
    """The entries that an act becomes; raises why it can't be done."""
    match act:
        case TakeBackAct():
            return [_take_back(course, own_seat(course, person, act.seat))]
        case AskAct():
            return [_ask(course, own_seat(course, person, act.seat), act)]
        case AnswerAct():
            return _answer(course, own_seat(course, person, act.seat), act)
        case ResignAct():
            seat = own_seat(course, person, act.seat)
            check(why_not_resign(course))
            return [End(how="resigned", seat=seat)]
        case CancelAct():
            check(why_not_cancel(course, course.seats_of(person), is_maker=is_maker))
            return [End(how="cancelled")]
        case _:
            assert_never(act)


def _take_back(course: Course, seat: int) -> Back:
    """A seat's last entry goes back, as far as the rules of information allow."""
    check(why_not_begun(course))
    if course.is_over or last_of(course, seat) is None:
        raise TableError("late", NOTHING_BACK)
    return acting.take_back(course, seat)


def _ask(course: Course, seat: int, act: AskAct) -> Ask:
    check(why_not_ask(course))
    if act.what == "end":
        return Ask(seat=seat, what="end")
    return Ask(seat=seat, what="back", entry=find_asked(course, seat, act.entry))


def _answer(course: Course, seat: int, act: AnswerAct) -> list[Entry]:
    if course.is_over or course.ask is None or course.ask[0] != act.ask:
        raise TableError("late", say("That is no longer being asked."))
    if act.agrees and seat in course.agreed:
        return []
    return [Answer(seat=seat, ask=act.ask, agrees=act.agrees)]


class Stale(GameError):  # noqa: N818
    """Something that the seat can see has changed."""
