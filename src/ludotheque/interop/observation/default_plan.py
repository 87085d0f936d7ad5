"""The plan of a game without a plan of its own: every bit of the view.

Seats are not counted from the observer's here, since the numbers that are seats are unknown.
"""

from typing import Any

import numpy as np

from ludotheque.interop.observation.observation_plan import ObservationPlan, in_order

CONSTANT = {
    "players": "the same through a game; the shapes tell it",
    "rules": "the version of the rules, the same through a game",
}


def plain_plan(state: np.dtype[Any], players: int) -> ObservationPlan:
    """The bits of every field, number by number."""
    made = ObservationPlan(state, players)
    for field, (kind, *_) in (state.fields or {}).items():
        if field in CONSTANT:
            made.leave_out(field, CONSTANT[field])
            continue
        bits, places = 8 * kind.base.itemsize, list(np.ndindex(kind.shape))
        part = made.part(field, {"number": len(places), "bit": bits}, "the bits of each number, the lowest first")
        for index, place in enumerate(places):
            made.flags(part, field, in_order(bits), at=place, shift=index * bits)
    return made
