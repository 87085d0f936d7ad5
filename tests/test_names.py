"""Names: a module's or a public class's name means one thing, and a module is a noun."""

from pathlib import Path

import pytest
from tools.names import SOURCES, is_noun, problems


def tree(folder: Path, **files: str) -> Path:
    """A source tree with two games, `a` and `b`, and these files; `__` in a name separates folders."""
    for name, text in {"games__a__manifest": "", "games__b__manifest": "", **files}.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_every_name_of_the_library_means_one_thing() -> None:
    assert list(problems(SOURCES)) == []


def test_a_module_name_in_two_rooms_is_found(tmp_path: Path) -> None:
    assert list(problems(tree(tmp_path, web__clocks="", log__clocks=""))) == [
        "the module name clocks stands for 2 things: log/clocks.py, web/clocks.py"
    ]


def test_a_class_name_in_two_modules_is_found_also_when_nested(tmp_path: Path) -> None:
    files = {"web__pages": "class Row: ...", "cli__lists": "class Shelf:\n    class Row: ..."}
    assert list(problems(tree(tmp_path, **files))) == [
        "the class name Row stands for 2 things: cli/lists.py, web/pages.py"
    ]


def test_private_classes_and_the_same_file_of_each_game_may_share_a_name(tmp_path: Path) -> None:
    files = {"games__a__state": "class State: ...", "games__b__state": "class State: ..."}
    files |= {"web__pages": "class _Row: ...", "cli__lists": "class _Row: ..."}
    assert list(problems(tree(tmp_path, **files))) == []


def test_a_file_of_a_game_and_one_of_a_room_may_not_share_a_name(tmp_path: Path) -> None:
    assert list(problems(tree(tmp_path, games__a__state="", log__state=""))) == [
        "the module name state stands for 2 things: games/<game>/state.py, log/state.py"
    ]


def test_a_module_that_is_no_noun_is_found_but_for_commands(tmp_path: Path) -> None:
    assert list(problems(tree(tmp_path, table__keeping="", cli__commands__serve=""))) == [
        "table/keeping.py: keeping is no noun: name the thing that the module holds"
    ]


@pytest.mark.parametrize("name", ["clocks", "drawing", "words_where", "step_draft", "rating"])
def test_a_noun_is_taken_for_one(name: str) -> None:
    assert is_noun(name)


@pytest.mark.parametrize("name", ["keeping", "here", "drawn", "bots_exact", "solve"])
def test_other_words_are_not_taken_for_nouns(name: str) -> None:
    assert not is_noun(name)
