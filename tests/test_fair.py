"""Fair chance: the draws, the proof in a record, and three verifiers that agree: ours, JavaScript, the docs' lines."""

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import erfc, factorial, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import Record, RecordError, game
from ludotheque.play.fairness.fair_dice import Dice, DicePlace, Secret, commitment, draw, message, seating
from ludotheque.play.fairness.fair_keys import fair_keys, format_numbers, parse_keys
from ludotheque.play.fairness.proof import Proof, verify
from ludotheque.play.fairness.verdict import Grade, Reason, Trust
from tests.conftest import SETUPS, some_of
from tests.fair_records import fair_record
from tests.fair_verifiers import (
    LINES,
    MOSS,
    MOSS_RECEIPT,
    Judged,
    Script,
    docs_names,
    docs_numbers,
    docs_verify,
    our_verify,
    script_verifier,
)

SECRET, OPENED = b"\xff" * 32, (None, b"\xaa" * 32, bytes(32), None)


# The draws


def test_a_draw_is_the_first_bits_of_a_digest_that_another_program_computed() -> None:
    """The digests are of openssl dgst -sha256 -mac HMAC; the bits were counted by hand.

    ac521ee3 b7c03d60 f6fc9390 a8ae4984 8269b9ce are the digests of attempts 0 to 4.
    """
    assert (
        message("r7-fern", OPENED, 1, 0) == f"ludotheque fair 1\nr7-fern\n-\n{'a' * 64}\n{'0' * 64}\n-\n1\n0".encode()
    )
    drawn = {total: draw(SECRET, "r7-fern", OPENED, 1, total) for total in (1, 2, 6, 7, 40158, 2**32 - 1)}
    assert drawn == {1: 0, 2: 0b1, 6: 0b101, 7: 0b101, 40158: 0x8269, 2**32 - 1: 0xAC521EE3}


def test_the_seating_is_draw_0_among_all_orders_alphabetically() -> None:
    """The digest begins with 5b, 01011 in five bits: order 11 of 24, the last of those that begin with 2."""
    assert seating(SECRET, "r7-fern", OPENED) == (2, 4, 3, 1)


def test_a_commitment_is_the_sha_256_of_the_bytes() -> None:
    """The example of the standard, FIPS 180-2, appendix B.1."""
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("total", [0, -1, 2**32])
def test_a_draw_has_outcomes_but_not_without_end(total: int) -> None:
    with pytest.raises(ValueError, match="a draw is among"):
        draw(SECRET, "t", (), 1, total)


def test_weights_are_shares_of_the_numbers() -> None:
    dice = Dice("t", (Secret(0, "", SECRET),), OPENED)
    for number in range(200):
        plain = draw(SECRET, "t", OPENED, number, 6)
        assert dice.draw(number, [3, 0, 1, 2]) == (0, 0, 0, 2, 3, 3)[plain]


def test_a_new_secret_serves_from_its_draw_on() -> None:
    dice = Dice("t", (Secret(0, "", bytes(32)), Secret(5, "", SECRET)), OPENED)
    assert [dice.secret(number) for number in (0, 4, 5, 6)] == [bytes(32), bytes(32), SECRET, SECRET]
    assert not Dice("t", (Secret(0, ""),), ()).has_secret(3)
    with pytest.raises(ValueError, match="the secret of draw 3 is not known here"):
        Dice("t", (Secret(0, ""),), ()).draw(3, [1, 1])


def test_a_secret_is_in_no_repr() -> None:
    secret = Secret(0, commitment(SECRET), SECRET)
    for shown in (repr(secret), repr(Dice("t", (secret,), ())), str([secret])):
        assert "ff" * 4 not in shown and "\\xff" not in shown


def test_mabulas_starts_are_numbered_alphabetically() -> None:
    one = game("mabula")
    board = one.setup(start=0).board
    starts = [one.engine.format_start(board, index) for index in range(one.starts)]
    assert starts == sorted(set(starts)) and len(starts) == 40158
    assert docs_names()["starts"]() == starts


# The keys


