"""The terminal client: whole games by keys and by mouse, what pointing and typing do, refusals, covers, colours."""

import random
import re
from itertools import islice, product
from pathlib import Path

import pytest

from ludotheque import NAMES, Position, Record
from ludotheque.cli.tui.board_widget import BoardWidget
from ludotheque.cli.tui.cover_screen import CoverScreen
from ludotheque.cli.tui.move_list import Moves
from ludotheque.cli.tui.strips import TextStrip
from ludotheque.cli.tui.table_screen import TableScreen
from tests.command_line.sitting import LARGE, SMALL, Sitter, sit
from tests.conftest import begin, random_line, some_of

START = {"mabula": "mabula-largest", "marabunta": "marabunta-meadow-basic", "makabana": "makabana-3",
         "junglerumble": "junglerumble-2"}  # fmt: skip


def start(name: str, seed: int = 3) -> Position:
    return begin(START[name], seed)


def late(name: str, left: int, seed: int = 3) -> Position:
    """A position so many steps before the end of a random game, or a little later, with seat 1 to choose."""
    line = list(random_line(start(name, seed), seed))
    return next(one for one in line[max(0, len(line) - left) :] if 1 in one.actors and len(one.legal(1)) > 1)


def middle(name: str, plies: int, seed: int = 3) -> Position:
    """A position with seat 1 to choose, after some random steps."""
    line = islice(random_line(start(name, seed), seed), plies, None)
    return next(one for one in line if one.actors[:1] == (1,) and len(one.legal(1)) > 1)


async def play_with_keys(sitter: Sitter) -> None:
    choice = random.Random(3)
    await sitter.settle()
    while sitter.table.now.stage != "over":
        await sitter.choose_with_keys(choice)
    assert "The game is over" in sitter.read()


async def play_with_mouse(sitter: Sitter) -> None:
    choice = random.Random(4)
    await sitter.settle()
    while sitter.table.now.stage != "over":
        await sitter.choose_with_mouse(choice)
    assert "The game is over" in sitter.read()


# ---- whole games


@pytest.mark.slow
def test_a_whole_game_of_mabula_is_played_with_keys_alone() -> None:
    """`test_the_start_screen_leads_to_a_game_and_back` plays one as well."""
    sit(start("mabula"), play_with_keys)


@pytest.mark.slow
def test_a_whole_game_of_mabula_is_played_with_the_mouse_alone() -> None:
    sit(start("mabula"), play_with_mouse)


@pytest.mark.parametrize("name", some_of(NAMES[1:], "junglerumble"))
def test_a_game_is_played_to_its_end_with_keys_alone(name: str) -> None:
    sit(late(name, 12), play_with_keys)


@pytest.mark.parametrize("name", some_of(NAMES[1:], "marabunta", "makabana"))
def test_a_game_is_played_to_its_end_with_the_mouse_alone(name: str) -> None:
    sit(late(name, 12), play_with_mouse, size=LARGE)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize("way", [play_with_keys, play_with_mouse])
def test_a_whole_long_game_is_played(name: str, way: object) -> None:
    sit(start(name), way, size=LARGE)  # type: ignore[arg-type]


def test_people_in_every_seat_play_a_game_with_secrets() -> None:
    """With a cover before everybody's turn."""
    sit(late("makabana", 8), play_with_keys, seats=(1, 2, 3))


# ---- choosing


def test_enter_with_nothing_chosen_marks_the_first_move_and_ctrl_c_says_how_to_stop() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        assert not sitter.table.query_one(Moves).marked
        await sitter.pilot.press("enter")
        await sitter.settle()
        assert sitter.table.query_one(Moves).marked == sitter.table.now.legal[0]
        await sitter.pilot.press("ctrl+c")
        await sitter.settle()
        assert [one.message for one in sitter.table.app._notifications] == ["F10 or Ctrl-Q stops; the game is kept."]

    sit(start("mabula"), play)


