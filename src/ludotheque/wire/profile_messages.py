"""The profile of a player as it is sent: ratings and their history, and results by game and number of seats."""

from typing import Annotated, Literal

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
    change: Annotated[int | None, Field(description="how much the game changed the rating")]
    cursor: Annotated[str, Field(description="as `before`, it gives the results after this one")]


class RatingChange(Sent):
    """What a rated game did to the rating of whoever began it in a seat: a person's id, or `bot:LEVEL:VERSION`."""

    seat: int
    who: str
    shown: int
    margin: int
    change: int


class GameRatings(Sent):
    """What a finished game did to ratings.

    `unrated`: nothing, as was agreed. `unchanged`: nothing, though it was to be rated; `why` says why. `pending`: the
    new ratings are not written yet. `written`: they are in `changes`.
    """

    status: Literal["unrated", "unchanged", "pending", "written"]
    why: str | None = None
    changes: tuple[RatingChange, ...] = ()


class Duel(Sent):
    """Two players' games of a title against each other, as the first of them sees it."""

    game: str
    games: int
    wins: int
    losses: int
    draws: int


class Opponent(Sent):
    """Somebody whom a player has met, and how their games went, as far as the asker may look at them."""

    name: Annotated[str, Field(description="of a bot of the house: its level")]
    is_bot: bool
    is_guest: bool
    profile: Annotated[str | None, Field(description="their name for `GET /api/people/{who}`; null for a guest")]
    duels: list[Duel]


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
