"""Stores an arena's games in a SQLite file: a row per game, written as soon as it is over."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from ludotheque.arena.match import PlayedGame
from ludotheque.arena.schedule import ArenaError, Plan

APPLICATION = 0x4C754172  # SQLite's application_id of our files
SCHEMA = f"""
BEGIN;
PRAGMA application_id = {APPLICATION};
CREATE TABLE IF NOT EXISTS run (key TEXT PRIMARY KEY, settings TEXT NOT NULL, begun TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game (
  run TEXT NOT NULL REFERENCES run, pairing INTEGER NOT NULL, seating INTEGER NOT NULL, bots TEXT NOT NULL,
  places TEXT NOT NULL, scores TEXT NOT NULL, length INTEGER NOT NULL, choices TEXT NOT NULL, seconds TEXT NOT NULL,
  forfeit TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (run, pairing, seating)
);
COMMIT;
"""
COLUMNS = ("pairing", "seating", "bots", "places", "scores", "length", "choices", "seconds", "forfeit", "record")
SELECT = (
    "SELECT pairing, seating, bots, places, scores, length, choices, seconds, forfeit, record FROM game WHERE run = ?"
)
OUTLINE = SELECT.replace("record FROM", "'' FROM")
LISTS = ("bots", "places", "scores", "choices", "seconds")


class GameStore:
    """The games of one run in a file, each stored once."""

    def __init__(self, connection: sqlite3.Connection, plan: Plan) -> None:
        self._connection, self._run = connection, plan.key
        with connection:
            connection.execute(
                "INSERT OR IGNORE INTO run VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                (plan.key, plan.to_json()),
            )

    def save(self, played: PlayedGame) -> bool:
        """Store a game; False if it was stored before."""
        row = asdict(played) | {name: json.dumps(getattr(played, name)) for name in LISTS}
        values = (self._run, *(row[name] for name in COLUMNS))
        with self._connection:
            done = self._connection.execute(
                "INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
        return done.rowcount == 1

    def keep(self, played: PlayedGame) -> PlayedGame:
        """Store a game, and return it, or the one that another process stored first."""
        if self.save(played):
            return played
        rows = self._connection.execute(
            f"{SELECT} AND pairing = ? AND seating = ?", (self._run, played.pairing, played.seating)
        )
        return _read(rows.fetchone())

    def load(self, records: bool = True) -> list[PlayedGame]:
        """All games of the run, in order; without `records`, most of the data is not read."""
        select = SELECT if records else OUTLINE
        rows = self._connection.execute(f"{select} ORDER BY pairing, seating", (self._run,))
        return [_read(row) for row in rows]


def _read(row: tuple[object, ...]) -> PlayedGame:
    """Parse a row; raises an ArenaError if it is damaged."""
    data = dict(zip(COLUMNS, row, strict=True))
    try:
        lists = {name: tuple(json.loads(str(data[name]))) for name in LISTS}
    except (ValueError, TypeError):
        number = f"{data['pairing']}.{data['seating']}"
        raise ArenaError(f"database: game {number} is damaged: delete its row, or choose another --database") from None
    return PlayedGame(**(data | lists))  # type: ignore[arg-type]


@contextmanager
def open_store(file: str | Path, plan: Plan) -> Iterator[GameStore]:
    """Open the games of a plan in a file, created if missing."""
    if not str(file):
        raise ArenaError("database: name a file, as in --database arena.sqlite")
    try:
        connection = sqlite3.connect(file, timeout=60)
    except sqlite3.Error as error:
        raise ArenaError(f"{file}: cannot be opened ({error}): choose another --database") from None
    try:
        _check(connection, file)
        yield GameStore(connection, plan)
    except sqlite3.Error as error:
        raise ArenaError(f"{file}: cannot keep games ({error}): choose another --database") from None
    finally:
        connection.close()


def _check(connection: sqlite3.Connection, file: str | Path) -> None:
    """Create the tables; raise if the database is another program's."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and mark != APPLICATION:
        raise ArenaError(f"{file}: a database of something else: choose another --database")
    connection.executescript(SCHEMA)
