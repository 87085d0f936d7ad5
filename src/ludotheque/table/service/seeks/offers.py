"""What strangers play with each other: the few offers of each game, as the terms of a table.

A game has few offers, since people who look for different ones never meet: the usual one, one for each other value of
an option, or where there are none, one for a player more.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ludotheque.games import MANIFESTS, NAMES
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.play.game import game as find_game
from ludotheque.table.service.seeks.seek import Seek

USUAL = "usual"
MINUTE, STEP = 60.0, 5
INCREMENT = 10.0  # seconds more for each turn


@dataclass(frozen=True, slots=True)
class Offer:
    """A way in which strangers play a game."""

    name: str
    players: int
    minutes: int  # for each player, in one sitting
    options: Mapping[str, str] = field(default_factory=dict)  # those that are not at their first value


def offers_of(game: str) -> tuple[Offer, ...]:
    """The offers of a game, the usual one first."""
    one = find_game(game)
    fewest, most = one.players
    minutes = math.ceil(MANIFESTS[game].minutes / 2 / STEP) * STEP
    others = [
        Offer(value, fewest, minutes, {name: value}) for name, values in one.options.items() for value in values[1:]
    ]
    if not others and most > fewest:
        others = [Offer(f"players{fewest + 1}", fewest + 1, minutes)]
    return Offer(USUAL, fewest, minutes), *others


def find_offer(game: str, name: str | None) -> Offer:
    """An offer by its name, or the usual one."""
    found = {one.name: one for one in offers_of(game)}
    if name is None:
        return offers_of(game)[0]
    if name not in found:
        raise TableError("wrong", f"offer: one of {', '.join(found)}.")
    return found[name]


def seats_of(game: str, name: str) -> int:
    """How many play an offer; 0 if there is no such offer any more."""
    if game not in NAMES:
        return 0
    return next((one.players for one in offers_of(game) if one.name == name), 0)


def terms_for(game: str, offer: Offer, party: Iterable[Seek]) -> Terms:
    """The terms of a party's table. Rated unless somebody does not want that; whoever leaves a game of two loses it."""
    return Terms(
        game=game, players=offer.players, options=dict(offer.options), rules=find_game(game).rules_version,
        clock="live", bank=offer.minutes * MINUTE, increment=INCREMENT,
        absence="end" if offer.players == 2 else "bot",  # of several, one does not end it for all others
        rated=all(one.rated != "no" for one in party), private=False, messages=False,
    )  # fmt: skip
