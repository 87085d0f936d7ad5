"""Marabunta: a round, using a group, what the elements do."""

import pytest

from ludotheque import game
from ludotheque.games.marabunta.board_file import EFFECTS
from ludotheque.games.marabunta.nouns import power_name
from tests.games.marabunta_tables import change, hexes, play, seat, texts, turn

TILES = ["crates", "circles", "one", "zeros", "nest", "strike", "double"]
START = game("marabunta").start()
STANDING = change(START, blue={"numbers": {"c4": 1, "i4": 1}, "anthills": 0})


def test_each_seat_starts_with_two_anthills_and_nothing_ticked() -> None:
    """marabunta/boards: each seat starts with 2 anthills, no points, nothing ticked."""
    assert (
        seat(START, 1)
        == seat(START, 2)
        == {
            "numbers": {},
            "anthills": 2,
            "cupcakes": 0,
            "crates": {"one": 0, "nest": 0, "two": 0, "cakes": 0, "three-points": 0},
            "circles": {"B": 2, "P": 2, "O": 2, "G": 2, "S": 2, "Y": 2},
        }
    )
    assert [score.total for score in START.scores] == [0, 0]


def test_a_state_stays_under_a_kibibyte_without_gaps() -> None:
    """A few hundred bytes, no padding, every number where its width divides its place, in arrays too."""
    state = START.state.dtype
    assert state.itemsize < 1024 and state.itemsize % 8 == 0
    assert sum(state[name].itemsize for name in state.names) == state.itemsize
    assert all(offset % kind.base.itemsize == 0 for kind, offset in state.fields.values())


def test_the_first_tile_is_any_of_seven() -> None:
    """marabunta/round.1: one of those not yet drawn, each equally likely."""
    assert texts(START) == [f"tile:{tile}" for tile in TILES]
    assert START.game.engine.weights(START.setup.board, START.state) == [1] * 7


def test_nobody_is_waited_for_while_the_table_draws() -> None:
    """marabunta/round.1: the tile is chance."""
    assert START.actors == (0,) and START.game.engine.waiting(START.setup.board, START.state) == 0


def test_a_tile_is_drawn_once() -> None:
    """marabunta/round.1: without replacement."""
    position = play("done done", turn("BPO", "zeros"))
    assert texts(position) == [f"tile:{tile}" for tile in TILES if tile != "zeros"]
    assert position.game.engine.weights(position.setup.board, position.state) == [1] * 6


@pytest.mark.parametrize("number", [8, 9])
def test_from_the_eighth_round_on_the_tile_is_the_crumbs(number: int) -> None:
    """marabunta/round.1: from round 8 on the tile is always crumbs; marabunta/rulings.7."""
    position = change(START, round=number, tiles=[], struck=["e5"])
    assert texts(position) == ["tile:crumbs"]
    assert position.game.engine.weights(position.setup.board, position.state) == [1]


def test_six_dice_are_rolled_one_by_one() -> None:
    """marabunta/round.2: one step each in the order B P O G S Y, six faces."""
    position = play("tile:one")
    for die in "BPOGSY":
        assert texts(position) == [f"die:{die}={face}" for face in ("0", "1", "2", "3", "flag", "crate")]
        assert position.game.engine.weights(position.setup.board, position.state) == [1] * 6
        position = position.play(f"die:{die}=flag")
    assert position.actors == (1,)


def test_seven_elements_are_split_in_sixty_three_ways() -> None:
    """marabunta/round.3: two non-empty groups, the one that holds B first."""
    position = play("tile:one die:B=0 die:P=0 die:O=0 die:G=0 die:S=0 die:Y=0")
    splits = texts(position)
    assert len(set(splits)) == 63 and "split:BOT/PGSY" in splits
    assert all(sorted(split[6:].replace("/", "")) == sorted("BPOGSYT") for split in splits)
    assert all(split.startswith("split:B") and not split.endswith("/") for split in splits)


def test_the_other_seat_takes_one_of_the_two_groups() -> None:
    """marabunta/round.4."""
    position = play("tile:one die:B=0 die:P=0 die:O=0 die:G=0 die:S=0 die:Y=0 split:BOT/PGSY")
    assert position.actors == (2,)
    assert set(texts(position)) == {"take:BOT", "take:PGSY"}


