"""Jungle Rumble: the start, and the phases of a turn: wake, sell, action, follow."""

import pytest
from tests.games.junglerumble_tables import FARM, FULL_OF_WATER, long_farm, owned, play, seat, table, texts

from ludotheque import game
from ludotheque.games.junglerumble import rules

TURN_1 = "Turn of seat 1: seat 1"


def test_each_seat_starts_with_two_fields_a_waterway_two_kittens_food_and_gold() -> None:
    """junglerumble/components: 2 fields, 1 waterway, 2 kittens, 4 food and 1 gold."""
    start = game("junglerumble").start(players=3)
    assert owned(start, 3) == {
        "food": 4, "gold": 1, "penalties": 0, "awake": 2, "asleep": 0, "hired": 0, "traders": [],
        "fields": ["h8", "i8"], "waterways": ["h8e"],
    }  # fmt: skip


@pytest.mark.parametrize(("players", "fields", "waterways"), [(2, 18, 20), (3, 19, 22), (4, 22, 24)])
def test_the_first_things_come_from_the_common_supply(players: int, fields: int, waterways: int) -> None:
    """junglerumble/components: fields 22 / 25 / 30, waterways 22 / 25 / 28, 6 kittens of each tribe."""
    supply = game("junglerumble").start(players=players).to_fields()["supply"]
    kittens = {str(tribe): 4 for tribe in range(1, players + 1)}
    assert supply == {"fields": fields, "waterways": waterways, "kittens": kittens}


def test_the_first_seat_acts_first_with_six_food() -> None:
    """junglerumble/components: 4, 1 for beginning, and 1 because nobody sleeps."""
    start = game("junglerumble").start(players=2)
    assert start.actors == (1,) and owned(start, 1)["food"] == 6


def test_there_are_two_to_four_players() -> None:
    """junglerumble/title."""
    assert game("junglerumble").players == (2, 4)


def test_a_state_stays_under_a_kibibyte_without_gaps() -> None:
    """DESIGN: a few hundred bytes, no padding, every number where its width divides its place."""
    state = game("junglerumble").start().state.dtype
    assert state.itemsize < 1024
    assert sum(state[name].itemsize for name in state.names) == state.itemsize
    assert all(offset % kind.base.itemsize == 0 for kind, offset in state.fields.values())


def test_one_worker_wakes_for_free_when_a_turn_begins() -> None:
    """junglerumble/wake: one sleeping worker wakes for free."""
    before = table(
        "Turn of seat 1, tiger: seat 2 follows or passes",
        seat(awake=1, asleep=1),
        seat(food=7, awake=0, asleep=3),
        taken="tiger by seat 1",
    )
    after = owned(before.play("pass"), 2)
    assert (after["awake"], after["asleep"], after["food"]) == (2, 1, 7)  # one for passing, one for free


def test_without_sleeping_workers_a_turn_begins_with_a_food() -> None:
    """junglerumble/wake: if none is asleep the seat gets 1 food instead."""
    before = table(
        "Turn of seat 1, tiger: seat 2 follows or passes",
        seat(awake=1, asleep=1),
        seat(food=7, awake=2, asleep=1),
        taken="tiger by seat 1",
    )
    after = owned(before.play("pass"), 2)
    assert (after["awake"], after["asleep"], after["food"]) == (3, 0, 8)


def test_more_workers_wake_as_far_as_there_is_food_and_sleep() -> None:
    """junglerumble/wake: N = 0..min(workers still asleep, food)."""
    sleepy = table(f"{TURN_1} wakes workers", seat(food=5, awake=1, asleep=3), seat())
    hungry = table(f"{TURN_1} wakes workers", seat(food=1, awake=1, asleep=3), seat())
    assert texts(sleepy) == ["wake:0", "wake:1", "wake:2", "wake:3"]
    assert texts(hungry) == ["wake:0", "wake:1"]


