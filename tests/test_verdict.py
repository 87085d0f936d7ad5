"""The verdict in grades: every way to cheat that docs/fairness.md lists is tried, and all three verifiers judge it."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from ludotheque import Position
from ludotheque.play.fairness.fair_dice import Dice, DicePlace, Secret, commitment
from ludotheque.play.fairness.fair_keys import fair_keys
from ludotheque.play.fairness.receipt import OwnBytes, Receipt, ToldEntry, WithdrawnEntry, hash_steps
from ludotheque.play.fairness.verdict import Trust
from ludotheque.play.record import result_key, setup_keys
from tests.conftest import interpreted
from tests.fair_verifiers import PAGE, Script, judged_by_all, our_verify, script_verifier

Steps = list[tuple[int, str]]
SOURCE = random.Random("a table")
HOUSE, OTHER, *BYTES = [SOURCE.randbytes(32) for _ in range(6)]


def place(by: str, opened: bytes = b"") -> DicePlace:
    return DicePlace(by, commitment(opened), opened) if opened else DicePlace(by)


@dataclass
class Table:
    """A house's table of Marabunta, which is told to the client at place 1: what it did, and what it wrote down."""

    secrets: tuple[Secret, ...] = (Secret(0, commitment(HOUSE), HOUSE),)
    places: tuple[DicePlace, ...] = (place("client", BYTES[0]), place("client", BYTES[1]))
    entries: list[Steps] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    back: list[int] = field(default_factory=list)
    withdrawn: list[WithdrawnEntry] = field(default_factory=list)
    seating: tuple[int, ...] | None = None  # chosen
    given: int | None = None
    end: str | None = "resigned 2"
    position: Position = field(default_factory=lambda: interpreted("marabunta").start())

    @property
    def dice(self) -> Dice:
        return Dice("anthill", self.secrets, tuple(one.opened for one in self.places))

    @property
    def scores(self) -> tuple[int, ...]:
        assert self.position.outcome is not None
        return self.position.outcome.scores

    @property
    def next(self) -> int:
        return 1 + len(self.draws) + len(self.back)

    def draw(self) -> Steps:
        """Draw until somebody has a choice."""
        drawn: Steps = []
        while self.position.is_chance:
            legal = self.position.legal()
            self.draws.append(number := self.next)
            self.position = self.position.play(legal[self.dice.draw(number, [1] * len(legal))])
            drawn.append((0, self.position.steps[-1].text))
        return drawn

    def begin(self) -> "Table":
        """Begin: of a game that goes on from another, the first chance is drawn already."""
        self.entries.append(self.draw())
        return self

    def play(self, entries: int) -> "Table":
        for _ in range(entries):
            step = self.position.legal()[0]
            self.position = self.position.play(step)
            self.entries.append([(step.seat, step.text), *self.draw()])
        return self

    def play_round(self) -> "Table":
        """Play until something was drawn."""
        many = len(self.draws)
        while len(self.draws) == many:
            self.play(1)
        return self

    def take_back(self) -> None:
        """Withdraw the last entry, as all agree."""
        gone = self.entries.pop()
        drawn = sum(seat == 0 for seat, _ in gone)
        self.position = next(one for one in self.position.history if one.ply == self.position.ply - len(gone))
        self.back += self.draws[len(self.draws) - drawn :]
        del self.draws[len(self.draws) - drawn :]
        self.withdrawn.append(WithdrawnEntry(len(self.entries) + 50, drawn))

    def record(self) -> str:
        keys = fair_keys(
            table="anthill", secrets=self.secrets, places=self.places, seats=self.seating or self.dice.seating(),
            is_drawn=self.seating is None, draws=self.draws, back=self.back, given=self.given,
        )  # fmt: skip
        return str(self.position.record(None, **keys, **({"end": self.end} if self.end else {})))

    def receipt(self) -> Receipt:
        """What the client at place 1 was told."""
        mine, told, ply = self.places[0], list[ToldEntry](), 0
        for number, steps in enumerate(self.entries, 4):
            told.append(ToldEntry(number, ply, len(steps), hash_steps(steps)))
            ply += len(steps)
        own = OwnBytes(mine.commitment, mine.opened.hex()) if mine.by == "client" and mine.opened else None
        promises = tuple(one.commitment or None for one in self.places)
        commitments = tuple(secret.commitment for secret in self.secrets)
        return Receipt(
            "anthill", commitments, 1, own, promises if own else None, tuple(told), tuple(self.withdrawn),
            setup_keys(self.position.game, self.position.setup), {"end": self.end} if self.end else None,
        )  # fmt: skip


def honest() -> Table:
    return Table().begin().play_round().play_round()


