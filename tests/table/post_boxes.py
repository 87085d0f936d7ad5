"""Servers of the tests' own that reminders are sent to: one for mail, one for push messages and webhooks."""

import json
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludotheque.table.reminders.web_push import decoded, encoded


@dataclass
class MailBox:
    """What a mail server got, and how it behaves: by command, the answer in place of the usual one.

    `None` closes the line without an answer; `"wait"` says nothing until the server closes.
    """

    host: str = "127.0.0.1"
    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    receivers: list[str] = field(default_factory=list)
    answers: dict[str, str | None] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)  # every line, in its order
    extensions: tuple[str, ...] = ()
    secure: ssl.SSLContext | None = None
    is_secure: bool = False  # from the first byte on
    closing: threading.Event = field(default_factory=threading.Event)

    def text(self, number: int = -1) -> str:
        """The text of a mail."""
        return str(self.mails[number].get_content())


class MailLine(socketserver.StreamRequestHandler):
    """One connection to the mail server."""

    box: MailBox

    def handle(self) -> None:
        if self.answer("CONNECT", "220 ready"):
            while line := self.rfile.readline():
                self.box.said.append(line.decode().strip())
                if not self.hear(self.box.said[-1]):
                    return

    def answer(self, command: str, usual: str) -> bool:
        said = self.box.answers.get(command, usual)
        if said == "wait":
            self.box.closing.wait(60)
            return False
        if said is None:
            return False
        self.wfile.write(f"{said}\r\n".encode())
        return True

    def hear(self, line: str) -> bool:
        command = line.partition(" ")[0].upper()
        if command == "EHLO":
            lines = ["here", *self.box.extensions, "8BITMIME"]
            return self.answer(command, "\r\n".join(f"250-{one}" for one in lines[:-1]) + f"\r\n250 {lines[-1]}")
        if command == "STARTTLS" and self.box.secure:
            self.answer(command, "220 go on")
            self.connection = self.box.secure.wrap_socket(self.connection, server_side=True)
            self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
            return True
        if command == "RCPT":
            self.box.receivers.append(line.partition(":")[2].strip("<> "))
        if command == "DATA":
            return self.answer(command, "354 go on") and self.take_text()
        usual = {"QUIT": "221 bye", "AUTH": "235 welcome"}.get(command, "250 good")
        return self.answer(command, usual)

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def take_text(self) -> bool:
        if self.box.answers.get("DATA", "354 go on")[:1] != "3":  # type: ignore[index]
            return True
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        if not self.answer("TEXT", "250 taken"):
            return False
        if self.box.answers.get("TEXT", "2")[:1] == "2":  # type: ignore[index]
            self.box.mails.append(message_from_bytes(b"".join(lines), policy=default))
        return True


@contextmanager
def mail_box(**how: Any) -> Iterator[MailBox]:
    """A mail server."""
    box = MailBox(**how)

    class Line(MailLine):
        pass

    Line.box = box

    class Server(socketserver.ThreadingTCPServer):
        def handle_error(self, *given: object) -> None:
            """A client has gone."""

    with Server((box.host, 0), Line) as server:
        if box.secure and box.is_secure:
            server.socket = box.secure.wrap_socket(server.socket, server_side=True)
        server.daemon_threads, server.block_on_close = True, False
        box.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield box
        finally:
            box.closing.set()
            server.shutdown()


@dataclass
class Posted:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PostBox:
    """What an HTTP server got, and the status that it answers with."""

    port: int = 0
    posted: list[Posted] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    closing: threading.Event = field(default_factory=threading.Event)
    is_silent: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def post_box(secure: ssl.SSLContext | None = None, **how: Any) -> Iterator[PostBox]:
    """An HTTP server."""
    box = PostBox(**how)

    class Line(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            box.posted.append(Posted(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            if box.is_silent:
                box.closing.wait(60)
                return
            self.send_response(box.status)
            for name, value in box.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *given: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *given: object) -> None:
            """A client has gone."""

    with Server(("127.0.0.1", 0), Line) as server:
        server.daemon_threads, server.block_on_close = True, False
        if secure is not None:
            server.socket = secure.wrap_socket(server.socket, server_side=True)
        box.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield box
        finally:
            box.closing.set()
            server.shutdown()


class BrowserKeys:
    """The keys of a browser that has subscribed, which alone can read what it is sent."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen letters!"

    @property
    def p256dh(self) -> str:
        numbers = self.key.public_key().public_numbers()
        return encoded(b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": self.p256dh, "auth": encoded(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message, as RFC 8291 and RFC 8188 say."""
        salt, size, point, sealed = body[:16], body[20], body[21:86], body[86:]
        assert size == 65 and int.from_bytes(body[16:20], "big") >= len(sealed)
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        info = b"WebPush: info\0" + decoded(self.p256dh) + point
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(self.key.exchange(ec.ECDH(), theirs))
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        assert padded.rstrip(b"\0")[-1:] == b"\2", "the last record"
        read: dict[str, str] = json.loads(padded.rstrip(b"\0")[:-1])
        return read


def vapid_claims(header: str) -> tuple[dict[str, Any], str]:
    """The claims of an `Authorization` header, whose signature is checked (RFC 8292), and the key that signed."""
    scheme, _, rest = header.partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert scheme == "vapid"
    signed, _, code = parts["t"].rpartition(".")
    signature = decoded(code)
    first, second = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(encode_dss_signature(first, second), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decoded(one)) for one in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, parts["k"]