def test_keys_are_written_as_the_docs_say_and_read_back() -> None:
    secrets = [Secret(0, commitment(b"a" * 32), b"a" * 32), Secret(9, commitment(b"b" * 32), b"b" * 32)]
    places = [DicePlace("client", commitment(b"c" * 32), b"c" * 32), DicePlace("bot")]
    keys = fair_keys(
        table="moss", secrets=secrets, places=places, seats=(2, 1), is_drawn=True,
        draws=[1, 2, 3, 7, 9], back=[8, 4, 5, 6],
    )  # fmt: skip
    hexes = {letter: f"{commitment(letter.encode() * 32)} {(letter.encode() * 32).hex()}" for letter in "abc"}
    assert keys == {
        "fair-method": "1",
        "fair-table": "moss",
        "fair-commitment": hexes["a"].split()[0],
        "fair-secret": hexes["a"].split()[1],
        "fair-again-1": "9 " + hexes["b"],
        "fair-place-1": "client " + hexes["c"],
        "fair-place-2": "bot",
        "fair-seating": "2 1",
        "fair-draws": "1-3 7 9",
        "fair-back": "4-6 8",
    }
    read = parse_keys(keys)
    assert (read.secrets, read.places, read.draws) == (tuple(secrets), tuple(places), ((1, 3), (7, 7), (9, 9)))


def test_the_keys_of_a_game_that_goes_on_hold_no_secret() -> None:
    secrets = [Secret(0, commitment(SECRET)), Secret(2, commitment(SECRET))]
    keys = fair_keys(table="t", secrets=secrets, places=[DicePlace("bot")], seats=[1], is_drawn=False, draws=())
    assert "fair-secret" not in keys and "fair-back" not in keys
    assert keys["fair-again-1"] == f"2 {commitment(SECRET)}"
    assert (keys["fair-seating"], keys["fair-draws"]) == ("chosen 1", "none")
    assert not parse_keys(keys).is_open


@given(st.sets(st.integers(1, 60)))
def test_numbers_are_written_in_short(numbers: set[int]) -> None:
    assert docs_numbers(format_numbers(numbers)) == sorted(numbers)


# The three verifiers


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    """The JavaScript verifier."""
    with script_verifier() as verify_text:
        yield verify_text


@cache
def text_of(setup: str, seed: int) -> str:
    most = 500 if seed % 8 == 0 else 120
    return str(fair_record(setup, seed, again=seed % 4 == 1, most=most, given=seed % 8 in (2, 5)))


@pytest.mark.uncounted
@pytest.mark.parametrize("first", some_of(range(0, 32, 8), 0, 8))
def test_all_verifiers_agree_on_what_is_fair(script: Script, setup: str, first: int) -> None:
    for seed in range(first, first + 8):
        text = text_of(setup, seed)
        proof, answer = our_verify(text), script(text)
        assert proof.grade is Grade.HOUSE, proof
        assert docs_verify(text) == Judged("house", tuple(map(str, proof.reasons)))
        assert answer == {
            "ok": True,
            "problems": [],
            "grade": "house",
            "reasons": [str(reason) for reason in proof.reasons],
            "checked": {
                "opened": True, "draws": proof.draws, "back": proof.back, "places": list(proof.places),
                "seating": proof.seating, "given": given_in(text),
            },
        }  # fmt: skip
        assert proof.given == given_in(text)


@pytest.mark.uncounted
def test_the_records_of_these_tests_have_everything_that_can_be_in_one() -> None:
    texts = [text_of(setup, seed) for setup in SETUPS for seed in range(16)]
    parts = [
        "fair-again-1: ", "fair-back: ", "fair-seating: chosen", ": server ", ": client ", ": bot\n", "* tile:crumbs",
        "\nresult: ", "\nend: ", "fair-draws: none", "fair-draws: 1\n", "fair-given: ",
    ]  # fmt: skip
    for part in parts:
        assert sum(part in text for text in texts) >= 3, part


def header_line(text: str, key: str) -> str:
    return next(line for line in text.split("\n") if line.startswith(f"{key}: "))


def given_in(text: str) -> int | None:
    """How many steps of a record come from another game."""
    return int(header_line(text, "fair-given").split()[1]) if "\nfair-given: " in text else None


def drawn_rows(text: str, kind: str = "") -> list[int]:
    """The rows of a record that were drawn: its chance, after the steps that were given."""
    rows = text.split("\n")
    first = rows.index("") + 1 + (given_in(text) or 0)
    return [i for i, row in enumerate(rows) if i >= first and row.startswith(f"* {kind}")]