Cheated = tuple[str, Receipt]  # a record, and the receipt of the client at place 1


def nothing() -> Cheated:
    return honest().record(), honest().receipt()


def bot_opponent() -> Cheated:
    table = Table(places=(place("client", BYTES[0]), place("bot"))).begin().play_round()
    return table.record(), table.receipt()


def ground(table: Callable[[bytes], Table], dice: str = "die:B=crate die:P=crate") -> Table:
    """The first table, of those with other bytes, whose first dice are as wished."""
    for number in range(10_000):
        tried = table(commitment(b"%d" % number).encode()[:32]).begin()
        if all((0, die) in tried.entries[0] for die in dice.split()):
            return tried.play_round()
    raise AssertionError(dice)


def ground_house_bytes() -> Cheated:
    table = ground(lambda made: Table(places=(place("server", BYTES[0]), place("server", made))))
    return table.record(), table.receipt()


def ground_last_place() -> Cheated:
    told = honest().receipt()
    table = ground(lambda made: Table(places=(place("client", BYTES[0]), place("client", made))))
    return table.record(), replace(table.receipt(), promises=told.promises)


def ground_bytes_of_one_who_lost_theirs() -> Cheated:
    told = honest().receipt()
    table = ground(lambda made: Table(places=(place("client", BYTES[0]), place("server", made))))
    return table.record(), replace(table.receipt(), promises=told.promises)


def bytes_for_a_bot() -> Cheated:
    told = bot_opponent()[1]
    table = ground(lambda made: Table(places=(place("client", BYTES[0]), place("client", made))))
    return table.record(), replace(table.receipt(), promises=told.promises)


def called_client() -> Cheated:
    """The house draws the bytes of both places, and writes that clients did."""
    table = ground(lambda made: Table(places=(place("client", BYTES[0]), place("client", made))))
    return table.record(), replace(table.receipt(), own=None, promises=None)


def new_commitments() -> Cheated:
    table = ground(lambda made: Table(secrets=(Secret(0, commitment(made), made),)))
    return table.record(), replace(table.receipt(), commitments=honest().receipt().commitments)


def two_secrets(made: bytes, first: int = 1) -> tuple[Secret, ...]:
    return Secret(0, commitment(HOUSE), HOUSE), Secret(first, commitment(made), made)


def second_secret() -> Cheated:
    table = ground(lambda made: Table(secrets=two_secrets(made)))
    return table.record(), table.receipt()


def second_secret_untold() -> Cheated:
    table = ground(lambda made: Table(secrets=two_secrets(made)))
    return table.record(), replace(table.receipt(), commitments=honest().receipt().commitments)


def lost_secret() -> Cheated:
    text, receipt = second_secret()
    return re.sub("fair-secret: .*", "fair-secret: lost", text), receipt


def draws_taken_back() -> Cheated:
    table = honest()
    table.take_back()
    table.play_round()
    return table.record(), table.receipt()


def take_back_hidden() -> Cheated:
    """The first draws are taken back, and the record has the later ones under their numbers."""
    text, receipt = draws_taken_back()
    drawn = re.sub(r"fair-draws: .*\nfair-back: .*", "fair-draws: 1-21", text)
    return drawn, receipt


def take_back_denied() -> Cheated:
    """The draws are taken back, and the record goes on as if they had not been."""
    return honest().record(), draws_taken_back()[1]


def given_steps() -> Cheated:
    table = Table(given=7)
    for die in ("tile:nest", *(f"die:{one}=crate" for one in "BPOGSY")):
        table.position = table.position.play(die)
    table.entries.append([(step.seat, step.text) for step in table.position.steps])
    table.play_round()
    return table.record(), table.receipt()


def chosen_seating() -> Cheated:
    table = Table(seating=(1, 2)).begin().play_round()
    return table.record(), table.receipt()


def cut_and_mended() -> Cheated:
    table, told = honest(), honest().receipt()
    table.end = "agreed"
    gone = table.entries.pop()
    table.position = next(one for one in table.position.history if one.ply == table.position.ply - len(gone))
    del table.draws[-7:]
    return table.record(), told


def cut_without_an_end() -> Cheated:
    text, told = cut_and_mended()
    return text.replace("end: agreed\n", ""), told


def no_end() -> Cheated:
    table = honest()
    table.end = None
    return table.record(), table.receipt()


def changed_die() -> Cheated:
    text, told = nothing()
    first = re.findall(r"die:P=\S+", text)[0]
    return text.replace(first, "die:P=1" if first == "die:P=0" else "die:P=0", 1), told


