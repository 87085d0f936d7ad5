"""The lessons are played on every run, all ways through them: so they cannot go stale."""

from dataclasses import dataclass, field
from functools import cache

import pytest

from ludotheque import NAMES, Refusal, game
from ludotheque.drawing import LANGUAGES
from ludotheque.drawing.language import language
from ludotheque.drawing.rulebooks.rulebook import BOOKS, rulebook
from ludotheque.games.refusal import GameError
from ludotheque.study import Lesson, LessonVerdict, lessons

ALL = [lesson for name in NAMES for lesson in lessons(name)]
OPEN = {("mabula", "push"), ("makabana", "huts")}  # every legal step will do
Steps = tuple[str, ...]

each_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.name}")


@dataclass
class Ways:
    """The verdicts on all sequences of the learner's legal steps, as far as the lesson goes on."""

    done: dict[Steps, LessonVerdict] = field(default_factory=dict)
    missed: dict[Steps, LessonVerdict] = field(default_factory=dict)
    on: dict[Steps, LessonVerdict] = field(default_factory=dict)


@cache
def ways(game_name: str, name: str) -> Ways:
    """Every way through a lesson, two steps further than its answer."""
    lesson = next(one for one in lessons(game_name) if one.name == name)
    found = Ways()
    _try(lesson, (), found)
    return found


def _try(lesson: Lesson, steps: Steps, found: Ways) -> None:
    for step in lesson.judge(steps).position.legal(lesson.seat):
        longer = (*steps, step.text)
        verdict = lesson.judge(longer)
        {"done": found.done, "missed": found.missed, "go on": found.on}[verdict.state][longer] = verdict
        if verdict.state == "go on" and len(longer) < len(lesson.answer) + 2:
            _try(lesson, longer, found)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_six_to_nine_lessons_with_names_of_their_own(name: str) -> None:
    names = [lesson.name for lesson in lessons(name)]
    assert 6 <= len(names) <= 9
    assert len(set(names)) == len(names)
    assert all(lesson.game == name for lesson in lessons(name))


def test_a_game_that_does_not_exist_has_no_lessons() -> None:
    with pytest.raises(GameError, match="chess"):
        lessons("chess")


@each_lesson
def test_a_lesson_begins_in_a_legal_position_of_the_newest_rules_and_waits_for_the_learner(lesson: Lesson) -> None:
    position = lesson.position()
    assert position.setup.rules == game(lesson.game).rules_version
    assert game(lesson.game).read(str(position)) == position
    assert lesson.seat in position.actors
    assert lesson.judge(()) == LessonVerdict("go on", None, position)


@each_lesson
def test_the_given_answer_solves_the_lesson(lesson: Lesson) -> None:
    verdicts = [lesson.judge(lesson.answer[: n + 1]) for n in range(len(lesson.answer))]
    assert [verdict.state for verdict in verdicts] == ["go on"] * (len(verdicts) - 1) + ["done"]
    assert verdicts[-1].text == lesson.praise


@each_lesson
def test_a_lesson_can_be_done_and_can_be_missed(lesson: Lesson) -> None:
    found = ways(lesson.game, lesson.name)
    assert lesson.answer in found.done
    assert bool(found.missed) == ((lesson.game, lesson.name) not in OPEN)


@each_lesson
def test_a_learner_who_may_go_on_can_still_reach_the_aim(lesson: Lesson) -> None:
    """No dead end: from every step on the way, another one leads on, and at last to the aim."""
    found = ways(lesson.game, lesson.name)
    for steps, verdict in found.on.items():
        assert lesson.seat in verdict.position.actors, steps
        assert any(done[: len(steps)] == steps for done in found.done), steps


@each_lesson
def test_a_step_that_misses_is_taken_back_with_an_explanation(lesson: Lesson) -> None:
    found = ways(lesson.game, lesson.name)
    for steps, verdict in found.missed.items():
        assert verdict.text is not None
        assert verdict.position == lesson.judge(steps[:-1]).position
        assert lesson.judge((*steps, "what follows does not matter")) == verdict


@each_lesson
def test_every_nudge_is_one_that_a_miss_leads_to(lesson: Lesson) -> None:
    said = [verdict.text for verdict in ways(lesson.game, lesson.name).missed.values()]
    assert (lesson.nudge in said) == (lesson.nudge is not None)
    assert all(nudge in said for nudge in lesson.nudges.values())


@each_lesson
def test_a_hint_that_names_places_names_one_of_the_answer(lesson: Lesson) -> None:
    places = [str(value) for value in lesson.hint.values.values()]
    assert not places or any(place in step for place in places for step in lesson.answer)


@each_lesson
def test_a_step_that_is_not_legal_is_refused_with_its_paragraph(lesson: Lesson) -> None:
    written = {paragraph.name for book in BOOKS for paragraph in rulebook(book).paragraphs}
    legal = {step.text for step in lesson.position().legal(lesson.seat)}
    others = {step for one in lessons(lesson.game) for step in one.answer} - legal
    for step in [*sorted(others), "nonsense"]:
        with pytest.raises(Refusal) as refused:
            lesson.judge([step])
        assert refused.value.paragraph in written, step


@each_lesson
def test_everything_is_said_in_every_language(lesson: Lesson) -> None:
    english = language("en", "study")
    for code in LANGUAGES[1:]:
        speaker = language(code, "study")
        for phrase in lesson.texts():
            said = speaker.say(phrase)
            assert said != english.say(phrase)
            assert "{" not in said


def test_replies_are_played_when_the_others_are_waited_for() -> None:
    """Red's turn ends with Blue's answer and supper, and Blue's own turn begins."""
    lesson = next(one for one in lessons("junglerumble") if one.name == "hire")
    after = lesson.judge(lesson.answer).position
    assert [str(step) for step in after.steps] == [*lesson.answer, "pass"]
    assert after.actors == (2,)
