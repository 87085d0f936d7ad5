"""Routes for help at a table: a bot's hint, and the history of the scores."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request

from ludotheque.table.api.routes.dependencies import Asker, AtTable, Invitation, Somebody, TableId, TheService, spend
from ludotheque.table.service.access import find_visible_table, seat_of
from ludotheque.table.service.hints import hint
from ludotheque.table.service.score_history import scores_seen
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.requests import Act
from ludotheque.wire.score_messages import Scores
from ludotheque.wire.table_messages import HintResult

router = APIRouter(tags=["playing"])

HintBody = Annotated[Act, Body(default_factory=Act)]  # may be left out


@router.post("/api/tables/{table}/hint")
async def give_hint(
    request: Request, service: TheService, person: Somebody, live: AtTable, body: HintBody, lang: Language | None = None
) -> HintResult:
    """What a bot would do in my place and why; in games that are not rated, when I am waited for."""
    spend(request, "hint", person)
    return await hint(service, live, person, body.seat, lang or person.settings.language)


@router.get("/api/tables/{table}/scores")
async def scores(
    service: TheService, person: Asker, table: TableId, invitation: Invitation = None,
    seat: Annotated[int | None, Query(ge=0, le=6)] = None, lang: Language | None = None,
) -> Scores:  # fmt: skip
    """The scores after each step and where every point comes from, as far as my seat or a spectator may know."""
    live = await find_visible_table(service, table, person, invitation)
    own = person.settings.language if person else "en"
    return await scores_seen(live.state, seat_of(live.state, person, seat), lang or own)
