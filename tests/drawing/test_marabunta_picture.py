"""Marabunta's pictures, drawn and in letters: what they show of a position, and what they light."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path

import pytest

from ludotheque import Position, Record, View, game
from ludotheque.drawing import NO_MARKS, Drawing, Ink, Marks, draw, draw_text
from ludotheque.drawing.marabunta.parts.uses import Reach, reach_of
from ludotheque.drawing.marabunta.scene import read_scene
from ludotheque.drawing.marabunta.text import moves_of
from ludotheque.drawing.text_moves import move_lines
from tests.conftest import GOLDEN, begin, random_line
from tests.games.marabunta_tables import SMALL, play, turn

RECORDS = sorted((GOLDEN / "marabunta").glob("*.record"))


def mine(position: Position, marks: Marks = NO_MARKS) -> Drawing:
    """The drawing that the seat waited for sees."""
    return draw(position.view(position.actors[0]), marks)


def letters(position: Position, marks: Marks = NO_MARKS, colour: bool = False) -> str:
    """The same in letters."""
    return draw_text(position.view(position.actors[0]), marks, colour=colour)


def views() -> Iterator[View]:
    """The view of the seat waited for, in every ninth position of some recorded games."""
    for record in RECORDS[::6]:
        for position in islice(Record.load(record).replay(), 0, None, 9):
            yield position.view(position.actors[0] if position.actors and position.actors[0] else None)


def lit(drawing: Drawing) -> dict[str, str]:
    """The artwork of every hex with a legal step, by the hex's name."""
    found = (re.match(r'<use id="at-(\w+)" href="#(\w+)" data-steps', markup) for markup in drawing.live.values())
    return {one[1]: one[2] for one in found if one}


def test_a_hex_that_costs_an_anthill_is_lit_with_its_price() -> None:
    start = play("use:O", turn("OT", dice="O=2"))
    first = lit(mine(start))
    assert len(first) == 14 and set(first.values()) == {"d", "dc", "dx"}
    nest = lit(mine(play("write:g1 use:T", start)))
    assert set(nest.values()) == {"o", "oc", "ox"}  # a nest asks for none


def beginnings() -> Iterator[Position]:
    """Positions in which a number is about to be written, by every kind of effect that may ask for an anthill."""
    start = turn("OT", tile="zeros", dice="O=2")
    yield from (play("use:O", start), play("use:T", start), play("use:O write:g1 use:T", start))
    crates = turn("BT", tile="crates", dice="B=crate", powers="expert")
    yield play("use:T crate:trio crate:trio use:B crate:trio", crates)
    for record in RECORDS[::8]:
        yield from (one for one in Record.load(record).replay() if not one.is_over and "write:" in str(one.legal()))


def test_prices_agree_with_the_facts() -> None:
    seen = set()
    for position in beginnings():
        scene, effect = read_scene(position.view(position.actors[0])), position.facts()["effect"]
        lit_hexes = {step.text.partition(":")[2] for step in scene.steps}
        assert {scene.land.hexes[one] for one in scene.priced} & lit_hexes == set(effect["costs_anthill"])
        seen |= {effect["kind"]} if effect["costs_anthill"] else set()
    assert seen == {"write", "zeros", "trio"}


def test_the_unused_elements_agree_with_the_facts() -> None:
    for view in views():
        scene, facts = read_scene(view), view.facts()
        for element, letter in enumerate("BPOGSYT"):
            told = facts["elements"].get(letter)
            if told and told["seat"]:
                assert told["unused"] == bool(scene.unused[told["seat"]] >> element & 1)
        assert [len(region["free"]) for region in facts["regions"].values()] == scene.free
        assert scene.cupcakes_left == len(facts["cupcakes_left"])


def test_numbers_keep_their_writer_and_blues_are_underlined() -> None:
    position = play("write:g1", play("use:O", turn("OT", dice="O=2")))
    drawing = mine(position)
    assert re.search(r'id="at-g1" class="O" href="#b2\w"', drawing.live["at-g1"])
    assert '<g id="barred-2"><use href="#pen-2"/><use href="#bar"/></g>' in drawing.defs
    assert 'href="#barred-2" class="upright pen-2"' in drawing.defs


