"""Messages about how a person is reminded of their turns."""

from typing import Annotated, Literal

from pydantic import Field

from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.requests import RequestBody

ChannelKind = Literal["mail", "push", "feed", "webhook"]
Url = Annotated[str, Field(min_length=1, max_length=1000)]
Key = Annotated[str, Field(min_length=1, max_length=200, pattern="^[A-Za-z0-9_-]+=*$")]


class NewMail(RequestBody):
    address: Annotated[str, Field(min_length=3, max_length=200)]


class NewPush(RequestBody):
    """What a browser's `PushSubscription` says."""

    endpoint: Url
    p256dh: Key
    auth: Key


class NewWebhook(RequestBody):
    url: Url


class ChannelListed(Sent):
    """A way in which I am reminded."""

    id: str
    kind: ChannelKind
    address: str | None  # of mail and webhooks; only I am told
    label: str  # the browser, of push
    stage: Literal["asked", "on", "off"]  # asked: a mail waits for a yes; off: the house gave up after failures
    is_here: bool  # push to the browser that asks
    created: float
    told: float | None  # when I was last reminded that way


class ChannelList(Sent):
    """How I am reminded, and what this house offers me."""

    offered: list[ChannelKind]
    push_key: str | None  # what a browser subscribes with
    channels: list[ChannelListed]


class MadeFeed(Sent):
    """The addresses of a new feed, shown this once, and the token in them."""

    token: str
    atom: str
    calendar: str


class MadeWebhook(Sent):
    """The secret that a new webhook's messages are signed with, shown this once."""

    secret: str
