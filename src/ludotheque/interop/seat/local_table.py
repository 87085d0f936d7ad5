"""A table in memory: the same log, commands, rights and views as a table of a house.

Its seats belong to the people of this device and to bots. Chance comes from the given source, so that the same
seed plays the same game.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludotheque.drawing.description import told
from ludotheque.log.commands import (
    AutoPlay,
    DiceSource,
    Draft,
    StaleRequest,
    entries_for,
    follow,
    is_stale,
    own_seat,
    play,
    play_act,
    single,
)
from ludotheque.log.entries import Begin, BotHolder, Entry, Holder, Logged, PersonHolder, Play, Sit
from ludotheque.log.entry_replay import apply_entry, state_after
from ludotheque.log.projection.entry_projection import project_entries
from ludotheque.log.projection.table_projection import TableContext, project_table
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.rights import GONE_ON, rights_of
from ludotheque.log.step_preview import preview_steps
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import GivenStart, Terms
from ludotheque.play.chance import Source
from ludotheque.play.choice import is_half_made
from ludotheque.play.position import Position
from ludotheque.wire.entry_messages import EntryView
from ludotheque.wire.requests import EntryAct, PlayAct, PreviewAct
from ludotheque.wire.table_messages import BotView, PreviewResult, TableView, Want

NAME = "here"  # of the table, and of the person at this device
WANTS: tuple[Want, ...] = ("json", "words")


@dataclass(frozen=True, slots=True)
class SourceDraws:
    """Draws from a source in the order of need, ignoring the draw's number: each is requested once."""

    source: Source

    def draw(self, number: int, weights: list[int]) -> int:
        """The index of the outcome; `Position.roll` draws the same."""
        ticket, index = self.source.randrange(sum(weights)), 0
        while (ticket := ticket - weights[index]) >= 0:
            index += 1
        return index


class LocalTable:
    """A table whose log is in memory. A `state` is never changed, but replaced by the next."""

    def __init__(
        self, position: Position, holders: Sequence[Holder], draws: DiceSource, *, plays_alone: bool = True
    ) -> None:  # fmt: skip
        self._draws, self._plays_alone = draws, plays_alone
        self.state = TableState(terms_of(position))
        sits = [Sit(seat=seat, holder=holder) for seat, holder in enumerate(holders, 1)]
        for number, entry in enumerate([*sits, *self._begun(position, holders)], 1):
            apply_entry(self.state, Logged(number=number, at=time.time(), entry=entry))

    def _begun(self, position: Position, holders: Sequence[Holder]) -> list[Entry]:
        """The entries that lead to a position, with the forced steps that follow it."""
        alone = self._alone(dict(enumerate(holders, 1)))
        entries = entries_of(position, alone)
        number = 1 + (position.game.starts > 1) + sum(step.seat == 0 for step in position.steps)
        then, drawn, _ = follow(position, self._draws, number, alone)
        return [*entries[:-1], _with(entries[-1], then, drawn, number)]

    def _alone(self, holders: dict[int, Holder]) -> AutoPlay:
        """The seats whose only legal step is played for them: bots, and people unless they turned that off."""
        return [seat for seat, one in holders.items() if self._plays_alone or isinstance(one, BotHolder)]

    @property
    def own(self) -> tuple[int, ...]:
        """The seats of the people of this device."""
        return self.state.seats_of(NAME)

    @property
    def opening(self) -> Position:
        """The position of the first choice."""
        assert self.state.first_choice is not None  # noqa: S101  the game begins with the table
        return self.state.first_choice

    # ---- views

    def seen(self, seat: int | None, lang: str, wants: Sequence[Want] = WANTS, compiled: int = 100) -> TableView:
        """The table message for a seat, with all entries."""
        state = self.state
        can = rights_of(state, seat, self.own, is_maker=True)
        context = TableContext(clocks={}, can=can, bots=bots_of(state), is_compiling=compiled < 100, compiled=compiled)
        return project_table(state, NAME, self.own, seat, context, wants=wants, lang=lang)

    def entries_for_all(self, lang: str) -> list[EntryView]:
        """The public log."""
        state = self.state
        return project_entries(Visibility.of(state, None), lang, range(1, state.number + 1))

    def secret_words(self, viewer: int | None, lang: str) -> dict[int, list[str]]:
        """For entries that the viewer cannot see in full, by number: the public words, such as who is ready."""
        state, words = self.state, dict[int, list[str]]()
        if not state.has_secrets:
            return words
        visibility = Visibility.of(state, viewer)
        for move in (one for one in state.active_moves if not all(visibility.shows(one))):
            line = [move.before, *visibility.after(move)]
            said = [told(before, after.last, viewer, lang, after) for before, after in pairwise(line) if after.last]
            words[move.number] = [one for one in said if one]
        return words

    def preview(self, act: PreviewAct, lang: str) -> PreviewResult:
        """A preview of steps; raises a Refusal if they are illegal."""
        state = self.state
        return preview_steps(state, own_seat(state, NAME, act.seat), act.steps, act.lang or lang, act.wants)

    # ---- acts; the caller serialises them

    def perform(self, act: PlayAct | EntryAct) -> None:
        """Perform an act of the person at this device; raises the TableError that a house would answer."""
        if isinstance(act, PlayAct):
            try:
                self._write(play_act(self.state, NAME, act, self._draws, self._alone(_held(self.state))))
            except StaleRequest:
                raise TableError("stale", GONE_ON) from None
        else:
            self._write(Draft(entries_for(self.state, NAME, act, is_maker=True)))

    def play_bot(self, seat: int, steps: Sequence[str], seen: int) -> None:
        """Play a bot's steps; raises StaleRequest if its view has changed since entry `seen`."""
        if is_stale(self.state, seat, seen):
            raise StaleRequest
        self._write(play(self.state, seat, tuple(steps), self._draws, self._alone(_held(self.state))))

    def _write(self, draft: Draft) -> None:
        self.state = state_after(self.state, draft.entries, time.time(), draft.after)


