"""Any input gives a valid value or one of our own errors; never a crash, never a change."""

import copy
import json
import tomllib
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from typing import Any, TypeVar, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import (
    NAMES,
    BoardError,
    GameError,
    Position,
    PositionError,
    Record,
    RecordError,
    Refusal,
    SetupError,
    game,
)
from ludotheque.play.game import Game, Setup
from ludotheque.play.simulation import simulate
from tests.conftest import GOLDEN, SETUPS, begin, random_line

pytestmark = pytest.mark.uncounted

T = TypeVar("T")
GAMES = st.sampled_from(NAMES).map(game)
PLACES = st.sampled_from([0.0, 0.1, 0.35, 0.6, 0.85, 1.0])
TEXTS = st.one_of(st.text(), st.text("0123456789abcdefghijWB.-:= \n*#", max_size=60))
SEATS = st.one_of(st.none(), st.integers(), st.integers(-1, 7), st.text(max_size=3), st.floats(), st.booleans())
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.integers(-2, 9), st.floats(), TEXTS)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8
)
RECORDS = [path.read_text("utf-8") for path in sorted(GOLDEN.glob("*/*-1.record"))]


def garbage(examples: int) -> Callable[[Any], Any]:
    """The same examples in every run, so that a red run can be repeated."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


@cache
def line(setup: str) -> tuple[Position, ...]:
    """A whole random game."""
    return tuple(random_line(begin(setup, 11), 11))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of any setup: at the start, under way, or over."""
    whole = line(draw(st.sampled_from(list(SETUPS))))
    return whole[int(draw(PLACES) * (len(whole) - 1))]


