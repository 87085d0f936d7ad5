"""The end of a round, for a page that shows it project by project: for games whose drawing has `reveal`."""

from dataclasses import asdict
from functools import partial
from itertools import pairwise
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse

from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.shared_names import seat_word, speaker_of
from ludotheque.games.phrase import say
from ludotheque.log.player_names import PlayerNames
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.game import Game
from ludotheque.table.api.routes.dependencies import Invitation, TableId, TheService
from ludotheque.table.service.access import find_visible_table
from ludotheque.table.service.table_names import load_player_names
from ludotheque.web.pages.after_game.replays import in_worker
from ludotheque.web.pages.page_data import RevealData, TurnedProject
from ludotheque.web.reader import TheReader
from ludotheque.wire.table_messages import to_fields

router = APIRouter()


@router.get("/table/{table}/reveal")
async def last_reveal(
    service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None
) -> JSONResponse:
    """The projects of the latest finished round; none that still lies face down."""
    state = (await find_visible_table(service, table, reader.person, invitation)).state
    names = await load_player_names(service.people, state, table, reader.lang)
    key = ("reveal", reader.lang)
    if key not in state.memo or state.memo[key][0] != names:
        state.memo[key] = names, await in_worker(partial(_latest, state, names))
    if state.memo[key][1] is None:
        raise TableError("unknown", say("No project has been carried out yet."))
    return JSONResponse(to_fields(state.memo[key][1]))


def _latest(state: TableState, names: PlayerNames) -> RevealData | None:
    """The end of the latest round that has ended."""
    drawn = modules_of(state.game.name).reveal
    for before, after in reversed(list(pairwise(state.line if drawn else []))):
        if drawn and drawn.ends_round(before, after):
            data = asdict(drawn.reveal(before, after, names.lang, names.now))
            return RevealData(**data | {"turned": [_named(one, state.game, names) for one in data["turned"]]})
    return None


def _named(turned: dict[str, Any], game: Game, names: PlayerNames) -> TurnedProject:
    speaker = speaker_of(game, names.lang, names.now)
    return TurnedProject(**turned, name=speaker.say(seat_word(game.seat_name(turned["seat"]))))
