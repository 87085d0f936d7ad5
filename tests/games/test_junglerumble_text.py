"""Jungle Rumble: text boards, named fields and facts, and the texts and fields that are refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import Position, PositionError, game
from ludotheque.games.junglerumble.fields import check
from tests.games.junglerumble_tables import DRAWN, draw, play, seat, table, texts

JUNGLE = game("junglerumble")


def test_a_drawn_position_reads_and_draws_itself() -> None:
    """`str` is a drawn text board and `game.read` its inverse."""
    position = JUNGLE.read(DRAWN)
    assert str(position) == DRAWN
    assert position.to_fields()["seats"]["1"]["waterways"] == ["h8e", "i8e", "h7n", "h8n"]


def test_a_drawing_may_be_indented_and_leave_out_the_names_of_seats() -> None:
    """A test draws its position."""
    text = "\n".join("        " + line for line in DRAWN.replace(" (Red)", "").split("\n"))
    assert JUNGLE.read(text) == JUNGLE.read(DRAWN)


def test_json_round_trips() -> None:
    """JSON both ways, structured, named fields."""
    position = JUNGLE.read(DRAWN)
    assert JUNGLE.from_json(position.to_json()) == position
    assert json.loads(position.to_json())["cards"]["beaver"] == {"food": 0, "taker": 1}


def test_every_phase_can_be_drawn() -> None:
    """The text holds everything."""
    start = JUNGLE.start(players=2)
    steps = ["wake:0", "card:monkey", "send:1", "hire:trader", "follow", "hire:worker"]
    seen = set()
    for position in [start, play(start, *steps), *play(start, *steps).history]:
        assert JUNGLE.read(str(position)) == position
        seen.add(position.to_fields()["phase"])
    assert seen == {"waking", "choosing", "sending", "placing", "following"}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Round 3", "Round three", "'Round three, first player: seat 1': write it like 'Round 1, first player"),
        ("follows or passes", "dances", "dances': write it like 'Turn of seat 1: seat 1 wakes workers'"),
        ("Turn of seat 1, beaver:", "Turn of nobody:", "write it like 'Turn of seat 1"),
        ("kittens 2 3", "kittens 2 three", "write it like 'Supply: fields 18"),
        ("kittens 2 3", "kittens 200 3", "write it like 'Supply: fields 18"),
        ("kittens 2 3", "kittens 2", "supply.kittens.2: missing"),
        ("kittens 2 3", "kittens 2 3 4", "supply.kittens.3: no such field"),
        ("tiger 1, bull 0", "bull 0, tiger 1", "write it like 'Cards: tiger 0"),
        ("Taken: beaver by seat 1", "Taken: lion by seat 1", "write it like 'Taken: bull by seat 2"),
        ("Taken: beaver by seat 1", "beaver by seat 1", "write it like 'Taken: bull by seat 2"),
        ("Taken: beaver by seat 1", "Taken: beaver by seat 1, beaver by seat 2", "write it like 'Taken: bull by"),
        ("End: not yet", "End: soon", "write it like 'End: not yet' or 'End: last-field"),
        ("End: not yet", "not yet", "write it like 'End: not yet'"),
        ("End: not yet\n", "", "draw six lines for the table"),
        ("Seat 2 (Blue): food", "Seat 2 (Blue): fool", "write it like 'Seat 1 (Red): food 4"),
        ("Seat 2 (Blue)", "Seat 1 (Blue)", "seat 1 is drawn twice"),
        ("Workers: awake 2", "Workers: 2", "write it like 'Workers: awake 2"),
        ("next trader t3", "next trader t0", "seats.2.hired: a whole number from 0 to 300, not -1"),
        ("t3:open", "t3:closed", "write it like 'Traders: t1:open t2:2food t5:1gold t6:new'"),
        ("Traders: t2:1gold", "t2:1gold", "write it like 'Traders: t1:open"),
        ("g   h   i   j\n10", "g   h   j   i\n10", "seat 1: 'g   h   j   i': write the farm's columns like"),
        ("g   h   i   j\n10", "g  h   i   j\n10", "write the farm's columns like"),
        (" 9    .  ###", " 8    .  ###", "seat 1: '8    .  ###  .   .': rows are numbered 15 to 1"),
        ("10    .   .", "16    .   .", "rows are numbered 15 to 1"),
        ("10    .   .", "xx    .   .", "rows are numbered 15 to 1"),
        (" 9    .  ###  .   .", " 9    .  ##   .   .", "seat 1: row 9: draw 4 cells"),
        (" 9    .  ###  .   .", " 9    .  ###  .   .   .", "seat 1: row 9: draw 4 cells"),
        (" 9    .  ###  .   .", " 9    .  ###! .   .", "seat 1: row 9: draw 4 cells"),
        ("         ~~~\n 8", "          ~~~\n 8", "seat 1: draw waterways north of row 8 as '~~~'"),
        ("         ~~~\n 8", "         ~~~\n         ~~~\n 8", "rows are numbered 15 to 1"),
        ("         ~~~\n 7", "                         ~~~\n 7", "seat 1: draw waterways north of row 7"),
    ],
)
def test_a_drawing_that_cannot_be_read_says_which_line(old: str, new: str, complaint: str) -> None:
    """A checked inverse."""
    assert old in DRAWN
    with pytest.raises(PositionError) as raised:
        JUNGLE.read(DRAWN.replace(old, new, 1))
    assert complaint in str(raised.value)


def test_a_seat_without_a_farm_is_refused() -> None:
    """Each seat has four parts at least: its line, Workers, Traders, the farm."""
    lines = DRAWN.split("\n")
    with pytest.raises(PositionError, match="seat 2: after this line come Workers, Traders and the farm"):
        JUNGLE.read("\n".join(lines[:-6]))
    with pytest.raises(PositionError, match="seat 2: the farm has no rows"):
        JUNGLE.read("\n".join(lines[:-3]))


def test_an_empty_drawing_is_refused() -> None:
    with pytest.raises(PositionError, match="draw six lines"):
        JUNGLE.read("")


def tampered(position: Position, path: str, value: object) -> dict[str, Any]:
    """The fields of a position with one of them changed."""
    fields: dict[str, Any] = json.loads(position.to_json())
    place: Any = fields
    *parents, last = path.split(".")
    for key in parents:
        place = place[int(key) if isinstance(place, list) else key]
    if value is None and isinstance(place, dict) and last not in place:
        raise KeyError(path)
    place[last] = value
    return fields


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("round", 51, "round: a whole number from 1 to 50, not 51"),
        ("round", True, "round: a whole number from 1 to 50, not True"),
        ("first", 3, "first: one of 1, 2, not 3"),
        ("phase", "dancing", "phase: one of over, waking"),
        ("active", None, "active: one of 1, 2, not None"),
        ("turn", "1", "turn: one of 1, 2, not '1'"),
        ("card", "lion", "card: one of null, tiger"),
        ("seller", 1, "seller: one of null, not 1"),
        ("to_place", 7, "to_place: a whole number from 0 to 6, not 7"),
        ("ending", "never", "ending: expected a list"),
        ("ending", ["never"], "ending: 'never' is not one of last-field"),
        ("ending", ["last-field", "last-field"], "stands there twice"),
        ("supply.fields", -1, "supply.fields: a whole number from 0 to 30, not -1"),
        ("supply.kittens.1", 13, "supply.kittens.1: a whole number from 0 to 12"),
        ("cards.tiger.taker", 3, "cards.tiger.taker: one of null, 1, 2"),
        ("cards.tiger", [], "cards.tiger: expected named fields"),
        ("seats.1.food", 10**9, "seats.1.food: a whole number"),
        ("seats.1.fields", ["p1"], "seats.1.fields: 'p1' is not one of a1"),
        ("seats.1.waterways", ["i8w"], "seats.1.waterways: 'i8w' is not one of a1w"),
        ("seats.1.traders", 3, "seats.1.traders: expected a list"),
        ("seats.1.traders.0.kind", "silver", "seats.1.traders[0].kind: one of null, food, gold"),
        ("seats.1.traders.0.new", True, "seats.1.traders[1].new: the traders hired in this round come last"),
        ("seats.1.traders", [{"number": n, "kind": None, "goods": 0, "new": False} for n in range(1, 8)], "at most 6"),
        ("seats.3", {}, "seats.3: no such field; there are 1, 2"),
        ("extra", 1, "extra: no such field"),
    ],
)
def test_unknown_or_malformed_fields_are_refused_with_their_path(path: str, value: object, complaint: str) -> None:
    """JSON both ways, checked."""
    with pytest.raises(PositionError) as raised:
        JUNGLE.from_json(tampered(JUNGLE.read(DRAWN), path, value))
    assert complaint in str(raised.value)


FOLLOWING = JUNGLE.read(DRAWN)
WAKING = table("Turn of seat 1: seat 1 wakes workers", seat(), seat())
PLACING = table(
    "Turn of seat 1, beaver: seat 1 has 1 more to place",
    seat(awake=1, asleep=1),
    seat(),
    taken="beaver by seat 1",
    to_place=(0, 1),
)
FEEDING = table("Turn of seat 1, tiger: seat 1 is short of food", seat(food=0), seat(), taken="tiger by seat 1")
SELLING = table(
    "Turn of seat 1: seat 1 sells to t1",
    seat(next_trader=3, traders="t1:open t2:new"),
    seat(),
    round_number=2,
    taken="monkey by seat 2",
)
OVER = table("Game over", seat(), seat(next_trader=2, traders="t1:open"), round_number=50, end="fifty-rounds")


@pytest.mark.parametrize(
    ("position", "path", "value", "complaint"),
    [
        (WAKING, "supply.fields", 17, "there are 22 fields, not 21"),
        (WAKING, "supply.waterways", 17, "there are 22 waterways, not 19"),
        (WAKING, "supply.kittens.2", 3, "there are 12 kittens, not 11"),
        (WAKING, "ending", ["foreign-kitten"], "foreign-kitten has triggered the end exactly when"),
        (WAKING, "ending", ["last-field"], "last-field has triggered the end exactly when"),
        (WAKING, "ending", ["last-waterway"], "last-waterway has triggered the end exactly when"),
        (WAKING, "ending", ["fifty-rounds"], "fifty-rounds ends a game after round 50"),
        (OVER, "ending", [], "the game is not over before something has triggered its end"),
        (OVER, "round", 48, "fifty-rounds ends a game after round 50"),
        (OVER, "seats.2.traders.0.new", True, "Blue: no trader can have been hired in this round"),
        (WAKING, "first", 2, "in round 1 the first player is not seat 2"),
        (WAKING, "card", "bull", "a card is in play from its choice to the end of the turn"),
        (FOLLOWING, "card", None, "a card is in play from its choice to the end of the turn"),
        (FOLLOWING, "turn", 1, "the active seat does not follow itself"),
        (WAKING, "turn", 2, "only to follow is another seat waited for than the active one"),
        (SELLING, "seller", 2, "t2 was hired in this round and buys nothing yet"),
        (WAKING, "seats.1.asleep", 7, "Red cannot have 7 workers still asleep"),
        (WAKING, "to_place", 1, "something is to be placed exactly while placing"),
        (PLACING, "to_place", 0, "something is to be placed exactly while placing"),
        (PLACING, "to_place", 2, "Red cannot have 2 more to place with beaver"),
        (PLACING, "card", "tiger", "Red cannot have 1 more to place with tiger"),
        (WAKING, "cards.bull.taker", 1, "the seats that have taken a card in this round are [], not [1]"),
        (FOLLOWING, "card", "tiger", "the card in play is the active seat's"),
        (WAKING, "cards.bull.food", 1, "bull cannot have 1 food on it"),
        (FOLLOWING, "cards.beaver.food", 1, "beaver cannot have 1 food on it"),
        (FEEDING, "seats.1.food", 2, "Red: there is enough food for all its kittens"),
        (WAKING, "seats.1.fields", ["h8", "i9"], "Red: the farm begins with h8 and i8"),
        (WAKING, "seats.1.waterways", ["h8n"], "Red: the farm begins with h8 and i8"),
        (WAKING, "seats.1.fields", ["h8", "i8", "a1"], "Red: every field is side by side with another one"),
        (WAKING, "seats.1.waterways", ["h8e", "h9n"], "Red: every waterway lies on an edge of a field"),
        (WAKING, "seats.1.waterways", ["h8e", "h9e"], "Red: every waterway lies on an edge of a field"),
        (FOLLOWING, "seats.1.traders.1.number", 1, "Red: the traders [1, 1] are not in the order of their numbers"),
        (FOLLOWING, "seats.1.hired", 2, "Red: the traders [1, 3] are not in the order of their numbers, up to 2"),
        (FOLLOWING, "seats.1.hired", 19, "Red: 19 traders cannot have been hired in 3 rounds"),
        (FOLLOWING, "seats.1.traders.1.new", True, "Red: no trader can have been hired in this round"),
        (FOLLOWING, "seats.1.traders.0.goods", 3, "Red: t1 cannot have 3 goods"),
        (FOLLOWING, "seats.1.traders.0.goods", 0, "Red: t1 cannot have 0 goods"),
    ],
)
def test_a_position_that_breaks_an_invariant_is_refused(
    position: Position, path: str, value: object, complaint: str
) -> None:
    """Conservation of pieces, in every position that is read."""
    with pytest.raises(PositionError) as raised:
        JUNGLE.from_json(tampered(position, path, value))
    assert complaint in str(raised.value)


def test_a_seat_cannot_have_foreign_kittens_before_the_monkey_came_to_it() -> None:
    """junglerumble/action: kittens of another tribe are hired with monkey alone, one by a follower."""
    seats = (seat(awake=4), seat(awake=7))
    given: dict[str, Any] = {"taken": "monkey by seat 1", "end": "foreign-kitten", "kittens": (1, 0)}
    with pytest.raises(PositionError, match="Blue cannot have hired 1 kittens of other tribes"):
        table("Turn of seat 1, monkey: seat 2 follows or passes", *seats, **given)
    after = table("Turn of seat 2: seat 2 chooses a card", *seats, **given)
    assert after.actors == (2,)
    with pytest.raises(PositionError, match="Blue cannot have hired 2 kittens of other tribes"):
        table("Turn of seat 2: seat 2 chooses a card", seat(awake=4), seat(awake=8), **given | {"kittens": (0, 0)})


def test_the_seat_that_hires_may_have_foreign_kittens_while_it_hires() -> None:
    """junglerumble/action: hired one after another."""
    position = table(
        "Turn of seat 1, monkey: seat 1 sends workers", seat(gold=9, awake=6), seat(), seat(), taken="monkey by seat 1"
    )
    for step in ["send:6", *["hire:trader"] * 6, "pass", "pass", "dismiss:t1", "penalty"]:
        position = position.play(step)
        assert JUNGLE.read(str(position)) == position
    assert position.actors == (2,)


@pytest.mark.uncounted
@given(st.text())
def test_any_text_is_read_or_refused_as_a_drawing(text: str) -> None:
    """Any garbage: a clear error, never a crash."""
    with pytest.raises(PositionError):
        JUNGLE.read(text)


@given(st.integers(0, len(DRAWN) - 1), st.characters())
def test_a_drawing_with_one_letter_changed_is_read_or_refused(place: int, letter: str) -> None:
    try:
        position = JUNGLE.read(DRAWN[:place] + letter + DRAWN[place + 1 :])
    except PositionError:
        return
    assert check(position.setup.board, position.state) == []


@given(st.text() | st.from_regex(r"(wake|send|field|water|sell|dismiss|hire|card):[a-z0-9=]{0,6}", fullmatch=True))
def test_any_text_is_a_legal_step_or_refused(text: str) -> None:
    refusal = FOLLOWING.why_not(text)
    if text in texts(FOLLOWING):
        assert refusal is None
    else:
        assert refusal is not None and refusal.reason.endswith(".") and refusal.rule.startswith("junglerumble.")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda one: st.lists(one, max_size=3)
)
PLACES = [
    "round",
    "phase",
    "turn",
    "ending",
    "supply.kittens",
    "cards.bull",
    "seats.1",
    "seats.2.traders",
    "seats.1.fields",
]


@given(st.sampled_from(PLACES), JSON)
def test_any_json_is_read_or_refused(path: str, value: object) -> None:
    try:
        position = JUNGLE.from_json(tampered(FOLLOWING, path, value))
    except PositionError:
        return
    assert position == FOLLOWING or check(position.setup.board, position.state) == []


def test_facts_and_views_are_json_and_the_same_for_everyone() -> None:
    """Nothing is hidden in Jungle Rumble."""
    assert json.loads(json.dumps(FOLLOWING.facts(1))) == FOLLOWING.facts(2) == FOLLOWING.facts(None)
    assert str(FOLLOWING.view(2)) == str(FOLLOWING.view(None)) == DRAWN
    assert FOLLOWING.view(1).guess(7).state.tobytes() == FOLLOWING.state.tobytes()


def test_draw_is_what_read_reads() -> None:
    """The helper of these tests draws whole positions."""
    assert JUNGLE.read(draw("Turn of seat 1: seat 1 wakes workers", seat(food=6), seat())) == JUNGLE.start(players=2)