def terms_of(position: Position) -> Terms:
    """The terms of the game of a position. A position set up by hand is the game's start."""
    setup, first = position.setup, [position, *position.history][-1]
    terms = Terms(
        game=position.game.name, players=setup.players, options=dict(setup.options), board=setup.board.own,
        rules=setup.rules, seating="chosen", opening=GivenStart() if setup.start is None else None,
    )  # fmt: skip
    if setup.start is None:
        vars(terms)["first"] = first  # pre-fills the cached property: no record leads to it
    return terms


def entries_of(position: Position, auto_play: AutoPlay) -> list[Begin | Play]:
    """The entries that lead to a position: the beginning and each choice, with their forced steps and draws."""
    line = [*reversed([position, *position.history])]
    begin = _begin(position)
    entries: list[Begin | Play] = [begin]
    number = begin.draws + 1  # of the next draw
    for before, after in pairwise(line):
        assert after.last is not None  # noqa: S101
        seat, text = after.last.seat, after.last.text
        if before.is_chance or single(before, auto_play) is not None:
            entries[-1] = _with(entries[-1], ((seat, text),), int(before.is_chance), number)
            number += before.is_chance
        elif isinstance(last := entries[-1], Play) and last.seat == seat and is_half_made(before, seat):
            entries[-1] = last.model_copy(update={"steps": (*last.steps, text)})
        else:
            entries.append(Play(seat=seat, steps=(text,)))
    return entries


def _begin(position: Position) -> Begin:
    """The first entry: with the start, if the game has several. Draw 0 is the seating, 1 the start."""
    setup, one = position.setup, position.game
    if setup.start is None:
        return Begin(start=None, given=0)
    if one.starts == 1:
        return Begin(start=None)
    return Begin(start=one.engine.format_start(setup.board, setup.start), draws=1)


def _with(entry: Begin | Play, then: tuple[tuple[int, str], ...], drawn: int, number: int) -> Begin | Play:
    """`entry` with further steps, for which `drawn` draws were taken from `number` on."""
    more: dict[str, object] = {"then": (*entry.then, *then)}
    if isinstance(entry, Begin):
        more["draws"] = entry.draws + drawn
    elif drawn and not entry.draw:
        more["draw"] = number
    return entry.model_copy(update=more)


def _held(state: TableState) -> dict[int, Holder]:
    return {seat: holder for seat, holder in state.holders.items() if holder is not None}


def bots_of(state: TableState) -> list[BotView]:
    """The bots that are waited for: here they think one after the other."""
    waited = [seat for seat in state.waited_for if seat in state.bot_seats]
    return [BotView(seat=seat, is_thinking=not at, before=at, tries=0, error=None) for at, seat in enumerate(waited)]


def holders_of(players: int, own: Sequence[int], level: str, version: int, name: str = "") -> list[Holder]:
    """The holders of all seats: the person at this device, and bots of a level in the others."""
    person, bot = PersonHolder(person=NAME, name=name), BotHolder(level=level, version=version)
    return [person if seat in own else bot for seat in range(1, players + 1)]
