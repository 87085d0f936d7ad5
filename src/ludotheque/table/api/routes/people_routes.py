"""Routes for people: guests, accounts, one's own settings and data."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request, Response

from ludotheque.table.api.guard import COOKIE, hand_cookie
from ludotheque.table.api.routes.dependencies import Asker, Somebody, TheAddress, TheService, cookie_of, spend
from ludotheque.table.people.people import Entered, Person
from ludotheque.table.service import account_acts
from ludotheque.wire.account_messages import (
    Changes,
    Confirmation,
    Done,
    Listed,
    Login,
    MadeAccount,
    MadeToken,
    Me,
    NewAccount,
    NewGuest,
    NewPassword,
    NewToken,
    Recovery,
    Words,
)
from ludotheque.wire.personal_data import MyData
from ludotheque.wire.table_messages import widened

router = APIRouter(tags=["people"])

ConfirmationBody = Annotated[Confirmation, Body(default_factory=Confirmation)]  # may be left out


NewTokenBody = Annotated[NewToken, Body(default_factory=NewToken)]  # may be left out


def shown(person: Person) -> Me:
    """A person as they are sent their own data."""
    return Me(
        id=person.id, name=person.name, is_account=person.is_account, is_bot=person.is_bot, settings=person.settings
    )


def enter(request: Request, response: Response, entered: Entered) -> Me:
    """Set the session cookie."""
    hand_cookie(response, request.url.scheme, entered.cookie)
    return shown(entered.person)


@router.post("/api/guests", status_code=201)
async def come_in(request: Request, response: Response, service: TheService, body: NewGuest) -> Me:
    """Come in as a guest: a name, and a cookie that is the only key to the guest's tables."""
    spend(request, "guest")
    return enter(request, response, await service.people.welcome(body.name, body.language))


@router.post("/api/accounts", status_code=201)
async def make_account(
    request: Request, response: Response, service: TheService, address: TheAddress, person: Asker, body: NewAccount
) -> MadeAccount:
    """Make an account. A guest becomes it and keeps all tables; a program's gets a token and no cookie."""
    made = await account_acts.register(
        service, address, person, body.name, body.password, body.label, is_bot=body.is_bot
    )  # fmt: skip
    if body.is_bot:
        await service.people.log_out(made.cookie)
        token = await service.people.make_token(made.person, body.label)
        return widened(shown(made.person), MadeAccount, words=made.words, token=token)
    return widened(enter(request, response, made), MadeAccount, words=made.words)


@router.post("/api/login")
async def log_in(
    request: Request, response: Response, service: TheService, address: TheAddress, person: Asker, body: Login
) -> Me:
    """Come in from another device. A guest's seats at tables that are not over go to the account."""
    entered = await account_acts.log_in(service, address, person, body.name, body.password, body.label)
    return enter(request, response, entered)


@router.post("/api/logout")
async def log_out(request: Request, response: Response, service: TheService) -> Done:
    """End the session of this cookie."""
    if cookie := cookie_of(request):
        await service.people.log_out(cookie)
    response.delete_cookie(COOKIE, path="/")
    return Done()


@router.post("/api/recover")
async def recover(
    request: Request, response: Response, service: TheService, address: TheAddress, person: Asker, body: Recovery
) -> MadeAccount:
    """Come in by the recovery words, with a new password; new words are shown, and all other sessions end."""
    entered = await account_acts.recover(service, address, person, body.name, body.words, body.password, body.label)
    return widened(enter(request, response, entered), MadeAccount, words=entered.words)


@router.get("/api/me")
async def me(person: Somebody) -> Me:
    """Who I am here."""
    return shown(person)


@router.patch("/api/me")
async def change_me(service: TheService, person: Somebody, body: Changes) -> Me:
    """Another name, or other settings; what is not named stays."""
    if body.name is not None:
        person = await service.people.rename(person, body.name)
    changes = body.model_dump(exclude_none=True, exclude={"name"})
    if changes:
        person = await service.people.change_settings(person, person.settings.model_copy(update=changes))
    return shown(person)


@router.get("/api/me/data", response_model_exclude_unset=True)
async def my_data(service: TheService, address: TheAddress, person: Somebody) -> MyData:
    """All that is kept about me; secrets are not, they are only kept hashed."""
    return await account_acts.export_data(service, address, person)


@router.delete("/api/me")
async def forget_me(
    response: Response, service: TheService, address: TheAddress, person: Somebody, body: ConfirmationBody
) -> Done:
    """Delete me for ever. Open tables are left, games that were played stay without my name."""
    await account_acts.forget(service, address, person, body.password)
    response.delete_cookie(COOKIE, path="/")
    return Done()


@router.post("/api/me/password")
async def change_password(
    request: Request, response: Response, service: TheService, address: TheAddress, person: Somebody, body: NewPassword
) -> Me:
    """Another password; every other device has to log in again."""
    entered = await account_acts.change_password(service, address, person, body.old, body.new)
    return enter(request, response, entered)


@router.post("/api/me/words")
async def renew_words(service: TheService, address: TheAddress, person: Somebody, body: ConfirmationBody) -> Words:
    """New recovery words, shown this once."""
    return Words(words=await account_acts.renew_words(service, address, person, body.password or ""))


@router.get("/api/me/tokens")
async def my_tokens(service: TheService, person: Somebody) -> list[Listed]:
    """My devices and tokens, the last used first."""
    return [Listed(**asdict(one)) for one in await service.people.list_sessions(person)]


@router.post("/api/me/tokens", status_code=201)
async def make_token(service: TheService, address: TheAddress, person: Somebody, body: NewTokenBody) -> MadeToken:
    """A new token for my program, shown this once; only for an account that is marked as a bot."""
    return MadeToken(token=await account_acts.make_token(service, address, person, body.label))


@router.delete("/api/me/tokens/{session}")
async def end_session(
    service: TheService, person: Somebody, session: Annotated[str, Path(pattern="^[0-9a-f]{1,16}$")]
) -> Done:
    """End one of my devices or tokens, by its id in the list."""
    await service.people.end_session(person, session)
    return Done()
