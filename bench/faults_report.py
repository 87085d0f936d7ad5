"""The page of the fault campaign, from all its pieces."""

from collections import Counter
from typing import Any

MESSAGES = ("dropped", "doubled", "delayed", "reordered")
KINDS = (*MESSAGES, "kill -9", "restart of PostgreSQL", "full disk", "locked database")

HEAD = """# Nothing lost

For whoever wants to know whether a move that was acknowledged is there tomorrow. Games of all four titles are played
while servers are killed, databases fail and messages go astray, and everything that was promised is checked, from
outside and in the database. Left out: [how much a server carries](load.md).

    python -m bench.faults run        # a piece of 18 minutes; the next one goes on from there, on the other database
    python -m bench.faults report --write

## What is done

`ludotheque serve` runs on a database of its own: one process on SQLite, or two on one PostgreSQL (with its usual
settings, `fsync` included). {tables} tables at once are played by {people} people, two thirds of them on sockets and
the others on plain HTTP, and by bots (`novice`). They know no rules: they draw from the `legal` and `parts` that the
server sends. They take back, ask, agree and refuse; most tables have live clocks with increments, and at a few
somebody lets their time run out. A request is repeated under the same `id` until it is answered; whoever loses the line
calls again, and watches after the last entry that they surely know.

| fault | what happens |
|---|---|
| kill -9 | a server, at any moment: in the middle of requests, of its own start, with all others at once |
| restart of PostgreSQL | stopped as by `pg_ctl stop -m immediate`, and started again up to 4 s later |
| full disk | {how_full}, for 0.5 to 4 s |
| locked database | another connection holds a write lock for 1 to 8 s |
| dropped, doubled, delayed, reordered | {share} of all messages: frames of sockets, HTTP requests and answers |

A fault counts when it happened: what was dropped had been sent, what was overtaken had another go first, a kill hit a
running process. Messages are met inside the people's own process, at the ends of real connections. The first start of
a piece is the plain command; later servers are forked from a process that has imported everything, since imports are
nearly all of a start ({plain} s; forked: {forked} s).

## What is checked

All the time, and at the end of a piece when all games have been played to their end:

- every acknowledged entry is in the log under its number, with these steps by that seat;
- each entry of a person's steps has one request, and each request that was played one entry; stored and received
  answers are the same;
- numbers have no gap; every table is over; nobody whose clock was long ran out of time;
- every entry that somebody was sent is the one in the log, and what they were sent piece by piece adds up to what they
  are sent as a whole;
- what a server shows as `left` of each seat is what the log and the stored pauses give at that moment, to 50 ms.

The seed of a piece gives all faults, their moments and all choices; how they meet is up to the machine.
"""


MENDED = """Pieces on unfinished code have found these, mended since, each with a test:

- clocks of a second process that were off by a pause which it had not heard of, or by 52 ms;
- a request that failed when its process had dropped the table from memory in the meantime;
- a second reader who saw an empty table while the first one was reading it;
- an answer that named the number of another entry;
- projects that were shown, hidden again when all agreed to withdraw steps, and not sent when they were shown once more;
- what a bot had chosen in secret for somebody who was away, and was not sent to them when they took their seat back."""


def page(pieces: list[dict[str, Any]], people: int, tables: int) -> str:
    """The whole page."""
    how = next((one["how_full"] for one in pieces if one.get("how_full")), "no room on SQLite's disk")
    plain = sorted(one["plain_start"] for one in pieces) or [0.0]
    forked = sorted(one["forked_start"] for one in pieces if one["forked_start"]) or [0.0]
    shares = sorted(100 * one["share"] for one in pieces) or [0.0]
    head = HEAD.format(
        tables=tables, people=people, share=f"{_span(shares)} %", how_full=how, plain=_span(plain), forked=_span(forked)
    )
    passed = [one for one in pieces if not one["violations"]]
    return "\n".join([head, *_sums(passed), "", *_rows(pieces), "", *_found(pieces), ""])


def _span(many: list[float]) -> str:
    return f"{many[0]:g}" if many[0] == many[-1] else f"{many[0]:g} to {many[-1]:g}"


def _faults(pieces: list[dict[str, Any]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in pieces:
        total.update(one["faults"])
    return total


def _sums(pieces: list[dict[str, Any]]) -> list[str]:
    by = {name: _faults([one for one in pieces if one["database"] == name]) for name in ("sqlite", "postgresql")}
    total = _faults(pieces)
    lines = ["## Result", "", "| fault | SQLite | PostgreSQL | all | aim |", "|---|---|---|---|---|"]
    aims = {"kill -9": "300", "restart of PostgreSQL": "20", "full disk": "50, with locked"}
    for kind in KINDS:
        here = [f"{by[name][kind]:,}" if by[name][kind] else "" for name in by]
        lines.append(f"| {kind} | {' | '.join(here)} | {total[kind]:,} | {aims.get(kind, '')} |")
    sums = [sum(counts[kind] for kind in KINDS) for counts in (*by.values(), total)]
    lines.append(f"| **all** | {sums[0]:,} | {sums[1]:,} | **{sums[2]:,}** | 20,000 |")
    many = {name: sum(one[name] for one in pieces) for name in ("tables", "entries", "acknowledged", "clocks")}
    looks = sum(one["looks"].get("entries sent", 0) for one in pieces)
    worst = max((one["worst_clock_ms"] for one in pieces), default=0.0)
    if not pieces:
        return [*lines, "", "**No piece has passed yet**; what was found is told below."]
    lines += [
        "",
        f"{many['tables']:,} games with {many['entries']:,} entries, {many['acknowledged']:,} of them acknowledged"
        f" requests; {many['clocks']:,} clocks compared (the worst that passed: {worst:g} ms), {looks:,} times an entry"
        f" that was sent with the log. **Nothing was lost, doubled, stuck or wrong in these {len(pieces)} pieces**;"
        " one in which something was counts for nothing here, and is told below.",
    ]
    return lines


def _rows(pieces: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| seed | database | when | commit | minutes | games | entries | faults | kill -9 | violations |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in pieces:
        faults = _faults([one])
        lines.append(
            f"| {one['seed']} | {one['database']} | {one['date'][:16].replace('T', ' ')} | {one['commit']} |"
            f" {one['seconds'] / 60:.0f} | {one['tables']} | {one['entries']:,} |"
            f" {sum(faults[kind] for kind in KINDS):,} | {faults['kill -9']} | {len(one['violations'])} |"
        )
    return [*lines, "", "A `+` after a commit: with changes that were committed later."]


def _found(pieces: list[dict[str, Any]]) -> list[str]:
    """The violations of the pieces that failed, and how often the servers said «later»."""
    lines = ["## What was found", ""]
    for piece in pieces:
        for one in piece["violations"]:
            more = {name: value for name, value in one.items() if name not in ("seed", "what", "table")}
            lines.append(f"- seed {one['seed']}, table {one['table'] or '-'}: {one['what']}. `{str(more)[:600]}`")
    if len(lines) == 2:
        lines.append("Nothing.")
    notes: Counter[str] = Counter()
    for piece in pieces:
        notes.update(piece["notes"])
    told = "; ".join(f"{name}: {count:,}" for name, count in notes.most_common())
    return [*lines, "", MENDED, "", f"Refused for now, and repeated by the clients: {told or 'nothing'}."]
