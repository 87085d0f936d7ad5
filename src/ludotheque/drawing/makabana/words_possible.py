"""What is expected and what is possible, in words."""

from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.names import series
from ludotheque.drawing.makabana.scene import read_board
from ludotheque.drawing.makabana.words_end import winners
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.notation import WORDS
from ludotheque.games.makabana.state import (
    BUILD,
    ENDED,
    MAX_SITES,
    NO_PROJECT,
    PAINT,
    PLACING,
    PROJECTS,
    SHOW,
    TIKI_CLUB,
)
from ludotheque.games.phrase import Phrase, cached, either, listed, say
from ludotheque.play.view import View

SITES = cached(say("A site is written beach.sector.type."))
KINDS = (  # in the order of notation's words
    say("Put a hut: {targets}."),
    say("Build: {targets}."),
    say("Paint: {targets}."),
    say("Open a club with your hut: {targets}."),
    say("Put your Tiki: {targets}."),
)


def expected(view: View, state: Any) -> tuple[Phrase, ...]:
    """What this seat is to do now, or whose turn it is."""
    if state.phase == ENDED:
        return (say("The game is over."), winners(view))
    if view.seat in view.actors and view.seat is not None:
        return (_your_move(view.setup.board, state, view.seat),)
    waited = [names.SEATS[seat] for seat in view.actors]
    return (_waiting(state, waited),)


def _your_move(board: Board, state: Any, seat: int) -> Phrase:
    if state.phase == PLACING:
        return _put_a_hut(board, state, seat)
    if state.phase != PROJECTS:
        return say("Your move: put your Tiki, to block a place or to guard a hut.")
    if state.kind[seat]:
        return say("Your move: choose the one card of your project that the others will see.")
    if state.ending:
        return say("Your move: choose in secret the site of your last project. In the final round only huts are built.")
    return say("Your move: choose a project in secret, to build a hut, to paint one or to open a club.")


def _put_a_hut(board: Board, state: Any, seat: int) -> Phrase:
    if not state.huts[seat]:
        return say("Your move: put your first hut on a free site.")
    first = int(state.huts[seat]).bit_length() - 1
    beach = names.beach_names(board)[read_board(board).beach[first]]
    if state.rules < 2:
        return say(
            "Your move: put your second hut, on another beach than {beach} and on no neighbour of your first.",
            beach=beach,
        )
    return say("Your move: put your second hut, on another beach than {beach} and not next to your first.", beach=beach)


def _waiting(state: Any, seats: list[Any]) -> Phrase:
    who = listed(seats)
    if state.phase == PROJECTS:
        return say("We wait for the projects of {seats}.", seats=who)
    if state.phase == PLACING:
        return say("We wait for {seat} to put a hut.", seat=who)
    return say("We wait for {seat} to put a Tiki.", seat=who)


def possible(view: View, state: Any) -> tuple[Phrase, ...]:
    """Every legal step of this seat."""
    actions = [step.action for step in view.legal()]
    if not actions:
        return ()
    if actions[0] == NO_PROJECT:
        return (say("You have no target for a project: say «none»."),)
    if actions[0] >= SHOW:
        return (_cards(view.setup.board, state, view.seat or 0),)
    return (SITES, *_targets(view.setup.board, actions))


def _cards(board: Board, state: Any, seat: int) -> Phrase:
    """The cards of a project, and the steps that show them."""
    plain, site, name = read_board(board), state.site[seat] - 1, names.cards(board)
    beach, sector, kind = name[plain.beach[site]], name[plain.sector_card[site]], name[plain.type_card[site]]
    if state.kind[seat] == BUILD:
        return say(
            "You may show {beach}, {sector} or {type}: «show:» beach, sector or type.",
            beach=beach,
            sector=sector,
            type=kind,
        )
    if state.kind[seat] == PAINT:
        return say(
            "You may show {beach}, {sector}, {type} or the Paint card: «show:» beach, sector, type or paint.",
            beach=beach, sector=sector, type=kind,
        )  # fmt: skip
    return say(
        "You may show {beach}, {sector}, {type} or the Club card: «show:» beach, sector, type or club.",
        beach=beach, sector=sector, type=kind,
    )  # fmt: skip


def _targets(board: Board, actions: list[int]) -> list[Phrase]:
    """The steps that name a site, by kind and beach; and those that name a club place."""
    beaches, written = read_board(board).beach, board.names["sites"]
    found: dict[int, dict[int, list[str]]] = {}
    for action in actions:
        if action < TIKI_CLUB:
            kind, site = divmod(action, MAX_SITES)
            found.setdefault(kind, {}).setdefault(beaches[site], []).append(written[site].partition(".")[2])
    said = []
    for kind, targets in found.items():
        starts = [f"«{WORDS[kind]}:{board.names['beaches'][beach - 1]}.»" for beach in targets]
        choices = map(either, targets.values())
        targets_said = series(
            Phrase("{start} {sites}", {"start": start, "sites": choice})
            for start, choice in zip(starts, choices, strict=True)
        )
        said.append(Phrase(KINDS[kind].text, {"targets": targets_said}))
    clubs = [board.names["beaches"][action - TIKI_CLUB] for action in actions if action >= TIKI_CLUB]
    if clubs:
        said.append(say("A Tiki on a club place: «tiki:club.» {beaches}.", beaches=either(clubs)))
    return said
