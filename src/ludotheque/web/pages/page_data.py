"""The data of the pages' scripts, sent with the page or fetched later: one class for each.

`make wire` writes their TypeScript declarations, with those of the messages (`wire`).
"""

from typing import Literal

from ludotheque.log.projection.drawing_projection import project_explanations
from ludotheque.table.service.access import LiveTable
from ludotheque.web.pages.board_frame import FirstDrawing
from ludotheque.web.pages.fairness_page import ProofFigures
from ludotheque.web.pages.lesson_page import LessonMessage, LessonPreview
from ludotheque.web.pages.table_page import TableContent
from ludotheque.web.reader import Reader
from ludotheque.web.script_texts import client_texts
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Language, Stage
from ludotheque.wire.table_messages import ElementView, ExplanationView, TableView
from ludotheque.wire.table_requests import Heard


class TablePage(Sent):
    """A table, open or being played."""

    table: str
    game: str
    stage: Stage
    lang: Language
    invitation: str | None
    seat: int | None  # whose view it is; null: a spectator's
    own: list[int]  # the reader's own seats
    number: int  # of the last entry
    messages: int  # the number of the last chat message in the page
    is_public: bool  # several seats share the device, and it shows the spectator's view
    is_asked: bool  # it shows one seat's own view, on request
    has_secrets: bool
    is_first_game: bool  # the reader plays, and has never finished a game of this title
    news: TableView  # without the entries, which are in the page already
    drawing: FirstDrawing | None
    printed: dict[str, ElementView]  # by id: elements that never change, and can only be tried
    explained: dict[str, ExplanationView]  # by id, or `#` and definition: `drawing.guide`
    texts: dict[str, str]

    @classmethod
    def of(cls, content: TableContent, live: LiveTable, reader: Reader, invitation: str | None) -> "TablePage":
        return cls(
            table=live.row.id, game=live.row.terms.game, stage=content.news.stage, lang=reader.lang,
            invitation=invitation, seat=content.seat, own=content.news.own, number=content.news.number,
            messages=max((one.number for one in content.messages), default=0),
            is_public=content.device.is_public, is_asked=content.device.is_asked,
            has_secrets=live.state.game.has_secrets, is_first_game=content.is_first_game,
            news=content.news.model_copy(update={"entries": [], "remarks": [], "words": None}),
            drawing=content.board.first if content.board else None,
            printed=content.board.printed if content.board else {},
            explained=project_explanations(live.row.terms.game, live.state.setup, reader.lang) if content.board else {},
            texts=client_texts(reader, live.row.terms.game),
        )  # fmt: skip


class ReviewPage(Sent):
    """A finished game."""

    table: str
    game: str
    stage: Literal["over"]
    lang: Language
    invitation: str | None
    ply: int  # that is shown
    last: int
    own: list[int]
    rematch: str | None
    messages: int
    number: int
    explained: dict[str, ExplanationView]
    texts: dict[str, str]


class LessonPage(LessonMessage):
    """A lesson, from its beginning."""

    game: str
    lesson: str
    printed: dict[str, ElementView]
    explained: dict[str, ExplanationView]
    texts: dict[str, str]


class FairPage(Sent):
    """The proof of a game's chance: the figures that the house has computed, and the texts of the browser's verdict."""

    table: str
    stage: Stage
    invited: str  # the query with the invitation, or ""
    figures: ProofFigures | None
    verdicts: dict[str, str]  # by grade
    reasons: dict[str, str]  # by the verifier's own sentence, in which {} is a number


class ReplayFrames(Sent):
    """A game step by step. Each frame has the elements that changed since the one before; '' removes one."""

    frames: list[dict[str, str]]
    words: list[str]
    orders: dict[str, list[str]]  # by part: the order of all its elements
    moments: dict[str, int]  # by entry number: the frame after it
    facts: list[dict[str, object] | None]  # of each frame; empty for a game without facts


class TurnedProject(Sent):
    """A Maka Bana project, revealed."""

    seat: int
    name: str
    cards: list[str]  # the one that is face up from the start comes first
    is_done: bool
    words: str
    live: dict[str, str]  # the island's elements that it changes; '' removes one


class RevealData(Sent):
    """The end of a Maka Bana round: the island with all Tikis, and the projects in order."""

    number: int  # of the round
    live: dict[str, str]
    turned: list[TurnedProject]


class WaitingAnswer(Sent):
    """The number of tables that wait for the reader, the next one, and a line about it."""

    count: int
    table: str | None
    text: str


PAGES = (
    TablePage, ReviewPage, LessonPage, LessonMessage, LessonPreview, FairPage, ReplayFrames, RevealData, WaitingAnswer,
    Heard,
)  # fmt: skip
