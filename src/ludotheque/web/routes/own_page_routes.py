"""A person's own page: name, settings, password, devices, data. Plain forms, each with its errors beside it."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request
from starlette.responses import Response

from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.api.guard import COOKIE
from ludotheque.table.api.problems import Unauthenticated, status_of
from ludotheque.table.api.routes.dependencies import TheAddress, TheService, cookie_of
from ludotheque.table.people.people import Person
from ludotheque.table.people.sessions import hashed, session_id
from ludotheque.table.service import account_acts
from ludotheque.table.service.service import Service
from ludotheque.web.devices import device_name
from ludotheque.web.error_texts import error_text
from ludotheque.web.guest_arrival import admit
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.reader import Reader, TheReader
from ludotheque.web.routes.login_routes import Name, Secret, enter, show_words
from ludotheque.wire.table_messages import to_text

router = APIRouter()


@router.get("/me")
async def me(request: Request, service: TheService, reader: TheReader) -> Response:
    """My own page; without a person, the login page."""
    if reader.person is None:
        return redirect_to("/login?back=/me")
    return await own_page(request, service, reader)


async def own_page(
    request: Request, service: Service, reader: Reader, error: TableError | None = None, wrong: str = "", **typed: str
) -> Response:  # fmt: skip
    """My own page, with the error of one of its forms."""
    if isinstance(error, TooOften):
        raise error
    person = person_of(reader)
    text, status = (error_text(error, reader), status_of(error)) if error else ("", 200)
    sessions = await service.people.list_sessions(person)
    cookie = cookie_of(request) or ""
    reminders = await service.reminders.channels.look(person, hashed(cookie))
    return render(
        request, reader, "me.html", status, person=person, sessions=sessions, this=session_id(cookie),
        reminders=reminders, wrong={wrong: text}, typed=typed, done=request.query_params.get("done", ""),
    )  # fmt: skip


def person_of(reader: Reader) -> Person:
    """The person who reads the page; raises without one."""
    if reader.person is None:
        raise Unauthenticated
    return reader.person


@router.post("/me/name")
async def rename(request: Request, service: TheService, reader: TheReader, name: Name = "") -> Response:
    """Change my name; without a person, admit a guest of that name."""
    if reader.person is None:
        arrival = await admit(request, reader, name)
        return arrival.add_cookie(request, redirect_to("/me?done=name"))
    try:
        await service.people.rename(reader.person, name)
    except TableError as error:
        return await own_page(request, service, reader, error, "name", name=name)
    return redirect_to("/me?done=name")


@router.post("/me/settings")
async def change_settings(
    service: TheService, reader: TheReader,
    plays_alone: Annotated[str | None, Form()] = None, messages: Annotated[str | None, Form()] = None,
) -> Response:  # fmt: skip
    """Change the settings of forced moves and messages."""
    person = person_of(reader)
    changes = {"plays_alone": plays_alone is not None, "messages": messages is not None}
    await service.people.change_settings(person, person.settings.model_copy(update=changes))
    return redirect_to("/me?done=settings")


@router.post("/me/password")
async def change_password(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, old: Secret = "", new: Secret = ""
) -> Response:
    """Change my password; every other device has to log in again."""
    person, label = person_of(reader), device_name(request)
    try:
        entered = await account_acts.change_password(service, address, person, old, new, label)
    except TableError as error:
        return await own_page(request, service, reader, error, "password")
    return enter(request, entered, redirect_to("/me?done=password"))


@router.post("/me/words")
async def renew_words(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, password: Secret = ""
) -> Response:
    """Make new recovery words, shown this once."""
    try:
        words = await account_acts.renew_words(service, address, person_of(reader), password)
    except TableError as error:
        return await own_page(request, service, reader, error, "words")
    return show_words(request, reader, words, "/me")


@router.post("/me/token")
async def make_token(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, label: Name = ""
) -> Response:
    """Make a token for my program, shown this once."""
    try:
        token = await account_acts.make_token(service, address, person_of(reader), label)
    except TableError as error:
        return await own_page(request, service, reader, error, "token")
    return render(request, reader, "words.html", words=token, back="/me", is_token=True)


@router.post("/me/end/{session}")
async def end_session(
    request: Request, service: TheService, reader: TheReader,
    session: Annotated[str, Path(pattern="^[0-9a-f]{1,16}$")],
) -> Response:  # fmt: skip
    """End one of my devices or tokens."""
    try:
        await service.people.end_session(person_of(reader), session)
    except TableError as error:
        return await own_page(request, service, reader, error, "sessions")
    return redirect_to("/me?done=sessions")


@router.get("/me/data")
async def my_data(service: TheService, address: TheAddress, reader: TheReader) -> Response:
    """All data stored about me, as a file."""
    data = await account_acts.export_data(service, address, person_of(reader))
    headers = {"content-disposition": 'attachment; filename="ludotheque.json"'}
    return Response(to_text(data), headers=headers, media_type="application/json")


@router.post("/me/delete")
async def forget_me(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, password: Secret = "",
    sure: Annotated[str | None, Form()] = None,
) -> Response:  # fmt: skip
    """Delete me for ever, if the box is ticked."""
    person = person_of(reader)
    if sure is None:
        unsure = TableError("wrong", reader.say("Tick the box if you are sure: this can't be undone."))
        return await own_page(request, service, reader, unsure, "delete")
    try:
        await account_acts.forget(service, address, person, password)
    except TableError as error:
        return await own_page(request, service, reader, error, "delete")
    answer = redirect_to("/")
    answer.delete_cookie(COOKIE, path="/")
    return answer
