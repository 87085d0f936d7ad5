"""Makes records of tables at which everything was drawn fairly: what a house would write, without a house."""

import random
from dataclasses import dataclass
from typing import Any

from ludotheque import Position, Record
from ludotheque.play.fairness.fair_dice import Dice, DicePlace, Secret, commitment
from ludotheque.play.fairness.fair_keys import fair_keys
from ludotheque.play.game import Game
from tests.conftest import SETUPS, interpreted


@dataclass
class Played:
    """A game so far: where it stands, the number of each draw that stands, those taken back, and the next one."""

    position: Position
    standing: dict[int, int]  # the ply at which something was drawn (-1: the start), and the draw's number
    back: list[int]
    next: int
    given: int = 0  # the steps that come from another game

    def draw(self, dice: Dice) -> None:
        """Play what chance brings."""
        engine, position = self.position.game.engine, self.position
        weights = engine.weights(position.setup.board, position.state)
        self.standing[position.ply] = self.next
        self.position = position.play(position.legal()[dice.draw(self.next, weights)])
        self.next += 1

    def take_back(self, plies: int) -> None:
        """Go back at least so far, to a choice; what was drawn since is spent."""
        for earlier in self.position.history:
            if self.given <= earlier.ply <= self.position.ply - plies and not earlier.is_chance:
                self.back += [number for ply, number in self.standing.items() if ply >= earlier.ply]
                self.standing = {ply: number for ply, number in self.standing.items() if ply < earlier.ply}
                self.position = earlier
                return


def random_secrets(source: random.Random, again: bool) -> tuple[Secret, ...]:
    """A table's secret, or two: the second serves from some draw on."""
    values = [source.randbytes(32) for _ in range(1 + again)]
    return tuple(Secret(i * source.randint(0, 20), commitment(value), value) for i, value in enumerate(values))


def random_place(source: random.Random) -> DicePlace:
    """A place of a person whose client has opened its bytes, of one for whom the server did it, or of a bot."""
    by, opened = source.choice(("client", "client", "server", "bot")), source.randbytes(32)
    return DicePlace("bot") if by == "bot" else DicePlace(by, commitment(opened), opened)


def given_game(one: Game, options: dict[str, Any], source: random.Random) -> Position:
    """A position of another game, whose chance comes from elsewhere."""
    position = one.start(start=source.randrange(one.starts) if one.starts > 1 else None, **options)
    for _ in range(source.randint(0, 40)):
        after = position.play(source.choice(position.legal()))
        if after.is_over:
            break
        position = after
    return position


def fair_record(
    setup: str, seed: int, *, again: bool = False, most: int = 120, opens: bool = True, given: bool = False
) -> Record:
    """A random game of a setup, in which some steps are taken back; stopped after so many steps.

    A game that is not opened goes on. One that is `given` begins at a position of another.
    """
    source = random.Random(f"{setup} {seed}")
    name, options = SETUPS[setup]
    one: Game = interpreted(name)
    players = options.get("players", one.players[0])
    secrets, places = random_secrets(source, again), [random_place(source) for _ in range(players)]
    dice = Dice(f"t{seed:x}", secrets, tuple(place.opened for place in places))
    if given:
        first = given_game(one, options, source)
        game = Played(first, {}, [], 1, first.ply)
    else:
        start = dice.draw(1, [1] * one.starts) if one.starts > 1 else None
        begun = {-1: 1} if start is not None else {}
        game = Played(one.start(start=start, **options), begun, [], 1 + len(begun))
    for _ in range(source.randint(0, most)):
        if game.position.is_over:
            break
        if game.position.is_chance:
            game.draw(dice)
        else:
            game.position = game.position.play(source.choice(game.position.legal()))
            if source.random() < 0.02:
                game.take_back(source.randint(1, 30))
    is_drawn = source.random() < 0.8
    keys = fair_keys(
        table=dice.table,
        secrets=[secret if opens else secret._replace(value=None) for secret in secrets],
        places=places,
        seats=dice.seating() if is_drawn else source.sample(range(1, players + 1), players),
        is_drawn=is_drawn,
        draws=game.standing.values(),
        back=game.back,
        given=game.given if given else None,
    )
    if opens and not game.position.is_over:
        keys["end"] = "agreed"
    return Record.read(str(game.position.record(None, **keys)))
