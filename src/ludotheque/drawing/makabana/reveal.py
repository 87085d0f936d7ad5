"""The end of a round, project by project: its cards, its success or failure, and the island after it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludotheque.drawing.drawing import NO_MARKS, changed_elements
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana.layout import layout_of
from ludotheque.drawing.makabana.marks import stamp
from ludotheque.drawing.makabana.parts.cards import project_cards
from ludotheque.drawing.makabana.parts.island import island_part
from ludotheque.drawing.makabana.parts.island_layout import Sea
from ludotheque.drawing.makabana.scene import Scene, clockwise_seats, owners_of, read_scene, read_state
from ludotheque.drawing.makabana.words_tell import carried
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames, speaker_of
from ludotheque.drawing.svg import at
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.state import BUILD, CLUB, NONE, PAINT, TIKI
from ludotheque.play.position import Position

EXTRA = {PAINT: ["paint"], CLUB: ["club"]}


@dataclass(frozen=True, slots=True)
class Turned:
    """A project that is turned up."""

    seat: int
    cards: tuple[str, ...]  # the one that all have seen first
    is_done: bool
    words: str
    live: Mapping[str, str]  # the island's elements that it changes; '' for those that are gone


@dataclass(frozen=True, slots=True)
class Reveal:
    """The end of a round: the island with all Tikis upon it, and one project after another."""

    number: int  # of the round
    live: Mapping[str, str]
    turned: tuple[Turned, ...]


def ends_round(before: Position, after: Position) -> bool:
    """Whether a step had the projects carried out."""
    old, new = int(before.state.round_number), int(after.state.round_number)
    return old > 0 and (old != new or (after.is_over and not before.is_over))


def reveal(before: Position, after: Position, code: str, names: SeatNames = NO_SEAT_NAMES) -> Reveal:
    """The projects of a round, after its last step: now everybody may know them."""
    scene, state = read_scene(before.view(None)), read_state(before.state)
    if after.last is not None and after.last.action >= TIKI:
        state.tiki[after.last.seat] = after.last.action - TIKI + 1
    sea = layout_of(scene.board, scene.players).sea
    first = _island(scene, sea, state, "")
    turned = tuple(_turned(scene, sea, state, first, speaker_of(before.game, code, names)))
    return Reveal(int(before.state.round_number), first, turned)


def _turned(
    scene: Scene, sea: Sea, state: Any, shown: Mapping[str, str], speaker: Language
) -> Iterator[Turned]:  # fmt: skip
    """Each project, from the first player's on; changes the state."""
    stamps = ""
    for seat in clockwise_seats(state):
        had = state.huts[seat], state.club[seat]
        words = speaker.say(carried(scene.board, state, seat))
        is_done = had != (state.huts[seat], state.club[seat])
        if state.kind[seat] != NONE:
            stamps += stamp(sea.spots[state.site[seat] - 1], seat, is_done)
        missed = "" if is_done or state.kind[seat] == NONE else _missed(scene.board, sea, state, seat)
        now = _island(scene, sea, state, stamps) | ({"preview": missed} if missed else {})
        yield Turned(seat, _cards(scene.board, state, seat), is_done, words, changed_elements(shown, now))
        shown = now


def _island(scene: Scene, sea: Sea, state: Any, stamps: str) -> dict[str, str]:
    """The island as a state has it, with stamps on what was carried out."""
    huts = [int(bits) for bits in state.huts]
    now = replace(
        scene, phase="over", waiting=(), legal=(), huts=huts, owners=owners_of(huts, len(scene.owners)),
        clubs=list(state.club), tikis=list(state.tiki),
    )  # fmt: skip
    live = dict(island_part(now, sea, NO_MARKS, {}).live)
    return live | ({"last": f'<g id="last" class="last mb-still">{stamps}</g>'} if stamps else {})


def _missed(board: Board, sea: Sea, state: Any, seat: int) -> str:
    """The translucent piece of a project that failed."""
    site = state.site[seat] - 1
    ghost = f'<use href="#mb-brushed" {at(*sea.spots[site])}/>'
    if state.kind[seat] == BUILD:
        ghost = f'<use class="ghost" href="#mb-hut-{seat}" {at(*sea.spots[site])}/>'
    elif state.kind[seat] == CLUB:
        ghost = f'<use class="ghost" href="#mb-flag-{seat}" {at(*sea.signs[board.record.beach[site] - 1].club)}/>'
    return f'<g id="preview" class="mb-still mb-missed">{ghost}</g>'


def _cards(board: Board, state: Any, seat: int) -> tuple[str, ...]:
    """The cards of a seat's project, by name."""
    if state.kind[seat] == NONE:
        return ()
    every = [*project_cards(board, state.site[seat] - 1).values(), *EXTRA.get(state.kind[seat], [])]
    shown = board.names["cards"][state.card[seat]]
    return (shown, *(card for card in every if card != shown))
