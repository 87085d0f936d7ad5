"""Routes for profiles and ratings."""

import re
from typing import Annotated

from fastapi import APIRouter, Path, Query
from sqlalchemy import select

from ludotheque.bots.levels import LEVELS
from ludotheque.games import NAMES
from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.api.routes.dependencies import Asker, TheService
from ludotheque.table.bots.bot_jobs import version_of
from ludotheque.table.people.head_to_head import Meetings, level_of, load_opponents
from ludotheque.table.people.people import Person
from ludotheque.table.people.person_names import find_key
from ludotheque.table.people.profiles import Before, load_history, load_profile, load_results
from ludotheque.table.people.ratings import SURE, Rating, at_time, is_bot
from ludotheque.table.service.service import Service
from ludotheque.table.storage import schema
from ludotheque.wire.profile_messages import Opponent, Point, PublicProfile, Ranked
from ludotheque.wire.table_messages import widened
from ludotheque.wire.terms_messages import GameName

router = APIRouter(tags=["profiles"])

MOST_RANKED = 100
IS_ID = re.compile("[0-9a-f]{16}")
IS_BOT = re.compile("bot:[a-z]{1,20}:[0-9]{1,4}")
NO_SUCH_BOT = say("No such bot has ever played here.")
BY_NAME = say("There is nobody of that name with an account here.")

Who = Annotated[str, Path(min_length=1, max_length=100)]
Players = Annotated[int | None, Query(ge=2, le=6)]
Cursor = Annotated[str | None, Query(pattern=r"^[0-9]{1,12}(\.[0-9]{1,10})?_[0-9]{1,6}$")]


@router.get("/api/people/{who}")
async def profile(
    service: TheService, person: Asker, who: Who, game: GameName | None = None, players: Players = None,
    before: Cursor = None,
) -> PublicProfile:  # fmt: skip
    """The profile of an account by its name, of anybody by the id, or of a bot: `bot:club:1`.

    `results` are the latest games, of one game and number of seats if you like; `before` goes on after a `cursor`.
    """
    found, name, is_program = await find_player(service, who)
    async with service.store.read() as connection:
        now = await service.store.time_of(connection)
        loaded = await load_profile(connection, found, now)
        results = await load_results(connection, found, game, players, read_cursor(before), _id(person))
    is_guest = await is_guest_id(service, found)
    return widened(loaded, PublicProfile, name=name, is_bot=is_program, is_guest=is_guest, results=results)


@router.get("/api/people/{who}/history/{game}")
async def history(service: TheService, person: Asker, who: Who, game: GameName, players: Players = None) -> list[Point]:
    """The rating after each of the latest rated games, with any number of seats or with one."""
    found, _, _ = await find_player(service, who)
    async with service.store.read() as connection:
        return await load_history(connection, found, game, players, _id(person))


@router.get("/api/people/{who}/opponents")
async def opponents(service: TheService, person: Asker, who: Who) -> list[Opponent]:
    """Whom a player has met, most often first, in the games that I may look at."""
    found, _, _ = await find_player(service, who)
    return await find_opponents(service, found, _id(person))


async def find_opponents(service: Service, who: str, asker: str | None, only: str | None = None) -> list[Opponent]:
    """The opponents of a player's key, with their names; with `only`, that one alone."""
    async with service.store.read() as connection:
        met = await load_opponents(connection, who, asker, only)
    people = await service.people.look_up(one.who for one in met if not is_bot(one.who))
    return [opponent_of(one, people.get(one.who)) for one in met]


def opponent_of(met: Meetings, person: Person | None) -> Opponent:
    """An opponent as they are sent. A guest's profile is not told, nor are its games brought together."""
    duels = sorted(met.duels.values(), key=lambda one: (-one.games, one.game))
    if person is None:
        return Opponent(name=str(level_of(met.who)), is_bot=True, is_guest=False, profile=None, duels=duels)
    profile = person.name if person.is_account else None
    return Opponent(name=person.name, is_bot=person.is_bot, is_guest=person.is_guest, profile=profile, duels=duels)


def read_cursor(text: str | None) -> Before | None:
    """The cursor of a list of results."""
    if text is None:
        return None
    at, _, many = text.partition("_")
    return float(at), int(many)


def _id(person: Person | None) -> str | None:
    return None if person is None else person.id


@router.get("/api/ratings/{game}")
async def ratings(service: TheService, game: GameName) -> list[Ranked]:
    """The best at a game, people and bots in one list, by what is certain: the rating less its margin."""
    columns = schema.ratings.c
    certain = columns.mean - SURE * columns.deviation
    wanted = select(schema.ratings).where(columns.game == game, columns.games > 0).order_by(certain.desc())
    async with service.store.read() as connection:
        now = await service.store.time_of(connection)
        rows = (await connection.execute(wanted.limit(MOST_RANKED))).all()
    people = await service.people.look_up(row.who for row in rows if not is_bot(row.who))
    rated = [(row, at_time(row.who, Rating(row.mean, row.deviation, row.games, row.changed), now)) for row in rows]
    ranked = []
    for row, one in sorted(rated, key=lambda pair: -pair[1].certain):
        name, is_program = named(row.who, people.get(row.who))
        ranked.append(Ranked(name=name, is_bot=is_program, shown=one.shown, margin=one.margin, games=one.games))
    return ranked


async def find_player(service: Service, who: str) -> tuple[str, str, bool]:
    """A player's key in the ratings, their name, and whether they are a program."""
    if IS_BOT.fullmatch(who):
        if not is_known_bot(who):
            raise TableError("unknown", "There is no such bot: see `levels` of GET /api/bots.", on_page=NO_SUCH_BOT)
        return who, *named(who, None)
    person = await _by_id(service, who) if IS_ID.fullmatch(who) else None
    key = find_key(who)
    if person is None and key:
        wanted = select(schema.people.c.id).where(schema.people.c.login == key)
        async with service.store.read() as connection:
            found = await connection.scalar(wanted)
        person = await _by_id(service, found) if found else None
    if person is None:
        raise TableError("unknown", BY_NAME)
    return person.id, *named(person.id, person)


def is_known_bot(who: str) -> bool:
    """Whether a bot of this level and version plays here, or has played: its profile may be empty."""
    _, level, version = who.split(":")
    newest = max(version_of(game, level) for game in NAMES)
    return level in LEVELS and 1 <= int(version) <= newest


async def is_guest_id(service: Service, who: str) -> bool:
    """Whether a player is a person without an account."""
    return not is_bot(who) and (await service.people.look_up([who]))[who].is_guest


async def _by_id(service: Service, person: str) -> Person | None:
    found = (await service.people.look_up([person]))[person]
    return found if found.created else None  # a deleted person has no profile


def named(who: str, person: Person | None) -> tuple[str, bool]:
    """A rated player's name, and whether they are a program."""
    if person is None:
        return who.removeprefix("bot:").replace(":", " "), True
    return person.name, person.is_bot
