"""Accounts: registration, login, changes, and recovery by words."""

import asyncio
import threading

from argon2 import PasswordHasher
from sqlalchemy import update

from ludotheque.log.table_errors import TableError
from ludotheque.table.people.passwords import MOST_WAITING, Passwords
from ludotheque.table.people.people import Entered
from ludotheque.table.storage.schema import people
from tests.table.conftest import run
from tests.table.home import OTHER, QUICK, SENTENCE, home, refused


def test_a_guest_becomes_an_account_and_stays_the_same_person(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            guest = await at.people.welcome("Ada", "it")
            entered = await at.accounts.register("Ada L", SENTENCE, guest=guest.person)
            assert entered.person.id == guest.person.id and entered.person.is_account
            assert entered.person.name == "Ada L" and entered.person.settings.language == "it"
            assert await at.people.find(entered.cookie) == entered.person

    run(story())


def test_nobody_takes_a_name_that_looks_like_an_accounts(url: str) -> None:
    """Neither a new account, nor a guest, nor one that is renamed; and of two at once one gets the look."""

    async def story() -> None:
        async with home(url) as at:
            await at.accounts.register("Evelyn", SENTENCE)
            other = await at.accounts.register("Mary", SENTENCE)
            for name in ("Eve\u01c0yn", "EveIyn", "Ev\u0435lyn"):
                await refused("taken", at.accounts.register(name, SENTENCE))
                await refused("taken", at.people.welcome(name))
                await refused("taken", at.people.rename(other.person, name))
            await refused("taken", at.people.welcome("Rnary"))
            assert (await at.people.rename(other.person, "rnary")).name == "rnary", "one's own look"
            both = (at.accounts.register(name, SENTENCE) for name in ("William", "VVilliam"))
            done = await asyncio.gather(*both, return_exceptions=True)
            assert sorted(type(one).__name__ for one in done) == ["Entered", "TableError"]

    run(story())


def test_two_old_accounts_that_look_alike_both_log_in_and_are_renamed(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            first = await at.accounts.register("Evelyn", SENTENCE)
            second = await at.accounts.register("Quirin", OTHER)
            old = {"name": "Eve\u01c0yn", "login": "eve\u01c0yn", "alike": None}  # as a migration leaves it
            async with at.store.begin() as connection:
                await connection.execute(update(people).where(people.c.id == second.person.id).values(**old))
            assert (await at.accounts.log_in("EVELYN", SENTENCE)).person.id == first.person.id
            entered = await at.accounts.log_in("Eve\u01c0yn", OTHER)
            assert (entered.person.id, entered.person.name) == (second.person.id, "Eve\u01c0yn")
            await at.people.rename(entered.person, "Quirin")
            await refused("taken", at.people.welcome("Qu1rin"))

    run(story())


def test_a_guests_old_cookie_does_not_open_the_account(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            guest = await at.people.welcome("Ada")
            await at.accounts.register("Ada", SENTENCE, guest=guest.person)
            assert await at.people.find(guest.cookie) is None

    run(story())


def test_an_account_is_not_taken_over_by_registering_again(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            await refused("forbidden", at.accounts.register("Bea", OTHER, guest=entered.person), hides=OTHER)
            assert (await at.accounts.log_in("Ada", SENTENCE)).person == entered.person

    run(story())


def test_login_by_the_name_ignores_case_and_lookalikes(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            for typed in ("Ada", "ada", " ADA ", "Ａda"):
                again = await at.accounts.log_in(typed, SENTENCE, "telephone")
                assert again.person == entered.person and again.cookie != entered.cookie and again.words is None
                assert await at.people.find(entered.cookie) == await at.people.find(again.cookie) == entered.person

    run(story())


def test_a_wrong_password_and_a_wrong_name_get_the_same_answer(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.accounts.register("Ada", SENTENCE)
            text = await refused("forbidden", at.accounts.log_in("Ada", "x" * 10_000))
            for name in ("Ada", "Nobody Here", "", "\0", "\ud800", "\u202eada", "a" * 10_000):
                assert text == await refused("forbidden", at.accounts.log_in(name, OTHER), hides=OTHER)

    run(story())


def test_a_guest_has_no_password_not_even_an_empty_one(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            guest = await at.people.welcome("Ada")
            for password in ("", "None", SENTENCE):
                await refused("forbidden", at.accounts.log_in("Ada", password))
                await refused("forbidden", at.accounts.confirm(guest.person, password))
            await refused("forbidden", at.accounts.recover("Ada", "", SENTENCE))

    run(story())


def test_of_two_concurrent_registrations_of_a_name_one_succeeds(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            wanted = [at.accounts.register(name, SENTENCE) for name in ("Ada", "ADA", "аda", "ada")]
            got = await asyncio.gather(*wanted, return_exceptions=True)
            assert sum(isinstance(one, Entered) for one in got) == 1
            assert all(isinstance(one, Entered) or (isinstance(one, TableError) and one.kind == "taken") for one in got)

    run(story())


def test_a_password_that_is_easily_guessed_is_refused(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            for password in ("seven77", "a" * 201, "aaaaaaaaaaaa", "password123", "PassWord123", "ada lovelace"):
                await refused("wrong", at.accounts.register("Ada Lovelace", password), hides=password)
            entered = await at.accounts.register("Ada", SENTENCE)
            for password in ("seven77", "password123"):
                await refused("wrong", at.accounts.change_password(entered.person, SENTENCE, password))
                await refused("wrong", at.accounts.recover("Ada", entered.words or "", password))

    run(story())


def test_any_letters_make_a_password(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            for name, password in enumerate((SENTENCE, "ünïcödé words", "\ud800 and \0 inside", "x7" * 2 + "!?" * 98)):
                entered = await at.accounts.register(f"Ada {name}", password)
                assert (await at.accounts.log_in(f"Ada {name}", password)).person == entered.person

    run(story())


def test_an_accent_typed_in_two_ways_is_one_password(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.accounts.register("Ada", "été à la mer")
            await at.accounts.log_in("Ada", "e\u0301te\u0301 a\u0300 la mer")

    run(story())


def test_an_account_changes_its_name_and_logs_in_by_the_new_one(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            assert (await at.people.rename(entered.person, "Bea")).name == "Bea"
            assert (await at.accounts.log_in("bea", SENTENCE)).person.name == "Bea"
            await refused("forbidden", at.accounts.log_in("Ada", SENTENCE))
            await at.people.rename(entered.person, "BEA")

    run(story())


def test_renaming_by_an_outdated_guest_page_keeps_the_login(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            guest = await at.people.welcome("Ada")
            await at.accounts.register("Ada", SENTENCE, guest=guest.person)
            await at.people.rename(guest.person, "Bea")
            assert (await at.accounts.log_in("Bea", SENTENCE)).person.is_account

    run(story())


def test_a_changed_password_ends_all_other_devices_and_keeps_tokens(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada's program", SENTENCE, is_bot=True)
            token = await at.people.make_token(entered.person, "")
            await refused("forbidden", at.accounts.change_password(entered.person, OTHER, OTHER), hides=OTHER)
            again = await at.accounts.change_password(entered.person, SENTENCE, OTHER)
            assert await at.people.find(entered.cookie) is None
            assert await at.people.find(again.cookie) and await at.people.find(token, "token")
            await refused("forbidden", at.accounts.log_in("Ada's program", SENTENCE))

    run(story())


def test_an_outdated_hash_is_renewed_at_login(url: str) -> None:
    async def story() -> None:
        async with home(url, PasswordHasher(time_cost=1, memory_cost=16, parallelism=1)) as at:
            await at.accounts.register("Ada", SENTENCE)
        async with home(url) as at:
            await at.accounts.log_in("Ada", SENTENCE)
            assert "m=8,t=1,p=1" in (await at.dump()) and (await at.dump()).count("m=16,") == 1
            await at.accounts.log_in("Ada", SENTENCE)

    run(story())


def test_an_unknown_name_costs_as_much_work_as_a_wrong_password(url: str) -> None:
    class Counting(PasswordHasher):
        tried = 0

        def verify(self, *given: object) -> bool:  # type: ignore[override]
            Counting.tried += 1
            return super().verify(*given)  # type: ignore[arg-type]

    async def story() -> None:
        async with home(url, Counting(time_cost=1, memory_cost=8, parallelism=1)) as at:
            await at.accounts.register("Ada", SENTENCE)
            await at.people.welcome("Bea")
            for count, name in enumerate(("Ada", "Nobody Here", "Bea", "a" * 10_000), 1):
                await refused("forbidden", at.accounts.log_in(name, OTHER))
                assert Counting.tried == count

    run(story())


def test_hashing_a_password_does_not_block_the_event_loop() -> None:
    """The hash waits for the event loop, which must go on."""
    has_gone_on = threading.Event()
    has_gone_on.set()

    class Slow(PasswordHasher):
        def hash(self, *given: object, **more: object) -> str:
            assert has_gone_on.wait(60)
            return super().hash(*given, **more)  # type: ignore[arg-type]

    async def story() -> None:
        passwords = Passwords(Slow(time_cost=1, memory_cost=8, parallelism=1))
        has_gone_on.clear()
        hashing = asyncio.create_task(passwords.hash(SENTENCE))
        for _ in range(10):
            await asyncio.sleep(0.001)
            assert not hashing.done()
        has_gone_on.set()
        assert (await hashing).startswith("$argon2")
        passwords.close()

    asyncio.run(story())


def test_too_many_concurrent_logins_are_refused_as_busy() -> None:
    async def story() -> None:
        passwords = Passwords(QUICK)
        tries = [passwords.verify(None, SENTENCE) for _ in range(MOST_WAITING + 10)]
        got = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, TableError) and one.kind == "busy" for one in got) == 10
        assert await passwords.verify(None, SENTENCE) is False
        passwords.close()

    asyncio.run(story())


def test_recovery_words_replace_a_lost_password(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            again = entered
            for typed in ("{}", "\n{}. ", "  {}"):
                words = again.words or ""
                again = await at.accounts.recover("Ada", typed.format(words.upper().replace(" ", " - ")), OTHER)
                assert len(words.split()) == 6 and again.person == entered.person and again.words not in (None, words)
                assert (await at.accounts.log_in("Ada", OTHER)).person == entered.person

    run(story())


def test_recovery_words_work_once_and_end_every_session(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            assert entered.words is not None
            await at.accounts.recover("Ada", entered.words, OTHER)
            assert await at.people.find(entered.cookie) is None
            await refused("forbidden", at.accounts.recover("Ada", entered.words, SENTENCE), hides=entered.words)
            await refused("forbidden", at.accounts.log_in("Ada", SENTENCE))

    run(story())


def test_of_two_concurrent_uses_of_recovery_words_one_succeeds(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            words = (await at.accounts.register("Ada", SENTENCE)).words or ""
            tries = [at.accounts.recover("Ada", words, f"new password {number}") for number in range(4)]
            got = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(one, Entered) for one in got) == 1

    run(story())


def test_wrong_recovery_words_and_a_wrong_name_get_the_same_answer(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            await at.accounts.register("Ada", SENTENCE)
            for words in ("", "bada", "bada " * 6, "x" * 100_000, "\0", "\ud800"):
                text = await refused("forbidden", at.accounts.recover("Ada", words, OTHER))
                assert text == await refused("forbidden", at.accounts.recover("Bea", words, OTHER))

    run(story())


def test_new_recovery_words_need_the_password(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            entered = await at.accounts.register("Ada", SENTENCE)
            await refused("forbidden", at.accounts.renew_words(entered.person, OTHER))
            words = await at.accounts.renew_words(entered.person, SENTENCE)
            await refused("forbidden", at.accounts.recover("Ada", entered.words or "", OTHER))
            await at.accounts.recover("Ada", words, OTHER)

    run(story())
