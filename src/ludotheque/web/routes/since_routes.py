"""What others did at a table since one's own last move: a page of its own, of which the table's page shows a part."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.log.projection.subscription import Subscription
from ludotheque.table.api.routes.dependencies import Invitation, TableId, TheService
from ludotheque.table.service.access import build_table_view, find_visible_table
from ludotheque.web.page_renderer import render
from ludotheque.web.pages.log_lines import groups_since
from ludotheque.web.pages.table_page import seat_strips
from ludotheque.web.reader import TheReader
from ludotheque.web.routes.table_page_routes import SeatAsked
from ludotheque.wire.table_messages import Want

router = APIRouter()

WORDS: tuple[Want, ...] = ("words",)


@router.get("/table/{table}/since")
async def since_my_last_move(
    request: Request, service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None,
    seat: SeatAsked = None,
) -> Response:  # fmt: skip
    """What happened since the reader's own last move, player by player; for a spectator, in the whole game."""
    live = await find_visible_table(service, table, reader.person, invitation)
    news = await build_table_view(service, live, reader.person, Subscription(WORDS, reader.lang, seat, 0))
    strips = {one.seat: one for one in seat_strips(news, reader, live.row.terms.game)}
    return render(
        request, reader, "since.html", groups=groups_since(news, reader), strips=strips, live=live,
        game=live.state.game, invitation=invitation, has_moved=news.since is not None and news.since.number > 0,
    )  # fmt: skip
