"""A seat at a table, in this process or in a house, for screens and programs."""

from typing import TYPE_CHECKING, Any

from ludotheque.interop.seat.seat import Hint as Hint
from ludotheque.interop.seat.seat import Seat as Seat
from ludotheque.interop.seat.seat import SeatError as SeatError
from ludotheque.interop.seat.seat import SeatStatus as SeatStatus
from ludotheque.interop.seat.seat import TableSnapshot as TableSnapshot

if TYPE_CHECKING:
    from ludotheque.interop.seat.local_seat import LocalSeat as LocalSeat
    from ludotheque.interop.seat.remote_seat import RemoteSeat as RemoteSeat

LAZY = {"LocalSeat": "local_seat", "RemoteSeat": "remote_seat"}  # the second needs the network's libraries


def __getattr__(name: str) -> Any:
    """Import a kind of seat when it is first named."""
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{LAZY[name]}"), name)
