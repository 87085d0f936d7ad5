"""A Ray cluster of two nodes on this machine: lost games are played again, and counted once."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ludotheque import GameError
from ludotheque.arena.game_crew import Alone
from ludotheque.arena.game_store import open_store
from ludotheque.arena.match import PlayedGame
from ludotheque.arena.ray import RayCrew, load_ray, reach
from ludotheque.arena.runner import ArenaTally, hold
from ludotheque.arena.schedule import ArenaError, Plan
from ludotheque.bots.bot import Bot, BotError, Budget, Thought
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.view import View

ROOT = Path(__file__).parent.parent.parent
PLAN = Plan("mabula", 2, {"scoring": "largest"}, None, "", 1, ("steady", "calm"), (1, 1), 10, None, 5, False, "")
HERE = f"{__name__}:find_bot"
GAMES = 24
GUARD = '"$@" & read line; kill -KILL 0'  # a node ends with this test, even when this test is killed


class Walker:
    """Moves at random, slowly, and writes down its process and node."""

    version = 1

    def __init__(self, name: str) -> None:
        self.name = name
        self.node, self.tracks = os.environ.get("TEST_NODE"), os.environ.get("TEST_TRACKS")

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Any move; slow on a node, so that a game is running when its process is killed."""
        if self.node and self.tracks:
            (Path(self.tracks) / f"{self.node}-{os.getpid()}-{os.getppid()}").touch()
            time.sleep(0.02)
        if self.node and self.name == "crashing" and budget == PLAN.budget:  # in a game, not when it is tried
            os.kill(os.getpid(), signal.SIGKILL)
        legal = view.legal()
        return Thought(legal[chance.randrange(len(legal))].text)


def find_bot(game: Game, name: str) -> Bot:
    """A bot of this test."""
    if name == "homebody" and os.environ.get("TEST_NODE"):
        raise BotError("there is no bot 'homebody' here")
    return Walker(name)


class Node:
    """A node of a cluster on this machine: `ray start` in a session of its own."""

    def __init__(self, number: int, tracks: Path, *arguments: str) -> None:
        environment = {"TEST_NODE": str(number), "TEST_TRACKS": str(tracks), "PYTHONPATH": str(ROOT)}
        ray, own = Path(sys.executable).parent / "ray", ["--node-ip-address=127.0.0.1", "--num-cpus=2", "--block"]
        self.process = subprocess.Popen(
            ["sh", "-c", GUARD, "sh", ray, "start", *arguments, *own, "--disable-usage-stats"],
            env={**os.environ, **environment}, start_new_session=True, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def kill(self) -> None:
        """Kill the node."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def wait_for(condition: object, seconds: float = 60) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.2)


def thinking(tracks: Path, node: int) -> Path:
    """The process and node where a bot is thinking now."""
    asked = time.time()
    wait_for(lambda: any(track.stat().st_mtime > asked for track in tracks.glob(f"{node}-*")))
    return max(tracks.glob(f"{node}-*"), key=lambda track: track.stat().st_mtime)


def answers(address: str) -> bool:
    try:
        reach(address)
    except ArenaError:
        return False
    return True


@pytest.fixture(scope="module")
def tracks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tracks")


@pytest.fixture(scope="module")
def cluster(tracks: Path) -> Iterator[str]:
    """The address of a cluster with one node."""
    pytest.importorskip("ray", reason="needs the extra ray: sh tools/setup --extra ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    port = f"--port={address.split(':')[1]}"
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:  # short: there are sockets in it
        head = Node(1, tracks, "--head", port, "--include-dashboard=false", f"--temp-dir={folder}")
        try:
            wait_for(lambda: answers(address))
            yield address
        finally:
            head.kill()


def plan_of(*bots: str) -> Plan:
    return replace(PLAN, bots=bots, finder=HERE)


def play(plan: Plan, crew: RayCrew | Alone, games: int, file: Path, progress: object = None) -> list[PlayedGame]:
    """Run an arena, and load its games from the store."""
    with open_store(file, plan) as store:
        hold(plan, crew, store, games, None, progress or (lambda tally, wanted: None))  # type: ignore[arg-type]
        return store.load()


@pytest.mark.slow
def test_a_node_that_dies_loses_no_game_and_none_is_counted_twice(cluster: str, tracks: Path, tmp_path: Path) -> None:
    """A process is killed after 4 games, a node after 8; the games equal those of a local run."""
    second = Node(2, tracks, f"--address={cluster}")
    killed: list[str] = []

    def trouble(tally: ArenaTally, wanted: int) -> None:
        if len(tally.games) == 4 and not killed:
            for process in thinking(tracks, 1).name.split("-")[1:]:
                os.kill(int(process), signal.SIGKILL)
            killed.append("process")
        if len(tally.games) == 8 and len(killed) == 1:
            thinking(tracks, 2)
            second.kill()
            killed.append("node")

    plan = plan_of("steady", "calm")
    try:
        played = play(plan, RayCrew(plan, cluster), GAMES, tmp_path / "ray.sqlite", trouble)
    finally:
        second.kill()
    assert killed == ["process", "node"]
    assert len(list(tracks.glob("1-*"))) > 2, "another process of the first node goes on for the one that was killed"
    assert [(one.pairing, one.seating) for one in played] == [(i // 2, i % 2) for i in range(GAMES)]
    assert not any(one.forfeit for one in played)
    at_home = play(plan, Alone(plan), GAMES, tmp_path / "home.sqlite")
    assert [one.record for one in played] == [one.record for one in at_home]


@pytest.mark.slow
def test_an_arena_on_a_cluster_continues_a_run(cluster: str, tmp_path: Path) -> None:
    plan = plan_of("calm", "steady")
    before = play(plan, Alone(plan), 4, tmp_path / "a.sqlite")
    after = play(plan, RayCrew(plan, cluster), 8, tmp_path / "a.sqlite")
    assert after[:4] == before and len(after) == 8


@pytest.mark.slow
def test_a_bot_that_crashes_on_a_node_forfeits_its_games_alone(cluster: str, tmp_path: Path) -> None:
    plan = plan_of("steady", "crashing")
    played = play(plan, RayCrew(plan, cluster), 2, tmp_path / "a.sqlite")
    assert [one.places for one in played] == [(1, 2), (2, 1)]
    assert all("crashing ends its process" in one.forfeit for one in played)


@pytest.mark.slow
def test_a_node_that_cannot_play_gives_an_error_of_one_line(cluster: str, tmp_path: Path) -> None:
    plan = plan_of("steady", "homebody")
    with pytest.raises(ArenaError) as caught:
        play(plan, RayCrew(plan, cluster), 2, tmp_path / "a.sqlite")
    assert "there is no bot 'homebody' here" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["", "cluster", "cluster:", ":6379", "host:0", "host:99999", "host:²", "ray://a:b"])
def test_a_malformed_address_is_refused(address: str) -> None:
    with pytest.raises(ArenaError, match=r"is no address: write HOST:PORT"):
        reach(address)


def test_an_address_where_nothing_listens_is_refused_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(ArenaError, match="no cluster answers at"):
            reach(f"127.0.0.1:{taken.getsockname()[1]}")


def test_an_address_where_another_program_listens_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent listener: Ray would wait for two minutes, then exit."""
    monkeypatch.setattr("ludotheque.arena.ray.REACH", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(ArenaError, match="no cluster answers at"):
        reach(f"127.0.0.1:{other.getsockname()[1]}")


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GameError, match=r"pip install .ludotheque\[ray\]"):
        load_ray()
