"""Commands: check an act against the table state, and turn it into the entries to append.

Pure functions: a table state and an act in, entries out, or an error that says why not.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol, assert_never

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.log.active_move import is_shown
from ludotheque.log.entries import Answer, Ask, Back, Begin, End, Entry, Play, Thinking
from ludotheque.log.rights import (
    NOTHING_BACK,
    check,
    find_asked,
    why_not_ask,
    why_not_begun,
    why_not_cancel,
    why_not_more,
    why_not_resign,
)
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import GivenStart
from ludotheque.log.undo import last_of, may_take_back
from ludotheque.play.choice import is_half_made, is_secret
from ludotheque.play.own_seats import pick_seat
from ludotheque.play.position import Position
from ludotheque.wire.requests import AnswerAct, AskAct, CancelAct, EntryAct, PlayAct, ResignAct, TakeBackAct
from ludotheque.wire.table_messages import PlayResult

MOST_FOLLOWING = 400  # steps without a choice that one entry may lead to; no game comes near


class DiceSource(Protocol):
    """The source of chance. Each draw has a number, used once."""

    def draw(self, number: int, weights: list[int]) -> int:
        """The index of the outcome."""
        ...


class Draft(NamedTuple):
    """Entries to append, the position after the last one if known, and the answer to store with them."""

    entries: Sequence[Entry]
    after: Position | None = None
    answer: PlayResult | None = None


class StaleRequest(GameError):  # noqa: N818
    """The table has changed, in the seat's sight, since the act's `seen`."""


Following = tuple[tuple[int, str], ...]
AutoPlay = Collection[int]  # the seats whose only options the table plays for them


def begin(state: TableState, draws: DiceSource, auto_play: AutoPlay) -> Begin:
    """The Begin entry, once all seats are taken."""
    one, first = state.game, state.next_draw
    if state.terms.opening is not None:
        return _begin_from(state, state.terms.opening, draws, auto_play)
    start = None
    if one.starts > 1:
        start = draws.draw(first, [1] * one.starts)
    setup = state.terms.setup(start)
    text = one.engine.format_start(setup.board, start) if start is not None else None
    taken = 0 if start is None else 1
    then, drawn, _ = follow(one.begin(setup), draws, first + taken, auto_play)
    return Begin(start=text, then=then, draws=taken + drawn)


def _begin_from(state: TableState, opening: GivenStart, draws: DiceSource, auto_play: AutoPlay) -> Begin:
    """The Begin entry of a game that continues another one: its opening draws nothing."""
    then, drawn, _ = follow(state.terms.first, draws, state.next_draw, auto_play)
    return Begin(start=opening.start, given=len(opening.steps), then=opening.steps + then, draws=drawn)


def play_act(state: TableState, person: str, act: PlayAct, draws: DiceSource, auto_play: AutoPlay) -> Draft:
    """The draft of a person's steps; raises StaleRequest, a TableError or a Refusal."""
    seat = own_seat(state, person, act.seat)
    if not state.has_begun:
        check(why_not_begun(state))
    if is_stale(state, seat, act.seen):
        raise StaleRequest
    draft = play(state, seat, act.steps, draws, auto_play)
    return draft._replace(answer=PlayResult(ok=True, number=state.number + 1, id=act.id))


def play(
    state: TableState,
    seat: int,
    steps: tuple[str, ...],
    draws: DiceSource,
    auto_play: AutoPlay,
    thinking: Thinking | None = None,
) -> Draft:  # fmt: skip
    """The draft of a seat's steps; raises the Refusal of the first illegal one."""
    position = state.position
    if position is None or state.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    written, secret = list[str](), set[bool]()
    for text in steps:
        position = position.play(text, seat)
        assert position.last is not None  # noqa: S101
        written.append(position.last.text)
        secret.add(is_secret(position))
    if is_half_made(position, seat):
        half = Refusal("half", "table.half", say("This choice has several parts: send them together."))
        half.alternatives = tuple(step.text for step in position.legal(seat))
        raise half
    if len(secret) > 1:
        raise Refusal("mixed", "table.half", say("What others see and what they don't are sent one after the other."))
    then, drawn, after = follow(position, draws, state.next_draw, auto_play)
    first = state.next_draw if drawn else 0
    entry = Play(seat=seat, steps=tuple(written), then=then, draw=first, thinking=thinking)
    return Draft([entry], after)


