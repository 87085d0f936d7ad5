"""A seek: one person who looks for opponents, as the database has it."""

from dataclasses import dataclass

from ludotheque.wire.seek_messages import RatedWish


@dataclass(frozen=True, slots=True)
class Seek:
    """A person looks for opponents: at first alone, then in a party, at last at a table."""

    person: str
    game: str
    offer: str
    rated: RatedWish
    mean: float  # of their rating when they began to look
    is_program: bool
    since: float
    seen: float  # when their client was last there
    changed: float  # when they got their party or their table
    commitment: str | None = None
    is_meanwhile: bool = False  # they play against bots until somebody is found
    party: str | None = None
    size: int = 0  # of the party
    has_come: bool = False
    table: str | None = None

    @property
    def kind(self) -> tuple[str, str]:
        """What must be the same for two to play together."""
        return self.game, self.offer

    @property
    def is_free(self) -> bool:
        """Whether nobody is found yet."""
        return self.party is None and self.table is None
