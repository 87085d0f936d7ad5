"""The record of a table: the holders of each seat, take-backs, the end, and a custom board."""

from pathlib import Path

import pytest

from ludotheque import NAMES, Record, RecordError
from ludotheque.games import marabunta
from ludotheque.log.entries import Answer, Ask, BotHolder, End, Entry, PersonHolder, Sit, TimeOut
from ludotheque.log.history import TableHistory, tell
from ludotheque.play.choice import is_half_made
from ludotheque.table.service.game_record import TableRecord, table_record
from tests.log.test_table_state import makabana, project
from tests.table.dealing import Bench

BOT = BotHolder(level="club", version=3)
BOARDS = Path(str(marabunta.__path__[0])) / "boards"
PLAYERS = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 2}


def play_on(bench: Bench, entries: int = 10_000) -> Bench:
    """First legal steps, for so many entries or to the end."""
    for _ in range(entries):
        if bench.state.is_over:
            break
        seat = bench.state.waited_for[0]
        bench.play(seat, *whole_choice(bench, seat))
    return bench


def whole_choice(bench: Bench, seat: int) -> list[str]:
    """The first legal step of a seat, and the further parts of its choice."""
    assert bench.state.position is not None
    position = bench.state.position.play(bench.first(seat), seat)
    while is_half_made(position, seat):
        position = position.play(position.legal(seat)[0])
    return [step.text for step in position.steps[bench.state.ply :]]


def stopped(*entries: Entry, rated: bool = False) -> TableHistory:
    """The story of a game of Mabula with four steps, and then these entries."""
    bench = play_on(Bench("mabula", rated=rated), 4)
    for entry in entries:
        bench.write(entry)
    return tell(bench.terms, bench.log)


def read_again(kept: TableRecord) -> Record:
    """The record, written as text and read again; raises an error if it is invalid."""
    record = Record.read(str(kept))
    assert record == kept.record
    record.verify()
    return record


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_a_record_that_verifies(name: str) -> None:
    bench = play_on(Bench(name, PLAYERS[name]))
    record = read_again(table_record(tell(bench.terms, bench.log), "k3PqXw9rTm"))
    assert record.verify() is not None
    assert record.header["x-table"] == "k3PqXw9rTm"
    assert record.header["x-seat-2"] == "Ada"
    assert record.header["x-held-2-1"] == f"0-{bench.state.ply} person Ada"
    assert record.header["x-date"] == "1970-01-01"
    assert "end" not in record.header and "x-rated" not in record.header


@pytest.mark.parametrize(
    ("end", "line"),
    [
        (End(how="resigned", seat=2), "end: resigned 2"),
        (End(how="time", seat=1), "end: time 1"),
        (End(how="left", seat=1), "end: left 1"),
        (End(how="agreed"), "end: agreed"),
        (End(how="cancelled"), "x-end: cancelled"),
    ],
)
def test_a_record_says_how_the_game_was_stopped(end: End, line: str) -> None:
    assert line in str(read_again(table_record(stopped(end)))).splitlines()


def test_a_record_says_from_which_ply_to_which_a_bot_held_a_seat() -> None:
    bench = play_on(Bench("mabula"), 3)
    bench.write(TimeOut(seat=2))
    bench.write(Sit(seat=2, holder=BOT))
    play_on(bench, 5)
    bench.write(Sit(seat=2, holder=PersonHolder(person="p2", name="Ada")))
    play_on(bench)
    header = read_again(table_record(tell(bench.terms, bench.log))).header
    assert header["x-held-2-1"] == "0-3 person Ada"
    assert header["x-held-2-2"] == "3-8 bot club 3"
    assert header["x-held-2-3"] == f"8-{bench.state.ply} person Ada"
    assert header["x-time-out-1"] == "seat 2 at ply 3"
    assert header["x-seat-2"] == "Ada" and "x-held-1-2" not in header


def test_plies_in_a_record_count_active_steps_only() -> None:
    """A bot takes over at ply 3, and then three steps are withdrawn: it holds the seat from ply 1 on."""
    bench = play_on(Bench("mabula"), 3)
    bench.write(Sit(seat=2, holder=BOT))
    play_on(bench, 1)
    bench.write(Ask(seat=1, what="back", entry=bench.state.active_moves[1].number))
    assert bench.state.ply == 1, "bots always consent"
    play_on(bench, 2)
    bench.write(End(how="agreed"))
    header = read_again(table_record(tell(bench.terms, bench.log))).header
    assert (header["x-held-2-1"], header["x-held-2-2"]) == ("0-1 person Ada", "1-3 bot club 3")
    assert header["x-back-1"] == "seat 1, 3 steps from ply 1"


