"""Rights: what a person may do at a table now. Each decision is made here, once.

`rights_of` collects them for one viewer, and clients are sent the result (`can` of a table's message) to offer what it
allows. The server calls the same functions before it acts: each `why_not_...` returns the objection, or None.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from ludotheque.games.phrase import Phrase, say
from ludotheque.log.entries import BotHolder, PersonHolder
from ludotheque.log.table_errors import Kind, TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.undo import last_of, may_take_back
from ludotheque.wire.table_messages import Leaving, Rights

NOT_BEGUN = say("The game has not begun: not all have sat down.")
NOTHING_BACK = say("There is nothing of yours to take back.")
RATED_HINT = say("This game is rated: there are no hints.")
RATED_BOTS = say("This game is rated: a bot agrees to nothing.")
ENOUGH = say("This table has gone back and asked too often: play on, or begin a new game.")
ENOUGH_SEATS = say("Too many have sat down and left here: make a new table.")
GONE_ON = say("The table has gone on: look at what has happened first.")
NOT_WAITED_FOR = say("There is nothing to advise: you are not waited for.")

# Entries of one log besides the steps in effect: each is replayed whenever a process loads the table.
MOST_ASIDES = 1_000  # withdrawn steps, take-backs, requests and answers; then no seat goes back or asks any more
MOST_SEATINGS = 2_000  # the same with changes of seat; then nobody sits down any more


def rights_of(state: TableState, seat: int | None, own: Collection[int], *, is_maker: bool) -> Rights:
    """The rights of a viewer: the seat they look as (None: a spectator), the seats they hold, whether they made it."""
    cancel, talk = why_not_cancel(state, own, is_maker=is_maker) is None, why_not_talk(state, own) is None
    if seat is None:
        return Rights(cancel=cancel, talk=talk)
    can_ask, last = why_not_ask(state) is None, last_of(state, seat)
    ask_back = last.number if can_ask and last else None
    return Rights(
        take_back=may_take_back(state, seat) if why_not_more(state) is None else None,
        ask_back=ask_back,
        is_granted=ask_back is not None and set(state.holders) - {seat} <= state.always_agree,
        ask_end=can_ask,
        ends_at_once=can_ask and set(state.holders) - {seat} <= state.always_agree,
        leave=what_leaving_does(state, seat) if seat in own else None,
        resign=why_not_resign(state) is None,
        cancel=cancel,
        hint=why_not_hint(state, seat) is None,
        talk=talk,
    )


class Objection(NamedTuple):
    """The reason against an act."""

    kind: Kind
    text: Phrase


def check(why: Objection | None) -> None:
    """Raise the objection, if there is one, as a TableError."""
    if why is not None:
        raise TableError(why.kind, why.text)


def why_not_begun(state: TableState) -> Objection | None:
    return None if state.has_begun else Objection("late", NOT_BEGUN)


def why_not_more(state: TableState, most: int = MOST_ASIDES, text: Phrase = ENOUGH) -> Objection | None:
    """The objection to another entry that is no step, once a log has very many."""
    return Objection("full", text) if state.number - len(state.active_moves) >= most else None


def why_not_ask(state: TableState) -> Objection | None:
    """The objection to any request of a seat: a take-back, or the end of the game."""
    if not state.has_begun:
        return why_not_begun(state)
    if state.is_over:
        return Objection("late", say("This game is over: there is nothing to ask any more."))
    if state.request is not None:
        return Objection("late", say("Something is being asked already: wait for the answers."))
    if not state.always_agree.issuperset(state.bot_seats):  # these bots never answer: the request would stay open
        return Objection("forbidden", RATED_BOTS)
    return why_not_more(state)


def find_asked(state: TableState, seat: int, entry: int | None) -> int:
    """The move that a seat asks to take back: the one named, else its own last one. Raises if it is not active."""
    if entry is None:
        last = last_of(state, seat)
        if last is None:
            raise TableError("late", NOTHING_BACK)
        return last.number
    if all(move.number != entry for move in state.active_moves):
        raise TableError("wrong", "entry: name an entry of steps that stands.")
    return entry


def why_not_resign(state: TableState) -> Objection | None:
    if state.terms.players != 2:
        return Objection("wrong", say("Only a game of two can be resigned; leave the table instead."))
    if state.is_over or not state.has_begun:
        return Objection("late", say("There is no game to resign."))
    return None


def what_leaving_does(state: TableState, seat: int) -> Leaving | None:
    """What happens when the person in a seat leaves it; None if nobody can leave it (any more)."""
    if state.is_over or seat in state.away or not isinstance(state.holders[seat], PersonHolder):
        return None
    if not state.has_begun:
        return None if state.is_full else "frees"
    return "waits" if state.terms.absence == "wait" else "ends" if state.terms.absence == "end" else "bot"


def why_not_cancel(state: TableState, own: Collection[int], *, is_maker: bool) -> Objection | None:
    """Seated people may cancel until the second step, a rated game until it begins; till then its maker may too."""
    if not own and not (is_maker and not state.has_begun):
        return Objection("forbidden", say("Only those who sit here can cancel the game."))
    if state.is_over:
        return Objection("late", say("This game is over already."))
    if state.is_rated and state.has_begun:
        return Objection("late", say("This game is rated: now that it has begun, it can't be called off."))
    if sum(len(move.play.steps) for move in state.active_moves) > 1:
        return Objection("late", say("Too late to cancel: the game is under way."))
    return None


def why_not_hint(state: TableState, seat: int) -> Objection | None:
    if not state.has_begun:
        return why_not_begun(state)
    if state.is_rated:
        return Objection("forbidden", RATED_HINT)
    if seat not in state.waited_for:
        return Objection("late", NOT_WAITED_FOR)
    return None


def why_not_talk(state: TableState, own: Collection[int]) -> Objection | None:
    """People seated at a private table may chat, unless its terms forbid it or no other person sits there."""
    if not own:
        return Objection("forbidden", say("Messages are between those who sit here."))
    terms, people = state.terms, {one.person for one in state.holders.values() if isinstance(one, PersonHolder)}
    if not terms.private or not terms.messages or len(people) < 2:
        return Objection("forbidden", say("This table has no messages."))
    return None


def may_return(state: TableState, seat: int, person: str) -> bool:
    """Whether a person may return to a seat: they are away from it, or the bot in it replaced them."""
    if seat in state.away:
        return seat in state.seats_of(person)
    return left_by(state, seat) == person


def way_back(state: TableState, person: str) -> Literal["away", "bot"] | None:
    """Why a person may return: they are away and the table waits, or a bot plays in their seat; None: they may not."""
    back = [seat for seat in state.holders if may_return(state, seat, person)]
    if state.is_over or not back:
        return None
    return "away" if any(seat in state.away for seat in back) else "bot"


def left_by(state: TableState, seat: int) -> str | None:
    """The person whom the bot now in a seat replaced."""
    if not isinstance(state.holders[seat], BotHolder):
        return None
    before = [one for _, held, one in state.seat_history if held == seat and not isinstance(one, BotHolder)]
    last = before[-1] if before else None
    return last.person if isinstance(last, PersonHolder) else None
