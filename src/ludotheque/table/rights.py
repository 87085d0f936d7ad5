"""What somebody may do at a table now: each decision is made here, once.

`rights_of` gathers the answers for whoever looks, and they are sent (`can` of a table's message): a page or a client
offers what they say. The house asks the same functions before it acts: each `why_not_...` returns the refusal, or None
where nothing stands against it.
"""

from collections.abc import Collection

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.table.course import Course
from ludotheque.table.entries import PersonHolder
from ludotheque.table.errors import TableError
from ludotheque.table.taking_back import last_of, may_take_back
from ludotheque.wire.outgoing import Rights

NOT_BEGUN = say("The game has not begun: not all have sat down.")
NOTHING_BACK = say("There is nothing of yours to take back.")
RATED_HINT = say("This game is rated: there are no hints.")
RATED_BOTS = say("This game is rated: a bot agrees to nothing.")
NOT_WAITED_FOR = say("There is nothing to advise: you are not waited for.")


def rights_of(course: Course, seat: int | None, own: Collection[int], *, is_maker: bool) -> Rights:
    """The rights of somebody who looks as a seat (None: a spectator), holds some seats, and may have made the table."""
    cancel, talk = why_not_cancel(course, own, is_maker=is_maker) is None, why_not_talk(course, own) is None
    if seat is None:
        return Rights(cancel=cancel, talk=talk)
    can_ask, last = why_not_ask(course) is None, last_of(course, seat)
    ask_back = last.number if can_ask and last else None
    return Rights(
        take_back=may_take_back(course, seat),
        ask_back=ask_back,
        is_granted=ask_back is not None and set(course.holders) - {seat} <= course.always_agree,
        ask_end=can_ask,
        resign=why_not_resign(course) is None,
        cancel=cancel,
        hint=why_not_hint(course, seat) is None,
        talk=talk,
    )


def check(refusal: GameError | None) -> None:
    """Raise a refusal, if there is one."""
    if refusal is not None:
        raise refusal


def why_not_begun(course: Course) -> TableError | None:
    return None if course.has_begun else TableError("late", NOT_BEGUN)


def why_not_ask(course: Course) -> TableError | None:
    """Why a seat can't ask the others for anything: to go back, or to end the game."""
    if not course.has_begun:
        return why_not_begun(course)
    if course.is_over:
        return TableError("late", say("This game is over: there is nothing to ask any more."))
    if course.ask is not None:
        return TableError("late", say("Something is being asked already: wait for the answers."))
    if not course.always_agree.issuperset(course.bot_seats):  # bots answer nothing: it would be asked for ever
        return TableError("forbidden", RATED_BOTS)
    return None


def find_asked(course: Course, seat: int, entry: int | None) -> int:
    """The entry that a seat asks to take back: the one named, else its own last one. Raises if it does not stand."""
    if entry is None:
        last = last_of(course, seat)
        if last is None:
            raise TableError("late", NOTHING_BACK)
        return last.number
    if all(stood.number != entry for stood in course.standing):
        raise TableError("wrong", "entry: name an entry of steps that stands.")
    return entry


def why_not_resign(course: Course) -> TableError | None:
    if course.terms.players != 2:
        return TableError("wrong", say("Only a game of two can be resigned; leave the table instead."))
    if course.is_over or not course.has_begun:
        return TableError("late", say("There is no game to resign."))
    return None


def why_not_cancel(course: Course, own: Collection[int], *, is_maker: bool) -> TableError | None:
    """Those who sit here call a game off before its second step; before it begins, so does whoever made the table."""
    if not own and not (is_maker and not course.has_begun):
        return TableError("forbidden", say("Only those who sit here can cancel the game."))
    if course.is_over:
        return TableError("late", say("This game is over already."))
    if sum(len(stood.play.steps) for stood in course.standing) > 1:
        return TableError("late", say("Too late to cancel: the game is under way."))
    return None


def why_not_hint(course: Course, seat: int) -> TableError | None:
    if not course.has_begun:
        return why_not_begun(course)
    if course.is_rated:
        return TableError("forbidden", RATED_HINT)
    if seat not in course.waited_for:
        return TableError("late", NOT_WAITED_FOR)
    return None


def why_not_talk(course: Course, own: Collection[int]) -> TableError | None:
    """Those who sit at a private table talk, unless its terms say otherwise, or nobody else sits there."""
    if not own:
        return TableError("forbidden", say("Messages are between those who sit here."))
    terms, people = course.terms, {one.person for one in course.holders.values() if isinstance(one, PersonHolder)}
    if not terms.private or not terms.messages or len(people) < 2:
        return TableError("forbidden", say("This table has no messages."))
    return None
