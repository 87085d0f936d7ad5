"""The game record: read, write, replay, verify, and the errors of a broken one."""

import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Record, RecordError
from ludotheque.play.record import end_key
from ludotheque.play.whole_files import whole_file
from tests.conftest import GOLDEN

TEXT = (GOLDEN / "mabula" / "2-product-1.record").read_text()
BODY = TEXT.partition("\n\n")[2]


def broken(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_writing_what_was_read_gives_the_same_bytes(tmp_path: Path) -> None:
    record = Record.read(TEXT)
    record.save(tmp_path / "a.record")
    assert (tmp_path / "a.record").read_bytes() == TEXT.encode()
    assert Record.load(tmp_path / "a.record") == record


def test_a_game_that_was_stopped_says_how_and_x_end_where_nobody_has_won() -> None:
    assert end_key("resigned", 2) == {"end": "resigned 2"}
    assert end_key("agreed", None) == {"end": "agreed"}
    assert end_key("cancelled", None) == {"x-end": "cancelled"}


def test_comments_and_blank_lines_are_ignored() -> None:
    commented = "# a fine game\n\n" + broken("\n\n", "\n# first move\n\n") + "\n# the end\n"
    assert Record.read(commented) == Record.read(TEXT)


def test_windows_line_ends_are_read() -> None:
    assert Record.read(TEXT.replace("\n", "\r\n")) == Record.read(TEXT)


def test_keys_are_written_in_their_order() -> None:
    header = [*TEXT.partition("\n\n")[0].splitlines(), "fair-hash: 00", "x-white: Ada"]
    record = Record.read("\n".join(reversed(header)) + "\n\n" + BODY)
    assert list(record.header) == ["game", "rules", "players", "scoring", "start", "fair-hash", "x-white", "result"]
    assert record.verify() is not None


def test_a_record_without_rules_or_players_or_options_has_the_defaults() -> None:
    record = Record.read("game: mabula\nstart: BWBWBBWWBWWBBWBWBWBBWWBW\n\n1 a4-d4\n")
    assert record.setup.rules == 1
    assert record.setup.players == 2
    assert record.setup.options == {"scoring": "largest"}
    assert record.verify() is None


def test_any_position_of_a_record_is_one_call_away() -> None:
    record = Record.read(TEXT)
    assert record.at(0).ply == 0
    assert str(record.at(5).last) == "b1-b3"
    assert record.at(-1).is_over
    assert record.at(-2).ply == 23
    for ply in (25, -26):
        with pytest.raises(RecordError, match=r"ply: this record has plies 0\.\.24"):
            record.at(ply)


def test_a_position_gives_its_record_back() -> None:
    position = Record.read(TEXT).at(-1)
    assert str(position.record()) == TEXT
    assert str(position.record(x_white="Ada")).splitlines()[5] == "x-white: Ada"
    assert position.record(seat=1) == position.record()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: a record begins with the line «game: NAME»"),
        ("1 a4-d4\n", "line 1: the header has lines «key: value»"),
        ("game: chess\n\n", "there is no game 'chess'"),
        (broken("players: 2", "players: 3"), "Mabula is for 2 players, not 3"),
        (broken("players: 2", "players: two"), "players: a whole number, not 'two'"),
        (broken("rules: 1", "rules: 2"), r"Mabula has rules 1\.\.1, not 2"),
        (broken("scoring: product", "scoring: best"), "scoring: one of largest, product, not 'best'"),
        (broken("scoring: product", "colour: red"), "colour: Mabula has no such key; free keys begin with x-"),
        (broken("scoring: product", "scoring: product\nscoring: product"), "line 5: scoring is given twice"),
        (broken("start: B", "start: W"), "12 marbles of each colour"),
        (broken("start: BWBWBBWWBWWBBWBWBWBBWWBW\n", ""), "start: missing"),
        (broken("start: BWBWBBWWBWWBBWBWBWBBWWBW", "start: XYZ"), "start: write the ring as 24 letters"),
        (broken("start: BWBWBBWWBWWBBWBWBWBBWWBW", "start: BBBWWBWWBWWBBWBWBWBBWWBW"), "three in a row"),
        (broken("1 a4-d4", "one a4-d4"), "line 8: a step is «SEAT NOTATION»"),
        (broken("1 a4-d4", "1 a4-d4 "), "line 8: a step is"),
        (broken("1 a4-d4", "2 a4-d4"), "line 8: 2 a4-d4: Black is not waited for now: White comes first."),
        (broken("1 a4-d4", "1 a4-h4"), "line 8: 1 a4-h4: No marble may end on an edge cell"),
        (broken("1 a4-d4", "3 a4-d4"), "There is no seat 3 at this table of 2"),
        (broken("result: 8 24", "result: 8 25"), "result: 8 25 is stated, the replay gives 8 24"),
        (broken("result: 8 24", "end: agreed"), "end: the game was over by its rules"),
        (broken("2 b8-b6\n", ""), "result: stated, but the game is not over"),
        (TEXT + "1 a4-d4\n", "line 32: 1 a4-d4: This game of Mabula is over"),
        (broken("start:", "board: mine 00\nstart:"), "this game was played on a board of its own, mine 00"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        Record.read(text).verify()


@pytest.mark.parametrize("end", ["resigned 2", "agreed", "time 1", "left 2"])
def test_a_game_may_be_stopped_before_its_rules_end_it(end: str) -> None:
    text = broken("result: 8 24", f"end: {end}").replace("2 b8-b6\n", "")
    assert Record.read(text).verify() is None


@pytest.mark.parametrize("end", ["resigned", "resigned 3", "bored", "time 12", "agreed 1"])
def test_an_end_has_one_of_its_forms(end: str) -> None:
    text = broken("result: 8 24", f"end: {end}").replace("2 b8-b6\n", "")
    with pytest.raises(RecordError, match="end: write «resigned 2»"):
        Record.read(text).verify()


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "words").write_text("hello")
    for name, why in (("none", "cannot be read"), ("bytes", "not a text file"), ("words", "line 1: ")):
        with pytest.raises(RecordError, match=f"^{re.escape(str(tmp_path / name))}: {why}"):
            Record.load(tmp_path / name)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    record = Record.read(TEXT)
    (tmp_path / "real").mkdir()
    (tmp_path / "link.record").symlink_to(tmp_path / "real" / "a.record")
    record.save(tmp_path / "link.record")
    assert (tmp_path / "link.record").is_symlink()
    assert Record.load(tmp_path / "real" / "a.record") == record
    assert [one.name for one in (tmp_path / "real").iterdir()] == ["a.record"]
    with pytest.raises(UnicodeError), whole_file(tmp_path / "real" / "a.record") as partial:
        partial.write_text("half of \udcff", "utf-8")
    assert Record.load(tmp_path / "real" / "a.record") == record
    assert [one.name for one in (tmp_path / "real").iterdir()] == ["a.record"]
    record.save("/dev/null")
    assert not Path("/dev/null").is_file()


def test_a_record_is_a_row_of_positions() -> None:
    record = Record.read(TEXT)
    last = len(record.steps)
    assert repr(record) == f"<Mabula record, {last} steps, {record.header['result']}>"
    assert record[3] == record.at(3) and record[-1].is_over
    assert [position.ply for position in record[::10]] == list(range(0, last + 1, 10))
    assert [position.ply for position in record] == list(range(last + 1))
    with pytest.raises(RecordError, match=f"0..{last}, not {last + 1}"):
        record[last + 1]
    assert repr(Record({"game": "chess"}, ((1, "e4"),))) == "<chess record, 1 step>"


def test_records_and_positions_show_themselves_in_notebooks() -> None:
    record = Record.read(TEXT)
    assert "<svg" in record[0]._repr_html_() or "data:image/svg" in record[0]._repr_html_()
    assert len(record._repr_html_()) > len(record[0]._repr_html_())


def test_a_step_of_a_record_made_in_python_is_named_by_its_number() -> None:
    record = Record(Record.read(TEXT).header, ((1, "a4-d4"), (2, "a4-d4")))
    with pytest.raises(RecordError, match="step 2: 2 a4-d4: There is no marble on a4"):
        record.verify()


MARABUNTA_BOARD = "\n".join(
    (Path(ludotheque.__file__).parent / "games" / "marabunta" / "boards" / file).read_text()
    for file in ("meadow.toml", "expert.toml")
)


def own_board(tmp_path: Path) -> Path:
    """A board of the user's own: ours, renamed."""
    one_file = MARABUNTA_BOARD.replace('name = "meadow"', "", 1).replace('name = "expert"', "", 1)
    path = tmp_path / "garden.toml"
    path.write_text('name = "garden"\n' + one_file)
    return path


def test_a_game_on_a_board_of_ones_own_names_it_and_needs_it(tmp_path: Path) -> None:
    path = own_board(tmp_path)
    position = ludotheque.game("marabunta").start(board=path).roll(1)
    record = position.record()
    name, digest = record.header["board"].split()
    assert (name, len(digest)) == ("garden", 64)
    assert Record.read(str(record), board=path).at(-1) == position
    with pytest.raises(RecordError, match=f"board of its own, garden {digest}: give that board's file"):
        Record.read(str(record)).verify()
    path.write_text(path.read_text() + "\n")
    with pytest.raises(RecordError, match=f"played on the board garden {digest}: give that board's file"):
        Record.read(str(record), board=path).verify()


def test_drawn_and_json_positions_name_the_board_too(tmp_path: Path) -> None:
    path = own_board(tmp_path)
    one = ludotheque.game("marabunta")
    position = one.start(board=path).roll(1)
    assert one.read(str(position), board=path) == position
    assert one.from_json(position.to_json(), board=path) == position
    assert position != one.start().roll(1)
    for read, text in ((one.read, str(position)), (one.from_json, position.to_json())):
        with pytest.raises(ludotheque.BoardError, match="give that board's file"):
            read(text)
