"""Jungle Rumble: feeding, the end of a round, the ways to end, and the outcome."""

from typing import Any

import pytest

from ludotheque import Position, game
from tests.games.junglerumble_tables import FULL_OF_WATER, long_farm, owned, play, seat, table, texts

LAST_ANSWER = "Turn of seat 1, tiger: seat 2 follows or passes"
SHORT = "Turn of seat 1, tiger: seat 1 is short of food"
FOUR_PAIRS = """
      g   h   i   j
 9    .   .   .   .
         ~~~
 8    . |###|###  .
 7    .   .   .   .
"""


def test_supper_is_paid_when_stock_and_farm_are_enough() -> None:
    """junglerumble/feed: 2 food per kitten, asleep or not, traders too; the farm gives 1 per pair."""
    position = table(
        LAST_ANSWER,
        seat(food=9, awake=1, asleep=2, next_trader=2, traders="t1:open", farm=FOUR_PAIRS),
        seat(),
        round_number=3,
        taken="tiger by seat 1",
    )
    assert owned(position.play("pass"), 1)["food"] == 9 - (2 * 4 - 4)


def test_surplus_food_of_the_farm_is_lost() -> None:
    """junglerumble/feed: surplus food is lost."""
    position = table(LAST_ANSWER, seat(food=9, awake=1, farm=FOUR_PAIRS), seat(), taken="tiger by seat 1")
    assert owned(position.play("pass"), 1)["food"] == 9


def test_the_farm_gives_per_irrigated_edge_not_per_field() -> None:
    """junglerumble/rulings.1: a waterway between two fields makes two pairs."""
    facts = table("Turn of seat 1: seat 1 wakes workers", seat(farm=FOUR_PAIRS), seat()).facts()
    assert facts["seats"]["1"]["farm"]["irrigated"] == {"h8": 3, "i8": 1}
    assert facts["seats"]["1"]["supper"]["farm"] == 4


def test_a_seat_that_is_short_of_food_must_dismiss_or_take_penalties() -> None:
    """junglerumble/feed: if stock and farm are not enough, steps until it is enough, or penalties."""
    position = table(
        LAST_ANSWER,
        seat(food=1, awake=1, asleep=2, next_trader=5, traders="t2:1gold t4:open"),
        seat(),
        round_number=3,
        taken="tiger by seat 1",
    ).play("pass")
    assert position.actors == (1,)
    assert texts(position) == ["dismiss:worker", "dismiss:t2", "dismiss:t4", "penalty"]


def test_exactly_enough_food_is_enough() -> None:
    """junglerumble/feed: if stock + farm is enough, it is paid automatically."""
    position = table(LAST_ANSWER, seat(food=2), seat(), taken="tiger by seat 1").play("pass")
    assert owned(position, 1)["food"] == 0 and position.actors == (2,)


def test_a_sleeping_worker_is_dismissed_first() -> None:
    """junglerumble/feed: a sleeping one if there is one, else an awake one."""
    position = table(SHORT, seat(food=0, awake=1, asleep=4), seat(), taken="tiger by seat 1")
    assert owned(position.play("dismiss:worker"), 1) == owned(position, 1) | {"food": 3, "asleep": 3}
    awake = table(SHORT, seat(food=0, awake=5), seat(), taken="tiger by seat 1")
    assert owned(awake.play("dismiss:worker"), 1) == owned(awake, 1) | {"food": 3, "awake": 4}


def test_a_dismissed_kitten_gives_three_food_and_one_mouth_less() -> None:
    """junglerumble/feed: 3 kittens need 6; with 1 food and 2 from the farm one is dismissed, and 1 + 3 - 2 is left."""
    position = table(SHORT, seat(food=1, awake=3), seat(), taken="tiger by seat 1").play("dismiss:worker")
    assert owned(position, 1)["food"] == 2 and position.actors == (2,)


def test_a_dismissed_kitten_returns_to_the_supply() -> None:
    """junglerumble/feed."""
    position = table(SHORT, seat(food=1, awake=3), seat(), taken="tiger by seat 1").play("dismiss:worker")
    assert position.to_fields()["supply"]["kittens"]["1"] == 4


