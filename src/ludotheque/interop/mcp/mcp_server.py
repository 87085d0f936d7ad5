"""The MCP server: tools, rulebooks as resources, a prompt, and errors of one line."""

import logging
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import ValidationError

import ludotheque
from ludotheque import NAMES, GameError, game
from ludotheque.drawing import LANGUAGES, language, rulebook
from ludotheque.interop.mcp.agent import Agent
from ludotheque.interop.mcp.books import BOOKS, book_as_markdown, find_rules
from ludotheque.interop.mcp.table_sources import Houses

INSTRUCTIONS = """\
Tabletop games with exact rules: {titles}. You take a seat and play.
Begin with new_game (against bots) or join_table (with people, by a link to a house that the user named). The \
answer tells the position, what has \
happened, what is expected and every legal move; play makes one. What is not legal is refused with the rule that says \
so and the nearest legal moves: nothing is lost, choose another. rules reads the rulebook. You see exactly what your \
seat sees."""

MOST_SAID = 400  # characters of an error, which may quote arguments

log = logging.getLogger(__name__)


def instructions() -> str:
    """The server's instructions for a language model."""
    return INSTRUCTIONS.format(titles=", ".join(game(name).title for name in NAMES))


class Server(MCPServer[Any]):
    """A server for one player, whose tools answer errors in one line that says what to do."""

    def __init__(self, player: Agent) -> None:
        super().__init__(
            "ludotheque", title="Ludothèque", version=ludotheque.__version__, instructions=instructions(),
            log_level="ERROR",
        )  # fmt: skip
        self.player = player
        for tool in player.tools:
            hints = ToolAnnotations(
                read_only_hint=tool.__name__ in player.READING, destructive_hint=False, open_world_hint=False
            )
            self.add_tool(tool, annotations=hints)

    def close(self) -> None:
        """Leave all tables."""
        self.player.close()

    async def call_tool(
        self, name: str, arguments: Mapping[str, object], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, dict(arguments), context)
        except ToolError as error:
            return CallToolResult(content=[TextContent(type="text", text=one_line(name, error))], is_error=True)


def one_line(name: str, error: ToolError) -> str:
    """The error in one line. Of an unexpected one, the type and location are logged, and no arguments."""
    match error.__cause__:
        case GameError() as cause:
            text = str(cause)
        case ValidationError() as cause:
            text = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in cause.errors())
        case None:
            text = str(error)
        case cause:
            place = traceback.extract_tb(cause.__traceback__)[-1]
            log.error("%s broke: %s in %s, line %s", name, type(cause).__name__, place.name, place.lineno)
            text = f"{name} broke, which is our mistake ({type(cause).__name__}): call look, and try something else"
    line = " ".join(text.split())
    return line if len(line) <= MOST_SAID else f"{line[:MOST_SAID]} ..."


def build_server(
    lang: str = "en", house: str | Sequence[str] = (), token: str | None = None, receipts: Path | None = None
) -> Server:
    """A server for one player; `lang` is the default language of the tools.

    The player can join tables of the houses named by `house`, one or several, and no others; `token` authenticates
    them at a single one. The folder `receipts` stores what houses tell of their tables; without it, that lasts as long
    as the server.
    """
    houses = Houses([house] if isinstance(house, str) else house, token, receipts)
    server = Server(Agent(language(lang).code, houses))
    _add_books(server)
    _add_prompt(server, lang)
    return server


def _add_books(server: MCPServer[Any]) -> None:
    """Each rulebook in each language, and each paragraph by its id."""
    for book in BOOKS:
        for code in LANGUAGES:
            found = rulebook(book, code)
            uri, name = f"ludotheque://rules/{book}/{code}", f"rules-{book}-{code}"
            about = f"The rulebook {book} ({code})."
            server.resource(uri, name=name, title=found.title, description=about, mime_type="text/markdown")(
                partial(book_as_markdown, found)
            )

    @server.resource(
        "ludotheque://rules/{book}/{language}/{paragraph}", name="paragraph", mime_type="text/plain",
        description="A paragraph or a section of a rulebook, with its figure and examples.",
    )  # fmt: skip
    def paragraph(book: str, language: str, paragraph: str) -> str:
        try:
            return find_rules(book, paragraph, language)[1]
        except GameError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None


def _add_prompt(server: MCPServer[Any], lang: str) -> None:
    @server.prompt(name="play_a_game", title="Play a game", description="Take a seat, and play a game to its end.")
    def play_a_game(name: str, against: str = "casual", language: str = lang) -> str:
        if name not in NAMES:
            raise MCPError(INVALID_PARAMS, f"there is no game {name!r}: choose {', '.join(NAMES)}")
        return PLAY.format(game=name, title=game(name).title, against=against, language=language)


PLAY = """\
Play a game of {title} against {against} bots, to the end, and try to win.
1. Read the rules once: rules(game="{game}", language="{language}").
2. Take a seat: new_game(game="{game}", against="{against}", language="{language}").
3. Whenever it is your turn, think about what the position asks for, then call play with one of your legal moves. The \
words of each answer list them; legal_moves tells what each would do. If a move is refused, read the rule, and choose \
another.
4. When the stage is "over", call scores, and tell in a few sentences how the game went and what decided it."""
