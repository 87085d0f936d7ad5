"""Marabunta: notation, named fields, drawn boards, what must add up, and the facts."""

import json
from typing import Any

import pytest

from ludotheque import Chance, Position, PositionError, game
from ludotheque.games.marabunta.fields import check
from tests.conftest import sampled, spread
from tests.games.marabunta_tables import change, play, seat, texts, turn

START = game("marabunta").start()
MIDDLE = r"""
     a    b    c    d    e    f    g    h    i    j    k    l
    ____      ____      ____      ____      ____      ____
 1 / B  \____/ Bx \____/ B  \____/ O  \____/ O  \____/ Ox \____
   \____/ B  \____/ B  \____/ Oc \____/ Oc \____/ O  \____/ O  \
 2 / B  \____/ B  \____/ B  \____/ O  \____/ O  \____/ Sc \____/
   \____/ Bc \____/ Bc \____/ O  \____/ O  \____/ S  \____/ Ox \
 3 / B  \____/ Br2\____/ Y  \____/ O  \____/ S  \____/ S  \____/
   \____/ B  \____/ Yx \____/ Yx \____/ Sc \____/ S  \____/ O  \
 4 / Bx \____/ Yr0\____/ Y  \____/ S  \____/ S  \____/ S##\____/
   \____/ Y  \____/ Y  \____/ Y  \____/ S  \____/ S##\____/ Gx \
 5 / P  \____/ Y  \____/ Yc \____/ Sx \____/ Sx \____/ G  \____/
   \____/ Y  \____/ Y  \____/ P  \____/ S  \____/ G  \____/ G  \
 6 / Px \____/ Y  \____/ P  \____/ Pb3\____/ Gc \____/ Gc \____/
   \____/ Yc \____/ P  \____/ P  \____/ G  \____/ G  \____/ G  \
 7 / P  \____/ P  \____/ Pc \____/ Pb0\____/ G  \____/ G  \____/
   \____/ Px \____/ P  \____/ P  \____/ G  \____/ Gx \____/ G  \
        \____/    \____/    \____/    \____/    \____/    \____/
round: 2 (Blue splits)
tiles: crates circles one zeros nest
tile: double
dice: B=2 P=flag O=crate G=0 S=1 Y=3
groups: Red BPGT, Blue OSY
unused: PG
effect: write 2 in B
now: Red chooses

leaf             B   P   O   G   S   Y
Red circles      2   2   2   3   2   2
Blue circles     2   2   2   2   2   5
blank circles    6   6   6   5   6   3
Red sum          2   0   0   0   0   0
Blue sum         0   3   0   0   0   0

cupcake row: +0 +0 +0 +1 +1 +2 +2 +3
                       Red   Blue
anthills                 1      1
cupcakes                 0      1
crates one             0/2    0/2
crates nest            0/2    0/2
crates two             1/3    0/3
crates cakes           0/3    0/3
crates three-points    0/3    0/3
"""


def read(text: str) -> Position:
    return game("marabunta").read(text)


def test_a_drawn_position_is_read_as_drawn() -> None:
    """`str` is a drawn text board, and game.read its checked inverse."""
    position = read(MIDDLE)
    assert str(position).split("\n", 1)[1] == MIDDLE.strip("\n")
    assert seat(position, 1)["numbers"] == {"c3": 2, "c4": 0} and position.to_fields()["struck"] == ["j4", "k4"]
    assert texts(position)[:2] == ["write:a1", "write:b1"]


