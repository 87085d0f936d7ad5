"""Jungle Rumble's pictures: fruits are the harvest, bowls the supper; lights, tries, previews; the text picture."""

import re
from collections import Counter
from itertools import islice

import pytest

from ludotheque import Position
from ludotheque.drawing import LANGUAGES, Drawing, Marks, draw, draw_text
from ludotheque.drawing.junglerumble.page_facts import JungleRumbleFacts
from ludotheque.drawing.theme import THEMES, tokens
from tests.conftest import begin, random_line
from tests.games.junglerumble_tables import play, seat, table

ANSI = re.compile(r"\x1b\[[\d;]*m")
SETUPS = ("junglerumble-2", "junglerumble-3", "junglerumble-4")


def snake() -> str:
    """23 fields from a9 along row 8 to o1, with one waterway."""
    fields = {(8, column) for column in range(15)} | {(row, 14) for row in range(1, 8)} | {(9, 0)}
    lines = ["    " + "".join(f"  {letter} " for letter in "abcdefghijklmno").rstrip()]
    for row in range(10, 0, -1):
        cells = ["###" if (row, column) in fields else " . " for column in range(15)]
        edges = ["|" if (row, column) == (8, 7) else " " for column in range(15)]
        lines.append(f"{row:2}   " + "".join(cell + edge for cell, edge in zip(cells, edges, strict=True)).rstrip())
    return "\n".join(lines)


def acting(position: Position, **marks: object) -> Drawing:
    """The drawing for the seat to act."""
    return draw(position.view(position.actors[0]), Marks(**marks))  # type: ignore[arg-type]


def placing(card: str, *, farm: str | None = None, players: int = 2) -> Position:
    """Red has one field or waterway to place."""
    red = seat(awake=1, asleep=1, farm=farm) if farm else seat(awake=1, asleep=1)
    to_place = (1, 0) if card == "bull" else (0, 1)
    turn = f"Turn of seat 1, {card}: seat 1 has 1 more to place"
    return table(turn, red, *[seat()] * (players - 1), taken=f"{card} by seat 1", to_place=to_place)


def short_of_food() -> Position:
    """Red has two workers, one of them asleep, a trader with two gold, and no food for all three."""
    red = seat(food=1, awake=1, asleep=1, next_trader=2, traders="t1:2gold")
    return table("Turn of seat 1, tiger: seat 1 is short of food", red, seat(), taken="tiger by seat 1", round_number=5)


@pytest.mark.parametrize("setup", SETUPS)
def test_counting_fruits_is_counting_the_harvest(setup: str) -> None:
    for position in islice(random_line(begin(setup, 1), 1), 0, None, 9):
        live = draw(position.view(None)).live
        for number in range(1, position.players + 1):
            sides = [int(one) for one in re.findall(rf'id="field-{number}-\w+" href="#jr-f(\d+)"', str(live))]
            facts = position.facts()["seats"][str(number)]["farm"]
            assert sum(one.bit_count() for one in sides) == facts["pairs"]
            assert sides.count(0) == len(facts["dry"])


@pytest.mark.parametrize("setup", SETUPS)
def test_supper_has_one_bowl_for_each_food_needed_and_the_farm_fills_first(setup: str) -> None:
    for position in islice(random_line(begin(setup, 2), 2), 0, None, 9):
        live = draw(position.view(None)).live
        for number in range(1, position.players + 1):
            bowls: Counter[str] = Counter()
            for kind, many in re.findall(r"#jr-(farm|stock|short)-(\d)", live[f"supper-{number}"]):
                bowls[kind] += int(many)
            supper = position.facts()["seats"][str(number)]["supper"]
            assert sum(bowls.values()) == supper["needed"]
            assert bowls["farm"] == min(supper["farm"], supper["needed"])
            assert bowls["short"] == supper["short"]


def test_a_waterway_between_two_fields_has_two_dots() -> None:
    places = acting(placing("beaver")).live["places-1"]
    assert 'href="#jr-edge-n" x="0" y="-36" data-steps="water:h8n"' in places
    farm = "      g   h   i   j\n10    .   .   .   .\n 9    .  ###  .   .\n 8    .  ###|###  .\n 7    .   .   .   ."
    places = acting(placing("beaver", farm=farm)).live["places-1"]
    assert 'href="#jr-edge-n2" x="0" y="-36" data-steps="water:h8n"' in places


@pytest.mark.parametrize("setup", SETUPS)
def test_every_try_gets_a_refusal_that_points_at_drawn_elements(setup: str) -> None:
    tried = 0
    for position in islice(random_line(begin(setup, 3), 3), 0, None, 3):
        if position.is_over:
            continue
        drawing = acting(position)
        svg = drawing.svg()
        for name in re.findall(r'data-name="([^"]+)"', svg):
            refusal = position.why_not(drawing.attempt.format(name))
            assert refusal is not None, (drawing.attempt, name)
            assert refusal.kind == "illegal"
            assert all(f'id="{place}"' in svg for place in refusal.places), (refusal.places, name)
            tried += 1
    assert tried > 20


