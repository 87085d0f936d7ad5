"""A seat at a table of a house, for the terminal."""

import getpass
from collections.abc import Callable
from typing import Any

from ludotheque import NAMES, SetupError
from ludotheque.cli.saved_games import PlayRequest, Visit, guests_folder, receipts_folder
from ludotheque.cli.shared_options import find_game, read_setup
from ludotheque.games.phrase import Phrase, say
from ludotheque.interop.house import House, Link
from ludotheque.interop.seat.remote_seat import RemoteSeat
from ludotheque.play.game import read_board_file


def come(visit: Visit, request: PlayRequest, lang: str) -> RemoteSeat:
    """Take a seat at the table of a link, or at a new one of a house."""
    name = visit.name or own_name()
    seat = request.seats[0] if request.seats else None
    if request.seed is not None:
        raise SetupError("--seed: a house draws its own chance, which everybody can check: leave it out")
    if "/table/" in visit.at:
        if request.name:
            raise SetupError(f"{visit.at} is a table with a game of its own: leave {request.name!r} out")
        link = Link.read(visit.at)
        return open_house(link.house, lang, name).sit(link, seat)
    house = open_house(visit.at, lang)
    if request.name not in NAMES:
        raise SetupError(f"say which game, or give a table's link: choose {', '.join(NAMES)}")
    house.come_in(name)
    one = find_game(request.name)
    setup = read_setup(one, request.players, request.options, request.board, start=0)
    terms: dict[str, Any] = {} if request.board else {"options": dict(setup.options)}
    if request.board:
        terms["board"] = read_board_file(request.board)
    if visit.invite:
        return house.sit(house.make(request.name, setup.players, seating="chosen" if seat else "drawn", **terms), seat)
    if not 1 <= (seat or 1) <= setup.players:
        raise SetupError(f"--seat {seat}: {one.title} has seats 1 to {setup.players} here")
    return house.play(request.name, setup.players, request.against, seat=seat or 1, **terms)


def open_house(address: str, lang: str, name: str | None = None) -> House:
    """A house where this machine's guests are known, and their receipts kept."""
    return House(address, name, language=lang, kept=guests_folder(), receipts=receipts_folder())


def goodbye_to(own_seat: RemoteSeat) -> Callable[[], Phrase]:
    """The words on leaving a table."""
    return lambda: say("Goodbye. The table is at {link}", link=str(own_seat.link))


def own_name() -> str:
    """The person's name on this machine, if it has one."""
    try:
        return getpass.getuser()[:20] or "Guest"
    except (OSError, KeyError, ImportError):
        return "Guest"