@st.composite
def mangled(draw: st.DrawFn, text: str) -> str:
    """A text with a few lines dropped, swapped or doubled and a few characters changed, put in or left out."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(0, 2))):
        one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "swap", "double"])):
            case "drop" if len(lines) > 1:
                del lines[one]
            case "swap":
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                lines.insert(one, lines[other])
    characters = list("\n".join(lines))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(characters)))
        put = draw(st.one_of(st.sampled_from("".join(characters) or "x"), st.characters(), st.just("")))
        characters[place : place + draw(st.integers(0, 1))] = put
    return "".join(characters)


def places_in(data: Any) -> list[tuple[Any, Any]]:
    """Every container inside nested fields, with each of its keys."""
    keys: list[Any] = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [(data, key) for key in keys] + [place for key in keys for place in places_in(data[key])]


@st.composite
def mutated(draw: st.DrawFn, fields: dict[str, Any], values: st.SearchStrategy[Any]) -> dict[str, Any]:
    """Nested fields with one or two of them replaced, missing, extra, or exchanged with another one."""
    fields = copy.deepcopy(fields)
    for _ in range(draw(st.integers(1, 2))):
        places = places_in(fields)
        if not places:
            break
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.sampled_from(["replace", "near", "drop", "extra", "exchange"])):
            case "near" if type(holder[key]) is int:
                holder[key] += draw(st.integers(-2, 2))
            case "drop":
                del holder[key]
            case "extra" if isinstance(holder, dict):
                holder[draw(st.text(min_size=1, max_size=5))] = draw(values)
            case "extra":
                holder.append(copy.deepcopy(holder[key]))
            case "exchange":
                other, place = places[draw(st.integers(0, len(places) - 1))]
                holder[key] = copy.deepcopy(other[place])
            case _:
                holder[key] = draw(values)
    return fields


def says_what_is_wrong(complaint: str) -> bool:
    """One line, printable, not a bare word."""
    return complaint.isprintable() and " " in complaint and len(complaint) < 1000


def assert_whole(position: Position) -> None:
    """An accepted position answers every query, and can be drawn, written and read back."""
    one = position.game
    assert one.engine.fields.check(position.setup.board, position.state) == []
    assert one.read(str(position)) == position
    assert one.from_json(position.to_json()) == position
    assert (position.legal() == ()) == position.is_over
    assert repr(position)
    assert position.facts()
    for step in position.legal()[:2]:
        assert one.engine.fields.check(position.setup.board, position.play(step).state) == []


def accepted(make: Callable[[], T], *complaints: type[GameError]) -> T | None:
    """The value made; None if it is refused by one of these errors, in one clear line."""
    try:
        return make()
    except complaints as error:
        complaint = str(error)
    assert says_what_is_wrong(complaint), complaint
    return None


def assert_position_or_complaint(read: Callable[[], Position]) -> None:
    position = accepted(read, PositionError, BoardError)
    if position is not None:
        assert_whole(position)


def assert_verified_or_complaint(text: str) -> None:
    def verified() -> Record:
        record = Record.read(text)
        record.verify()
        return record

    record = accepted(verified, RecordError)
    if record is not None:
        assert Record.read(str(record)) == record


@garbage(300)
@given(TEXTS)
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    assert_verified_or_complaint(text)


@garbage(200)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.sampled_from(["start", "players", "rules", "end", "x-a", "board"]), TEXTS)),
)
def test_any_header_is_a_record_or_is_refused(name: str, keys: list[tuple[str, str]]) -> None:
    header = "".join(f"{key}: {value}\n" for key, value in keys)
    assert_verified_or_complaint(f"game: {name}\n{header}\n")


@garbage(200)
@given(st.data())
def test_a_mangled_record_is_still_one_or_is_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(RECORDS))
    assert_verified_or_complaint(data.draw(mangled("\n".join(text.split("\n")[:40]))))


@garbage(300)
@given(GAMES, TEXTS)
def test_any_text_is_a_drawn_position_or_is_refused(one: Game, text: str) -> None:
    assert_position_or_complaint(lambda: one.read(text))


@garbage(80)
@given(
    GAMES,
    st.lists(
        st.tuples(st.sampled_from(["players", "rules", "board", "start", "seed", "self", "scoring"]), TEXTS), max_size=3
    ),
)
def test_any_first_line_is_understood_or_refused(one: Game, words: list[tuple[str, str]]) -> None:
    first = "  ".join([one.name, *(f"{key}={value}" for key, value in words)])
    position = line(next(setup for setup in SETUPS if setup.startswith(one.name)))[0]
    drawn = str(position).partition("\n")[2]
    assert_position_or_complaint(lambda: one.read(f"{first}\n{drawn}"))


@garbage(600)
@given(st.data())
def test_a_mangled_drawing_is_still_a_position_or_is_refused(data: st.DataObject) -> None:
    position = data.draw(positions())
    text = data.draw(mangled(str(position)))
    assert_position_or_complaint(lambda: position.game.read(text))


@garbage(300)
@given(GAMES, st.one_of(TEXTS, st.binary(), JSON, JSON.map(json.dumps)))
def test_anything_is_a_json_position_or_is_refused(one: Game, data: Any) -> None:
    assert_position_or_complaint(lambda: one.from_json(data))


@garbage(1000)
@given(st.data())
def test_a_json_position_with_changed_fields_is_still_one_or_is_refused(data: st.DataObject) -> None:
    position = data.draw(positions())
    fields = data.draw(mutated(json.loads(position.to_json()), JSON))
    assert_position_or_complaint(lambda: position.game.from_json(fields))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("field", ["game", "players", "rules", "board", "turn"])
def test_a_field_that_is_nested_deeper_than_can_be_printed_is_refused(name: str, field: str) -> None:
    """Just below the depth at which JSON itself gives up, and far below it."""
    fields = json.loads(line(next(setup for setup in SETUPS if setup.startswith(name)))[0].to_json())
    for depth in range(900, 1000):
        text = json.dumps(fields | {field: 0}).replace(f'"{field}": 0', f'"{field}": ' + "[" * depth + "]" * depth)
        assert_position_or_complaint(partial(game(name).from_json, text))
    nested: list[Any] = []
    for _ in range(20_000):
        nested = [nested]
    assert_position_or_complaint(partial(game(name).from_json, fields | {field: nested}))


@st.composite
def near_misses(draw: st.DrawFn, position: Position) -> str:
    """A notation of this game, legal now or at another moment, perhaps with a slip of the pen."""
    setup = next(setup for setup in SETUPS if line(setup)[0].setup == position.setup)
    steps = [str(step.last) for step in line(setup)[1:]] + [str(step) for step in position.legal()]
    return draw(mangled(draw(st.sampled_from(steps))))


@garbage(1500)
@given(st.data())
def test_any_move_of_any_seat_is_played_or_refused_and_the_position_stays(data: st.DataObject) -> None:
    position = data.draw(positions())
    text = data.draw(st.one_of(TEXTS, near_misses(position)))
    seat = data.draw(st.one_of(SEATS, st.sampled_from(position.actors or (1,))))
    before = position.state.tobytes()
    refusal = position.why_not(text, cast("int | None", seat))
    after = accepted(lambda: position.play(text, cast("int | None", seat)), Refusal)
    assert (after is None) == (refusal is not None)
    if refusal:
        assert refusal.kind in ("unreadable", "seat", "moment", "over", "illegal")
        assert refusal.rule.partition(".")[0] in ("table", position.game.name)
    else:
        assert text in map(str, position.legal())
    assert position.state.tobytes() == before


@garbage(100)
@given(st.data())
def test_a_view_refuses_every_step_like_the_position(data: st.DataObject) -> None:
    position = data.draw(positions())
    seat = data.draw(st.sampled_from([None, *range(1, position.players + 1)]))
    view = position.view(seat)
    before = view.state.tobytes()
    refusal = view.why_not(data.draw(st.one_of(TEXTS, near_misses(position))))
    assert refusal is None or says_what_is_wrong(refusal.reason)
    assert view.state.tobytes() == before


@garbage(100)
@given(st.one_of(TEXTS, st.text("WB", min_size=24, max_size=24), mangled("WWBWBBWBWWBWBBWBWBBWBWWB")))
def test_any_start_is_an_arrangement_or_is_refused(text: str) -> None:
    position = accepted(lambda: game("mabula").start(start=text), PositionError)
    if position is not None:
        assert position.record().header["start"] == text
        assert_whole(position)


@pytest.mark.parametrize("name", [name for name in NAMES if game(name).starts == 1])
@garbage(20)
@given(text=TEXTS)
def test_a_start_is_refused_where_there_is_only_one(name: str, text: str) -> None:
    with pytest.raises(SetupError, match="always starts the same way"):
        game(name).start(start=text)


@garbage(100)
@given(
    GAMES,
    SCALARS,
    SCALARS,
    st.dictionaries(st.sampled_from(["scoring", "territory", "powers", "colour"]), SCALARS, max_size=2),
)
def test_any_setup_is_a_game_or_is_refused(one: Game, players: Any, rules: Any, options: dict[str, Any]) -> None:
    position = accepted(lambda: one.start(players, rules=rules, seed=1, **options), SetupError)
    assert position is None or position.ply == 0


@garbage(200)
@given(SCALARS)
def test_any_name_is_a_game_or_is_refused(name: Any) -> None:
    one = accepted(lambda: game(name), SetupError)
    assert one is None or one.name == name


def our_board(name: str, *files: str) -> str:
    """Files of ours as one file of a user's own."""
    boards = game(name).engine.board_files
    assert boards is not None
    texts = [(boards.FOLDER / file).read_text("utf-8").partition("\nname = ")[2].partition("\n")[2] for file in files]
    return 'name = "mine"\n' + "\n".join(texts)


