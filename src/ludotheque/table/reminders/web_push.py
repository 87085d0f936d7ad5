"""Web Push: what is sent to a browser, readable by it alone (RFC 8291), from a house that it knows (RFC 8292).

The push service in between sees neither text nor table. Each message is encrypted to the browser's key with a fresh
one; the house signs with a key of its own, which lies beside the house's key.
"""

import base64
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludotheque.play.whole_files import read_text_file
from ludotheque.table.reminders.reminder_settings import SettingsError

RECORD = 4096  # bytes: the size of the one record that a message is
VALID = 12 * 3600  # seconds for which a signature counts
STORED = 24 * 3600  # seconds for which a service keeps what a browser does not fetch
MOST_OF_A_KEY = 2000  # bytes of its file
OWNER_ONLY, OTHERS = 0o600, 0o077
POINT, AUTH = 65, 16  # bytes of a browser's key and secret


@dataclass(frozen=True, slots=True)
class PushTarget:
    """Where a browser is reached, and its keys."""

    endpoint: str
    p256dh: bytes
    auth: bytes


def encoded(data: bytes) -> str:
    """Base64 as addresses and headers have it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text; raises ValueError for any other."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def read_target(endpoint: str, p256dh: str, auth: str) -> PushTarget:
    """A browser's subscription; raises ValueError for keys that are none."""
    target = PushTarget(endpoint, decoded(p256dh), decoded(auth))
    if len(target.auth) != AUTH or len(target.p256dh) != POINT:
        raise ValueError("not the keys of a browser")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), target.p256dh)
    return target


def encrypt(
    text: bytes, target: PushTarget, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """A message for one browser, as one record of aes128gcm; key and salt are fresh each time."""
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or secrets.token_bytes(16)
    point = _point(own.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), target.p256dh)
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, target.auth, b"WebPush: info\0" + target.p256dh + point, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


@dataclass(frozen=True, slots=True, repr=False)
class PushKey:
    """The key by which push services know the house (VAPID)."""

    key: ec.EllipticCurvePrivateKey

    @property
    def public(self) -> str:
        """What a browser subscribes with."""
        return encoded(_point(self.key.public_key()))

    def headers(self, endpoint: str, house: str, now: float, topic: str) -> dict[str, str]:
        """The headers of a message to an endpoint; a later one on the same topic replaces it."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID, "sub": house}
        signed = ".".join(encoded(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
        first, second = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
        return {
            "authorization": f"vapid t={signed}.{signature}, k={self.public}", "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream", "ttl": str(STORED), "urgency": "normal", "topic": topic,
        }  # fmt: skip


def push_key_file(key: Path) -> Path:
    """The file of the push key: beside the house's key."""
    return key.with_name(f"{key.name}.push")


def load_push_key(file: Path) -> PushKey:
    """Read the key's file; make it if there is none, readable by its owner only."""
    if not file.exists():
        _make_key(file)
    try:
        if file.stat().st_mode & OTHERS:
            raise SettingsError(f"{file}: others may read the key for push: chmod 600 {file}")
        text = read_text_file(file, MOST_OF_A_KEY)
    except (OSError, UnicodeError):
        raise SettingsError(f"{file}: the key for push can't be read: put it there again") from None
    try:
        key = serialization.load_pem_private_key(text.encode(), None)
    except ValueError:
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
        raise SettingsError(f"{file}: this is no key for push: put the right one there")
    return PushKey(key)


def _make_key(file: Path) -> None:
    """Write a new key; of two processes at once, the first wins."""
    made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=file.parent) as folder:
            new = Path(folder) / "key"
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as opened:
                opened.write(made)
            with suppress(FileExistsError):
                os.link(new, file)
    except OSError as error:
        why = (error.strerror or "").lower()
        raise SettingsError(f"{file}: the key for push can't be written there: {why}") from None