def test_every_hex_shows_its_regions_letter_also_under_a_feature() -> None:
    drawing = mine(turn("OT"))
    for letter in "BPOGSY":
        ground = re.search(rf'<g id="g{letter}" .*?</g>', drawing.defs)
        assert ground and f">{letter}</text>" in ground[0] and f"url(#p-{letter})" in ground[0]
    cut = re.findall(r'<path id="(?:inner|pool)" d="([^"]+)"', drawing.defs)
    assert len(cut) == 2 and all(float(x) > -24 for path in cut for x in re.findall(r"[ML](-?[\d.]+) ", path))


def test_a_struck_hex_is_crossed_and_keeps_its_feature() -> None:
    position = play("use:T strike:f1 strike:g2", turn("BT", tile="strike"))
    assert 'href="#kc"' in mine(position).live["at-f1"]
    assert 'href="#k"' in mine(position).live["at-g2"]
    assert " O##" in letters(position)


def test_the_seven_lie_together_then_in_two_groups_then_with_their_holders() -> None:
    def places(position: Position) -> dict[str, float]:
        live = draw(position.view(None)).live
        names = [*(f"die-{letter}" for letter in "BPOGSY"), "tile"]
        return {name: float(re.search(r"translate\(([\d.]+)", live[name])[1]) for name in names}  # type: ignore[index]

    rolled = play("tile:nest " + " ".join(f"die:{letter}=1" for letter in "BPOGSY"))
    assert sorted(places(rolled).values()) == list(places(rolled).values())
    cut = places(play("split:BOT/PGSY", rolled))
    assert max(cut["die-B"], cut["die-O"], cut["tile"]) < min(cut["die-P"], cut["die-Y"])
    held = places(play("split:BOT/PGSY take:BOT", rolled))  # by Blue, whose half is the right one
    assert min(held["die-B"], held["die-O"], held["tile"]) > max(held["die-P"], held["die-Y"])


def test_a_split_is_composed_from_seven_elements() -> None:
    rolled = play("tile:nest " + " ".join(f"die:{letter}=1" for letter in "BPOGSY"))
    drawing = mine(rolled)
    assert drawing.sets == {"split": "split:{chosen}/{rest}"}
    assert re.findall(r'data-set="split" data-name="(\w)"', drawing.svg()) == list("BPOGSYT")
    other = draw(rolled.view(2))
    assert other.sets == {} and "data-set" not in other.svg()


def test_the_reach_of_an_element_is_where_the_rules_let_it_begin() -> None:
    """Using it gives exactly so many hexes, and so many of them cost an anthill."""
    seen = set()
    for record in RECORDS[::4]:
        for position in Record.load(record).replay():
            uses = [] if position.is_over else [step for step in position.legal() if step.text.startswith("use:")]
            for step in uses:
                scene, after = read_scene(position.view(step.seat)), position.play(step)
                element = "BPOGSYT".index(step.text[-1])
                reach = reach_of(scene, step.seat, element)
                if reach is None:
                    continue
                begun = read_scene(after.view(step.seat))
                hexes = [begun.land.number[one.text.partition(":")[2]] for one in begun.steps if ":" in one.text]
                dear = sum(one in begun.priced for one in hexes)
                assert reach == Reach(len(hexes) - dear, dear)
                seen.add(scene.tile if element == 6 else scene.dice[element])
    assert len(seen) > 4


def test_every_element_says_in_words_what_it_could_do() -> None:
    rolled = play("tile:nest die:B=0 die:P=1 die:O=flag die:G=crate die:S=2 die:Y=3")
    live = mine(rolled, Marks(preview="split:BOT/PGSY")).live
    said = {
        name: re.search('data-label="([^"]+)"', live[name]) for name in ("die-B", "die-P", "die-O", "die-G", "tile")
    }
    assert [found[1] for found in said.values() if found] == [
        "blue 0: 84 hexes for an anthill", "pink 1: 14 hexes for an anthill", "orange flag", "green crate",
        "a 0 in any free hex: 84 hexes",
    ]  # fmt: skip
    assert "half-1" in live["die-B"] and "half-2" in live["die-P"]
    assert "half-1" in mine(rolled).live["die-P"]


PLATE = 61 + 2.5  # across the ring of light around a die of full size
RINGED = 61 + 4.6  # and across the ring of the last step
PLACE = re.compile(r'transform="translate\(([\d.]+) [\d.]+\)(?: scale\(([\d.]+)\))?"')


