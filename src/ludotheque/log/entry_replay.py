"""Replay: applies the entries of a log to a table state, one by one.

What an entry does to the game is decided here. `subscription` reads entries again for what the state drops: which
entries a client must be sent again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from ludotheque.log.active_move import ActiveMove, is_shown, play_entry
from ludotheque.log.entries import (
    Answer,
    Ask,
    Back,
    Begin,
    BotHolder,
    End,
    Entry,
    Holder,
    Leave,
    Logged,
    Open,
    Play,
    Restored,
    Sealed,
    Sit,
    TimeOut,
)
from ludotheque.log.remarks import Remark, with_remark
from ludotheque.log.table_state import DiceShare, TableState
from ludotheque.log.terms import Terms
from ludotheque.play.position import Position


def replay(state: TableState, entries: Iterable[Logged]) -> TableState:
    """Apply `entries` to `state`, and return it."""
    for logged in entries:
        apply_entry(state, logged)
    return state


def apply_entry(state: TableState, logged: Logged, after: Position | None = None) -> None:
    """Apply one entry. `after` is the position after its steps, if known."""
    state.number, state.at = logged.number, logged.at
    state.log.append(logged)
    _apply(state, logged, logged.entry, after)
    state.settle_facts()
    _follow_up(state, logged)
    state.memo.clear()


def state_after(state: TableState, entries: Sequence[Entry], at: float, after: Position | None = None) -> TableState:
    """A copy of `state` with new entries applied."""
    made = state.copy()
    for number, entry in enumerate(entries, state.number + 1):
        apply_entry(made, Logged(number=number, at=at, entry=entry), after)
    return made


def _apply(state: TableState, logged: Logged, entry: Entry, after: Position | None) -> None:
    """Dispatch an entry. After an unreadable choice, entries that build on it are withdrawn."""
    if state.lost and isinstance(entry, Play | Sealed | Back | Ask | Answer):
        state.withdrawn[logged.number] = False
        return
    match entry:
        case Play():
            _play(state, logged, entry, after)
        case Back():
            _take_back(state, entry)
        case Sit():
            _sit(state, entry)
        case Begin():
            _begin(state, entry)
        case Ask():
            state.request, state.agreed = (logged.number, entry), {entry.seat, *state.always_agree}
            _grant_if_agreed(state)
        case Answer():
            _answer(state, entry)
        case TimeOut():
            state.late.add(entry.seat)
            state.past = state.past.run_out(entry.seat, state.ply)
        case Leave():
            _leave(state, entry.seat)
        case Open():
            state.open_places({entry.seat: entry.opened})
        case Sealed():
            state.lost = logged.number
            state.withdrawn[logged.number] = False
        case Restored():
            _restore(state, entry)
        case End():
            _end(state, entry)
        case _:
            assert_never(entry)


def _follow_up(state: TableState, logged: Logged) -> None:
    """Update hidden entries, clocks, and since when each seat is awaited."""
    if logged.opened is not None and logged.opened.secrets:
        state.secrets = logged.opened.secrets
    if state.has_secrets or state.is_over:
        _update_hidden(state, logged)
    waited, entry = state.waited_for, logged.entry
    played = entry.seat if isinstance(entry, Play) else None
    state.clocks = state.clocks.follow(waited, logged.at, state.bot_seats, played)
    state.late.intersection_update(waited)
    if isinstance(entry, Play | Sit):
        state.waiting_since.pop(entry.seat, None)
    elif state.changes and state.changes[-1] == (logged.number, 0):
        state.waiting_since.clear()
    state.waiting_since = {seat: state.waiting_since.get(seat, logged.number) for seat in waited}


def _update_hidden(state: TableState, logged: Logged) -> None:
    """Recompute which Play entries some seat may not see; none once the table is over."""
    if state.position is None or state.is_over:
        state.hidden = set()
        return
    engine, setup = state.position.game.engine, state.position.setup
    match logged.entry:
        case Play():
            state.hidden |= {logged.number} - state.withdrawn.keys()
        case Back() | Ask() | Answer() | Restored() | Sit() | Leave():  # shown entries may become hidden again
            state.hidden = {one.number for one in state.active_moves}
        case Begin() | Open() | Sealed() | TimeOut() | End():
            pass
        case _:
            assert_never(logged.entry)
    if state.hidden:
        if not any(secret for _, secret in engine.secret_steps(setup.board, state.position.state, None).values()):
            state.hidden = set()
            return
        seen, steps = {id(step) for step in state.position.seen_steps(None)}, state.position.steps
        moves = {one.number: one for one in state.active_moves if one.number in state.hidden}
        state.hidden = {number for number, one in moves.items() if not all(
            id(step) in seen for step in steps[one.before.ply : one.before.ply + len(one.play.steps)])}  # fmt: skip


def _play(state: TableState, logged: Logged, entry: Play, after: Position | None) -> None:
    assert state.position is not None  # noqa: S101  commands refuse steps before Begin
    chances = sum(seat == 0 for seat, _ in entry.then)
    state.active_moves.append(ActiveMove(logged.number, entry, state.position, state.clocks, logged.at, chances > 0))
    state.position = play_entry(state.position, entry) if after is None else after
    if chances:
        state.next_draw = max(state.next_draw, entry.draw + chances)
    _lapse(state, entry.seat)
    state.away.discard(entry.seat)
    if state.terms.clock == "slow":
        state.late.discard(entry.seat)


def _take_back(state: TableState, entry: Back) -> None:
    """Withdraw a seat's own entries. If nobody else had seen them, only that seat sees a change."""
    _lapse(state, entry.seat)
    _withdraw(state, set(entry.entries), entry.seat, (entry.seat,))
    is_seen = any(state.withdrawn.get(number) for number in entry.entries)
    state.changes.append((state.number, 0 if is_seen else entry.seat))


