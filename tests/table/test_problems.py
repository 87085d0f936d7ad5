"""Errors: programs get texts that name the protocol's fields, pages get phrases for people."""

import pytest

from ludotheque.drawing import language
from ludotheque.log.table_errors import TableError
from ludotheque.table.api.problems import Unauthenticated, in_words, problem_of
from ludotheque.table.registry.seats import RATED_FORM, RATED_TERMS
from ludotheque.table.storage.storage_errors import StoreError


@pytest.mark.parametrize(
    ("error", "to_program", "on_page"),
    [
        (Unauthenticated(), "come in as a guest, log in, or send a token", "Come in first: sit down, or log in."),
        (TableError("wrong", RATED_TERMS, on_page=RATED_FORM), "`absence`: `end` or `bot`", "choose a bot or the end"),
    ],
)
def test_a_page_replaces_a_text_that_names_fields_of_the_protocol(
    error: TableError, to_program: str, on_page: str
) -> None:
    assert to_program in problem_of(error).text
    assert on_page in in_words(error, language("en", "web"), is_on_page=True)
    assert in_words(error, language("fr", "web"), is_on_page=True) != in_words(
        error, language("en", "web"), is_on_page=True
    )


def test_a_page_shows_a_text_for_programs_if_there_is_no_other() -> None:
    assert in_words(TableError("wrong", "level: one of novice."), language("fr"), is_on_page=True) == (
        "level: one of novice."
    )


def test_an_unreachable_database_is_reported_alike_everywhere() -> None:
    error = StoreError("disk full at /var/lib")
    assert in_words(error, language("en")) == in_words(error, language("en"), is_on_page=True) != str(error)
