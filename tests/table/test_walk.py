"""The way of a step through the server, as docs/architecture.md lists it: traced with two open pages."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from tests.table.serving import Player, serving

PAGE = Path("docs/architecture.md").read_text("utf-8")
WAY = re.compile(r"(?m)^\| `([\w/]+)\.py` \| `([\w.]+)` \|")
MEANWHILE = {
    "table.registry.timeouts", "table.storage.heartbeat", "table.api.lifecycle", "table.bots.dispatcher",
    "table.bots.bot_queue", "table.api.uvicorn_protocols",
}  # fmt: skip
WANTS = ["drawing", "elements", "told", "words"]
GAMES = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 2}

Calls = list[tuple[str, str]]


class Tracer:
    """Notes the functions of ours that a thread enters; a coroutine or generator that goes on was entered before."""

    def __init__(self) -> None:
        self.calls: Calls = []

    async def begin(self) -> None:
        sys.setprofile(self._note)

    async def end(self) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        goes_on = code.co_flags & 0x2A0 and frame.f_lasti > 16
        if event == "call" and module.startswith("ludotheque.") and not goes_on:
            self.calls.append((module.removeprefix("ludotheque."), code.co_qualname))


def step_traced(folder: Path, game: str) -> Calls:
    """All that is entered for one step, from the message to the news at both pages."""
    with serving(f"sqlite:///{folder / 'house.db'}") as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table, invitation = ada.make_table(game, GAMES[game])
        for seat in range(1, GAMES[game]):
            ada.post(f"/api/tables/{table}/seats/{seat}")
        bob.post(f"/api/tables/{table}/join", invitation=invitation)
        with ada.socket() as first, bob.socket() as second:
            pages = {1: first, GAMES[game]: second}
            for page in pages.values():
                page.ask("watch", table=table, wants=WANTS)
            played = 0
            while True:
                seen = ada.get(f"/api/tables/{table}", seat=1)
                seat = seen["waited_for"][0]
                who, page = (bob, second) if seat == GAMES[game] else (ada, first)
                mine, tracer = who.get(f"/api/tables/{table}", seat=seat), Tracer()
                running.do(tracer.begin())
                page.say("play", table=table, seat=seat, seen=mine["number"], steps=mine["legal"][:1], id=f"s{played}")
                for one in pages.values():
                    one.hear_of(mine["number"] + 1)
                running.do(tracer.end())
                played += 1
                if played == 4:  # everything was looked up once
                    return tracer.calls


def collapsed(names: list[str]) -> list[str]:
    return [name for at, name in enumerate(names) if at == 0 or names[at - 1] != name]


def test_the_docs_list_the_calls_of_a_step_in_order(tmp_path: Path) -> None:
    told = [(file.replace("/", "."), function) for file, function in WAY.findall(PAGE)]
    calls = iter(step_traced(tmp_path, "mabula"))
    assert len(told) > 12
    for one in told:
        assert one in calls, f"{one[0]}: {one[1]} does not come next"  # an iterator: each is looked for after the last


def test_a_step_finds_its_table_and_its_people_once(tmp_path: Path) -> None:
    calls = step_traced(tmp_path, "mabula")
    wrote = calls.index(("table.registry.registry", "Registry.write"))
    assert [function for _, function in calls[:wrote]].count("Registry.find") == 1
    assert [function for _, function in calls[:wrote]].count("People.find_hashed") == 1
    assert [function for _, function in calls[wrote:]].count("Registry.find") == 2, "once for each page"


@pytest.mark.parametrize("game", GAMES)
def test_a_step_passes_through_few_modules_with_few_returns(tmp_path: Path, game: str) -> None:
    """Bounds on the modules and jumps of a step in `table` and `web`, and on its modules with `log`."""
    modules = [name for name, _ in step_traced(tmp_path, game) if name not in MEANWHILE]
    inside = collapsed([name for name in modules if name.startswith(("table", "web"))])
    bounces = sum(before == after for before, after in zip(inside, inside[2:], strict=False))
    assert (len(set(inside)) <= 20, len(inside) - 1 <= 80, bounces <= 10) == (True, True, True), " > ".join(inside)
    assert len(set(collapsed([name for name in modules if name.startswith(("table", "web", "log"))]))) <= 33
