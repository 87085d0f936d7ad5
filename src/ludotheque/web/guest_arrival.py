"""Guests: a player without an account gets a name and a cookie at once."""

import secrets

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.table.api.guard import hand_cookie
from ludotheque.table.api.routes.dependencies import service_of, spend
from ludotheque.table.people.people import Entered, Person
from ludotheque.web.reader import Reader
from ludotheque.wire.field_bounds import Language

ANIMALS: dict[Language, tuple[str, ...]] = {
    "en": ("Otter", "Heron", "Lynx", "Robin", "Badger", "Marten", "Swift", "Hare", "Wren", "Beetle", "Newt", "Stoat"),
    "fr": ("Loutre", "Héron", "Lynx", "Mésange", "Blaireau", "Martre", "Lièvre", "Hirondelle", "Triton", "Hermine"),
    "it": ("Lontra", "Airone", "Lince", "Cincia", "Tasso", "Martora", "Lepre", "Rondine", "Tritone", "Ermellino"),
}


class Arrival:
    """A person who is known, or a guest just admitted, whose cookie the response must carry."""

    def __init__(self, person: Person, entered: Entered | None) -> None:
        self.person, self._entered = person, entered

    def add_cookie(self, request: Request, response: Response) -> Response:
        """Add a new guest's cookie to the response."""
        if self._entered is not None:
            hand_cookie(response, request.url.scheme, self._entered.cookie)
        return response


async def admit(request: Request, reader: Reader, name: str = "") -> Arrival:
    """The reader's person, or a new guest; without `name`, the guest is named after an animal."""
    if reader.person is not None:
        return Arrival(reader.person, None)
    spend(request, "guest")
    guest_name = name or f"{secrets.choice(ANIMALS[reader.lang])} {secrets.randbelow(90) + 10}"
    entered = await service_of(request).people.welcome(guest_name, reader.lang)
    return Arrival(entered.person, entered)
