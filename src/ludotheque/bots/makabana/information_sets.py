"""Maka Bana's information sets: projects are chosen in secret, and shown when all are laid down."""

from typing import Any

from ludotheque.games.kernel import kernel
from ludotheque.games.makabana.state import PROJECTS, TIKIS


@kernel
def is_unseen(board: Any, state: Any, seat: int, root: int) -> bool:
    """Others' projects are chosen outside the tree."""
    return bool(state.phase == PROJECTS) and seat != root


@kernel
def is_beyond(board: Any, state: Any, root: Any) -> bool:
    """The tree ends with the round: what follows depends on the projects that were guessed."""
    return bool(state.round_number != root.round_number)


@kernel
def is_unread(board: Any, state: Any, seat: int, root: int) -> bool:
    """Others' projects and Tikis are chosen outside the tree: a tree would let their Tikis see through the cards."""
    return bool(state.phase == PROJECTS or state.phase == TIKIS) and seat != root


@kernel
def is_laid(board: Any, state: Any, root: Any) -> bool:
    """The tree ends with the phase."""
    return bool(state.round_number != root.round_number or state.phase != root.phase)