def change_chance(text: str, kind: str, source: random.Random) -> str | None:
    """Another face of a die, or another tile."""
    drawn = drawn_rows(text, f"{kind}:")
    if not drawn:
        return None
    at, rows = source.choice(drawn), text.split("\n")
    stem, sign, old = rows[at].rpartition("=" if kind == "die" else ":")
    others = "0 1 2 3 flag crate" if kind == "die" else "crates circles one zeros nest strike double crumbs"
    rows[at] = stem + sign + source.choice([one for one in others.split() if one != old])
    return "\n".join(rows)


def change_start(text: str, source: random.Random) -> str | None:
    """Two letters of Mabula's start change places."""
    if "\nstart: " not in text or given_in(text) is not None:
        return None
    line = header_line(text, "start")
    letters = list(line.removeprefix("start: "))
    white, black = (source.choice([i for i, one in enumerate(letters) if one == colour]) for colour in "WB")
    letters[white], letters[black] = "B", "W"
    return text.replace(line, "start: " + "".join(letters))


def change_seating(text: str, source: random.Random) -> str | None:
    """Two places change seats."""
    line = header_line(text, "fair-seating")
    seats = line.split()[1:]
    if seats[0] == "chosen":
        return None
    i, j = source.sample(range(len(seats)), 2)
    seats[i], seats[j] = seats[j], seats[i]
    return text.replace(line, "fair-seating: " + " ".join(seats))


def change_order(text: str, source: random.Random) -> str | None:
    """Two chance lines change places."""
    rows, chances = text.split("\n"), drawn_rows(text)
    pairs = [(i, j) for i in chances for j in chances if rows[i] < rows[j]]
    if not pairs:
        return None
    i, j = source.choice(pairs)
    rows[i], rows[j] = rows[j], rows[i]
    return "\n".join(rows)


def change_digit(text: str, key: str, source: random.Random) -> str | None:
    """One digit of a secret, of opened bytes, or of a commitment."""
    lines = re.findall(rf"^{key}.*$", text, re.MULTILINE)
    places = [(line, i) for line in lines for found in re.finditer("[0-9a-f]{64}", line) for i in range(*found.span())]
    if not places:
        return None
    line, i = source.choice(places)
    other = source.choice([digit for digit in "0123456789abcdef" if digit != line[i]])
    return text.replace(line, line[:i] + other + line[i + 1 :])


def change_number(text: str, source: random.Random) -> str | None:
    """A draw gets another number."""
    line = header_line(text, "fair-draws")
    numbers = docs_numbers(line.split(": ")[1])
    if not numbers:
        return None
    i = source.randrange(len(numbers))
    numbers[i] = source.choice([n for n in range(max(numbers) + 3) if n != numbers[i]])
    return text.replace(line, "fair-draws: " + " ".join(map(str, numbers)))


def change_back(text: str, source: random.Random) -> str | None:
    """A take-back is left out, or claimed of a draw in effect, or of one that was never made."""
    numbers = docs_numbers(header_line(text, "fair-draws").split(": ")[1])
    if "\nfair-back: " in text:
        line = header_line(text, "fair-back")
        is_last = int(re.findall(r"\d+", line)[0]) > len(numbers)  # nothing was drawn after it
        return None if is_last else text.replace(line + "\n", "")
    wrong = source.choice([*numbers, len(numbers) + 2])
    return re.sub(r"^(fair-draws: .*)$", rf"\1\nfair-back: {wrong}", text, flags=re.MULTILINE)


def leave_out(text: str, source: random.Random) -> str | None:
    """A chance line is left out."""
    rows, chances = text.split("\n"), drawn_rows(text)
    if not chances:
        return None
    del rows[source.choice(chances)]
    return "\n".join(rows)


def change_given(text: str, source: random.Random) -> str | None:
    """A drawn step is declared as given, or a given one as drawn."""
    rows, given = text.split("\n"), given_in(text)
    first = rows.index("") + 1
    chances = [i - first for i, row in enumerate(rows) if i >= first and row.startswith("* ")]
    if given is None:
        wrong = [0, *(one + 1 for one in chances)] if "\nstart: " in text else [one + 1 for one in chances]
        if not wrong:
            return None
        return text.replace("\nfair-draws: ", f"\nfair-given: {source.choice(wrong)}\nfair-draws: ")
    wrong = [one if one < given else one + 1 for one in chances] + [len(rows) - first]
    return text.replace(f"\nfair-given: {given}\n", f"\nfair-given: {source.choice(wrong)}\n")


