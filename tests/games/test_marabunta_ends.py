"""Marabunta: how the game ends, who has won, and that neither side of the map nor seat is special."""

from pathlib import Path
from typing import Any

import pytest

from ludotheque import Chance, Position, game
from ludotheque.games.marabunta import fields, rules
from tests.games.marabunta_tables import change, play, seat, small, texts, turn

CUPCAKES = ["f1", "h1", "b2", "d2", "k2", "h3", "e5", "b6", "i6", "k6", "e7", "g7"]
START = game("marabunta").start()


def over(red: dict[str, int], blue: dict[str, int], /, trigger: int = 1, **changes: dict[str, Any]) -> Position:
    """A finished game with these numbers; the cupcake hexes that nobody has written in are struck."""
    seats: dict[str, Any] = {}
    for name, numbers in (("red", red), ("blue", blue)):
        cupcakes = len(numbers.keys() & set(CUPCAKES))
        seats[name] = {"numbers": numbers, "cupcakes": cupcakes, "anthills": max(0, 2 - len(numbers))}
        seats[name] |= changes.get(name, {})
    struck = [name for name in CUPCAKES if name not in red and name not in blue]
    return change(
        START,
        **seats,
        struck=struck,
        round=7 + len(struck),
        tiles=[],
        phase="over",
        trigger=trigger,
        endings=["cupcakes-gone"],
    )


def test_a_full_region_triggers_the_end(tmp_path: Path) -> None:
    """marabunta/end.a: every hex of a region is written in or struck."""
    position = play("use:B write:a1 use:T write:b1", turn("BPT", "one", board=small(tmp_path)))
    assert position.facts()["end"] == {
        "trigger": 2, "endings": ["region-full"], "last_hex": [], "last_circle": [], "last_cupcake": True
    }  # fmt: skip
    assert not position.is_over


PINK = "a5 f5 a6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7 g7"


@pytest.mark.parametrize("last", ["a5", "g6", "b7"])
def test_a_region_is_full_with_its_last_hex_wherever_it_lies(last: str) -> None:
    """marabunta/end.a: every hex of a region."""
    numbers = dict.fromkeys(PINK.split(), 0)
    del numbers[last]
    blue = {"numbers": numbers, "cupcakes": 2, "anthills": 0}
    position = play("use:P", turn("PG", dice="G=flag", position=change(START, blue=blue)))
    assert position.facts()["end"]["last_hex"] == ["P"] and position.facts()["end"]["endings"] == []
    assert position.play(f"write:{last}").facts()["end"]["endings"] == ["region-full"]


def test_striking_fills_a_region_too(tmp_path: Path) -> None:
    """marabunta/rulings.1: the Italian text holds, written or struck."""
    position = play("use:T strike:a1 strike:b1", turn("BPT", "strike", board=small(tmp_path)))
    assert position.facts()["end"]["endings"] == ["region-full"]


def test_a_full_leaf_triggers_the_end(tmp_path: Path) -> None:
    """marabunta/end.b: the last blank circle of a leaf is filled."""
    position = turn("PGT", "circles", "P=flag", board=small(tmp_path))
    assert play("use:P", position).facts()["end"]["last_circle"] == ["P"]
    assert play("use:P use:T leaf:P", position).facts()["end"]["endings"] == ["leaf-full"]


def test_the_last_cupcake_hex_triggers_the_end(tmp_path: Path) -> None:
    """marabunta/end.c: all cupcake hexes are written in or struck."""
    position = play("use:P write:d1", turn("PGT", board=small(tmp_path)))
    assert position.facts()["end"]["endings"] == ["cupcakes-gone"] and position.facts()["end"]["trigger"] == 2


def test_two_ways_may_come_with_one_step(tmp_path: Path) -> None:
    """marabunta/end: as soon as a or b or c."""
    position = play("use:P write:c1 use:T write:d1", turn("PGT", board=small(tmp_path)))
    assert position.facts()["end"]["endings"] == ["region-full", "cupcakes-gone"]


def test_the_first_trigger_counts(tmp_path: Path) -> None:
    """marabunta/end: by the seat whose step did it (the first trigger counts)."""
    position = turn("PT", dice="G=0", board=small(tmp_path))
    position = play("use:P write:d1 done use:B write:a1 use:G write:b1 done", position)
    assert position.outcome and position.outcome.endings == ("cupcakes-gone",)
    assert position.facts()["end"]["trigger"] == 2


def test_the_round_is_played_to_its_end(tmp_path: Path) -> None:
    """marabunta/end: the round is played to its end; then the game is over."""
    position = play("use:P write:d1 done", turn("PT", board=small(tmp_path)))
    assert position.actors == (1,) and "use:B" in texts(position)
    position = position.play("done")
    assert position.is_over and texts(position) == []


def test_cupcakes_powers_and_regions_add_up() -> None:
    """marabunta/outcome: points so far, plus for each region won the circles of its colour on that leaf."""
    position = over({"b2": 1, "b3": 0}, {"d3": 2}, blue={"crates": seat(START, 2)["crates"] | {"three-points": 3}})
    assert position.scores[0].parts == {
        "cupcakes": 0, "powers": 0, "blue": 2, "pink": 0, "orange": 0, "green": 0, "grey": 0, "yellow": 0
    }  # fmt: skip
    assert position.scores[1].parts["powers"] == 3 and position.scores[1].parts["yellow"] == 2
    assert position.outcome and position.outcome.scores == (2, 5)


def test_a_leaf_gives_as_many_points_as_circles_of_the_winners_colour() -> None:
    """marabunta/outcome: as many points as there are circles of its colour on that leaf (2 to 8)."""
    circles = dict.fromkeys("BPOGSY", 2) | {"Y": 6}
    position = over({"d3": 2}, {"d4": 1}, red={"circles": circles}, blue={"circles": circles | {"Y": 3}})
    assert position.scores[0].parts["yellow"] == 6 and position.scores[1].parts["yellow"] == 0


