"""Observations: their contents, relative to a seat, are neither more nor less than the view's."""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from ludotheque import NAMES, Chance, GameError, Position, View, game
from ludotheque.games.verbs import CHANCE, OVER
from ludotheque.interop.observation import Layout, Observer, layout_of
from ludotheque.interop.observation.observation_plan import ObservationPlan
from tests.conftest import SETUPS, begin, compiled, interpreted, random_line
from tests.games.test_makabana_boards import OWN as OWN_ISLANDS

NOT_SEEN = {"turn": (CHANCE, OVER)}  # values that this field does not distinguish; the phase does


def layout_for(position: Position) -> Layout:
    return layout_of(position.game, position.setup)


def observed(position: Position, seat: int) -> dict[str, Any]:
    """The named parts of what a seat sees."""
    layout = layout_for(position)
    return layout.named(layout.of(position.view(seat)))


def middle(setup: str, number: int, seed: int = 3) -> Position:
    """A position of a random game."""
    return list(random_line(begin(setup, seed), seed))[number]


def plan_for(setup: str) -> ObservationPlan:
    name, _ = SETUPS[setup]
    position = begin(setup, 1)
    made = import_module(f"ludotheque.interop.observation.plans.{name}").plan(position.setup.board, position.players)
    assert isinstance(made, ObservationPlan)
    return made


@cache
def views_of(setup: str, games: int) -> list[View]:
    """Views of all seats through some random games."""
    return [
        position.view(seat)
        for seed in range(1, games + 1)
        for position in random_line(begin(setup, seed), seed)
        for seat in range(1, position.players + 1)
    ]


def forget(state: Any, fields: Any) -> bytes:
    """The bytes of a state without some fields."""
    state = state.copy()
    for field in fields:
        state[field] = 0
    return bytes(state.tobytes())


def test_every_field_of_a_state_is_observed_or_named_as_left_out(setup: str) -> None:
    made = plan_for(setup)
    assert made.used | made.left_out.keys() == set(made.state.names or ())
    assert not made.used & made.left_out.keys()


def test_parts_follow_each_other_without_gaps(setup: str) -> None:
    layout = layout_for(begin(setup, 1))
    places = [(part.place, part.place + part.size) for part in layout.parts]
    assert [first for first, _ in places] == [0, *(last for _, last in places[:-1])]
    assert places[-1][1] == layout.size == len(layout.high)
    assert len({part.name for part in layout.parts}) == len(layout.parts)


def test_different_views_of_a_seat_give_different_observations(setup: str) -> None:
    known: dict[bytes, bytes] = {}
    for view in views_of(setup, 2):
        layout = layout_of(view.game, view.setup)
        seen = forget(view.state, layout.left_out)
        assert known.setdefault(layout.of(view).tobytes(), seen) == seen
    assert len(known) > 30


def test_every_value_of_every_field_is_distinguishable(setup: str) -> None:
    """One element of a view is given another value that it has had in some view: the observation changes."""
    views, source = views_of(setup, 2), Chance(4)
    layout = layout_of(views[0].game, views[0].setup)
    fields = [name for name in views[0].state.dtype.names if name not in layout.left_out]
    told_apart = 0
    for seat in range(1, views[0].setup.players + 1):
        own = [view for view in views if view.seat == seat]
        for field in fields:
            values = np.array([view.state[field] for view in own]).reshape(len(own), -1)
            for element in range(values.shape[1]):
                for value in np.unique(values[:, element]):
                    view = own[source.randrange(len(own))]
                    told_apart += is_distinguished(layout, view, field, element, value)
    assert told_apart > 100


