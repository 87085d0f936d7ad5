"""Profiles, and the ranking of each game."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludotheque.games import NAMES
from ludotheque.table.api.routes.dependencies import TheService
from ludotheque.table.api.routes.profile_routes import (
    Cursor,
    Who,
    find_opponents,
    find_player,
    is_guest_id,
    ratings,
    read_cursor,
)
from ludotheque.table.people.profiles import MOST_RESULTS, load_history, load_profile, load_results
from ludotheque.table.people.ratings import FULL_GAMES
from ludotheque.web.page_renderer import render
from ludotheque.web.pages.after_game.rating_lines import signed
from ludotheque.web.pages.catalogue import catalogue
from ludotheque.web.pages.level_names import rated_name
from ludotheque.web.pages.profile.head_to_head_lines import curve_caption, opponent_line
from ludotheque.web.pages.profile.rating_graph import curve
from ludotheque.web.pages.table_rows import span
from ludotheque.web.reader import TheReader
from ludotheque.wire.terms_messages import GameName

router = APIRouter()


@router.get("/people")
async def best(
    request: Request, service: TheService, reader: TheReader, game: Annotated[GameName, Query()] = NAMES[0]
) -> Response:
    """The best at a game, people and bots in one list."""
    ranked = [(one, rated_name(reader, one.name, one.is_bot)) for one in await ratings(service, game)]
    return render(request, reader, "best.html", ranked=ranked, game=game, games=catalogue(reader))


@router.get("/people/{who}")
async def profile(
    request: Request, service: TheService, reader: TheReader, who: Who, game: GameName | None = None,
    before: Cursor = None,
) -> Response:  # fmt: skip
    """A player's ratings and games."""
    found, called, is_bot = await find_player(service, who)
    name = rated_name(reader, called, is_bot)
    asker = reader.person.id if reader.person else None
    is_guest = await is_guest_id(service, found)
    async with service.store.read() as connection:
        now = await service.store.time_of(connection)
        loaded = await load_profile(connection, found, now)
        results = await load_results(connection, found, game, None, read_cursor(before), asker)
        points = {one.game: await load_history(connection, found, one.game, None, asker) for one in loaded.ratings}
    is_me = found == asker
    between = await find_opponents(service, asker, asker, only=found) if asker and not is_me else []
    opponents = [opponent_line(one, reader) for one in await find_opponents(service, found, asker)]
    return render(
        request, reader, "person.html", name=name, is_bot=is_bot, is_guest=is_guest, profile=loaded, results=results,
        game=game, games={one.name: one for one in catalogue(reader)}, who=who, is_me=is_me, opponents=opponents,
        between=opponent_line(between[0], reader) if between else None,
        curves={game: curve([float(point.shown) for point in line]) for game, line in points.items()},
        captions={game: curve_caption(line, reader) for game, line in points.items() if line},
        ages=[reader.say("{time} ago", time=span(now - one.at)) for one in results],
        full_games=FULL_GAMES, signed=signed, older=results[-1].cursor if len(results) == MOST_RESULTS else None,
    )  # fmt: skip
