"""Modules that a game may have, and what takes the place of those that it has not."""

import sys
from pathlib import Path

import pytest

from ludotheque import game
from ludotheque.bots.style import PLAIN, style_of
from ludotheque.drawing.names import PARTS, part_name
from ludotheque.drawing.rulebook import _unwritten
from ludotheque.games.modules import find_module
from ludotheque.interop.observing.plain import plain_plan


def test_a_module_that_is_not_there_is_none() -> None:
    assert find_module("ludotheque.bots.makabana.endgame") is None
    assert find_module("ludotheque.bots.pebbles.levels") is None
    found = find_module("ludotheque.bots.marabunta.endgame")
    assert found is not None
    assert found.__name__ == "ludotheque.bots.marabunta.endgame"


def test_a_module_with_a_mistake_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "part.py").write_text("import nothing_of_that_name\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        find_module("broken.part")


def test_a_game_without_levels_is_searched_plainly() -> None:
    assert style_of("pebbles") is PLAIN
    assert style_of("mabula") is not PLAIN


def test_a_part_without_a_name_is_called_by_its_own_word() -> None:
    assert part_name("groups") is PARTS["groups"]
    assert str(part_name("last")) == "last"


@pytest.mark.parametrize(
    ("code", "said"), [("en", "not written down"), ("fr", "pas encore"), ("it", "non sono ancora")]
)
def test_a_book_that_is_not_written_says_so_in_every_language(code: str, said: str) -> None:
    book = _unwritten("mabula", code)
    assert book.title == "Mabula"
    assert [one.name for one in book.find("rules")] == ["mabula/rules.1"]
    assert said in book.paragraphs[0].text


def test_a_plain_observation_holds_every_bit_of_a_state_but_what_never_changes() -> None:
    state = game("mabula").engine.facts_of.STATE
    plan = plain_plan(state, 2)
    assert set(plan.left_out) == {"players", "rules"}
    assert plan.used == set(state.names) - set(plan.left_out)
    bits = 8 * sum(state[name].itemsize for name in plan.used)
    assert plan.size == 2 + bits
    assert len({(row[1], row[4]) for row in plan.rows}) == len(plan.rows)
