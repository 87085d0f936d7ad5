"""A table's log as its page shows it: a line for each entry, in it each step with whose it is, sentence by sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import EntryView, PlayEntry, SealedEntry, ToldStep

MOST_LOGGED = 40  # entries in the page's log at first


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
