"""Marabunta: every refusal cites its rule, and the position is unchanged."""

from typing import Any

import pytest

from ludotheque import CHANCE, Position, Refusal, game
from ludotheque.games.marabunta.nearest_steps import distance
from tests.games.marabunta_tables import change, play, seat, turn

START = game("marabunta").start()
EXPERT = game("marabunta").start(powers="expert")
SPLIT = play("tile:one die:B=0 die:P=0 die:O=0 die:G=0 die:S=0 die:Y=0")
TAKE = play("split:BOT/PGSY", SPLIT)
USE = turn("BP", "one")
WRITE = play("use:B", USE)
STRUCK = change(START, struck=["c4", "c5"], round=7, tiles=["one"])
FAR = {"numbers": {"a1": 1, "l7": 1}, "anthills": 0}
EIGHTH = change(START, round=8, tiles=[])
CRATE = play("use:B", turn("BP", dice="B=crate"))
LEAF = play("use:T", turn("BT", "circles"))
AGAIN = play("use:T", turn("BT", "double"))
STRIKE = play("use:T", turn("BT", "strike"))
CRUMBS = play("use:T", turn("BT", "crumbs", position=EIGHTH))
ZEROS = play("use:T", turn("BT", "zeros", position=change(START, red={"numbers": {"b1": 1, "a2": 0}, "anthills": 1})))
COMPLETE = {"crates": {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}, "cupcakes": 2}
NO_CIRCLES = {"circles": dict.fromkeys("BPOGSY", 8)}
FULL: dict[str, Any] = {"red": NO_CIRCLES, "trigger": 1, "endings": ["leaf-full"]}


def unlocking(power: str, **blue: Any) -> Position:
    """Blue has just ticked the last crate of a power."""
    start = START if power in seat(START, 2)["crates"] else EXPERT
    needed = start.facts()["seats"]["2"]["crates"][power]["needed"]
    start = change(start, blue={"crates": seat(start, 2)["crates"] | {power: needed - 1}} | blue)
    return play(f"use:P crate:{power}", turn("PO", dice="P=crate", position=start))


TRIO = unlocking("trio")
WALLED = change(TRIO, red={"numbers": {"b1": 0, "a3": 0}, "anthills": 0})
NARROW = change(play("write:b1", TRIO), red={"numbers": {"c1": 0, "b2": 0}, "cupcakes": 1, "anthills": 0})
YELLOW_FULL: dict[str, Any] = {
    "red": {"circles": dict.fromkeys("BPOGS", 2) | {"Y": 8}},
    "trigger": 1,
    "endings": ["leaf-full"],
}
BESIDE = change(START, red={"numbers": {"b1": 1}, "anthills": 1}, blue={"numbers": {"a2": 0, "l7": 1}, "anthills": 0})
ENCLOSED = change(
    START, red={"numbers": {"b1": 1, "a2": 1}, "anthills": 0}, blue=FAR, struck=["l6", "k7"], round=7, tiles=["zeros"]
)
LAST_POWER = {"crates": {"one": 0, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}, "cupcakes": 2}

