"""From what a seat wants to do to the entry that is written: checked as a whole, with all that follows from it."""

from collections.abc import Callable
from typing import Protocol

from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.play.choice import is_half_made, is_secret
from ludotheque.play.position import Position
from ludotheque.table.course import Course, is_shown
from ludotheque.table.entries import Back, Begin, Play, Thinking
from ludotheque.table.taking_back import may_take_back
from ludotheque.table.terms import Opening

MOST_FOLLOWING = 400  # steps without a choice that one entry may lead to; no game comes near


class Draws(Protocol):
    """Where chance comes from: each draw has a number, and none is used twice."""

    def draw(self, number: int, weights: list[int]) -> int:
        """The index of the outcome."""
        ...


Following = tuple[tuple[int, str], ...]
Alone = Callable[[int], bool]  # whether single options are played for a seat


def begin(course: Course, draws: Draws, plays_alone: Alone) -> Begin:
    """The beginning of the game, once all seats are taken."""
    one, first = course.game, course.next_draw
    if course.terms.opening is not None:
        return _begin_from(course, course.terms.opening, draws, plays_alone)
    start = None
    if one.starts > 1:
        start = draws.draw(first, [1] * one.starts)
    setup = course.terms.setup(start)
    text = one.engine.format_start(setup.board, start) if start is not None else None
    taken = 0 if start is None else 1
    then, drawn, _ = follow(one.begin(setup), draws, first + taken, plays_alone)
    return Begin(start=text, then=then, draws=taken + drawn)


def _begin_from(course: Course, opening: Opening, draws: Draws, plays_alone: Alone) -> Begin:
    """The beginning of a game that goes on from another: nothing of its opening is drawn."""
    then, drawn, _ = follow(course.terms.first, draws, course.next_draw, plays_alone)
    return Begin(start=opening.start, given=len(opening.steps), then=opening.steps + then, draws=drawn)


def play(
    course: Course,
    seat: int,
    steps: tuple[str, ...],
    draws: Draws,
    plays_alone: Alone,
    thinking: Thinking | None = None,
) -> Play:  # fmt: skip
    """An entry of a seat's steps; raises the Refusal of the first that is not legal."""
    position = course.position
    if position is None or course.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    written, secret = list[str](), set[bool]()
    for text in steps:
        position = position.play(text, seat)
        assert position.last is not None  # noqa: S101
        written.append(position.last.text)
        secret.add(is_secret(position))
    if is_half_made(position, seat):
        raise Refusal("half", "table.half", say("This choice has several parts: send them together."))
    if len(secret) > 1:
        raise Refusal("mixed", "table.half", say("What others see and what they don't are sent one after the other."))
    then, drawn, after = follow(position, draws, course.next_draw, plays_alone)
    first = course.next_draw if drawn else 0
    entry = Play(seat=seat, steps=tuple(written), then=then, draw=first, thinking=thinking)
    course.expect(entry, after)
    return entry


def follow(
    position: Position, draws: Draws, number: int, plays_alone: Alone
) -> tuple[tuple[tuple[int, str], ...], int, Position]:
    """What follows without anybody's choice, how many draws it took, and where it leads."""
    then: list[tuple[int, str]] = []
    drawn = 0
    while len(then) < MOST_FOLLOWING:
        if position.is_chance:
            weights = position.game.engine.weights(position.setup.board, position.state)
            after = position.play(position.legal()[draws.draw(number + drawn, weights)])
            drawn += 1
        else:
            single = _single(position, plays_alone)
            if single is None:
                break
            after = single
        assert after.last is not None  # noqa: S101
        then.append((after.last.seat, after.last.text))
        position = after
    return tuple(then), drawn, position


def _single(position: Position, plays_alone: Alone) -> Position | None:
    """The position after the only step that somebody can make, if the table may make it for the seat."""
    if len(position.actors) != 1 or not plays_alone(position.actors[0]):
        return None
    if position.count(position.actors[0]) != 1:
        return None
    after = position.play(position.legal()[0])
    return None if is_secret(after) else after


def take_back(course: Course, seat: int) -> Back:
    """A seat's own take-back; raises a Refusal when it must ask the others."""
    number = may_take_back(course, seat)
    if number is None:
        raise Refusal("back", "table.take-back", say("Too late to take that back alone: ask the others."))
    return Back(seat=seat, entries=(number,))


def is_stale(course: Course, seat: int, seen: int) -> bool:
    """Whether something that the seat can see has changed since it last looked; secret choices of others have not.

    Who has not seen the beginning is late, and so is who has seen what is not there: the log was put back.
    """
    if not course.begun <= seen <= course.number:
        return True
    if any(number > seen and whose in (0, seat) for number, whose in course.changes):
        return True
    newer = [stood for stood in course.standing if stood.number > seen]
    if not newer or course.position is None:
        return False
    steps = course.position.seen_steps(seat)
    if any(is_shown(stood, course.position, steps) for stood in newer):
        return True
    return newer[0].before.legal(seat) != course.position.legal(seat)
