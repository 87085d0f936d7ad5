"""A table as its page shows it, gathered from what a seat is sent: nothing here knows more than that."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.drawing import describe, draw, marks_of
from ludotheque.drawing.description import expected
from ludotheque.drawing.forecast import steps_told
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import seat_word
from ludotheque.log.subscription import Subscription
from ludotheque.play.choice import choices_of
from ludotheque.table.people.people import Person
from ludotheque.table.service import chat as messages
from ludotheque.table.service.access import LiveTable, build_table_view, seat_of
from ludotheque.table.service.service import Service
from ludotheque.web.pages.board_frame import BoardFrame, board_of
from ludotheque.web.pages.level_names import level_name
from ludotheque.web.pages.shared_device import SharedDevice, sharing_of
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import HolderView, PlayEntry, SealedEntry
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.table_messages import Rights, SeatView, TableView, Want
from ludotheque.wire.table_requests import Heard

WANTS: tuple[Want, ...] = ("words",)
MOST_TOLD = 40  # entries of the log that a page begins with


@dataclass(frozen=True, slots=True)
class Strip:
    """A seat at the table: who holds it, whether it is waited for, what it has."""

    seat: int
    colour: str
    name: str
    about: str
    is_own: bool
    is_bot: bool
    is_free: bool
    is_waited_for: bool
    is_quick: bool
    left: float | None
    score: int | None


@dataclass(frozen=True, slots=True)
class LogLine:
    """What a seat did, in words."""

    number: int
    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for its page."""

    news: TableView
    seat: int | None
    board: BoardFrame | None
    strips: list[Strip]
    log: list[LogLine]
    choices: list[tuple[str, str]]  # whole choices: the steps, and what they would do
    sharing: SharedDevice
    messages: list[Heard]

    @property
    def can(self) -> Rights:
        """What the seat that looks may do, as the house says."""
        return self.news.can

    @property
    def is_stuck(self) -> bool:
        """Whether a bot came to no move."""
        return any(bot.error for bot in self.news.bots)

    @property
    def stage(self) -> Stage:
        return self.news.stage


async def show_table(service: Service, live: LiveTable, reader: Reader, seat: int | None) -> ShownTable:
    """What a page needs of a table. Where seats with secrets share a device, a view comes only when it is asked for."""
    state, person, terms = live.state, reader.person, live.row.terms
    own = state.seats_of(person.id) if person else ()
    sharing = sharing_of(state, own, seat)
    news = await build_table_view(service, live, person, Subscription(WANTS, reader.lang, sharing.looked_as, 0))
    as_seat = seat_of(state, person, sharing.looked_as)
    board, choices = None, []
    if state.position is not None:
        view = state.position.view(as_seat)
        drawing = draw(view, marks_of(state.position, as_seat), reader.lang)
        board = board_of(drawing, as_seat)
        news = news.model_copy(update={"prompt": expected(view, reader.lang)})
        if as_seat is not None and not state.is_over:
            told = steps_told(view, reader.lang)
            choices = [(" ".join(steps), _told(steps, told)) for steps in choices_of(view)]
    return ShownTable(
        news=news,
        seat=as_seat,
        board=board,
        strips=strips_of(news, reader, terms.game),
        log=log_of(news, reader),
        choices=choices,
        sharing=sharing,
        messages=await _messages(service, live, person) if news.can.talk and person else [],
    )


async def _messages(service: Service, live: LiveTable, person: Person) -> list[Heard]:
    heard = await messages.listen(service.store, live, person)
    names = await service.people.look_up(one.person for one in heard)
    return [messages.said(one, names) for one in heard]


def _told(steps: Sequence[str], told: dict[str, str]) -> str:
    return " ".join(told.get(step, step) for step in steps)


def strips_of(news: TableView, reader: Reader, game: str) -> list[Strip]:
    """The seats, as they stand beside the board."""
    return [
        Strip(
            seat=one.seat,
            colour=reader.speak(seat_word(one.name), game),
            name=_name(one, news, reader, game),
            about=level_name(reader, one.holder.name) if one.holder and one.holder.holds == "bot" else "",
            is_own=one.seat in news.own,
            is_bot=one.holder is not None and one.holder.holds == "bot",
            is_free=one.holder is None,
            is_waited_for=one.is_waited_for,
            is_quick=one.is_quick,
            left=one.left,
            score=news.scores[one.seat - 1].total if news.scores else None,
        )
        for one in news.seats
    ]


def _name(seat: SeatView, news: TableView, reader: Reader, game: str) -> str:
    """Who holds a seat; where several share a device, they are told apart by their colours."""
    if len(news.own) > 1 and seat.seat in news.own:
        return reader.speak(seat_word(seat.name), game)
    return holder_name(seat.holder, reader)


def holder_name(holder: HolderView | None, reader: Reader) -> str:
    """Who holds a seat, for people."""
    if holder is None:
        return reader.say("free")
    return reader.say("Bot") if holder.holds == "bot" else holder.name


def log_of(news: TableView, reader: Reader) -> list[LogLine]:
    """What has been done, the newest first; of what is secret, only that it was done."""
    told = []
    for entry in reversed(news.entries):
        if isinstance(entry, PlayEntry | SealedEntry) and not entry.withdrawn:
            words = entry.words if isinstance(entry, PlayEntry) else None
            told.append(LogLine(entry.number, entry.seat, " ".join(words or ()) or reader.say("Chosen in secret.")))
        if len(told) == MOST_TOLD:
            break
    return told


def in_words(live: LiveTable, seat: int | None, lang: str) -> list[str]:
    """A table without its picture: what is where, sentence by sentence."""
    if live.state.position is None:
        return []
    view = live.state.position.view(seat)
    speaker = language(lang, view.game.name)
    return [speaker.say(phrase) for phrase in describe(view).where]
