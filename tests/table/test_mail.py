"""Mail: what is sent, by which TLS, and what becomes of it when a server behaves badly."""

import datetime
import ssl
from email.policy import SMTP
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ludotheque.table.reminders import mail
from ludotheque.table.reminders.delivery import DeliveryEnd, ServerDownError
from ludotheque.table.reminders.mail import Letter, compose, is_mail_address, send
from ludotheque.table.reminders.reminder_settings import Encryption, MailServer
from tests.table.conftest import run
from tests.table.post_boxes import MailBox, mail_box

STOP = "https://games.example/reminders/stop/c1/code"
PASSWORD = "secret"  # noqa: S105
TEXT = "Bonjour Zoé,\n.\n..a line that begins with dots\nÀ vous !\n"


def own_certificate(folder: Path) -> tuple[ssl.SSLContext, str]:
    """A certificate for localhost, and the file by which a client trusts it."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "both.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context, str(file)


def letter(to: str = "zoe@mail.example") -> Letter:
    return Letter("m1", to, "À vous de jouer à Mabula", TEXT, STOP)


def server_at(box: MailBox, encryption: Encryption = "none", **more: str) -> MailServer:
    host = "127.0.0.1" if encryption == "none" else "localhost"
    return MailServer(host, box.port, encryption, "Ludothèque <games@games.example>", **more)


def sent(server: MailServer) -> DeliveryEnd:
    return run(send(server, compose(server, letter(), 1e9)))


def test_a_mail_arrives_letter_by_letter_with_the_headers_that_end_them() -> None:
    with mail_box() as box:
        assert sent(server_at(box)) is DeliveryEnd.SENT
        (got,) = box.mails
        assert got.get_content().replace("\r\n", "\n").rstrip("\n") == TEXT.rstrip("\n")
        assert (
            got["Subject"] == "À vous de jouer à Mabula" and got["From"].addresses[0].addr_spec == "games@games.example"
        )
        assert got["List-Unsubscribe"] == f"<{STOP}>" and got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert got["Auto-Submitted"] == "auto-generated" and got["Message-ID"] == "<m1@games.example>"
        assert box.receivers == ["zoe@mail.example"] and got.get_content_type() == "text/plain"


@pytest.mark.parametrize("encryption", ["starttls", "tls"])
def test_password_and_mail_go_through_tls_alone(
    encryption: Encryption, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secure, trusted = own_certificate(tmp_path)
    with mail_box(secure=secure, is_secure=encryption == "tls", extensions=("STARTTLS", "AUTH PLAIN")) as box:
        server = server_at(box, encryption, user="house", password=PASSWORD)
        with pytest.raises(ServerDownError):
            sent(server)  # nobody vouches for that certificate
        assert not box.mails and not any("AUTH" in line for line in box.said)
        monkeypatch.setenv("SSL_CERT_FILE", trusted)
        assert sent(server) is DeliveryEnd.SENT and any("AUTH" in line for line in box.said)


def test_a_server_without_starttls_gets_no_mail_if_starttls_is_wanted() -> None:
    with mail_box() as box:
        with pytest.raises(ServerDownError):
            sent(server_at(box, "starttls"))
        assert not box.receivers


@pytest.mark.parametrize(
    ("command", "answer", "end"),
    [
        ("RCPT", "550 nobody", DeliveryEnd.REFUSED),
        ("RCPT", "450 later", DeliveryEnd.LATER),
        ("DATA", "554 no", DeliveryEnd.REFUSED),
        ("TEXT", "552 too long", DeliveryEnd.REFUSED),
        ("TEXT", "451 later", DeliveryEnd.LATER),
        ("TEXT", None, DeliveryEnd.LOST),
        ("CONNECT", "554 go away", None),
        ("CONNECT", None, None),
        ("MAIL", "530 log in first", None),
        ("MAIL", None, None),
    ],
)
def test_what_a_server_answers_says_whose_fault_it_is(
    command: str, answer: str | None, end: DeliveryEnd | None
) -> None:
    with mail_box(answers={command: answer}) as box:
        if end is None:
            with pytest.raises(ServerDownError):
                sent(server_at(box))
        else:
            assert sent(server_at(box)) is end


def test_a_server_that_says_nothing_is_left_after_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "LONGEST", 0.2)
    with mail_box(answers={"CONNECT": "wait"}) as box, pytest.raises(ServerDownError):
        sent(server_at(box))
    with mail_box(answers={"TEXT": "wait"}) as box:
        assert sent(server_at(box)) is DeliveryEnd.LOST


@pytest.mark.parametrize("text", ["a@b.org", "ada.lovelace+games@mail.example.org"])
def test_plain_addresses_are_addresses(text: str) -> None:
    assert is_mail_address(text)


@pytest.mark.parametrize(
    "text",
    ["", "ada", "@b.org", "ada@", "ada@b", "a b@c.org", "a@b.org,c@d.org", "a@b.org\nBcc: c@d.org", "<a@b.org>",
     "a@b..org", '"a"@b.org', "é@b.org", "a@[127.0.0.1]", "a@b.org>", "a" * 300 + "@b.org"],
)  # fmt: skip
def test_what_could_name_two_or_end_a_header_is_no_address(text: str) -> None:
    assert not is_mail_address(text)


def test_a_name_in_a_subject_ends_no_header() -> None:
    server = MailServer("127.0.0.1", 25, "none", "games@games.example")
    composed = compose(server, Letter("m1", "a@b.org", "With «Zoé: x» <b@c.org>", "text", STOP), 1e9)
    assert composed.as_bytes(policy=SMTP).count(b"\r\nTo:") == 1
