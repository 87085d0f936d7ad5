"""What a reminder says: nothing that a spectator could not know, in the language of its reader."""

import json
from dataclasses import dataclass

from ludotheque.drawing import language
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.log.entries import PersonHolder
from ludotheque.log.table_state import TableState
from ludotheque.wire.field_bounds import Language

HOUR, DAY = 3600.0, 86_400.0
MINUTES = 600.0  # that nobody counts
IN_DAYS = 2 * DAY  # seconds left from which on they are counted in days


@dataclass(frozen=True, slots=True)
class TurnMessage:
    """What is told of a turn."""

    id: str  # of this reminder: the same in each attempt
    game: str  # by name
    title: str  # of the game
    table: str
    seat: int
    turn: int
    others: tuple[str, ...]  # the people one plays with
    has_begun: bool  # the game; else all have sat down, and it waits for this person's browser
    left: float | None  # seconds, by a slow clock
    link: str

    @property
    def subject(self) -> Phrase:
        """The turn in one line."""
        if not self.has_begun:
            return say("{game} can begin: everybody is there", game=self.title)
        return say("Your turn at {game}, with {names}", game=self.title, names=listed(self.others))

    @property
    def lines(self) -> list[Phrase]:
        """The turn in sentences."""
        if not self.has_begun:
            return [say("Everybody has sat down at {game}: it begins when you come to the table.", game=self.title)]
        told = [say("It is your turn at {game}. You play with {names}.", game=self.title, names=listed(self.others))]
        return told if self.left is None else [*told, time_left(self.left)]

    def fields(self, lang: Language) -> dict[str, object]:
        """The reminder for a program: a webhook's body."""
        spoken = language(lang)
        said = " ".join(map(spoken.say, self.lines))
        return {
            "kind": "turn", "id": self.id, "table": self.table, "game": self.game, "seat": self.seat, "turn": self.turn,
            "with": list(self.others), "left": self.left, "url": self.link, "text": f"{said} {self.link}",
        }  # fmt: skip

    def for_browser(self, lang: Language) -> bytes:
        """The reminder as a browser's service worker shows it; a later one of the same table takes its place."""
        spoken = language(lang)
        body = " ".join(map(spoken.say, self.lines))
        shown = {"title": spoken.say(self.subject), "body": body, "url": self.link, "tag": f"turn {self.table}"}
        return json.dumps(shown).encode()


def message_of(
    state: TableState, seat: int, turn: int, *, reminder: str, table: str, names: dict[str, str], now: float, link: str
) -> TurnMessage:
    """What is told of a turn of a seat; `names` are those of the people at the table."""
    own = state.holders[seat]
    people = [one for one in state.holders.values() if isinstance(one, PersonHolder) and one != own]
    others = tuple(dict.fromkeys(names[one.person] for one in people))
    left = state.clocks.remaining_at(seat, now) if state.has_begun else None
    terms = state.terms
    return TurnMessage(
        reminder, terms.game, state.game.title, table, seat, turn, others, state.has_begun, left, link,
    )  # fmt: skip


def time_left(seconds: float) -> Phrase:
    """How much time there is, in days or hours."""
    if seconds >= IN_DAYS - HOUR:
        return count("You have {n} day for it.", "You have {n} days for it.", int((seconds + HOUR) / DAY))
    if seconds >= HOUR - MINUTES:
        return count("You have {n} hour for it.", "You have {n} hours for it.", int((seconds + MINUTES) / HOUR))
    return say("You have less than an hour for it.")


def mail_text(message: TurnMessage, name: str, house: str, stop: str, lang: Language) -> tuple[str, str]:
    """Subject and text of a mail about a turn."""
    spoken = language(lang)
    lines = [
        spoken.say(say("Hello {name},", name=name)), "",
        *map(spoken.say, message.lines), "",
        spoken.say(say("To the table: {link}", link=message.link)), "",
        spoken.say(say("Have a good game!")), "Ludothèque", "",
        "-- ",
        spoken.say(say("You asked {house} for one mail a turn; none comes while you look at the table.", house=house)),
        spoken.say(say("No more of these mails, without logging in: {link}", link=stop)),
    ]  # fmt: skip
    return spoken.say(message.subject), "\n".join(lines) + "\n"


def question_text(house: str, yes: str, stop: str, lang: Language) -> tuple[str, str]:
    """Subject and text of the mail that asks whether an address is theirs. It repeats nothing that anybody typed."""
    spoken = language(lang)
    lines = [
        spoken.say(say("Hello,")), "",
        spoken.say(say("somebody wants to be told here when it is their turn in a game at {house}.", house=house)), "",
        spoken.say(say("If that was you, say yes here: {link}", link=yes)), "",
        spoken.say(say("If it was not, you need do nothing: nothing else will be sent here.")),
        spoken.say(say("You can also have the address forgotten at once: {link}", link=stop)), "",
        "Ludothèque",
    ]  # fmt: skip
    return spoken.say(say("Is this your address?")), "\n".join(lines) + "\n"
