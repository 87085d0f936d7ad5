"""Logging in and out, new accounts, recovery words. Plain forms, with errors beside their fields."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.api.guard import COOKIE, hand_cookie
from ludotheque.table.api.problems import status_of
from ludotheque.table.api.routes.dependencies import TheAddress, TheService, cookie_of
from ludotheque.table.people.people import Entered
from ludotheque.table.service import account_acts
from ludotheque.web.devices import device_name
from ludotheque.web.error_texts import error_text
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.reader import Reader, TheReader
from ludotheque.web.routes.asset_routes import local_address

router = APIRouter()

Name = Annotated[str, Form(max_length=200)]
Secret = Annotated[str, Form(max_length=400)]
Back = Annotated[str, Form(max_length=400)]


@router.get("/login")
async def login_page(request: Request, reader: TheReader, back: str = "/") -> Response:
    """Log in, or make an account."""
    return _login(request, reader, back=back)


def _login(
    request: Request, reader: Reader, error: TableError | None = None, wrong: str = "", name: str = "", back: str = "/"
) -> Response:  # fmt: skip
    if isinstance(error, TooOften):
        raise error
    text, status = (error_text(error, reader), status_of(error)) if error else ("", 200)
    return render(request, reader, "login.html", status, wrong={wrong: text}, name=name, back=local_address(back[:400]))


@router.post("/login")
async def log_in(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, name: Name = "",
    password: Secret = "", back: Back = "/",
) -> Response:  # fmt: skip
    """Log in by name and password; a guest's tables go to the account."""
    try:
        entered = await account_acts.log_in(service, address, reader.person, name, password, device_name(request))
    except TableError as error:
        return _login(request, reader, error, "login", name, back)
    return enter(request, entered, redirect_to(local_address(back)))


@router.post("/account")
async def make_account(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, name: Name = "",
    password: Secret = "", back: Back = "/",
) -> Response:  # fmt: skip
    """Make an account, of the guest if there is one. The recovery words are shown this once."""
    try:
        made = await account_acts.register(service, address, reader.person, name, password, device_name(request))
        if reader.person is None or reader.person.is_account:
            settings = made.person.settings.model_copy(update={"language": reader.lang})
            await service.people.change_settings(made.person, settings)
    except TableError as error:
        return _login(request, reader, error, "account", name, back)
    return enter(request, made, show_words(request, Reader(made.person, reader.lang, reader.theme), made.words, back))


@router.get("/recover")
async def recover_page(request: Request, reader: TheReader) -> Response:
    """The form for the recovery words."""
    return render(request, reader, "recover.html", wrong="", name="", words="")


@router.post("/recover")
async def recover(
    request: Request, service: TheService, address: TheAddress, reader: TheReader, name: Name = "",
    words: Secret = "", password: Secret = "",
) -> Response:  # fmt: skip
    """Set a new password by the recovery words, and show new words."""
    label = device_name(request)
    try:
        entered = await account_acts.recover(service, address, reader.person, name, words, password, label)
    except TooOften:
        raise
    except TableError as error:
        text = error_text(error, reader)
        return render(request, reader, "recover.html", status_of(error), wrong=text, name=name, words=words)
    return enter(
        request, entered, show_words(request, Reader(entered.person, reader.lang, reader.theme), entered.words)
    )


@router.post("/logout")
async def log_out(request: Request, service: TheService) -> Response:
    """End the session of this cookie."""
    if cookie := cookie_of(request):
        await service.people.log_out(cookie)
    answer = redirect_to("/")
    answer.delete_cookie(COOKIE, path="/")
    return answer


def show_words(request: Request, reader: Reader, words: str | None, back: str = "/") -> Response:
    """The page that shows new recovery words."""
    return render(request, reader, "words.html", words=words, back=local_address(back), is_token=False)


def enter(request: Request, entered: Entered, answer: Response) -> Response:
    """Add the session's cookie to the response."""
    hand_cookie(answer, request.url.scheme, entered.cookie)
    return answer
