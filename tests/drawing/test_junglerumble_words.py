"""Jungle Rumble in words: steps, descriptions, refusals, and the rulebook's terms."""

import re
import tomllib
from importlib.resources import files
from itertools import islice, pairwise
from pathlib import Path

import pytest

from ludotheque import Position, Record, game
from ludotheque.drawing import LANGUAGES, describe, draw, in_words, rulebook, tell, told
from ludotheque.drawing.junglerumble.names import cells, edges
from ludotheque.drawing.junglerumble.scene import read_table
from tests.conftest import begin, random_line
from tests.games.junglerumble_tables import DRAWN, long_farm, seat, table
from tests.games.test_junglerumble_refusals import ILLEGAL, MOMENTS, STEPS

JUNGLE = game("junglerumble")
SETUPS = ("junglerumble-2", "junglerumble-3", "junglerumble-4")
ENDINGS = Path(__file__).parent.parent / "endings"
WET = """
      g   h   i   j
 9    .   .   .   .
         ~~~
 8    .  ###|###  .
 7    .   .   .   .
"""
FOOD_TOLD = {
    r"(\w+) pays (\d+) food and wakes": -1,
    r"(\w+) sells (1) food to": -1,
    r"(\w+) chooses .* and takes the (\d+) food": 1,
    r"(\w+) (?:sends \d+ workers? to|follows) the tiger.*: (\d+) food": 1,
    r"(\w+) passes and gets (1) food": 1,
    r"(\w+) dismisses .* gets (3) food": 1,
    r"(\w+) feeds .* (\d+) food from the stock": -1,
    r"(\w+)'s turn begins; nobody is asleep, so (1) food": 1,
}


def says(position: Position, move: str, code: str = "en") -> str:
    after = position.play(move)
    assert after.last
    return told(position, after.last, None, code, after)


def following(card: str, answer: str, **owned: object) -> Position:
    seats = seat(), seat(**owned), seat()  # type: ignore[arg-type]
    return table(f"Turn of seat 1, {card}: seat {answer}", *seats, taken=f"{card} by seat 1")


def test_the_words_of_the_last_answer_go_on_with_supper_and_the_next_turn() -> None:
    assert says(JUNGLE.read(DRAWN), "pass") == (
        "Blue passes and gets 1 food. Red feeds 4 kittens with 6 food from the farm and 2 food from the stock. "
        "Blue's turn begins; nobody is asleep, so 1 food comes in."
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Blue follows the tiger with one worker: 2 food."),
        ("fr", "Bleu suit Tiger Boss avec un ouvrier\u202f: 2 nourritures."),
        ("it", "Blu segue Tiger Boss con un lavoratore: 2 razioni."),
    ],
)
def test_the_words_of_following_name_the_gain(code: str, sentence: str) -> None:
    assert says(following("tiger", "2 follows or passes"), "follow", code) == sentence


def test_the_words_of_placing_say_what_the_farm_now_gives() -> None:
    start = JUNGLE.start(players=2).play("wake:0")
    ploughing, digging = (start.play(card).play("send:2") for card in ("card:bull", "card:beaver"))
    assert says(ploughing, "field:h9") == "Red places a field on h9, without water so far."
    assert says(digging, "water:h8n") == "Red digs a waterway on h8n, beside one field: the farm now gives 3 food."
    turn = "Turn of seat 1, bull: seat 1 has 1 more to place"
    wet = table(turn, seat(awake=1, asleep=1, farm=WET), seat(), taken="bull by seat 1", to_place=(1, 0))
    assert says(wet, "field:h9") == "Red places a field on h9, with water on 1 side: the farm now gives 4 food."


def test_the_words_of_hiring_a_foreign_kitten_announce_the_end() -> None:
    seats = seat(gold=2, awake=6), seat(), seat(awake=1)
    hiring = table("Turn of seat 1, monkey: seat 1 sends workers", *seats, taken="monkey by seat 1").play("send:1")
    assert says(hiring, "hire:trader") == (
        "Red hires a kitten of Yellow's tribe as trader 1. So the game ends with this round."
    )
    possible = " ".join(map(str, describe(hiring.view(1)).possible))
    assert possible.endswith("It comes from another tribe: the game ends with this round.")


def test_the_words_of_placing_the_last_field_announce_the_end() -> None:
    seats = seat(awake=6), seat(farm=long_farm(18))
    ploughing = table("Turn of seat 1, bull: seat 1 sends workers", *seats, taken="bull by seat 1")
    assert says(ploughing, "send:2").endswith("That is the last field: the game ends with this round.")
    assert "This round is the last, for the last field has been taken." in in_words(ploughing.play("send:2").view(None))


