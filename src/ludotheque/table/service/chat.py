"""Chat: short messages between the people at a private table."""

from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from ludotheque.drawing.language import Language, language
from ludotheque.games.phrase import say
from ludotheque.log.rights import check, why_not_talk
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.people import People, Person
from ludotheque.table.people.person_names import MESSAGE, tidy
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service.talk.reactions import REACTIONS, format_reaction, parse_reaction
from ludotheque.table.storage.notices import SAID
from ludotheque.table.storage.schema import messages
from ludotheque.table.storage.store import Store
from ludotheque.wire.field_bounds import LONGEST_MESSAGE, Reaction
from ludotheque.wire.table_requests import Heard

MOST_SENT = 100  # in one answer
MOST_KEPT = 2000  # stored of one table
MOST_TRIES = 10


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A stored chat message."""

    number: int
    at: float
    person: str
    text: str


def check_can_talk(live: LiveTable, person: Person) -> None:
    """Raise unless a person may chat at a table."""
    check(why_not_talk(live.state, live.state.seats_of(person.id)))


async def send_message(store: Store, live: LiveTable, person: Person, text: str) -> int:
    """Store a message, and notify all who watch the table; returns its number."""
    return await _store_message(store, live, person, tidy(text, LONGEST_MESSAGE, MESSAGE))


async def send_reaction(store: Store, live: LiveTable, person: Person, reaction: Reaction) -> int:
    """Store a quick reaction among the messages, and notify all who watch the table; returns its number."""
    return await _store_message(store, live, person, format_reaction(reaction))


async def _store_message(store: Store, live: LiveTable, person: Person, text: str) -> int:
    check_can_talk(live, person)
    for _ in range(MOST_TRIES):
        number = await last_message(store, live.row.id) + 1
        if number > MOST_KEPT:
            raise TableError("full", say("This table has heard enough: no more messages."))
        row = {"table": live.row.id, "number": number, "person": person.id, "text": text}
        try:
            async with store.begin() as connection:
                await connection.execute(insert(messages).values(**row, at=await store.time_of(connection)))
                await store.announce(connection, (live.row.id, SAID))
        except IntegrityError:
            continue
        return number
    raise TableError("busy", say("Many are talking at once: try again."))


async def listen(
    store: Store, live: LiveTable, person: Person, after: int | None = None, before: int | None = None
) -> list[ChatMessage]:
    """Messages in order: the first ones after `after`, or the last ones, before `before` if given.

    Whoever has switched chat off gets only their own.
    """
    check_can_talk(live, person)
    number = messages.c.number
    wanted = select(number, messages.c.at, messages.c.person, messages.c.text).where(messages.c.table == live.row.id)
    if after is not None:
        wanted = wanted.where(number > after)
    if before is not None:
        wanted = wanted.where(number < before)
    if not person.settings.messages:
        wanted = wanted.where(messages.c.person == person.id)
    ordered = wanted.order_by(number.desc() if after is None else number).limit(MOST_SENT)
    async with store.read() as connection:
        rows = await connection.execute(ordered)
        return sorted((ChatMessage(*row) for row in rows), key=lambda one: one.number)


async def last_message(store: Store, table: str) -> int:
    """The number of a table's last message."""
    async with store.read() as connection:
        return int(await connection.scalar(select(func.max(messages.c.number)).where(messages.c.table == table)) or 0)


async def load_messages(
    store: Store, people: People, kept: LiveTable, person: Person, after: int | None = None, before: int | None = None,
    lang: str | None = None,
) -> list[Heard]:  # fmt: skip
    """The messages of `listen` as they are sent: with names, without ids, reactions in the reader's language."""
    found = await listen(store, kept, person, after, before)
    names = await people.look_up(one.person for one in found)
    said = [(one, names[one.person]) for one in found]
    speaker = language(lang or person.settings.language)
    return [_heard(one, who, kept, speaker) for one, who in said]


def _heard(one: ChatMessage, who: Person, live: LiveTable, speaker: Language) -> Heard:
    """A message as it is sent."""
    reaction = parse_reaction(one.text)
    return Heard(
        number=one.number, at=one.at, person=who.name, is_guest=who.is_guest,
        seat=next(iter(live.state.seats_of(who.id)), None), reaction=reaction,
        text=speaker.say(REACTIONS[reaction]) if reaction else one.text,
    )  # fmt: skip
