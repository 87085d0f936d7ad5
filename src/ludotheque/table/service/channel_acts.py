"""Acts on the ways in which a person is reminded: one way for HTTP and for forms. Each spends its limit first."""

from ludotheque.table.people.people import Person
from ludotheque.table.service.service import Service
from ludotheque.wire.channel_messages import NewPush


def _spend_mail(service: Service, address: str, person: Person, mailbox: str) -> None:
    """Count a question to a mailbox: nobody is written to again and again, whoever asks for it."""
    service.limits.spend("mail", address, person.id)
    service.limits.spend("mailbox", address, service.store.seal.sign(f"mailbox {mailbox.strip().lower()}"))


async def add_mail(service: Service, address: str, person: Person, mailbox: str) -> None:
    """Ask at a mail address whether it is theirs."""
    _spend_mail(service, address, person, mailbox)
    await service.reminders.channels.add_mail(person, mailbox)


async def try_again(service: Service, address: str, person: Person, channel: str) -> None:
    """Ask at a mail address once more; try another channel again that the house had given up."""
    channels = service.reminders.channels
    if (mailbox := await channels.unconfirmed_address(person, channel)) is not None:
        _spend_mail(service, address, person, mailbox)
        await channels.ask_again(person, channel)
    else:
        service.limits.spend("channel", address, person.id)
        await channels.revive(person, channel)


async def add_push(
    service: Service, address: str, person: Person, session: str, given: NewPush
) -> None:  # fmt: skip
    """Remind somebody in the browser that asks."""
    service.limits.spend("channel", address, person.id)
    await service.reminders.channels.add_push(person, session, given)


async def make_feed(service: Service, address: str, person: Person) -> str:
    """A new feed, in place of the old one."""
    service.limits.spend("channel", address, person.id)
    return await service.reminders.channels.make_feed(person)


async def add_webhook(service: Service, address: str, person: Person, url: str) -> str:
    """Remind somebody's own program."""
    service.limits.spend("channel", address, person.id)
    return await service.reminders.channels.add_webhook(person, url)
