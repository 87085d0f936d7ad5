"""Rate limits."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.service.limits import NETWORK, RULES, Limits, Rate, one_network, wider_network

ROOT = Path(__file__).parents[2]


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def spend_until_refused(limits: Limits, act: str, address: str | None = None, account: str | None = None) -> int:
    for count in range(10_000):
        try:
            limits.spend(act, address, account)
        except TooOften:
            return count
    raise AssertionError("never refused")


@pytest.mark.parametrize("act", RULES)
def test_every_act_has_a_limit_for_one_address(act: str) -> None:
    limits, rate = Limits(Clock()), RULES[act].address
    assert rate is not None
    assert spend_until_refused(limits, act, address="192.0.2.1") == rate.burst


@pytest.mark.parametrize("act", [act for act in RULES if RULES[act].account])
def test_an_account_is_limited_from_however_many_addresses(act: str) -> None:
    limits, rate = Limits(Clock()), RULES[act].account
    assert rate is not None
    for number in range(rate.burst):
        limits.spend(act, address=f"192.0.2.{number % 250}", account="ada")
    with pytest.raises(TooOften):
        limits.spend(act, address="198.51.100.1", account="ada")


def test_the_whole_house_takes_so_many_new_guests_and_no_more() -> None:
    limits, rate = Limits(Clock()), RULES["guest"].house
    assert rate is not None
    for number in range(rate.burst):
        limits.spend("guest", address=f"10.0.{number // 250}.{number % 250}")
    with pytest.raises(TooOften):
        limits.spend("guest", address="192.0.2.1")


def test_one_address_does_not_use_up_what_another_may() -> None:
    limits = Limits(Clock())
    spend_until_refused(limits, "login", address="192.0.2.1")
    limits.spend("login", address="192.0.2.2")


@pytest.mark.parametrize("network", ["2001:db8:7:{:x}::1", "203.0.113.{}"])
def test_a_network_does_not_use_up_what_the_whole_house_may(network: str) -> None:
    """A thousand guests of one /48 (or of one /24) leave room for twenty of other networks."""
    limits, house = Limits(Clock()), RULES["guest"].house
    assert house is not None
    taken = 0
    for number in range(house.burst):
        with suppress(TooOften):
            limits.spend("guest", network.format(number % 250))
            taken += 1
    assert taken == NETWORK * rate_of("guest").burst and taken < house.burst - 20
    for number in range(20):
        limits.spend("guest", f"2001:db8:{number + 100:x}::1")


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
def test_a_school_behind_one_address_is_limited_by_its_address_alone(address: str) -> None:
    limits = Limits(Clock())
    assert spend_until_refused(limits, "request", address) == rate_of("request").burst


def test_a_school_that_runs_its_own_house_is_no_network_of_strangers() -> None:
    limits = Limits(Clock())
    for number in range(200):
        for _ in range(20):
            limits.spend("request", f"192.168.1.{number}")
    assert NETWORK * rate_of("request").burst < 200 * 20


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.0/24"),
        ("::ffff:203.0.113.7", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("127.0.0.1", None),
        ("10.1.2.3", None),
        ("fe80::1%eth0", None),
        ("fd00::1", None),
        ("::1", None),
        ("testclient", None),
        ("", None),
    ],
)
def test_a_network_is_a_48_or_a_24_and_none_at_home(address: str, counted: str | None) -> None:
    assert wider_network(address) == counted


def test_one_act_does_not_use_up_another() -> None:
    limits = Limits(Clock())
    spend_until_refused(limits, "login", address="192.0.2.1")
    limits.spend("step", address="192.0.2.1")


def test_a_refused_act_succeeds_after_the_wait_that_the_refusal_names() -> None:
    clock = Clock()
    limits = Limits(clock)
    spend_until_refused(limits, "message", account="ada")
    with pytest.raises(TooOften, match="wait 3 seconds") as caught:
        limits.spend("message", account="ada")
    assert isinstance(caught.value, TableError) and caught.value.kind == "busy"
    clock.now += caught.value.wait - 0.5
    with pytest.raises(TooOften):
        limits.spend("message", account="ada")
    clock.now += 0.5
    limits.spend("message", account="ada")


def test_a_refused_act_is_not_counted() -> None:
    clock = Clock()
    limits = Limits(clock)
    spend_until_refused(limits, "login", address="192.0.2.1", account="ada")
    for _ in range(100):
        with pytest.raises(TooOften):
            limits.spend("login", address="192.0.2.9", account="ada")
    limits.spend("login", address="192.0.2.9", account="bea")
    assert spend_until_refused(limits, "login", address="192.0.2.9") == rate_of("login").burst - 1


def test_a_bucket_fills_up_again_and_no_further() -> None:
    clock, rate = Clock(), rate_of("login")
    limits = Limits(clock)
    spend_until_refused(limits, "login", address="192.0.2.1")
    clock.now += rate.every * rate.burst * 100
    assert spend_until_refused(limits, "login", address="192.0.2.1") == rate.burst


@given(some.lists(some.floats(0, 60), min_size=1, max_size=200))
def test_nobody_gets_more_than_burst_and_rate_in_any_rhythm(pauses: list[float]) -> None:
    clock, rate = Clock(), rate_of("login")
    limits, taken, begun = Limits(clock), 0, clock.now
    for pause in pauses:
        clock.now += pause
        try:
            limits.spend("login", address="192.0.2.1")
        except TooOften:
            continue
        taken += 1
    assert taken <= rate.burst + (clock.now - begun) / rate.every + 1e-3


def test_memory_is_bounded_for_any_number_of_clients() -> None:
    limits = Limits(Clock(), most=100)
    for number in range(1_000):
        limits.spend("login", address=f"10.0.{number // 250}.{number % 250}", account=f"name {number}" * 50)
        assert len(limits) <= 102
    assert all(len(part) <= 80 for bucket in limits._full for part in bucket)


def test_buckets_that_are_full_again_are_forgotten_before_others() -> None:
    clock = Clock()
    limits = Limits(clock, most=10)
    spend_until_refused(limits, "login", account="quiet, and limited for long")
    clock.now += 1
    for number in range(9):
        limits.spend("step", account=f"quick {number}")
    clock.now += 10
    limits.spend("step", account="one more")
    assert spend_until_refused(limits, "login", account="quiet, and limited for long") == 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "unknown"),
        ("", "unknown"),
        ("9" * 10_000, "unknown"),
    ],
)
def test_a_household_counts_as_one_address(address: str, counted: str) -> None:
    assert one_network(address) == counted


def rate_of(act: str) -> Rate:
    rate = RULES[act].address
    assert rate is not None
    return rate


def written(rate: Rate | None) -> str:
    """A rate as docs/protocol.md writes it."""
    if rate is None:
        return "-"
    often = f"{1 / rate.every:g} a second" if rate.every < 1 else f"one every {rate.every:g} s"
    return f"{rate.burst:,}, then {often}"


def test_the_docs_list_all_rates() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert f"{NETWORK} times" in page
    for act, rule in RULES.items():
        assert f"| `{act}` | {written(rule.account)} | {written(rule.address)} | {written(rule.house)} |\n" in page