def test_two_clicks_play_a_move_of_mabula() -> None:
    """The marble, then its target; between them the board shows where it can go."""

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        legal = sitter.table.now.legal
        await sitter.point(legal[0][:2])
        assert f"[{'○'}]" in sitter.read() and sitter.read().count("(") >= 5
        assert {row.step[:2] for row in sitter.table.query_one(Moves).rows} == {legal[0][:2]}
        await sitter.point(legal[3][3:])
        assert sitter.place.position.steps[0].text == legal[3]
        assert f"White pushes the marble on {legal[3][:2]} to {legal[3][3:]}." in sitter.read()

    sit(start("mabula"), play, size=LARGE)


def test_a_click_shows_and_another_plays() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        legal = sitter.table.now.legal
        site = legal[0].partition(":")[2]
        await sitter.point(site)
        assert sitter.table.query_one(Moves).marked == legal[0]
        assert not sitter.place.position.steps
        await sitter.point(site)
        assert sitter.place.position.steps[0].text == legal[0]

    sit(start("makabana"), play)


def test_what_is_clicked_is_let_go_again() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        legal = sitter.table.now.legal
        await sitter.point(legal[0][:2])
        await sitter.point(legal[-1][:2])
        assert sitter.table.draft.names == (legal[-1][:2],), "another marble begins anew"
        await sitter.point(legal[-1][:2])
        assert sitter.table.draft.is_empty
        await sitter.point(legal[0][:2])
        await sitter.press("escape")
        assert sitter.table.draft.is_empty
        assert not sitter.place.position.steps

    sit(start("mabula"), play)


def test_what_is_typed_looks_for_moves_and_enter_plays() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        move = sitter.table.now.legal[4]
        await sitter.type(move[:4])
        assert all(row.step.startswith(move[:4]) for row in sitter.table.query_one(Moves).rows)
        await sitter.press("backspace", "backspace", "backspace", "backspace")
        assert len(sitter.table.query_one(Moves).rows) == len(sitter.table.now.legal)
        await sitter.press("backspace")
        await sitter.type(move)
        await sitter.press("enter")
        assert sitter.place.position.steps[0].text == move

    sit(start("mabula"), play)


def test_a_typed_move_that_is_not_legal_is_refused_with_its_rule() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.type("b8-b1")
        assert (
            sitter.table.query_one("#speech", TextStrip).text.plain == "No legal move has that in it. Enter asks why."
        )
        await sitter.press("enter")
        shown = " ".join(re.sub("[│┃▏]", " ", sitter.read()).split())
        assert "F3 shows the rule, mabula/" in shown
        assert not sitter.place.position.steps
        await sitter.pilot.press("f3")
        await sitter.settle()
        assert "mabula/" in sitter.read() and "Near it:" in sitter.read()
        await sitter.pilot.press("escape")

    sit(start("mabula"), play, size=LARGE)


def test_a_click_on_something_not_legal_tells_why() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        taken = next(step.text for step in sitter.place.position.steps)
        await sitter.point(taken.partition(":")[2])
        assert sitter.table.worn == "-bad"
        assert "F3 shows the rule, makabana/" in sitter.table.said
        assert sitter.table.tried.startswith("hut:")

    sit(middle("makabana", 1), play, size=LARGE)


def test_enter_on_nothing_does_nothing() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("enter", "space", "escape", "enter")
        assert not sitter.place.position.steps

    sit(start("mabula"), play)


def test_a_project_is_put_together_part_by_part_with_a_way_back() -> None:
    """Maka Bana: the site, then the card that the others see; Esc takes the site back."""

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        site = sitter.table.now.legal[0]
        await sitter.type(site)
        await sitter.press("enter")
        assert sitter.table.draft.taken == (site,)
        rows = [row.step for row in sitter.table.query_one(Moves).rows if row.step]
        assert rows and all(step.startswith("show:") for step in rows)
        await sitter.press("escape")
        assert sitter.table.draft.is_empty
        await sitter.type(site)
        await sitter.press("enter", "down", "enter")
        mine = [step.text for step in sitter.place.position.steps if step.seat == 1]
        assert mine[-2:] == [site, rows[0]]

    position = next(one for one in random_line(start("makabana"), 3) if len(one.actors) > 1)
    sit(position, play)


