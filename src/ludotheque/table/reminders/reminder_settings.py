"""What an operator lets a house send, from options and the environment. All of it is off by default."""

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

from ludotheque.games.refusal import GameError
from ludotheque.play.whole_files import read_text_file

Encryption = Literal["starttls", "tls", "none"]
PREFIX = "LUDOTHEQUE_SMTP_"
KNOWN = ("HOST", "PORT", "TLS", "USER", "PASSWORD", "PASSWORD_FILE", "SENDER")
PORTS = {"starttls": 587, "tls": 465, "none": 25}
LONGEST_PASSWORD = 1000
PATIENCE = 120.0  # seconds for which a turn waits, and nobody looks, before its person is reminded
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,180}[A-Za-z0-9])?")


class SettingsError(GameError):
    """A setting of the house that can't be; the message names it in one line."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that takes the house's mail."""

    host: str
    port: int
    encryption: Encryption
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """What a house sends, and how."""

    address: str = ""  # of the house, as people reach it: https://games.example
    mail: MailServer | None = None
    has_push: bool = False
    has_webhooks: bool = False
    may_reach_inside: bool = False  # push and webhooks may go to private networks, and without TLS
    patience: float = PATIENCE

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of channels that this house sends to; a feed is fetched."""
        offered = {"mail": self.mail is not None, "push": self.has_push, "webhook": self.has_webhooks}
        return tuple(kind for kind, is_on in offered.items() if is_on)


def read_settings(
    environment: Mapping[str, str], *, address: str | None = None, has_push: bool = False, has_webhooks: bool = False,
    may_reach_inside: bool = False,
) -> ReminderSettings:  # fmt: skip
    """The settings of a house; raises SettingsError for any that can't be."""
    mail = _read_mail_server(environment)
    if (mail or has_push or has_webhooks) and not address:
        raise SettingsError(
            "--address (LUDOTHEQUE_ADDRESS) is missing: the links of mail, push and webhooks begin with it"
        )
    return ReminderSettings(
        _house_address(address) if address else "", mail, has_push, has_webhooks, may_reach_inside
    )  # fmt: skip


def _house_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise SettingsError(f"--address {address[:100]}: write it as https://games.example")
    return f"{parts.scheme}://{parts.netloc}"


def _read_mail_server(environment: Mapping[str, str]) -> MailServer | None:
    given = {name.removeprefix(PREFIX): value for name, value in environment.items() if name.startswith(PREFIX)}
    if not given:
        return None
    if strange := sorted(set(given) - set(KNOWN)):
        raise SettingsError(f"{PREFIX}{strange[0][:40]}: there is no such setting; there are {', '.join(KNOWN)}")
    for name in ("HOST", "SENDER"):
        if not given.get(name):
            raise SettingsError(
                f"{PREFIX}{name} is missing: mail needs a server (HOST) and an address it comes from (SENDER)"
            )
    encryption, user, password = _encryption(given), given.get("USER", ""), _password(given)
    if bool(user) != bool(password):
        raise SettingsError(f"{PREFIX}USER and {PREFIX}PASSWORD (or PASSWORD_FILE) go together")
    if user and encryption == "none" and not _is_this_machine(given["HOST"]):
        raise SettingsError(f"{PREFIX}TLS=none would send the password for all to read: choose starttls or tls")
    return MailServer(given["HOST"], _port(given, encryption), encryption, _sender(given["SENDER"]), user, password)


def _encryption(given: Mapping[str, str]) -> Encryption:
    chosen = given.get("TLS", "starttls")
    if chosen not in get_args(Encryption):
        raise SettingsError(f"{PREFIX}TLS={chosen[:20]}: choose {', '.join(get_args(Encryption))}")
    return chosen  # type: ignore[return-value]


def _port(given: Mapping[str, str], encryption: Encryption) -> int:
    text = given.get("PORT") or str(PORTS[encryption])
    if not re.fullmatch("[0-9]{1,5}", text) or not 0 < int(text) < 1 << 16:
        raise SettingsError(f"{PREFIX}PORT={text[:20]}: a number from 1 to 65535")
    return int(text)


def _sender(text: str) -> str:
    if not MAIL_ADDRESS.fullmatch(parseaddr(text)[1]) or not text.isprintable():
        raise SettingsError(f"{PREFIX}SENDER={text[:60]}: write an address such as games@games.example")
    return text


def _password(given: Mapping[str, str]) -> str:
    file = given.get("PASSWORD_FILE")
    if not file:
        return given.get("PASSWORD", "")
    try:
        return read_text_file(Path(file), LONGEST_PASSWORD).strip()
    except (OSError, UnicodeError, GameError):
        raise SettingsError(f"{PREFIX}PASSWORD_FILE={file[:100]}: can't be read") from None


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
