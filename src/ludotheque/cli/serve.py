"""The command `ludotheque serve`: opens the house to everybody who can reach it."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ludotheque.cli.options import check_can_write

HOST, PORT = "127.0.0.1", 8000
LARGEST_MESSAGE = 64 * 1024  # bytes of one socket message
GRACE = 5  # seconds for requests to end when the server stops
LEVELS = ("debug", "info", "warning", "error")


def own_house() -> str:
    """Where the house lives when nothing is said: a file in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(data) / 'ludotheque' / 'house.sqlite'}"


@click.command()
@click.option("--host", default=HOST, show_default=True, metavar="H", help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), metavar="P", help="0: any.")
@click.option(
    "--database", "url", metavar="URL", envvar="LUDOTHEQUE_DATABASE",
    help="sqlite:///FILE or postgresql://...; a file in your data folder by default.",
)  # fmt: skip
@click.option("--bots", type=click.IntRange(1, 256), metavar="N", help="How many bots think at once.")
@click.option(
    "--log", "level", type=click.Choice(LEVELS), default="warning", show_default=True, help="How much is logged."
)
def serve(host: str, port: int, url: str | None, bots: int | None, level: str) -> None:
    """Open the house: tables at which people and bots play. Stop it with Ctrl-C; nothing is lost."""
    from ludotheque.table import logs

    if url is None:
        url = own_house()
        make_room(url)
    listening = listen(host, port)
    logs.set_up(level)
    with listening:
        asyncio.run(run(listening, url, bots))


def make_room(url: str) -> None:
    """Make the folder of the default house."""
    file = url.removeprefix("sqlite:///")
    check_can_write(file)
    Path(file).parent.mkdir(parents=True, exist_ok=True)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; every reason why not is one line."""
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


async def run(listening: socket.socket, url: str, bots: int | None) -> None:
    """Serve until a signal comes; then let everybody go and finish what is being written."""
    import uvicorn

    from ludotheque.table.running import open_service
    from ludotheque.table.server import make_app
    from ludotheque.table.service import Service

    class Server(uvicorn.Server):
        """A server that lets sockets and streams go before it waits for them."""

        service: Service

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            loop = asyncio.get_running_loop()
            for one in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(one, self.handle_exit, one, None)
            yield

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            self.service.hub.close()
            await super().shutdown(sockets)

    async with open_service(url, bots=bots) as service:
        server = Server(
            uvicorn.Config(
                make_app(service), log_config=None, access_log=False, ws="websockets-sansio", lifespan="on",
                ws_max_size=LARGEST_MESSAGE, timeout_graceful_shutdown=GRACE, server_header=False,
            )
        )  # fmt: skip
        server.service = service
        host, port = listening.getsockname()[:2]
        click.echo(f"The house is open: http://{f'[{host}]' if ':' in host else host}:{port}")
        await server.serve([listening])