def test_values_of_the_start_need_not_be_drawn() -> None:
    """A test or a lesson can draw its position."""
    short = MIDDLE[: MIDDLE.index("round")] + "round: 3\ntiles: none\nnow: a tile is revealed"
    with pytest.raises(PositionError, match="in round 3 5 tiles lie face down, not 0"):
        read(short)
    assert seat(read(str(START).split("leaf")[0]), 1) == seat(START, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 7 / P  ", " 7 /    ", "line 15: 6 hexes stand there (a7, c7, e7, g7, i7, k7), not 5"),
        ("/ Br2", "/ Pr2", "line 7: c3 is B, B## if struck, Br2 or Bb2 if written in, not 'Pr2'"),
        ("/ Br2", "/ Br4", "line 7: c3 is B, B## if struck, Br2 or Bb2 if written in, not 'Br4'"),
        ("/ Oc ", "/ Ox ", "line 4: f1 is Oc, O## if struck, Or2 or Ob2 if written in, not 'Ox'"),
        (MIDDLE[MIDDLE.index(" 7 /") : MIDDLE.index("round")], "", "the map has 14 lines of hexes, not 12"),
        ("round: 2 (Blue splits)", "round: 2 (Red splits)", "line 18: Blue splits in round 2"),
        ("round: 2 (Blue splits)", "round: two", "line 18: write it like '3 (Red splits)', not 'two'"),
        ("round: 2 (Blue splits)\n", "", "there is no line 'round: ...'"),
        ("now: Red chooses\n", "", "there is no line 'now: ...'"),
        ("now: Red chooses", "now: Red sleeps", "line 25: one of: a tile is revealed, a die is rolled"),
        ("tile: double", "tile: tree", "line 20: write it like 'zeros', not 'tree'"),
        ("tile: double", "tile: double\ntile: double", "line 21: tile stands there twice"),
        ("B=2 P=flag", "B=4 P=flag", "line 21: write it like 'B=2 P=flag O=crate', not 'B=4"),
        ("B=2 P=flag", "B=2 B=flag", "line 21: a die stands there twice"),
        ("Red BPGT, Blue OSY", "Red BPGT", "line 22: write it like 'Red BOT, Blue PGSY', not 'Red BPGT'"),
        ("unused: PG", "unused: X", "line 23: write it like 'BOT', not 'X'"),
        ("unused: PG", "split: B", "line 23: write it like 'BOT/PGSY', not 'B'"),
        ("unused: PG", "crates due: many", "line 23: write it like '2', not 'many'"),
        ("unused: PG", "end: soon", "line 23: write it like 'triggered by Red (leaf-full)', not 'soon'"),
        (
            "effect: write 2 in B",
            "effect: write 2 in B!",
            "line 24: write it like 'trio 1 anywhere by trio",
        ),
        ("blank circles    6", "blank circles    5", "line 30: it is 6 6 6 5 6 3 by what is drawn"),
        ("Red sum          2", "Red sum          3", "line 31: it is 2 0 0 0 0 0 by what is drawn"),
        ("blank circles ", "blank sum ", "line 30: 'blank sum 6 6 6 5 6 3' is none of the lines"),
        ("crates one", "crates none", "line 38: there is no power none; there are one, nest"),
        ("crates one             0/2", "crates one             0/3", "line 38: one has 2 crates"),
        ("cupcake row: +0", "cupcake row: +1", "line 34: 'cupcake row: +1 +0 +0 +1 +1 +2 +2 +3' is none of the lines"),
        ("anthills ", "bees ", "line 36: 'bees 1 1' is none of the lines that tell something"),
        ("tiles: crates circles", "tiles: crates crates circles", "tiles: 'crates' stands there twice"),
        ("tiles: crates circles one zeros nest", "tiles: none", "in round 2 5 tiles lie face down, not 0"),
    ],
)
def test_a_drawing_that_cannot_be_read_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    """The checked inverse says which line."""
    assert old in MIDDLE
    with pytest.raises(PositionError) as error:
        read(MIDDLE.replace(old, new, 1))
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    "text", ["", ":", "marabunta", "x" * 9999, "\n" * 50, "round: 1\n" * 3, "now: now", "\0", "a b c"]
)
def test_garbage_is_no_position(text: str) -> None:
    """Any garbage: a clear error, never a crash."""
    with pytest.raises(PositionError):
        read(text)


def random_states(seed: int, territory: str, powers: str, busy: bool) -> list[Position]:
    """All positions of a random game; a busy one seldom says done."""
    chance, position = Chance(seed), game("marabunta").start(territory=territory, powers=powers)
    positions = [position]
    while not position.is_over:
        steps = [step for step in position.legal() if not busy or str(step) != "done"] or position.legal()
        position = position.play(steps[chance.randrange(len(steps))])
        positions.append(position)
    return positions


