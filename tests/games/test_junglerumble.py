"""Jungle Rumble: the start, waking and selling."""

import pytest

from ludotheque import game
from ludotheque.games.junglerumble import rules
from tests.games.junglerumble_tables import owned, play, seat, table, texts

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
    """A few hundred bytes, no padding, every number where its width divides its place."""
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


def test_only_passing_is_a_quiet_step() -> None:
    """The busy policy chooses `pass` only once in twenty."""
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
