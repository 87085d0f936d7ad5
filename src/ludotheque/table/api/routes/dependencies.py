"""FastAPI dependencies: the service, the person who sends a request, and the table."""

from typing import Annotated

from fastapi import Depends, Form, Path, Query, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from ludotheque.table.api.guard import COOKIE, address_of, token_of
from ludotheque.table.api.problems import Unauthenticated
from ludotheque.table.people.people import Person
from ludotheque.table.people.sessions import LONGEST_SECRET, Kind, hashed
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service.access import find_visible_table
from ludotheque.table.service.service import Service
from ludotheque.wire.field_bounds import LONGEST_INVITATION, Digest


def service_of(connection: HTTPConnection) -> Service:
    """The parts of the server."""
    service: Service = connection.app.state.service
    return service


async def identify(connection: HTTPConnection) -> Person | None:
    """The person who sends a request or opens a socket, by token or cookie; None if unknown."""
    secret = secret_of(connection)
    return await service_of(connection).people.find_hashed(*secret) if secret else None


Secret = tuple[str, Kind]  # hashed


def secret_of(connection: HTTPConnection) -> Secret | None:
    """The hash of a request's token or cookie."""
    token = token_of(connection.headers)
    secret = token or cookie_of(connection)
    if not secret or len(secret) > LONGEST_SECRET:
        return None
    return hashed(secret), "token" if token else "cookie"


def cookie_of(connection: HTTPConnection) -> str | None:
    """The session cookie; None if a token is sent."""
    return connection.cookies.get(COOKIE) if token_of(connection.headers) is None else None


async def maybe_person(connection: HTTPConnection) -> Person | None:
    """The person who sends a request, if known; errors are answered in their language."""
    person = await identify(connection)
    if person is not None:
        connection.state.lang = person.settings.language
        service_of(connection).limits.spend("request", account=person.id)
    return person


async def person_of(
    person: Annotated[Person | None, Depends(maybe_person)],
    _cookie: Annotated[object, Security(APIKeyCookie(name=COOKIE, auto_error=False))],
    _token: Annotated[object, Security(HTTPBearer(auto_error=False))],
) -> Person:
    """The person who sends a request; raises Unauthenticated if there is none."""
    if person is None:
        raise Unauthenticated
    return person


def address_from(connection: HTTPConnection) -> str:
    """The address that a request comes from."""
    return address_of(connection.scope)


TheService = Annotated[Service, Depends(service_of)]
TheAddress = Annotated[str, Depends(address_from)]
Asker = Annotated[Person | None, Depends(maybe_person)]
Somebody = Annotated[Person, Depends(person_of)]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
Seat = Annotated[int, Path(ge=1, le=6)]
Invitation = Annotated[str | None, Query(max_length=LONGEST_INVITATION)]
Promised = Annotated[Digest | None, Form()]  # hash of the bytes that the page's script opens


async def table_of(service: TheService, person: Somebody, table: TableId) -> LiveTable:
    """The table of a request, if the person may see it."""
    return await find_visible_table(service, table, person)


AtTable = Annotated[LiveTable, Depends(table_of)]


def spend(connection: HTTPConnection, act: str, person: Person | None = None, account: str | None = None) -> None:
    """Count an act against the limits of an address and an account; raises TooOften."""
    service, address = service_of(connection), address_of(connection.scope)
    service.limits.spend(act, address, person.id if person else account)
