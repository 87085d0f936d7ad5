"""Passwords: hashed by argon2id in threads, so that the event loop never stalls.

An unknown name takes as much time as a wrong password: it is verified against a decoy.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.person_names import key

Result = TypeVar("Result")

SHORTEST, LONGEST = 8, 200
FEWEST_DIFFERENT = 4
THREADS = 2  # each uses the memory below while hashing
MOST_WAITING = 64  # a second or two of work
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # 19 MiB, about 30 ms

# The most used passwords of eight letters and more, in lower case.
COMMON = frozenset(
    """
    password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 0123456789
    87654321 987654321 qwertyuiop qwerty123 qwerty12 qwertyui qwertzuiop azertyuiop azerty123 1q2w3e4r 1q2w3e4r5t
    q1w2e3r4 1qaz2wsx zaq12wsx asdfghjkl abcd1234 abc12345 abcdefgh abcdefghi iloveyou sunshine princess football
    baseball superman trustno1 welcome1 letmein1 whatever computer starwars dragon123 monkey123 motdepasse
    motdepasse1 doudou123 loulou123 bonjour1 soleil123 juventus password! ciaociao francesca alessandro giuseppe
    changeme changeme1 administrator ludotheque
    """.split()  # noqa: SIM905
)


def check(password: str, name: str) -> None:
    """Raise a TableError if a new password is too short, too long or easy to guess."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise TableError("wrong", say(
            "A password has {low} to {high} letters: a short sentence is a good one.", low=SHORTEST, high=LONGEST
        ))  # fmt: skip
    if len(set(password)) < FEWEST_DIFFERENT or password.casefold() in COMMON or key(password) == key(name):
        raise TableError("wrong", say("That password is easy to guess: a short sentence is a good one."))


def as_bytes(password: str) -> bytes:
    """A password's bytes, the same on every keyboard."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


class Passwords:
    """Hashes and verifies passwords in threads."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords")
        self._waiting = 0
        self._decoy = hasher.hash(secrets.token_bytes(16))

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """The hash to store."""
        return await self._work(self._hasher.hash, as_bytes(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether a password fits the stored hash; takes as long for None."""
        tried = password if len(password) <= LONGEST else ""
        fits = await self._work(self._try, stored or self._decoy, as_bytes(tried))
        return fits and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether a hash was made with other costs than the current ones."""
        return self._hasher.check_needs_rehash(stored)

    def _try(self, stored: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, function: Callable[..., Result], *given: object) -> Result:
        if self._waiting >= MOST_WAITING:
            raise TableError("busy", say("Many people are logging in just now: try again in a few seconds."))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *given)
        finally:
            self._waiting -= 1
