"""The options of a game as a record, which the kernel `start` takes.

A game's `state.py` makes the dtype from its OPTIONS, and its rules read the fields by their names: `options.scoring` is
0 for the first value in OPTIONS, 1 for the second, and so on.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludotheque.games.packed_records import packed

Options = Mapping[str, tuple[str, ...]]  # the values of each option, the default first

NO_OPTIONS = [("nothing", np.int8)]  # a record has at least one byte: neither numba nor a GPU takes an empty one


def chosen_type(options: Options) -> "np.dtype[Any]":
    """The dtype of a record with one field for each option."""
    return packed([(name, np.int8) for name in options] or NO_OPTIONS)


def choose(options: Options, kind: "np.dtype[Any]", values: Mapping[str, str]) -> Any:
    """The record of these values; other options have their first one."""
    record = np.zeros(1, kind)[0]
    for name in options.keys() & values.keys():
        record[name] = options[name].index(values[name])
    return record
