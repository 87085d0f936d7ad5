"""The reader of a page: person, language and theme. A language or theme chosen on a page is stored in a cookie."""

import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludotheque.drawing import LANGUAGES, language
from ludotheque.games.phrase import Phrase, count, named, say
from ludotheque.table.api.guard import address_of
from ludotheque.table.api.routes.dependencies import identify, service_of
from ludotheque.table.fair_worker import JobOwner
from ludotheque.table.people.people import Person
from ludotheque.table.service.limits import one_network
from ludotheque.wire.field_bounds import Language

LANGUAGE_COOKIE, THEME_COOKIE = "language", "theme"
REMEMBERED = 400 * 86_400  # seconds
THEMES = ("light", "dark")
LANGUAGE_RANGE = re.compile(r"\s*([a-zA-Z]{1,8})(?:-[a-zA-Z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*")
MOST_LANGUAGES = 20  # of an Accept-Language header

asking: ContextVar[JobOwner] = ContextVar("asking")  # who sends the request that is being answered


@dataclass(frozen=True, slots=True)
class Reader:
    """The person, language and theme that a page is rendered for."""

    person: Person | None
    lang: Language
    theme: Literal["", "light", "dark"]  # empty: the system's

    def say(self, text: str, **values: Any) -> str:
        """A text of the pages, in the reader's language."""
        return self.speak(say(text, **values))

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        """A text that depends on a number."""
        return self.speak(count(one, many, n, **values))

    def named(self, context: str, text: str, **values: Any) -> str:
        """A word with one form in English and several in other languages."""
        return self.speak(named(context, text, **values))

    def speak(self, phrase: Phrase, game: str = "web") -> str:
        """A phrase in the reader's language, from the catalogue of `game`."""
        return language(self.lang, game).say(phrase)


async def reader_of(connection: HTTPConnection) -> Reader:
    """The reader who sends a request; `person` is None without a valid cookie."""
    person = await identify(connection)
    asking.set(JobOwner(one_network(address_of(connection.scope)), person.id if person else ""))
    if person is not None:
        service_of(connection).limits.spend("request", account=person.id)
    theme = connection.cookies.get(THEME_COOKIE, "")
    reader = Reader(person, language_of(connection, person), theme if theme in THEMES else "")  # type: ignore[arg-type]
    connection.state.lang = reader.lang
    connection.state.reader = reader
    return reader


TheReader = Annotated[Reader, Depends(reader_of)]


def language_of(connection: HTTPConnection, person: Person | None) -> Language:
    """The language chosen on this device, else the account's, else the browser's first."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen  # type: ignore[return-value]
    if person is not None and person.is_account:
        return person.settings.language
    return preferred_language(connection.headers.get("accept-language", ""))


def preferred_language(asked: str) -> Language:
    """The browser's most preferred of our languages; English if it lists none."""
    found: list[tuple[float, int, str]] = []
    for place, one in enumerate(asked.split(",")[:MOST_LANGUAGES]):
        match = LANGUAGE_RANGE.fullmatch(one)
        if match and match[1].lower() in LANGUAGES and float(match[2] or 1) > 0:
            found.append((-float(match[2] or 1), place, match[1].lower()))
    return min(found)[2] if found else "en"  # type: ignore[return-value]