def sides(live: Mapping[str, str], across: float) -> list[tuple[float, float]]:
    """The left and the right side of each element in the trays, with its ring, in order."""
    found = []
    for name in (*(f"die-{letter}" for letter in "BPOGSY"), "tile"):
        place = PLACE.search(live[name])
        assert place
        middle, half = float(place[1]), across / 2 * float(place[2] or 1)
        found.append((middle - half, middle + half))
    return sorted(found)


@pytest.mark.parametrize("across", [PLATE, RINGED])
@pytest.mark.parametrize("steps", ["", "split:BPOGSY/T", "split:BPOGSY/T take:BPOGSY", "split:BPO/GSYT take:GSYT"])
def test_dice_and_their_rings_do_not_overlap(steps: str, across: float) -> None:
    position = play(f"tile:nest die:B=1 die:P=2 die:O=3 die:G=1 die:S=0 die:Y=1 {steps}".strip())
    lie = sides(mine(position).live, across)
    assert all(right <= left for (_, right), (left, _) in pairwise(lie)), lie


def test_the_ring_of_the_last_element_is_as_large_as_the_element() -> None:
    rolled = play("tile:nest die:B=1 die:P=2 die:O=3 die:G=1 die:S=0 die:Y=1")
    assert rolled.last
    live = mine(rolled, Marks(last=(rolled.last,))).live
    ring, die = PLACE.search(live["last-trays-1"]), PLACE.search(live["die-Y"])
    assert ring and die and ring[0] == die[0]


def test_while_it_is_cut_no_other_element_moves() -> None:
    """Each has its own column in both trays: the next tap hits the intended element."""
    rolled = play("tile:nest " + " ".join(f"die:{letter}=1" for letter in "BPOGSY"))
    one, other = (mine(rolled, Marks(preview=step)).live for step in ("split:BOT/PGSY", "split:BT/POGSY"))
    assert [name for name in one if one[name] != other[name]] == ["die-O"]


def test_steps_without_a_place_on_the_board_are_buttons() -> None:
    position = turn("OT", dice="O=2")
    assert 'data-steps="done"' in mine(position).live["button-done"]
    declined = next(
        position
        for position in Record.load(GOLDEN / "marabunta" / "rare-decline-played.record").replay()
        if "decline" in map(str, position.legal())
    )
    assert 'data-steps="decline"' in mine(declined).live["button-decline"]


def test_a_click_on_any_other_hex_is_a_try_that_is_refused_by_a_rule() -> None:
    position = play("use:T", turn("BT", tile="strike"))
    position = play("strike:f1", position)
    view = position.view(position.actors[0])
    drawing = draw(view)
    names = [name for markup in drawing.live.values() for name in re.findall(r'data-name="(strike:\w+)"', markup)]
    assert "strike:f1" in names and "strike:a7" in names
    for name in names:
        refusal = view.why_not(drawing.attempt.format(name))
        assert refusal is not None and refusal.kind == "illegal"


def test_a_preview_is_half_there_and_says_what_would_come() -> None:
    position = play("use:O", turn("OT", dice="O=2"))
    live = mine(position, Marks(preview="write:f1")).live
    assert 'class="ghost"' in live["ghost-f1"] and "#b2c" in live["ghost-f1"]
    assert ">2</text>" in live["ghost-sum-O"]
    assert "ghost-2-cake-0" in live and "ghost-2-anthill" in live
    assert ">2</text>" in live["ghost-2-score"]  # two circles of the orange leaf
    assert mine(position).live["at-f1"] == live["at-f1"]


def test_a_previewed_element_shows_where_it_could_go() -> None:
    position = turn("OT", dice="O=2")
    live = mine(position, Marks(preview="use:O")).live
    assert sum(name.startswith("ghost-") for name in live) == 14


def test_the_last_step_is_ringed_where_it_was() -> None:
    position = play("use:O write:f1", turn("OT", dice="O=2"))
    last = position.last
    assert last is not None
    ring = mine(position, Marks(last=(last,))).live["last-map-1"]
    assert "#last" in ring and re.search(r"translate\(([^)]+)\)", ring)
    assert "*Ob2" in letters(position, Marks(last=(last,)))