MOMENTS = [
    (SPLIT, "take:BOT", "now-split"),
    (TAKE, "split:BOT/PGSY", "now-take"),
    (USE, "write:a1", "now-use"),
    (USE, "decline", "now-use"),
    (WRITE, "use:P", "now-write"),
    (WRITE, "strike:a1", "now-write"),
    (WRITE, "done", "now-write"),
    (CRATE, "use:P", "now-crate"),
    (LEAF, "crate:one", "now-leaf"),
    (LEAF, "decline", "now-leaf"),
    (AGAIN, "use:B", "now-again"),
    (STRIKE, "write:a1", "now-strike"),
    (CRUMBS, "done", "now-strike"),
    (USE, "tile:nest", "table-draws"),
    (SPLIT, "die:B=0", "table-draws"),
    (START, "die:B=0", "now-tile"),
    (START, "write:a1", "now-tile"),
    (play("tile:nest"), "tile:one", "now-die"),
]
ILLEGAL = [
    (START, "tile:crumbs", "crumbs-last"),
    (play("done done", USE), "tile:one", "tile-gone"),
    (EIGHTH, "tile:one", "tile-gone"),
    (play("tile:nest die:B=0"), "die:O=0", "dice-order"),
    (play("tile:nest die:B=0"), "die:B=0", "dice-order"),
    (TAKE, "take:BO", "no-such-group"),
    (TAKE, "take:BPOGSYT", "no-such-group"),
    (USE, "use:G", "not-your-element"),
    (AGAIN, "again:G", "not-your-element"),
    (play("use:B write:a1", USE), "use:B", "used-already"),
    (turn("BP", dice="P=2", position=change(START, blue=FAR)), "use:P", "no-effect"),
    (turn("BPT", "crates", position=change(START, blue=COMPLETE)), "use:T", "no-effect"),
    (turn("BP", dice="P=crate", position=change(START, blue=COMPLETE)), "use:P", "no-effect"),
    (change(turn("BP", dice="P=flag"), **FULL), "use:P", "no-effect"),
    (change(turn("BT", "circles"), **FULL), "use:T", "no-effect"),
    (play("use:T", turn("PGT", "double", "P=2 G=flag", change(START, blue=FAR))), "again:P", "no-effect"),
    (turn("BT", "crumbs", position=EIGHTH), "done", "crumbs-must"),
    (play("leaf:B", LEAF), "leaf:B", "same-leaf"),
    (change(LEAF, **YELLOW_FULL), "leaf:Y", "leaf-full"),
    (play("use:B", turn("BP", dice="B=crate", position=change(START, blue=LAST_POWER))), "crate:two", "power-complete"),
    (play("use:B", turn("BP", "one", position=STRUCK)), "write:c4", "hex-struck"),
    (play("use:B", turn("BP", "one", position=change(START, red=FAR))), "write:a1", "hex-written"),
    (WRITE, "write:f1", "wrong-region"),
    (play("use:B", turn("BP", position=change(START, blue=FAR))), "write:c3", "not-adjacent"),
    (CRUMBS, "strike:a1", "crumbs-cupcake"),
    (ZEROS, "write:a1", "room-for-two"),
    (change(STRIKE, red={"numbers": {"b1": 1, "a2": 0}, "anthills": 1}), "strike:a1", "room-for-two"),
    (play("use:T", turn("BT", "zeros", position=BESIDE)), "write:a1", "room-for-two"),
    (turn("BT", "zeros", "B=flag", ENCLOSED), "use:T", "no-effect"),
    (turn("BT", "one", "B=flag", change(ENCLOSED, tiles=["one"])), "use:T", "no-effect"),
    (WALLED, "write:a1", "room-for-three"),
    (play("write:b2", ZEROS), "write:e5", "next-adjacent"),
    (play("strike:b2", STRIKE), "strike:e5", "next-adjacent"),
    (play("write:c4", TRIO), "write:e5", "next-adjacent"),
    (play("write:c4 write:d4", TRIO), "write:b4", "triangle"),
    (NARROW, "write:c2", "room-for-three"),
    (WRITE, "decline", "decline-powers"),
    (unlocking("nest"), "decline", "decline-powers"),
    (unlocking("one", numbers={"c4": 1}, anthills=1), "decline", "decline-free"),
    (play("write:c4", TRIO), "decline", "decline-begun"),
    (WRITE, "write:m1", "no-such-hex"),
    (WRITE, "write:a8", "no-such-hex"),
    (CRATE, "crate:trio", "no-such-power"),
    (START, "tile:tree", "no-such-tile"),
    (SPLIT, "split:BOT/PGS", "split-all"),
    (SPLIT, "split:BOTT/PGSY", "split-all"),
    (SPLIT, "split:BPOGSYT/", "split-empty"),
    (SPLIT, "split:/BPOGSYT", "split-empty"),
    (AGAIN, "again:T", "again-a-die"),
]
WORDS = (
    "write write: write:4c write:c04 write:C4 write:c² write:é4 use: use:X use:BP take: take:BB take:X leaf:T again: "
    "die:B die:B=4 die:T=1 die:B=1=1 split:BOT split:B-/PO split:BOT/PGSY/ Done pass done: crate:TWO! ٣"
)
UNREADABLE = [*WORDS.split(), "", " ", "write:c4 ", "write:c4\n", "\0", "x" * 100_000, "write:a" + "1" * 5000]


