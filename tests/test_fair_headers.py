"""Headers that no house writes: the three verifiers of docs/fairness.md refuse each of them."""

import re
import sys
import time
from collections.abc import Iterator

import pytest

from ludotheque.play.fairness.verdict import Grade
from ludotheque.play.record import HIDDEN, LARGEST, VALUE, as_value
from tests.fair_verifiers import MOSS, Script, docs_verify, judged_by_all, our_verify, script_verifier

HASH = "0" * 64
SECRET = next(line for line in MOSS.split("\n") if line.startswith("fair-secret: "))
PLACE = next(line for line in MOSS.split("\n") if line.startswith("fair-place-1: "))
OPENED = PLACE.split()[-1]


def with_line(line: str) -> str:
    """The example with this line in its header, in the place of that with the same key if there is one."""
    key = line.split(":")[0]
    changed, count = re.subn(rf"^{re.escape(key)}: .*$", lambda _: line, MOSS, count=1, flags=re.MULTILINE)
    return changed if count else with_more(line)


def with_more(line: str) -> str:
    """The example with one more line in its header."""
    return MOSS.replace("\nend: ", f"\n{line}\nend: ")


MALFORMED = {
    "capital digits of a secret": with_line(SECRET.replace("a", "A").replace("b", "B")),
    "capital digits of opened bytes": with_line(PLACE.replace(OPENED, OPENED.upper())),
    "capital digits of a commitment": re.sub("fair-commitment: .*", lambda line: line[0].upper(), MOSS),
    "too few digits": with_line(SECRET[:-2]),
    "a space among the digits": with_line(f"{SECRET[:-2]} {SECRET[-2:]}"),
    "digits of another script": with_line(SECRET.replace("0", "٠")),
    "two secrets": with_line(f"{SECRET} {HASH}"),
    "LOST in capitals": with_line("fair-secret: LOST"),
    "a key given twice, alike": with_more(SECRET),
    "a key given twice, otherwise": with_more("fair-draws: none"),
    "the game given twice": with_more("game: marabunta"),
    "the end given twice": with_more("end: resigned 1"),
    "an unknown key": with_more("fair-luck: 7"),
    "a key without its number": with_more("fair-place: bot"),
    "a number that begins with 0": with_more("fair-place-03: bot"),
    "a seventh place": with_more("fair-place-7: bot"),
    "place 0": with_more("fair-place-0: bot"),
    "a place too many": with_more("fair-place-3: bot"),
    "a gap between places": with_more("fair-place-4: bot"),
    "a gap between secrets": with_more(f"fair-again-2: 4 {HASH} {HASH}"),
    "a capital letter in a key": MOSS.replace("fair-table:", "Fair-table:"),
    "a key with an underscore": MOSS.replace("fair-table:", "fair_table:"),
    "no space after the colon": MOSS.replace("fair-table: ", "fair-table:"),
    "no value": with_line("fair-table: "),
    "no key": with_more(": moss"),
    "no colon": with_more("moss"),
    "a space before a key": MOSS.replace("fair-table:", " fair-table:"),
    "a tab in a value": with_line("fair-seating: 2\t1"),
    "a space that is not one": with_line("fair-seating: 2\u00a01"),
    "a letter that is not shown": with_line("fair-table: moss\u200b"),
    "a carriage return in a value": with_line("fair-table: mo\rss"),
    "a mark at the beginning of the file": "\ufeff" + MOSS,
    "a table with a space": with_line("fair-table: the moss"),
    "a table of other letters": with_line("fair-table: mössli"),
    "a long table": with_line("fair-table: " + "m" * 100),
    "a place of nobody": with_line(PLACE.replace("client", "friend")),
    "a bot with bytes": with_line(f"fair-place-2: bot {HASH} {HASH}"),
    "two spaces between the words of a place": with_line(PLACE.replace("client ", "client  ")),
    "two spaces between seats": with_line("fair-seating: 2  1"),
    "a seat that is not there": with_line("fair-seating: 2 3"),
    "seats with a 0": with_line("fair-seating: 02 1"),
    "chosen, but nothing": with_line("fair-seating: chosen"),
    "Chosen in capitals": with_line("fair-seating: Chosen 2 1"),
    "no draws with others": with_line("fair-draws: none 1-7"),
    "a draw that begins with 0": with_line("fair-draws: 01-7"),
    "draws with a comma": with_line("fair-draws: 1-3,4-7"),
    "two spaces between draws": with_line("fair-draws: 1-3  4-7"),
    "draws backwards": with_line("fair-draws: 7-1"),
    "draws in another order": with_line("fair-draws: 4-7 1-3"),
    "more draws than memory": with_line("fair-draws: 1-999999999"),
    "numbers too large": with_line("fair-draws: 1-9999999999"),
    "none taken back": with_more("fair-back: none"),
    "a draw taken back that stands": with_more("fair-back: 7"),
    "a gap before those taken back": with_more("fair-back: 9-999999999"),
    "given with a sign": with_more("fair-given: +1"),
    "given that begins with 0": with_more("fair-given: 00"),
    "a new secret from nowhere": with_more(f"fair-again-1: -1 {HASH} {HASH}"),
    "a new secret without a draw": with_more(f"fair-again-1: {HASH} {HASH}"),
    "a new secret that is not opened": with_more(f"fair-again-1: 4 {HASH}"),
    "method 01": with_line("fair-method: 01"),
    "no method": MOSS.replace("fair-method: 1\n", ""),
    "no players": MOSS.replace("players: 2\n", ""),
    "players that begin with 0": with_line("players: 02"),
    "other players than places": with_line("players: 3"),
    "no rules": MOSS.replace("rules: 1\n", ""),
    "rules that begin with 0": with_line("rules: 01"),
    "rules that are no number": with_line("rules: one"),
    "no game": MOSS.replace("game: marabunta\n", ""),
    "a game with a capital": with_line("game: Marabunta"),
    "a start where there is none": with_more("start: WBWBWWBBWBWBBWBWWBWBBWWB"),
    "an end of another kind": with_line("end: tired"),
    "an end by nobody": with_line("end: resigned"),
    "an end agreed by one": with_line("end: agreed 2"),
    "an end by a seat that is not there": with_line("end: resigned 3"),
    "an end and a result": with_more("result: 9 0"),
    "a result that is no number": with_line("end: agreed").replace("end: agreed", "result: many points"),
    "a result of three": with_line("end: agreed").replace("end: agreed", "result: 9 0 4"),
    "a letter that turns the text around": with_more("x-seat-2: \u202eevE"),
    "a letter that nobody sees": with_more("x-seat-2: \u200beve"),
    "a control letter": with_more("x-seat-2: eve\x85"),
    "a separator of lines": with_more("x-seat-2: eve\u2028end: agreed"),
    "half a letter": with_more("x-seat-2: eve\ud83d"),
    "a letter of private use": with_more("x-seat-2: eve\ue000"),
    "nothing but spaces": with_more("x-seat-2:    "),
    "a step in the header": MOSS.replace("end: resigned 2\n\n", "end: resigned 2\n"),
    "a key among the steps": MOSS + "fair-back: 8\n",
    "a step of seat 0": MOSS.replace("1 split", "0 split"),
    "two spaces in a step": MOSS.replace("1 split", "1  split"),
    "a step with a space": MOSS.replace("1 split:BGY", "1 split: BGY"),
}
# What an editor does to a file, and what the docs allow: all three take these.
ALLOWED = {
    "the example": MOSS,
    "ends of lines of another system": MOSS.replace("\n", "\r\n"),
    "a space at the end of a value": with_line(SECRET + " "),
    "an empty line at the beginning": "\n" + MOSS,
    "spaces in the empty line": MOSS.replace("\n\n", "\n \t\n"),
    "empty lines between steps": MOSS.replace("\n* die", "\n\n* die"),
    "a comment in the header": with_more("# fair-luck: 7"),
    "keys in another order": MOSS.replace(SECRET + "\n", "").replace("\nend: ", f"\n{SECRET}\nend: "),
    "a free key": with_more("x-date: 2026-11-15"),
    # Letters that are younger than the editions of Unicode of some Pythons and browsers, or of all.
    **{
        f"a letter of another edition, U+{ord(letter):X}": with_more(f"x-seat-2: {letter}smile")
        for letter in "\U0001fae0\u1c89\U0001fae9\U00010940\ua7cb\u2ffc\u31e4\U0003ffff"
    },
    "a space at the beginning of a value": with_more("x-seat-2:  eve"),
    "a name of any letters": with_more("x-seat-1: Zoë 蟻"),
}


