"""How I am reminded of my turns: the forms on my own page, and the links in mails, which need no login."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path, Request
from starlette.responses import Response

from ludotheque.log.table_errors import TableError
from ludotheque.table.api.routes.channel_routes import ChannelId
from ludotheque.table.api.routes.dependencies import TheAddress, TheService
from ludotheque.table.api.routes.feed_routes import feed_addresses
from ludotheque.table.service import channel_acts
from ludotheque.web.assets import assets
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.reader import TheReader
from ludotheque.web.routes.own_page_routes import own_page, person_of

router = APIRouter()

Typed = Annotated[str, Form(max_length=1000)]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$")]
Doing = Literal["confirm", "stop"]
DONE = "/me?done=reminders#reminders"


@router.post("/me/mail")
async def add_mail(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, mailbox: Typed = ""
) -> Response:
    """Ask at a mail address whether it is mine."""
    try:
        await channel_acts.add_mail(service, address, person_of(reader), mailbox)
    except TableError as error:
        return await own_page(request, service, reader, error, "mail", mailbox=mailbox)
    return redirect_to("/me?done=mail#reminders")


@router.post("/me/feed")
async def make_feed(request: Request, service: TheService, address: TheAddress, reader: TheReader) -> Response:
    """Make a feed at a new address, shown this once."""
    atom, calendar = feed_addresses(request, await channel_acts.make_feed(service, address, person_of(reader)))
    return render(request, reader, "shown_once.html", atom=atom, calendar=calendar, secret="")


@router.post("/me/webhook")
async def add_webhook(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, url: Typed = ""
) -> Response:
    """Tell my own program; the secret is shown this once."""
    try:
        secret = await channel_acts.add_webhook(service, address, person_of(reader), url)
    except TableError as error:
        return await own_page(request, service, reader, error, "webhook", url=url)
    return render(request, reader, "shown_once.html", atom="", calendar="", secret=secret)


@router.post("/me/channel/{channel}/again")
async def try_again(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, channel: ChannelId
) -> Response:
    """Ask at my address once more, or try a channel again that was switched off."""
    try:
        await channel_acts.try_again(service, address, person_of(reader), channel)
    except TableError as error:
        return await own_page(request, service, reader, error, "reminders")
    return redirect_to(DONE)


@router.post("/me/channel/{channel}/remove")
async def remove(request: Request, service: TheService, reader: TheReader, channel: ChannelId) -> Response:
    """Remind me that way no more."""
    try:
        await service.reminders.channels.remove(person_of(reader), channel)
    except TableError as error:
        return await own_page(request, service, reader, error, "reminders")
    return redirect_to(DONE)


@router.get("/reminders/{doing}/{channel}/{code}")
async def question(
    request: Request, service: TheService, reader: TheReader, doing: Doing, channel: ChannelId, code: Code
) -> Response:
    """The page of a link in a mail, with a button: programs that look at links in mails change nothing."""
    found = await service.reminders.channels.find_signed(doing, channel, code)
    is_done = found is None or (doing == "confirm" and found.confirmed is not None)
    return render(
        request, reader, "reminder.html", doing=doing, is_done=is_done, is_known=found is not None,
        action=request.url.path,
    )  # fmt: skip


@router.post("/reminders/confirm/{channel}/{code}")
async def confirm(request: Request, service: TheService, reader: TheReader, channel: ChannelId, code: Code) -> Response:
    """The owner of an address says yes."""
    is_known = await service.reminders.channels.confirm(channel, code)
    return render(request, reader, "reminder.html", doing="confirm", is_done=True, is_known=is_known, action="")


@router.post("/reminders/stop/{channel}/{code}")
async def stop(request: Request, service: TheService, reader: TheReader, channel: ChannelId, code: Code) -> Response:
    """The reader of a mail, or their mail program by itself (RFC 8058), ends all mails: the address is forgotten."""
    await service.reminders.channels.stop(channel, code)
    return render(request, reader, "reminder.html", doing="stop", is_done=True, is_known=False, action="")


@router.get("/worker.js")
async def worker() -> Response:
    """The service worker that shows reminders; an address without an edition, so that a browser keeps one."""
    headers = {"cache-control": "no-cache", "content-security-policy": "default-src 'none'; connect-src 'self'"}
    return Response(assets()["js/worker.js"].data, headers=headers, media_type="text/javascript; charset=utf-8")
