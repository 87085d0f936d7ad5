"""The tools: one player, with a seat at any number of tables.

Each method in `tools` is a tool; its docstring and the descriptions of its arguments are what a model reads.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, ClassVar, Literal

from mcp.types import CallToolResult
from pydantic import Field

from ludotheque.drawing import LANGUAGES, language
from ludotheque.games import NAMES
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.interop.mcp import answers
from ludotheque.interop.mcp.agent_seat import AgentSeat
from ludotheque.interop.mcp.answers import answer
from ludotheque.interop.mcp.books import find_rules
from ludotheque.interop.mcp.move_pages import begun, judge, page_of_moves, refused
from ludotheque.interop.mcp.table_sources import BOTS, Houses, begin_here, list_games
from ludotheque.interop.mcp.tool_results import (
    Games,
    HintSeen,
    LegalMoves,
    PlayedSteps,
    RecordSeen,
    RulesText,
    RuleVerdict,
    ScoreTable,
    TableList,
    TableSeen,
)  # fmt: skip
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import Seat, SeatError

MOST_TABLES = 20
MOST_SECONDS = 60
PATIENCE, BRIEFLY = 30.0, 1.0  # seconds for bots who move first, and for people

GameName = Annotated[str, Field(description=f"One of {', '.join(NAMES)}.")]
BookName = Annotated[str, Field(description=f"One of {', '.join(NAMES)}, or table: the rules that all games share.")]
Lang = Annotated[str, Field(description=f"One of {', '.join(LANGUAGES)}; the server's own if left out.")]
TableName = Annotated[str, Field(description="The table, as new_game or join_table named it; the newest if left out.")]
Choice = Annotated[
    list[str] | str,
    Field(description='One move as the list writes it, such as "b8-b4"; a choice of several parts as a list of them.'),
]
Seconds = Annotated[float, Field(description=f"How long to wait for the others at most, 0 to {MOST_SECONDS}.")]


class Agent:
    """One player. `lang` is the language where a call says none."""

    READING: ClassVar = {"list_games", "rules", "tables", "look", "legal_moves", "why_not", "hint", "scores", "record"}

    def __init__(self, lang: str = "en", houses: Houses | None = None) -> None:
        self.lang, self._houses = lang, houses or Houses()
        self._seats: dict[str, AgentSeat] = {}
        self._made = 0
        self._lock = threading.Lock()

    @property
    def tools(self) -> list[Callable[..., CallToolResult]]:
        """All tools, in the order in which a player needs them."""
        return [
            self.list_games, self.rules, self.new_game, self.join_table, self.tables, self.look, self.legal_moves,
            self.play, self.why_not, self.wait, self.hint, self.take_back, self.scores, self.record, self.leave,
        ]  # fmt: skip

    def close(self) -> None:
        """Leave all tables."""
        with self._lock:
            for seat in self._seats.values():
                seat.close()
            self._seats.clear()

    def sit(self, own_seat: Seat) -> AgentSeat:
        """Add a seat at an existing table under a new name."""
        with self._lock:
            self._made += 1
            name = f"{own_seat.look().game.name}-{self._made}"
            self._seats[name] = AgentSeat(name, own_seat)
            return self._seats[name]

    # ---- coming to a table

    def list_games(self) -> Annotated[CallToolResult, Games]:
        """List the games with their numbers of players and options, the bots to play against, and the languages."""
        return answer(*list_games())

    def rules(
        self,
        game: BookName,
        paragraph: Annotated[str, Field(description="A paragraph (push.2) or a section (push); all if left out.")] = "",
        language: Lang = "",
    ) -> Annotated[CallToolResult, RulesText]:
        """Read the rulebook of a game; a paragraph or a section comes with its figure and examples."""
        return answer(*find_rules(game, paragraph, language or self.lang))

    def new_game(
        self,
        game: GameName,
        players: Annotated[int | None, Field(description="How many play; the least if left out.")] = None,
        options: Annotated[dict[str, str], Field(description='Such as {"scoring": "product"}.')] = {},  # noqa: B006
        against: Annotated[str, Field(description=f"The bots in the other seats: {', '.join(BOTS)}.")] = "casual",
        seat: Annotated[int, Field(description="Your seat, from 1 on.")] = 1,
        seed: Annotated[int | None, Field(description="The same number gives the same chance and bots again.")] = None,
        language: Lang = "",
    ) -> Annotated[CallToolResult, TableSeen]:
        """Begin a game against bots and take a seat. Others who come first have moved already when this answers."""
        lang = _language(language or self.lang)
        self._check_room()
        return self._begin(self.sit(begin_here(game, players, options, against, seat, seed, lang)))

    def join_table(
        self,
        link: Annotated[str, Field(description="The table's address with its invitation, as a person sends it.")],
        name: Annotated[str, Field(description="Your name there.")],
        language: Lang = "",
    ) -> Annotated[CallToolResult, TableSeen]:
        """Take a seat at a table of a house, with people or bots, by the link that you were given."""
        lang = _language(language or self.lang)
        self._check_room()
        return self._begin(self.sit(self._houses.sit(link, name, lang)))

    def tables(self) -> Annotated[CallToolResult, TableList]:
        """List the tables at which you have a seat, the newest first, and where it is your turn."""
        return answer(*answers.tables_seen([*reversed(self._seats.values())]))

    # ---- at a table

    def look(
        self,
        table: TableName = "",
        picture: Annotated[
            Literal["none", "text", "image"], Field(description="The board besides: drawn in text, or as an image.")
        ] = "none",
    ) -> Annotated[CallToolResult, TableSeen]:
        """Look at a table: the position in words and as JSON, what has happened, what is expected, all legal moves."""
        with self._at(table) as seat:
            snapshot = seat.look()
            drawn = answers.text_picture(snapshot, seat.lang) if picture == "text" else ""
            seen = answers.table_seen(seat, snapshot, drawn)
            images = [answers.image_of(snapshot, seat.lang)] if picture == "image" and snapshot.view else []
            return answer(seen, answers.table_text(seen, seat.lang), *images)

    def legal_moves(
        self,
        table: TableName = "",
        begins: Annotated[str, Field(description='Only moves that begin so, such as "write:" or "b8-".')] = "",
        page: Annotated[int, Field(description="Long lists come in pages, from 1 on.")] = 1,
    ) -> Annotated[CallToolResult, LegalMoves]:
        """List your legal moves and what each would do. Where a move has second parts, one of them goes with it."""
        with self._at(table) as seat:
            moves = page_of_moves(seat.name, seat.look(), begins, page, seat.lang)
            return answer(moves, answers.moves_text(moves, seat.lang))

    def play(
        self, move: Choice, table: TableName = "", seconds: Seconds = 30
    ) -> Annotated[CallToolResult, PlayedSteps]:
        """Play a move, then wait until it is your turn again. What is not legal is refused with its rule: try again."""
        with self._at(table) as seat:
            patience, refusal = _check_seconds(seconds), None
            try:
                seat.play(_steps(move))
            except (Refusal, SeatError) as error:
                refusal = refused(error, seat.lang)
            if refusal is None:
                seat.go_on(patience)
            seen = answers.table_seen(seat, seat.look())
            played = PlayedSteps(is_played=refusal is None, refusal=refusal, now=seen)
            return answer(played, answers.played_text(played, seat.lang))

    def why_not(self, move: Choice, table: TableName = "") -> Annotated[CallToolResult, RuleVerdict]:
        """Ask whether you may play a move, without playing it: what it would do, or the rule that forbids it."""
        with self._at(table) as seat:
            verdict = judge(seat.look(), _steps(move), seat.lang)
            return answer(verdict, answers.verdict_text(verdict, seat.lang))

    def wait(self, table: TableName = "", seconds: Seconds = 30) -> Annotated[CallToolResult, TableSeen]:
        """Wait until it is your turn or the game is over, then look at the table."""
        with self._at(table) as seat:
            seat.go_on(_check_seconds(seconds))
            return self._seen(seat)

    def hint(self, table: TableName = "") -> Annotated[CallToolResult, HintSeen]:
        """Ask what a strong bot would play in your place, and why. It sees what you see."""
        with self._at(table) as seat:
            found = seat.hint()
            seen = HintSeen(move=list(found.steps), words=list(found.words), reason=list(found.reason))
            return answer(seen, "\n".join((" + ".join(found.steps), *found.words, *found.reason)))

    def take_back(self, table: TableName = "") -> Annotated[CallToolResult, TableSeen]:
        """Take your last move back, with all that followed. Bots always agree to that; people are asked first."""
        with self._at(table) as seat:
            said = seat.take_back()
            seen = answers.table_seen(seat, seat.look())
            return answer(seen, f"{said}\n{answers.table_text(seen, seat.lang)}")

    def scores(self, table: TableName = "") -> Annotated[CallToolResult, ScoreTable]:
        """Count everybody's points as if the game ended now, with where each point comes from."""
        with self._at(table) as seat:
            return answer(*answers.scores_seen(seat.name, begun(seat.look()), seat.lang))

    def record(self, table: TableName = "") -> Annotated[CallToolResult, RecordSeen]:
        """Get the game as a record that can be replayed, as far as your seat may know it."""
        with self._at(table) as seat:
            text = str(seat.record())
            return answer(RecordSeen(table=seat.name, record=text), text)

    def leave(
        self,
        table: TableName = "",
        resign: Annotated[bool, Field(description="Give the game up first: in a house, in a game of two.")] = False,
    ) -> Annotated[CallToolResult, TableList]:
        """Leave a table. In a house your seat stays yours, and the others go on waiting for you."""
        with self._at(table) as seat:
            if resign:
                seat.resign()
            seat.close()
        with self._lock:
            self._seats.pop(seat.name, None)
        return self.tables()

    # ---- inside

    def _check_room(self) -> None:
        if len(self._seats) >= MOST_TABLES:
            raise GameError(f"you sit at {MOST_TABLES} tables, which is enough: leave one first")

    def _begin(self, seat: AgentSeat) -> CallToolResult:
        """Let the others play until the player has a choice, then answer with the table."""
        with seat.lock:
            seat.go_on(PATIENCE if isinstance(seat.own_seat, LocalSeat) else BRIEFLY)
            return self._seen(seat)

    def _seen(self, seat: AgentSeat) -> CallToolResult:
        seen = answers.table_seen(seat, seat.look())
        return answer(seen, answers.table_text(seen, seat.lang))

    @contextmanager
    def _at(self, table: str) -> Iterator[AgentSeat]:
        """The seat at a table, by the table's name or at the newest, locked for one call."""
        known = [*self._seats]
        if not known:
            raise GameError("you sit at no table: call new_game or join_table")
        seat = self._seats.get(table or known[-1])
        if seat is None:
            raise GameError(f"there is no table {table!r}: you sit at {', '.join(known)}")
        with seat.lock:
            yield seat


def _language(code: str) -> str:
    return language(code).code


def _steps(move: list[str] | str) -> list[str]:
    """The steps of a move: a list, or a text with spaces between its parts."""
    return move.split() if isinstance(move, str) else [step.strip() for step in move]


def _check_seconds(seconds: float) -> float:
    if not 0 <= seconds <= MOST_SECONDS:
        raise GameError(f"seconds: 0 to {MOST_SECONDS}, not {seconds:g}")
    return seconds