def refused(position: Position, text: str) -> Refusal:
    before = position.to_json()
    refusal = position.why_not(text)
    assert refusal is not None and position.to_json() == before
    assert refusal.reason[0].isupper() and refusal.reason.endswith(".") and len(refusal.reason) < 170
    return refusal


@pytest.mark.parametrize(("position", "text", "rule"), MOMENTS)
def test_a_step_of_another_kind_has_its_moment(position: Position, text: str, rule: str) -> None:
    """Every refusal cites its rule; kind `moment` when the step's kind is not expected now."""
    refusal = refused(position, text)
    assert (refusal.kind, refusal.rule) == ("moment", f"marabunta.{rule}")


@pytest.mark.parametrize(("position", "text", "rule"), ILLEGAL)
def test_an_illegal_step_is_refused_by_its_rule(position: Position, text: str, rule: str) -> None:
    """Every refusal cites its rule."""
    refusal = refused(position, text)
    assert (refusal.kind, refusal.rule) == ("illegal", f"marabunta.{rule}")


@pytest.mark.parametrize("text", UNREADABLE)
def test_garbage_is_unreadable(text: str) -> None:
    """rules/README: every step has one written form."""
    refusal = SPLIT.why_not(text)
    assert refusal and (refusal.kind, refusal.rule) == ("unreadable", "marabunta.notation")


@pytest.mark.parametrize(
    ("text", "right"),
    [("split:PGSY/BOT", "split:BOT/PGSY"), ("split:BTO/PGSY", "split:BOT/PGSY"), ("take:TOB", "take:BOT")],
)
def test_letters_have_one_order(text: str, right: str) -> None:
    """marabunta/round.3: the group that holds B first, letters in the order B P O G S Y T."""
    refusal = refused(SPLIT, text)
    assert (refusal.kind, refusal.rule) == ("unreadable", "marabunta.letter-order") and right in refusal.reason


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (
            play("use:B", turn("BP", position=change(START, red=FAR))),
            "write:a1",
            "Red's 1 stands in a1, and numbers are never changed.",
        ),
        (WRITE, "write:f1", "Hex f1 lies in the orange region, but this number belongs in the blue one."),
        (
            TAKE,
            "take:B",
            "The groups to take are blue, orange and the tile on one side, pink, green, grey and yellow on the other.",
        ),
        (
            turn("BP", dice="P=2", position=change(START, blue=FAR)),
            "use:P",
            "The pink die can have no effect now: no free hex of the pink region is within your reach.",
        ),
        (
            change(turn("BP", dice="P=flag"), **FULL),
            "use:P",
            "The pink die can have no effect now: the pink leaf has no blank circle.",
        ),
        (
            change(turn("BT", "circles"), **FULL),
            "use:T",
            "The tile can have no effect now: no leaf has a blank circle.",
        ),
        (CRUMBS, "strike:a1", "The crumbs strike a hex with a cupcake, and a1 has none."),
        (play("strike:b2", STRIKE), "strike:e5", "Hex e5 is not adjacent to b2, which was struck first."),
    ],
)
def test_a_reason_names_the_place(position: Position, text: str, reason: str) -> None:
    """A reason names the rule in words and the place."""
    assert refused(position, text).reason == reason


