"""Starts the client: from the request on the command line to a seat at a table."""

import os
from dataclasses import replace

from ludotheque.cli.home_seat import HomeSeat
from ludotheque.cli.house_visit import come, goodbye_to
from ludotheque.cli.saved_games import PlayRequest, Visit, sit_down
from ludotheque.cli.terminal import echo
from ludotheque.cli.tui.tui_app import Announce, Client, OpenedTable, Opener
from ludotheque.games.phrase import Phrase
from ludotheque.interop.seat.seat import SeatError


def open_client(request: PlayRequest, visit: Visit | None, lang: str, theme: str, colour: str) -> None:
    """Run the client, then print its goodbye or failure."""
    has_colour = colour == "always" or (colour == "auto" and not os.environ.get("NO_COLOR"))
    opener = there(request, visit) if visit else here(request) if request.name else None
    client = Client(opener, lang, theme, colour=has_colour)
    client.run()
    if client.failure:
        raise SeatError(client.failure)
    if client.goodbye:
        echo(client.goodbye)


def here(request: PlayRequest) -> Opener:
    """An opener of a game against bots in this process."""

    def open_here(lang: str, announce: Announce) -> OpenedTable:
        complaints = list[Phrase]()
        own_seat = HomeSeat(sit_down(request), lang, complaints.append, announce)
        again = here(replace(request, name=own_seat.position.game.name, seed=None))
        return OpenedTable(own_seat, own_seat.goodbye, again, complaints)

    return open_here


def there(request: PlayRequest, visit: Visit) -> Opener:
    """An opener of a table of a house."""

    def open_there(lang: str, announce: Announce) -> OpenedTable:
        own_seat = come(visit, request, lang)
        again = None if "/table/" in visit.at else open_there
        return OpenedTable(own_seat, goodbye_to(own_seat), again, [], str(own_seat.link) if visit.invite else "")

    return open_there