Change = Callable[[str, random.Random], str | None]
CHANGES: dict[str, Change] = {
    "die": lambda text, source: change_chance(text, "die", source),
    "tile": lambda text, source: change_chance(text, "tile", source),
    "start": change_start,
    "seating": change_seating,
    "order": change_order,
    "secret": lambda text, source: change_digit(text, "fair-secret", source),
    "commitment": lambda text, source: change_digit(text, "fair-commitment", source),
    "new secret": lambda text, source: change_digit(text, "fair-again", source),
    "opened bytes": lambda text, source: change_digit(text, "fair-place", source),
    "number": change_number,
    "taken back": change_back,
    "left out": leave_out,
    "given": change_given,
}
FITTING = {"die": "marabunta", "tile": "marabunta", "order": "marabunta", "left out": "marabunta", "start": "mabula"}


@pytest.mark.parametrize("kind", CHANGES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_change_of_a_record_is_found_by_all_verifiers(script: Script, kind: str, data: st.DataObject) -> None:
    setups = [setup for setup in SETUPS if setup.startswith(FITTING.get(kind, ""))]
    text = text_of(data.draw(st.sampled_from(setups)), data.draw(st.integers(0, 15)))
    changed = CHANGES[kind](text, random.Random(data.draw(st.integers(0, 2**32))))
    if changed is None:
        return
    assert changed != text
    proof, answer = our_verify(changed), script(changed)
    assert proof.problems and proof.grade is Grade.UNFAIR
    assert answer["grade"] == "unfair" and answer["problems"]
    assert docs_verify(changed).grade == "unfair"
    if kind in ("die", "tile", "start", "seating", "order"):
        assert answer["problems"][0] == proof.problems[0]


def test_a_changed_die_is_reported_with_its_line_and_its_draw(script: Script) -> None:
    """docs/fairness.md: draw 3 of the example is die:P=3."""
    changed = MOSS.replace("die:P=3", "die:P=2")
    line = changed.split("\n").index("* die:P=2") + 1
    wanted = [f"line {line}: die:P=2, but draw 3 gives die:P=3"]
    assert list(verify(Record.read(changed)).problems) == wanted
    assert script(changed)["problems"] == wanted
    made = Record.read(changed)
    assert verify(Record(made.header, made.steps)).problems == ("step 3: die:P=2, but draw 3 gives die:P=3",)


def test_a_changed_tile_and_the_first_illegal_step_after_it_are_both_reported() -> None:
    proof = verify(Record.read(MOSS.replace("tile:nest", "tile:crumbs")))
    assert len(proof.problems) == 2
    assert proof.problems[0].endswith("tile:crumbs, but draw 1 gives tile:nest")
    assert "tile:crumbs" in proof.problems[1]


def test_the_lines_of_the_docs_need_nothing_of_ours(tmp_path: Path) -> None:
    (tmp_path / "check_fair.py").write_text("# check_fair.py\n" + LINES)
    (tmp_path / "moss.record").write_text(MOSS)
    (tmp_path / "moss.receipt").write_text(MOSS_RECEIPT)

    def run(*files: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "check_fair.py", *files]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    said = ["fair if you trust the house: 7 draws", str(Trust.NO_RECEIPT.value)]
    assert run("moss.record").stdout.splitlines() == said
    assert run("moss.record", "moss.receipt").stdout == "fair, whoever you trust: 7 draws\n"
    (tmp_path / "moss.record").write_text(MOSS.replace("die:P=3", "die:P=2"))
    changed = run("moss.record")
    assert (changed.returncode, changed.stderr) == (1, "not fair: die:P=2, but draw 3 gives die:P=3\n")


def with_key(key: str, value: str | None) -> str:
    """The example of the docs with another value of a key, or without it."""
    if f"\n{key}: " not in MOSS:
        assert value is not None
        return MOSS.replace("\nend: ", f"\n{key}: {value}\nend: ")
    return MOSS.replace(header_line(MOSS, key), "x-was: here" if value is None else f"{key}: {value}")


HASH, LATER = "0" * 64, commitment(SECRET)
WRONG: list[tuple[str, str | None, str]] = [
    ("fair-method", "2", "fair-method: only method 1 is known here"),
    ("fair-method", None, "fair-method: only method 1 is known here"),
    ("fair-luck", "7", "fair-luck: method 1 has no such key"),
    ("fair-place-0", "bot", "fair-place-0: method 1 has no such key"),
    ("fair-table", None, "fair-table: missing"),
    ("fair-commitment", None, "fair-commitment: missing"),
    ("fair-place-1", None, "fair-place-1: missing"),
    ("fair-place-4", "bot", "fair-place-3: missing"),
    ("fair-seating", None, "fair-seating: missing"),
    ("fair-draws", None, "fair-draws: missing"),
    ("fair-table", "a table", "fair-table: the table's id, without spaces"),
    ("fair-table", "té", "fair-table: the table's id, without spaces"),
    ("fair-commitment", "00", "fair-commitment, fair-secret: each 64 digits 0-9 a-f"),
    ("fair-commitment", HASH.replace("0", "A"), "fair-commitment, fair-secret: each 64 digits 0-9 a-f"),
    ("fair-secret", "00", "fair-commitment, fair-secret: each 64 digits 0-9 a-f"),
    ("fair-secret", f"{HASH} {HASH}", "fair-commitment, fair-secret: each 64 digits 0-9 a-f"),
    ("fair-secret", HASH, "fair-secret: not the secret that was committed to"),
    ("fair-secret", None, "fair-secret: missing, though the game is over"),
    ("fair-again-1", "soon", "fair-again-1: write «DRAW COMMITMENT SECRET»"),
    ("fair-again-1", f"4-5 {HASH} {HASH}", "fair-again-1: write «DRAW COMMITMENT SECRET»"),
    ("fair-again-1", f"4 {HASH} {HASH}", "fair-again-1: not the secret that was committed to"),
    ("fair-again-1", f"4 {HASH}", "fair-again-1: not opened"),
    ("fair-again-1", f"99 {HASH} lost", "fair-again-1: lost, so that nobody can check what was drawn from it"),
    ("fair-again-2", f"4 {HASH}", "fair-again-1: missing"),
    ("fair-place-1", "client", "fair-place-1: write «client COMMITMENT OPENED»"),
    ("fair-place-1", f"friend {HASH} {HASH}", "fair-place-1: write «client COMMITMENT OPENED»"),
    ("fair-place-1", f"client {HASH} {HASH}", "fair-place-1: what was opened is not what was committed to"),
    ("fair-place-2", "bot bot", "fair-place-2: write «client COMMITMENT OPENED»"),
    ("fair-place-3", "bot", "fair-seating: the seats of 3 places, each seat once, not '2 1'"),
    ("fair-seating", "1 1", "fair-seating: the seats of 2 places, each seat once, not '1 1'"),
    ("fair-seating", "chosen", "fair-seating: the seats of 2 places, each seat once, not 'chosen'"),
    ("fair-seating", "1 2", "fair-seating: 1 2, but draw 0 gives 2 1"),
    ("fair-draws", "none", "fair-draws: 0 numbers, but 7 in the record were drawn"),
    ("fair-draws", "1-999999999", "fair-draws: 999999999 numbers, but 7 in the record were drawn"),
    ("fair-draws", "1-8", "fair-draws: 8 numbers, but 7 in the record were drawn"),
    ("fair-draws", "7-1", "fair-draws: write numbers as «1-8 16», not '7-1'"),
    ("fair-draws", "one", "fair-draws: write numbers as «1-8 16», not 'one'"),
    ("fair-draws", "4-7 1-3", "fair-draws: numbers grow from draw to draw"),
    ("fair-draws", "2-8", "fair-draws, fair-back: draw 1 is neither used nor taken back"),
    ("fair-draws", "1-3 3-6", "fair-draws, fair-back: draw 3 is used twice"),
    ("fair-back", "7", "fair-draws, fair-back: draw 7 is used twice"),
    ("fair-back", "9", "fair-draws, fair-back: draw 8 is neither used nor taken back"),
    ("fair-back", "none", "fair-back: write numbers as «1-8 16», not 'none'"),
    ("fair-given", "many", "fair-given: how many steps, not 'many'"),
    ("fair-given", "-3", "fair-given: how many steps, not '-3'"),
    ("fair-given", "9", "fair-given: 9 steps, but the record has 8"),
    ("fair-given", "1", "fair-draws: 7 numbers, but 6 in the record were drawn"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "problem"), WRONG)
def test_a_wrong_key_is_reported_with_its_problem(script: Script, key: str, value: str | None, problem: str) -> None:
    text = with_key(key, value)
    proof = our_verify(text)
    assert any(one.startswith(problem) for one in proof.problems), proof.problems
    assert not script(text)["ok"]
    assert docs_verify(text).grade == "unfair"
    assert str(proof).startswith("not fair: ")


def test_new_secrets_serve_one_after_another(script: Script) -> None:
    again = f"4 {LATER} {SECRET.hex()}\nfair-again-2: 2 {LATER} {SECRET.hex()}"
    text = with_key("fair-again-1", again)
    problem = "fair-again-2: serves from draw 2 on, but the one before it from draw 4 on"
    assert problem in our_verify(text).problems
    assert not script(text)["ok"]


def test_draws_from_a_lost_secret_are_not_fair_and_the_others_are_checked(script: Script) -> None:
    whole = str(fair_record("marabunta-meadow-basic", 1, again=True))
    lost = whole.replace(header_line(whole, "fair-secret"), "fair-secret: lost")
    first = int(header_line(whole, "fair-again-1").split()[1])
    proof, answer = our_verify(lost), script(lost)
    assert list(proof.problems) == ["fair-secret: lost, so that nobody can check what was drawn from it"]
    assert answer["problems"] == list(proof.problems)
    numbers = docs_numbers(header_line(whole, "fair-draws").split(": ")[1])
    assert proof.draws == answer["checked"]["draws"] == sum(number >= first for number in numbers) > 0
    assert parse_keys(Record.read(lost).header).secrets[0].is_lost
    again = "\n".join(f"{key}: {value}" for key, value in written_again(lost).items())
    assert again in lost


def written_again(text: str) -> dict[str, str]:
    """The keys of a record, read and written."""
    keys = parse_keys(Record.read(text).header)
    numbers = [[n for low, high in spans for n in range(low, high + 1)] for spans in (keys.draws, keys.back)]
    return fair_keys(
        table=keys.table, secrets=keys.secrets, places=keys.places, seats=keys.seats, is_drawn=keys.is_drawn,
        draws=numbers[0], back=numbers[1], given=keys.given,
    )  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_reading_and_writing_the_keys_gives_the_same_bytes(setup: str, seed: int) -> None:
    text = text_of(setup, seed)
    assert "\n".join(f"{key}: {value}" for key, value in written_again(text).items()) in text


def test_a_game_that_goes_on_shows_only_what_the_places_opened(script: Script, setup: str) -> None:
    text = str(fair_record(setup, 3, opens=False, most=20))
    proof, answer = our_verify(text), script(text)
    assert proof.problems == () and not proof.is_open and proof.grade is Grade.OPEN
    assert docs_verify(text) == Judged("open", ())
    assert "what was drawn can be checked when the game is over" in str(proof)
    assert answer["ok"] and answer["grade"] == "open" and not answer["checked"]["opened"]
    changed = CHANGES["opened bytes"](text, random.Random(1))
    assert changed is None or (our_verify(changed).problems and not script(changed)["ok"])


def test_a_game_that_is_over_by_its_rules_must_open_its_secret() -> None:
    text = text_of("mabula-largest", 0)
    hidden = text.replace(header_line(text, "fair-secret") + "\n", "")
    hidden = hidden.replace(header_line(text, "result") + "\n", "")
    assert our_verify(hidden).problems == ("fair-secret: missing, though the game is over",)


def test_mabulas_start_is_never_drawn_twice(script: Script) -> None:
    text = text_of("mabula-largest", 0)
    again = text.replace("fair-draws: 1\n", "fair-draws: 2\nfair-back: 1\n")
    assert "fair-draws: the start is draw 1" in our_verify(again).problems
    assert script(again)["problems"] == ["fair-draws: the start is draw 1"]
    assert docs_verify(again).grade == "unfair"
    assert our_verify(text.replace("fair-draws: 1\n", "fair-draws: none\n")).problems


def test_given_steps_may_be_any_and_the_chance_after_them_is_checked(script: Script) -> None:
    """docs/fairness.md: the example again, but its tile and its first die were given; draw 1 makes the second die."""
    given = MOSS.replace("\nfair-draws: 1-7\n", "\nfair-given: 2\nfair-draws: 1-5\n")
    dice = parse_keys(Record.read(given).header).dice
    for i, die in enumerate("POGSY", 1):
        face = ["0", "1", "2", "3", "flag", "crate"][dice.draw(i, [1] * 6)]
        given = re.sub(rf"die:{die}=\w+", f"die:{die}={face}", given)
    for changed in (given, given.replace("die:B=1", "die:B=3"), given.replace("tile:nest", "tile:one")):
        proof = our_verify(changed)
        assert proof.grade is Grade.HOUSE and (proof.given, proof.draws) == (2, 5), proof.problems
        assert script(changed)["ok"] and script(changed)["checked"]["given"] == 2
        assert "given, not drawn: everything up to step 2" in docs_verify(changed).reasons
    for other in (given.replace("\nfair-given: 2\n", "\n"), given.replace("fair-given: 2", "fair-given: 1")):
        assert our_verify(other).problems and not script(other)["ok"]
        assert docs_verify(other).grade == "unfair"


def test_a_record_with_fewer_places_than_players_is_not_fair(script: Script) -> None:
    text = text_of("junglerumble-3", 0)
    more = text.replace("players: 3", "players: 4")
    assert our_verify(more).problems[0] == "players: the keys have 3 places"
    assert script(more)["problems"] == ["players: the keys have 3 places"]


def test_the_script_checks_an_unknown_game_only_without_draws(script: Script) -> None:
    text = text_of("junglerumble-2", 0).replace("game: junglerumble", "game: pebbles")
    assert script(text)["ok"], script(text)
    drawn = text_of("marabunta-meadow-basic", 0).replace("game: marabunta", "game: pebbles")
    assert any("nothing is known here" in problem for problem in script(drawn)["problems"])
    assert script(text.replace("game: pebbles\n", ""))["problems"] == ["game: missing, or no name of a game"]


def test_a_record_without_keys_has_nothing_to_prove(script: Script) -> None:
    plain = re.sub(r"fair-.*\n", "", MOSS)
    with pytest.raises(RecordError, match="nothing to prove: it has no fair- keys"):
        verify(Record.read(plain))
    assert script(plain)["problems"] == ["nothing to prove: it has no fair- keys"]


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (Proof((), True, 43, 0, ("client", "client"), "drawn"),
         "fair, whoever you trust: 43 draws, 2 places opened by their clients, seating drawn"),
        (Proof((), True, 1, 1, ("client", "server", "bot"), "chosen", reasons=(Reason(Trust.NO_RECEIPT),)),
         "fair if you trust the house: 1 draw, 1 place opened by its client, 1 place opened by the server, 1 bot, "
         "seating chosen"),
        (Proof((), False, places=("server", "bot")),
         "not yet decided: commitments right, 1 place opened by the server, 1 bot; "
         "what was drawn can be checked when the game is over"),
        (Proof(("a", "b")), "not fair: 2 problems"),
    ],
)  # fmt: skip
def test_a_proof_as_one_line_of_text(proof: Proof, words: str) -> None:
    assert str(proof) == words


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_record_with_any_lines_gets_an_answer_from_both_verifiers(script: Script, data: st.DataObject) -> None:
    """Lines are lost, doubled or overwritten with any text; a record that we find fair is fair for the JavaScript."""
    rows = text_of(data.draw(st.sampled_from(list(SETUPS))), data.draw(st.integers(0, 7))).split("\n")
    at = data.draw(st.integers(0, len(rows) - 1))
    new = data.draw(st.one_of(st.text(max_size=30), st.sampled_from(rows), st.just(rows[at][:-1])))
    rows[at : at + data.draw(st.integers(0, 2))] = [new]
    text = "\n".join(rows)
    proof, answer = our_verify(text), script(text)
    assert proof.grade is not Grade.HOUSE or answer["grade"] == "house"


