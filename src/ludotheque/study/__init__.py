"""The first game of each title: short positions in which the learner must make the move, judged by the engine."""

from ludotheque.play.game import game
from ludotheque.study.lesson_runner import Lesson, LessonVerdict, State, load_lessons

__all__ = ["Lesson", "LessonVerdict", "State", "lessons"]


def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they teach it; none where nobody has written any."""
    return load_lessons(game(name).name)
