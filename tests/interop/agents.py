"""A player through the tools of the MCP server, with the mcp library's own client."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import anyio
from mcp import Client
from mcp.types import CallToolResult, TextContent

from ludotheque import Chance
from ludotheque.bots.bot import Budget, Thought
from ludotheque.interop.mcp import build_server
from ludotheque.play.chance import Source
from ludotheque.play.view import View

MOST_CALLS = 2000
T = TypeVar("T")


class Agent:
    """A client that records every text it receives."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[str] = []

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Call a tool; returns any answer."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        self.heard.append(result.model_dump_json())
        return result

    async def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must succeed; returns its JSON."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None and text_of(result)
        found: dict[str, Any] = result.structured_content
        return found

    async def complain(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must fail; returns its one line."""
        result = await self.call(tool, **arguments)
        assert result.is_error and len(result.content) == 1
        said = text_of(result)
        assert said and "\n" not in said and "Traceback" not in said
        return said

    async def play_game(self, game: str, **arguments: Any) -> dict[str, Any]:
        """Play a whole random game; returns the table at its end."""
        now, dice = await self.ask("new_game", game=game, **arguments), Chance(9)
        for _ in range(MOST_CALLS):
            if now["stage"] == "over":
                return now
            if not now["is_your_turn"]:
                now = await self.ask("wait", table=now["table"])
                continue
            moves = (await self.ask("legal_moves", table=now["table"]))["moves"]
            one = moves[dice.randrange(len(moves))]
            played = await self.ask("play", table=now["table"], move=[one["move"], *one["then"][:1]])
            assert played["is_played"], played["refusal"]
            now = played["now"]
        raise AssertionError("the game does not end")


def text_of(result: CallToolResult) -> str:
    """The text of an answer."""
    first = result.content[0]
    assert isinstance(first, TextContent)
    return first.text


def with_agent(doing: Callable[[Agent], Awaitable[T]], server: Any = None) -> T:
    """Run a player at a server: by default one in this process, or anything a client can connect to."""

    async def talk() -> T:
        async with Client(server or build_server()) as client:
            return await doing(Agent(client))

    return anyio.run(talk)


class Scripted:
    """A bot that plays the given projects, and otherwise the first legal move."""

    name, version = "scripted", 1

    def __init__(self, plans: dict[int, Sequence[str]]) -> None:
        self.plans = plans

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        legal = [step.text for step in view.legal()]
        plan = self.plans.get(view.seat or 0, ())
        return Thought(next((step for step in plan if step in legal), legal[0]))