def test_a_dismissed_foreign_kitten_returns_to_the_own_tribe() -> None:
    """junglerumble/rulings.7: whatever its tribe, to the supply of the dismissing seat's own tribe."""
    position = table(
        "Turn of seat 1, monkey: seat 1 is short of food",
        seat(food=0, awake=8),
        seat(awake=2),
        taken="monkey by seat 1",
        end="foreign-kitten",
        kittens=(0, 2),
    ).play("dismiss:worker")
    assert position.to_fields()["supply"]["kittens"] == {"1": 1, "2": 2}


def test_a_dismissed_trader_loses_its_goods_and_its_number() -> None:
    """junglerumble/feed, farm: a trader's goods are lost; a dismissed trader's number is not used again."""
    position = table(
        "Turn of seat 1, monkey: seat 1 is short of food",
        seat(food=0, gold=1, awake=2, next_trader=5, traders="t1:2food t3:2gold t4:new"),
        seat(),
        round_number=5,
        taken="monkey by seat 1",
    )
    after = position.play("dismiss:t1")
    assert owned(after, 1)["traders"] == [
        {"number": 3, "kind": "gold", "goods": 2, "new": False},
        {"number": 4, "kind": None, "goods": 0, "new": True},
    ]
    assert owned(after, 1)["hired"] == 4
    assert owned(position.play("dismiss:t4"), 1)["traders"] == owned(position, 1)["traders"][:2]  # type: ignore[index]
    assert owned(position.play("dismiss:t3"), 1)["traders"][1]["new"]  # type: ignore[index]


