"""Valid names of people, and recovery words."""

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ludotheque.bots.levels import LEVELS
from ludotheque.log.table_errors import TableError
from ludotheque.table.people import confusables
from ludotheque.table.people.confusables import skeleton
from ludotheque.table.people.person_names import clean, clean_label, find_key, is_reserved, key, look
from ludotheque.table.people.recovery import RUDE, SYLLABLES, WORDS, new_words, read_words


@pytest.mark.parametrize(
    "name",
    ["A", "Ada", "Zoë", "O'Brien & co", "Jean-Luc", "李", "Ελένη", "Наташа", "x_X_7", "Nguyễn Thị", "🐜 ant", "a" * 24],
)
def test_a_name_in_any_language_is_accepted_unchanged(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(("typed", "kept"), [("  Ada ", "Ada"), ("A  da", "A da"), ("Zoe\u0308", "Zoë")])
def test_a_name_is_trimmed_and_composed(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "a" * 25, "a" * 1_000_000, "a\nb", "a\tb", "a\0b", "\x1b[31mred", "\u202eada", "a\u2066b",
        "a\u200bb", "a\u200db", "\ufeffada", "a\u00adb", "\ud800",
        "\u3164", "a\u115fb", "\u2800", "a\ufe0fb", "a\U000e0101b", "\ue000", "a\u2028b", "a\u00a0b",
        "a\u0301\u0302\u0303\u0304\u0305", "a\u0301\u0301\u0301", "\u0301a", "...", "-", "🐜", "\ufdfa" * 3,
    ],
    ids=lambda name: ascii(name)[:20],
)  # fmt: skip
def test_a_name_that_is_not_one_visible_line_is_refused(name: str) -> None:
    with pytest.raises(TableError) as caught:
        clean(name)
    assert caught.value.kind == "wrong" and len(str(caught.value)) < 120 and str(caught.value).isprintable()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "disguise",
    [
        str, str.upper, str.title, "{} bot".format, "bot:{}".format, "{} 2".format, "[{}]".format, " ".join, ".".join,
        lambda name: name.replace("e", "е").replace("o", "о").replace("a", "а").replace("c", "с"),
        lambda name: name.replace("e", "3").replace("o", "0").replace("a", "4").replace("i", "1"),
        lambda name: name.replace("e", "é").replace("o", "ö").replace("a", "å").replace("u", "ù"),
        lambda name: "".join(chr(ord(letter) + 0xFEE0) for letter in name),
        lambda name: name.replace("i", "l").replace("l", "I"),
    ],
)  # fmt: skip
def test_a_name_that_looks_like_a_bot_of_the_house_is_refused(level: str, disguise: object) -> None:
    assert is_reserved(disguise(level))  # type: ignore[operator]