def test_the_splitter_uses_the_other_group_afterwards() -> None:
    """marabunta/round.4: then the splitter uses the others."""
    position = turn("PGSY", "one")
    assert position.actors == (2,) and position.facts()["elements"]["B"]["seat"] == 1
    position = position.play("done")
    assert position.actors == (1,) and texts(position) == ["use:B", "use:O", "use:T", "done"]


def test_the_roles_swap_in_the_next_round() -> None:
    """marabunta/round.5."""
    position = turn("PGSY", "one", position=play("done done", turn("BOT", "zeros")))
    assert position.facts()["splitter"] == 2 and position.actors == (1,)


def test_done_ignores_all_that_is_left() -> None:
    """marabunta/using a group: or done to ignore all that is left."""
    position = play("use:B write:a1 done", turn("BOT", "one"))
    assert position.actors == (1,) and position.facts()["elements"]["O"]["unused"] is False


def test_an_element_is_used_entirely_before_the_next() -> None:
    """marabunta/using a group."""
    position = play("use:T write:c4", turn("BT", "zeros"))
    assert all(text.startswith("write:") for text in texts(position))


def test_a_turn_ends_when_its_last_element_is_used() -> None:
    """marabunta/using a group: when no element is left, the turn ends automatically."""
    assert play("use:B write:a1", turn("B")).actors == (1,)


def test_a_turn_in_which_nothing_can_have_an_effect_is_passed_over() -> None:
    """marabunta/using a group: looked at when the turn begins."""
    position = turn("B", dice="B=3", position=change(STANDING, blue={"numbers": {"i4": 1, "i5": 1}}))
    assert position.actors == (1,)


def test_one_step_may_end_a_turn_and_the_round() -> None:
    """marabunta/using a group: looked at after each element; so one step may end a turn, a round and the game."""
    stuck = change(START, red={"numbers": {"i4": 1, "i5": 1}, "anthills": 0})
    position = play("use:Y write:c4", turn("POGSYT", "nest", "B=3 P=3", stuck)).play("done")
    assert position.is_chance and position.to_fields()["round"] == 2


def test_only_elements_that_can_have_an_effect_are_offered() -> None:
    """marabunta/crates: an element can have an effect when its first step exists."""
    assert texts(turn("BPOGSYT"[:6], "nest", "B=2 P=2 O=2 G=2 S=2 Y=2", STANDING)) == [
        "use:B",
        "use:S",
        "use:Y",
        "done",
    ]


def test_done_waits_for_the_crumbs_while_a_cupcake_hex_is_free() -> None:
    """marabunta/using a group: done is not allowed while the seat holds unused crumbs and a free cupcake hex exists."""
    eighth = change(START, round=8, tiles=[])
    assert texts(turn("BT", "crumbs", position=eighth)) == ["use:B", "use:T"]
    assert texts(turn("BP", "crumbs", position=eighth)) == ["use:B", "use:P", "done"]
    assert "done" in texts(play("use:T strike:e5", turn("BT", "crumbs", position=eighth)))


def test_the_crumbs_do_nothing_when_no_cupcake_hex_is_free() -> None:
    """marabunta/rulings.7: must be used while a free cupcake hex exists."""
    left = change(START, round=18, tiles=[], struck=["f1", "h1", "b2", "d2", "k2", "h3", "e5", "b6", "i6", "k6", "e7"])
    position = play("use:P write:g7", turn("PGT", "crumbs", "P=0", left))
    assert position.facts()["cupcakes_left"] == [] and texts(position) == ["use:G", "done"]


@pytest.mark.parametrize("face", ["1", "2", "3"])
def test_a_number_is_written_in_the_region_of_its_die(face: str) -> None:
    """marabunta/elements: die 1, 2, 3 - write that number in the die's region."""
    position = play("use:P", turn("P", dice=f"P={face}"))
    assert hexes(position) == {"a5", "a6", "d6", "e6", "f6", "g6", "f5", "a7", "b7", "c7", "d7", "e7", "f7", "g7"}
    assert seat(position.play("write:d6"), 2)["numbers"] == {"d6": int(face)}


def test_a_zero_is_written_in_any_region() -> None:
    """marabunta/elements: die 0 - write a 0 in any region; marabunta/rulings.3."""
    position = play("use:P", turn("P", dice="P=0"))
    assert len(hexes(position)) == 84
    assert seat(position.play("write:a1"), 2)["numbers"] == {"a1": 0}


