"""Addresses of this house in what it sends: the table, and links that work without logging in, by a signed code."""

from dataclasses import dataclass
from typing import Literal

from ludotheque.table.storage.seal import Seal

Doing = Literal["confirm", "stop"]


@dataclass(frozen=True, slots=True)
class HouseLinks:
    """Makes and checks the addresses."""

    house: str  # https://games.example
    seal: Seal

    def table(self, table: str, seat: int | None = None) -> str:
        """The address of a table, as one seat sees it."""
        return f"{self.house}/table/{table}" + (f"?seat={seat}" if seat else "")

    def signed(self, doing: Doing, channel: str) -> str:
        """The address at which whoever reads it may do something to a channel."""
        return f"{self.house}/reminders/{doing}/{channel}/{self.seal.sign(f'{doing} {channel}')}"

    def is_signed(self, doing: Doing, channel: str, code: str) -> bool:
        """Whether an address with this code was made by this house."""
        return self.seal.is_signed(f"{doing} {channel}", code)
