"""Which of their seats somebody means who holds several."""

from collections.abc import Container, Sequence


def pick_seat(own: Sequence[int], waited_for: Container[int], named: int | None = None) -> int | None:
    """The seat that is named, else the first own one that is waited for, else the first; None for who holds none.

    Whether a named seat is their own is for the caller to check, who says it in their own words.
    """
    if named is not None:
        return named
    return next((seat for seat in own if seat in waited_for), own[0] if own else None)