@pytest.mark.parametrize("blank", ["", " ", "\t "])
def test_lines_of_spaces_and_tabs_are_blank_to_both_verifiers(script: Script, blank: str) -> None:
    text = f"{blank}\n{text_of('mabula-largest', 0)}"
    assert our_verify(text).grade is Grade.HOUSE and script(text)["ok"]


@pytest.mark.parametrize("sign", ["\x1f", "\x85", "\ufeff", "\u00a0"])
def test_other_white_space_is_no_blank_line_to_either_verifier(script: Script, sign: str) -> None:
    """Python and JavaScript trim different characters."""
    text = f"{sign}\n{text_of('mabula-largest', 0)}"
    assert our_verify(text).problems and not script(text)["ok"]


# The statistics, with fixed secrets: every figure is the same in every run. For numbers that are as random as they
# should be, each of the tests fails once in 500.

LOWEST, HIGHEST = 0.001, 0.999


def p_value(counts: Sequence[int]) -> float:
    """How often equally likely outcomes are spread at least as unevenly (chi-square, by Wilson and Hilferty)."""
    expected, freedom = sum(counts) / len(counts), len(counts) - 1
    assert expected >= 5
    square = sum((number - expected) ** 2 for number in counts) / expected
    spread = 2 / (9 * freedom)
    return erfc(((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def spread(outcomes: Iterator[int], total: int) -> float:
    counts = Counter(outcomes)
    assert set(counts) <= set(range(total))
    return p_value([counts[index] for index in range(total)])


def tables(name: str, number: int) -> Iterator[tuple[bytes, str, list[bytes | None]]]:
    """Tables with secrets and opened bytes of their own."""
    source = random.Random(name)
    for i in range(number):
        yield source.randbytes(32), f"t{i}", [source.randbytes(32), None, source.randbytes(32)]


def test_the_measure_distinguishes_even_from_uneven_counts() -> None:
    assert 0.2 < p_value([95, 105, 100, 92, 108, 100]) < 0.95
    assert p_value([60, 140, 100, 80, 120, 100]) < LOWEST
    assert p_value([100] * 6) > HIGHEST


@pytest.mark.slow
@pytest.mark.parametrize("total", [2, 3, 4, 5, 6, 7])
def test_dice_and_tiles_come_equally_often(total: int) -> None:
    drawn = (draw(*table, number, total) for table in tables("dice", 1000) for number in range(1, 121))
    assert LOWEST < spread(drawn, total) < HIGHEST


@pytest.mark.slow
def test_starts_come_equally_often() -> None:
    starts = game("mabula").starts
    drawn = (draw(*table, 1, starts) for table in tables("starts", 10 * starts))
    assert LOWEST < spread(drawn, starts) < HIGHEST


@pytest.mark.slow
@pytest.mark.parametrize("places", [2, 3, 4, 5, 6])
def test_seatings_come_equally_often(places: int) -> None:
    source = random.Random(places)
    opened = [source.randbytes(32) for _ in range(places)]
    drawn = Counter(seating(source.randbytes(32), "t", opened) for _ in range(50 * factorial(places)))
    assert len(drawn) == factorial(places)
    assert LOWEST < p_value(list(drawn.values())) < HIGHEST


@pytest.mark.slow
@pytest.mark.parametrize("total", [2, 6, 7])
def test_successive_draws_are_independent(total: int) -> None:
    """Pairs of successive draws of a table, and three in a row: all are equally frequent."""
    lines = [[draw(*table, number, total) for number in range(1, 121)] for table in tables("serial", 1000)]
    pairs = (a * total + b for line in lines for a, b in pairwise(line))
    assert LOWEST < spread(pairs, total**2) < HIGHEST
    threes = (a * total**2 + b * total + c for line in lines for a, b, c in zip(*[iter(line)] * 3, strict=True))
    assert LOWEST < spread(threes, total**3) < HIGHEST


@pytest.mark.slow
def test_tables_that_differ_in_one_thing_draw_differently() -> None:
    """The same draw with the next table's id, or with one bit of the secret or of a player's bytes changed."""
    pairs: dict[str, list[int]] = {"table": [], "secret": [], "bytes": []}
    for secret, table, opened in tables("neighbours", 40_000):
        first = draw(secret, table, opened, 1, 6)
        other = bytes([secret[0] ^ 1]) + secret[1:]
        last = opened[2] or b""
        mixed = [*opened[:2], last[:-1] + bytes([last[-1] ^ 1])]
        pairs["table"].append(6 * first + draw(secret, table + "a", opened, 1, 6))
        pairs["secret"].append(6 * first + draw(other, table, opened, 1, 6))
        pairs["bytes"].append(6 * first + draw(secret, table, mixed, 1, 6))
    for kind, drawn in pairs.items():
        assert LOWEST < spread(iter(drawn), 36) < HIGHEST, kind
