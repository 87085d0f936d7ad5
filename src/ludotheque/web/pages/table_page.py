"""A table as its page shows it, built from the message that a seat is sent, and nothing more."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.drawing import draw, marks_of, places_in_words
from ludotheque.drawing.description import expected
from ludotheque.drawing.forecast import steps_told
from ludotheque.drawing.guide import paragraph_now
from ludotheque.drawing.shared_names import seat_word
from ludotheque.log.player_names import PlayerNames
from ludotheque.log.projection.subscription import Subscription
from ludotheque.play.choice import choices_of
from ludotheque.table.people.profiles import has_finished
from ludotheque.table.service.access import LiveTable, build_table_view, seat_of
from ludotheque.table.service.chat import load_messages
from ludotheque.table.service.service import Service
from ludotheque.table.service.table_names import load_player_names
from ludotheque.table.service.talk.reactions import REACTIONS
from ludotheque.web.pages.board_frame import BoardFrame, board_of
from ludotheque.web.pages.log_lines import LogLine, log_of
from ludotheque.web.pages.player_faces import face_of
from ludotheque.web.pages.shared_device import SharedDevice, shared_device
from ludotheque.web.reader import Reader
from ludotheque.wire.field_bounds import Reaction, Stage
from ludotheque.wire.table_messages import Rights, TableView, Want
from ludotheque.wire.table_requests import Heard

WANTS: tuple[Want, ...] = ("words", "faces")


@dataclass(frozen=True, slots=True)
class SeatStrip:
    """A seat's strip beside the board: its player, clock and score, and whether it is to move."""

    seat: int
    colour: str
    name: str
    about: str
    line: str
    face: Markup
    is_here: bool | None
    is_own: bool
    is_bot: bool
    is_free: bool
    is_waited_for: bool
    is_quick: bool
    left: float | None
    score: int | None


@dataclass(frozen=True, slots=True)
class TableContent:
    """The content of a table's page."""

    news: TableView
    seat: int | None
    board: BoardFrame | None
    strips: list[SeatStrip]
    log: list[LogLine]
    choices: list[tuple[str, str]]  # whole choices: steps, and their effect in words
    words: list[str]  # the position in words, sentence by sentence
    players: PlayerNames
    device: SharedDevice
    messages: list[Heard]
    reactions: list[tuple[Reaction, str]]  # in the reader's words
    is_first_game: bool = False  # the reader has a seat, and has never finished a game of this title

    @property
    def can(self) -> Rights:
        """The acts that the seat may do."""
        return self.news.can

    @property
    def is_stuck(self) -> bool:
        """Whether a bot failed to find a move."""
        return any(bot.error for bot in self.news.bots)

    @property
    def stage(self) -> Stage:
        return self.news.stage


async def load_table_content(service: Service, live: LiveTable, reader: Reader, seat: int | None) -> TableContent:
    """The content of a table's page. On a shared device with secrets, a seat's view comes only on request."""
    state, person, terms = live.state, reader.person, live.row.terms
    own = state.seats_of(person.id) if person else ()
    device = shared_device(state, own, seat)
    news = await build_table_view(service, live, person, Subscription(WANTS, reader.lang, device.view_seat, 0))
    as_seat = seat_of(state, person, device.view_seat)
    players = await load_player_names(service.people, state, live.row.id, reader.lang)
    board, choices, words = None, [], list[str]()
    if state.position is not None:
        view = state.position.view(as_seat)
        drawing = draw(view, marks_of(state.position, as_seat), reader.lang)
        board = board_of(drawing, reader.lang, as_seat)
        words = places_in_words(view, reader.lang, players.now)
        told = {"prompt": expected(view, reader.lang, players.now), "rule_now": paragraph_now(view)}
        news = news.model_copy(update=told)
        if as_seat is not None and not state.is_over:
            does = steps_told(view, reader.lang, players.now)
            choices = [(" ".join(steps), _words_of(steps, does)) for steps in choices_of(view)]
    return TableContent(
        news=news,
        seat=as_seat,
        board=board,
        strips=seat_strips(news, reader, terms.game),
        log=log_of(news.entries, reader),
        choices=choices,
        words=words,
        players=players,
        device=device,
        messages=await _messages(service, live, reader) if news.can.talk else [],
        reactions=[(name, reader.speak(words)) for name, words in REACTIONS.items()],
        is_first_game=as_seat is not None and person is not None and await _is_first(service, person.id, terms.game),
    )


async def _is_first(service: Service, who: str, game: str) -> bool:
    async with service.store.read() as connection:
        return not await has_finished(connection, who, game)


async def _messages(service: Service, live: LiveTable, reader: Reader) -> list[Heard]:
    """The table's last messages, in the reader's language."""
    if reader.person is None:
        return []
    return await load_messages(service.store, service.people, live, reader.person, lang=reader.lang)


def _words_of(steps: Sequence[str], words: dict[str, str]) -> str:
    return " ".join(words.get(step, step) for step in steps)


def seat_strips(news: TableView, reader: Reader, game: str) -> list[SeatStrip]:
    """The strips of all seats."""
    return [
        SeatStrip(
            seat=one.seat,
            colour=reader.speak(seat_word(one.name), game),
            name=one.player.called if one.player else reader.say("free"),
            about=one.player.about if one.player and one.seat not in news.own else "",
            line=one.player.line if one.player else "",
            face=face_of(one.player),
            is_here=one.is_here,
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
