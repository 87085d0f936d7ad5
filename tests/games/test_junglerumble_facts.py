"""Jungle Rumble: the facts that a player looks at."""

from ludotheque import game
from tests.games.junglerumble_tables import DRAWN, seat, table

FOLLOWING = game("junglerumble").read(DRAWN)
SELLING = table(
    "Turn of seat 1: seat 1 sells to t1",
    seat(next_trader=3, traders="t1:open t2:new"),
    seat(),
    round_number=2,
    taken="monkey by seat 2",
)
OVER = table("Game over", seat(), seat(next_trader=2, traders="t1:open"), round_number=50, end="fifty-rounds")
DRY = """
      g   h   i   j
10    .   .   .   .
 9    .  ###  .   .
 8    .  ###|###  .
 7    .   .   .   .
"""


def test_the_facts_tell_what_supper_needs_and_gives() -> None:
    """junglerumble/feed: food needed, produced, taken from the stock and missing, and the number of hungry kittens."""
    seats = FOLLOWING.facts()["seats"]
    assert seats["1"]["supper"] == {"needed": 8, "farm": 6, "stock": 3, "asked": 2, "short": 0, "left": 1, "unfed": 0}
    hungry = table(
        "Turn of seat 1, tiger: seat 1 is short of food", seat(food=1, awake=5), seat(), taken="tiger by seat 1"
    )
    assert hungry.facts()["seats"]["1"]["supper"] == {
        "needed": 10, "farm": 2, "stock": 1, "asked": 8, "short": 7, "left": 0, "unfed": 4,
    }  # fmt: skip


def test_the_facts_tell_what_each_place_would_bring() -> None:
    """junglerumble/outcome: pairs of a field and a waterway."""
    farm = FOLLOWING.facts()["seats"]["1"]["farm"]
    assert farm["irrigated"] == {"h8": 3, "i8": 2, "h9": 1} and farm["dry"] == [] and farm["pairs"] == 6
    assert farm["open_cells"] == {"h7": 1, "i7": 0, "g8": 0, "j8": 1, "g9": 0, "i9": 0, "h10": 0}
    assert farm["open_edges"] == {"g8e": 1, "g9e": 1, "h9e": 1, "i7n": 1, "i8n": 1, "h9n": 1}
    dry = table("Turn of seat 1: seat 1 wakes workers", seat(farm=DRY), seat()).facts()["seats"]["1"]["farm"]
    assert dry["dry"] == ["h9"] and dry["open_edges"]["h8n"] == 2 and dry["open_edges"]["g9e"] == 1


def test_the_facts_tell_what_workers_and_traders_can_do() -> None:
    """junglerumble/wake, action."""
    red, blue = FOLLOWING.facts()["seats"]["1"], FOLLOWING.facts()["seats"]["2"]
    assert red["can_wake"] == 1 and red["can_send"] == dict.fromkeys(
        ["tiger", "bull", "beaver", "raccoon", "monkey"], 1
    )
    assert blue["can_send"] == {"tiger": 2, "bull": 2, "beaver": 2, "raccoon": 2, "monkey": 0}
    assert red["traders"] == [
        {"name": "t1", "kind": "food", "goods": 2, "points": 4, "is_new": False, "would_buy": ["food"]},
        {"name": "t3", "kind": None, "goods": 0, "points": 0, "is_new": False, "would_buy": ["food", "gold"]},
    ]
    assert SELLING.facts()["seats"]["1"]["traders"][1]["would_buy"] == []


def test_the_facts_tell_the_moment_the_supply_and_the_end() -> None:
    """junglerumble/round, end."""
    facts = FOLLOWING.facts()
    assert (facts["round"], facts["phase"], facts["active"], facts["turn"]) == (3, "following", 1, 2)
    assert facts["supply"] == {"fields": 17, "waterways": 17, "kittens": {"1": 2, "2": 3}, "all_kittens": 5}
    assert facts["end"]["triggered"] == [] and not facts["end"]["is_last_round"] and facts["end"]["rounds_to_go"] == 47
    assert OVER.facts()["end"] == {
        "triggered": ["fifty-rounds"], "is_last_round": True,
        "fields_to_go": 18, "waterways_to_go": 20, "rounds_to_go": 0,
    }  # fmt: skip
    assert OVER.facts()["turn"] is None and OVER.facts()["active"] is None


def test_the_facts_tell_where_the_next_kitten_would_come_from() -> None:
    """junglerumble/action: the own tribe while the supply has any; then the fullest other one."""
    seats = table("Turn of seat 1: seat 1 wakes workers", seat(awake=6), seat(awake=3), seat(awake=6)).facts()["seats"]
    assert [seats[one]["next_kitten"] for one in "123"] == [2, 2, 2]
    empty = table("Turn of seat 1: seat 1 wakes workers", seat(awake=6), seat(awake=6)).facts()["seats"]
    assert empty["1"]["next_kitten"] is None
