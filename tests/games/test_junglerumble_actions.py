"""Jungle Rumble: the five cards, sending workers, placing, hiring and following."""

import pytest

from ludotheque import game
from tests.games.junglerumble_tables import FARM, FULL_OF_WATER, long_farm, owned, play, seat, table, texts

TURN_1 = "Turn of seat 1: seat 1"


def test_a_card_chosen_in_this_round_is_gone() -> None:
    """junglerumble/action: one of the cards not yet chosen in this round."""
    position = table("Turn of seat 2: seat 2 chooses a card", seat(), seat(), taken="bull by seat 1")
    assert texts(position) == ["card:tiger", "card:beaver", "card:raccoon", "card:monkey"]


def test_the_food_on_a_card_goes_to_the_seat_that_chooses_it() -> None:
    """junglerumble/action: the food on it goes to the seat."""
    position = table(
        f"{TURN_1} chooses a card",
        seat(),
        seat(),
        round_number=5,
        cards="tiger 0, bull 3, beaver 0, raccoon 0, monkey 1",
    ).play("card:bull")
    assert owned(position, 1)["food"] == 7 and position.to_fields()["cards"]["bull"] == {"food": 0, "taker": 1}


@pytest.mark.parametrize(("workers", "food"), enumerate([0, 2, 5, 8, 12, 16, 20]))
def test_the_tiger_brings_food_by_the_number_of_workers(workers: int, food: int) -> None:
    """junglerumble/action: gain 0/2/5/8/12/16/20 food for K = 0..6."""
    position = table("Turn of seat 1, tiger: seat 1 sends workers", seat(awake=6), seat(), taken="tiger by seat 1")
    after = owned(position.play(f"send:{workers}"), 1)
    assert (after["food"], after["awake"], after["asleep"]) == (4 + food, 6 - workers, workers)


def test_no_more_workers_are_sent_than_are_awake() -> None:
    """junglerumble/action: K = 0..min(6, awake workers, what the card allows)."""
    position = table(
        "Turn of seat 1, tiger: seat 1 sends workers", seat(awake=2, asleep=4), seat(), taken="tiger by seat 1"
    )
    assert texts(position) == ["send:0", "send:1", "send:2"]


def test_at_most_six_workers_are_sent() -> None:
    """junglerumble/action: a seat with foreign kittens may have more than six awake."""
    position = table(
        "Turn of seat 2, bull: seat 2 sends workers",
        seat(awake=0, asleep=2),
        seat(awake=7),
        taken="bull by seat 2, monkey by seat 1",
        end="foreign-kitten",
        kittens=(3, 0),
    )
    assert texts(position)[-1] == "send:6"


def test_the_raccoon_brings_a_gold_per_worker() -> None:
    """junglerumble/action: gain K gold."""
    position = table("Turn of seat 1, raccoon: seat 1 sends workers", seat(awake=3), seat(), taken="raccoon by seat 1")
    assert owned(position.play("send:3"), 1)["gold"] == 4


def test_fields_go_side_by_side_with_own_fields_one_after_another() -> None:
    """junglerumble/action: an empty cell side by side with an own field; the second may lean on the first."""
    position = table("Turn of seat 1, bull: seat 1 sends workers", seat(), seat(), taken="bull by seat 1").play(
        "send:2"
    )
    assert position.to_fields()["supply"]["fields"] == 16  # both have changed hands at once
    assert texts(position) == ["field:h7", "field:i7", "field:g8", "field:j8", "field:h9", "field:i9"]
    position = position.play("field:h9")
    assert texts(position) == [
        "field:h7", "field:i7", "field:g8", "field:j8", "field:g9", "field:i9", "field:h10",
    ]  # fmt: skip
    position = position.play("field:h10")
    assert owned(position, 1)["fields"] == ["h8", "i8", "h9", "h10"] and position.actors == (2,)


def test_a_farm_ends_at_the_border_of_its_grid() -> None:
    """junglerumble/farm: 15x15 cells; nothing is placed beyond column a or row 1."""
    farm = """
      a   b   c   d   e   f   g   h   i   j
 9    .   .   .   .   .   .   .   .   .   .
 8   ### ### ### ### ### ### ### ###|###  .
 7   ###  .   .   .   .   .   .   .   .   .
 6   ###  .   .   .   .   .   .   .   .   .
 5   ###  .   .   .   .   .   .   .   .   .
 4   ###  .   .   .   .   .   .   .   .   .
 3   ###  .   .   .   .   .   .   .   .   .
 2   ###  .   .   .   .   .   .   .   .   .
 1   ###  .   .   .   .   .   .   .   .   .
"""
    position = table(
        "Turn of seat 1, bull: seat 1 has 1 more to place",
        seat(awake=1, asleep=1, farm=farm),
        seat(),
        taken="bull by seat 1",
        to_place=(1, 0),
    )
    assert texts(position)[:2] == ["field:b1", "field:b2"]
    assert texts(position)[-10:] == ["field:j8", *(f"field:{column}9" for column in "abcdefghi")]


