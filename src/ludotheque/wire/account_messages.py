"""Requests and answers about people: coming in, accounts, devices and tokens."""

from typing import Annotated

from pydantic import Field

from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.requests import RequestBody
from ludotheque.wire.settings import Settings

Name = Annotated[str, Field(min_length=1, max_length=60)]
Password = Annotated[str, Field(max_length=200)]
Label = Annotated[str, Field(max_length=60)]


class NewGuest(RequestBody):
    name: Name
    language: Language = "en"


class NewAccount(RequestBody):
    name: Name
    password: Password
    is_bot: bool = False
    label: Label = ""


class Login(RequestBody):
    name: Name
    password: Password
    label: Label = ""


class Recovery(RequestBody):
    name: Name
    words: Annotated[str, Field(max_length=400)]
    password: Password
    label: Label = ""


class Changes(RequestBody):
    name: Name | None = None
    language: Language | None = None
    plays_alone: bool | None = None
    messages: bool | None = None


class NewPassword(RequestBody):
    old: Password
    new: Password


class Confirmation(RequestBody):
    password: Password | None = None


class NewToken(RequestBody):
    label: Label = ""


class Me(Sent):
    """A person, as they are sent their own data."""

    id: str
    name: str
    is_account: bool
    is_bot: bool
    settings: Settings


class MadeAccount(Me):
    """A new account: the recovery words are shown this once, and a program's first token too."""

    words: str | None
    token: str | None = None


class MadeToken(Sent):
    token: str


class Words(Sent):
    words: str


class Listed(Sent):
    """A device that is logged in, or a token."""

    id: str
    kind: str
    label: str
    created: float
    used: float


class Done(Sent):
    ok: bool = True