def test_the_number_of_a_dismissed_trader_is_not_used_again() -> None:
    """junglerumble/farm: after t4 comes t5, also when t1 and t2 have gone."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers",
        seat(next_trader=5, traders="t3:1food t4:open"),
        seat(),
        round_number=5,
        taken="monkey by seat 1",
    )
    traders: Any = owned(play(position, "send:1", "hire:trader"), 1)["traders"]
    assert [trader["number"] for trader in traders] == [3, 4, 5]


def test_the_last_kitten_is_always_fed_by_the_first_waterway() -> None:
    """junglerumble/rulings.6: h8e alone gives 2 food, so that dismissing ends with one kitten at the latest."""
    position = table(SHORT, seat(food=0, awake=2), seat(), taken="tiger by seat 1").play("dismiss:worker")
    assert owned(position, 1)["awake"] == 1 and position.actors == (2,)


def test_a_seat_without_kittens_still_takes_its_turns() -> None:
    """junglerumble/rulings.6."""
    position = table("Turn of seat 1: seat 1 wakes workers", seat(food=3, awake=0), seat())
    position = play(position, "wake:0", "card:bull", "send:0", "pass")
    assert owned(position, 1)["food"] == 3 and position.actors == (2,)


def test_penalties_feed_as_many_as_possible_and_cost_a_token_for_each_unfed() -> None:
    """junglerumble/feed: 5 kittens, 3 food and 2 from the farm: 2 are fed, 3 penalties, 1 food stays."""
    position = table(SHORT, seat(food=3, awake=5), seat(), taken="tiger by seat 1")
    assert owned(position.play("penalty"), 1) == owned(position, 1) | {"food": 1, "penalties": 3}


def test_surplus_food_of_the_farm_is_also_lost_with_a_penalty() -> None:
    """junglerumble/feed: farm first; 3 pairs and no stock feed one of two kittens, and nothing is left over."""
    three_pairs = FOUR_PAIRS.replace("~~~", "   ")
    position = table(SHORT, seat(food=0, awake=2, farm=three_pairs), seat(), taken="tiger by seat 1")
    assert owned(position.play("penalty"), 1) == owned(position, 1) | {"food": 0, "penalties": 1}


def test_after_a_dismissal_that_is_not_enough_penalties_may_be_taken() -> None:
    """junglerumble/feed: steps until it is enough, or penalties are taken."""
    position = table(SHORT, seat(food=0, awake=6), seat(), taken="tiger by seat 1")
    position = play(position, "dismiss:worker")
    assert texts(position) == ["dismiss:worker", "penalty"]
    assert owned(position.play("penalty"), 1)["penalties"] == 5 - (3 + 2) // 2


def test_cards_nobody_chose_get_a_food_when_the_round_ends() -> None:
    """junglerumble/round: each card not chosen in this round gets 1 food; then all are available again."""
    position = table(
        "Turn of seat 2, bull: seat 1 follows or passes",
        seat(),
        seat(),
        cards="tiger 0, bull 0, beaver 0, raccoon 0, monkey 0",
        taken="tiger by seat 1, bull by seat 2",
    ).play("pass")
    assert {name: card["food"] for name, card in position.to_fields()["cards"].items()} == {
        "tiger": 0, "bull": 0, "beaver": 1, "raccoon": 1, "monkey": 1,
    }  # fmt: skip
    assert all(card["taker"] is None for card in position.to_fields()["cards"].values())


def test_the_first_player_token_passes_to_the_left() -> None:
    """junglerumble/round: the first-player token passes to the left and a new round begins."""
    position = table(
        "Turn of seat 1, bull: seat 3 follows or passes", seat(), seat(), seat(),
        round_number=2,
        taken="tiger by seat 2, monkey by seat 3, bull by seat 1",
    ).play("pass")  # fmt: skip
    assert (position.to_fields()["round"], position.to_fields()["first"], position.actors) == (3, 3, (3,))


def test_a_trader_hired_in_the_last_round_buys_in_this_one() -> None:
    """junglerumble/rulings.4: it is new only in the round it was hired in."""
    position = table(
        "Turn of seat 2, bull: seat 1 follows or passes",
        seat(next_trader=2, traders="t1:new"),
        seat(next_trader=2, traders="t1:new"),
        taken="monkey by seat 1, bull by seat 2",
    )
    assert texts(play(position, "pass", "wake:0"))[0] == "sell:t1=none"


def finish(position: Position) -> Position:
    """Play the round to its end with nobody doing anything."""
    while not position.is_over:
        legal = texts(position)
        position = position.play(next((text for text in ("pass", "penalty") if text in legal), legal[0]))
    return position


def test_the_last_field_triggers_the_end() -> None:
    """junglerumble/end: when the supply's last field is taken with bull; the round is finished first."""
    position = table(
        "Turn of seat 1, bull: seat 1 sends workers", seat(food=9), seat(farm=long_farm(19)), taken="bull by seat 1"
    )
    assert texts(position) == ["send:0", "send:1"]
    position = position.play("send:1")
    assert position.to_fields()["ending"] == ["last-field"]
    position = play(position, "field:h9", "pass")
    assert position.actors == (2,)  # the round goes on
    outcome = finish(position).outcome
    assert outcome is not None and outcome.endings == ("last-field",)


def test_the_last_waterway_triggers_the_end_for_a_follower_too() -> None:
    """junglerumble/end: the last waterway with beaver, by the active seat or a follower."""
    nearly = FULL_OF_WATER.replace("###| .", "###  .")
    position = table(
        "Turn of seat 1, beaver: seat 2 follows or passes", seat(food=9), seat(food=9, farm=nearly),
        taken="beaver by seat 1",
    )  # fmt: skip
    position = play(position, "follow", "water:j8e")
    outcome = finish(position).outcome
    assert outcome is not None and outcome.endings == ("last-waterway",)


def test_a_kitten_of_another_tribe_triggers_the_end() -> None:
    """junglerumble/end: a kitten of another tribe is hired with monkey."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(food=9, gold=2, awake=6), seat(), taken="monkey by seat 1"
    )
    position = play(position, "send:1", "hire:trader")
    assert position.to_fields()["ending"] == ["foreign-kitten"] and position.actors == (2,)
    outcome = finish(position).outcome
    assert outcome is not None and outcome.endings == ("foreign-kitten",)


def test_the_last_own_kitten_does_not_trigger_the_end() -> None:
    """junglerumble/end: only a foreign one does."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(food=9, gold=2, awake=5), seat(), taken="monkey by seat 1"
    )
    assert play(position, "send:1", "hire:trader").to_fields()["ending"] == []


