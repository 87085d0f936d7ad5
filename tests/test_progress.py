"""Long work shows its progress: on a line that changes, or once."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.play import progress
from ludotheque.play.progress import Progress, announce


class Shown(list[str]):
    """A display of a notebook, and everything that it has shown."""

    def update(self, text: Any) -> None:
        self.append(text.data)


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """A notebook as far as the library looks at it."""
    shown = Shown()

    def display(text: Any, display_id: bool) -> Shown:
        shown.append(text.data)
        return shown

    shell = SimpleNamespace(kernel=None)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    pretty = SimpleNamespace(display=display, Pretty=lambda text: SimpleNamespace(data=text))
    monkeypatch.setitem(sys.modules, "IPython.display", pretty)
    return shown


def test_a_notebook_shows_one_line_that_changes(notebook: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    say = Progress()
    say("Preparing ...")
    say.advance(1, 2)
    say.advance(2, 2)
    assert notebook == ["Preparing ...", "Preparing ... 1 of 2", "Preparing ... 2 of 2"]
    assert capsys.readouterr().out == ""


def test_a_terminal_writes_over_its_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "_can_change", lambda: True)
    say = Progress()
    say("Preparing ...")
    say.advance(1, 2)
    say.advance(2, 2)
    assert capsys.readouterr().out == "Preparing ...\rPreparing ... 1 of 2\rPreparing ... 2 of 2\n"


def test_a_pipe_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say = Progress()
    say("Preparing ...")
    say.advance(1, 2)
    assert capsys.readouterr().out == "Preparing ...\n"


def test_signatures_in_the_docs_name_it() -> None:
    assert repr(announce) == "announce"