def follow(
    position: Position, draws: DiceSource, number: int, auto_play: AutoPlay
) -> tuple[tuple[tuple[int, str], ...], int, Position]:
    """The steps that follow without a choice, the number of draws among them, and the position after them."""
    then: list[tuple[int, str]] = []
    drawn = 0
    while len(then) < MOST_FOLLOWING:
        if position.is_chance:
            weights = position.game.engine.weights(position.setup.board, position.state)
            after = position.play(position.legal()[draws.draw(number + drawn, weights)])
            drawn += 1
        else:
            forced = single(position, auto_play)
            if forced is None:
                break
            after = forced
        assert after.last is not None  # noqa: S101
        then.append((after.last.seat, after.last.text))
        position = after
    return tuple(then), drawn, position


def single(position: Position, auto_play: AutoPlay) -> Position | None:
    """The position after a seat's only legal step, if the table may play it for the seat; None otherwise."""
    if len(position.actors) != 1 or position.actors[0] not in auto_play:
        return None
    if position.count(position.actors[0]) != 1:
        return None
    after = position.play(position.legal()[0])
    return None if is_secret(after) else after


def take_back(state: TableState, seat: int) -> Back:
    """A seat's own take-back; raises a Refusal if it needs the others' consent."""
    number = may_take_back(state, seat)
    if number is None:
        raise Refusal("back", "table.take-back", say("Too late to take that back alone: ask the others."))
    return Back(seat=seat, entries=(number,))


def is_stale(state: TableState, seat: int, seen: int) -> bool:
    """Whether anything visible to the seat has changed since entry `seen`. Secret choices of others do not count.

    Also true before the Begin entry, and for numbers beyond the log, which a restored backup may have cut.
    """
    if not state.begun <= seen <= state.number:
        return True
    if any(number > seen and whose in (0, seat) for number, whose in state.changes):
        return True
    newer = [move for move in state.active_moves if move.number > seen]
    if not newer or state.position is None:
        return False
    steps = state.position.seen_steps(seat)
    if any(is_shown(move, state.position, steps) for move in newer):
        return True
    return newer[0].before.legal(seat) != state.position.legal(seat)


def check_seat(state: TableState, seat: int) -> None:
    if seat not in state.holders:
        none = say("There is no seat {seat} at this table of {n}.", seat=seat, n=state.terms.players)
        raise TableError("unknown", none)


def own_seat(state: TableState, person: str, seat: int | None) -> int:
    """The seat that a person acts for: the one named, their only one, or the one awaited."""
    own = state.people.get(person, ())
    if seat is not None:
        check_seat(state, seat)
        if seat not in own:
            raise TableError("forbidden", say("This is not your seat."))
    elif len(own) > 1 and sum(one in state.waited_for for one in own) != 1:
        raise TableError("wrong", "seat: you hold several; say which one acts.")
    picked = pick_seat(own, state.waited_for, seat)
    if picked is None:
        raise TableError("forbidden", say("You have no seat at this table."))
    return picked


def entries_for(state: TableState, person: str, act: EntryAct, *, is_maker: bool) -> list[Entry]:
    """The entries of an act; raises a TableError or a Refusal if it is not allowed."""
    match act:
        case TakeBackAct():
            return [_take_back(state, own_seat(state, person, act.seat))]
        case AskAct():
            return [_ask(state, own_seat(state, person, act.seat), act)]
        case AnswerAct():
            return _answer(state, own_seat(state, person, act.seat), act)
        case ResignAct():
            seat = own_seat(state, person, act.seat)
            check(why_not_resign(state))
            return [End(how="resigned", seat=seat)]
        case CancelAct():
            check(why_not_cancel(state, state.seats_of(person), is_maker=is_maker))
            return [End(how="cancelled")]
        case _:
            assert_never(act)


def _take_back(state: TableState, seat: int) -> Back:
    """Withdraw a seat's last move, if `may_take_back` allows it."""
    check(why_not_begun(state))
    if state.is_over or last_of(state, seat) is None:
        raise TableError("late", NOTHING_BACK)
    check(why_not_more(state))
    return take_back(state, seat)


def _ask(state: TableState, seat: int, act: AskAct) -> Ask:
    check(why_not_ask(state))
    if act.what == "end":
        return Ask(seat=seat, what="end")
    return Ask(seat=seat, what="back", entry=find_asked(state, seat, act.entry))


def _answer(state: TableState, seat: int, act: AnswerAct) -> list[Entry]:
    if state.is_over or state.request is None or state.request[0] != act.ask:
        raise TableError("late", say("That is no longer being asked."))
    if act.agrees and seat in state.agreed:
        return []
    return [Answer(seat=seat, ask=act.ask, agrees=act.agrees)]