def test_a_flag_rings_its_die_and_its_circle() -> None:
    position = play("use:G", turn("GT", dice="G=flag"))
    last = position.last
    assert last is not None
    live = mine(position, Marks(last=(last,))).live
    assert "last-trays-1" in live and "last-leaves-1" in live


def test_the_winner_has_the_laurel_and_nobody_is_waited_for() -> None:
    *_, position = Record.load(GOLDEN / "marabunta" / "rare-long.record").replay()
    outcome = position.outcome
    assert outcome is not None
    drawing = draw(position.view(None))
    winner = outcome.winners[0]
    assert f"laurel-{winner}" in drawing.live and f"laurel-{3 - winner}" not in drawing.live
    assert not any(name.startswith("frame-") for name in drawing.live)
    assert all(str(score) in drawing.title for score in outcome.scores)


def test_a_leaf_with_many_circles_is_written_in_figures(tmp_path: Path) -> None:
    board = tmp_path / "many.toml"
    board.write_text(SMALL.replace("blank = 2", "blank = 20"))
    drawing = draw(game("marabunta").start(board=board).view(None))
    assert 'class="numeral many-blank" x="107" y="18.5">20</text>' in drawing.live["circles-B"]


@pytest.mark.parametrize("setup", ["marabunta-meadow-basic", "marabunta-islets-expert"])
def test_the_text_picture_fits_and_says_the_same_without_colour(setup: str) -> None:
    for position in islice(random_line(begin(setup, 4), 4), 0, None, 13):
        view = position.view(position.actors[0] if position.actors and position.actors[0] else None)
        plain = draw_text(view)
        assert max(map(len, plain.splitlines())) <= 80
        coloured = re.sub(r"\x1b\[[\d;]*m", "", draw_text(view, colour=True))
        assert [line.rstrip() for line in coloured.splitlines()] == plain.splitlines()


def moves_in(text: str) -> set[str]:
    """The steps that a reader finds below «You may:», knowing no rules."""
    moves, verb = set(), ""
    for line in text.partition("You may:\n")[2].splitlines():
        words = line.split()
        if re.match(r"  \w", line):
            verb = words.pop(0)
        names = [word for word in words if word != "<>"]
        moves |= {verb + name for name in names} if verb.endswith(":") else {verb}
    return moves


def test_every_legal_move_can_be_read_from_the_text_picture() -> None:
    for view in views():
        assert moves_in(draw_text(view)) == {step.text for step in view.legal()}


def test_legal_hexes_are_bracketed_on_the_map() -> None:
    text = letters(play("use:O", turn("OT", dice="O=2")))
    assert len(re.findall(r"/<O.>", text)) == 14 and "[O" not in text
    free = letters(play("use:T", turn("OT", dice="O=2")))
    assert len(re.findall(r"/\[[BPOGSY].\]", free)) == 84


def test_twenty_six_columns_fit_without_outlines(tmp_path: Path) -> None:
    regions = ("B P O G S Y " * 5).split()[:26]
    board = tmp_path / "wide.toml"
    features = "c x" + " ." * 24
    counts = {letter: regions.count(letter) for letter in "BPOGSY"}
    named = zip(("blue", "pink", "orange", "green", "grey", "yellow"), counts.values(), strict=True)
    hexes = ", ".join(f"{name} = {count}" for name, count in named)
    text = re.sub(r'map = """.*?"""', f'map = """\n{" ".join(regions)}\n"""', SMALL, flags=re.DOTALL)
    text = re.sub(r'features = """.*?"""', f'features = """\n{features}\n"""', text, flags=re.DOTALL)
    text = re.sub(r"hexes = .*", f"hexes = {{ {hexes} }}", text).replace("crates = 2\n", "crates = 1\n")
    board.write_text(text)
    drawn = draw_text(turn("OT", board=board).view(2)).splitlines()
    assert drawn[2].split() == list("abcdefghijklmnopqrstuvwxyz")
    assert "Bc" in drawn[3] and "Px" in drawn[4] and max(map(len, drawn)) <= 80


def test_moves_with_a_price_are_listed_apart() -> None:
    position = play("use:O", turn("OT", dice="O=2"))
    view = position.view(position.actors[0])
    assert move_lines(moves_of(read_scene(view)), Ink())[0].startswith("  write: <> f1")