def test_a_split_is_made_element_by_element() -> None:
    """Marabunta: with keys, with the mouse on the dice, or typed."""
    position = next(one for one in random_line(start("marabunta"), 3) if one.legal()[0].text.startswith("split:")
                    and one.actors == (1,))  # fmt: skip

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("down", "enter")
        assert sitter.table.draft.half == {"B"}
        await sitter.point("P")
        assert sitter.table.draft.half == {"B", "P"}
        await sitter.press("enter")
        assert sitter.table.draft.half == {"B"}, "the element stays marked"
        await sitter.press("escape")
        assert not sitter.table.draft.half
        await sitter.press("down", "enter", "end", "enter")
        assert sitter.place.position.steps[position.ply].text == "split:B/POGSYT"

    sit(position, play, size=LARGE)


# ---- what the keys do


def test_a_move_is_taken_back() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("f5")
        assert sitter.table.said == "There is nothing of yours to take back."
        await sitter.press("down", "enter")
        assert len(sitter.place.position.steps) == 2
        await sitter.press("f5")
        assert not sitter.place.position.steps
        assert (sitter.table.said, sitter.table.worn) == ("Taken back.", "-good")

    sit(start("mabula"), play)


def test_at_one_screen_another_agrees_to_a_take_back_by_the_same_key() -> None:
    """Black has moved since: White asks, and F5 once more agrees for Black."""

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        for _ in range(2):
            await sitter.press("down", "enter")
        sitter.place.take_back(1)
        await sitter.press("f5")
        assert not sitter.place.position.steps and sitter.table.said == "Taken back."

    sit(start("mabula"), play, seats=(1, 2))


def test_a_hint_marks_its_move_and_says_why() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("f4")
        assert sitter.table.worn == "-good"
        assert sitter.table.query_one(Moves).marked in sitter.table.said

    sit(late("mabula", 8), play)


def test_the_game_is_written_to_a_file(folder: Path) -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("down", "enter")
        await sitter.pilot.press("f6", "enter")
        await sitter.settle()
        assert "Say where" in sitter.read()
        await sitter.pilot.press(*"abc", "enter")
        await sitter.settle()
        assert "Written to abc." in sitter.read()
        await sitter.pilot.press("escape")

    sit(start("mabula"), play)
    assert len(Record.load(folder / "abc").steps) == 2


def test_the_language_changes_at_once() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("f8")
        assert "Blanc" in sitter.read() and "Aide" in sitter.read()
        await sitter.press("f8")
        assert "Bianco" in sitter.read()
        await sitter.press("f8")
        assert "White" in sitter.read()

    sit(start("mabula"), play)


def test_day_and_night_change_at_once() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("f9")
        assert sitter.client.theme == "day"
        await sitter.press("f9")
        assert sitter.client.theme == "night"

    sit(start("mabula"), play)


@pytest.mark.parametrize("key", ["f1", "f2", "f7"])
def test_what_is_opened_to_be_read_is_closed_again(key: str) -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.pilot.press(key)
        await sitter.settle()
        assert not isinstance(sitter.client.screen, TableScreen)
        await sitter.pilot.press("escape")
        await sitter.settle()
        assert isinstance(sitter.client.screen, TableScreen)

    sit(start("marabunta"), play)


def test_the_keys_below_can_be_clicked() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.pilot.click("KeyStrip", offset=(2, 0))
        await sitter.settle()
        assert "Choosing a move" in sitter.read()
        await sitter.pilot.press("escape")
        await sitter.pilot.click("KeyStrip", offset=(78, 0))

    sit(start("mabula"), play)


