"""Seals secrets in the database: AES-GCM, with a key in a file outside it.

Texts are padded to one length, so that the database reveals only how many there are. The associated data `about` binds
a text to its place: none can be swapped for another.
"""

import base64
import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ludotheque.play.whole_files import read_text_file
from ludotheque.table.storage.engines import Address
from ludotheque.table.storage.house_folder import data_folder
from ludotheque.table.storage.storage_errors import StoreError

KEY_BYTES = 32
MOST_OF_A_KEY = 1000  # bytes of a key's file
NONCE_BYTES = 12
LENGTH = 512  # bytes to which a text is padded, or a multiple
HIDDEN, OTHERS = 0o600, 0o077


@dataclass(frozen=True, slots=True, repr=False)
class Seal:
    """A key that encrypts and decrypts texts."""

    key: bytes

    @classmethod
    def new(cls) -> "Seal":
        """A random key."""
        return cls(secrets.token_bytes(KEY_BYTES))

    def close(self, text: str, about: str, length: int = LENGTH) -> str:
        """Encrypt a text, padded to a multiple of `length`."""
        data = text.encode()
        size = length * -(-(len(data) + 4) // length)
        padded = len(data).to_bytes(4, "big") + data + bytes(size - 4 - len(data))
        nonce = secrets.token_bytes(NONCE_BYTES)
        return base64.b64encode(nonce + AESGCM(self.key).encrypt(nonce, padded, about.encode())).decode()

    def open(self, sealed: str, about: str) -> str | None:
        """Decrypt a text; None if it was sealed with another key or other associated data."""
        data = base64.b64decode(sealed)
        try:
            padded = AESGCM(self.key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], about.encode())
        except InvalidTag:
            return None
        return padded[4 : 4 + int.from_bytes(padded[:4], "big")].decode()

    def sign(self, text: str) -> str:
        """A code for a text that only this key gives: who shows it has been given it by the house."""
        own = hmac.digest(self.key, b"signs", "sha256")  # what encrypts does not sign
        return base64.urlsafe_b64encode(hmac.digest(own, text.encode(), "sha256")).rstrip(b"=").decode()

    def is_signed(self, text: str, code: str) -> bool:
        """Whether this is the code of a text."""
        return hmac.compare_digest(self.sign(text).encode(), code.encode("utf-8", "surrogatepass"))

    @property
    def name(self) -> str:
        """An identifier that reveals nothing of the key: an empty text, sealed with it."""
        return self.close("", "key")

    def is_named(self, name: str) -> bool:
        """Whether this key made the identifier."""
        return self.open(name, "key") is not None


def key_file(address: Address) -> Path:
    """The key file: $LUDOTHEQUE_KEY, beside the SQLite file, or in the user's data folder."""
    if said := os.environ.get("LUDOTHEQUE_KEY"):
        return Path(said)
    if address.kind == "sqlite":
        return address.file.with_name(address.file.name + ".key")
    return data_folder() / "house.key"


def load_key(file: Path) -> Seal:
    """Read the key file; create it if there is none, readable by its owner only."""
    if not file.exists():
        _make_key(file)
    try:
        mode, text = file.stat().st_mode, read_text_file(file, MOST_OF_A_KEY).strip()
    except (OSError, UnicodeError):
        raise StoreError(f"{file}: the key of the house can't be read: put it there again.") from None
    if mode & OTHERS:
        raise StoreError(f"{file}: others may read the key of the house: chmod 600 {file}")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise StoreError(f"{file}: this is no key of a house: put the right one there.")
    return Seal(key)


def _make_key(file: Path) -> None:
    """Write a new key, synced to disk; of two processes at once, the first wins."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=file.parent) as folder:
            made = Path(folder) / "key"
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, HIDDEN), "w") as opened:
                opened.write(secrets.token_bytes(KEY_BYTES).hex() + "\n")
                opened.flush()
                os.fsync(opened.fileno())
            with suppress(FileExistsError):
                os.link(made, file)
    except OSError as error:
        why = (error.strerror or "").lower()
        raise StoreError(f"{file}: the key of the house can't be written there: {why}.") from None