def test_a_flag_fills_a_circle_on_the_leaf_of_its_die() -> None:
    """marabunta/elements: die flag - fill a blank circle on the leaf of the die's region with your colour."""
    position = play("use:G", turn("PG", dice="G=flag"))
    assert seat(position, 2)["circles"]["G"] == 3 and position.facts()["regions"]["G"]["blank"] == 5
    assert texts(position) == ["use:P", "done"]


def test_a_flag_needs_a_blank_circle() -> None:
    """marabunta/crates: for a flag, a blank circle on that leaf."""
    full = {"circles": dict.fromkeys("BPOSY", 2) | {"G": 8}}
    position = change(turn("PG", dice="G=flag"), red=full, trigger=1, endings=["leaf-full"])
    assert texts(position) == ["use:P", "done"]


def test_a_flag_may_fill_the_last_circle() -> None:
    """marabunta/crates: for a flag, a blank circle on that leaf."""
    almost = {"circles": dict.fromkeys("BPOSY", 2) | {"G": 7}}
    position = play("use:G", turn("PG", dice="G=flag", position=change(START, red=almost)))
    assert position.facts()["regions"]["G"]["blank"] == 0 and position.facts()["end"]["endings"] == ["leaf-full"]


def test_a_crate_die_ticks_a_crate() -> None:
    """marabunta/elements: die crate - tick a crate."""
    position = play("use:P", turn("PG", dice="P=crate"))
    assert texts(position) == ["crate:one", "crate:nest", "crate:two", "crate:cakes", "crate:three-points"]
    assert seat(position.play("crate:two"), 2)["crates"]["two"] == 1
    assert texts(position.play("crate:two")) == ["use:G", "done"]


def test_the_crates_tile_ticks_two() -> None:
    """marabunta/elements: tile crates - tick two crates, of one power or two."""
    position = play("use:T crate:one crate:two", turn("PT", "crates"))
    assert seat(position, 2)["crates"] == {"one": 1, "nest": 0, "two": 1, "cakes": 0, "three-points": 0}
    assert texts(position) == ["use:P", "done"]


def test_the_circles_tile_fills_one_circle_on_each_of_two_leaves() -> None:
    """marabunta/elements: tile circles - two different leaves."""
    position = play("use:T", turn("PT", "circles"))
    assert texts(position) == [f"leaf:{letter}" for letter in "BPOGSY"]
    position = position.play("leaf:B")
    assert texts(position) == [f"leaf:{letter}" for letter in "POGSY"]
    assert seat(position.play("leaf:S"), 2)["circles"] == {"B": 3, "P": 2, "O": 2, "G": 2, "S": 3, "Y": 2}


def test_the_circles_tile_fills_one_if_only_one_leaf_has_a_blank_circle() -> None:
    """marabunta/crates: as many as possible (one, if only one leaf has a blank circle)."""
    full = dict.fromkeys("BPOGY", 8) | {"S": 2}
    position = change(turn("PT", "circles"), red={"circles": full}, trigger=1, endings=["leaf-full"])
    assert texts(play("use:T", position)) == ["leaf:S"]
    assert texts(play("use:T leaf:S", position)) == ["use:P", "done"]


def test_the_tile_one_writes_a_one_in_any_region() -> None:
    """marabunta/elements: tile one."""
    position = play("use:T", turn("T", "one"))
    assert len(hexes(position)) == 84
    assert seat(position.play("write:l7"), 2) | {"crates": {}, "circles": {}} == {
        "numbers": {"l7": 1},
        "anthills": 1,
        "cupcakes": 0,
        "crates": {},
        "circles": {},
    }


def test_the_tile_zeros_writes_two_adjacent_zeros_with_one_anthill() -> None:
    """marabunta/elements: tile zeros; marabunta/writing: the first alone decides whether an anthill is spent."""
    position = play("use:T write:c4", turn("T", "zeros"))
    assert hexes(position) == {"c3", "c5", "b3", "b4", "d3", "d4"}
    assert seat(position.play("write:b3"), 2)["numbers"] == {"b3": 0, "c4": 0}
    assert seat(position.play("write:b3"), 2)["anthills"] == 1


def test_the_tile_nest_writes_a_zero_anywhere_without_an_anthill() -> None:
    """marabunta/elements: tile nest - any free hex, no adjacency, no anthill."""
    position = play("use:T", turn("T", "nest", position=STANDING))
    assert len(hexes(position)) == 82
    assert seat(position.play("write:l7"), 2)["numbers"] == {"c4": 1, "i4": 1, "l7": 0}
    keeps = play("use:T write:l7", turn("T", "nest"))
    assert seat(keeps, 2)["anthills"] == 2


