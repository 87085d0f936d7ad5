"""Steps and previews as they come in, over HTTP and over a socket alike."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ludotheque.table.errors import TableError
from ludotheque.table.house import PlayRequest
from ludotheque.table.keeping import Kept
from ludotheque.table.people import Person
from ludotheque.table.seating import own_seat
from ludotheque.table.seen import PICTURE, Want, preview_seen
from ludotheque.table.service import Service


class Steps(PlayRequest):
    """A seat's steps; the table may be named again, and must then be the one that is played at."""

    table: Annotated[str, Field(max_length=16)] | None = None


async def play(service: Service, table: str, person: Person, steps: Steps, lang: str) -> dict[str, Any]:
    """Play steps at a table; the answer is for the sender."""
    if steps.table not in (None, table):
        raise TableError("wrong", "table: the steps are for another table than the address.")
    return await service.house.play(table, person, steps, lang)


def preview(
    kept: Kept, person: Person, steps: Sequence[str], seat: int | None, lang: str, wants: Sequence[Want] = PICTURE
) -> dict[str, Any]:
    """What a step would do, or all parts of a choice."""
    return preview_seen(kept.course, own_seat(kept.course, person.id, seat), steps, lang, wants)
