"""Routes for finding opponents: what is offered, and my own search."""

from fastapi import APIRouter, Request

from ludotheque.games import NAMES
from ludotheque.table.api.routes.dependencies import Somebody, TheService, spend
from ludotheque.wire.account_messages import Done
from ludotheque.wire.seek_messages import OfferListed, SeekView
from ludotheque.wire.table_requests import NewSeek

router = APIRouter(tags=["opponents"])


@router.get("/api/offers")
async def offers(service: TheService) -> list[OfferListed]:
    """What strangers play with each other here, and how many look for it just now."""
    return await service.seeks.list_offers(NAMES)


@router.post("/api/me/seek", status_code=201)
async def seek(request: Request, service: TheService, person: Somebody, body: NewSeek) -> SeekView:
    """Look for opponents near my strength, instead of what I looked for before."""
    spend(request, "seek", person)
    return await service.seeks.start(person, body.game, body.offer, body.rated, body.commitment)


@router.get("/api/me/seek")
async def my_seek(service: TheService, person: Somebody) -> SeekView:
    """How my search stands. Without a socket that follows it, ask every few seconds: so the house knows I am there."""
    return await service.seeks.look(person.id, is_here=True)


@router.post("/api/me/seek/come")
async def come(service: TheService, person: Somebody) -> SeekView:
    """Somebody is found: I come to the table."""
    return await service.seeks.come(person)


@router.delete("/api/me/seek")
async def stop(service: TheService, person: Somebody) -> Done:
    """Look no more."""
    await service.seeks.stop(person.id)
    return Done()
