"""The secret steps of Maka Bana, reconstructed from a state: a project, and the card it shows."""

from typing import Any

from ludotheque.games.makabana.state import (
    FIRST_SECTOR_CARD,
    FIRST_TYPE_CARD,
    MAX_SITES,
    NO_PROJECT,
    NONE,
    PAINT_CARD,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
    UNMADE,
)

FIELDS = ("players", "ready", "kind", "tiki")  # of a state: all that `secret_steps` reads


def secret_actions(state: Any, seat: int) -> list[int]:
    """The actions by which a seat has made its project."""
    kind, card = int(state.kind[seat]), int(state.card[seat])
    if kind in (UNMADE, NONE):
        return [] if kind == UNMADE else [NO_PROJECT]
    project = kind * MAX_SITES + int(state.site[seat]) - 1
    return [project, show_action(card)] if card else [project]


def show_action(card: int) -> int:
    """The action that shows a card."""
    if card >= PAINT_CARD:
        return SHOW_PAINT if card == PAINT_CARD else SHOW_CLUB
    if card >= FIRST_TYPE_CARD:
        return SHOW_TYPE
    return SHOW_SECTOR if card >= FIRST_SECTOR_CARD else SHOW_BEACH
