"""Sources of seats: a new game in this process, or a table of a house."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludotheque.bots.bot import BotError
from ludotheque.bots.early_bots import early_bot
from ludotheque.bots.levels import LEVELS
from ludotheque.drawing import LANGUAGES
from ludotheque.games import NAMES
from ludotheque.interop.house import House, Link
from ludotheque.interop.mcp.tool_results import GameFacts, Games
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import Seat, SeatError
from ludotheque.play.chance import Chance
from ludotheque.play.game import Game, SetupError, game
from ludotheque.wire.field_bounds import read_language

BOTS = ("random", *LEVELS)
MOST_SEED = (1 << 64) - 1


def find_game(name: str) -> Game:
    """A game by its name; says which there are."""
    if name not in NAMES:
        raise SetupError(f"there is no game {name!r}: choose {', '.join(NAMES)}")
    return game(name)


def list_games() -> tuple[Games, str]:
    """The games, the bots and the languages; typed, and as text."""
    games, lines = list[GameFacts](), list[str]()
    for one in map(game, NAMES):
        options = {key: list(values) for key, values in one.options.items()}
        least, most = one.players
        facts = GameFacts(game=one.name, title=one.title, least_players=least, most_players=most, options=options)
        games.append(facts)
        said = "".join(f", {key}={'|'.join(values)}" for key, values in options.items())
        lines.append(f"{one.name}: {one.title}, {least if least == most else f'{least} to {most}'} players{said}")
    lines += [f"bots: {', '.join(BOTS)}", f"languages: {', '.join(LANGUAGES)}"]
    return Games(games=games, bots=list(BOTS), languages=list(LANGUAGES)), "\n".join(lines)


def begin_here(
    name: str, players: int | None, options: Mapping[str, str], against: str, seat: int, seed: int | None, lang: str
) -> Seat:
    """A seat of a new game against bots."""
    one = find_game(name)
    if against not in BOTS:
        raise BotError(f"there is no bot {against!r}: choose {', '.join(BOTS)}")
    if unknown := [key for key in options if key not in one.options]:
        raise SetupError(f"options: {one.title} has {', '.join(one.options) or 'none'}, not {', '.join(unknown)}")
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise SetupError(f"seed: 0 to {MOST_SEED}, not {seed}")
    seed = int.from_bytes(os.urandom(6), "big") if seed is None else seed
    position = one.start(players, seed=Chance(seed, 0), **options)
    bot = None if against == "random" else early_bot(one, against)
    return LocalSeat(position, (seat,), bot, against, Chance(seed, 1), lang)


class Houses:
    """The houses that the user has named, and no others: a model must not send requests wherever a link says.

    A token is for one house. The folder `receipts` stores what houses tell of their tables.
    """

    def __init__(self, named: Sequence[str] = (), token: str | None = None, receipts: Path | None = None) -> None:
        if token and len(named) != 1:
            raise SeatError("a token opens one house: say which")
        self._named, self._token = [House(address).address for address in named], token
        self._receipts = receipts
        self._known: dict[str, House] = {}

    def sit(self, link: str, name: str, lang: str) -> Seat:
        """Take a seat at the table of a link; raises a SeatError if none is free."""
        where = Link.read(link)
        if not self._named:
            raise SeatError(
                "no house was named: the user starts this server with --house URL for each house to be joined"
            )
        if where.house not in self._named:
            raise SeatError(f"tables of {', '.join(self._named)} can be joined from here, and no others")
        house = self._known.get(where.house) or self._come_in(where.house, name, lang)
        house.language = read_language(lang)
        own_seat = house.sit(where)
        if not own_seat.seats:
            own_seat.close()
            raise SeatError("there is no seat for you at this table: ask for a link with an invitation", "full")
        return own_seat

    def _come_in(self, address: str, name: str, lang: str) -> House:
        name_there = None if self._token else name
        house = House(address, name_there, token=self._token, language=lang, receipts=self._receipts)
        self._known[address] = house
        return house
