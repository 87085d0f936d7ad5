"""Packed records: fields are attributes, and nothing else about them differs from numpy's own records."""

import copy
import pickle

import numpy as np
import pytest

from ludotheque import NAMES, game
from ludotheque.games.packed_records import packed

FIELDS = [("turn", np.int8), ("edge", np.uint32, 3)]


def test_a_field_is_read_and_written_in_the_memory_of_its_array() -> None:
    states = np.zeros(2, packed(FIELDS))
    state = states[1]
    state.turn, state.edge[2] = 2, 7
    assert (int(state.turn), state.edge.tolist()) == (2, [0, 0, 7])
    assert states["turn"].tolist() == [0, 2]
    assert states["edge"][1].tolist() == [0, 0, 7]


def test_a_field_that_is_not_there_is_neither_read_nor_written() -> None:
    state = np.zeros(1, packed(FIELDS))[0]
    with pytest.raises(AttributeError):
        _ = state.turns
    with pytest.raises(AttributeError):
        state.turns = 1


def test_nothing_is_padded_and_the_bytes_are_those_of_numpys_records() -> None:
    ours, theirs = np.zeros(1, packed(FIELDS)), np.zeros(1, np.dtype((np.record, FIELDS)))
    ours[0].edge[:], theirs[0].edge[:] = 5, 5
    assert ours.dtype == theirs.dtype and ours.dtype.itemsize == 13
    assert ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_states_are_copied_and_pickled_alone_and_in_arrays(name: str) -> None:
    state = game(name).start(seed=1).state
    for again in (state.copy(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  our own
        assert type(again) is type(state) and again.tobytes() == state.tobytes()
    many = pickle.loads(pickle.dumps(np.repeat(state, 2)))  # noqa: S301  our own
    assert type(many[1]) is type(state) and many[1].tobytes() == state.tobytes()
