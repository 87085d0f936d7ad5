"""Reading a file of lessons: every fault is one line that says where it is."""

from pathlib import Path

import pytest

from ludotheque import NAMES
from ludotheque.study import lessons
from ludotheque.study.checks import CHECKS
from ludotheque.study.lesson_runner import LessonFileError, load_lessons, read_lessons

LESSON = """
[[lesson]]
name = "push"
title = "A first push"
task = "Push."
hint = "Push {marble}."
places = { marble = "b8" }
praise = "Well."
aim = { check = "total_grows", by = 1 }
answer = ["b8-b5"]
setup = { start = "WWBWBBWBWWBWBBWBWBBWBWWB" }
"""
FAULTS = [
    ('title = "A first push"', "", "push.title: Field required"),
    ('title = "A first push"', "title = 3", "push.title: Value error, a text is expected"),
    ('task = "Push."', 'tusk = "Push."', "push.task: Field required"),
    ('praise = "Well."', 'praise = "Well."\nthen = "On."\nthen_ = "On."', "push.then_: Extra inputs are not permitted"),
    ('{ marble = "b8" }', "{}", "push.hint: Value error, places has no marble"),
    ('"total_grows"', '"grows"', "push.aim: Value error, its check is none of any_step"),
    ("by = 1", "from = 1", "push.aim: Value error, total_grows: missing a required argument: 'by'"),
    ('{ check = "total_grows", by = 1 }', '"total_grows"', "push.aim: Value error, its check is none of any_step"),
    ('["b8-b5"]', '"b8-b5"', "push.answer: Input should be a valid tuple"),
    ("setup =", "# setup =", "push: Value error, it needs either a position or a setup"),
    ("setup =", "position = ''\nsetup =", "push: Value error, it needs either a position or a setup"),
    ("[[lesson]]", "[[lessons]]", "expected [[lesson]] alone, found lessons"),
    ('name = "push"', "name = push", "Invalid value"),
]


def test_a_lesson_is_read_with_its_texts_places_and_aim() -> None:
    (lesson,) = read_lessons("mabula", LESSON)
    assert (lesson.game, lesson.name, str(lesson.hint)) == ("mabula", "push", "Push b8.")
    assert [str(text) for text in lesson.texts()] == ["A first push", "Push.", "Push b8.", "Well."]
    assert lesson.title.values == {}
    assert lesson.judge(()).state == "go on"


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault for _, _, fault in FAULTS])
def test_a_fault_in_the_file_is_named_in_one_line(old: str, new: str, fault: str) -> None:
    with pytest.raises(LessonFileError) as raised:
        read_lessons("mabula", LESSON.replace(old, new))
    line = str(raised.value)
    assert line.startswith("lessons/mabula.toml: ") and fault in line
    assert "\n" not in line


def test_every_check_is_named_by_a_lesson() -> None:
    files = [Path(str(file)) for file in (Path(__file__).parents[2] / "src/ludotheque/study/lessons").iterdir()]
    assert {file.stem for file in files} == set(NAMES)
    written = "".join(file.read_text("utf-8") for file in files)
    assert [name for name in CHECKS if f'check = "{name}"' not in written] == []


def test_a_game_without_a_file_has_no_lessons() -> None:
    assert load_lessons("chess") == ()
    assert all(lessons(name) for name in NAMES)
