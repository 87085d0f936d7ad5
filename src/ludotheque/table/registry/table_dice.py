"""The dice of tables: draws from the table's secret, committed to when it was made, and bytes that each place adds.

Secrets are sealed in the database, and opened only for a draw.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludotheque.log.entries import Sit
from ludotheque.log.table_state import TableState
from ludotheque.play.fairness import fair_dice
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.seal import Seal

Promise = tuple[str, str]  # the hash of secret bytes, and the sealed bytes


def new_bytes() -> bytes:
    """32 unpredictable bytes."""
    return secrets.token_bytes(32)


@dataclass(frozen=True, slots=True, repr=False)
class LazyDice:
    """Lazy dice: a table's secrets are decrypted on the first draw only, and most steps draw nothing."""

    find: Callable[[], fair_dice.Dice]

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """The index of an outcome."""
        return self.find().draw(number, weights)


class TableDice:
    """The dice of all tables, with the key to their secrets."""

    def __init__(self, seal: Seal) -> None:
        self.seal = seal

    def lazy(self, row: TableRow, state: TableState) -> LazyDice:
        """A table's dice, which open its secrets on the first draw."""
        return LazyDice(lambda: self.dice(row, state))

    def dice(self, row: TableRow, state: TableState) -> fair_dice.Dice:
        """A table's dice, with its secrets opened."""
        places = [state.places.get(place) for place in range(1, state.terms.players + 1)]
        opened = tuple(bytes.fromhex(one.opened) if one and one.opened else None for one in places)
        return fair_dice.Dice(row.id, self.secrets_of(row, state), opened)

    def secrets_of(self, row: TableRow, state: TableState) -> tuple[fair_dice.Secret, ...]:
        """A table's secrets; the value of one sealed with a lost key is None."""
        sealed = [(0, row.commitment or "", row.secret, f"{row.id} secret")]
        sealed += [(first, one.commitment, one.sealed, f"{row.id} {one.commitment}") for first, one in state.restored]
        return tuple(
            fair_dice.Secret(first, commitment, self._unsealed(text, about))
            for first, commitment, text, about in sealed
        )

    def _unsealed(self, text: str | None, about: str) -> bytes | None:
        opened = self.seal.open(text, about) if text else None
        return bytes.fromhex(opened) if opened else None

    def first_secret(self, table: str) -> Promise:
        """The secret of a new table."""
        made = new_bytes()
        return fair_dice.commitment(made), self.seal.close(made.hex(), f"{table} secret")

    def new_secret(self, table: str) -> Promise:
        """A replacement for a table's lost secret."""
        made = new_bytes()
        commitment = fair_dice.commitment(made)
        return commitment, self.seal.close(made.hex(), f"{table} {commitment}")

    def promise(self, table: str, seat: int) -> Promise:
        """The server's bytes for a person whose client commits to none."""
        made = new_bytes()
        return fair_dice.commitment(made), self.seal.close(made.hex(), f"{table} place {seat}")

    def open_promises(self, table: str, state: TableState) -> dict[int, str]:
        """By place: the opened bytes that the server committed to for people."""
        made = {seat: self._unsealed(one.sealed, f"{table} place {seat}") for seat, one in state.places.items()}
        return {seat: one.hex() for seat, one in made.items() if one is not None}

    def can_draw(self, row: TableRow, state: TableState) -> bool:
        """Whether this process can read the current secret and the server's promised bytes."""
        is_known = self.secrets_of(row, state)[-1].value is not None
        return is_known and not (state.begun == 0 and self.sits_again(row, state))

    def sits_again(self, row: TableRow, state: TableState) -> list[Sit]:
        """New Sit entries for people whose bytes the server had sealed with a lost key."""
        if state.has_begun:
            return []
        sits = []
        for seat, place in state.places.items():
            is_lost = place.sealed is not None and place.opened is None
            if is_lost and self._unsealed(place.sealed, f"{row.id} place {seat}") is None:
                commitment, sealed = self.promise(row.id, seat)
                sits.append(Sit(seat=seat, holder=state.holders[seat], commitment=commitment, sealed=sealed))
        return sits
