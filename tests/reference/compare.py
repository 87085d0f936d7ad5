"""Compare traces, records and move counts with the reference implementations.

    python -m tests.reference.compare FILE...

`*.record` is replayed as a game record, a file named `perft*.jsonl` as a list of move counts,
anything else as a trace (shared/golden/README.md). Prints how much agreed per file; the first
disagreement ends the run with exit status 1.
"""

import json
import sys
from collections.abc import Iterable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

if not __debug__:
    raise RuntimeError("the comparison is made of assertions: run Python without -O")


class Table(Protocol):
    """What every reference implementation offers."""

    def actors(self) -> list[int]:
        """[] when over, [0] for chance, else the seats waited for."""

    def legal(self, actor: int) -> list[str]:
        """All notations of one actor, sorted."""

    def play(self, actor: int, text: str) -> None:
        """Play one step."""

    def scores(self) -> list[int]:
        """Scores in seat order."""

    def winners(self) -> list[int]:
        """The seats that win, ascending."""


def new_table(header: dict[str, str]) -> Table:
    """A table at its start, from a record's or trace's header."""
    known = {"makabana": ("1", "2")}.get(header["game"], ("1",))
    assert header.get("rules", "1") in known, f"rules {header['rules']} are unknown"
    assert "board" not in header, "the reference knows no board of the user's own"
    made: Table = import_module(f".{header['game']}", __package__).Table(header)
    return made


def check_step(table: Table, row: dict[str, Any], where: str) -> None:
    """One trace step: the actor is waited for, the legal list is ours; then play it."""
    actor = 0 if row["actor"] == "*" else int(row["actor"])
    assert actor in table.actors(), f"{where}: actor {actor}, reference waits {table.actors()}"
    theirs, ours = sorted(row["legal"]), table.legal(actor)
    if theirs != ours:
        extra, missing = sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))
        raise AssertionError(
            f"{where}: actor {actor}: legal lists differ ({len(theirs)} in the trace, {len(ours)} "
            f"in the reference); only in the trace {extra}; only in the reference {missing}"
        )
    assert row["move"] in ours, f"{where}: move {row['move']!r} is not legal"
    table.play(actor, row["move"])


def check_outcome(table: Table, row: dict[str, Any], where: str) -> None:
    """The last line of a trace game: over, and the same scores and winners."""
    assert not table.actors(), f"{where}: over in the trace, reference waits {table.actors()}"
    theirs, ours = row["scores"], table.scores()
    assert theirs == ours, f"{where}: scores {theirs} in the trace, {ours} in the reference"
    theirs, ours = sorted(row["winners"]), table.winners()
    assert theirs == ours, f"{where}: winners {theirs} in the trace, {ours} in the reference"


def replay_trace(lines: Iterable[str]) -> int:
    """Check a trace of one or more games; returns how many steps agreed."""
    table: Table | None = None
    game = step = total = 0
    for line in lines:
        if not line.strip():
            continue
        row = json.loads(line)
        where = f"game {game} step {step + 1}"
        if "header" in row:
            assert table is None, f"{where}: a new header before the game's outcome"
            table = new_table(row["header"])
            game, step = game + 1, 0
            continue
        assert table is not None, f"{where}: no header"
        if "scores" in row:
            check_outcome(table, row, where)
            table = None
            continue
        check_step(table, row, where)
        step, total = step + 1, total + 1
    assert table is None, f"game {game}: the trace stops before the outcome"
    return total


def read_record(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """A record's header and its steps as (actor, notation), 0 for chance (rules/README.md)."""
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    gap = lines.index("")
    header = {key: value.strip() for key, _, value in (s.partition(":") for s in lines[:gap])}
    steps = [line.split(" ") for line in lines[gap + 1 :] if line]
    return header, [(0 if actor == "*" else int(actor), move) for actor, move in steps]


def replay_record(text: str) -> int:
    """Check a record: every step is legal, its `result:` is ours; returns how many steps."""
    header, steps = read_record(text)
    table = new_table(header)
    for number, (actor, move) in enumerate(steps, start=1):
        legal = table.legal(actor)
        assert move in legal, f"step {number}: actor {actor}: {move!r} is not among {legal}"
        table.play(actor, move)
    if "result" in header:
        result = [int(score) for score in header["result"].split()]
        assert not table.actors(), f"a result, but the reference waits for {table.actors()}"
        assert result == table.scores(), f"result {result}, reference {table.scores()}"
    return len(steps)


def perft(table: Table, depth: int) -> int:
    """How many sequences of `depth` moves exist; nothing beyond a chance or the end.

    Where several seats are waited for, the lowest moves (golden/README.md).
    """
    actors = table.actors()
    if not actors or actors[0] == 0:
        return 0
    moves = table.legal(actors[0])
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(table)
        after.play(actors[0], move)
        total += perft(after, depth - 1)
    return total


def check_perft(row: dict[str, Any], folder: Path) -> None:
    """One line of perft.jsonl: a record, a ply and the counts for 1, 2, ... moves."""
    header, steps = read_record((folder / row["record"]).read_text(encoding="utf-8"))
    table = new_table(header)
    for actor, move in steps[: row["ply"]]:
        table.play(actor, move)
    counts = [perft(table, depth) for depth in range(1, len(row["perft"]) + 1)]
    where = f"{row['record']} ply {row['ply']}"
    assert counts == row["perft"], f"{where}: {row['perft']}, reference {counts}"


def compare_file(path: Path) -> str:
    """Compare one file; says how much agreed."""
    if path.suffix == ".record":
        return f"{replay_record(path.read_text(encoding='utf-8'))} steps agree"
    with path.open(encoding="utf-8") as lines:
        if not path.name.startswith("perft"):
            return f"{replay_trace(lines)} steps agree"
        rows = [json.loads(line) for line in lines]
    for row in rows:
        check_perft(row, path.parent)
    return f"{len(rows)} rows agree"


def main(names: list[str]) -> int:
    """Compare the named files; 1 at the first disagreement."""
    for name in names:
        try:
            print(f"{name}: {compare_file(Path(name))}", flush=True)
        except AssertionError as difference:
            print(f"{name}: {difference}", flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