def test_a_taken_card_is_turned_and_has_its_taker_s_mark() -> None:
    position = play(begin("junglerumble-2", 0), "wake:0", "card:tiger", "send:0", "pass", "wake:0")
    live = acting(position).live
    assert "turned-tiger" in live["card-tiger"] and "tag-1" in live["card-tiger"]
    assert "data-steps" not in live["card-tiger"]
    assert 'data-steps="card:bull"' in live["card-bull"]


@pytest.mark.parametrize("setup", SETUPS)
def test_the_figure_below_a_card_is_the_most_that_it_can_bring(setup: str) -> None:
    for position in islice(random_line(begin(setup, 5), 5), 0, None, 3):
        if position.is_over:
            continue
        live = acting(position).live
        for card in ("tiger", "bull", "beaver", "raccoon", "monkey"):
            said = re.search(r'class="jr-reach"[^>]*>(?:\d+–)?(\d+)<', live[f"card-{card}"])
            assert (said is not None) == (f"card:{card}" in map(str, position.legal()))
            if said:
                most = len(position.play(f"card:{card}").legal()) - 1
                assert int(said[1]) == ((0, 2, 5, 8, 12, 16, 20)[most] if card == "tiger" else most)


def test_a_preview_shows_the_waterway_and_the_fruits_it_would_bring() -> None:
    position = placing("beaver")
    preview = acting(position, preview="water:h8n").live["preview-1"]
    assert preview.count("#jr-wn") == 1 and preview.count("#jr-food") == 1
    assert "preview-1" not in acting(position).live


def test_supper_and_figures_follow_the_preview() -> None:
    position = play(begin("junglerumble-2", 0), "wake:0", "card:tiger")
    live = acting(position, preview="send:2").live
    assert "6<tspan" in live["food-1"] and "»11</tspan>" in live["food-1"]
    assert live["card-tiger"].count("ghost") == 2
    assert "asleep-1" in live["worker-1-2"] and "ghost" in live["worker-1-2"]
    assert "9 left" in live["supper-1"] and "4 left" in acting(position).live["supper-1"]


def test_a_button_with_a_price_is_dashed_and_names_the_price() -> None:
    red = seat(awake=1, asleep=1)
    waking = table("Turn of seat 1: seat 1 wakes workers", red, seat())
    buttons = acting(waking).live["buttons"]
    free, priced = re.findall(r'<g id="button-wake-[01]".*?</g>', buttons)
    assert "costs" not in free
    assert 'class="costs"' in priced and ">−1<" in priced and "small-food" in priced


def test_the_button_for_passing_names_its_gain() -> None:
    """Blue has a sleeping worker, who wakes; Yellow has none, and gets 1 food."""
    asleep, awake = seat(awake=1, asleep=1), seat()
    turn = "Turn of seat 1, tiger: seat 2 follows or passes"
    position = table(turn, seat(), asleep, awake, taken="tiger by seat 1")
    assert "#jr-small-awake-2" in acting(position).live["buttons"].rpartition("button-pass")[2]
    position = position.play("pass")
    assert ">+1<" in acting(position).live["buttons"].rpartition("button-pass")[2]


def test_a_button_for_dismissing_names_the_food_and_the_lost_goods() -> None:
    position = short_of_food()
    buttons = acting(position).live["buttons"]
    given = re.search(r'"dismiss:t1".*?>\+(\d)<.*?>−(\d)<', buttons)
    assert given
    before, after = position.to_fields()["seats"]["1"], position.play("dismiss:t1")
    assert given[1] == "3" and given[2] == str(before["traders"][0]["goods"])
    assert after.facts()["seats"]["1"]["kittens"] == 2
    tokens_taken = position.play("penalty").to_fields()["seats"]["1"]["penalties"]
    assert f">+{tokens_taken}<" in buttons.partition('data-steps="penalty"')[2]
    facts = acting(position).facts
    assert isinstance(facts, JungleRumbleFacts)
    assert [one.note for one in facts.buttons] == [
        "+3 food, one mouth less",
        "+3 food, one mouth less; 2 gold lost",
        f"{tokens_taken} kittens go hungry: −{3 * tokens_taken}",
    ]


def test_traders_are_numbered_and_no_text_of_a_picture_has_their_id() -> None:
    stalls = seat(next_trader=4, traders="t1:open t2:2gold t3:5food")
    live = draw(table("Turn of seat 1: seat 1 sells to t1", stalls, seat(), round_number=9).view(1)).live
    traders = {key: re.findall(r"<text[^>]*>(.*?)</text>", live[key]) for key in live if key.startswith("trader-1-")}
    assert traders == {"trader-1-t1": ["1"], "trader-1-t2": ["2"], "trader-1-t3": ["×5", "3"]}
    assert not re.search(r">t\d", "".join(live.values()))