def swapped_entries() -> Cheated:
    """The dice of two rounds change places."""
    rows, told = nothing()[0].split("\n"), nothing()[1]
    dice = [i for i, row in enumerate(rows) if row.startswith("* die:")]
    first, second = dice[:6], dice[6:12]
    for i, j in zip(first, second, strict=True):
        rows[i], rows[j] = rows[j], rows[i]
    return "\n".join(rows), told


def other_move() -> Cheated:
    """The last move, after which nothing was drawn, is another."""
    table = honest().play(1)
    told, before = table.receipt(), next(iter(table.position.history))
    table.position = before.play(before.legal()[-1])
    assert table.position.steps[-1] != honest().play(1).position.steps[-1] and not table.position.is_chance
    return table.record(), told


def told_two_stories() -> Cheated:
    """Place 2 was told the dice of the record, place 1 others."""
    table = honest()
    table.entries[-1] = [(seat, text.replace("die:B=", "die:B=not-")) for seat, text in table.entries[-1]]
    return table.record(), table.receipt()


def dead_table() -> Cheated:
    """The game stops in the middle, and the secret is never opened."""
    text, told = never_opened()
    return re.sub("end: .*\n", "", text), replace(told, ending=None)


def never_opened() -> Cheated:
    return re.sub("fair-secret: .*\n", "", honest().record()), honest().receipt()


def taken_over() -> Cheated:
    """A second device, or another person, took the seat in the middle of the game: it was told the entries, no more."""
    return honest().record(), replace(honest().receipt(), own=None, promises=None)


def went_away() -> Cheated:
    told = honest().receipt()
    return honest().record(), replace(told, entries=told.entries[:-1], ending=None)


def other_options() -> Cheated:
    """The same steps of Mabula, which count otherwise."""
    one = interpreted("mabula")
    start = Table().dice.draw(1, [1] * one.starts)
    table = Table(position=one.start(start=start, scoring="largest"), draws=[1]).play(4)
    return table.record().replace("scoring: largest", "scoring: product"), table.receipt()


def other_who_resigned() -> Cheated:
    return nothing()[0].replace("end: resigned 2", "end: resigned 1"), nothing()[1]


def other_way_of_ending() -> Cheated:
    return nothing()[0].replace("end: resigned 2", "end: agreed"), nothing()[1]


def result_for_end() -> Cheated:
    return nothing()[0].replace("end: resigned 2", "result: 9 0"), nothing()[1]


def finished() -> Table:
    """A game that its rules ended."""
    table = Table(end=None).begin()
    while not table.position.is_over:
        table.play(1)
    return table


def other_result() -> Cheated:
    table = finished()
    text, told = table.record(), replace(table.receipt(), ending=result_key(table.scores))
    return re.sub("result: .*", "result: 99 0", text), told


def end_before_the_rules() -> Cheated:
    """The last steps are cut off, and somebody is said to have resigned before."""
    table = finished()
    told = replace(table.receipt(), ending=result_key(table.scores))
    gone = table.entries.pop()
    table.position = next(one for one in table.position.history if one.ply == table.position.ply - len(gone))
    drawn = sum(seat == 0 for seat, _ in gone)
    del table.draws[len(table.draws) - drawn :]
    table.end = "resigned 1"
    return table.record(), told


def said_to_go_on() -> Cheated:
    """The client was told that the game is over; its record says that it goes on, and keeps the secret."""
    return dead_table()[0], nothing()[1]


def end_not_told() -> Cheated:
    """The game was stopped while this client was away."""
    return honest().record(), replace(honest().receipt(), ending=None)


def old_receipt() -> Cheated:
    return honest().record(), replace(honest().receipt(), terms=None, ending=None)


def other_table() -> Cheated:
    return honest().record(), replace(honest().receipt(), table="termites")


def promises_not_kept() -> Cheated:
    return honest().record(), replace(honest().receipt(), promises=None)


def entry_never_shown() -> Cheated:
    told = honest().receipt()
    hidden = ToldEntry(99, None, None, None)
    return honest().record(), replace(told, entries=(*told.entries, hidden))


def only_bots() -> Cheated:
    table = Table(places=(place("bot"), place("bot"))).begin().play_round()
    return table.record(), table.receipt()


