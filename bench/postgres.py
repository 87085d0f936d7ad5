"""A throw-away PostgreSQL with the settings of a real one: what is committed is on disk."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg


class Cluster:
    """A PostgreSQL in a folder of its own, with an empty database, listening on a socket in that folder only."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
        if not found:
            raise SystemExit("PostgreSQL is missing: sh tools/postgres installs it.")
        self.folder, self._programs = folder, found[-1].parent
        self._home = folder / "pg"
        self._home.mkdir()
        if os.geteuid() == 0:
            folder.chmod(0o755)
            shutil.chown(self._home, "postgres", "postgres")
        initial = ("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale")
        subprocess.run(self._as_postgres(*initial), check=True, capture_output=True, cwd=self._home)
        self.url = f"postgresql://postgres@/house?host={self._home}"
        self.start()
        with psycopg.connect(self.url.replace("/house?", "/postgres?"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE house")

    def _as_postgres(self, program: str, *arguments: str) -> list[str]:
        command = [str(self._programs / program), "-D", str(self._home / "data"), *arguments]
        who = ["--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        return ["setpriv", *who, "--pdeathsig=INT", *command]

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = ("listen_addresses=", f"unix_socket_directories={self._home}", "shared_buffers=64MB")
        with (self.folder / "postgres.log").open("ab") as log:
            command = self._as_postgres("postgres", *(f"-c{one}" for one in settings))
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._home)
        for _ in range(600):
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url.replace("/house?", "/postgres?"), connect_timeout=5).close()
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not start")

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop it as `pg_ctl stop -m immediate` does."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)

    def spent(self) -> float:
        """The processor time of all its processes, in seconds."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[1]) == self._process.pid or stat.parent.name == str(self._process.pid):
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")