def is_distinguished(layout: Layout, view: View, field: str, element: int, value: Any) -> bool:
    """Whether a value is another than the view's; if so, the observation must show it."""
    state = view.state
    before = np.array(state[field]).reshape(-1)[element]
    if value == before or {int(value), int(before)} <= set(NOT_SEEN.get(field, ())):
        return False
    changed = np.frombuffer(bytearray(state.tobytes()), state.dtype)
    target = changed[field].reshape(-1)
    target[element] = value
    seat = view.seat or 0
    other = layout.from_bytes(changed.tobytes(), seat)
    assert other.tobytes() != layout.of(view).tobytes(), (field, element, before, value)
    return True


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_hidden_information_does_not_change_an_observation(players: int) -> None:
    """Maka Bana: the true state, and another one with the same view."""
    source, differ = Chance(5), 0
    for position in random_line(begin(f"makabana-{players}", 6), 6):
        observer = Observer(position.game, position.setup)
        for seat in range(1, players + 1):
            guessed = position.view(seat).guess(source)
            differ += guessed != position
            assert (observer.observe(guessed.state, seat) == observer.observe(position.state, seat)).all()
    assert differ > 20


def test_a_whole_state_is_hidden_before_it_is_observed(setup: str) -> None:
    position = middle(setup, 14)
    observer, before = Observer(position.game, position.setup), position.state.tobytes()
    for seat in range(position.players + 1):
        row = observer.observe(position.state, seat)
        assert (row == layout_for(position).of(position.view(seat or None))).all()
    assert position.state.tobytes() == before


