"""A person's turns as a feed that their own programs fetch: Atom for readers, iCalendar for calendars."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as Tree

from ludotheque.drawing import language
from ludotheque.games.phrase import say
from ludotheque.table.reminders.turn_message import TurnMessage
from ludotheque.wire.field_bounds import Language

ATOM = "http://www.w3.org/2005/Atom"
LINE = 75  # bytes of a line of iCalendar
HOUR = 3600.0
NEVER = 0.0


@dataclass(frozen=True, slots=True)
class FeedTurn:
    """A turn in a feed: what is told of it, since when it waits, and when its time runs out."""

    message: TurnMessage
    waited: float
    due: float | None


def atom(turns: Iterable[FeedTurn], house: str, lang: Language) -> bytes:
    """The turns as an Atom feed. The same turns give the same bytes."""
    found, spoken = list(turns), language(lang)
    feed = Tree.Element("feed", {"xmlns": ATOM, "xml:lang": lang})
    _add(feed, "id", f"{house}/#turns")
    _add(feed, "title", spoken.say(say("My turns at {house}", house=house)))
    _add(feed, "updated", _instant(max((one.waited for one in found), default=NEVER)))
    _add(feed, "link", href=f"{house}/")
    _add(_add(feed, "author"), "name", "Ludothèque")
    for one in found:
        entry = _add(feed, "entry")
        _add(entry, "id", f"{house}/#{_name(one)}")
        _add(entry, "title", spoken.say(one.message.subject))
        _add(entry, "updated", _instant(one.waited))
        _add(entry, "link", href=one.message.link)
        _add(entry, "summary", " ".join(map(spoken.say, one.message.lines[:1])))
    body: bytes = Tree.tostring(feed, "utf-8", xml_declaration=True)
    return body


def calendar(turns: Iterable[FeedTurn], house: str, lang: Language) -> bytes:
    """The turns as events of a calendar: each at the end of its time, or without a clock when it began."""
    spoken = language(lang)
    title = spoken.say(say("My turns at {house}", house=house))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ludotheque//turns//EN", f"X-WR-CALNAME:{_escaped(title)}"]
    for one in turns:
        end = one.due or one.waited + HOUR
        lines += [
            "BEGIN:VEVENT", f"UID:{_name(one)}@{house.partition('//')[2]}", f"DTSTAMP:{_stamp(one.waited)}",
            f"DTSTART:{_stamp(end - HOUR)}", f"DTEND:{_stamp(end)}",
            f"SUMMARY:{_escaped(spoken.say(one.message.subject))}", f"URL:{one.message.link}",
            f"DESCRIPTION:{_escaped(one.message.link)}", "TRANSP:TRANSPARENT", "END:VEVENT",
        ]  # fmt: skip
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def tag_of(body: bytes) -> str:
    """The ETag of a feed, so that whoever has it already is sent nothing."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _name(one: FeedTurn) -> str:
    return f"{one.message.table}-{one.message.seat}-{one.message.turn}"


def _add(parent: Tree.Element, name: str, text: str | None = None, **attributes: str) -> Tree.Element:
    made = Tree.SubElement(parent, name, attributes)
    made.text = text
    return made


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in pieces, none longer than a line may be, and no letter cut."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > LINE - 1:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
