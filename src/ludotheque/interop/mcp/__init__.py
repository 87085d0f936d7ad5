"""An MCP server through which a language model plays: against bots in this process, or at a table of a house.

`build_server(lang)` makes it; `ludotheque mcp` runs it. The model sees what its seat sees, and nothing
else: every answer is made from a view, and from the seat's own story.
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
