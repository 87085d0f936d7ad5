"""The private feed of a person's turns: whoever has its address may read it, and nothing else."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.api.routes.dependencies import TheService, service_of
from ludotheque.table.reminders.turn_feed import atom, calendar, tag_of

router = APIRouter(tags=["reminders"])

KINDS = {"atom": ("application/atom+xml; charset=utf-8", atom), "ics": ("text/calendar; charset=utf-8", calendar)}
FeedFile = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}\\.(atom|ics)$")]
FEED: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind, _ in KINDS.values()},
        "description": "My turns, as Atom or iCalendar.",
    },
    304: {"description": "Nothing has changed since the `ETag` of `If-None-Match`."},
}


def house_of(request: Request) -> str:
    """The address of the house: the one its operator gave, else the one of the request."""
    return service_of(request).reminders.settings.address or str(request.base_url).rstrip("/")


def feed_addresses(request: Request, token: str) -> tuple[str, str]:
    """The addresses of a feed, as Atom and as a calendar."""
    house = house_of(request)
    return f"{house}/feed/{token}.atom", f"{house}/feed/{token}.ics"


@router.get("/feed/{file}", response_class=Response, responses=FEED)
async def feed(request: Request, service: TheService, file: FeedFile) -> Response:
    """The turns in slow games that wait for whoever made this feed."""
    token, _, ending = file.partition(".")
    person = await service.reminders.feeds.find_person(token)
    if person is None:
        raise TableError("unknown", say("There is no such feed: its owner has made a new address, or none."))
    house, (kind, form) = house_of(request), KINDS[ending]
    body = form(await service.reminders.feeds.turns_of(person, house), house, person.settings.language)
    headers = {"etag": tag_of(body), "cache-control": "private, no-cache", "x-robots-tag": "noindex"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