BOARDS = [
    ("marabunta", our_board("marabunta", "meadow.toml", "basic.toml")),
    ("marabunta", our_board("marabunta", "islets.toml", "expert.toml")),
    ("makabana", our_board("makabana", "makabana.toml")),
    ("makabana", our_board("makabana", "noka.toml", "nadaa.toml")),
]
OPTIONS = {"territory": "meadow", "powers": "basic"}


def assert_board_or_complaint(name: str, text: str) -> None:
    """An accepted board carries a whole random game, for its numbers of players and by each version of the rules."""
    one = game(name)
    versions = range(1, one.rules_version + 1)
    for players, rules in product(range(one.players[0], one.players[1] + 1), versions):
        board = accepted(partial(one.engine.boards.load_board, OPTIONS, players, rules, text), BoardError)
        if board is not None:
            figures = simulate(one, Setup(players, OPTIONS, board, 0, rules), games=4, seed=5, policy="busy")
            assert sum(figures["endings"].values()) >= 4


@pytest.mark.parametrize(("which", "players"), [(0, 2), (1, 2), (2, 5), (3, 3), (3, 4), (3, 6)])
def test_our_own_boards_are_accepted_as_a_users_file(which: int, players: int) -> None:
    """Else the tests below would change files that are refused anyway."""
    name, text = BOARDS[which]
    one = game(name)
    assert one.engine.boards.load_board(OPTIONS, players, one.rules_version, text).name == "mine"


@garbage(100)
@given(st.sampled_from(["marabunta", "makabana"]), TEXTS)
def test_any_text_is_a_board_or_is_refused(name: str, text: str) -> None:
    assert_board_or_complaint(name, text)


@garbage(600)
@given(st.data())
def test_a_mangled_board_file_is_still_a_board_or_is_refused(data: st.DataObject) -> None:
    name, text = data.draw(st.sampled_from(BOARDS))
    assert_board_or_complaint(name, data.draw(mangled(text)))


@pytest.mark.parametrize("which", range(len(BOARDS)))
def test_a_number_too_large_to_be_printed_is_refused(which: int) -> None:
    """TOML reads hexadecimal numbers of any length; Python prints none of more than 4300 digits."""
    name, text = BOARDS[which]
    for number in ("0x" + "f" * 5000, "9" * 5000):
        for line in text.split("\n"):
            if " = [" in line or (" = " in line and '"' not in line):
                changed = text.replace(line, f"{line.partition(' = ')[0]} = {number}", 1)
                assert (
                    accepted(partial(game(name).engine.boards.load_board, OPTIONS, 6, 1, changed), BoardError) is None
                )


TOML_SCALARS = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.integers(-2, 9), st.floats(), TEXTS)
TOML = st.recursive(
    TOML_SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)


def format_toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{format_toml(key)} = {format_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(format_toml, value)) + "]"
    if isinstance(value, str):
        escaped = "".join(f"\\U{ord(sign):08X}" if not sign.isalnum() else sign for sign in value)
        return f'"{escaped}"'
    return str(value).lower()


@garbage(1500)
@given(st.data())
def test_a_board_file_with_changed_values_is_still_a_board_or_is_refused(data: st.DataObject) -> None:
    name, text = data.draw(st.sampled_from(BOARDS))
    tables = data.draw(mutated(tomllib.loads(text), TOML))
    written = "".join(f"{format_toml(key)} = {format_toml(value)}\n" for key, value in tables.items())
    assert_board_or_complaint(name, written)
