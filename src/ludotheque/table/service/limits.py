"""How often things may be done: by one account, one address, one network, and by all together.

Every rate is a bucket that fills up again while nothing happens. A bucket is one number, the moment at which it will
be full again, so a full one need not be remembered. Buckets live in the memory of one process: several processes
allow so many times more.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_network
from types import MappingProxyType

from ludotheque.log.table_errors import ROUNDING, TooOften
from ludotheque.table.fair_worker import JobOwner

MOST_BUCKETS = 100_000  # about 20 MB
LONGEST_KEY = 80
NETWORK = 4  # a network (IPv6 /48, IPv4 /24) may do so many times what one address may
# Networks at home have no wider one: in a school that runs its own house, everybody is in one /24.
AT_HOME = [
    ip_network(one)
    for one in ("10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7",
                "fe80::/10")
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst of so many, and one more every so many seconds."""

    burst: int
    every: float

    def times(self, many: int) -> "Rate":
        """So many times as much, in one go and all day."""
        return Rate(self.burst * many, self.every / many)


@dataclass(frozen=True, slots=True)
class Rule:
    """The rates of one act; None is no limit."""

    address: Rate | None = None
    account: Rate | None = None
    house: Rate | None = None


# An address may be a school or a family, so what it may do in one go is generous; what it may do all day is not.
RULES = MappingProxyType(
    {
        #               one address                 one account            all, in one process
        "request": Rule(Rate(600, 1 / 50),          Rate(300, 1 / 30)),
        "guest":   Rule(Rate(40, 60),               None,                  Rate(1_000, 1 / 5)),
        "account": Rule(Rate(20, 300),              Rate(5, 600),          Rate(500, 1)),
        "login":   Rule(Rate(30, 10),               Rate(20, 30)),
        "recover": Rule(Rate(20, 60),               Rate(20, 30)),
        "secret":  Rule(Rate(60, 30),               Rate(10, 60)),  # passwords changed, tokens and words made
        "data":    Rule(Rate(20, 60),               Rate(3, 300)),  # one's data downloaded, an account deleted
        "mail":    Rule(Rate(20, 600),              Rate(5, 1_200),        Rate(200, 20)),  # asks whether it is theirs
        "mailbox": Rule(Rate(20, 600),              Rate(3, 28_800)),  # the same, of one mailbox
        "channel": Rule(Rate(60, 30),               Rate(20, 60)),  # other ways to be reminded
        "table":   Rule(Rate(120, 10),              Rate(30, 20)),
        "seek":    Rule(Rate(240, 2),               Rate(30, 6)),
        "join":    Rule(Rate(240, 1),               Rate(60, 2)),  # also guesses at invitations
        "step":    Rule(Rate(600, 1 / 100),         Rate(60, 1 / 10)),
        "hint":    Rule(Rate(60, 1),                Rate(10, 5)),
        "message": Rule(Rate(60, 0.5),              Rate(10, 3)),
        "reaction": Rule(Rate(60, 0.5),             Rate(6, 4)),
        "socket":  Rule(Rate(120, 0.5),             Rate(30, 2)),
        "picture": Rule(Rate(120, 0.5),             Rate(40, 2)),  # boards, replays and proofs of pages
    }
)  # fmt: skip


class Limits:
    """The buckets of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock = clock
        self._most = most
        self._full: OrderedDict[tuple[str, str, str], float] = OrderedDict()  # when each bucket is full again
        self._addresses: OrderedDict[str, str] = OrderedDict()  # from which each account has acted last

    def __len__(self) -> int:
        return len(self._full)

    def spend(self, act: str, address: str | None = None, account: str | None = None) -> None:
        """Count one act, or raise TooOften and count nothing."""
        now, limited = self._clock(), dict(_buckets(act, address, account))
        wait = max((self._wait(bucket, rate, now) for bucket, rate in limited.items()), default=0.0)
        if wait > ROUNDING:
            raise TooOften(wait)
        for bucket, rate in limited.items():
            self._fill(bucket, max(self._full.get(bucket, now), now) + rate.every, now)
        if address is not None and account is not None:
            self._note(account, address)

    def address_of(self, account: str) -> str | None:
        """The address from which an account has acted last."""
        return self._addresses.get(account)

    def owner_of(self, account: str) -> JobOwner:
        """Whose turn it is when a job of an account is worked off."""
        return JobOwner(one_network(self._addresses.get(account, "")), account)

    def _note(self, account: str, address: str) -> None:
        self._addresses[account] = address
        self._addresses.move_to_end(account)
        if len(self._addresses) > self._most:
            self._addresses.popitem(last=False)

    def _wait(self, bucket: tuple[str, str, str], rate: Rate, now: float) -> float:
        """How many seconds until there is room for one more."""
        return max(self._full.get(bucket, now), now) + rate.every - now - rate.burst * rate.every

    def _fill(self, bucket: tuple[str, str, str], full: float, now: float) -> None:
        """Store a bucket; if there are too many, drop full ones, then those idle longest."""
        self._full[bucket] = full
        self._full.move_to_end(bucket)
        if len(self._full) <= self._most:
            return
        for old in [old for old, moment in self._full.items() if moment <= now]:
            del self._full[old]
        while len(self._full) > self._most * 9 // 10:  # some room, so that this is seldom done
            self._full.popitem(last=False)


def _buckets(act: str, address: str | None, account: str | None) -> Iterator[tuple[tuple[str, str, str], Rate]]:
    """The buckets that an act is counted in, each with its rate."""
    rule = RULES[act]
    if address is not None and rule.address is not None:
        yield (act, "address", one_network(address)), rule.address
        if (wider := wider_network(address)) is not None:
            yield (act, "network", wider), rule.address.times(NETWORK)
    if account is not None and rule.account is not None:
        yield (act, "account", account[:LONGEST_KEY]), rule.account
    if rule.house is not None:
        yield (act, "house", ""), rule.house


def one_network(address: str) -> str:
    """An address as it is counted: of IPv6 the 64 bits that one household gets."""
    found = _parse(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return "unknown" if found is None else str(found)


def wider_network(address: str) -> str | None:
    """The network that an address was handed out with: IPv6 /48, IPv4 /24; None at home, and of unknown addresses."""
    found = _parse(address)
    if found is None or any(found in one for one in AT_HOME if one.version == found.version):
        return None
    return str(ip_network((found, 48 if found.version == 6 else 24), strict=False))


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    """An address; of IPv4 in IPv6, the IPv4 one."""
    try:
        six = IPv6Address(address.split("%")[0])
    except (AddressValueError, ValueError):
        return _four(address)
    return six.ipv4_mapped or six


def _four(address: str) -> IPv4Address | None:
    try:
        return IPv4Address(address)
    except AddressValueError:
        return None
