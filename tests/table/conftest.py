"""Fixtures of the table's tests: both databases, a fresh one for each test."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest

from ludotheque.table.storage.engines import parse_address
from ludotheque.table.storage.schema import metadata
from ludotheque.table.storage.schema_upgrade import migrate
from tests.table.serving import Player, Running, serving

Result = TypeVar("Result")

# Files that test SQL statements: `make test` runs them on both databases, and all others on SQLite alone. `make slow`
# runs everything on both.
ON_BOTH = {
    "test_accounts", "test_backup", "test_damage", "test_database", "test_entry_chain", "test_heartbeat",
    "test_head_to_head", "test_lists", "test_notices", "test_own_data", "test_people", "test_profiles", "test_races",
    "test_schema_upgrade", "test_seal", "test_seek_desk", "test_store", "test_evening",
}  # fmt: skip
# Tests of other files that send statements which none of those sends: one for each queue, index or move.
ALSO_ON_BOTH = {
    "test_a_dead_processs_choice_is_taken_after_its_lease[postgresql]",
    "test_a_failed_choice_is_retried_and_then_shown_as_failed[postgresql]",
    "test_a_house_moves_from_either_database_into_either[postgresql-postgresql]",
    "test_an_imported_house_works[postgresql]",
    "test_a_seat_that_a_pause_gave_more_time_is_put_off_in_the_index[postgresql]",
    "test_a_table_has_its_position_in_the_queue[postgresql]",
    "test_many_who_ask_for_a_rematch_at_once_get_one_table[postgresql]",
    "test_invalid_rows_leave_the_database_empty[postgresql-change-do not fit together0]",
    "test_a_dead_browser_is_forgotten_and_one_that_refuses_is_switched_off[postgresql-404-stage0]",
    "test_a_turn_that_waits_is_told_once_by_each_channel[postgresql]",
    "test_a_webhook_whose_process_was_killed_is_sent_again_under_the_same_id[postgresql]",
    "test_after_a_restart_nothing_is_told_again_and_what_was_waiting_is_told[postgresql]",
    "test_an_address_that_nobody_confirms_is_forgotten_after_some_days[postgresql]",
    "test_an_address_that_takes_no_mail_is_switched_off_after_three_and_can_be_tried_again[postgresql]",
    "test_nobody_is_told_who_looks_at_the_table_in_any_process_and_whoever_looked_has_a_while[postgresql]",
    "test_of_several_processes_at_once_one_tells_a_turn[postgresql]",
    "test_where_somebody_is_reached_is_sealed_in_the_database_and_goes_with_the_person[postgresql]",
    "test_two_programs_find_each_other_by_requests_alone[postgresql]",
    "test_two_takers_never_get_the_same_choice[postgresql]",
}
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=32MB", "autovacuum=off")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        kinds = getattr(item, "callspec", None)
        is_quick = item.path.stem in ON_BOTH or item.name in ALSO_ON_BOTH
        if kinds and "postgresql" in kinds.params.values() and not is_quick:
            item.add_marker("slow")


@pytest.fixture(scope="session", autouse=True)
def key_of_the_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One key for all houses on PostgreSQL, as one machine would have; with SQLite each lies beside its file."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def run(doing: Coroutine[Any, Any, Result]) -> Result:
    """Run a test's coroutine in a loop of its own; on a busy machine it takes its time."""
    return asyncio.run(asyncio.wait_for(doing, 240))


def name_of(url: str) -> str:
    """The name of the PostgreSQL database of a test's URL."""
    return url.partition("@/")[2].partition("?")[0]


def wait_until_alone(url: str) -> None:
    """Wait until nobody else is connected to a PostgreSQL database: the statements of dead processes have ended."""
    with psycopg.connect(url, autocommit=True) as connection:
        wait_for_others(connection)


def wait_for_others(connection: psycopg.Connection) -> None:
    """Wait until all other connections to the database of this one have ended."""
    end = time.monotonic() + 60
    while connection.execute(f"SELECT count(*) {OTHERS}".encode()).fetchone() != (0,):
        assert time.monotonic() < end, "somebody is still connected"
        time.sleep(0.02)