def test_a_move_can_be_asked_about() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        move = sitter.table.now.legal[0]
        await sitter.pilot.press("f3", *(("minus" if one == "-" else one) for one in move), "enter")
        await sitter.settle()
        assert f"{move} is legal." in sitter.read()
        await sitter.pilot.press(*["backspace"] * 5, "enter")
        await sitter.settle()
        assert "is legal" not in sitter.read()

    sit(start("mabula"), play)


# ---- secrets


def test_the_cover_shows_nothing_of_anybodys_secrets() -> None:
    """Two people at one screen: while it goes from one to the other, no project and no card is on it."""
    position = next(one for one in random_line(start("makabana"), 3) if len(one.actors) == 3)

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.until(lambda: isinstance(sitter.client.screen, CoverScreen))
        assert "Pass the screen to Red." in sitter.read()
        await sitter.press("f5", "down", "x")
        assert isinstance(sitter.client.screen, CoverScreen), "only the one it waits for opens it"
        await sitter.press("enter")
        site = sitter.table.now.legal[0]
        await sitter.type(site)
        await sitter.press("enter", "down", "enter")
        await sitter.until(lambda: isinstance(sitter.client.screen, CoverScreen))
        shown = sitter.read()
        assert "Pass the screen to Blue." in shown
        assert site.partition(":")[2] not in shown and "secret project" not in shown and "»" not in shown
        assert sitter.table.query_one(Moves).rows == []
        assert sitter.table.query_one(BoardWidget).shown is None
        for action in ("undo", "hint", "why", "points"):
            await sitter.table.run_action(action)
        assert isinstance(sitter.client.screen, CoverScreen), "nothing can be done below it"
        await sitter.press("enter")
        own = sitter.read()
        assert site.partition(":")[2].split(".")[0] in own, "the islands are there again"
        assert "»" not in own, "but not the other's target"

    sit(position, play, seats=(1, 2))


def test_games_without_secrets_need_no_cover() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("down", "enter")
        assert isinstance(sitter.client.screen, TableScreen)
        assert sitter.table.now.seat == 2

    sit(start("mabula"), play, seats=(1, 2))


# ---- colours and sizes


@pytest.mark.parametrize("name", NAMES)
def test_without_colour_there_is_none(name: str) -> None:
    async def look(sitter: Sitter) -> None:
        await sitter.settle()
        await sitter.press("down")
        ground = sitter.client.screen.styles.background
        for line in sitter.client.screen._compositor.render_strips():
            segments = list(line)
            for one in sitter.client.get_line_filters():
                segments = one.apply(segments, ground)
            colours = [colour for segment in segments if segment.style
                       for colour in (segment.style.color, segment.style.bgcolor)]  # fmt: skip
            assert all(colour is None or colour.is_default for colour in colours)
        assert "▸" in sitter.read(), "what is marked is marked by a sign as well"

    sit(start(name), look, colour=False)


@pytest.mark.parametrize(
    "shown",
    some_of(
        product(NAMES, ((40, 20), (20, 8), (200, 60))),
        ("mabula", (20, 8)), ("marabunta", (40, 20)), ("makabana", (20, 8)), ("junglerumble", (200, 60)),
    ),
    ids=lambda shown: f"{shown[0]}-{shown[1][0]}x{shown[1][1]}",
)  # fmt: skip
def test_every_size_can_be_played_on(shown: tuple[str, tuple[int, int]]) -> None:
    name, size = shown

    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        before = len(sitter.place.position.steps)
        while len(sitter.place.position.steps) == before:
            await sitter.press("down", "enter", "end", "enter")

    sit(middle(name, 12), play, size=size)


def test_a_screen_that_changes_its_size_is_arranged_anew() -> None:
    async def play(sitter: Sitter) -> None:
        await sitter.settle()
        for size, way in (((120, 40), "-beside"), ((70, 24), "-below"), (SMALL, "-narrow")):
            await sitter.pilot.resize_terminal(*size)
            await sitter.settle()
            assert sitter.table.has_class(way)

    sit(start("marabunta"), play)
