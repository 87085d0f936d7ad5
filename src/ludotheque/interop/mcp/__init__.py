"""A table as tools: an MCP server through which a language model takes a seat, at a game here or in a house.

`build_server(lang)` makes it; `ludotheque mcp` runs it. Whoever plays through it sees what the seat sees, and nothing
else: every answer is made from a view, and from what the seat was told.
"""

from ludotheque.interop import MissingExtraError

try:
    import mcp  # noqa: F401
except ModuleNotFoundError:
    raise MissingExtraError(
        "the library mcp is not installed: `pip install 'ludotheque[mcp]'`, or in a copy of the sources "
        "`sh tools/setup --extra mcp`"
    ) from None

from ludotheque.interop.mcp.mcp_server import Server, build_server

__all__ = ["Server", "build_server"]