def test_the_record_names_a_take_back_past_a_chance_and_why_the_game_is_unrated() -> None:
    bench = Bench("marabunta", rated=True)
    while bench.state.next_draw == 8:
        play_on(bench, 1)
    last = bench.state.active_moves[-1]
    ask = bench.write(Ask(seat=last.play.seat, what="back", entry=last.number))
    bench.write(Answer(seat=3 - last.play.seat, ask=ask, agrees=True))
    bench.write(End(how="agreed"))
    header = read_again(table_record(tell(bench.terms, bench.log))).header
    assert header["x-back-1"].endswith(f"from ply {last.before.ply}, past a chance")
    assert header["x-rated"].startswith("no: ")
    assert read_again(table_record(stopped(End(how="agreed"), rated=True))).header["x-rated"] == "yes"


@pytest.mark.parametrize(
    ("people", "bots", "why"),
    [
        ((1, 1, 2), (), "one person held several seats"),
        ((1, 2, 3), (1, 2, 3), "nobody played against another"),
        ((1, 2, 3), (), None),
        ((1, 2, 3), (2, 3), None),
    ],
)
def test_a_record_says_why_a_game_changed_no_rating(
    people: tuple[int, ...], bots: tuple[int, ...], why: str | None
) -> None:
    bench = Bench("junglerumble", 3, rated=True, bots=bots)
    log = [one.entry for one in bench.log]
    for seat, person in enumerate(people, 1):
        if seat not in bots:
            log[seat - 1] = Sit(seat=seat, holder=PersonHolder(person=f"p{person}", name="Ada"))
    other = Bench("junglerumble", 3, rated=True)
    other.log, other.state = [], tell(bench.terms, []).state
    for entry in log:
        other.write(entry)
    while {move.play.seat for move in other.state.active_moves} != {1, 2, 3}:  # so that it counts
        play_on(other, 1)
    other.write(End(how="agreed"))
    header = read_again(table_record(tell(other.terms, other.log))).header
    assert header["x-rated"] == ("yes" if why is None else f"no: {why}")


def test_a_cancelled_game_is_not_said_to_be_rated() -> None:
    assert table_record(stopped(End(how="cancelled"), rated=True)).record.header["x-rated"] == "no: it was cancelled"


def test_a_project_that_was_changed_moves_the_plies_behind_it_only() -> None:
    bench = makabana()
    project(bench, 1)
    project(bench, 2)
    bench.write(Sit(seat=3, holder=BOT))
    bench.back(1)
    bench.write(End(how="left", seat=3))
    header = read_again(table_record(tell(bench.terms, bench.log))).header
    assert header["x-back-1"] == "seat 1, 2 steps from ply 6"
    assert header["x-held-3-2"] == "8-8 bot club 3", "it was there at the end, for no step"


def test_the_record_does_not_name_a_person_who_left_before_the_beginning() -> None:
    bench = Bench("mabula")
    early = [Sit(seat=1, holder=PersonHolder(person="p9", name="Zoe")), Sit(seat=1, holder=None)]
    log = [one.entry for one in bench.log]
    other = Bench("mabula")
    other.log, other.state = [], tell(bench.terms, []).state
    for entry in (*early, *log, End(how="agreed")):
        other.write(entry)
    assert "Zoe" not in str(table_record(tell(other.terms, other.log)))


def test_the_record_of_a_game_that_goes_on_leaves_out_what_is_secret() -> None:
    bench = makabana()
    project(bench, 1)
    story = tell(bench.terms, bench.log)
    seen, own = table_record(story, seat=0).record, table_record(story, seat=1).record
    assert len(own.steps) == len(seen.steps) + 2
    assert not [key for key in seen.header if key.startswith(("x-held", "x-back"))], "plies would tell of secret steps"
    with pytest.raises(RecordError, match="this game goes on"):
        table_record(story)


def test_a_table_that_has_not_begun_has_no_record() -> None:
    with pytest.raises(RecordError, match="has not begun"):
        table_record(tell(Bench("mabula").terms, []), seat=0)


def test_a_record_includes_the_users_own_board(tmp_path: Path) -> None:
    parts = [(BOARDS / file).read_text() for file in ("meadow.toml", "basic.toml")]
    board = 'name = "garden"\n' + "\n".join(
        part.replace(f'name = "{name}"', "", 1) for part, name in zip(parts, ("meadow", "basic"), strict=True)
    )
    bench = play_on(Bench("marabunta", board=board), 6)
    bench.write(End(how="agreed"))
    text = str(table_record(tell(bench.terms, bench.log)))
    below = text[text.index("# The board's file") :].splitlines()[2:]
    file = tmp_path / "garden.toml"
    file.write_text("".join(line.removeprefix("#").removeprefix(" ") + "\n" for line in below))
    assert Record.read(text, file).at(-1) == bench.state.position