def test_no_more_fields_are_taken_than_the_supply_has() -> None:
    """junglerumble/action: at most the supply."""
    position = table(
        "Turn of seat 1, bull: seat 1 sends workers", seat(awake=6), seat(farm=long_farm(18)), taken="bull by seat 1"
    )
    assert texts(position) == ["send:0", "send:1", "send:2"]


def test_waterways_lie_on_edges_of_own_fields_inner_or_outer() -> None:
    """junglerumble/action: an edge of an own field with no waterway on it."""
    position = table("Turn of seat 1, beaver: seat 1 sends workers", seat(), seat(), taken="beaver by seat 1").play(
        "send:2"
    )
    assert position.to_fields()["supply"]["waterways"] == 18
    assert texts(position) == ["water:g8e", "water:i8e", "water:h7n", "water:i7n", "water:h8n", "water:i8n"]
    position = play(position, "water:h8n", "water:g8e")
    assert owned(position, 1)["waterways"] == ["g8e", "h8e", "h8n"] and position.actors == (2,)


def test_edges_on_the_border_are_named_after_the_cell_inside() -> None:
    """junglerumble/farm: on the grid's own border `a5w`, `c1s`; top and right borders are n and e."""
    farm = """
      a   b   c   d   e   f   g   h   i   j
 9    .   .   .   .   .   .   .   .   .   .
 8   ### ### ### ### ### ### ### ###|###  .
 7    .   .   .   .   .   .   .  ###  .   .
 6    .   .   .   .   .   .   .  ###  .   .
 5    .   .   .   .   .   .   .  ###  .   .
 4    .   .   .   .   .   .   .  ###  .   .
 3    .   .   .   .   .   .   .  ###  .   .
 2    .   .   .   .   .   .   .  ###  .   .
 1    .   .   .   .   .   .   .  ###  .   .
"""
    position = table(
        "Turn of seat 1, beaver: seat 1 has 2 more to place",
        seat(awake=0, asleep=2, farm=farm),
        seat(),
        taken="beaver by seat 1",
        to_place=(0, 2),
    )
    position = play(position, "water:a8w", "water:h1s")
    assert owned(position, 1)["waterways"] == ["a8w", "h8e", "h1s"]
    assert game("junglerumble").read(str(position)) == position


def test_no_more_waterways_are_taken_than_there_are_free_edges() -> None:
    """junglerumble/action: at most the supply and the free edges."""
    farm = """
      g   h   i   j
 9    .   .   .   .
         ~~~ ~~~
 8    . |###|###| .
 7    .   .   .   .
"""
    position = table(
        "Turn of seat 1, beaver: seat 1 sends workers", seat(awake=4, farm=farm), seat(), taken="beaver by seat 1"
    )
    assert texts(position) == ["send:0", "send:1", "send:2"]


def test_hired_kittens_cost_a_gold_each_and_come_as_awake_workers_or_traders() -> None:
    """junglerumble/action: pay K gold, hire K kittens one after another."""
    position = table("Turn of seat 1, monkey: seat 1 sends workers", seat(gold=5), seat(), taken="monkey by seat 1")
    position = position.play("send:2")
    assert owned(position, 1)["gold"] == 3 and position.to_fields()["supply"]["kittens"]["1"] == 4
    assert texts(position) == ["hire:worker", "hire:trader"]
    position = position.play("hire:worker")
    assert position.to_fields()["supply"]["kittens"]["1"] == 3  # kittens come one by one
    after = owned(position.play("hire:trader"), 1)
    assert (after["awake"], after["asleep"]) == (1, 2)
    assert after["traders"] == [{"number": 1, "kind": None, "goods": 0, "new": True}]


def test_gold_and_kittens_limit_the_monkey() -> None:
    """junglerumble/action: at most the gold in stock and the kittens in the supply."""
    poor = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(gold=1, awake=4), seat(), taken="monkey by seat 1"
    )
    empty = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(gold=9, awake=6), seat(awake=5), taken="monkey by seat 1"
    )
    assert texts(poor) == ["send:0", "send:1"]
    assert texts(empty) == ["send:0", "send:1"]


@pytest.mark.parametrize("card", ["bull", "beaver", "monkey"])
def test_an_empty_supply_leaves_only_to_send_nobody(card: str) -> None:
    """junglerumble/rulings.10: the card may be chosen with an empty supply; `send:0` is then the only choice."""
    farm, end = {
        "bull": (long_farm(20), "last-field"),
        "beaver": (FULL_OF_WATER, "last-waterway"),
        "monkey": (FARM, "not yet"),
    }[card]
    position = table(f"{TURN_1} chooses a card", seat(gold=3, awake=6), seat(awake=6, farm=farm), end=end)
    assert texts(position.play(f"card:{card}")) == ["send:0"]


