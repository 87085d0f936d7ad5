"""A table's log as lines: each entry with its steps, each step with whose it is."""

from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.table_state import TableState
from ludotheque.web.pages.log_lines import log_of
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import EntryView
from ludotheque.wire.table_messages import Want
from tests.log.test_table_state import makabana, project
from tests.table.dealing import Bench

ENGLISH = Reader(None, "en", "")
WORDS: tuple[Want, ...] = ("words",)


def entries_of(state: TableState, seat: int) -> list[EntryView]:
    return Subscription(WORDS, "en", seat, 0).news(state, "t", (seat,), seat).entries


def test_what_others_do_after_a_step_has_a_line_of_its_own() -> None:
    bench = Bench("junglerumble", 2)
    while not any(entry.entry.then for entry in bench.state.log if entry.entry.kind == "play"):
        position = bench.state.position
        assert position is not None
        seat = position.actors[0]
        bench.play(seat, bench.first(seat))
    newest = log_of(entries_of(bench.state, 1), ENGLISH)[0]
    assert newest.number == bench.state.number
    assert len(newest.steps) > 1


def test_a_secret_choice_is_a_line_that_says_no_more() -> None:
    bench = makabana()
    number = project(bench, 2)
    lines = log_of(entries_of(bench.state, 1), ENGLISH)
    assert (lines[0].number, lines[0].steps[0].seat) == (number, 2)
    assert lines[0].steps[0].words == ["Chosen in secret."]
    assert log_of(entries_of(bench.state, 2), ENGLISH)[0].steps[0].words != ["Chosen in secret."]