def test_each_further_worker_costs_one_food() -> None:
    """junglerumble/wake: N more workers wake for 1 food each."""
    after = owned(table(f"{TURN_1} wakes workers", seat(food=5, awake=1, asleep=3), seat()).play("wake:2"), 1)
    assert (after["awake"], after["asleep"], after["food"]) == (3, 1, 3)


def test_six_workers_may_be_woken_at_once() -> None:
    """junglerumble/wake: a tribe of six and a foreign kitten, all asleep but the one woken for free."""
    position = table(
        "Turn of seat 3: seat 3 wakes workers",
        seat(awake=0, asleep=2),
        seat(awake=0, asleep=2),
        seat(food=9, awake=1, asleep=6),
        taken="tiger by seat 2, monkey by seat 1",
        end="foreign-kitten",
        kittens=(3, 4, 0),
    )
    assert texts(position)[-1] == "wake:6"


def test_traders_buy_in_the_order_of_their_numbers() -> None:
    """junglerumble/wake: for each trader, in the order of their numbers, one step."""
    position = table(
        f"{TURN_1} wakes workers", seat(next_trader=5, traders="t1:open t4:2gold"), seat(), round_number=3
    ).play("wake:0")
    assert texts(position) == ["sell:t1=none", "sell:t1=food", "sell:t1=gold"]
    assert texts(position.play("sell:t1=none")) == ["sell:t4=none", "sell:t4=gold"]


def test_a_good_moves_from_the_stock_to_the_trader_and_fixes_its_kind() -> None:
    """junglerumble/wake: the good moves from stock to the trader; its kind is fixed by the first one sold to it."""
    selling = table(f"{TURN_1} sells to t1", seat(next_trader=2, traders="t1:open"), seat(), round_number=3)
    food, gold = owned(selling.play("sell:t1=food"), 1), owned(selling.play("sell:t1=gold"), 1)
    assert (food["food"], food["gold"]) == (3, 1) and (gold["food"], gold["gold"]) == (4, 0)
    assert food["traders"] == [{"number": 1, "kind": "food", "goods": 1, "new": False}]
    assert gold["traders"] == [{"number": 1, "kind": "gold", "goods": 1, "new": False}]


def test_nothing_sold_leaves_the_kind_open() -> None:
    """junglerumble/wake: `sell:t1=none`."""
    selling = table(f"{TURN_1} sells to t1", seat(next_trader=2, traders="t1:open"), seat(), round_number=3)
    assert owned(selling.play("sell:t1=none"), 1)["traders"] == owned(selling, 1)["traders"]


def test_only_what_is_in_stock_is_sold() -> None:
    """junglerumble/wake: each needs 1 of it in stock."""
    selling = table(
        f"{TURN_1} sells to t1", seat(food=0, gold=0, next_trader=2, traders="t1:open"), seat(), round_number=3
    )
    assert texts(selling) == ["sell:t1=none"]


def test_a_trader_hired_in_this_round_buys_nothing_yet() -> None:
    """junglerumble/rulings.4: hired as a follower, it is passed over in this round's wake phase."""
    position = table(
        "Turn of seat 2: seat 2 wakes workers",
        seat(),
        seat(next_trader=3, traders="t1:open t2:new"),
        taken="monkey by seat 1",
    )
    assert texts(play(position, "wake:0", "sell:t1=none"))[0] == "card:tiger"


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


def test_only_passing_gives_something_up() -> None:
    """issue 2, point 7: the busy policy chooses `pass` only once in twenty."""
    position = table("Turn of seat 1, tiger: seat 2 follows or passes", seat(), seat(), taken="tiger by seat 1")
    follow, give_up = position.legal()
    assert (str(follow), str(give_up)) == ("follow", "pass")
    board, state = position.setup.board.record, position.state
    assert rules.is_quiet(board, state, give_up.action) and not rules.is_quiet(board, state, follow.action)


def test_nothing_is_left_to_chance() -> None:
    """junglerumble/title: perfect information, no chance."""
    start = game("junglerumble").start(players=2)
    assert game("junglerumble").starts == 1
    assert rules.weights(start.setup.board.record, start.state, []) == 0
