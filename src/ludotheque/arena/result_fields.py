"""What an arena found out as named fields: what `--json` prints."""

from typing import TypedDict

from ludotheque.arena.shares import Share


class ShareFields(TypedDict):
    """A share of what could be had, with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


class EloFields(TypedDict):
    """A rating in Elo points from the mean of all bots, with its 95 % interval."""

    elo: float
    low: float
    high: float


class BotFields(TypedDict):
    """A bot: its rating, its share of the wins (`alone`: where it sat alone), its choices and the seconds of one."""

    name: str
    version: int
    rating: EloFields
    points: ShareFields
    alone: ShareFields | None
    choices: int
    seconds: float


class VerdictFields(TypedDict):
    """A sequential test: its hypotheses, how it stands, and its limits."""

    elo0: float
    elo1: float
    ratio: float
    pairings: int
    accepted: str
    alpha: float
    beta: float
    lower: float
    upper: float


class ResultFields(TypedDict):
    """A whole run."""

    game: str
    players: int
    options: dict[str, str]
    board: str
    rules: int
    seed: int
    simulations: int | None
    time: float | None
    run: str
    games: int
    pairings: int
    bots: list[BotFields]
    is_maximum_likelihood: bool
    ties: dict[str, float]
    cross_table: dict[str, dict[str, ShareFields]]
    seats: list[ShareFields]
    lengths: list[int]
    forfeits: list[str]
    sprt: VerdictFields | None


def share_fields(share: Share) -> ShareFields:
    """A share as named fields."""
    return {"value": share.value, "low": share.low, "high": share.high, "games": share.games}