@sampled("most", 25, 10_000)
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_game_adds_up_and_is_read_back(seed: int, most: int) -> None:
    """Text and JSON round trips; after every step, everything adds up."""
    territory, powers = ("meadow", "islets")[seed & 1], ("basic", "expert")[seed >> 1 & 1]
    for position in spread(random_states(seed, territory, powers, seed > 1), most):
        assert game("marabunta").from_json(position.to_json()) == position
        assert read(str(position)) == position
        assert max(map(len, str(position).split("\n"))) <= 80
        json.dumps(position.facts(1))


def test_an_effect_is_drawn_with_all_it_needs() -> None:
    """The drawing holds everything."""
    expert = game("marabunta").start(powers="expert")
    expert = change(expert, blue={"crates": seat(expert, 2)["crates"] | {"trio": 2, "strike": 1}})
    position = play("use:P crate:trio write:c4 write:d4", turn("PO", dice="P=crate", position=expert))
    assert "effect: trio 1 anywhere by trio after c4 d4" in str(position)
    position = play("use:T crate:strike strike:c4", turn("OT", "crates", position=expert))
    assert "effect: strike by strike after c4\ncrates due: 1" in str(position)
    position = play("use:T leaf:S", turn("OT", "circles"))
    assert "effect: circles after S" in str(position) and read(str(position)) == position
    assert "split: BO/PGSYT" in str(play("tile:one die:B=0 die:P=0 die:O=0 die:G=0 die:S=0 die:Y=0 split:BO/PGSYT"))


def broken(**changes: Any) -> str:
    """The complaint about MIDDLE with other values in some fields."""
    position = read(MIDDLE)
    with pytest.raises(PositionError) as error:
        change(position, **changes)
    return str(error.value)


@pytest.mark.parametrize("key", ["round", "groups", "effect", "struck", "red"])
def test_a_field_that_is_missing_is_refused(key: str) -> None:
    """JSON both ways, structured, named fields."""
    data = read(MIDDLE).to_fields()
    del data[key]
    with pytest.raises(PositionError, match=f"{key}: missing"):
        game("marabunta").from_json(data)


