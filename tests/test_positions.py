"""The library that a Python user holds: games, positions, moves, refusals."""

import copy
import json
import pickle
import random
from pathlib import Path

import pytest

import ludotheque
from ludotheque import CHANCE, BoardError, Chance, PositionError, RecordError, Refusal, SetupError
from ludotheque.games.field_reader import short
from ludotheque.games.phrase import Listing

MABULA = ludotheque.game("mabula")
MARABUNTA = ludotheque.game("marabunta")
MAKABANA = ludotheque.game("makabana")


def test_the_facts_of_a_game() -> None:
    assert repr(MABULA) == "<game mabula>"
    assert (MABULA.title, MABULA.players, MABULA.rules_version) == ("Mabula", (2, 2), 1)
    assert MABULA.options == {"scoring": ("largest", "product")}
    assert ludotheque.game("mabula") is MABULA


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("mabula", {"players": 3}, "players: Mabula is for 2 players, not 3"),
        ("makabana", {"players": 7}, "players: Maka Bana is for 3 to 6 players, not 7"),
        ("makabana", {"players": "3"}, "not '3'"),
        ("mabula", {"seed": 1, "scoring": "best"}, "scoring: one of largest, product, not 'best'"),
        ("mabula", {"seed": 1, "colour": "red"}, r"colour: Mabula has no such option \(there are: scoring\)"),
        ("makabana", {"colour": "red"}, r"Maka Bana has no such option \(there are: none\)"),
        ("mabula", {}, "Mabula starts from a random arrangement: give seed=7"),
        ("mabula", {"start": 40_158}, r"start: Mabula has arrangements 0\.\.40157, not 40158"),
        ("makabana", {"start": "ABC"}, "start: Maka Bana always starts the same way"),
        ("mabula", {"seed": 1, "rules": 2}, r"rules: Mabula has rules 1\.\.1, not 2"),
        ("mabula", {"seed": 1, "rules": 0}, "not 0"),
        ("marabunta", {"board": "x.toml", "powers": "expert"}, "takes the place of this option"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(name: str, arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        ludotheque.game(name).start(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_board_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.toml"
    if content:
        file.write_bytes(content)
    with pytest.raises(BoardError, match=r"mine\.toml: (cannot be read|not a text file)"):
        MARABUNTA.start(seed=1, board=file)
    with pytest.raises(SetupError, match="Mabula is played without a board file"):
        MABULA.start(seed=1, board=file)


@pytest.mark.parametrize("value", [10**5000, "x" * 100, 7], ids=["number", "text", "seven"])
def test_a_value_in_an_error_message_is_shortened(value: object) -> None:
    assert len(short(value)) <= 40


def test_there_are_four_games_and_no_fifth() -> None:
    with pytest.raises(SetupError, match="no game 'chess'; there are mabula, marabunta, makabana, junglerumble"):
        ludotheque.game("chess")


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    position = MABULA.start(seed=7)
    before = str(position)
    after = position.play("b8-b4")
    assert str(position) == before
    assert (position.ply, after.ply) == (0, 1)
    assert str(after.last) == "b8-b4"
    assert list(after.history) == [position]
    assert after.steps == (after.last,)
    assert position.last is None


def test_a_copy_of_the_state_changes_nothing() -> None:
    position = MABULA.start(seed=7)
    state = position.state
    state.turn = 2
    assert position.actors == (1,)


def test_a_move_may_be_given_as_text_or_from_the_list() -> None:
    position = MABULA.start(seed=7)
    move = position.legal()[3]
    assert (
        position.play(move)
        == position.play(str(move))
        == position.play(str(move), 1)
        == position.play(str(move), seat=1)
    )


def test_a_move_from_another_position_is_checked_like_any_other() -> None:
    position = MABULA.start(seed=7)
    move = position.legal()[0]
    with pytest.raises(Refusal):
        position.play(move).play(move)


def test_the_seat_may_be_left_out_only_when_one_is_waited_for() -> None:
    position = MAKABANA.start(players=3)
    second = ("evao.rock.tattoo", "danae.palm.fish", "evao.palm.fish")
    for text in ("danae.sand.fish", "evao.sand.fish", "danae.rock.fish", *second):
        position = position.play(f"hut:{text}")
    assert position.actors == (1, 2, 3)
    refusal = position.why_not("build:danae.sand.tattoo")
    assert refusal == Refusal(
        "seat", "table.which-seat", "Several seats are waited for (1, 2, 3): say which one plays."
    )
    assert position.why_not("build:danae.sand.tattoo", seat=3) is None
    assert {step.seat for step in position.legal()} == {1, 2, 3}
    assert {step.seat for step in position.legal(2)} == {2}


def test_refusals_of_the_table_have_a_kind_and_an_id() -> None:
    position = MABULA.start(seed=7)
    for seat, rule in (
        (2, "table.not-your-turn"),
        (3, "table.no-such-seat"),
        (-1, "table.no-such-seat"),
        (0, "table.not-your-turn"),
    ):
        refusal = position.why_not("b8-b4", seat)
        assert refusal is not None
        assert (refusal.kind, refusal.rule) == ("seat", rule)
    refusal = MARABUNTA.start().why_not("done", 1)
    assert refusal is not None
    assert (refusal.kind, refusal.rule) == ("seat", "table.chance-first")


def test_a_refusal_cites_its_paragraph() -> None:
    refusal = MABULA.start(seed=1).why_not("b1-b1")
    assert refusal is not None
    assert refusal.paragraph == refusal.cite("fr").paragraph
    assert refusal.paragraph.startswith("mabula/")


def test_a_listing_joins_its_last_item_with_a_word() -> None:
    assert [str(Listing(tuple("abc"[:count]))) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert str(Listing(("a", "b"), "{first} or {last}")) == "a or b"


def test_a_refusal_is_a_value() -> None:
    one = Refusal("illegal", "a.b", "No.")
    assert one == Refusal("illegal", "a.b", "No.")
    assert one != Refusal("illegal", "a.c", "No.")
    assert len({one, Refusal("illegal", "a.b", "No.")}) == 1
    assert repr(one) == "Refusal('illegal', 'a.b', 'No.')"
    assert str(one) == one.reason == "No."


def test_chance_is_an_argument() -> None:
    """The same source gives the same dice; a user's own generator will do; no global one is touched."""
    before = random.getstate()
    start = MARABUNTA.start()
    assert start.actors == (CHANCE,)
    assert start.is_chance
    rolled = start.roll(Chance(7))
    assert rolled == start.roll(7)
    assert len(rolled.steps) == 7
    assert not rolled.is_chance
    assert rolled.roll(1) is rolled
    assert start.roll(random.Random(1)) == start.roll(random.Random(1))
    assert MABULA.start(seed=random.Random(1)) == MABULA.start(seed=random.Random(1))
    assert random.getstate() == before


def test_chance_may_be_given() -> None:
    position = MARABUNTA.start()
    for text in ("tile:nest", "die:B=0", "die:P=3", "die:O=flag", "die:G=crate", "die:S=1", "die:Y=2"):
        position = position.play(text)
    assert position.actors == (1,)


def test_a_chance_source_says_what_it_takes() -> None:
    assert repr(Chance(7)) == "Chance(7, 0)"
    for seed in (-1, 1 << 64, "7"):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            Chance(seed)  # type: ignore[arg-type]
    for stop in (0, -3, 1 << 31):
        with pytest.raises(ValueError, match="randrange draws below"):
            Chance(7).randrange(stop)


def test_there_are_scores_at_any_moment_and_an_outcome_at_the_end() -> None:
    position = MABULA.start(seed=7)
    assert position.outcome is None
    assert [int(score) for score in position.scores] == [2, 2]
    assert position.scores[0].parts == {"groups": 2}


def test_a_position_that_was_read_has_no_record() -> None:
    position = MABULA.start(seed=7)
    for read in (MABULA.read(str(position)), position.view(1).guess(1)):
        assert read == position
        with pytest.raises(RecordError, match="not played from a start: it has no record"):
            read.record()


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [({"foo": "x"}, "foo: add keys"), ({"end": "agreed\nfoo: x"}, "a value on one line"), ({"x_": ""}, "x-: write")],
)
def test_a_record_takes_no_key_that_could_not_be_read(extra: dict[str, str], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        MABULA.start(seed=7).record(**extra)  # type: ignore[arg-type]


def test_a_record_is_for_a_seat_that_exists() -> None:
    with pytest.raises(RecordError, match=r"seat: 0 for a spectator, or 1\.\.2, not 9"):
        MABULA.start(seed=7).record(seat=9)


def test_positions_can_be_copied_and_sent_to_other_processes() -> None:
    position = MARABUNTA.start().roll(1)
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  a user's own process pool does this


def test_a_drawn_position_may_leave_out_the_first_line() -> None:
    position = MABULA.start(seed=7)
    board = str(position).partition("\n")[2]
    assert MABULA.read(board) == position
    assert MABULA.read("\n" + str(position) + "\n") == position


@pytest.mark.parametrize(
    ("first_line", "complaint"),
    [
        ("mabula players", "first line: write key=value, not 'players'"),
        ("mabula players=x", "players: a whole number, not 'x'"),
        ("mabula players=9", "Mabula is for 2 players, not 9"),
        ("mabula scoring=best", "scoring: one of largest, product"),
        ("mabula colour=red", "Mabula has no such option"),
    ],
)
def test_a_first_line_that_makes_no_sense_is_refused(first_line: str, complaint: str) -> None:
    board = str(MABULA.start(seed=7)).partition("\n")[2]
    with pytest.raises(PositionError, match=complaint):
        MABULA.read(f"{first_line}\n{board}")


def test_a_text_without_rules_is_by_rules_1_also_when_there_are_newer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was drawn before there were others; a record without the line is read so too."""
    drawn, written = str(MABULA.start(seed=7)), json.loads(MABULA.start(seed=7).to_json())
    one = type(MABULA)("mabula")
    monkeypatch.setattr(one, "rules_version", 2)
    old, new = one.start(seed=7, rules=1), one.start(seed=7)
    assert str(old) == drawn and one.read(drawn) == old
    assert str(new).startswith("mabula  players=2  scoring=largest  rules=2\n") and one.read(str(new)) == new
    del written["rules"]
    assert one.from_json(written) == old != new
    assert (old.record().header["rules"], new.record().header["rules"]) == ("1", "2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[1]", "expected named fields"),
        ("{}", "game: missing"),
        ('{"game": "chess"}', "game: one of mabula, not 'chess'"),
        ('{"game": "mabula", "players": [2]}', "players: a whole number"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_json_that_is_no_position_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        MABULA.from_json(text)


def test_a_position_that_does_not_add_up_is_refused() -> None:
    drawn = str(MABULA.start(seed=7))
    with pytest.raises(PositionError, match="White has 12 marbles, not 11"):
        MABULA.read(drawn.replace("W", ".", 1))


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("b8-b1", ("b8-b2", "b8-b3", "b8-b4")),
        ("h6-a6", ("h6-b6", "h6-c6", "h6-d6")),
        ("b8-bb", ("b8-b7", "b8-b6", "b8-b5")),
        ("b3-f5", ("a3-f3", "a5-f5", "a3-e3")),
        ("?", ()),
    ],
)
def test_a_text_that_names_no_move_gets_those_written_most_like_it(text: str, near: tuple[str, ...]) -> None:
    refusal = ludotheque.game("mabula").start(seed=7).why_not(text)
    assert refusal is not None and refusal.alternatives == near
