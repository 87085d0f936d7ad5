"""Jungle Rumble: every illegal step is refused with the rule it breaks."""

import re
from pathlib import Path

import pytest

import ludotheque.games.junglerumble as package
from ludotheque import Position, game
from ludotheque.games.junglerumble.refusals import explain
from ludotheque.games.junglerumble.state import DISMISS, SELL
from tests.games.junglerumble_tables import FULL_OF_WATER, long_farm, seat, table

TURN_1 = "Turn of seat 1: seat 1"


def waking(**owned: object) -> Position:
    return table(f"{TURN_1} wakes workers", seat(**owned), seat())  # type: ignore[arg-type]


def sending(card: str, *seats: str, **given: object) -> Position:
    return table(f"Turn of seat 1, {card}: seat 1 sends workers", *seats, taken=f"{card} by seat 1", **given)


def placing(card: str, **given: object) -> Position:
    to_place = (1, 0) if card == "bull" else (0, 1)
    return table(
        f"Turn of seat 1, {card}: seat 1 has 1 more to place",
        seat(awake=1, asleep=1),
        seat(),
        taken=f"{card} by seat 1",
        to_place=to_place if card != "monkey" else (0, 0),
        **given,
    )


def selling(traders: str = "t2:open t5:1gold", **owned: object) -> Position:
    lines = seat(next_trader=7, traders=traders, **owned)  # type: ignore[arg-type]
    return table(f"{TURN_1} sells to t2", lines, seat(), round_number=3)


DRY_BEAVER = sending("beaver", seat(awake=3), seat(farm=FULL_OF_WATER), end="last-waterway")
FULL_FARM = """
      g   h   i   j
 9    .   .   .   .
         ~~~ ~~~
 8    . |###|###| .
         ~~~
 7    .   .   .   .
"""

ILLEGAL = {
    "wake-asleep": (waking(awake=1, asleep=1), "wake:2", "Only sleeping workers can wake, and you have only 1."),
    "wake-food": (
        waking(food=1, awake=1, asleep=3), "wake:2", "Each worker costs 1 food to wake, and you have only 1.",
    ),
    "no-such-trader": (selling(), "sell:t1=food", "You have no trader t1."),
    "trader-order": (
        selling(), "sell:t5=gold", "Traders buy in the order of their numbers, once a turn: it is t2's turn.",
    ),
    "trader-kind": (selling("t2:1gold"), "sell:t2=food", "t2 deals in gold and will not buy food."),
    "sell-stock": (selling(gold=0), "sell:t2=gold", "You have no gold to sell."),
    "new-trader": (
        table(
            "Turn of seat 1: seat 1 sells to t1",
            seat(next_trader=3, traders="t1:open t2:new"),
            seat(),
            round_number=2,
            taken="monkey by seat 2",
        ),
        "sell:t2=food",
        "t2 was hired in this round and buys nothing before the next one.",
    ),
    "card-chosen": (
        table("Turn of seat 2: seat 2 chooses a card", seat(), seat(), taken="bull by seat 1"),
        "card:bull",
        "Red has chosen bull in this round: choose another card.",
    ),
    "send-six": (sending("tiger", seat(awake=6), seat()), "send:7", "At most 6 workers are sent, not 7."),
    "send-awake": (
        sending("tiger", seat(awake=2), seat()), "send:3",
        "Only workers that are awake can be sent, and you have only 2.",
    ),
    "field-supply": (
        sending("bull", seat(awake=6), seat(farm=long_farm(18))), "send:3",
        "Fields come from the supply, which has only 2 left.",
    ),
    "waterway-supply": (DRY_BEAVER, "send:1", "Waterways come from the supply, which has none left."),
    "free-edges": (
        sending("beaver", seat(awake=3, farm=FULL_FARM), seat()), "send:2",
        "A waterway needs an edge of your fields with none on it, and there are only 1.",
    ),
    "hire-gold": (
        sending("monkey", seat(gold=1), seat()), "send:2", "Each kitten costs 1 gold, and you have only 1.",
    ),
    "kitten-supply": (
        sending("monkey", seat(gold=3, awake=6), seat(awake=6)), "send:1",
        "Kittens come from the supply, which has none left.",
    ),
    "field-there": (placing("bull"), "field:h8", "There is a field on h8 already."),
    "field-beside": (
        placing("bull"), "field:g9", "A field is placed side by side with one of yours, and g9 is not.",
    ),
    "no-such-cell": (placing("bull"), "field:p9", "There is no cell p9: a farm goes from a1 to o15."),
    "waterway-there": (placing("beaver"), "water:h8e", "There is a waterway on h8e already."),
    "waterway-field": (
        placing("beaver"), "water:h9n", "A waterway lies on an edge of one of your fields, and h9n is none.",
    ),
    "no-worker": (
        table(
            "Turn of seat 1, tiger: seat 1 is short of food",
            seat(food=0, awake=0, next_trader=4, traders="t1:open t2:open t3:open"),
            seat(),
            round_number=3,
            taken="tiger by seat 1",
        ),
        "dismiss:worker",
        "You have no worker left to dismiss.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", ILLEGAL)
def test_an_illegal_step_names_its_rule(rule: str) -> None:
    """issue 2, point 6: refused by kind, with a reason that names the rule in words."""
    position, text, reason = ILLEGAL[rule]
    refusal = position.why_not(text)
    assert refusal is not None
    assert (refusal.kind, refusal.rule, refusal.reason) == ("illegal", f"junglerumble.{rule}", reason)


MOMENTS = {
    "waking": (waking(), "Not now: first say how many more workers wake, wake:0 or more."),
    "selling": (selling(), "Not now: first sell something to t2, or nothing (sell:t2=none)."),
    "choosing": (table(f"{TURN_1} chooses a card", seat(), seat()), "Not now: first choose a card."),
    "sending": (sending("bull", seat(), seat()), "Not now: first say how many workers go to bull, send:0 or more."),
    "placing a field": (placing("bull"), "Not now: first place a field."),
    "placing a waterway": (placing("beaver"), "Not now: first place a waterway."),
    "hiring": (placing("monkey"), "Not now: first hire a kitten, as worker or trader."),
    "following": (
        table("Turn of seat 1, bull: seat 2 follows or passes", seat(), seat(), taken="bull by seat 1"),
        "Not now: first follow bull or pass.",
    ),
    "feeding": (
        table("Turn of seat 1, bull: seat 1 is short of food", seat(food=0), seat(), taken="bull by seat 1"),
        "Not now: first dismiss a kitten or take the penalties, for food is short.",
    ),
}
STEPS = {
    "wake:0": "waking", "sell:t2=none": "selling", "card:tiger": "choosing", "send:0": "sending",
    "field:h9": "placing a field", "water:h8n": "placing a waterway", "hire:worker": "hiring", "follow": "following",
    "pass": "following", "dismiss:worker": "feeding", "penalty": "feeding",
}  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_step_at_the_wrong_moment_says_what_is_expected(moment: str) -> None:
    """junglerumble/round: the phases of a turn in their order."""
    position, reason = MOMENTS[moment]
    wrong = [text for text, right in STEPS.items() if right != moment and text != "sell:t2=none"]
    for text in wrong:
        refusal = position.why_not(text)
        assert refusal is not None
        assert (refusal.kind, refusal.rule, refusal.reason) == ("moment", "junglerumble.phase", reason)


def test_a_sale_at_the_wrong_moment_says_what_is_expected() -> None:
    """junglerumble/wake: traders buy before the card is chosen."""
    lines = seat(next_trader=3, traders="t2:open")
    refusal = table(f"{TURN_1} chooses a card", lines, seat(), round_number=3).why_not("sell:t2=food")
    assert refusal is not None and (refusal.kind, refusal.rule) == ("moment", "junglerumble.phase")


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ({"awake": 0, "asleep": 2}, "send-awake"),
        ({"gold": 0}, "hire-gold"),
    ],
)
def test_a_follower_hears_the_same_rules(turn: dict[str, int], rule: str) -> None:
    """junglerumble/rulings.3: followers use the rules of the active seat's action with one worker."""
    position = table("Turn of seat 1, monkey: seat 2 follows or passes", seat(), seat(**turn), taken="monkey by seat 1")  # type: ignore[arg-type]
    refusal = position.why_not("follow")
    assert refusal is not None and (refusal.kind, refusal.rule) == ("illegal", f"junglerumble.{rule}")


