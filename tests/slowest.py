"""A pytest plugin that finds out where the time of the tests goes, and prints it.

    rm -f build/slowest.json; PYTEST_ADDOPTS="-p tests.slowest" make test

Of each phase of a test (set-up, call, tear-down) it notes the time by the clock and the processor time of its own
process. Whatever is missing between the two was waiting: for a browser, a server, another process, or a clock.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from time import monotonic, perf_counter, process_time  # as they are before a test replaces them
from typing import Any

import pytest

EVERY = Path(__file__).parents[1] / "build" / "slowest.json"  # all phases of all tests so far
MOST = 15
KEY = "spent"
WAITED = (  # what is waited for, by the fixtures and modules that a test has; the first that fits
    ("a browser", {"page", "browser", "context", "desk", "phone", "pages"}, {"web", "playwright"}),
    ("a server", {"house", "server", "url", "door", "client", "worlds"},
     {"table", "test_protocol_doc", "test_mcp_server"}),
)  # fmt: skip


@dataclass(frozen=True)
class Spent:
    """One phase of a test."""

    test: str
    phase: str
    seconds: float
    own: float  # processor time of the test's own process
    waits: str

    @property
    def says(self) -> str:
        """What most of the time went to."""
        return "its own computing" if self.own > self.seconds / 2 else self.waits


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Timer(), "spent-timer")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Writer(), "spent-writer")


class Timer:
    """Notes what each phase takes, in the process that runs the test."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        yield from self._timed(item, "setup")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield from self._timed(item, "call")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        yield from self._timed(item, "teardown")

    def _timed(self, item: pytest.Item, phase: str) -> Iterator[None]:
        began, before = perf_counter(), process_time()
        try:
            return (yield)
        finally:
            spent = (phase, perf_counter() - began, process_time() - before, waits_of(item))
            item.user_properties.append((KEY, spent))


def waits_of(item: pytest.Item) -> str:
    """What a test waits for when it does not compute."""
    fixtures, parts = set(getattr(item, "fixturenames", ())), set(item.path.with_suffix("").parts)
    for what, names, rooms in WAITED:
        if names & fixtures or rooms & parts:
            return what
    return "another process"


class Writer:
    """Gathers what was noted, and prints it at the end."""

    def __init__(self) -> None:
        self.spent: dict[tuple[str, str], Spent] = {}
        self.began = monotonic()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "teardown":  # the last one knows all phases, and subtests have none of their own
            return
        for name, value in report.user_properties:
            if name == KEY and isinstance(value, list | tuple):
                phase, seconds, own, waits = value
                self.spent[report.nodeid, phase] = Spent(report.nodeid, phase, seconds, own, waits)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        clock, spent = add_to_file(list(self.spent.values()), monotonic() - self.began)
        terminalreporter.write_line(table_of(spent, clock))


def add_to_file(spent: list[Spent], clock: float) -> tuple[float, list[Spent]]:
    """Keep what was noted, with what earlier runs have left: `make test` runs its tests in two parts."""
    before: dict[str, Any] = {"clock": 0.0, "spent": []}
    if EVERY.exists():
        before = json.loads(EVERY.read_text())
    clock, spent = clock + before["clock"], [Spent(**one) for one in before["spent"]] + spent
    EVERY.parent.mkdir(exist_ok=True)
    EVERY.write_text(json.dumps({"clock": clock, "spent": [asdict(one) for one in spent]}))
    return clock, spent


def table_of(spent: list[Spent], clock: float) -> str:
    """By what is waited for, by folder, and the slowest phases."""
    whole = sum(one.seconds for one in spent)
    lines = [
        f"Run on {date.today().isoformat()}, {os.cpu_count()} cores: {len({one.test for one in spent}):,} tests in "
        f"{clock:.0f} s by the clock, {whole:.0f} s in all processes together.", "",
        "| most of it goes to | seconds | share |", "|---|---|---|",
        *_shares(spent, lambda one: one.says, whole), "",
        "| folder or file | seconds | share |", "|---|---|---|",
        *_shares(spent, lambda one: _room(one.test), whole), "",
        f"The slowest {MOST}. A set-up that several tests share counts for the first of them.", "",
        "| test | phase | seconds | its own processor | most of it goes to |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for one in sorted(spent, key=lambda one: one.seconds, reverse=True)[:MOST]:
        test = one.test.removeprefix("tests/").replace("|", "\\|")
        lines.append(f"| `{test}` | {one.phase} | {one.seconds:.1f} | {one.own:.1f} | {one.says} |")
    return "\n".join(lines) + "\n"


def _shares(spent: list[Spent], key: Any, whole: float) -> list[str]:
    sums: dict[str, float] = defaultdict(float)
    for one in spent:
        sums[key(one)] += one.seconds
    ordered = sorted(sums.items(), key=lambda entry: entry[1], reverse=True)
    return [f"| {name} | {seconds:.0f} | {100 * seconds / whole:.0f} % |" for name, seconds in ordered[:12]]


def _room(test: str) -> str:
    return "/".join(test.partition("::")[0].split("/")[:2])
