"""The seat that a player with several seats acts for."""

from collections.abc import Container, Sequence


def pick_seat(own: Sequence[int], waited_for: Container[int], named: int | None = None) -> int | None:
    """The named seat, else their first that is waited for, else their first; None without a seat.

    The caller checks that a named seat is their own.
    """
    if named is not None:
        return named
    return next((seat for seat in own if seat in waited_for), own[0] if own else None)
