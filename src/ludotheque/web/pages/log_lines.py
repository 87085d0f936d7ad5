"""A table's log as its page shows it: a line for each entry, in it each step with whose it is, sentence by sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby

from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import EntryView, PlayEntry, SealedEntry, ToldStep
from ludotheque.wire.table_messages import TableView

MOST_LOGGED = 40  # entries in the page's log at first
MOST_TOLD = 200  # entries since one's own last move


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log: its steps in words."""

    number: int
    steps: Sequence[ToldStep]


def log_of(entries: Sequence[EntryView], reader: Reader, most: int = MOST_LOGGED) -> list[LogLine]:
    """The last entries that are in effect, the newest first; a secret one without its content."""
    lines: list[LogLine] = []
    for entry in reversed(entries):
        if isinstance(entry, PlayEntry | SealedEntry) and not entry.withdrawn:
            told = entry.told if isinstance(entry, PlayEntry) else None
            lines.append(LogLine(entry.number, told or [secret_step(entry.seat, reader)]))
        if len(lines) == most:
            break
    return lines


def secret_step(seat: int, reader: Reader) -> ToldStep:
    """What is said of a step that nobody else may know yet."""
    return ToldStep(seat=seat, words=[reader.say("Chosen in secret.")])


@dataclass(frozen=True, slots=True)
class SeatSteps:
    """Steps of one seat in a row, in words; seat 0: the table drew."""

    seat: int
    steps: Sequence[ToldStep]


def groups_since(news: TableView, reader: Reader) -> list[SeatSteps]:
    """What happened since the viewer's own last move, from then on, player by player; to a spectator, the last steps.

    It begins with what came of that move: steps of others that followed it without a choice.
    """
    own = news.since.number if news.since else 0
    lines = [line for line in reversed(log_of(news.entries, reader, MOST_TOLD)) if line.number >= own]
    steps = [
        step
        for line in lines
        for step in (line.steps if line.number > own else dropwhile(lambda one: one.seat in news.own, line.steps))
    ]
    return [SeatSteps(seat, list(run)) for seat, run in groupby(steps, key=lambda step: step.seat)]
