"""Acts on people and accounts: one way for HTTP and for forms. Each spends its limit first, and raises TooOften."""

from ludotheque.table.people.people import Entered, Person
from ludotheque.table.people.person_names import find_key
from ludotheque.table.service.invitations import drop, hand_over
from ludotheque.table.service.service import Service
from ludotheque.wire.personal_data import MyData


async def register(
    service: Service, address: str, person: Person | None, name: str, password: str, label: str, *, is_bot: bool = False
) -> Entered:
    """Make an account. A guest becomes it and keeps all tables; a program's account is always a new one."""
    service.limits.spend("account", address, person.id if person else None)
    guest = person if person and not is_bot and not person.is_account else None
    return await service.accounts.register(name, password, guest=guest, is_bot=is_bot, label=label)


async def log_in(
    service: Service, address: str, guest: Person | None, name: str, password: str, label: str
) -> Entered:  # fmt: skip
    """Open a session by name and password; a guest's seats go to the account."""
    service.limits.spend("login", address, find_key(name))
    entered = await service.accounts.log_in(name, password, label)
    await _take_along(service, guest, entered.person)
    return entered


async def recover(
    service: Service, address: str, guest: Person | None, name: str, words: str, password: str, label: str
) -> Entered:  # fmt: skip
    """Set a new password by the recovery words, and log in."""
    service.limits.spend("recover", address, find_key(name))
    entered = await service.accounts.recover(name, words, password, label)
    await _take_along(service, guest, entered.person)
    return entered


async def _take_along(service: Service, guest: Person | None, account: Person) -> None:
    """Hand a guest's tables over to the account they log in to; a program's account takes none."""
    if guest is not None and not guest.is_account and not account.is_bot:
        await service.seeks.stop(guest.id)
        await hand_over(service.tables, guest, account)
        await service.reminders.channels.move(guest.id, account.id)
        await service.people.log_out_everywhere(guest)


async def change_password(
    service: Service, address: str, person: Person, old: str, new: str, label: str = ""
) -> Entered:  # fmt: skip
    """Set a new password; every other device has to log in again."""
    service.limits.spend("secret", address, person.id)
    return await service.accounts.change_password(person, old, new, label)


async def renew_words(service: Service, address: str, person: Person, password: str) -> str:
    """Make new recovery words."""
    service.limits.spend("secret", address, person.id)
    return await service.accounts.renew_words(person, password)


async def make_token(service: Service, address: str, person: Person, label: str) -> str:
    """Make a token for a program's account."""
    service.limits.spend("secret", address, person.id)
    return await service.people.make_token(person, label)


async def export_data(service: Service, address: str, person: Person) -> MyData:
    """All data that the house stores about a person."""
    service.limits.spend("data", address, person.id)
    return await service.people.everything(person)


async def forget(service: Service, address: str, person: Person, password: str | None) -> None:
    """Delete a person for ever. They leave open tables; finished games stay, without their name."""
    service.limits.spend("data", address, person.id)

    async def leave(table: str) -> None:
        for seat in (await service.tables.registry.find(table)).state.seats_of(person.id):
            await service.tables.seats.leave(table, person, seat)

    drop(service.tables, await service.accounts.forget(person, password, leave))  # the name leaves memory too
