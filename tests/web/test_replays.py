"""Pictures and replays are made one at a time, and those who ask for them take turns."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, Timer

from starlette.testclient import TestClient

import ludotheque
from ludotheque.table.fair_worker import MOST_OF_ONE, MOST_WAITING, READING, FairWorker, JobOwner
from ludotheque.table.service.limits import RULES, Limits
from ludotheque.web.pages.after_game.replays import WORKER
from ludotheque.web.web_app import make_app
from tests.test_garbage import our_board


@contextmanager
def crowd(clients: list[JobOwner], worker: FairWorker = WORKER) -> Iterator[Event]:
    """One job under way until the event is set, and one that waits for each client; further ones are refused."""
    is_free, waits = Event(), Event()

    async def ask() -> None:
        loop = asyncio.get_running_loop()
        first = asyncio.create_task(worker.run(JobOwner("first", ""), lambda: is_free.wait(60)))
        jobs = [asyncio.create_task(worker.run(client, lambda: None)) for client in clients]
        loop.call_soon(waits.set)
        await asyncio.gather(first, *jobs, return_exceptions=True)

    thread = Thread(target=lambda: asyncio.run(ask()))
    thread.start()
    assert waits.wait(60)
    yield is_free
    is_free.set()
    thread.join(60)


def test_one_address_that_asks_for_pictures_keeps_nobody_from_theirs(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'house.db'}", limits=Limits(), bots=1, compile_bots=False)
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        table = client.post("/play/mabula", follow_redirects=False).headers["location"]
        me = client.get("/api/me").json()["id"]
        loud = [JobOwner("loud", f"p{number // MOST_OF_ONE}") for number in range(MOST_WAITING)]
        with crowd(loud) as is_free:
            Timer(0.2, is_free.set).start()  # free soon after I have asked
            assert client.get(f"{table}/board.svg").status_code == 200
        with crowd([JobOwner("unknown", me)] * MOST_OF_ONE):
            refused = client.get(f"{table}/board.svg")
            assert refused.status_code == 429 and refused.headers["retry-after"] == "5", "I have enough of my own"


def test_one_address_that_sends_boards_and_records_keeps_nobody_from_theirs(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'house.db'}", limits=Limits(), bots=1, compile_bots=False)
    board = our_board("marabunta", "meadow.toml", "basic.toml")
    opening = {"record": str(ludotheque.game("mabula").start(2, seed=7).record()), "ply": 0}
    with TestClient(app) as client:
        client.post("/api/guests", json={"name": "Ada"})
        me = client.get("/api/me").json()["id"]
        loud = [JobOwner("loud", f"p{number // 4}") for number in range(MOST_WAITING)]
        for body in ({"game": "marabunta", "board": board}, {"game": "mabula", "opening": opening}):
            with crowd(loud, READING) as is_free:
                Timer(0.2, is_free.set).start()  # free soon after I have asked
                assert client.post("/api/tables", json={"players": 2, **body}).status_code == 201
            with crowd([JobOwner("unknown", me)] * 4, READING):
                assert client.post("/api/tables", json={"players": 2, **body}).status_code == 429, (
                    "I have enough of my own"
                )


def test_pictures_are_counted_to_the_person_who_asks(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'house.db'}", limits=Limits(lambda: 1000.0), bots=1, compile_bots=False)
    rate = RULES["picture"].account
    assert rate is not None
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        table = client.post("/play/mabula", follow_redirects=False).headers["location"]
        paths = [f"{table}/replay.json", f"{table}/fair", f"{table}/board.svg"]
        answers = [client.get(paths[number % 3]).status_code for number in range(rate.burst + 1)]
        assert answers == [200] * rate.burst + [429]
