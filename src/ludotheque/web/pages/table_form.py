"""The form for a new table: its fields as typed, and the terms that they make."""

from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque.games.phrase import Phrase, say
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.play.game import game as find_game
from ludotheque.web.pages.level_names import NAMES
from ludotheque.web.preferences import Preferences
from ludotheque.web.reader import Reader

CLOCKS, ABSENCES, SEATINGS = ("none", "live", "slow"), ("wait", "end", "bot"), ("drawn", "chosen")
MINUTE = 60
# Numbers in the form: label, least and greatest value.
FIGURES: dict[str, tuple[Phrase, float, float]] = {
    "minutes": (say("Minutes for the whole game"), 1, 1440),
    "increment": (say("Seconds more for each step"), 0, 600),
    "days": (say("Days for each step"), 1, 30),
}


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form for a new table, filled in. Numbers stay texts until `terms` reads them."""

    game: str
    players: int
    bots: int = 0
    level: str = "novice"
    options: dict[str, str] = field(default_factory=dict)
    board: str = ""
    clock: str = "none"
    minutes: str = "10"
    increment: str = "10"
    days: str = "3"
    absence: str = "wait"
    seating: str = "drawn"
    rated: bool = False
    public: bool = False
    messages: bool = True

    def terms(self, reader: Reader) -> Terms:
        """The terms of the new table; raises the first error."""
        figures = {name: self._figure(name, reader) for name in FIGURES}
        terms: dict[str, Any] = {
            "game": self.game, "players": self.players, "options": self.options, "board": self.board or None,
            "clock": self.clock, "bank": figures["minutes"] * MINUTE, "increment": figures["increment"],
            "days": figures["days"], "absence": self.absence, "seating": self.seating, "rated": self.rated,
            "private": not self.public, "messages": self.messages, "rules": find_game(self.game).rules_version,
        }  # fmt: skip
        return Terms.model_validate(terms)

    def _figure(self, name: str, reader: Reader) -> float:
        label, low, high = FIGURES[name]
        try:
            value = float(getattr(self, name).strip().replace(",", "."))
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            text = reader.say("{what}: a number from {low} to {high}.", what=label, low=f"{low:g}", high=f"{high:g}")
            raise TableError("wrong", text)
        return value


def default_form(game: str, chosen: Preferences) -> TableForm:
    """The form before anything is typed."""
    return TableForm(game, chosen.count(game), level=chosen.level)


def read_form(game: str, sent: dict[str, str]) -> TableForm:
    """The form as sent; an invalid choice from a list becomes its default."""
    one, usual = find_game(game), TableForm(game, find_game(game).players[0])
    low, high = one.players
    players = min(max(_whole(sent.get("players"), low), low), high)
    return replace(
        usual, players=players, bots=min(max(_whole(sent.get("bots"), 0), 0), players - 1),
        level=_among(sent.get("level"), tuple(NAMES)),
        options={name: _among(sent.get(name), values) for name, values in one.options.items()},
        board=sent.get("board", "").strip(), clock=_among(sent.get("clock"), CLOCKS),
        minutes=sent.get("minutes", usual.minutes)[:12], increment=sent.get("increment", usual.increment)[:12],
        days=sent.get("days", usual.days)[:12], absence=_among(sent.get("absence"), ABSENCES),
        seating=_among(sent.get("seating"), SEATINGS), rated="rated" in sent, public="public" in sent,
        messages="messages" in sent,
    )  # fmt: skip


def _among(value: str | None, values: tuple[str, ...]) -> str:
    return value if value in values else values[0]


def _whole(text: str | None, usual: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 3 else usual
