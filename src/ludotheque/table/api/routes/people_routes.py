"""Routes for people: guests, accounts, one's own settings and data."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request, Response

from ludotheque.table.api.guard import COOKIE, hand_cookie
from ludotheque.table.api.routes.dependencies import Asker, Somebody, TheService, cookie_of, spend
from ludotheque.table.people.people import Entered, Person
from ludotheque.table.people.person_names import find_key
from ludotheque.table.service.invitations import drop, hand_over
from ludotheque.table.service.service import Service
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
    request: Request, response: Response, service: TheService, person: Asker, body: NewAccount
) -> MadeAccount:
    """Make an account. A guest becomes it and keeps all tables; a program's gets a token and no cookie."""
    spend(request, "account", person)
    guest = person if person and not body.is_bot and not person.is_account else None
    made = await service.accounts.register(
        body.name, body.password, guest=guest, is_bot=body.is_bot, label=body.label
    )  # fmt: skip
    if body.is_bot:
        await service.people.log_out(made.cookie)
        token = await service.people.make_token(made.person, body.label)
        return widened(shown(made.person), MadeAccount, words=made.words, token=token)
    return widened(enter(request, response, made), MadeAccount, words=made.words)


@router.post("/api/login")
async def log_in(request: Request, response: Response, service: TheService, person: Asker, body: Login) -> Me:
    """Come in from another device. A guest's seats at tables that are not over go to the account."""
    spend(request, "login", account=find_key(body.name))
    entered = await service.accounts.log_in(body.name, body.password, body.label)
    await take_along(service, person, entered.person)
    return enter(request, response, entered)


async def take_along(service: Service, guest: Person | None, account: Person) -> None:
    """Transfer a guest's tables to the account that they log in to, unless it is a program's."""
    if guest is not None and not guest.is_account and not account.is_bot:
        await hand_over(service.tables, guest, account)
        await service.people.log_out_everywhere(guest)


@router.post("/api/logout")
async def log_out(request: Request, response: Response, service: TheService) -> Done:
    """End the session of this cookie."""
    if cookie := cookie_of(request):
        await service.people.log_out(cookie)
    response.delete_cookie(COOKIE, path="/")
    return Done()


@router.post("/api/recover")
async def recover(
    request: Request, response: Response, service: TheService, person: Asker, body: Recovery
) -> MadeAccount:
    """Come in by the recovery words, with a new password; new words are shown, and all other sessions end."""
    spend(request, "recover", account=find_key(body.name))
    entered = await service.accounts.recover(body.name, body.words, body.password, body.label)
    await take_along(service, person, entered.person)
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
async def my_data(request: Request, service: TheService, person: Somebody) -> MyData:
    """All that is kept about me; secrets are not, they are only kept hashed."""
    spend(request, "data", person)
    return await service.people.everything(person)


@router.delete("/api/me")
async def forget_me(
    request: Request,
    response: Response,
    service: TheService,
    person: Somebody,
    body: ConfirmationBody,
) -> Done:
    """Delete me for ever. Open tables are left, games that were played stay without my name."""
    spend(request, "data", person)
    named = await service.accounts.forget(person, body.password, lambda table: _leave(service, table, person))
    drop(service.tables, named)  # cached states still hold the name
    response.delete_cookie(COOKIE, path="/")
    return Done()


async def _leave(service: Service, table: str, person: Person) -> None:
    for seat in (await service.tables.registry.find(table)).state.seats_of(person.id):
        await service.tables.seats.leave(table, person, seat)


@router.post("/api/me/password")
async def change_password(
    request: Request, response: Response, service: TheService, person: Somebody, body: NewPassword
) -> Me:
    """Another password; every other device has to log in again."""
    spend(request, "secret", person)
    return enter(request, response, await service.accounts.change_password(person, body.old, body.new))


@router.post("/api/me/words")
async def renew_words(
    request: Request,
    service: TheService,
    person: Somebody,
    body: ConfirmationBody,
) -> Words:
    """New recovery words, shown this once."""
    spend(request, "secret", person)
    return Words(words=await service.accounts.renew_words(person, body.password or ""))


@router.get("/api/me/tokens")
async def my_tokens(service: TheService, person: Somebody) -> list[Listed]:
    """My devices and tokens, the last used first."""
    return [Listed(**asdict(one)) for one in await service.people.list_sessions(person)]


@router.post("/api/me/tokens", status_code=201)
async def make_token(request: Request, service: TheService, person: Somebody, body: NewTokenBody) -> MadeToken:
    """A new token for my program, shown this once; only for an account that is marked as a bot."""
    spend(request, "secret", person)
    return MadeToken(token=await service.people.make_token(person, body.label))


@router.delete("/api/me/tokens/{session}")
async def end_session(
    service: TheService, person: Somebody, session: Annotated[str, Path(pattern="^[0-9a-f]{1,16}$")]
) -> Done:
    """End one of my devices or tokens, by its id in the list."""
    await service.people.end_session(person, session)
    return Done()
