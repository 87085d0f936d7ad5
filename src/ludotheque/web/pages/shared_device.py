"""Several seats at one device: where views differ, the device gets one at a time, and only when its player asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import Person
from ludotheque.table.service.access import LiveTable, seat_of


@dataclass(frozen=True, slots=True)
class SharedDevice:
    """The seats of a device that are waited for, and how it shows them."""

    own: tuple[int, ...]
    waited: tuple[int, ...]
    seat: int | None  # that was asked for; 0: what everybody may see
    is_shared: bool  # several seats, and their views differ or are about to

    @property
    def is_public(self) -> bool:
        """Whether only what everybody may see is shown."""
        return self.is_shared and not self.seat

    @property
    def is_covered(self) -> bool:
        """Whether not even the board is shown: the device goes to a player who is waited for."""
        return self.is_shared and self.seat is None and bool(self.waited)

    @property
    def is_asked(self) -> bool:
        """Whether a player has asked for his own view."""
        return self.is_shared and bool(self.seat)

    @property
    def view_seat(self) -> int | None:
        """The seat to look as; 0 for a spectator."""
        return 0 if self.is_public else self.seat


def shared_device(state: TableState, own: Sequence[int], seat: int | None) -> SharedDevice:
    """How a table is shown at a device with these seats."""
    waited = tuple(one for one in own if one in state.waited_for)
    return SharedDevice(tuple(own), waited, seat, len(own) > 1 and is_secret(state, own))


def seat_to_show(kept: LiveTable, person: Person | None, seat: int | None) -> int | None:
    """The seat as which somebody looks; at a device of several, what nobody has asked for is what everybody sees."""
    own = kept.state.seats_of(person.id) if person else ()
    return seat_of(kept.state, person, shared_device(kept.state, own, seat).view_seat)


def is_secret(state: TableState, own: Sequence[int]) -> bool:
    """Whether a seat knows what the others may not, or several choose at the same time."""
    if state.position is None or state.is_over or not state.game.has_secrets:
        return False
    if len(state.waited_for) > 1:
        return True
    for_all = state.position.view(None).state.tobytes()
    return any(state.position.view(seat).state.tobytes() != for_all for seat in own)