TRIED: dict[str, Callable[[], Cheated]] = {
    "nothing: an honest game of two people": nothing,
    "nothing: an honest game against a bot": bot_opponent,
    "bots among themselves": only_bots,
    "the house draws the bytes of all places, and tries until the first dice are crates": ground_house_bytes,
    "the same, and it writes `client`": called_client,
    "it waits for my bytes, then tries other bytes of an accomplice": ground_last_place,
    "the same, for somebody who is said to have lost theirs": ground_bytes_of_one_who_lost_theirs,
    "it puts an accomplice, with bytes, in the place of a bot": bytes_for_a_bot,
    "it exchanges its secret when everything is open, and all commitments with it": new_commitments,
    "it says that its key was lost, and tries second secrets": second_secret,
    "the same, and the first secret is not opened": lost_secret,
    "it writes a second secret into the record, of which nobody was told": second_secret_untold,
    "it takes draws back until they please": draws_taken_back,
    "the same, and the later draws get the numbers of the earlier ones": take_back_hidden,
    "it takes draws back, and the record denies it": take_back_denied,
    "it gives the first steps and dice": given_steps,
    "it chooses who sits where": chosen_seating,
    "it cuts the record short, and mends numbers and end": cut_and_mended,
    "it cuts the record short, without an end": cut_without_an_end,
    "it stops the game, and says of no end": no_end,
    "it changes a die": changed_die,
    "it swaps two entries with dice": swapped_entries,
    "it writes another move than was played": other_move,
    "it tells two clients different things": told_two_stories,
    "it changes the options": other_options,
    "it writes another result": other_result,
    "it names another who resigned": other_who_resigned,
    "it writes another way of ending": other_way_of_ending,
    "it writes a result, where somebody had resigned": result_for_end,
    "it cuts off the last steps, and says that somebody resigned before": end_before_the_rules,
    "it ends the game, and its record says that the game goes on": said_to_go_on,
    "it lets the table die": dead_table,
    "it ends the game, and keeps its secret": never_opened,
    "it shows the record of another table": other_table,
    "my seat was taken over, or I came back without my receipt": taken_over,
    "I went away before the end": went_away,
    "the game was stopped while I was away": end_not_told,
    "my receipt is of format 1": old_receipt,
    "an entry was never shown to me": entry_never_shown,
    "my client kept no promises of the others": promises_not_kept,
}
WORDS = {"fair, whoever you trust": "anyone", "if you trust the house": "house", "not fair": "unfair",
         "not yet decided": "open"}  # fmt: skip
BY_THE_COMMAND = "; not fair, says the command"  # which replays the game


def listed() -> Iterator[tuple[str, tuple[str, str], str, str]]:
    """The rows of the docs' list: what was tried, the grades without a receipt, by the command and by the other two,
    the grade with one, and what the verdict says."""
    table = PAGE.split("## Ways to cheat")[1].split("\n## ")[0]
    for row in re.findall(r"^\|(.*)\|$", table, re.MULTILINE)[2:]:
        tried, without, having, says = (cell.strip() for cell in row.split("|"))
        grade = WORDS[without.removesuffix(BY_THE_COMMAND)]
        by_command = "unfair" if without.endswith(BY_THE_COMMAND) else grade
        yield tried, (by_command, grade), WORDS[having], says


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with script_verifier() as verify_text:
        yield verify_text


@cache
def cheated(tried: str) -> Cheated:
    return TRIED[tried]()


def test_the_list_of_the_docs_has_every_way_that_is_tried_here_and_no_other() -> None:
    assert [tried for tried, *_ in listed()] == list(TRIED)


@pytest.mark.parametrize(("tried", "without", "having", "says"), list(listed()))
def test_all_verifiers_judge_a_way_to_cheat_as_the_docs_say(
    script: Script, tried: str, without: tuple[str, str], having: str, says: str
) -> None:
    text, receipt = cheated(tried)
    for (by_command, grade), told in ((without, None), ((having, having), receipt)):
        ours, theirs, lines = judged_by_all(script, text, told)
        assert (ours.grade, theirs.grade, lines.grade) == (by_command, grade, grade), (ours, theirs, lines)
        assert theirs.reasons == lines.reasons and ours.reasons in (theirs.reasons, ())
        assert all(bool(one.problems) == (one.grade == "unfair") for one in (ours, theirs, lines))
    for phrase in re.findall("«(.*?)»", says):
        for judged in (ours, theirs):
            assert any(phrase in one for one in (*judged.reasons, *judged.problems)), (phrase, judged)


def test_every_reason_to_trust_the_house_is_in_the_list() -> None:
    said = {says for text, receipt in map(cheated, TRIED) for says in reasons_in(text, receipt)}
    assert said == set(Trust)


def reasons_in(text: str, receipt: Receipt) -> list[Trust]:
    return [one.trust for told in (None, receipt) for one in our_verify(text, told).reasons]


def test_ours_alone_replays_the_moves_and_finds_a_false_result(script: Script) -> None:
    """docs/fairness.md: the other two do not ask whether moves were legal and the result is right."""
    text = honest().record().replace("end: resigned 2", "result: 9 0")
    ours, theirs, lines = judged_by_all(script, text)
    assert ours.problems == ("result: stated, but the game is not over",)
    assert theirs.grade == lines.grade == "house"
