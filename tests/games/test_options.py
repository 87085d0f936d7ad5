"""Options as records: a field for each, by its name; `start` gets all of them."""

import numpy as np
import pytest

from ludotheque import NAMES, game
from ludotheque.games.options import Options, choose, chosen_type

TWO: Options = {"begins": ("red", "blue"), "last": ("wins", "loses")}


def test_every_option_has_a_field_that_holds_the_number_of_its_value() -> None:
    record = choose(TWO, chosen_type(TWO), {"begins": "blue", "last": "loses"})
    assert (int(record.begins), int(record.last)) == (1, 1)


def test_an_option_that_is_not_named_has_its_first_value() -> None:
    record = choose(TWO, chosen_type(TWO), {"last": "loses"})
    assert (int(record.begins), int(record.last)) == (0, 1)


def test_a_value_that_an_option_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        choose(TWO, chosen_type(TWO), {"last": "draws"})


def test_without_options_a_record_still_has_a_byte() -> None:
    kind = chosen_type({})
    assert kind.itemsize == 1
    assert choose({}, kind, {}).tobytes() == b"\0"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_takes_its_options_by_their_names(name: str) -> None:
    facts = game(name).engine.facts_of
    assert chosen_type(facts.OPTIONS) == facts.CHOSEN
    assert not facts.OPTIONS or facts.CHOSEN.names == tuple(facts.OPTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_no_option_has_the_name_of_an_attribute_of_numpys_records(name: str) -> None:
    assert not [option for option in game(name).options if hasattr(np.void, option)]


@pytest.mark.parametrize("scoring", ["largest", "product"])
def test_the_start_of_mabula_gets_the_scoring(scoring: str) -> None:
    one = game("mabula")
    state = one.start(start=0, scoring=scoring).state
    assert int(state.scoring) == one.options["scoring"].index(scoring)