def test_the_tile_strike_strikes_two_adjacent_hexes_anywhere() -> None:
    """marabunta/elements: tile strike - two adjacent free hexes, anywhere."""
    position = play("use:T", turn("T", "strike", position=STANDING))
    assert len(hexes(position)) == 82
    position = position.play("strike:e5")
    assert hexes(position) == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert position.play("strike:f4").to_fields()["struck"] == ["f4", "e5"]


def test_the_tile_double_repeats_a_die_used_before() -> None:
    """marabunta/elements: tile double - use a die of your group once more."""
    position = play("use:P write:d6 use:T", turn("PGT", "double"))
    assert texts(position) == ["again:P", "again:G"]
    position = play("again:P write:e6", position)
    assert seat(position, 2)["numbers"] == {"d6": 1, "e6": 1} and texts(position) == ["use:G", "done"]


def test_a_die_repeated_before_it_is_used_stays_usable() -> None:
    """marabunta/elements: whether already used or not (one not used yet stays usable)."""
    position = play("use:T again:P write:d6", turn("PGT", "double"))
    assert texts(position) == ["use:P", "use:G", "done"]


@pytest.mark.parametrize(("face", "what"), [("flag", "circles"), ("crate", "crates")])
def test_double_repeats_flags_and_crates_too(face: str, what: str) -> None:
    """marabunta/rulings.3: double may repeat any face, crates and flags too."""
    position = play("use:T again:P", turn("PGT", "double", f"P={face}"))
    if what == "crates":
        position = position.play("crate:two")
    assert sum(seat(position, 2)[what].values()) == (13 if what == "circles" else 1)
    assert texts(position) == ["use:P", "use:G", "done"]


def test_double_needs_a_die_of_the_group_that_can_have_an_effect() -> None:
    """marabunta/crates: for double, a die of the group that can have an effect."""
    assert texts(turn("PT", "double", "P=2", STANDING)) == ["use:B", "use:O", "use:G", "use:S", "use:Y", "done"]
    position = play("use:T", turn("BPT", "double", "B=2 P=2", STANDING))
    assert texts(position) == ["again:B"] and hexes(position.play("again:B")) == {"b3", "c3"}


def test_the_crumbs_strike_a_cupcake_hex_and_tick_nothing() -> None:
    """marabunta/elements: tile crumbs - strike a free cupcake hex; no cupcake is ticked."""
    position = play("use:T", turn("BT", "crumbs", position=change(START, round=8, tiles=[])))
    assert hexes(position) == {"f1", "h1", "b2", "d2", "k2", "h3", "e5", "b6", "i6", "k6", "e7", "g7"}
    position = position.play("strike:e5")
    assert position.to_fields()["struck"] == ["e5"] and seat(position, 2)["cupcakes"] == 0


def test_only_done_and_decline_are_quiet_steps() -> None:
    """golden/README: the busy policy plays done and decline only once in twenty."""
    rules, board = START.game.engine.rules, START.setup.board.record
    quiet = [step for step in turn("BP").legal() if rules.is_quiet(board, START.state, step.action)]
    assert [str(step) for step in quiet] == ["done"]
    complete = {"one": 1, "nest": 0, "two": 0, "cakes": 0, "three-points": 0}
    unlocked = play("use:B crate:one", turn("BP", dice="B=crate", position=change(START, blue={"crates": complete})))
    assert rules.is_quiet(board, START.state, unlocked.legal()[-1].action)


def test_an_optional_element_is_never_forced() -> None:
    """marabunta/rulings.8: use:X of an optional element is never forced; once begun it is completed."""
    assert "done" in texts(turn("BPOGSYT"[1:]))
    assert "done" not in texts(play("use:P", turn("PO")))


@pytest.mark.parametrize(
    ("effect", "number", "said"),
    [
        ("write", 2, "write a 2"), ("nest", 0, "write a 0 anywhere"), ("trio", 3, "write three 3s"),
        ("points", 1, "score 1 point"), ("cupcakes", 2, "tick 2 cupcakes"), ("strike", 0, "strike two hexes"),
        ("leaves", 0, "fill two circles"),
    ],
)  # fmt: skip
def test_a_power_is_called_by_what_it_does(effect: str, number: int, said: str) -> None:
    assert str(power_name(EFFECTS[effect][0], number)) == said
