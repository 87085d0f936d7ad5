"""A finished game as its page shows it: the result, the score sheet, the scores over time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.drawing import describe
from ludotheque.drawing.description import told
from ludotheque.drawing.shared_names import part_name, speaker_of
from ludotheque.games.phrase import listed
from ludotheque.log.history import TableHistory
from ludotheque.log.player_names import PlayerNames
from ludotheque.play.position import Position
from ludotheque.table.people.results import places_now, standings
from ludotheque.table.service.access import LiveTable
from ludotheque.table.service.score_history import scores_seen
from ludotheque.table.service.service import Service
from ludotheque.web.pages.after_game.next_words import NextWords, load_next
from ludotheque.web.pages.after_game.rating_lines import RatingLines, load_rating_lines
from ludotheque.web.pages.after_game.replays import ReplayLine, moments_of, picture_at
from ludotheque.web.pages.after_game.score_graph import graph, rows_of
from ludotheque.web.pages.board_frame import BoardFrame, board_of
from ludotheque.web.pages.table_page import TableContent, load_table_content
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import EntryView, PlayEntry
from ludotheque.wire.score_messages import SheetLine, SheetOfSeat

STOPPED = ("resigned", "time", "left")  # by a seat


@dataclass(frozen=True, slots=True)
class Rank:
    """A seat in the final ranking."""

    seat: int
    place: int | None  # None if nobody is ranked
    name: str
    face: Markup
    colour: str
    score: int | None
    is_own: bool
    about: str  # a bot's level, or that this is a guest


@dataclass(frozen=True, slots=True)
class PartOfScore:
    """One part of a score: its points, and the lines that add up to them."""

    name: str
    points: int
    lines: list[SheetLine]


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A seat's score sheet."""

    rank: Rank
    parts: list[PartOfScore]


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    """An entry of the log in words, and the index of the moment after it."""

    index: int
    seat: int
    lines: list[str]


@dataclass(frozen=True, slots=True)
class ReviewContent:
    """The content of a finished game's page."""

    table: TableContent
    headline: str
    why: str
    ranks: list[Rank]
    ratings: RatingLines
    next: NextWords | None
    board: BoardFrame | None
    ply: int
    last: int
    words: str  # of the last step before the moment shown
    story: list[ReviewMoment]
    sheets: list[SeatSheet]
    part_names: list[str]
    graph: Markup | None
    figures: list[tuple[int, Sequence[int]]]


async def load_review(service: Service, live: LiveTable, reader: Reader, ply: int | None) -> ReviewContent:
    """The content of a finished game's page, at a moment or at the end. Everybody sees the same."""
    state = live.state
    table = await load_table_content(service, live, reader, 0)
    story = TableHistory(state)
    ranks = ranks_of(story, table, reader)
    headline, why = headline_of(story, ranks, table.players, reader)
    ratings = await load_rating_lines(service, live.row.id, story, reader)
    by_seat = sorted(ranks, key=lambda one: one.seat)
    names = [rank.name for rank in by_seat]
    if state.position is None:
        after = await load_next(service, live, reader, names, None)
        return ReviewContent(table, headline, why, ranks, ratings, after, None, 0, 0, "", [], [], [], None, [])
    line = ReplayLine.of(state, None)
    index, position = line.at(ply)
    is_last = position is state.position
    moments = story_of(table.news.entries, moments_of(state, line))
    board = table.board if is_last else board_of(picture_at(line, index, reader.lang), reader.lang)
    counted = await scores_seen(state, None, reader.lang)
    after = await load_next(service, live, reader, names, counted)
    label = reader.say("The scores of all players, step by step; the figures are in the table below.")
    return ReviewContent(
        table, headline, why, ranks, ratings, after, board, index, len(line.moments) - 1,
        _last_step(position, table.players), moments,
        sheets_of(counted.sheet, ranks, reader, live.row.terms.game),
        [reader.speak(part_name(part), live.row.terms.game) for part in counted.parts],
        graph(live.row.terms.game, counted.plies, counted.scores, names, label),
        rows_of(counted.plies, counted.scores),
    )  # fmt: skip