def test_the_missing_food_is_repeated_after_each_dismissal_until_there_is_enough() -> None:
    poor = seat(food=0, awake=0, asleep=2, next_trader=3, traders="t1:2gold t2:open")
    position = table(
        "Turn of seat 1, bull: seat 2 follows or passes", poor, seat(), round_number=5, taken="bull by seat 1"
    )
    short = position.play("pass")
    need = "Red's kittens need {} food: the farm gives 2 food, the stock has {} food, and {} food is missing."
    assert says(position, "pass").endswith(need.format(8, 0, 6))
    lost = "Red dismisses trader 1 and gets 3 food; what it held is lost: 2 gold. "
    assert says(short, "dismiss:t1") == lost + need.format(6, 3, 1)
    assert says(short, "dismiss:t2").startswith("Red dismisses trader 2 and gets 3 food. ")
    assert says(short, "penalty").startswith(
        "Red lets 3 kittens go hungry and takes 3 penalty tokens. Red's farm feeds 1 kitten. Blue's turn begins"
    )
    assert "Red lets 1 kitten go hungry and takes 1 penalty token." in says(short.play("dismiss:worker"), "penalty")


def test_equal_states_share_one_table_and_its_description() -> None:
    """All seats see the whole table; only the expected and possible steps are worded by seat."""
    position = begin("junglerumble-2", 3).play("wake:0")
    red, blue = position.view(1), position.view(2)
    assert read_table(red) is read_table(blue) is read_table(position)
    assert read_table(position) is not read_table(next(iter(position.history)))
    assert all(one is other for one, other in zip(describe(red).where[1:], describe(blue).where[1:], strict=True))
    assert describe(red).expected != describe(blue).expected


@pytest.mark.parametrize("setup", SETUPS)
def test_the_words_of_all_steps_add_up_to_every_seat_s_food(setup: str) -> None:
    start = begin(setup, 1)
    seats = range(1, start.players + 1)
    stock = {start.game.seat_name(one): read_table(start).seats[one].food for one in seats}
    for before, after in pairwise(random_line(start, 1)):
        assert after.last
        for sentence in map(str, tell(before, after.last, None, after)):
            for pattern, sign in FOOD_TOLD.items():
                if found := re.match(pattern, sentence):
                    stock[found[1]] += sign * int(found[2])
        assert [*stock.values()] == [read_table(after).seats[one].food for one in seats], after.last


@pytest.mark.parametrize("setup", SETUPS)
def test_the_words_of_a_new_turn_name_the_worker_who_wakes_or_the_food(setup: str) -> None:
    for before, after in pairwise(random_line(begin(setup, 1), 1)):
        assert after.last
        words = told(before, after.last, None, "en", after)
        if "turn begins" in words:
            one = read_table(after).active
            gained = read_table(after).seats[one].food - read_table(before).seats[one].food
            assert ("nobody is asleep" in words) <= (read_table(after).seats[one].asleep == 0)
            assert "a worker wakes" in words or "nobody is asleep" in words
            if one not in (after.last.seat, read_table(before).active):
                assert gained == ("nobody is asleep" in words)


@pytest.mark.parametrize("name", JUNGLE.endings)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_of_every_ending_give_its_reason_and_the_scores(name: str, code: str) -> None:
    *_, before, after = Record.load(ENDINGS / f"junglerumble-{name}.record").replay()
    assert after.last and after.outcome
    words = told(before, after.last, None, code, after)
    reason = {
        "last-field": ("the last field has been taken", "le dernier champ a été pris", "è stato preso l'ultimo campo"),
        "last-waterway": ("the last waterway", "la dernière voie d'eau", "l'ultimo canale"),
        "foreign-kitten": ("a kitten of another tribe", "un chaton d'une autre tribu", "un gattino di un'altra tribù"),
        "fifty-rounds": ("fifty rounds", "cinquante manches", "cinquanta round"),
    }[name]
    assert reason[LANGUAGES.index(code)] in words
    assert all(re.search(rf"\b{abs(score)}\b", words) for score in after.outcome.scores)


def test_a_shared_win_names_all_winners_in_one_sentence() -> None:
    *_, before, after = Record.load(ENDINGS.parent / "golden" / "junglerumble" / "rare-several-winners.record").replay()
    assert after.last
    assert told(before, after.last, None, "en", after).endswith(" win together.")
    assert told(before, after.last, None, "it", after).endswith(" vincono insieme.")