def test_interpreted_and_compiled_observations_are_the_same(setup: str) -> None:
    name, options = SETUPS[setup]
    plain = interpreted(name).setup(**options, start=0)
    positions = list(random_line(begin(setup, 2), 2))
    slow, quick = Observer(interpreted(name), plain), Observer(compiled(name), positions[0].setup)
    for position in positions[:: max(len(positions) // 8, 1)]:
        for seat in range(position.players + 1):
            assert (slow.observe(position.state, seat) == quick.observe(position.state, seat)).all()


def test_numbers_stay_within_what_the_layout_says(setup: str) -> None:
    for view in views_of(setup, 2):
        layout = layout_of(view.game, view.setup)
        row = layout.of(view)
        assert row.dtype == np.float32 and row.min() >= 0 and (row <= layout.high).all()


def test_the_observer_comes_first_and_the_others_follow_round_the_table() -> None:
    position = middle("makabana-4", 60)
    fields = position.to_fields()["seats"]
    sites = position.setup.board.names["sites"]
    for seat in range(1, 5):
        parts = observed(position, seat)
        assert parts["seat"].tolist() == [float(seat == one) for one in range(1, 5)]
        for place in range(4):
            other = fields[str((seat - 1 + place) % 4 + 1)]
            assert [sites[site] for site in np.flatnonzero(parts["huts"][place])] == other["huts"]
            assert parts["paints"][place] * 2 == other["paints"]


def test_seats_as_values_are_counted_from_the_observer() -> None:
    position = next(one for one in random_line(begin("junglerumble-3", 4), 4) if one.actors == (2,) and one.ply > 40)
    assert [np.flatnonzero(observed(position, seat)["turn"]).tolist() for seat in (1, 2, 3)] == [[1], [0], [2]]
    first = int(position.state.first)
    assert [int(observed(position, seat)["first"].argmax()) for seat in (1, 2, 3)] == [
        (first - s) % 3 for s in (1, 2, 3)
    ]
    for card, taker in enumerate(position.state.taker[1:].tolist()):
        row = observed(position, 2)["taker"][card]
        assert np.flatnonzero(row).tolist() == ([(taker - 2) % 3] if taker else [])


def test_seats_as_bits_are_counted_from_the_observer() -> None:
    position = next(one for one in random_line(begin("makabana-5", 4), 4) if int(one.state.ready) == 0b100100)
    assert [np.flatnonzero(observed(position, seat)["ready"]).tolist() for seat in (1, 2, 4)] == [
        [1, 4],
        [0, 3],
        [1, 3],
    ]


def test_numbers_of_marabunta_are_grouped_by_their_writer() -> None:
    position = middle("marabunta-meadow-expert", 150)
    fields, names = position.to_fields(), position.setup.board.names["hexes"]
    for seat, (own, other) in {1: ("red", "blue"), 2: ("blue", "red")}.items():
        for place, colour in enumerate((own, other)):
            found = np.argwhere(observed(position, seat)["numbers"][place])
            assert {names[at]: int(number) for number, at in found} == fields[colour]["numbers"]


def test_of_projects_only_the_own_one_is_seen_whole() -> None:
    huts = game("makabana").start(players=3)
    while len(huts.actors) == 1:
        huts = huts.play(huts.legal()[0])
    huts = huts.play("paint:danae.sand.flower", seat=1).play("show:paint", seat=1)
    own, others = observed(huts, 1), observed(huts, 2)
    site = huts.setup.board.names["sites"].index("danae.sand.flower")
    assert np.flatnonzero(own["site"]).tolist() == [site] and own["project"][0].tolist() == [0, 1, 0, 0, 0]
    assert not others["site"].any() and not others["project"].any() and not others["card"].any()
    assert others["ready"].tolist() == [0, 0, 1]


def test_planes_of_mabula_are_the_board_and_what_counts_everywhere() -> None:
    position = middle("mabula-product", 9)
    layout = layout_for(position)
    planes = layout.planes(layout.of(position.view(2)))
    assert planes.shape == (8, 8, 7)
    drawn = [line[3:18:2] for line in str(position).splitlines()[2:10]]
    for plane, letter in {2: "B", 3: "W"}.items():
        cells = [[float(sign == letter) for sign in line] for line in drawn[::-1]]
        assert planes[:, :, plane].tolist() == cells
    assert (planes[:, :, 6] == 1).all()
    assert layout.planes(layout.of(position.view(2)), constant=False).shape == (8, 8, 2)


def test_planes_of_a_batch_are_those_of_its_rows() -> None:
    views = views_of("junglerumble-2", 2)[:5]
    layout = layout_of(views[0].game, views[0].setup)
    rows = np.stack([layout.of(view) for view in views])
    assert layout.planes(rows, constant=False).shape == (5, 16, 16, 6)
    assert (layout.planes(rows)[3] == layout.planes(rows[3])).all()
    assert (layout.named(rows)["east"][3] == layout.named(rows[3])["east"]).all()


def test_a_board_without_rows_and_columns_has_no_planes() -> None:
    position = begin("makabana-3", 1)
    layout = layout_for(position)
    with pytest.raises(GameError, match="observations of makabana have no planes"):
        layout.planes(layout.of(position.view(1)))


def test_a_board_of_ones_own_has_a_layout_of_its_own() -> None:
    one = compiled("makabana")
    ours, own = one.setup(4), one.setup(4, board_text=OWN_ISLANDS)
    sizes = [len(setup.board.names["sites"]) for setup in (ours, own)]
    layouts = [layout_of(one, setup) for setup in (ours, own)]
    assert sizes[0] != sizes[1] and layouts[0].size != layouts[1].size
    for layout, size in zip(layouts, sizes, strict=True):
        assert next(part for part in layout.parts if part.name == "huts").shape == (4, size)


@pytest.mark.parametrize("name", NAMES)
def test_a_description_names_every_part_and_all_that_is_left_out(name: str) -> None:
    one = game(name)
    layout = layout_of(one, one.setup(start=0))
    lines = layout.describe().splitlines()
    assert lines[0] == f"{name}, {layout.players} players: {layout.size} numbers"
    assert [line.split()[1] for line in lines[1:]] == [part.name for part in layout.parts] + list(layout.left_out)


def test_a_spectator_sees_what_all_see_in_the_order_of_the_seats() -> None:
    position = middle("makabana-3", 50)
    parts = observed(position, 1)
    layout = layout_for(position)
    open_parts = layout.named(layout.of(position.view(None)))
    assert not open_parts["seat"].any() and not open_parts["site"].any()
    assert (open_parts["huts"] == parts["huts"]).all()
