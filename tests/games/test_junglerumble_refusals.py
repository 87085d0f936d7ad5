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
        selling(), "sell:t5=gold", "Traders buy in the order of their numbers, once a turn: now trader 2.",
    ),
    "trader-kind": (selling("t2:1gold"), "sell:t2=food", "Your trader 2 deals in gold and will not buy food."),
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
        "Your trader 2 was hired in this round and buys nothing before the next one.",
    ),
    "card-chosen": (
        table("Turn of seat 2: seat 2 chooses a card", seat(), seat(), taken="bull by seat 1"),
        "card:bull",
        "Red has chosen the bull in this round: choose another card.",
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
        "A waterway needs an edge of your fields with none on it, and there is only 1.",
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
    """Refused by kind, with a reason that names the rule in words."""
    position, text, reason = ILLEGAL[rule]
    refusal = position.why_not(text)
    assert refusal is not None
    assert (refusal.kind, refusal.rule, refusal.reason) == ("illegal", f"junglerumble.{rule}", reason)


MOMENTS = {
    "waking": (waking(), "say how many more workers wake, wake:0 or more."),
    "selling": (selling(), "sell something to t2, or nothing (sell:t2=none)."),
    "choosing": (table(f"{TURN_1} chooses a card", seat(), seat()), "choose a card."),
    "sending": (sending("bull", seat(), seat()), "say how many workers go to the bull, send:0 or more."),
    "placing a field": (placing("bull"), "place a field."),
    "placing a waterway": (placing("beaver"), "dig a waterway."),
    "hiring": (placing("monkey"), "hire a kitten, as worker or trader."),
    "following": (
        table("Turn of seat 1, bull: seat 2 follows or passes", seat(), seat(), taken="bull by seat 1"),
        "follow the bull or pass.",
    ),
    "feeding": (
        table("Turn of seat 1, bull: seat 1 is short of food", seat(food=0), seat(), taken="bull by seat 1"),
        "dismiss a kitten or take the penalties, for food is short.",
    ),
}
STEPS = {
    "wake:0": "waking", "sell:t2=none": "selling", "card:tiger": "choosing", "send:0": "sending",
    "field:h9": "placing a field", "water:h8n": "placing a waterway", "hire:worker": "hiring", "follow": "following",
    "pass": "following", "dismiss:worker": "feeding", "penalty": "feeding",
}  # fmt: skip
STILL_TO_COME = {
    "waking": {"card:tiger", "send:0", "field:h9", "water:h8n", "hire:worker", "dismiss:worker", "penalty"},
    "selling": {"card:tiger", "send:0", "field:h9", "water:h8n", "hire:worker", "dismiss:worker", "penalty"},
    "choosing": {"send:0", "field:h9", "water:h8n", "hire:worker", "dismiss:worker", "penalty"},
    "sending": {"field:h9", "dismiss:worker", "penalty"},
    "placing a field": {"dismiss:worker", "penalty"},
    "placing a waterway": {"dismiss:worker", "penalty"},
    "hiring": {"dismiss:worker", "penalty"},
    "following": {"field:h9"},
    "feeding": set(),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_refusal_of_another_phase_s_step_names_the_expected_one(moment: str) -> None:
    """junglerumble/turn.2: the phases of a turn in their order; «first» if the step can still come, else «now»."""
    position, expected = MOMENTS[moment]
    for text in [text for text, right in STEPS.items() if right != moment and text != "sell:t2=none"]:
        refusal = position.why_not(text)
        assert refusal is not None
        assert (refusal.kind, refusal.rule) == ("moment", "junglerumble.phase")
        word = "first" if text in STILL_TO_COME[moment] else "now"
        assert refusal.reason.endswith(f": {word} {expected}"), text


def test_the_refusal_of_another_phase_s_step_names_its_own_phase() -> None:
    """`why_not` explains any step that can be written, also those of other phases."""
    choosing = MOMENTS["choosing"][0]
    said = {
        str(choosing.why_not(text)).partition(":")[0] for text in STEPS if text not in ("card:tiger", "sell:t2=none")
    }
    assert len(said) == 9
    assert str(choosing.why_not("hire:trader")) == "Kittens are hired with the monkey: first choose a card."
    assert str(choosing.why_not("wake:1")) == "Workers wake at the beginning of your turn: now choose a card."


@pytest.mark.parametrize(
    ("moment", "places"),
    {
        "waking": (),
        "selling": ("trader-1-t2",),
        "choosing": ("card-tiger", "card-bull", "card-beaver", "card-raccoon", "card-monkey"),
        "following": ("card-bull",),
        "feeding": ("supper-1",),
    }.items(),
)
def test_the_refusal_of_another_phase_s_step_points_at_the_expected_one(moment: str, places: tuple[str, ...]) -> None:
    """A refusal carries the elements of the board concerned."""
    refusal = MOMENTS[moment][0].why_not("wake:1" if moment == "feeding" else "dismiss:worker")
    assert refusal is not None and refusal.places == places


def test_the_refusal_of_a_card_s_step_points_at_that_card() -> None:
    """junglerumble/actions.7: kittens come with the monkey."""
    choosing = table("Turn of seat 2: seat 2 chooses a card", seat(), seat(), taken="bull by seat 1")
    hiring, ploughing = choosing.why_not("hire:worker"), choosing.why_not("field:h9")
    assert hiring is not None and hiring.places == ("card-monkey",)
    assert ploughing is not None and ploughing.places == ("card-tiger", "card-beaver", "card-raccoon", "card-monkey")


NEAREST = {
    "fewer workers to wake": (ILLEGAL["wake-food"][0], "wake:3", ("wake:1", "wake:0")),
    "fewer workers to send": (ILLEGAL["field-supply"][0], "send:5", ("send:2", "send:1", "send:0")),
    "the other good, before none": (selling("t2:1gold"), "sell:t2=food", ("sell:t2=gold", "sell:t2=none")),
    "the same good to the trader whose turn it is": (
        selling(), "sell:t5=gold", ("sell:t2=gold", "sell:t2=food", "sell:t2=none"),
    ),
    "a cell next door": (placing("bull"), "field:h10", ("field:h9", "field:i9", "field:g8")),
    "an edge next door": (placing("beaver"), "water:h9n", ("water:h8n", "water:i8n", "water:g8e")),
    "an edge beside": (placing("beaver"), "water:f8e", ("water:g8e", "water:h7n", "water:h8n")),
    "another kitten": (ILLEGAL["no-worker"][0], "dismiss:worker", ("dismiss:t1", "dismiss:t2", "dismiss:t3")),
    "another card": (ILLEGAL["card-chosen"][0], "card:bull", ("card:tiger", "card:beaver", "card:raccoon")),
    "the card that brings it": (MOMENTS["choosing"][0], "hire:trader", ("card:monkey", "card:tiger", "card:bull")),
    "a worker sent for it": (sending("bull", seat(), seat()), "field:h9", ("send:1", "send:2", "send:0")),
    "nothing that would bring it": (sending("bull", seat(), seat()), "hire:worker", ("send:0", "send:1", "send:2")),
    "following that brings it": (MOMENTS["following"][0], "field:h9", ("follow", "pass")),
    "following as the sending of others": (MOMENTS["following"][0], "send:2", ("follow", "pass")),
    "passing, which wakes": (MOMENTS["following"][0], "wake:1", ("pass", "follow")),
    "the first step that goes on": (waking(), "penalty", ("wake:0",)),
}  # fmt: skip


@pytest.mark.parametrize("what", NEAREST)
def test_a_refusal_offers_the_nearest_legal_steps(what: str) -> None:
    """The nearest legal alternatives, the best first."""
    position, text, alternatives = NEAREST[what]
    refusal = position.why_not(text)
    assert refusal is not None and refusal.alternatives == alternatives


def test_no_edge_left_and_few_edges_left_have_different_reasons() -> None:
    """junglerumble/actions.4: a waterway needs an edge."""
    farm = FULL_FARM.replace("         ~~~\n 7", "         ~~~ ~~~\n 7")
    refusal = sending("beaver", seat(awake=3, farm=farm), seat()).why_not("send:1")
    assert refusal is not None and refusal.reason.endswith("and there is none left.")


def test_the_refusal_of_a_sale_in_another_phase_names_the_expected_step() -> None:
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
def test_a_follower_is_refused_by_the_same_rules(turn: dict[str, int], rule: str) -> None:
    """junglerumble/rulings.3: followers use the rules of the active seat's action with one worker."""
    position = table("Turn of seat 1, monkey: seat 2 follows or passes", seat(), seat(**turn), taken="monkey by seat 1")  # type: ignore[arg-type]
    refusal = position.why_not("follow")
    assert refusal is not None and (refusal.kind, refusal.rule) == ("illegal", f"junglerumble.{rule}")


def test_none_and_only_a_few_have_different_reasons() -> None:
    """A reason is one plain sentence."""
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
def test_a_text_that_is_no_step_is_unreadable(text: str) -> None:
    """Every step has one written form."""
    refusal = waking().why_not(text)
    assert refusal is not None and (refusal.kind, refusal.rule) == ("unreadable", "junglerumble.notation")


def test_actions_that_no_text_can_name_are_explained_too() -> None:
    """An action is a number; places of traders that are not there have one."""
    position = selling("t2:open")
    board = position.setup.board
    assert explain(board, position.state, 1, SELL + 3 * 4).rule == "junglerumble.no-such-trader"
    short = ILLEGAL["no-worker"][0]
    assert explain(board, short.state, 1, DISMISS + 5).rule == "junglerumble.no-such-trader"


def test_every_refusal_has_a_test() -> None:
    """Every refusal has a stable id."""
    source = "".join(path.read_text("utf-8") for path in Path(package.__file__).parent.glob("*.py"))
    ids = set(re.findall(r'_illegal\(\s*"([a-z-]+)"', source)) | set(re.findall(r'"junglerumble\.([a-z-]+)"', source))
    assert ids == {*ILLEGAL, "phase", "notation", "edge-name"}


def test_a_refused_step_leaves_the_position_as_it_was() -> None:
    """The game is unchanged."""
    start = game("junglerumble").start(players=4)
    before = start.state.tobytes()
    assert start.why_not("card:bull") is not None and start.state.tobytes() == before