def many_keys(number: int) -> str:
    """The example with so many free keys."""
    return with_more("\n".join(f"x-a{i}: 1" for i in range(number)))


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with script_verifier() as verify_text:
        yield verify_text


@pytest.mark.parametrize("what", MALFORMED)
def test_all_verifiers_refuse_a_header_that_no_house_writes(script: Script, what: str) -> None:
    assert MALFORMED[what] != MOSS
    for judged in judged_by_all(script, MALFORMED[what]):
        assert judged.grade == Grade.UNFAIR and judged.problems


@pytest.mark.parametrize("what", ALLOWED)
def test_all_verifiers_take_what_an_editor_makes_of_a_record(script: Script, what: str) -> None:
    for judged in judged_by_all(script, ALLOWED[what]):
        assert judged.grade == Grade.HOUSE and not judged.problems


def test_the_letters_of_a_value_are_the_same_for_all_verifiers(script: Script) -> None:
    """At both ends of every range: the last letter that is one, and the first that is none."""
    ends = [ord(end) for end in re.sub("(?<!^)-", "", HIDDEN.pattern[1:-1].encode().decode("unicode_escape"))]
    letters = {chr(code + by) for code in ends for by in (-1, 0, 1) if 0 <= code + by <= sys.maxunicode} - {"\n"}
    refused = {letter for letter in letters if HIDDEN.match(letter)}
    for judged in judged_by_all(script, with_more(f"x-seat-2: {''.join(sorted(letters - refused))}")):
        assert judged.grade == Grade.HOUSE
    for letter in refused:
        grades = [judged.grade for judged in judged_by_all(script, with_more(f"x-seat-2: a{letter}b"))]
        assert grades == [Grade.UNFAIR] * 3, f"U+{ord(letter):04X}"


def test_every_letter_that_is_shown_may_stand_in_a_value() -> None:
    assert not [code for code in range(sys.maxunicode + 1) if chr(code).isprintable() and HIDDEN.match(chr(code))]


def test_a_name_is_written_with_letters_that_a_value_may_have() -> None:
    for name in ("\U0001fae0smile", "eve\u2028", " \x00", "\u202e", ""):
        assert VALUE.fullmatch(as_value(name))
    assert as_value("\U0001fae0smile") == "\U0001fae0smile" and as_value("ev\x85e ") == "ev?e"


def test_the_time_of_a_verifier_grows_with_the_keys_and_no_faster(script: Script) -> None:
    """A header of 80,000 keys fills a file, and ours took a minute for it."""
    few, many = many_keys(10_000), many_keys(80_000)
    assert len(many) < LARGEST
    for verify in (our_verify, docs_verify):
        times = []
        for text in (few, many):
            began = time.process_time()
            assert verify(text).grade == Grade.HOUSE
            times.append(time.process_time() - began)
        assert times[1] < 25 * times[0] + 0.5
    assert script(many)["grade"] == Grade.HOUSE
