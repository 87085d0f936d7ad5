"""Lessons: short positions, each with a task, solved by a plain form or on the board."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from ludotheque.games import NAMES
from ludotheque.games.refusal import Refusal
from ludotheque.log.projection.drawing_projection import project_explanations
from ludotheque.log.projection.table_projection import project_refusal
from ludotheque.study import Lesson, lessons
from ludotheque.web.page_renderer import off_loop, render
from ludotheque.web.pages.catalogue import catalogue, catalogue_entry
from ludotheque.web.pages.lesson_page import MOST_STEPS, find_lesson, preview_after, progress_after
from ludotheque.web.pages.page_data import LessonPage
from ludotheque.web.reader import Reader, TheReader
from ludotheque.web.script_texts import client_texts
from ludotheque.wire.field_bounds import Notation
from ludotheque.wire.table_messages import to_fields, widened
from ludotheque.wire.terms_messages import GameName

router = APIRouter()

MOST_NEW = 4  # steps at once


class LessonAttempt(BaseModel):
    """The learner's accepted steps, and new ones."""

    model_config = ConfigDict(extra="forbid", strict=True)

    steps: Annotated[list[Notation], Field(max_length=MOST_STEPS)] = []
    new: Annotated[list[Notation], Field(min_length=1, max_length=MOST_NEW)]


@router.get("/learn")
async def lesson_games(request: Request, reader: TheReader) -> Response:
    """All games with lessons."""
    counts = {name: len(lessons(name)) for name in NAMES}
    return render(request, reader, "learn.html", games=catalogue(reader), counts=counts)


@router.get("/learn/{game}")
async def lesson_list(request: Request, reader: TheReader, game: GameName) -> Response:
    """The lessons of a game."""
    listed = [(one.name, reader.speak(one.title, "study")) for one in lessons(game)]
    return render(request, reader, "course.html", game=catalogue_entry(game, reader), lessons=listed)


@router.get("/learn/{game}/{name}")
async def lesson_page(request: Request, reader: TheReader, game: GameName, name: str) -> Response:
    """A lesson's page, from its beginning."""
    return await off_loop(request, reader, partial(_page, request, reader, *_found(game, name), (), ()))


@router.post("/learn/{game}/{name}")
async def judge_form(
    request: Request, reader: TheReader, game: GameName, name: str,
    steps: Annotated[str, Form(max_length=2000)] = "", new: Annotated[str, Form(max_length=400)] = "",
) -> Response:  # fmt: skip
    """Judge the learner's steps, and answer with the page."""
    done, tried = steps.split()[:MOST_STEPS], new.split()[:MOST_NEW]
    return await off_loop(request, reader, partial(_page, request, reader, *_found(game, name), done, tried))


@router.post("/learn/{game}/{name}/try")
async def try_steps(
    request: Request, reader: TheReader, game: GameName, name: str, body: LessonAttempt
) -> JSONResponse:
    """Judge the learner's steps, and answer the script."""
    lesson, _ = _found(game, name)

    def judge() -> JSONResponse:
        return JSONResponse(to_fields(progress_after(lesson, body.steps, body.new, reader).message()))

    return await off_loop(request, reader, judge)


@router.post("/learn/{game}/{name}/preview")
async def preview(request: Request, reader: TheReader, game: GameName, name: str, body: LessonAttempt) -> JSONResponse:
    """A preview of new steps, or the refusal."""
    lesson, _ = _found(game, name)

    def look_ahead() -> JSONResponse:
        try:
            return JSONResponse(to_fields(preview_after(lesson, body.steps, body.new, reader)))
        except Refusal as refusal:
            return JSONResponse(to_fields(project_refusal(refusal, reader.lang)))

    return await off_loop(request, reader, look_ahead)


def _found(game: str, name: str) -> tuple[Lesson, int]:
    found = find_lesson(game, name)
    if found is None:
        raise HTTPException(404)
    return found


def _page(
    request: Request, reader: Reader, lesson: Lesson, place: int, steps: Sequence[str], new: Sequence[str]
) -> Response:
    progress, all_lessons = progress_after(lesson, steps, new, reader), lessons(lesson.game)
    after = all_lessons[place + 1].name if place + 1 < len(all_lessons) else None
    board = progress.board(lesson.seat, reader.lang)
    page = widened(
        progress.message(), LessonPage, game=lesson.game, lesson=lesson.name, printed=board.printed,
        explained=project_explanations(lesson.game, lesson.position().setup, reader.lang),
        texts=client_texts(reader, lesson.game),
    )  # fmt: skip
    return render(
        request, reader, "lesson.html", game=catalogue_entry(lesson.game, reader), lesson=lesson, place=place,
        progress=progress, many=len(all_lessons), after=after, page=to_fields(page), board=board,
        title=reader.speak(lesson.title, "study"), task=reader.speak(lesson.task, "study"),
        hint=reader.speak(lesson.hint, "study"),
    )  # fmt: skip