def ranks_of(story: TableHistory, table: TableContent, reader: Reader) -> list[Rank]:
    """All seats, the best first; of a cancelled game, in seat order."""
    strips, places = table.strips, _places(story)
    own = [strip.seat for strip in strips if strip.is_own]
    ranks = [
        Rank(
            one.seat, places.get(one.seat), one.name, one.face, one.colour, one.score, [one.seat] == own, one.about,
        )
        for one in strips
    ]  # fmt: skip
    return sorted(ranks, key=lambda one: (one.place or len(ranks) + 1, one.seat))


def _places(story: TableHistory) -> dict[int, int]:
    """The place of each seat: by the rules, or by the ranking of a stopped game."""
    position = story.state.position
    if position is None or story.how in (None, "cancelled"):
        return {}
    if story.how == "rules":
        return dict(enumerate(places_now(position), 1))
    return {one.seat: one.place for one in standings(story)}


def headline_of(
    story: TableHistory, ranks: Collection[Rank], players: PlayerNames, reader: Reader
) -> tuple[str, str]:  # fmt: skip
    """Two lines: the winner with their lead, and how the game ended."""
    position, end = story.state.position, story.state.end
    who = next((one.name for one in ranks if end and one.seat == end.seat), "")
    won = winning_words([one for one in ranks if one.place == 1], ranks, reader, is_stopped=story.how in STOPPED)
    if story.how == "resigned":
        return won, reader.say("{who} has resigned.", who=who)
    if story.how == "time":
        return won, reader.say("{who} ran out of time.", who=who)
    if story.how == "left":
        return won, reader.say("{who} has left the table.", who=who)
    if story.how == "agreed":
        return won, reader.say("All agreed to end the game here.")
    if story.how != "rules" or position is None:
        return reader.say("The game was called off."), reader.say("Nobody wins, and nothing counts.")
    speaker = speaker_of(position.game, reader.lang, players.now)
    return won, speaker.say(describe(position.view(None)).expected[0])


def winning_words(winners: Sequence[Rank], ranks: Collection[Rank], reader: Reader, *, is_stopped: bool) -> str:
    """The winner and their lead in points; without the lead if the game was stopped."""
    if not winners:
        return reader.say("The game is over.")
    if len(winners) > 1:
        return reader.say("{who} share the win.", who=listed(one.name for one in winners))
    [winner] = winners
    ahead = (winner.score or 0) - max((one.score or 0 for one in ranks if one is not winner), default=0)
    if is_stopped:
        return reader.say("You win!") if winner.is_own else reader.say("{who} wins.", who=winner.name)
    if ahead <= 0:
        if winner.is_own:
            return reader.say("You win the tie-break!")
        return reader.say("{who} wins the tie-break.", who=winner.name)
    if winner.is_own:
        return reader.count("You win by a point!", "You win by {n} points!", ahead)
    return reader.count("{who} wins by a point.", "{who} wins by {n} points.", ahead, who=winner.name)


def sheets_of(sheet: list[SheetOfSeat], ranks: Collection[Rank], reader: Reader, game: str) -> list[SeatSheet]:
    """The score sheets, in the order of `ranks`."""
    by_seat = {one.seat: one for one in sheet}
    return [SeatSheet(rank, _parts(by_seat[rank.seat], reader, game)) for rank in ranks]


def _parts(one: SheetOfSeat, reader: Reader, game: str) -> list[PartOfScore]:
    return [
        PartOfScore(reader.speak(part_name(part), game), points, [line for line in one.lines if line.part == part])
        for part, points in one.parts.items()
    ]


def story_of(entries: Sequence[EntryView], moments: dict[int, int]) -> list[ReviewMoment]:
    """The entries in words, each with the moment after it."""
    return [
        ReviewMoment(moments[entry.number], entry.seat, [words for step in entry.told for words in step.words])
        for entry in entries
        if isinstance(entry, PlayEntry) and entry.number in moments and entry.told
    ]


def _last_step(position: Position, players: PlayerNames) -> str:
    """The last step before a position, in words."""
    before = next(position.history, None)
    if not before or not position.last:
        return ""
    return told(before, position.last, None, players.lang, position, players.at(position.ply))
