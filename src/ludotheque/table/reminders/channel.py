"""A channel: one way in which reminders reach one person. Where it leads is sealed in the database."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from ludotheque.table.reminders.web_push import PushTarget, decoded, encoded
from ludotheque.table.storage.schema import channels
from ludotheque.table.storage.seal import Seal
from ludotheque.wire.channel_messages import ChannelKind

KIND_ORDER: tuple[ChannelKind, ...] = ("mail", "push", "feed", "webhook")


@dataclass(frozen=True, slots=True)
class Channel:
    """A row of `channels`."""

    id: str
    person: str
    kind: str
    target: str | None = field(repr=False)  # sealed
    label: str
    created: float
    confirmed: float | None = None
    failures: int = 0
    off: float | None = None
    told: float | None = None
    lookup: str | None = field(default=None, repr=False)
    session: str | None = field(default=None, repr=False)

    @property
    def is_active(self) -> bool:
        """Whether reminders go there."""
        return self.confirmed is not None and self.off is None


COLUMNS = [channels.c[one.name] for one in fields(Channel)]


def hashed(secret: str) -> str:
    """The hash by which a feed or a browser is looked up."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def seal_target(seal: Seal, channel: str, target: dict[str, str]) -> str:
    """Where a channel leads, as it is stored."""
    return seal.close(json.dumps(target), f"channel {channel}")


def open_target(seal: Seal, channel: Channel) -> dict[str, str] | None:
    """Where a channel leads; None if that was sealed with another key."""
    opened = seal.open(channel.target, f"channel {channel.id}") if channel.target else None
    return None if opened is None else dict(json.loads(opened))


def push_fields(target: PushTarget) -> dict[str, str]:
    """A browser's subscription, to be sealed."""
    return {"address": target.endpoint, "p256dh": encoded(target.p256dh), "auth": encoded(target.auth)}


def push_target(opened: Mapping[str, str]) -> PushTarget:
    """The same, opened."""
    return PushTarget(opened["address"], decoded(opened["p256dh"]), decoded(opened["auth"]))