COMPLETE = {"crates": {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}, "cupcakes": 2}
EFFECT: dict[str, Any] = {"kind": "write", "number": 2, "region": "B", "power": None, "chosen": []}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"round": 0}, "round: a whole number from 1 to 9999, not 0"),
        ({"phase": "sleep"}, "phase: one of reveal, roll, split"),
        ({"turn": 3}, "turn: one of null, 1, 2, not 3"),
        ({"turn": True}, "turn: one of null, 1, 2, not True"),
        ({"tiles": ["crumbs"]}, "tiles: 'crumbs' is not one of"),
        ({"tile": "tree"}, "tile: one of null, crates"),
        ({"dice": []}, "dice: expected named fields"),
        ({"dice": {"T": "1"}}, "dice.T: no such field"),
        ({"dice": {"B": 1}}, "dice.B: one of 0, 1, 2, 3, flag, crate, not 1"),
        ({"split": "POGSYT/B"}, "split: one of null, B/POGSYT"),
        ({"groups": {"red": "BPGT"}}, "groups.blue: missing"),
        ({"groups": {"red": "BPGT", "blue": "YSO"}}, "groups.blue: one of"),
        ({"unused": "GP"}, "unused: one of"),
        ({"effect": 3}, "effect: expected named fields"),
        ({"effect": EFFECT | {"kind": "points"}}, "effect.kind: one of write, nest"),
        ({"effect": EFFECT | {"number": 4}}, "effect.number: a whole number from 0 to 3, not 4"),
        ({"effect": EFFECT | {"chosen": ["a1", "a2", "a3"]}}, "effect.chosen: at most two, not 3"),
        ({"effect": EFFECT | {"chosen": ["z9"]}}, "effect.chosen: 'z9' is not one of"),
        ({"crates_due": -1}, "crates_due: a whole number from 0 to 99, not -1"),
        ({"trigger": "red"}, "trigger: one of null, 1, 2"),
        ({"endings": ["bored"]}, "endings: 'bored' is not one of"),
        ({"struck": ["a1", "a1"]}, "struck: 'a1' stands there twice"),
        ({"struck": ["c3"]}, "red.numbers: c3 is written in or struck already"),
        ({"red": {"numbers": {"m1": 1}}}, "red.numbers.m1: no such field"),
        ({"red": {"numbers": {"a1": 5}}}, "red.numbers.a1: a whole number from 0 to 3, not 5"),
        ({"red": {"anthills": 3}}, "red.anthills: a whole number from 0 to 2, not 3"),
        ({"red": {"cupcakes": 9}}, "red.cupcakes: a whole number from 0 to 8, not 9"),
        ({"red": {"crates": {"one": 3}}}, "red.crates.one: a whole number from 0 to 2, not 3"),
        ({"red": {"crates": {"five": 3}}}, "red.crates.five: no such field"),
        ({"red": {"circles": {"B": 9}}}, "red.circles.B: a whole number from 2 to 8, not 9"),
        ({"red": {"bees": 1}}, "red.bees: no such field"),
        ({"weather": "fine"}, "weather: no such field"),
    ],
)
def test_a_field_with_another_value_is_refused_with_its_place(changes: dict[str, Any], message: str) -> None:
    """JSON both ways, structured, named fields; all garbage refused."""
    assert broken(**changes).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"red": {"circles": dict.fromkeys("BPOGSY", 7)}},
            "the yellow leaf has 10 circles, not 7 red, 5 blue",
        ),
        ({"red": {"cupcakes": 1}}, "Red has ticked 0 cupcakes, not 1"),
        ({"red": {"numbers": {"c3": 2}, "anthills": 0}}, "Red cannot have spent 2 anthills on 1 numbers"),
        ({"red": {"numbers": {"c3": 2, "a7": 0, "l7": 1}}}, "numbers lie in more separate groups than anthills"),
        ({"struck": ["a1", "a2", "a3"]}, "3 hexes are struck, but it can only be 0 to 2 by now"),
        ({"round": 10, "tiles": [], "tile": "crumbs", "struck": []}, "0 hexes are struck, but it can only be 2 to 5"),
        ({"tiles": ["one"]}, "in round 2 5 tiles lie face down, not 1"),
        ({"tile": None}, "a tile lies open from when it is revealed"),
        ({"tile": "crumbs"}, "the crumbs come in round 8 and stay"),
        ({"tile": "nest"}, "the open tile is not face down"),
        ({"dice": {"B": "2"}}, "the dice are rolled in the order B P O G S Y"),
        ({"split": "BO/PGSYT"}, "the elements lie split until"),
        ({"groups": None}, "each seat holds at least one element"),
        ({"groups": {"red": "BPGT", "blue": "OGSY"}}, "each seat holds at least one element"),
        ({"unused": "OS"}, "only elements of the own group are unused"),
        ({"turn": None}, "another seat is waited for"),
        ({"phase": "split"}, "nobody holds a group now"),
        ({"effect": None}, "an effect is under way only while"),
        ({"phase": "use"}, "an effect is under way only while"),
        ({"phase": "tick"}, "crates are due only while they are ticked"),
        ({"crates_due": 1}, "the effect under way is not that of a power just completed or an element"),
        ({"trigger": 1}, "the end is triggered by"),
        ({"endings": ["leaf-full"]}, "the end is triggered by"),
        (
            {"phase": "use", "effect": None, "unused": ""},
            "Red has no element that can have an effect, so the turn is over",
        ),
        ({"phase": "tick", "effect": None, "crates_due": 1, "red": COMPLETE}, "Red has no power that a crate could be"),
        ({"phase": "over", "turn": None}, "the game is over at the end of the round"),
        ({"red": {"numbers": {"l6": 0, "l7": 0}, "anthills": 0}}, "the effect under way cannot go on"),
        ({"effect": EFFECT | {"number": 1}}, "the effect under way is not that of"),
        ({"effect": EFFECT | {"region": "P"}}, "the effect under way is not that of"),
        ({"effect": EFFECT | {"power": "two"}}, "the effect under way is not that of"),
        ({"effect": EFFECT | {"chosen": ["c3"]}}, "what was chosen for the effect under way"),
    ],
)
def test_a_position_that_does_not_add_up_is_refused(changes: dict[str, Any], message: str) -> None:
    """Everything that must add up in every reachable state."""
    assert message in broken(**changes)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("free", 0, 0xFFFFFFFF, "a hex is free, written in or struck"),
        ("free", 1, 1 << 60, "nothing is outside the territory"),
        ("beside", (1, 0), 7, "the hexes next to Red's numbers are others"),
        ("sums", (2, 1), 9, "Blue's sum in the pink region is 3, not 9"),
        ("ticked", (1, 0), 3, "Red has ticked more crates than there are"),
        ("ticked", (1, 9), 1, "Red has ticked more crates than there are"),
    ],
)
def test_a_state_that_does_not_add_up_is_found(field: str, place: Any, value: int, message: str) -> None:
    """After every replay, everything adds up."""
    position = read(MIDDLE)
    state = position.state
    assert check(position.setup.board, state) == []
    state[field][place] = value
    assert any(message in problem for problem in check(position.setup.board, state))


