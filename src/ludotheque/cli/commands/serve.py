"""The command `ludotheque serve`: runs the server."""

import asyncio
import atexit
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from ludotheque.cli.shared_options import check_can_write
from ludotheque.cli.terminal import echo
from ludotheque.table.storage.house_folder import data_folder

HOST, PORT = "127.0.0.1", 8000
LEVELS = ("debug", "info", "warning", "error")


def own_house() -> str:
    """The default database: a file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'house.sqlite'}"


@click.command()
@click.option("--host", default=HOST, show_default=True, metavar="H", help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="P", help=f"{PORT} by default; 0: any that is free.")
@click.option(
    "--database", "url", metavar="URL", envvar="LUDOTHEQUE_DATABASE",
    help="sqlite:///FILE or postgresql://...; a file in your data folder by default.",
)  # fmt: skip
@click.option("--bots", type=click.IntRange(1, 256), metavar="N", help="How many bots think at once.")
@click.option(
    "--log", "level", type=click.Choice(LEVELS), default="warning", show_default=True, help="How much is logged."
)
@click.option(
    "--key", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", envvar="LUDOTHEQUE_KEY",
    help="Where the key of the house lies; beside its SQLite file, or in your data folder by default.",
)  # fmt: skip
@click.option("--new-key", "is_new_key", is_flag=True, help="Go on without the key that the house was sealed with.")
@click.option(
    "--as-is", "is_as_is", is_flag=True, help="Open a house that has lost something: go on with what is left."
)
@click.option(
    "--address", metavar="URL", envvar="LUDOTHEQUE_ADDRESS",
    help="How people reach the house, https://games.example: for links in what it sends.",
)  # fmt: skip
@click.option(
    "--push", "has_push", is_flag=True, envvar="LUDOTHEQUE_PUSH", help="Browsers may be told of turns by Web Push."
)
@click.option(
    "--webhooks", "has_webhooks", is_flag=True, envvar="LUDOTHEQUE_WEBHOOKS",
    help="People's own programs may be told of turns.",
)  # fmt: skip
@click.option(
    "--reach-inside", "may_reach_inside", is_flag=True, envvar="LUDOTHEQUE_REACH_INSIDE",
    help="Push and webhooks may go to private networks, and without TLS.",
)  # fmt: skip
@click.option("--open", "is_shown", is_flag=True, help="Show the house in your browser.")
def serve(
    host: str, port: int | None, url: str | None, bots: int | None, level: str, key: Path | None, is_new_key: bool,
    is_as_is: bool, is_shown: bool, **sending: Any,
) -> None:  # fmt: skip
    """Open the house: tables at which people and bots play. Stop it with Ctrl-C; nothing is lost.

    Mail about turns is set up by LUDOTHEQUE_SMTP_HOST and the like in the environment: see the docs of the server.
    """
    from ludotheque.table import json_logs
    from ludotheque.table.reminders.reminder_settings import read_settings
    from ludotheque.table.storage.engines import parse_address

    reminders = read_settings(os.environ, **sending)
    if url is None:
        url = own_house()
        make_room(url)
    parse_address(url)  # reports a wrong address before a port in use
    listening = listen_anywhere(host) if is_shown and port is None else listen(host, PORT if port is None else port)
    json_logs.set_up(level)
    with listening:
        how: dict[str, Any] = {"bots": bots, "key": key, "is_new_key": is_new_key, "is_as_is": is_as_is}
        how["reminders"] = reminders
        asyncio.run(run(listening, url, is_shown=is_shown, **how))
    leave()


def leave() -> None:
    """End this process now that everything is closed: to free all that was compiled would take another second."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def make_room(url: str) -> None:
    """Make the folder of the default house."""
    file = url.removeprefix("sqlite:///")
    check_can_write(file)
    Path(file).parent.mkdir(parents=True, exist_ok=True)


def listen_anywhere(host: str) -> socket.socket:
    """A socket at the usual port, or at any free one if that is in use."""
    try:
        return listen(host, PORT)
    except click.ClickException:
        return listen(host, 0)


def show(address: str) -> None:
    """Open the house in a graphical browser, if there is one; never in a text browser in this terminal."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if not isinstance(browser, webbrowser.GenericBrowser) or isinstance(browser, webbrowser.BackgroundBrowser):
            threading.Thread(target=browser.open, args=(address,), daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises a ClickException of one line if that fails."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(found[4][:2], family=found[0], backlog=2048)
    except (socket.gaierror, UnicodeError):
        raise click.ClickException(f"--host {host[:100]}: there is no such address") from None
    except PermissionError:
        raise click.ClickException(f"--port {port}: you may not listen there: choose one above 1023") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(f"{host}:{port} can't be listened at ({why}): choose another --port") from None


async def run(listening: socket.socket, url: str, *, is_shown: bool = False, **settings: Any) -> None:
    """Serve until a signal; then close all connections and finish pending writes."""
    from ludotheque.table.api.lifecycle import open_service
    from ludotheque.table.api.uvicorn_protocols import HouseServer, allow_files, config_of, spare_collector
    from ludotheque.web.web_app import make_app

    class SignalledServer(HouseServer):
        """A server that stops on a signal."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            loop = asyncio.get_running_loop()
            for one in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(one, self.handle_exit, one, None)
            yield

    allow_files()
    async with open_service(url, **settings) as service:
        server = SignalledServer(config_of(make_app(service)), service.hub.close)
        spare_collector()
        host, port = listening.getsockname()[:2]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        echo(f"The house is open: {address}")
        if is_shown:
            echo("Play there in your browser; Ctrl-C closes the house, and nothing is lost.")
            show(address)
        await server.serve([listening])