def test_the_land_of_a_farm_holds_its_fields_and_a_cell_around_them() -> None:
    drawing = acting(placing("bull"))
    assert isinstance(drawing.facts, JungleRumbleFacts)
    land = drawing.facts.seats[0].land
    fields = re.findall(r'id="field-1-\w+" [^>]*translate\(([-\d]+) ([-\d]+)\)', "".join(drawing.live.values()))
    pitch = land.width / 4  # g to j
    assert fields and all(
        land.x + 1.4 * pitch <= int(x) <= land.x + land.width - 1.4 * pitch
        and land.y + 1.4 * pitch <= int(y) <= land.y + land.height - 1.4 * pitch
        for x, y in fields
    )


def test_only_the_seat_to_act_has_the_plum_border() -> None:
    position = begin("junglerumble-4", 0)
    live = draw(position.view(3)).live
    assert [number for number in range(1, 5) if "to-move" in live[f"panel-{number}"]] == [1]
    assert [number for number in range(1, 5) if "jr-first" in live[f"first-{number}"]] == [1]
    assert live["buttons"] == '<g id="buttons"/>'


def test_the_last_step_is_ringed_where_it_happened() -> None:
    position = placing("beaver").play("water:h8n")
    assert "#jr-last-n" in draw(position.view(None), Marks(last=(position.last,))).live["last-farm-1"]  # type: ignore[arg-type]
    passed = position.play("pass")
    assert "last-case" in draw(passed.view(None), Marks(last=(passed.last,))).live["last-2"]  # type: ignore[arg-type]


def test_the_longest_farm_stays_inside_its_part_and_under_the_limit() -> None:
    drawing = acting(placing("beaver", farm=snake(), players=4))
    assert len("".join(drawing.live.values()).encode()) < 15_000
    part = next(one for one in drawing.parts if one.name == "farm-1")
    places = re.findall(r'id="(?:field|water)-1-\w+" href="[^"]+" transform="translate\((\d+) (\d+)\)', str(part.live))
    assert len(places) == 24
    assert all(10 < int(x) < part.width - 10 and 10 < int(y) < part.height - 10 for x, y in places)


def test_the_outcome_shows_every_part_of_every_score() -> None:
    *_, position = random_line(begin("junglerumble-3", 4), 4)
    outcome = position.outcome
    assert outcome
    prompt = draw(position.view(None)).live["prompt"]
    for score in position.scores:
        shown = [*score.parts.values(), score.total]
        row = "".join(f'<tspan x="[^"]+">{str(one).replace("-", "−")}</tspan>' for one in shown)
        assert re.search(row, prompt)
    assert prompt.count("jr-winner") == len(outcome.winners)


@pytest.mark.parametrize("theme", THEMES)
def test_fruits_waves_and_coordinates_stand_out(theme: str) -> None:
    colours = tokens("junglerumble", theme)
    assert contrast(colours["jr-fruit"], colours["jr-field"]) >= 3
    assert contrast(colours["jr-flow"], colours["jr-water"]) >= 3
    assert contrast(colours["ink-soft"], colours["jr-clearing"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def moves_read(picture: str) -> list[str]:
    """The moves in a text picture: a word that ends with a colon is the prefix of the words after it."""
    lines = picture.partition("\nMoves:\n")[2].splitlines()
    moves, begun = [], ""
    for word in " ".join(lines).split():
        if word.endswith(":"):
            begun = word
        elif word in ("follow", "pass", "penalty"):
            moves.append(word)
        else:
            moves.append(begun + word)
    return moves


@pytest.mark.parametrize("setup", SETUPS)
def test_a_whole_game_can_be_played_from_the_text_picture(setup: str) -> None:
    position = begin(setup, 5)
    turns = 0
    while not position.is_over and turns < 150:
        picture = draw_text(position.view(position.actors[0]))
        moves = moves_read(picture)
        assert moves == [step.text for step in position.legal()]
        position = position.play(moves[turns * 7 % len(moves)])
        turns += 1


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_picture_has_at_most_80_columns_and_says_the_same_in_colour(setup: str, language: str) -> None:
    for position in islice(random_line(begin(setup, 6), 6), 0, None, 11):
        view = position.view(position.actors[0] if position.actors else None)
        plain = draw_text(view, language=language)
        assert max(map(len, plain.splitlines())) <= 80
        coloured = ANSI.sub("", draw_text(view, language=language, colour=True))
        assert [line.rstrip() for line in coloured.splitlines()] == plain.splitlines()


def test_the_text_map_marks_every_open_place() -> None:
    position = placing("beaver", farm=snake(), players=4)
    picture = draw_text(position.view(1))
    map_of_red = picture.partition("▲ Blue")[0]
    assert map_of_red.count("+") == len(position.legal())
    assert draw_text(position.view(2)).partition("▲ Blue")[0].count("+") == 0


def test_a_text_farm_shows_watered_sides_and_the_last_waterway() -> None:
    position = placing("beaver").play("water:h8n")
    assert position.last
    picture = draw_text(position.view(None), Marks(last=(position.last,)))
    assert "▒2▒║▒1▒" in picture
    assert "***" in picture
