"""The end of a round, for a page that shows it project by project: for games whose drawing has `reveal`."""

from dataclasses import asdict
from functools import partial
from itertools import pairwise
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse

from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.shared_names import seat_word
from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.api.routes.dependencies import Invitation, TableId, TheService
from ludotheque.table.service.access import find_seen
from ludotheque.web.pages.page_data import RevealData, TurnedProject
from ludotheque.web.pages.replays import in_worker
from ludotheque.web.reader import Reader, TheReader
from ludotheque.wire.table_messages import to_fields

router = APIRouter()


@router.get("/table/{table}/reveal")
async def last_reveal(
    service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None
) -> JSONResponse:
    """The projects of the latest finished round; none that still lies face down."""
    state = (await find_seen(service, table, reader.person, invitation)).state
    key = ("reveal", reader.lang)
    if key not in state.memo:
        state.memo[key] = await in_worker(partial(_latest, state, reader))
    if state.memo[key] is None:
        raise TableError("unknown", say("No project has been carried out yet."))
    return JSONResponse(to_fields(state.memo[key]))


def _latest(state: TableState, reader: Reader) -> RevealData | None:
    """The end of the latest round that has ended."""
    drawn = modules_of(state.game.name).reveal
    for before, after in reversed(list(pairwise(state.line if drawn else []))):
        if drawn and drawn.ends_round(before, after):
            data = asdict(drawn.reveal(before, after, reader.lang))
            return RevealData(**data | {"turned": [_named(one, state.game, reader) for one in data["turned"]]})
    return None


def _named(turned: dict[str, Any], game: Any, reader: Reader) -> TurnedProject:
    return TurnedProject(**turned, name=reader.speak(seat_word(game.seat_name(turned["seat"])), game.name))