def test_a_description_covers_everything_on_the_table() -> None:
    words = in_words(JUNGLE.read(DRAWN).view(2))
    assert words.split("\n") == [
        "You are Blue.",
        "Round 3; Red has the first-player token.",
        "It is Red's turn, with the beaver.",
        "Free cards: the tiger with 1 food, the bull, the raccoon with 2 food and the monkey; chosen in this round: "
        "the beaver by Red.",
        "The supply has 17 fields, 17 waterways and these kittens: 2 for Red and 3 for Blue.",
        "Red: 23 points; 3 food, 2 gold and 1 penalty token; 1 worker awake and 1 asleep; trader 1 with 2 food and "
        "trader 3 with nothing yet.",
        "Red's farm: fields on h8, i8 and h9; waterways on h8e, i8e, h7n and h8n.",
        "Red's supper: 8 food for 4 kittens; the farm gives 6 food.",
        "Blue: 21 points; 12 food and 0 gold; 2 workers awake; trader 2 with 1 gold.",
        "Blue's farm: fields on h8 and i8; waterways on h8e.",
        "Blue's supper: 6 food for 3 kittens; the farm gives 2 food.",
        "Your move: follow the beaver with one worker, or pass.",
        "One worker goes, brings 1 waterway and falls asleep: «follow». You get 1 food: «pass».",
    ]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_description_agrees_with_the_facts(setup: str) -> None:
    for position in islice(random_line(begin(setup, 2), 2), 0, None, 7):
        facts = position.facts()
        where = "\n".join(map(str, describe(position.view(None)).where))
        for number, one in facts["seats"].items():
            name, supper = JUNGLE.seat_name(int(number)), one["supper"]
            assert f"{name}: {one['total']} point" in where
            if one["kittens"] and not position.is_over:
                gives = f"the farm gives {supper['farm']} food"
                missing = f", and with the stock {supper['short']} food is missing." if supper["short"] else "."
                assert f"{name}'s supper: {supper['needed']} food for {one['kittens']} kitten" in where
                assert f"{gives}{missing}" in where.split(f"{name}'s supper")[1].split("\n")[0]


def test_three_or_more_fields_in_a_row_are_named_as_a_range() -> None:
    assert list(map(str, cells([0] * 8 + [0b111 << 8 | 1 << 3, 0b11 << 8]))) == ["c8", "h8 to j8", "h9", "i9"]
    assert edges([0, 0b11], [0b10]) == ["a1w", "a1e", "a1s"]


@pytest.mark.parametrize("setup", SETUPS)
def test_possible_places_are_grouped_by_their_gain(setup: str) -> None:
    """Cells and edges are grouped by the pairs that they would make."""
    seen = set()
    placing = (one for one in random_line(begin(setup, 5), 5) if read_table(one).phase == "placing")
    for facts, position in ((one.facts(), one) for one in placing):
        if facts["card"] in ("bull", "beaver"):
            farm = facts["seats"][str(facts["turn"])]["farm"]
            brings = farm["open_cells"] if facts["card"] == "bull" else farm["open_edges"]
            for sentence in map(str, describe(position.view(facts["turn"])).possible):
                amount = re.search(r"on (\d) side|(without) water|(one) field|(two) fields", sentence)
                assert amount
                worth = {"without": 0, "one": 1, "two": 2}.get(word := next(filter(None, amount.groups())), word)
                names = re.findall(r"\b[a-o]\d+[enws]?\b", sentence.partition("»")[2])
                assert names and all(brings[name] == int(worth) for name in names)
                seen.add((facts["card"], int(worth)))
    assert {("bull", 0), ("bull", 1), ("beaver", 1), ("beaver", 2)} <= seen


@pytest.mark.parametrize("setup", SETUPS)
def test_free_cards_are_described_with_the_most_that_they_can_bring(setup: str) -> None:
    choosing = (one for one in random_line(begin(setup, 6), 6) if read_table(one).phase == "choosing")
    for position in islice(choosing, 0, None, 3):
        facts = position.facts()
        words = str(describe(position.view(facts["turn"])).possible[1])
        for card, amount in facts["seats"][str(facts["turn"])]["can_send"].items():
            brought = facts["tiger_food"][amount] if card == "tiger" else amount
            said = f"with the {card} up to {brought} " if brought else f"with the {card} nothing"
            assert (said in words) == (facts["cards"][card]["taker"] is None)


