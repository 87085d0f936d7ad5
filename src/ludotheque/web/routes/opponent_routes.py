"""Finding an opponent: the form, the page that waits, and a game against bots meanwhile."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.games import NAMES
from ludotheque.log.terms import Terms
from ludotheque.play.game import game as find_game
from ludotheque.table.api.routes.dependencies import Promised, TheService, spend
from ludotheque.table.people.people import Person
from ludotheque.table.service.seeks.offers import find_offer
from ludotheque.table.service.service import Service
from ludotheque.web.guest_arrival import admit
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.catalogue import catalogue, catalogue_entry
from ludotheque.web.pages.level_names import level_name
from ludotheque.web.pages.seek_page import WISHES, offer_choices, seek_card
from ludotheque.web.preferences import load_preferences
from ludotheque.web.reader import TheReader
from ludotheque.wire.seek_messages import RatedWish
from ludotheque.wire.terms_messages import GameName

router = APIRouter()

Offered = Annotated[str | None, Form(max_length=40)]
Wish = Annotated[RatedWish | None, Form()]
IsMeanwhile = Annotated[bool, Form()]
SearchAct = Annotated[Literal["come", "stop", "bots"], Form()]


@router.get("/find")
async def my_search(request: Request, service: TheService, reader: TheReader) -> Response:
    """How my search stands; the table, as soon as I sit there. Without scripts the page loads itself again."""
    if reader.person is None:
        return redirect_to(f"/find/{NAMES[0]}")
    seek = await service.seeks.look(reader.person.id, is_here=True)
    if seek.stage == "seated":
        return redirect_to(f"/table/{seek.table}")
    card = seek_card(seek, await service.seeks.list_offers(NAMES), reader)
    if card is None:
        return redirect_to(f"/find/{NAMES[0]}")
    return render(request, reader, "seeking.html", card=card)


@router.get("/find/{game}")
async def search_form(
    request: Request, service: TheService, reader: TheReader, game: GameName, ended: bool = False
) -> Response:
    """What strangers play here: the form that begins a search."""
    offers = await service.seeks.list_offers(NAMES)
    looking = {one: sum(offer.looking for offer in offers if offer.game == one) for one in NAMES}
    level = level_name(reader, load_preferences(request).level)
    wishes = [(name, reader.speak(phrase)) for name, phrase in WISHES.items()]
    return render(
        request, reader, "find.html", game=catalogue_entry(game, reader), games=catalogue(reader), looking=looking,
        offers=offer_choices(game, offers, reader), wishes=wishes, level=level, ended=ended,
    )  # fmt: skip


@router.post("/find/{game}")
async def search(
    request: Request, service: TheService, reader: TheReader, game: GameName, offer: Offered = None,
    rated: Wish = None, bots: IsMeanwhile = False, commitment: Promised = None, other_commitment: Promised = None,
) -> Response:  # fmt: skip
    """Begin to look for opponents; with `bots`, play against bots meanwhile."""
    arrival = await admit(request, reader)
    spend(request, "seek", arrival.person)
    await service.seeks.start(arrival.person, game, offer, rated, commitment)
    address = "/find"
    if bots:
        address = await _play_meanwhile(request, service, arrival.person, game, offer, other_commitment)
    return arrival.add_cookie(request, redirect_to(address))


@router.post("/find")
async def act(
    request: Request, service: TheService, reader: TheReader, what: SearchAct, commitment: Promised = None
) -> Response:
    """The buttons of a search: come to the table, play bots meanwhile, or stop."""
    person = reader.person
    seek = await service.seeks.look(person.id) if person else None
    if person is None or seek is None or seek.game is None:
        return redirect_to("/find")
    match what:
        case "come":
            await service.seeks.come(person)
        case "stop":
            await service.seeks.stop(person.id)
            return redirect_to(f"/find/{seek.game}")
        case "bots":
            return redirect_to(await _play_meanwhile(request, service, person, seek.game, seek.offer, commitment))
    return redirect_to("/find")


async def _play_meanwhile(
    request: Request, service: Service, person: Person, game: str, offer: str | None, commitment: str | None
) -> str:
    """Begin a game against bots like the one that the person looks for; gives its address."""
    spend(request, "table", person)
    seats, wanted = service.tables.seats, find_offer(game, offer)
    await seats.check_demand(person)
    terms = Terms(
        game=game, players=wanted.players, options=dict(wanted.options), rules=find_game(game).rules_version
    )  # it waits for whoever has found an opponent
    table, _ = await seats.create(person, terms)
    for seat in range(2, wanted.players + 1):
        await seats.put_bot(table, person, seat, load_preferences(request).level)
    await seats.sit(table, person, 1, commitment)
    await service.seeks.play_meanwhile(person.id)
    return f"/table/{table}"