def _withdraw(
    state: TableState, numbers: set[int], seat: int | None = None, own: tuple[int, ...] | None = None
) -> None:
    """Withdraw entries, by a seat's take-back unless `seat` is None. With `own`, restore only their clocks.

    Moves before the first withdrawn one stay as they are; only later ones are played again.
    """
    moves = state.active_moves
    kept = next((index for index, move in enumerate(moves) if move.number in numbers), len(moves))
    if kept == len(moves):
        return
    assert state.position is not None  # noqa: S101
    first, gone = moves[kept], [move for move in moves[kept:] if move.number in numbers]
    seen = state.position.seen_steps(None)
    for move in gone:
        state.withdrawn[move.number] = is_shown(move, state.position, seen)
    if any(move.has_chance for move in gone):
        state.is_rated = False
    state.past = state.past.withdraw(gone, seat)
    if seat is not None:
        shown = tuple(move for move in gone if state.withdrawn[move.number])
        _remark(state, Remark(state.number, "took_back", seat, gone=shown, many=len(gone)))
    state.active_moves, state.position = moves[:kept], first.before
    for move in moves[kept:]:
        if move.number not in numbers:
            state.active_moves.append(replace(move, before=state.position))
            state.position = play_entry(state.position, move.play)
    state.request, state.agreed = None, set()
    state.settle_facts()
    state.clocks = state.clocks.restore(first.clocks, first.at, own, state.waited_for, state.at)


def _sit(state: TableState, entry: Sit) -> None:
    """Change a seat's holder. An open request now needs the new holder's answer, too."""
    seat, before = entry.seat, state.holders[entry.seat]
    state.holders[seat] = entry.holder
    state.late.discard(seat)
    state.away.discard(seat)
    state.settle_facts()
    state.seat_history.append((state.ply, seat, entry.holder))
    if not state.has_begun:
        _add_dice_share(state, entry)
        return
    state.past = state.past.sit(seat, entry.holder, state.ply)
    if before != entry.holder:
        was_free, is_free = (isinstance(one, BotHolder) for one in (before, entry.holder))
        state.clocks = state.clocks.change_hands(seat, state.at, was_free=was_free, is_free=is_free)
    if state.request is not None and state.request[1].seat != seat:
        state.agreed.discard(seat)
        state.agreed |= state.always_agree
        _grant_if_agreed(state)