NO_GOODS = seat(food=0, gold=0, next_trader=2, traders="t1:open")
POSSIBLE = {
    "nobody asleep": (MOMENTS["waking"][0], "Nobody else can wake: «wake:0»."),
    "some asleep": (ILLEGAL["wake-asleep"][0], "Wake this many: «wake:» 0 or 1."),
    "nothing to sell": (
        table("Turn of seat 1: seat 1 sells to t1", NO_GOODS, seat(), round_number=3),
        "You have nothing that trader 1 buys: «sell:t1=none».",
    ),
    "gold only": (ILLEGAL["trader-kind"][0], "What trader 2 gets: «sell:t2=» none or gold."),
    "an empty supply": (ILLEGAL["waterway-supply"][0], "Nobody can be sent: «send:0»."),
    "to the tiger": (ILLEGAL["send-awake"][0], "Send this many: «send:» 0, 1 or 2. They bring 0, 2 or 5 food."),
    "to the monkey": (
        ILLEGAL["hire-gold"][0],
        "Send this many: «send:» 0 or 1. One worker brings 1 kitten for 1 gold.",
    ),
    "only traders": (
        ILLEGAL["no-worker"][0],
        "Dismiss a kitten, for 3 food and one mouth less: «dismiss:» t1, t2 or t3. "
        "Let kittens go hungry and take 2 penalty tokens: «penalty».",
    ),
}


@pytest.mark.parametrize("what", POSSIBLE)
def test_possible_steps_are_described_with_their_prices(what: str) -> None:
    position, words = POSSIBLE[what]
    assert " ".join(map(str, describe(position.view(1)).possible)) == words


def test_a_seat_without_kittens_is_described_too() -> None:
    turn, seats = "Turn of seat 2, bull: seat 1 follows or passes", (seat(), seat(food=9, awake=0))
    position = table(turn, *seats, round_number=50, taken="bull by seat 2")
    words = in_words(position.view(None))
    assert "Blue: 7 points; 9 food and 1 gold; no workers; no traders." in words
    assert "Blue has no kittens to feed." in words and "This round is the last." in words
    assert says(position, "pass").startswith("Red passes and gets 1 food. Red's turn begins")


def test_a_seat_that_cannot_follow_reads_why() -> None:
    asleep = following("tiger", "2 follows or passes", awake=0, asleep=2)
    possible = " ".join(map(str, describe(asleep.view(2)).possible))
    assert possible == (
        "You cannot follow. Only workers that are awake can be sent, and you have none. One worker wakes: «pass»."
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_seat_to_act_is_addressed_and_others_read_whom_they_wait_for(moment: str) -> None:
    position = MOMENTS[moment][0]
    actor = position.actors[0]
    mine, theirs = (str(describe(position.view(one)).expected[0]) for one in (actor, 3 - actor))
    assert mine.startswith(("Your move: ", "Your turn begins: "))
    assert theirs.startswith(f"We wait for {JUNGLE.seat_name(actor)}")


@pytest.mark.parametrize("rule", ILLEGAL)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_refusal_cites_its_paragraph_and_points_at_drawn_elements(rule: str, code: str) -> None:
    position, text, reason = ILLEGAL[rule]
    refusal = position.why_not(text)
    assert refusal is not None
    citation = refusal.cite(code)
    assert (citation.reason == reason) == (code == "en") and "{" not in citation.reason
    assert citation.paragraph.startswith("junglerumble/") and citation.text
    drawn = draw(position.view(position.actors[0]), language=code).svg()
    assert all(f'id="{place}"' in drawn for place in refusal.places if not place.startswith(("cell-", "edge-")))


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_refusal_of_another_phase_s_step_points_at_drawn_elements(moment: str) -> None:
    position = MOMENTS[moment][0]
    drawn = draw(position.view(position.actors[0])).svg()
    for text in STEPS:
        refusal = position.why_not(text)
        assert all(f'id="{place}"' in drawn for place in (refusal.places if refusal else ()))


def test_every_refusal_is_shown_by_an_example() -> None:
    book = rulebook("junglerumble")
    settled = {rule for paragraph in book.paragraphs for rule in paragraph.refusals}
    assert {rule for example in book.examples for rule in example.get("refuses", {}).values()} == settled


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_glossary_s_terms_are_the_rulebook_s(code: str) -> None:
    glossary = tomllib.loads((files("ludotheque.drawing") / "junglerumble" / "glossary.toml").read_text("utf-8"))
    sections = rulebook("junglerumble", code).sections
    texts = [text for section in sections for text in (section.title, *(one.text for one in section.paragraphs))]
    book = " ".join(texts).lower()
    for term in glossary["term"]:
        words = term[code].removeprefix("to ").lower().split()
        stems = [word[:-2] if code != "en" and len(word) > 4 else word for word in words]
        assert all(stem in book for stem in stems), term[code]
