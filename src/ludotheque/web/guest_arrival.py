"""Coming in without being asked anything: whoever wants to play gets a name and a cookie."""

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
    """Somebody who may just have come in; the answer to his request must carry the cookie."""

    def __init__(self, person: Person, entered: Entered | None) -> None:
        self.person, self._entered = person, entered

    def add_cookie(self, request: Request, response: Response) -> Response:
        """The same response, with the cookie of whoever has just come in."""
        if self._entered is not None:
            hand_cookie(response, request.url.scheme, self._entered.cookie)
        return response


async def admit(request: Request, reader: Reader, name: str = "") -> Arrival:
    """Whoever is known already, or a new guest; without a name he is called like an animal."""
    if reader.person is not None:
        return Arrival(reader.person, None)
    spend(request, "guest")
    guest_name = name or f"{secrets.choice(ANIMALS[reader.lang])} {secrets.randbelow(90) + 10}"
    entered = await service_of(request).people.welcome(guest_name, reader.lang)
    return Arrival(entered.person, entered)
