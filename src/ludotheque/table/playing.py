"""Steps and previews as they come in, over HTTP and over a socket alike."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from ludotheque.table.entries import Holder, PersonHolder
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
    kept = await service.house.find(table, is_fresh=False)
    await know_settings(service, kept.course.holders.values())
    return await service.house.play(table, person, steps, lang)


async def know_settings(service: Service, holders: Iterable[Holder | None]) -> None:
    """Bring to mind who plays single options himself; other processes may have been told."""
    ids = {holder.person for holder in holders if isinstance(holder, PersonHolder)}
    alone = service.house.alone
    for person in (await service.people.look_up(ids)).values():
        if person.settings.plays_alone:
            alone.pop(person.id, None)
        else:
            alone[person.id] = False


def preview(
    kept: Kept, person: Person, steps: Sequence[str], seat: int | None, lang: str, wants: Sequence[Want] = PICTURE
) -> dict[str, Any]:
    """What a step would do, or all parts of a choice."""
    return preview_seen(kept.course, own_seat(kept.course, person.id, seat), steps, lang, wants)
