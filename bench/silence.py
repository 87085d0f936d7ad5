"""How long one guest's requests keep the event loop of a house from turning.

    python -m bench.silence [--backs 400] [--only record,rules]

A house in this process, without limits; each line sends several requests at once and gives the longest time in which
the event loop did not turn (`silence_ms`, and of that its own processor time, `busy_ms`, which a busy machine does not
change), the time that they took together, how they were answered, and how far the process grew.
"""

import argparse
import asyncio
import json
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import permutations

import httpx
import structlog
from bench.load import NoLimits

from ludotheque.log.terms import Terms
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.api.uvicorn_protocols import spare_collector
from ludotheque.table.people.people import Person
from ludotheque.table.service import acts
from ludotheque.table.service.service import Service
from ludotheque.web.web_app import make_app
from ludotheque.wire.requests import PlayAct, TakeBackAct

DEEP = ".".join("a" * 9_990) + "=1"
WANTS = ("json", "picture", "words", "elements", "drawing", "told")
EVERY = 0.001  # seconds between two looks at the clock

Ask = Callable[[], Awaitable[httpx.Response]]


async def longest_silence(doing: list[Ask]) -> dict[str, object]:
    """The longest time between two turns of the loop while all requests are answered, and the time for all."""
    silence, busy, began = 0.0, 0.0, time.perf_counter()
    task = asyncio.gather(*(one() for one in doing))
    while not task.done():
        before, used = time.perf_counter(), time.thread_time()
        await asyncio.sleep(EVERY)
        silence, busy = max(silence, time.perf_counter() - before - EVERY), max(busy, time.thread_time() - used)
    answers = Counter(one.status_code for one in await task)
    return {
        "silence_ms": round(1000 * silence), "busy_ms": round(1000 * busy),
        "all_ms": round(1000 * (time.perf_counter() - began)), "answers": dict(answers),
    }  # fmt: skip


async def played(service: Service, person: Person, moves: int, backs: int) -> str:
    """A public table of one person with so many moves in effect, the last of which was taken back so many times."""
    terms = Terms.model_validate({"game": "mabula", "players": 2, "rules": 1, "private": False, "seating": "chosen"})
    table, _ = await service.tables.seats.create(person, terms)
    for seat in (1, 2):
        await service.tables.seats.sit(table, person, seat)

    async def play() -> int:
        state = (await service.tables.registry.find(table)).state
        assert state.position is not None
        step = state.position.legal()[0]
        await acts.play(service.tables, table, person, PlayAct(
            seen=state.number, steps=(step.text,), id=f"r{state.number}", seat=step.seat
        ))  # fmt: skip
        return step.seat

    for _ in range(moves - 1):
        await play()
    for _ in range(backs):
        await acts.write(service.tables, table, person, TakeBackAct(seat=await play()))
    await play()
    return table


def cases(client: httpx.AsyncClient, service: Service, cookie: str, table: str) -> Iterator[tuple[str, list[Ask]]]:
    """Each with its requests."""

    def get(path: str) -> Ask:
        return lambda: client.get(path, headers={"accept-encoding": "gzip"})

    def anew(path: str) -> Ask:
        async def ask() -> httpx.Response:
            service.tables.registry.apply_notice(table, 0)
            return await client.get(path)

        return ask

    def post(path: str, body: dict[str, object]) -> Ask:
        return lambda: client.post(path, json=body, headers={"cookie": f"ludotheque={cookie}"})

    board: dict[str, object] = {"game": "marabunta", "players": 2, "board": DEEP}
    yield "board", [post("/api/tables", board)] * 4
    for name, path in (("record", f"/api/tables/{table}/record"), ("fair", f"/table/{table}/fair")):
        yield name, [get(path)] * 10
    yield "page", [get(f"/table/{table}")] * 10
    yield "anew", [anew(f"/api/tables/{table}")] * 10
    orders = [*permutations(WANTS)][:300]
    yield "wants", [get(f"/api/tables/{table}?" + "&".join(f"wants={one}" for one in order)) for order in orders]
    books = ("mabula", "marabunta", "makabana", "junglerumble")
    yield "rules", [get(f"/rules/{book}") for book in books * 12]
    tried: dict[str, object] = {"steps": [], "new": ["a1-a2"]}
    lessons = [post("/learn/makabana/build/try", tried), get("/learn/makabana/build"), get("/learn/mabula/push")]
    yield "lessons", lessons * 16


async def measure(backs: int, only: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        url = f"sqlite:///{folder}/house.sqlite"
        async with open_service(url, bots=1, compile_bots=False, limits=NoLimits()) as service:
            welcome = await service.people.welcome("Eve")
            table = await played(service, welcome.person, 12, backs)
            app = make_app(service)
            app.state.service = service
            spare_collector()  # as every server does: else a full collection is taken for the house's silence
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://house", timeout=300) as client:
                for name, asks in cases(client, service, welcome.cookie, table):
                    if only and name not in only:
                        continue
                    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                    found = await longest_silence(asks)
                    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
                    print(
                        json.dumps({"requests": name, "many": len(asks), **found, "grown_mb": round(grown)}), flush=True
                    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backs", type=int, default=400, help="take-backs in the log that is read")
    parser.add_argument("--only", default="", help="some of the lines, with commas")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    asyncio.run(measure(given.backs, [one for one in given.only.split(",") if one]))


if __name__ == "__main__":
    main()