class Server:
    """A PostgreSQL server of one test session, which ends with it even if it is killed."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-", dir="/tmp"))  # short: for sockets
        self._programs = programs
        self._numbers = count(1)
        self._empty: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self._call("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--no-locale")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [
            f"-c{setting}" for setting in (*QUICK, "listen_addresses=", f"unix_socket_directories={self.folder}")
        ]
        with (self.folder / "log").open("ab") as log:
            command = self._as_postgres("postgres", *settings)
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        for _ in range(600):
            try:
                return self.execute("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
        pytest.fail(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-500:]}")

    def stop(self) -> None:
        """Stop the server at once, as a broken machine does."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(30)

    def remove(self) -> None:
        """Stop the server and remove all that it wrote."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement in a database."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def create(self, template: str) -> str:
        """Make a database like another and give its name."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def lend(self) -> str:
        """The name of a database of the newest schema with no rows."""
        return self._empty.pop() if self._empty else self.create("house")

    def take_back(self, name: str) -> None:
        """Disconnect everybody from a database that was lent and empty it: to make a new one takes ten times longer."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            connection.execute(f"SELECT pg_terminate_backend(pid) {OTHERS}".encode())
            wait_for_others(connection)
            for table in reversed(metadata.sorted_tables):
                connection.execute(f'DELETE FROM "{table.name}"'.encode())  # noqa: S608
            for (sequence,) in connection.execute("SELECT sequencename FROM pg_sequences").fetchall():
                connection.execute(f'ALTER SEQUENCE "{sequence}" RESTART'.encode())
            connection.execute(f"VACUUM {', '.join(metadata.tables)}".encode())  # so that rows lie in their order again
        self._empty.append(name)

    def drop(self, name: str) -> None:
        """Remove a database, also if others are connected to it."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(self._as_postgres(program, *arguments), check=True, capture_output=True, cwd=self.folder)

    def _as_postgres(self, program: str, *arguments: str) -> list[str]:
        """A command line; it can't run as root, and ends when this process does."""
        command = [str(self._programs / program), "-D", str(self.folder / "data"), *arguments]
        if os.geteuid() == 0:
            return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=INT", *command]
        return ["setpriv", "--pdeathsig=INT", *command]


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL server on this machine."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    named = shutil.which("initdb")
    if shutil.which("setpriv") is None:
        return None
    if os.geteuid() == 0 and "postgres" not in {entry.pw_name for entry in pwd.getpwall()}:
        return None
    return found[-1].parent if found else Path(named).parent if named else None


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A throw-away PostgreSQL."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    server = Server(programs)
    try:
        server.execute("CREATE DATABASE house")
        run(migrate(parse_address(server.url("house"))))
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database of the newest schema, to be copied."""
    file = tmp_path_factory.mktemp("house") / "house.db"
    run(migrate(parse_address(f"sqlite:///{file}")))
    return file


@pytest.fixture
def postgres_url(server: Server) -> Iterator[str]:
    """The URL of a PostgreSQL database of the newest schema with no rows; to change the schema, take `empty_url`."""
    name = server.lend()
    yield server.url(name)
    server.take_back(name)


@pytest.fixture
def sqlite_url(house: Path, tmp_path: Path) -> str:
    """The URL of a SQLite database of the newest schema with no rows."""
    shutil.copy(house, tmp_path / "house.db")
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a database with no rows, of both kinds."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def lasting_url(request: pytest.FixtureRequest, house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a database for all tests of a module that don't mind each other, of both kinds."""
    if request.param == "sqlite":
        file = tmp_path_factory.mktemp("lasting") / "house.db"
        shutil.copy(house, file)
        yield f"sqlite:///{file}"
        return
    server: Server = request.getfixturevalue("server")
    name = server.create("house")
    yield server.url(name)
    server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database that has no schema yet, of both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.db'}"
        return
    server: Server = request.getfixturevalue("server")
    name = server.create("template1")
    yield server.url(name)
    server.drop(name)


@pytest.fixture(scope="module")
def running(lasting_url: str) -> Iterator[Running]:
    """One server of each database for all tests that don't mind each other."""
    with serving(lasting_url) as running:
        yield running


@pytest.fixture
def ada(running: Running) -> Player:
    return Player(running, "Ada")


@pytest.fixture
def bob(running: Running) -> Player:
    return Player(running, "Bob")