@pytest.mark.parametrize("name", ["somebody", "Somebody", "random", "bot", "Ludothèque", "Admin", "the bot"])
def test_a_name_that_looks_like_the_house_is_refused(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Expertise", "Clubman", "Casualty", "Ada", "Botticelli", "Masters", "李", "7"])
def test_a_name_that_only_begins_like_a_reserved_one_is_accepted(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(
    ("one", "two"), [("Ada", "аdа"), ("Ian", "lan"), ("B0b", "Bob"), ("Straße", "STRASSE"), ("Ａda", "ada")]
)
def test_names_that_look_alike_have_one_key(one: str, two: str) -> None:
    assert key(one) == key(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Evelyn", "Eve\u01c0yn"), ("Mary", "Rnary"), ("William", "VVilliam"), ("Ada", "\u13aada"),
        ("Nora", "\u0274\u1d0fra"),
        ("Paul", "Pau\u2223"), ("Zoë", "Zo\u0451"), ("Ada", "\U0001d4d0da"), ("Наташа", "Натaшa"), ("Ελένη", "Eλένη"),
    ],
)  # fmt: skip
def test_names_that_look_alike_by_unicodes_table_have_one_look(one: str, two: str) -> None:
    assert look(one) == look(two)


@pytest.mark.parametrize(
    ("one", "two"), [("Ada", "Ida"), ("Nora", "Norma"), ("Zoe", "Zoë"), ("Ann", "Anna"), ("李", "季")]
)
def test_names_that_differ_visibly_look_different(one: str, two: str) -> None:
    assert look(one) != look(two)


@pytest.mark.parametrize("name", ["c\u01c0ub", "rnaster", "R\u0274aster", "exper\u03c4", "adrnin", "\u1d04asual"])
def test_a_name_that_looks_like_the_house_by_unicodes_table_is_refused(name: str) -> None:
    with pytest.raises(TableError, match="reads like one of the house"):
        clean(name)


def test_the_table_of_look_alikes_is_unicodes() -> None:
    """UTS #39: prototypes of l, O and m; what is not in it stays."""
    assert skeleton("1I|\u01c0 0 m") == "llll O rn" and skeleton("a") == "a"
    assert len({one for one in map(chr, range(0x20000)) if skeleton(one) != unicodedata.normalize("NFD", one)}) > 5_000


@given(some.text(max_size=40))
def test_any_typed_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = clean(text)
    except TableError:
        return
    assert clean(name) == name and name.isprintable() and 1 <= len(name) <= 24
    assert find_key(text) == find_key(name) == key(name) and len(key(name)) <= 40


def test_a_label_may_be_empty_and_is_one_line() -> None:
    assert clean_label(" ") == "" and clean_label(" my  laptop ") == "my laptop"
    with pytest.raises(TableError):
        clean_label("a\nb")
    with pytest.raises(TableError):
        clean_label("a" * 61)


def test_recovery_words_are_pronounceable_and_hold_73_bits() -> None:
    for _ in range(200):
        words = new_words().split()
        assert len(words) == WORDS
        assert all(word[:2] in SYLLABLES and word[2:] in SYLLABLES and word not in RUDE for word in words)
    assert (len(SYLLABLES) ** 2 - len(RUDE)) ** WORDS > 2**73


def test_recovery_words_are_unique() -> None:
    assert len({new_words() for _ in range(1_000)}) == 1_000


@given(some.text(max_size=200))
def test_reading_typed_words_is_idempotent(text: str) -> None:
    assert read_words(read_words(text)) == read_words(text)


def test_recovery_words_are_read_in_any_case_and_without_spaces() -> None:
    words = new_words()
    assert read_words(words) == words == read_words(words.replace(" ", "").upper())


@pytest.mark.parametrize(
    ("one", "two"),
    [("David", "clavid"), ("Heidi", "Heicli"), ("dora", "cIora"), ("Mary", "nnary"), ("Ada Moss", "Ada nnoss"),
     ("William", "uuilliam"), ("Newton", "Neuuton")],
)  # fmt: skip
def test_small_letters_that_are_mistaken_for_one_look_like_it(one: str, two: str) -> None:
    assert look(one) == look(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [("Clara", "Dara"), ("Cleo", "Deo"), ("Anny", "Amy"), ("Annie", "Amie"), ("Hanna", "Hama"), ("Lucia", "Luda"),
     ("Alicia", "Alida"), ("Evelyn", "Evelvn"), ("Ana", "Anna"), ("Ivan", "Iyan")],
)  # fmt: skip
def test_honest_names_that_differ_in_a_letter_look_different(one: str, two: str) -> None:
    assert look(one) != look(two)


@pytest.mark.parametrize("name", ["nnaster", "club", "cIub", "nnoderator"])
def test_a_reserved_name_in_letters_that_are_mistaken_for_others_is_refused(name: str) -> None:
    assert is_reserved(name)


def test_the_table_of_look_alikes_is_unicodes_own() -> None:
    """Made from confusables.txt 17.0.0 of github.com/unicode-org/unicodetools, whose hash it names."""
    assert hashlib.sha256(confusables.FILE.read_bytes()).hexdigest() == TABLE
    assert f"SHA-256 {OFFICIAL}" in confusables.FILE.read_text("utf-8")
    assert len(confusables._prototypes()) == 6565  # entries of that file


OFFICIAL = "091c7f82fc39ef208faf8f94d29c244de99254675e09de163160c810d13ef22a"
TABLE = "ef7ca518069b84ca7f14f009f1328a7005891e6f47316dfc87cbb38c89656a09"
