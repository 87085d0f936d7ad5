"""Jungle Rumble on random play: mirrored farms, turned tables, and the slow implementation agree; all adds up."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ludotheque import Chance, Position, game
from ludotheque.games.junglerumble import farm
from ludotheque.games.junglerumble.board import CELLS, COLUMNS, EAST_EDGES, NORTH_EDGES, east_name, north_name
from ludotheque.games.junglerumble.fields import check, from_fields, to_fields
from ludotheque.games.junglerumble.state import STATE
from tests.conftest import sampled
from tests.games.junglerumble_tables import texts
from tests.reference import junglerumble as reference

JUNGLE = game("junglerumble")
ENGINE = JUNGLE.engine

# One of so many positions is tried; `make slow` leaves out none of those in between.
each_share = sampled("every", 4, 1)


def random_game(players: int, seed: int) -> list[tuple[Position, str]]:
    """A random game as positions, each with the step played from it; the last one with none."""
    chance, position = Chance(seed), JUNGLE.start(players=players)
    moments = []
    while not position.is_over:
        legal = position.legal()
        step = legal[chance.randrange(len(legal))]
        moments.append((position, str(step)))
        position = position.play(step)
    return [*moments, (position, "")]


def north_south(text: str) -> str:
    """A step on the farm mirrored about row 8."""
    kind, _, place = text.partition(":")
    if kind == "field":
        return f"field:{place[0]}{16 - int(place[1:])}"
    if kind != "water":
        return text
    if place in EAST_EDGES:
        row, column = EAST_EDGES[place]
        return f"water:{east_name(16 - row, column)}"
    row, column = NORTH_EDGES[place]
    return f"water:{north_name(15 - row, column)}"


def east_west(text: str) -> str:
    """A step on the farm mirrored about the waterway between h8 and i8; column a has no mirror image."""
    kind, _, place = text.partition(":")
    if kind == "field":
        row, column = CELLS[place]
        return f"field:{COLUMNS[16 - column]}{row}"
    if kind != "water":
        return text
    if place in EAST_EDGES:
        row, column = EAST_EDGES[place]
        return f"water:{east_name(row, 16 - column)}"
    row, column = NORTH_EDGES[place]
    return f"water:{north_name(row, 17 - column)}"


@pytest.mark.uncounted
@pytest.mark.parametrize("mirror", [north_south, east_west])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_mirrored_farms_have_mirrored_moves_and_the_same_outcome(mirror: Any, players: int) -> None:
    """junglerumble/farm: the rules know no compass."""
    twin = JUNGLE.start(players=players)
    for position, step in random_game(players, seed=11):
        assert sorted(map(mirror, texts(position))) == sorted(texts(twin))
        if step:
            twin = twin.play(mirror(step))
    assert twin.outcome == position.outcome


def turned(fields: dict[str, Any], players: int) -> dict[str, Any]:
    """The same table with everybody one seat further to the left."""

    def left(seat: int | None) -> int | None:
        return seat and seat % players + 1

    def left_keys(by_seat: dict[str, Any]) -> dict[str, Any]:
        return {str(left(int(seat))): value for seat, value in by_seat.items()}

    return fields | {
        "first": left(fields["first"]),
        "active": left(fields["active"]),
        "turn": left(fields["turn"]),
        "seats": left_keys(fields["seats"]),
        "cards": {name: card | {"taker": left(card["taker"])} for name, card in fields["cards"].items()},
        "supply": fields["supply"] | {"kittens": left_keys(fields["supply"]["kittens"])},
    }


@pytest.mark.uncounted
@each_share
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turned_tables_have_turned_moves_and_results(players: int, every: int) -> None:
    """junglerumble/round: after the start no seat is special."""
    moments = random_game(players, seed=13)
    board = moments[0][0].setup.board
    for (before, step), (after, _) in [*pairwise(moments)][::every]:
        state, expected = before.state, after.state
        from_fields(board, state, turned(to_fields(board, before.state), players))
        from_fields(board, expected, turned(to_fields(board, after.state), players))
        seat = before.actors[0] % players + 1
        assert ENGINE.legal(board, state, seat) == ENGINE.legal(board, before.state, before.actors[0])
        ENGINE.play(board, state, seat, ENGINE.notation.parse_action(board, state, seat, step))
        assert state.tobytes() == expected.tobytes()


def _transposed(state: Any) -> Any:
    other = np.zeros(1, STATE)[0]
    for row in range(17):
        for column in range(1, 16):
            if state.fields[1, row] >> column & 1:
                other.fields[1, column] |= 1 << row
    for row in range(16):
        for column in range(16):
            if state.east[1, row] >> column & 1:
                other.north[1, column] |= 1 << row
            if state.north[1, row] >> column & 1:
                other.east[1, column] |= 1 << row
    return other


def test_a_farm_turned_on_its_diagonal_gives_the_same() -> None:
    """junglerumble/farm: rows and columns are alike."""
    for position, _ in random_game(2, seed=17)[::20]:
        state, other = position.state, _transposed(position.state)
        assert farm.pairs(state, 1) == farm.pairs(other, 1)
        assert farm.free_edges(state, 1) == farm.free_edges(other, 1)
        cells = {
            (row, column)
            for row in range(1, 16)
            for column in range(16)
            if farm.open_cells(state, 1, row) >> column & 1
        }
        mirrored = {
            (column, row)
            for row in range(1, 16)
            for column in range(16)
            if farm.open_cells(other, 1, row) >> column & 1
        }
        assert cells == mirrored


@each_share
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_adds_up_and_can_be_written_down_in_every_position(players: int, every: int) -> None:
    """Conservation of pieces, round trips of text and JSON, a drawing of at most 80 columns."""
    moments = random_game(players, seed=19)
    for position, _ in [*moments[::every], moments[-1]]:
        assert check(position.setup.board, position.state) == []
        assert JUNGLE.read(str(position)) == position
        assert JUNGLE.from_json(position.to_json()) == position
        assert max(map(len, str(position).split("\n"))) <= 80
        assert position.is_over or position.facts()["turn"] == position.actors[0]


@pytest.mark.uncounted
@each_share
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_that_is_not_legal_is_explained(players: int, every: int) -> None:
    for position, _ in random_game(players, seed=23)[: -1 : 9 * every]:
        board, state, seat = position.setup.board, position.state, position.actors[0]
        legal = set(ENGINE.legal(board, state, seat))
        for action in set(range(JUNGLE.actions)) - legal:
            refusal = ENGINE.refusals.explain(board, state, seat, action)
            assert re.fullmatch("[A-Z].*[.]|t[0-9]+ .*[.]", refusal.reason)


@pytest.mark.uncounted
@sampled("games", 1, 3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_slow_implementation_agrees_step_by_step(players: int, games: int) -> None:
    """Goldens come from outside the engine, here from a slow and obvious implementation of the rules."""
    for seed in range(games):
        table = reference.Table({"players": str(players)})
        for position, step in random_game(players, seed):
            assert list(position.actors) == table.actors()
            assert sorted(texts(position)) == (table.legal(position.actors[0]) if step else [])
            assert [score.total for score in position.scores] == table.scores()
            if step:
                table.play(position.actors[0], step)
        assert position.outcome is not None and list(position.outcome.winners) == table.winners()


def test_the_longest_list_of_moves_has_room() -> None:
    """24 fields in a line, the most that one farm can have, and the first waterway alone."""
    position = JUNGLE.start(players=4)
    state = position.state
    for row in range(1, 12):
        state.fields[1, row] |= 1 << 8
        state.fields[1, 8] |= 1 << row
    for row in (12, 13, 14):
        state.fields[1, row] |= 1 << 8
    assert farm.free_edges(state, 1) <= ENGINE.facts_of.MAX_LEGAL
