"""Tools that measure the project itself: stopwatches, tables, and the places in the docs for their figures."""

from pathlib import Path

import pytest
from bench import compiling
from bench.compiling import LINK, OPTIMISE, REST, Figures, Stopwatch
from tools.marks import fill

from tests.slowest import Spent, table_of

pytestmark = pytest.mark.uncounted


def test_figures_replace_only_the_text_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("above\n<!-- one -->\nold\n<!-- one -->\nbetween\n<!-- two -->\nkept\n<!-- two -->\n")
    fill(page, "one", "new\n")
    assert page.read_text() == (
        "above\n<!-- one -->\nnew\n<!-- one -->\nbetween\n<!-- two -->\nkept\n<!-- two -->\n"
    )  # fmt: skip


def test_a_page_without_the_marks_is_left_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here\n")
    with pytest.raises(ValueError, match="not enough values"):
        fill(page, "one", "new")
    assert page.read_text() == "nothing here\n"


def test_a_phase_inside_another_does_not_count_for_the_outer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 3.0, 6.0, 10.0, 15.0])
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    watch = Stopwatch()
    with watch.phase(LINK), watch.phase(OPTIMISE):
        pass
    assert watch.take() == {REST: 1.0 + 5.0, LINK: 2.0 + 4.0, OPTIMISE: 3.0}


def test_the_phases_of_compiling_add_up_to_the_whole() -> None:
    found = [Figures("mabula", "rules", {LINK: 1.0, OPTIMISE: 3.0}, 7, {"play-mabula": 3.5})]
    text = compiling.report(found, clock=2.0)
    assert "| LLVM optimises | 3.0 | 75 % |" in text
    assert "| mabula | rules | 7 | 4.0 |" in text
    assert "| `play-mabula` | rules | 3.5 |" in text


def test_the_slowest_phase_is_listed_first_with_the_cause_of_its_wait() -> None:
    spent = [
        Spent("tests/a.py::one", "call", 1.0, 0.9, "a server"),
        Spent("tests/b.py::two", "setup", 3.0, 0.1, "a browser"),
    ]
    rows = [line for line in table_of(spent, 2.0).splitlines() if line.startswith("| `")]
    assert rows == [
        "| `b.py::two` | setup | 3.0 | 0.1 | a browser |",
        "| `a.py::one` | call | 1.0 | 0.9 | its own computing |",
    ]
