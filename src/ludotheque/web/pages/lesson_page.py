"""A lesson as its page shows it: the board after the learner's steps, and the verdict on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ludotheque.drawing import Drawing, Marks, draw, marks_of
from ludotheque.drawing.description import expected
from ludotheque.drawing.forecast import steps_told
from ludotheque.games.refusal import Refusal
from ludotheque.log.projection.drawing_projection import project_live_drawing
from ludotheque.log.projection.table_projection import project_refusal
from ludotheque.play.choice import choices_of, is_half_made
from ludotheque.play.position import Position
from ludotheque.study import Lesson, LessonVerdict, lessons
from ludotheque.web.pages.board_frame import BoardFrame, board_of
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.table_messages import LiveDrawing, Problem

MOST_STEPS = 40  # in one lesson
MOST_KEPT = 200  # boards of lessons in the cache

LessonState = Literal["done", "go on", "missed", "refused"]


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A learner's progress in a lesson: the accepted steps, the verdict, and the board."""

    steps: tuple[str, ...]
    state: LessonState
    text: str
    prompt: str
    drawing: Drawing
    choices: tuple[tuple[str, str], ...]  # whole choices: steps, and their effect in words
    refusal: Problem | None = None

    @property
    def is_done(self) -> bool:
        return self.state == "done"

    def board(self, seat: int, lang: str) -> BoardFrame:
        return board_of(self.drawing, lang, seat)

    def message(self) -> "LessonMessage":
        """The message for a script."""
        return LessonMessage(
            steps=self.steps, state=self.state, text=self.text, prompt=self.prompt,
            drawing=project_live_drawing(self.drawing), refusal=self.refusal, choices=self.choices,
        )  # fmt: skip


class LessonMessage(Sent):
    """The learner's progress: the verdict on the steps, the drawing, and all choices in words."""

    steps: tuple[str, ...]
    state: LessonState
    text: str
    prompt: str
    drawing: LiveDrawing
    refusal: Problem | None
    choices: tuple[tuple[str, str], ...]


class LessonPreview(Sent):
    """A preview of steps; `is_half`: more parts must follow."""

    drawing: LiveDrawing
    is_half: bool


def find_lesson(game: str, name: str) -> tuple[Lesson, int] | None:
    """A lesson and its index among the game's lessons."""
    return next(((one, place) for place, one in enumerate(lessons(game)) if one.name == name), None)


def progress_after(lesson: Lesson, steps: Sequence[str], new: Sequence[str], reader: Reader) -> LessonProgress:
    """The progress after `steps` and `new` ones; a refused step changes nothing and is explained."""
    return _judged(lesson.game, lesson.name, tuple(steps), tuple(new), reader.lang)


@lru_cache(maxsize=MOST_KEPT)
def _judged(game: str, name: str, steps: tuple[str, ...], new: tuple[str, ...], lang: Language) -> LessonProgress:
    """Cached, since all learners begin at the same board."""
    lesson, reader = next(one for one in lessons(game) if one.name == name), Reader(None, lang, "")
    try:
        verdict = lesson.judge([*steps, *new])
    except Refusal as refusal:
        before = _progress(lesson, lesson.judge(list(steps)), steps, reader)
        problem = project_refusal(refusal, reader.lang)
        return LessonProgress(
            before.steps, "refused", problem.text, before.prompt, before.drawing, before.choices, problem
        )
    return _progress(lesson, verdict, steps if verdict.state == "missed" else [*steps, *new], reader)


def _progress(lesson: Lesson, verdict: LessonVerdict, steps: Sequence[str], reader: Reader) -> LessonProgress:
    position, is_done = verdict.position, verdict.state == "done"
    text = reader.speak(verdict.text, "study") if verdict.text else ""
    view = position.view(lesson.seat)
    drawing = draw(view, marks_of(position, lesson.seat), reader.lang)
    is_to_move = not is_done and lesson.seat in position.actors
    prompt = expected(view, reader.lang) if is_to_move else ""
    choices = _choices(position, lesson.seat, reader) if is_to_move else ()
    return LessonProgress(tuple(steps), verdict.state, text, prompt, drawing, choices)


def _choices(position: Position, seat: int, reader: Reader) -> tuple[tuple[str, str], ...]:
    view = position.view(seat)
    words = steps_told(view, reader.lang)
    return tuple((" ".join(steps), " ".join(words.get(step, step) for step in steps)) for steps in choices_of(view))


def preview_after(lesson: Lesson, steps: Sequence[str], new: Sequence[str], reader: Reader) -> LessonPreview:
    """A preview of `new` after `steps`; raises Refusal if they are illegal."""
    position = lesson.judge(list(steps)).position
    for step in new[:-1]:
        position = position.play(step, lesson.seat)
    after = position.play(new[-1], lesson.seat)
    drawing = draw(position.view(lesson.seat), Marks(played=position.steps, preview=new[-1]), reader.lang)
    return LessonPreview(drawing=project_live_drawing(drawing), is_half=is_half_made(after, lesson.seat))