def test_none_and_only_are_told_apart() -> None:
    """STYLE: a reason is one plain sentence."""
    refusal = waking(awake=1, asleep=0).why_not("wake:1")
    assert refusal is not None and refusal.reason == "Only sleeping workers can wake, and you have none."


def test_too_many_to_wake_are_refused_by_the_same_rule() -> None:
    """junglerumble/wake: N = 0..workers still asleep; nobody ever has more than six."""
    refusal = waking().why_not("wake:7")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (
        "junglerumble.wake-asleep",
        "There are never 7 workers asleep at once.",
    )


def test_an_edge_has_one_name() -> None:
    """junglerumble/farm: the cell west of it with e, or the cell south of it with n."""
    position = placing("beaver")
    for text, name in {"water:i8w": "h8e", "water:h8s": "h7n"}.items():
        refusal = position.why_not(text)
        assert refusal is not None and (refusal.kind, refusal.rule) == ("unreadable", "junglerumble.edge-name")
        assert refusal.reason == f"The edge {text[6:]} is written {name}."


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "wake", "wake:", "wake:-1", "wake:01", "wake:١", "wake:1 ", "WAKE:1", "card:lion", "send:1.0",
        "field:h", "field:h09", "water:h8x", "hire:boss", "dismiss:2", "dismiss:t", "sell:t1", "sell:t1=silver",
        "follow!", "passe", "penalty\n", "9" * 5000, "wake:" + "9" * 5000, "\x00", "🐈",
    ],
)  # fmt: skip
def test_what_is_no_step_is_unreadable(text: str) -> None:
    """rules/README: every step has one written form."""
    refusal = waking().why_not(text)
    assert refusal is not None and (refusal.kind, refusal.rule) == ("unreadable", "junglerumble.notation")


def test_actions_that_no_text_can_name_are_explained_too() -> None:
    """verbs: an action is a number; places of traders that are not there have one."""
    position = selling("t2:open")
    board = position.setup.board
    assert explain(board, position.state, 1, SELL + 3 * 4).rule == "junglerumble.no-such-trader"
    short = ILLEGAL["no-worker"][0]
    assert explain(board, short.state, 1, DISMISS + 5).rule == "junglerumble.no-such-trader"


def test_every_refusal_has_a_test() -> None:
    """issue 2, point 6: every refusal has a stable id."""
    source = "".join(path.read_text("utf-8") for path in Path(package.__file__).parent.glob("*.py"))
    ids = set(re.findall(r'_illegal\(\s*"([a-z-]+)"', source)) | set(re.findall(r'"junglerumble\.([a-z-]+)"', source))
    assert ids == {*ILLEGAL, "phase", "notation", "edge-name"}


def test_a_refused_step_leaves_the_position_as_it_was() -> None:
    """rules/README: the game is unchanged."""
    start = game("junglerumble").start(players=4)
    before = start.state.tobytes()
    assert start.why_not("card:bull") is not None and start.state.tobytes() == before