def test_chance_is_refused_like_a_seat() -> None:
    """rules/README: anything not listed as legal is refused with a reason that names the rule."""
    refusal = START.why_not("die:B=0", CHANCE)
    assert refusal and refusal.rule == "marabunta.now-tile"


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (SPLIT, "use:B", "First you split the seven elements into two groups."),
        (TAKE, "use:G", "First you take one of the two groups."),
        (
            turn("BPT", "strike"),
            "strike:c4",
            "Now you choose an element of your group to use, or leave the rest.",
        ),
        (
            turn("BT", "crumbs", position=EIGHTH),
            "decline",
            "Now you choose an element of your group to use, and the crumbs have to be used.",
        ),
        (CRATE, "write:c4", "A crate comes first: tick one of a power."),
    ],
)
def test_a_moment_says_how_to_come_to_the_step(position: Position, text: str, reason: str) -> None:
    """A refusal says what comes first; its example is legal and leads to the requested step."""
    assert refused(position, text).reason == reason


NEAREST = [
    (play("use:B", turn("BP", position=change(START, blue=FAR))), "write:c3", "write:b1 write:a2"),
    (WRITE, "write:f1", "write:e1 write:e2 write:d1"),
    (
        play("use:T", turn("BT", position=change(START, red={"numbers": {"c4": 0}, "anthills": 1}))),
        "strike:c4",
        "write:b3 write:c3 write:d3",
    ),
    (TAKE, "take:PGS", "take:PGSY take:BOT"),
    (SPLIT, "take:PGS", "split:BOYT/PGS"),
    (TAKE, "use:T", "take:BOT take:PGSY"),
    (TAKE, "write:c4", "take:PGSY take:BOT"),
    (USE, "write:h7", "use:B use:P done"),
    (USE, "write:e7", "use:P use:B done"),
    (USE, "split:BOT/PGSY", "use:B use:P done"),
    (USE, "decline", "done use:B use:P"),
    (turn("BPT", "crumbs", position=EIGHTH), "done", "use:T use:B use:P"),
    (turn("BPYT", "circles", "P=crate Y=2"), "leaf:S", "use:T use:B use:P"),
    (turn("BPGT", "double", "B=2 P=flag G=flag"), "use:S", "use:B use:P use:G"),
    (turn("BPGT", "double", "B=2 P=flag S=flag"), "use:S", "use:P use:B use:G"),
    (TRIO, "done", "decline"),
    (play("use:B", turn("BP", position=change(START, blue={"numbers": {"e1": 0}, "anthills": 1}))), "done", "write:d1"),
    (LEAF, "write:a1", "leaf:B leaf:P leaf:O"),
    (CRATE, "done", "crate:one crate:nest crate:two"),
    (play("leaf:B", LEAF), "leaf:B", "leaf:P leaf:O leaf:G"),
    (START, "write:a1", "tile:crates tile:circles tile:one"),
]


@pytest.mark.parametrize(("position", "text", "near"), NEAREST)
def test_the_nearest_legal_steps_come_first(position: Position, text: str, near: str) -> None:
    """A refusal names the nearest legal steps: hexes by distance, groups by elements, what leads there."""
    assert " ".join(refused(position, text).alternatives).startswith(near)


def test_a_refusal_names_the_elements_of_the_drawing() -> None:
    """Places are ids of the drawing."""
    assert refused(WRITE, "write:f1").places == ("hex-f1",)
    assert refused(play("strike:b2", STRIKE), "strike:e5").places == ("hex-e5", "hex-b2")
    assert refused(USE, "use:G").places == ("die-G",)
    assert refused(USE, "leaf:B").places == ("die-B", "die-P")
    assert refused(play("leaf:B", LEAF), "leaf:B").places == ("leaf-B",)
    assert refused(SPLIT, "done").places == (*(f"die-{letter}" for letter in "BPOGSY"), "tile")


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("c4", "c4", 0),
        ("c4", "c5", 1),
        ("c4", "b3", 1),
        ("c4", "b5", 2),
        ("b3", "c4", 1),
        ("a1", "l7", 12),
        ("a1", "a7", 6),
    ],
)
def test_hexes_are_as_far_apart_as_on_the_map(one: str, other: str, steps: int) -> None:
    """rules: the columns b, d, f ... sit half a hex lower."""
    assert distance(one, other) == distance(other, one) == steps