def _add_dice_share(state: TableState, entry: Sit) -> None:
    """Note the dice share of whoever sits down before the game."""
    state.places.pop(entry.seat, None)
    if isinstance(entry.holder, BotHolder):
        state.places[entry.seat] = DiceShare("bot")
    elif entry.holder is not None:
        by: Literal["client", "server"] = "client" if entry.sealed is None and entry.commitment else "server"
        state.places[entry.seat] = DiceShare(by, entry.commitment or "", entry.sealed)


def _begin(state: TableState, entry: Begin) -> None:
    state.open_places(entry.opened)
    if entry.seats:
        state.seats = entry.seats
        state.holders = assign_seats(state.holders, entry.seats)
        state.seat_history = [(0, seat, holder) for seat, holder in state.holders.items()]
    position = first_position(state.terms, entry)
    state.setup = position.setup
    for seat, text in entry.then[position.ply :]:
        position = position.play(text, seat)
    state.first_choice = state.position = position
    state.begun, state.prelude_length = state.number, entry.given
    state.past = state.past.begin(state.at, state.holders, entry.given or 0)
    state.next_draw += entry.draws


def _leave(state: TableState, seat: int) -> None:
    """Mark a seat's person as away: until they return, they count as agreeing to any request."""
    state.away.add(seat)
    if state.request is not None:
        state.agreed.add(seat)
        _grant_if_agreed(state)


def _answer(state: TableState, entry: Answer) -> None:
    if state.request is None or state.request[0] != entry.ask or state.is_over:
        return
    heard = Remark(state.number, "agreed" if entry.agrees else "refused", entry.seat, state.request[1])
    _remark(state, heard)
    if not entry.agrees:
        state.request, state.agreed = None, set()
        return
    state.agreed.add(entry.seat)
    _grant_if_agreed(state)


def _remark(state: TableState, remark: Remark) -> None:
    state.remarks = with_remark(state.remarks, remark)


def _lapse(state: TableState, seat: int) -> None:
    """The act of a seat leaves an open request without an answer."""
    if state.request is not None:
        _remark(state, Remark(state.number, "lapsed", seat, state.request[1]))
        state.request, state.agreed = None, set()


def _grant_if_agreed(state: TableState) -> None:
    """Carry out the open request once all seats agree."""
    if state.request is None or len(state.agreed) < state.terms.players:
        return
    request = state.request[1]
    if not any(one.number == state.number and one.kind == "agreed" for one in state.remarks[-1:]):
        _remark(state, Remark(state.number, "granted", None, request))
    state.request, state.agreed = None, set()
    state.changes.append((state.number, 0))
    if request.what == "end":
        state.end = End(how="agreed")
    else:
        gone = {move.number for move in state.active_moves if move.number >= (request.entry or 0)}
        _withdraw(state, gone, request.seat)


def _restore(state: TableState, entry: Restored) -> None:
    """Switch to a new chance secret and withdraw every entry sealed with the lost key."""
    state.restored.append((state.next_draw, entry))
    if entry.lost is not None:
        if not state.lost:
            _withdraw(state, {move.number for move in state.active_moves if move.number >= entry.lost})
        state.lost = 0
        state.changes.append((state.number, 0))


def _end(state: TableState, entry: End) -> None:
    state.end = entry
    state.request, state.agreed = None, set()
    state.changes.append((state.number, 0))


def assign_seats(holders: dict[int, Holder | None], seats: Sequence[int]) -> dict[int, Holder | None]:
    """The holder of each seat, from the holders of the places and the seats drawn for them."""
    return dict(sorted(((seats[place - 1], holder) for place, holder in holders.items()), key=lambda pair: pair[0]))


def first_position(terms: Terms, entry: Begin) -> Position:
    """The game's first position: after its opening, if it has one."""
    opening = terms.opening
    if opening and (entry.start, entry.then[: entry.given or 0]) == (opening.start, opening.steps):
        return terms.first
    one = terms.find_game()
    return one.begin(terms.setup(entry.start if one.starts > 1 else None))
