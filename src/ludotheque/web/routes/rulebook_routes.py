"""The rulebooks with their figures, and an anchor at every paragraph."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Path, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.games import NAMES
from ludotheque.web.page_renderer import off_loop, render
from ludotheque.web.pages.catalogue import catalogue, catalogue_entry
from ludotheque.web.pages.rulebook_page import book_for, example_for
from ludotheque.web.reader import Reader, TheReader

router = APIRouter()
IN_DRAWER = "rule-"  # before each id

if TYPE_CHECKING:
    BookName = str
else:
    BookName = Literal[(*NAMES, "table")]


@router.get("/rules")
async def shelf(request: Request, reader: TheReader) -> Response:
    """All rulebooks."""
    return render(request, reader, "rules.html", games=catalogue(reader))


@router.get("/rules/{book}")
async def read(request: Request, reader: TheReader, book: BookName) -> Response:
    """A rulebook."""
    return await off_loop(request, reader, partial(_book_page, request, reader, book))


@router.get("/rules/{book}/drawer")
async def drawer(request: Request, reader: TheReader, book: BookName) -> Response:
    """A rulebook for the drawer at a table: the same chapters, with ids that no table's page has."""
    return await off_loop(request, reader, partial(_drawer_part, request, reader, book))


def _drawer_part(request: Request, reader: Reader, book: str) -> Response:
    shown = book_for(book, reader.lang, IN_DRAWER)
    return render(request, reader, "rules_drawer.html", book=shown, prefix=IN_DRAWER)


def _book_page(request: Request, reader: Reader, book: str) -> Response:
    game = catalogue_entry(book, reader) if book in NAMES else None
    return render(request, reader, "rulebook.html", book=book_for(book, reader.lang), game=game)


@router.get("/rules/{book}/example/{place}")
async def example(
    request: Request, reader: TheReader, book: BookName, place: Annotated[int, Path(ge=0, le=999)]
) -> Response:
    """An example of a rulebook on its board."""
    return await off_loop(request, reader, partial(_example_page, request, reader, book, place))


def _example_page(request: Request, reader: Reader, book: str, place: int) -> Response:
    page = example_for(book, reader.lang, place)
    if page is None:
        raise HTTPException(404)
    return render(request, reader, "example.html", book=book, example=page)
