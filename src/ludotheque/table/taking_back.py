"""What a seat may take back by itself, derived from the log for all games alike.

Its own steps, as long as it has learned nothing since: no chance was drawn, nothing hidden was shown, and no other
seat made a step that it can see. Whether something hidden was shown is asked of the rules, not of a list: in all
worlds that the seat thought possible it would see the same after its steps, or else it has learned which one it is in.
"""

from collections import Counter

from ludotheque.games.refusal import Refusal
from ludotheque.play.knowledge import is_anything_hidden, shows_hidden
from ludotheque.play.position import Position
from ludotheque.table.course import Course, Stood, has_chance, play_entry
from ludotheque.table.entries import Play


def may_take_back(course: Course, seat: int) -> int | None:
    """The number of the seat's last entry, if it may go back without asking anybody. Cached."""
    key = ("take back", seat)
    if key not in course.memo:
        course.memo[key] = _find_own(course, seat)
    found: int | None = course.memo[key]
    return found


def _find_own(course: Course, seat: int) -> int | None:
    last = last_of(course, seat)
    if last is None or course.is_over or has_chance(last.play):
        return None
    if not course.game.has_secrets:  # whatever others have done since is seen
        return last.number if last is course.standing[-1] else None
    without = position_without(course, last)
    if without is None or has_seen_more(course, last) or _has_shown_hidden(without, last.play):
        return None
    return last.number


def last_of(course: Course, seat: int) -> Stood | None:
    """A seat's last entry that stands."""
    return next((stood for stood in reversed(course.standing) if stood.play.seat == seat), None)


def position_without(course: Course, last: Stood) -> Position | None:
    """Where the game would stand without an entry: what others chose in secret stays. None if that rests on it."""
    position = last.before
    for stood in course.standing:
        if stood.number > last.number:
            try:
                position = play_entry(position, stood.play)
            except Refusal:
                return None
    return position


def has_seen_more(course: Course, last: Stood) -> bool:
    """Whether others made steps since that the seat can see, other than those that nobody chose."""
    assert course.position is not None  # noqa: S101
    seat = last.play.seat
    seen = _others(course.position, seat) - _others(last.before, seat)
    return bool(seen - Counter((actor, text) for actor, text in last.play.then if actor != seat))


def _others(position: Position, seat: int) -> Counter[tuple[int, str]]:
    return Counter((step.seat, step.text) for step in position.seen_steps(seat) if step.seat != seat)


def _has_shown_hidden(before: Position, play: Play) -> bool:
    return is_anything_hidden(before, play.seat) and shows_hidden(before.view(play.seat), play.steps)
