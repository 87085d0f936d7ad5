"""Several seats at one device: where their views differ, it shows one at a time, and only on that player's request."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import Person
from ludotheque.table.service.access import LiveTable, seat_of


@dataclass(frozen=True, slots=True)
class SharedDevice:
    """The seats at a device, and which view it shows."""

    own: tuple[int, ...]
    waited: tuple[int, ...]
    seat: int | None  # whose view was requested; 0: the spectator's
    is_shared: bool  # several seats whose views differ, or may differ soon

    @property
    def is_public(self) -> bool:
        """Whether the device shows the spectator's view."""
        return self.is_shared and not self.seat

    @property
    def is_covered(self) -> bool:
        """Whether even the board is covered, until the next player takes the device."""
        return self.is_shared and self.seat is None and bool(self.waited)

    @property
    def is_asked(self) -> bool:
        """Whether the device shows a player's own view, on request."""
        return self.is_shared and bool(self.seat)

    @property
    def view_seat(self) -> int | None:
        """The seat whose view to show; 0 for the spectator's."""
        return 0 if self.is_public else self.seat


def shared_device(state: TableState, own: Sequence[int], seat: int | None) -> SharedDevice:
    """The device that holds the seats `own`, when the view of `seat` is requested."""
    waited = tuple(one for one in own if one in state.waited_for)
    return SharedDevice(tuple(own), waited, seat, len(own) > 1 and is_secret(state, own))


def seat_to_show(live: LiveTable, person: Person | None, seat: int | None) -> int | None:
    """The seat whose view to show. On a shared device, the spectator's view until a player requests theirs."""
    own = live.state.seats_of(person.id) if person else ()
    return seat_of(live.state, person, shared_device(live.state, own, seat).view_seat)


def is_secret(state: TableState, own: Sequence[int]) -> bool:
    """Whether an own seat's view differs from the spectator's, or several seats choose at the same time."""
    if state.position is None or state.is_over or not state.game.has_secrets:
        return False
    if len(state.waited_for) > 1:
        return True
    for_all = state.position.view(None).state.tobytes()
    return any(state.position.view(seat).state.tobytes() != for_all for seat in own)
