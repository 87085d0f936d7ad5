"""Routes for how I am reminded of my turns in slow games."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from ludotheque.table.api.routes.dependencies import Somebody, TheAddress, TheService, secret_of
from ludotheque.table.api.routes.feed_routes import feed_addresses
from ludotheque.table.service import channel_acts
from ludotheque.wire.account_messages import Done
from ludotheque.wire.channel_messages import ChannelList, MadeFeed, MadeWebhook, NewMail, NewPush, NewWebhook

router = APIRouter(tags=["reminders"])

ChannelId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]


def session_of(request: Request) -> str:
    """The hash of the cookie or token that a request came with."""
    found = secret_of(request)
    return found[0] if found else ""


@router.get("/api/me/channels")
async def channels(request: Request, service: TheService, person: Somebody) -> ChannelList:
    """How I am reminded, and what this house offers me."""
    return await service.reminders.channels.look(person, session_of(request))


@router.post("/api/me/mail", status_code=201)
async def add_mail(service: TheService, address: TheAddress, person: Somebody, body: NewMail) -> Done:
    """Remind me by mail, instead of at the address before. First the house asks there whether it is mine."""
    await channel_acts.add_mail(service, address, person, body.address)
    return Done()


@router.post("/api/me/push", status_code=201)
async def add_push(
    request: Request, service: TheService, address: TheAddress, person: Somebody, body: NewPush
) -> Done:  # fmt: skip
    """Remind me in this browser, for as long as it is logged in."""
    await channel_acts.add_push(service, address, person, session_of(request), body)
    return Done()


@router.post("/api/me/feed", status_code=201)
async def make_feed(request: Request, service: TheService, address: TheAddress, person: Somebody) -> MadeFeed:
    """A feed of my turns at a new address, shown this once; the one before is gone."""
    token = await channel_acts.make_feed(service, address, person)
    atom, calendar = feed_addresses(request, token)
    return MadeFeed(token=token, atom=atom, calendar=calendar)


@router.post("/api/me/webhooks", status_code=201)
async def add_webhook(service: TheService, address: TheAddress, person: Somebody, body: NewWebhook) -> MadeWebhook:
    """Tell my own program of my turns, with messages signed by a secret that is shown this once."""
    return MadeWebhook(secret=await channel_acts.add_webhook(service, address, person, body.url))


@router.post("/api/me/channels/{channel}/again")
async def ask_again(service: TheService, address: TheAddress, person: Somebody, channel: ChannelId) -> Done:
    """Ask at my address once more; of another channel, try it again after the house had given up."""
    await channel_acts.try_again(service, address, person, channel)
    return Done()


@router.delete("/api/me/channels/{channel}")
async def remove(service: TheService, person: Somebody, channel: ChannelId) -> Done:
    """Remind me that way no more; where it led is forgotten."""
    await service.reminders.channels.remove(person, channel)
    return Done()
