"""Mail: handed to the operator's server by `smtplib`, in a thread that nobody waits for.

Until its text is handed over, a mail can be tried again; afterwards nobody knows, and it is not sent twice.
"""

import asyncio
import re
import smtplib
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from ludotheque.table.reminders.daemon_calls import call_in_daemon
from ludotheque.table.reminders.delivery import DeliveryEnd, ServerDownError
from ludotheque.table.reminders.reminder_settings import MAIL_ADDRESS, MailServer

SLOW, LONGEST = 10.0, 30.0  # seconds for one answer of the server, and for a whole mail
LONGEST_ADDRESS = 200
DOWN = (OSError, smtplib.SMTPException)
DOTS = re.compile(rb"^\.", re.MULTILINE)  # at the beginning of a line, a dot is written twice


def is_mail_address(text: str) -> bool:
    """Whether a text is the address of one mailbox, of the plain kind that every server takes."""
    domain = text.rpartition("@")[2]
    is_name = "." in domain.strip(".") and ".." not in text
    return len(text) <= LONGEST_ADDRESS and MAIL_ADDRESS.fullmatch(text) is not None and is_name


@dataclass(frozen=True, slots=True)
class Letter:
    """What one mail says; `stop` is the address by which its reader ends them all."""

    id: str
    to: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    stop: str = field(repr=False)


def compose(server: MailServer, letter: Letter, now: float) -> EmailMessage:
    """A letter as it is sent: text alone, with the headers by which a mail program offers to end them (RFC 8058)."""
    message = EmailMessage()
    message["From"] = server.sender
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    message["Message-ID"] = f"<{letter.id}@{domain_of(server)}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text, cte="quoted-printable")
    return message


def domain_of(server: MailServer) -> str:
    """The domain that the house's mail comes from."""
    return parseaddr(server.sender)[1].rpartition("@")[2]


class LostError(asyncio.CancelledError):
    """The house stops while the server has a mail and has not answered: nobody knows whether it was sent."""


class Delivery:
    """One mail on its way: what a thread does, and how far it is."""

    def __init__(self, server: MailServer, message: EmailMessage) -> None:
        self._server, self._message = server, message
        self._line: smtplib.SMTP | None = None
        self.is_handed_over = False

    def run(self) -> DeliveryEnd:
        """Hand the mail over; raises ServerDownError if that can be tried again, whoever it is for."""
        try:
            line = self._connect()
            outcome = self._hand_over(line)
            line.putcmd("quit")
        except DOWN as error:
            if self.is_handed_over:
                return DeliveryEnd.LOST
            raise ServerDownError(type(error).__name__) from None
        finally:
            if self._line is not None:
                self._line.close()
        return outcome

    def _connect(self) -> smtplib.SMTP:
        server, name = self._server, domain_of(self._server)
        trusted = ssl.create_default_context()
        if server.encryption == "tls":
            line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, name, timeout=SLOW, context=trusted)
        else:
            line = smtplib.SMTP(server.host, server.port, name, timeout=SLOW)
        self._line = line
        if server.encryption == "starttls":
            line.starttls(context=trusted)
        line.ehlo_or_helo_if_needed()
        if server.user:
            line.login(server.user, server.password)
        return line

    def _hand_over(self, line: smtplib.SMTP) -> DeliveryEnd:
        """Name sender and receiver, then send the text."""
        code, _ = line.mail(parseaddr(self._server.sender)[1])
        if code >= 400:
            raise ServerDownError("sender")
        code, _ = line.rcpt(str(self._message["To"]))
        if code < 400:
            code, _ = line.docmd("DATA")
        if code >= 400:
            return _refusal(code)
        self.is_handed_over = True
        text = DOTS.sub(b"..", self._message.as_bytes(policy=SMTP)) + b"\r\n.\r\n"
        line.send(text)
        code, _ = line.getreply()
        return DeliveryEnd.SENT if code < 400 else _refusal(code)

    def cut(self) -> None:
        """End the connection, so that the thread ends."""
        line = self._line.sock if self._line else None
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


def _refusal(code: int) -> DeliveryEnd:
    return DeliveryEnd.REFUSED if code >= 500 else DeliveryEnd.LATER


async def send(server: MailServer, message: EmailMessage) -> DeliveryEnd:
    """Hand a mail to the server; raises ServerDownError, or LostError if the house stops at the wrong moment."""
    delivery = Delivery(server, message)
    try:
        async with asyncio.timeout(LONGEST):
            return await call_in_daemon(delivery.run)
    except TimeoutError:
        if delivery.is_handed_over:
            return DeliveryEnd.LOST
        raise ServerDownError("slow") from None
    except asyncio.CancelledError:
        if delivery.is_handed_over:
            raise LostError from None
        raise
    finally:
        delivery.cut()