def test_two_triggers_in_one_round_are_both_named() -> None:
    """junglerumble/end."""
    position = table(
        "Turn of seat 2, monkey: seat 2 sends workers", seat(food=9), seat(food=9, awake=6, farm=long_farm(20)),
        taken="bull by seat 1, monkey by seat 2", end="last-field",
    )  # fmt: skip
    outcome = finish(play(position, "send:1", "hire:worker")).outcome
    assert outcome is not None and outcome.endings == ("last-field", "foreign-kitten")


def test_after_round_50_the_game_is_over() -> None:
    """junglerumble/rulings.11: as if triggered."""
    position = finish(game("junglerumble").start(players=2))
    assert position.to_fields()["round"] == 50
    assert position.outcome is not None and position.outcome.endings == ("fifty-rounds",)


def test_a_trigger_in_round_50_counts_as_itself() -> None:
    """junglerumble/rulings.11: no need for the fifty rounds then."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(food=9, awake=6), seat(),
        round_number=50, taken="bull by seat 2, monkey by seat 1",
    )  # fmt: skip
    outcome = finish(play(position, "send:1", "hire:worker")).outcome
    assert outcome is not None and outcome.endings == ("foreign-kitten",)


def test_a_finished_game_has_its_round_tidied_up() -> None:
    """junglerumble/round: the cards get their food before the game is over."""
    position = table(
        "Turn of seat 2, raccoon: seat 1 follows or passes",
        seat(),
        seat(farm=long_farm(20)),
        taken="bull by seat 1, raccoon by seat 2",
        end="last-field",
    )
    position = finish(position)
    assert {name: card["food"] for name, card in position.to_fields()["cards"].items()} == {
        "tiger": 1, "bull": 0, "beaver": 1, "raccoon": 0, "monkey": 1,
    }  # fmt: skip


def over(*seats: str, **given: object) -> Position:
    return table("Game over", *seats, round_number=50, end="fifty-rounds", **given)


def test_the_score_adds_up_from_its_parts() -> None:
    """junglerumble/outcome: kittens, goods, pairs of field and waterway, gold, food by twos, penalties."""
    red = over(
        seat(
            food=4, gold=2, penalties=2, awake=1, asleep=2, next_trader=4, traders="t1:2food t3:3gold", farm=FOUR_PAIRS
        ),
        seat(),
    ).scores[0]
    assert red.parts == {"kittens": 15, "goods": 4 + 9, "water": 4, "gold": 2, "food": 2, "penalties": -6}
    assert red.total == 30


def test_each_awake_worker_first_brings_a_food() -> None:
    """junglerumble/outcome: 3 food and 1 from the awake worker make 2 points; the sleeping one brings none."""
    scores = over(seat(food=3, awake=1, asleep=1), seat(food=3, awake=0, asleep=2)).scores
    assert (scores[0].parts["food"], scores[1].parts["food"]) == (2, 1)


def test_the_highest_score_wins() -> None:
    """junglerumble/outcome."""
    outcome = over(seat(gold=3), seat(gold=5), seat(gold=4)).outcome
    assert outcome is not None and (outcome.places, outcome.winners) == ((3, 1, 2), (2,))


def test_ties_are_shared() -> None:
    """junglerumble/rulings.9: the rulebook has no tie-break."""
    outcome = over(seat(gold=5), seat(gold=3), seat(gold=5)).outcome
    assert outcome is not None and (outcome.places, outcome.winners) == ((1, 3, 1), (1, 3))


def test_scores_below_zero_are_ranked_too() -> None:
    """junglerumble/outcome: penalties may cost more than everything else brings."""
    outcome = over(seat(penalties=9), seat(penalties=8)).outcome
    assert outcome is not None and outcome.places == (2, 1) and outcome.scores[0] < 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_has_scores(players: int) -> None:
    """Each seat's score if the game ended now."""
    start = game("junglerumble").start(players=players)
    assert [score.total for score in start.scores] == [13] + [12] * (players - 1)