def test_equal_sums_bring_nobody_points() -> None:
    """marabunta/outcome: equal sums: nobody."""
    assert over({"d3": 2}, {"d4": 1, "e4": 1}).outcome.scores == (0, 0)  # type: ignore[union-attr]


def test_the_higher_total_wins() -> None:
    """marabunta/outcome: higher total wins, whoever triggered the end."""
    assert over({"d3": 2}, {"d4": 3}).outcome.winners == (2,)  # type: ignore[union-attr]


def test_more_cupcakes_break_a_tie() -> None:
    """marabunta/outcome: then more cupcakes ticked on the own row."""
    position = over({"a2": 0}, {"e5": 0})
    assert position.outcome and position.outcome.scores == (0, 0) and position.outcome.winners == (2,)


@pytest.mark.parametrize("trigger", [1, 2])
def test_the_seat_that_triggered_the_end_wins_a_full_tie(trigger: int) -> None:
    """marabunta/outcome: then the seat that triggered the end."""
    position = over({}, {}, trigger)
    assert position.outcome and position.outcome.winners == (trigger,)
    assert sorted(position.outcome.places) == [1, 2]


HALF_TURN = {
    f"{a}{row}": f"{b}{8 - row}" for a, b in zip("abcdefghijkl", "lkjihgfedcba", strict=True) for row in range(1, 8)
}


def region_at(position: Position, name: str) -> str:
    regions: dict[str, Any] = position.facts()["regions"]
    return next(letter for letter, facts in regions.items() if name in facts["free"])


@pytest.mark.parametrize("territory", ["meadow", "islets"])
def test_the_map_is_unchanged_by_a_half_turn(territory: str) -> None:
    """marabunta/boards: both maps are unchanged by a half turn, features too; the regions change places."""
    start = game("marabunta").start(territory=territory)
    facts = start.facts()
    assert {HALF_TURN[name] for name in facts["cupcakes_left"]} == set(facts["cupcakes_left"])
    assert {HALF_TURN[name] for name in facts["crates_left"]} == set(facts["crates_left"])
    turned = turned_regions(start)
    assert sorted(turned.values()) == sorted("BPOGSY")
    assert [turned[letter] == letter for letter in "BO"] == [territory == "islets"] * 2


def turned_regions(start: Position) -> dict[str, str]:
    """Which region lies where each region lies after a half turn."""
    found = {}
    for letter, facts in start.facts()["regions"].items():
        (found[letter],) = {region_at(start, HALF_TURN[name]) for name in facts["free"]}
    return found


def turned_text(text: str, regions: dict[str, str]) -> str:
    """A step after a half turn."""
    verb, _, what = text.partition(":")
    if verb in ("write", "strike"):
        return f"{verb}:{HALF_TURN[what]}"
    if verb in ("split", "take", "use", "again", "leaf"):
        groups = ["".join(sorted((regions.get(x, x) for x in group), key="BPOGSYT".index)) for group in what.split("/")]
        return f"{verb}:{'/'.join(sorted(groups, key=lambda group: 'B' not in group))}"
    return text


@pytest.mark.parametrize(("territory", "powers"), [("meadow", "basic"), ("islets", "expert")])
def test_a_game_turned_half_round_goes_the_same_way(territory: str, powers: str) -> None:
    """marabunta/boards: mirrored position, mirrored moves, the same outcome."""
    chance = Chance(5)
    position = turned = game("marabunta").start(territory=territory, powers=powers)
    regions = turned_regions(position)
    while not position.is_over:
        if texts(position)[0].startswith("die:"):
            faces = {die: str(position.legal()[chance.randrange(6)])[6:] for die in "BPOGSY"}
            old_die = {new: old for old, new in regions.items()}
            position = play(" ".join(f"die:{die}={face}" for die, face in faces.items()), position)
            turned = play(" ".join(f"die:{die}={faces[old_die[die]]}" for die in "BPOGSY"), turned)
            continue
        assert {turned_text(text, regions) for text in texts(position)} == set(texts(turned))
        text = texts(position)[chance.randrange(len(texts(position)))]
        position, turned = position.play(text), turned.play(turned_text(text, regions))
    assert position.outcome == turned.outcome


def with_seats_exchanged(position: Position) -> Any:
    """The state in which the seats have changed places, a round later, so that the other one splits."""
    named = fields.to_fields(position.setup.board, position.state)
    named |= {"red": named["blue"], "blue": named["red"], "round": named["round"] + 1}
    state = game("marabunta").start().state
    fields.from_fields(position.setup.board, state, named)
    return state


def test_exchanging_the_seats_exchanges_the_outcome() -> None:
    """marabunta/title: from round 8 on a round is like the next, and neither seat is special."""
    chance = Chance(11)
    position = START
    while position.to_fields()["round"] < 8:
        position = position.play(position.legal()[chance.randrange(len(position.legal()))])
    exchanged = Position(position.game, position.setup, with_seats_exchanged(position))
    while not position.is_over:
        assert texts(position) == texts(exchanged)
        assert [seat and 3 - seat for seat in position.actors] == list(exchanged.actors)
        text = texts(position)[chance.randrange(len(texts(position)))]
        position, exchanged = position.play(text), exchanged.play(text)
    assert position.outcome and exchanged.outcome
    assert position.outcome.scores == exchanged.outcome.scores[::-1]
    assert position.outcome.places == exchanged.outcome.places[::-1]
    assert rules.endings(position.setup.board.record, position.state) == 4