def test_facts_tell_who_leads_where() -> None:
    """marabunta/outcome: sums and leader per region, circles per leaf."""
    regions = read(MIDDLE).facts()["regions"]
    assert {letter: regions[letter]["leader"] for letter in "BPO"} == {"B": 1, "P": 2, "O": None}
    assert regions["Y"]["blank"] == 3 and regions["Y"]["circles"] == {"1": 2, "2": 5}
    assert regions["P"]["sums"] == {"1": 0, "2": 3} and regions["P"]["points"] == 2 and len(regions["P"]["free"]) == 12


def test_facts_tell_what_each_element_could_do() -> None:
    """marabunta/using a group: who holds an element, whether it is unused, and whether it can have an effect."""
    elements = read(MIDDLE).facts()["elements"]
    assert elements["B"] == {"shows": "2", "seat": 1, "unused": False, "can_use": [1]}
    assert elements["P"] == {"shows": "flag", "seat": 1, "unused": True, "can_use": [1]}
    assert elements["O"] == {"shows": "crate", "seat": 2, "unused": True, "can_use": [2]}
    assert elements["T"]["shows"] == "double"


def test_before_the_split_facts_tell_who_could_use_an_element() -> None:
    """marabunta/round.3: what the splitter looks at."""
    stuck = change(START, blue={"numbers": {"a1": 1, "l7": 1}, "anthills": 0})
    position = play("tile:double die:B=1 die:P=1", stuck)
    elements = position.facts()["elements"]
    assert list(elements) == ["B", "P", "T"]
    assert [elements[letter]["can_use"] for letter in "BPT"] == [[1, 2], [1], [1, 2]]
    assert START.facts()["elements"] == {} and elements["B"]["seat"] is None and elements["B"]["unused"] is False


def test_facts_tell_which_hexes_cost_an_anthill() -> None:
    """marabunta/writing: a legal place with a price."""
    effect = read(MIDDLE).facts()["effect"]
    assert set(effect["hexes"]) - set(effect["costs_anthill"]) == {"b2", "b3", "c2", "d2"}
    assert effect["may_decline"] is False
    assert play("use:T", turn("T", "nest")).facts()["effect"]["costs_anthill"] == []
    assert play("use:T", turn("BT", "circles")).facts()["effect"]["hexes"] == []


def test_facts_tell_how_near_the_end_is() -> None:
    """marabunta/end: what would trigger the end."""
    circles = dict.fromkeys("BPOGSY", 2) | {"Y": 7}
    end = change(START, red={"circles": circles}).facts()["end"]
    assert end == {"trigger": None, "endings": [], "last_hex": [], "last_circle": ["Y"], "last_cupcake": False}


def test_facts_tell_what_each_seat_has() -> None:
    """marabunta/boards: anthills, cupcakes, crates per power, and what the next cupcake is worth."""
    facts = read(MIDDLE).facts()["seats"]["2"]
    assert facts["crates"]["two"] == {"ticked": 0, "needed": 3} and facts["next_cupcake"] == 0
    assert facts["total"] == 2 and facts["beside"][:2] == ["f5", "g5"]
