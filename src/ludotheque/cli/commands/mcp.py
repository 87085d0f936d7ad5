"""The command `ludotheque mcp`: a language model takes a seat."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ludotheque.cli.saved_games import receipts_folder
from ludotheque.cli.shared_options import LANGUAGE
from ludotheque.cli.terminal import echo

if TYPE_CHECKING:
    from ludotheque.interop.mcp import Server

HOST = "127.0.0.1"
AT_A_TERMINAL = (
    "This is an MCP server: a language model's client starts it, and speaks with it here. Ctrl-C stops it; "
    "`ludotheque play` is for people."
)


@click.command()
@click.option(
    "--http", "port", type=click.IntRange(0, 65535), metavar="PORT",
    help="Listen on this machine alone, at this port (0: any that is free), instead of standard input and output.",
)  # fmt: skip
@click.option(
    "--house", "houses", metavar="URL", multiple=True,
    help="A house whose tables can be joined; may be repeated. Without one, none can.",
)  # fmt: skip
@LANGUAGE
def mcp(port: int | None, houses: tuple[str, ...], lang: str) -> None:
    """Offer the games as tools of an MCP server, so that a language model can take a seat.

    LUDOTHEQUE_TOKEN in the environment, with one --house, is the token of an account of that house.
    """
    from ludotheque.interop.mcp import build_server

    token = os.environ.get("LUDOTHEQUE_TOKEN")
    if token and len(houses) != 1:
        raise click.ClickException("LUDOTHEQUE_TOKEN is for one house alone: say which with --house URL")
    server = build_server(lang, houses, token, receipts_folder())
    if port is None and sys.stdin is not None and sys.stdin.isatty():
        echo(AT_A_TERMINAL, err=True)
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # nothing else ends the thread that reads stdin
    try:
        with suppress(KeyboardInterrupt):
            server.run() if port is None else asyncio.run(listen_at(server, port))
    finally:
        server.close()


async def listen_at(server: "Server", port: int) -> None:
    """Serve over HTTP on this machine alone: requests with another Host are refused."""
    import uvicorn

    from ludotheque.cli.commands.serve import listen

    with listen(HOST, port) as listening:
        app = server.streamable_http_app(host=HOST)
        echo(f"Agents can play at http://{HOST}:{listening.getsockname()[1]}/mcp", err=True)
        await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve([listening])