def test_sending_nobody_passes_the_card_to_the_followers() -> None:
    """junglerumble/rulings.2, follow: sending nobody is allowed; others may follow even so."""
    position = table(
        "Turn of seat 1, bull: seat 1 sends workers", seat(awake=0, asleep=2), seat(), taken="bull by seat 1"
    )
    assert texts(position) == ["send:0"]
    assert texts(position.play("send:0")) == ["follow", "pass"]


def test_kittens_of_another_tribe_come_from_the_fullest_supply() -> None:
    """junglerumble/action: then from another tribe, of which the supply has the most."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers",
        seat(gold=9, awake=6), seat(awake=4), seat(awake=3), seat(awake=5),
        taken="monkey by seat 1",
    )  # fmt: skip
    position = play(position, "send:2", "hire:worker")
    assert position.to_fields()["supply"]["kittens"] == {"1": 0, "2": 2, "3": 2, "4": 1}


def test_of_equally_full_tribes_the_nearest_to_the_left_gives() -> None:
    """junglerumble/action: ties: the tribe of the nearest seat to the left of the one that hires."""
    position = table(
        "Turn of seat 1, monkey: seat 3 follows or passes",
        seat(awake=4), seat(awake=4), seat(gold=1, awake=6), seat(awake=4),
        taken="monkey by seat 1",
    )  # fmt: skip
    position = play(position, "follow", "hire:worker")
    assert position.to_fields()["supply"]["kittens"] == {"1": 2, "2": 2, "3": 0, "4": 1}


def test_followers_act_clockwise_from_the_left_of_the_active_seat() -> None:
    """junglerumble/follow."""
    position = table(
        "Turn of seat 2, raccoon: seat 2 sends workers", seat(), seat(), seat(),
        taken="tiger by seat 1, raccoon by seat 2",
    )  # fmt: skip
    position = position.play("send:1")
    assert position.actors == (3,)
    assert position.play("follow").actors == (1,)


@pytest.mark.parametrize(
    ("card", "steps", "gain"),
    [
        ("tiger", (), {"food": 6}),
        ("bull", ("field:g8",), {"fields": ["g8", "h8", "i8"]}),
        ("beaver", ("water:g8e",), {"waterways": ["g8e", "h8e"]}),
        ("raccoon", (), {"gold": 2}),
        ("monkey", ("hire:worker",), {"gold": 0, "awake": 2}),
    ],
)
def test_following_is_the_action_with_one_worker(card: str, steps: tuple[str, ...], gain: dict[str, object]) -> None:
    """junglerumble/follow: 2 food, 1 field, 1 waterway, 1 gold, 1 kitten for 1 gold."""
    position = table(
        f"Turn of seat 1, {card}: seat 2 follows or passes", seat(), seat(), seat(), taken=f"{card} by seat 1"
    )
    after = owned(play(position, "follow", *steps), 2)
    assert after == owned(position, 2) | {"awake": 1, "asleep": 1} | gain


def test_passing_wakes_a_worker() -> None:
    """junglerumble/follow: passing wakes one sleeping worker."""
    position = table(
        "Turn of seat 1, tiger: seat 2 follows or passes",
        seat(),
        seat(awake=1, asleep=2),
        seat(),
        taken="tiger by seat 1",
    )
    assert owned(position.play("pass"), 2) == owned(position, 2) | {"awake": 2, "asleep": 1}


@pytest.mark.parametrize("awake", [0, 2])
def test_passing_gives_a_food_when_no_worker_sleeps(awake: int) -> None:
    """junglerumble/follow: or gives 1 food if all are awake (or there are none)."""
    position = table(
        "Turn of seat 1, tiger: seat 2 follows or passes", seat(), seat(awake=awake), seat(), taken="tiger by seat 1"
    )
    assert owned(position.play("pass"), 2) == owned(position, 2) | {"food": 5}


def test_a_follower_needs_an_awake_worker() -> None:
    """junglerumble/follow."""
    position = table(
        "Turn of seat 1, tiger: seat 2 follows or passes", seat(), seat(awake=0, asleep=2), taken="tiger by seat 1"
    )
    assert texts(position) == ["pass"]


def test_a_follower_needs_the_possibility_to_carry_the_action_out() -> None:
    """junglerumble/follow: here 1 gold."""
    position = table("Turn of seat 1, monkey: seat 2 follows or passes", seat(), seat(gold=0), taken="monkey by seat 1")
    assert texts(position) == ["pass"]
