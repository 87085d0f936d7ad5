"""The profile of a player as it is sent: ratings and their history, and results by game and number of seats."""

from typing import Annotated

from pydantic import Field

from ludotheque.wire.entry_messages import Sent


class GameRating(Sent):
    """The rating at a game now: the number, its margin (95 %), after how many rated games."""

    game: str
    shown: int
    margin: int
    games: int
    opponents: Annotated[int, Field(description="how many others the rated games were against, people and bots")]
    most_met: Annotated[int, Field(description="how many of the rated games were against one and the same person")]


class Tally(Sent):
    """A player's results at a game with so many seats."""

    game: str
    players: int
    games: int
    wins: int  # first places, shared ones included
    mean_place: float
    best_score: int
    rated: int  # how many of the games were rated


class Profile(Sent):
    """A player's ratings and results."""

    ratings: tuple[GameRating, ...]
    tallies: tuple[Tally, ...]


class Result(Sent):
    """A player's place in a game, and their rating after it if it was rated."""

    at: float
    table: Annotated[str | None, Field(description="null where the asker may not look at it")]
    seat: int
    game: str
    players: int
    place: int
    score: int
    end: Annotated[str, Field(description="rules, resigned, agreed, time or left")]
    is_rated: bool
    shown: int | None
    margin: int | None
    cursor: Annotated[str, Field(description="as `before`, it gives the results after this one")]


class Point(Sent):
    """The rating after a game."""

    at: float
    table: Annotated[str | None, Field(description="null where the asker may not look at it")]
    shown: int
    margin: int


class PublicProfile(Profile):
    """A player's profile, with the latest games."""

    name: str
    is_bot: bool
    is_guest: bool
    results: list[Result]


class Ranked(Sent):
    """A place in the list of a game: the rating and its margin (95 %)."""

    name: str
    is_bot: bool
    shown: int
    margin: int
    games: int
