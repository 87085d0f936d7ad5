"""Guests, cookies, tokens and settings."""

import asyncio

import pytest

from ludotheque.table.people import sessions
from ludotheque.wire.settings import Settings
from ludotheque.wire.table_messages import to_text
from tests.table.conftest import run
from tests.table.home import DAY, SENTENCE, home, refused


def test_a_guest_has_a_name_and_is_found_by_the_cookie(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.people.welcome("  Ada  ", "fr")
            assert entered.person.name == "Ada" and not entered.person.is_account and len(entered.person.id) == 16
            assert await at.people.find(entered.cookie) == entered.person
            assert entered.person.settings == Settings(language="fr")

    run(story())


def test_two_guests_may_have_one_name_and_are_two_people(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            one, two = await at.people.welcome("Ada"), await at.people.welcome("Ada")
            assert one.person.id != two.person.id and one.cookie != two.cookie

    run(story())


def test_a_guest_cannot_pass_for_an_account(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.accounts.register("Ada", SENTENCE)
            guest = await at.people.welcome("Bea")
            for name in ("Ada", "ADA", "аda", "Ⓐda", "Adа"):
                await refused("taken", at.people.welcome(name))
                await refused("taken", at.people.rename(guest.person, name))

    run(story())


def test_a_made_up_cookie_opens_nothing(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.people.welcome("Ada")
            for secret in ("", "x", "\0", "\ud800", "é" * 99, "a" * 10_000_000):
                assert await at.people.find(secret) is None
                await at.people.log_out(secret)

    run(story())


def test_logging_out_ends_one_device_and_everywhere_ends_all(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            cookies = [(await at.accounts.register("Ada", SENTENCE)).cookie]
            cookies += [(await at.accounts.log_in("Ada", SENTENCE)).cookie for _ in range(2)]
            await at.people.log_out(cookies[0])
            assert [await at.people.find(cookie) is None for cookie in cookies] == [True, False, False]
            person = await at.people.find(cookies[1])
            assert person is not None
            await at.people.log_out_everywhere(person)
            assert [await at.people.find(cookie) is None for cookie in cookies] == [True, True, True]

    run(story())


def test_the_list_of_sessions_names_them_and_opens_nothing(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            at.clock.now += DAY
            second = await at.accounts.log_in("Ada", SENTENCE, "telephone")
            listed = await at.people.list_sessions(entered.person)
            assert [one.label for one in listed] == ["telephone", ""]
            assert [one.id for one in listed] == list(map(sessions.session_id, (second.cookie, entered.cookie)))
            assert await at.people.find(listed[0].id) is None
            await at.people.end_session(entered.person, listed[1].id)
            assert await at.people.find(entered.cookie) is None and await at.people.find(second.cookie)

    run(story())


def test_nobody_ends_a_session_of_another(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            one, two = await at.people.welcome("Ada"), await at.people.welcome("Bea")
            for name in (sessions.session_id(one.cookie), "", "%", "0" * 16, "\0" * 16, "x" * 10_000):
                await refused("unknown", at.people.end_session(two.person, name))
            assert await at.people.find(one.cookie) and await at.people.find(two.cookie)

    run(story())


def test_a_cookie_expires_when_unused_and_not_while_used(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.people.welcome("Ada")
            for _ in range(3):
                at.clock.now += 300 * DAY
                assert await at.people.find(entered.cookie) == entered.person
            at.clock.now += 401 * DAY
            assert await at.people.find(entered.cookie) is None

    run(story())


def test_the_longest_unused_device_is_logged_out_when_there_are_too_many(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            first = await at.accounts.register("Ada", SENTENCE)
            for _ in range(sessions.MOST["cookie"]):
                at.clock.now += 1
                last = await at.accounts.log_in("Ada", SENTENCE)
            assert len(await at.people.list_sessions(first.person)) == sessions.MOST["cookie"]
            assert await at.people.find(first.cookie) is None and await at.people.find(last.cookie)

    run(story())


def test_a_token_is_no_cookie_and_a_cookie_no_token(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada's program", SENTENCE, is_bot=True)
            token = await at.people.make_token(entered.person, "at home")
            assert await at.people.find(token, "token") == entered.person and entered.person.is_bot
            assert await at.people.find(token) is None and await at.people.find(entered.cookie, "token") is None

    run(story())


def test_only_accounts_of_programs_have_tokens_and_not_too_many(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            for entered in (await at.people.welcome("Ada"), await at.accounts.register("Bea", SENTENCE)):
                await refused("forbidden", at.people.make_token(entered.person, ""))
            program = (await at.accounts.register("Ada's program", SENTENCE, is_bot=True)).person
            made = await asyncio.gather(
                *(at.people.make_token(program, f"number {number}") for number in range(14)), return_exceptions=True
            )
            assert sum(isinstance(one, str) for one in made) == sessions.MOST["token"]

    run(story())


def test_a_token_is_revoked_by_its_name_in_the_list(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada's program", SENTENCE, is_bot=True)
            token = await at.people.make_token(entered.person, "at home")
            await at.people.log_out_everywhere(entered.person)
            assert await at.people.find(token, "token")
            (listed,) = await at.people.list_sessions(entered.person)
            await at.people.end_session(entered.person, listed.id)
            assert await at.people.find(token, "token") is None

    run(story())


def test_no_secret_is_in_the_database_or_in_a_repr(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada's program", SENTENCE, is_bot=True)
            token = await at.people.make_token(entered.person, "at home")
            shown = [await at.dump(), repr(entered), repr(at), to_text(await at.people.everything(entered.person))]
            for secret in (SENTENCE, entered.cookie, entered.words, token):
                assert secret and not any(secret in text for text in shown)
            assert "argon2" not in "".join(shown[1:]) and sessions.hashed(token) not in "".join(shown[1:])

    run(story())


def test_secrets_are_long_and_unique(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            cookies = [(await at.people.welcome("Ada")).cookie for _ in range(20)]
            assert len(set(cookies)) == 20 and all(len(cookie) == 43 for cookie in cookies)

    run(story())


def test_settings_are_stored_and_invalid_ones_refused(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.people.welcome("Ada")
            chosen = Settings(language="it", plays_alone=False, messages=False)
            changed = await at.people.change_settings(entered.person, chosen)
            assert await at.people.find(entered.cookie) == changed and changed.settings == chosen

    run(story())
    with pytest.raises(ValueError, match="language"):
        Settings.model_validate({"language": "de"})
    with pytest.raises(ValueError, match="more"):
        Settings.model_validate({"more": 1})


def test_settings_of_another_version_are_read() -> None:
    assert Settings.load('{"language": "fr", "colour": "red"}') == Settings(language="fr")
    assert Settings.load("{}") == Settings()
