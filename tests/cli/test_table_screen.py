"""The terminal client: whole games by keys and by mouse, what pointing and typing do, refusals, covers, colours."""

import random
import re
from itertools import islice, product
from pathlib import Path

import pytest

from ludotheque import NAMES, Position, Record, game
from ludotheque.cli.tui.board_widget import BoardWidget
from ludotheque.cli.tui.cover_screen import CoverScreen
from ludotheque.cli.tui.move_list import Moves
from ludotheque.cli.tui.strips import TextStrip
from ludotheque.cli.tui.table_screen import TableScreen
from tests.cli.tui_player import LARGE, SMALL, TuiPlayer, sit
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


async def play_with_keys(player: TuiPlayer) -> None:
    choice = random.Random(3)
    await player.settle()
    while player.table.now.stage != "over":
        await player.choose_with_keys(choice)
    assert "The game is over" in player.read()


async def play_with_mouse(player: TuiPlayer) -> None:
    choice = random.Random(4)
    await player.settle()
    while player.table.now.stage != "over":
        await player.choose_with_mouse(choice)
    assert "The game is over" in player.read()


# whole games


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


# choosing


def test_enter_with_nothing_chosen_marks_the_first_move_and_ctrl_c_says_how_to_stop() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        assert not player.table.query_one(Moves).marked
        await player.pilot.press("enter")
        await player.settle()
        assert player.table.query_one(Moves).marked == player.table.now.legal[0]
        await player.pilot.press("ctrl+c")
        await player.settle()
        assert [one.message for one in player.table.app._notifications] == ["F10 or Ctrl-Q stops; the game is kept."]

    sit(start("mabula"), play)


def test_two_clicks_play_a_move_of_mabula() -> None:
    """The marble, then its target; between them the board shows where it can go."""

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        legal = player.table.now.legal
        await player.point(legal[0][:2])
        assert f"[{'○'}]" in player.read() and player.read().count("(") >= 5
        assert {row.step[:2] for row in player.table.query_one(Moves).rows} == {legal[0][:2]}
        await player.point(legal[3][3:])
        assert player.place.position.steps[0].text == legal[3]
        assert f"White pushes the marble on {legal[3][:2]} to {legal[3][3:]}." in player.read()

    sit(start("mabula"), play, size=LARGE)


def test_a_click_shows_and_another_plays() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        legal = player.table.now.legal
        site = legal[0].partition(":")[2]
        await player.point(site)
        assert player.table.query_one(Moves).marked == legal[0]
        assert not player.place.position.steps
        await player.point(site)
        assert player.place.position.steps[0].text == legal[0]

    sit(start("makabana"), play)


def test_a_click_elsewhere_a_second_click_or_escape_deselects() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        legal = player.table.now.legal
        await player.point(legal[0][:2])
        await player.point(legal[-1][:2])
        assert player.table.draft.names == (legal[-1][:2],), "another marble begins anew"
        await player.point(legal[-1][:2])
        assert player.table.draft.is_empty
        await player.point(legal[0][:2])
        await player.press("escape")
        assert player.table.draft.is_empty
        assert not player.place.position.steps

    sit(start("mabula"), play)


def test_typing_searches_for_moves_and_enter_plays() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        move = player.table.now.legal[4]
        await player.type(move[:4])
        assert all(row.step.startswith(move[:4]) for row in player.table.query_one(Moves).rows)
        await player.press("backspace", "backspace", "backspace", "backspace")
        assert len(player.table.query_one(Moves).rows) == len(player.table.now.legal)
        await player.press("backspace")
        await player.type(move)
        await player.press("enter")
        assert player.place.position.steps[0].text == move

    sit(start("mabula"), play)


def test_a_typed_move_that_is_not_legal_is_refused_with_its_rule() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.type("b8-b1")
        assert (
            player.table.query_one("#speech", TextStrip).text.plain == "No legal move has that in it. Enter asks why."
        )
        await player.press("enter")
        shown = " ".join(re.sub("[│┃▏]", " ", player.read()).split())
        assert "F3 shows the rule, mabula/" in shown
        assert not player.place.position.steps
        await player.pilot.press("f3")
        await player.settle()
        assert "mabula/" in player.read() and "Near it:" in player.read()
        await player.pilot.press("escape")

    sit(start("mabula"), play, size=LARGE)


def test_an_illegal_click_is_explained() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        taken = next(step.text for step in player.place.position.steps)
        await player.point(taken.partition(":")[2])
        assert player.table.worn == "-bad"
        assert "F3 shows the rule, makabana/" in player.table.said
        assert player.table.tried.startswith("hut:")

    sit(middle("makabana", 1), play, size=LARGE)


def test_enter_on_nothing_does_nothing() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("enter", "space", "escape", "enter")
        assert not player.place.position.steps

    sit(start("mabula"), play)


def test_a_project_is_put_together_part_by_part_with_a_way_back() -> None:
    """Maka Bana: the site, then the card that the others see; Esc takes the site back."""

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        site = player.table.now.legal[0]
        await player.type(site)
        await player.press("enter")
        assert player.table.draft.taken == (site,)
        rows = [row.step for row in player.table.query_one(Moves).rows if row.step]
        assert rows and all(step.startswith("show:") for step in rows)
        await player.press("escape")
        assert player.table.draft.is_empty
        await player.type(site)
        await player.press("enter", "down", "enter")
        mine = [step.text for step in player.place.position.steps if step.seat == 1]
        assert mine[-2:] == [site, rows[0]]

    position = next(one for one in random_line(start("makabana"), 3) if len(one.actors) > 1)
    sit(position, play)


def test_a_split_is_made_element_by_element() -> None:
    """Marabunta: with keys, with the mouse on the dice, or typed."""
    position = next(one for one in random_line(start("marabunta"), 3) if one.legal()[0].text.startswith("split:")
                    and one.actors == (1,))  # fmt: skip

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("down", "enter")
        assert player.table.draft.half == {"B"}
        await player.point("P")
        assert player.table.draft.half == {"B", "P"}
        await player.press("enter")
        assert player.table.draft.half == {"B"}, "the element stays marked"
        await player.press("escape")
        assert not player.table.draft.half
        await player.press("down", "enter", "end", "enter")
        assert player.place.position.steps[position.ply].text == "split:B/POGSYT"

    sit(position, play, size=LARGE)


# keys


def test_a_move_is_taken_back() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("f5")
        assert player.table.said == "There is nothing of yours to take back."
        await player.press("down", "enter")
        assert len(player.place.position.steps) == 2
        await player.press("f5")
        assert not player.place.position.steps
        assert (player.table.said, player.table.worn) == ("Taken back.", "-good")

    sit(start("mabula"), play)


def test_at_one_screen_another_agrees_to_a_take_back_by_the_same_key() -> None:
    """Black has moved since: White asks, and F5 once more agrees for Black."""

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        for _ in range(2):
            await player.press("down", "enter")
        player.place.take_back(1)
        await player.press("f5")
        assert not player.place.position.steps and player.table.said == "Taken back."

    sit(start("mabula"), play, seats=(1, 2))


def test_a_hint_marks_its_move_and_says_why() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("f4")
        assert player.table.worn == "-good"
        assert player.table.query_one(Moves).marked in player.table.said

    sit(late("mabula", 8), play)


def test_the_game_is_written_to_a_file(folder: Path) -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("down", "enter")
        await player.pilot.press("f6", "enter")
        await player.settle()
        assert "Say where" in player.read()
        await player.pilot.press(*"abc", "enter")
        await player.settle()
        assert "Written to abc." in player.read()
        await player.pilot.press("escape")

    sit(start("mabula"), play)
    assert len(Record.load(folder / "abc").steps) == 2


def test_the_language_changes_at_once() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("f8")
        assert "Blanc" in player.read() and "Aide" in player.read()
        await player.press("f8")
        assert "Bianco" in player.read()
        await player.press("f8")
        assert "White" in player.read()

    sit(start("mabula"), play)


def test_day_and_night_change_at_once() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("f9")
        assert player.client.theme == "day"
        await player.press("f9")
        assert player.client.theme == "night"

    sit(start("mabula"), play)


@pytest.mark.parametrize("key", ["f1", "f2", "f7"])
def test_a_screen_to_read_opens_and_closes(key: str) -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.press(key)
        await player.settle()
        assert not isinstance(player.client.screen, TableScreen)
        await player.pilot.press("escape")
        await player.settle()
        assert isinstance(player.client.screen, TableScreen)

    sit(start("marabunta"), play)


def test_the_keys_below_can_be_clicked() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.click("KeyStrip", offset=(2, 0))
        await player.settle()
        assert "Choosing a move" in player.read()
        await player.pilot.press("escape")
        await player.pilot.click("KeyStrip", offset=(78, 0))

    sit(start("mabula"), play)


def test_why_explains_whether_a_move_is_legal() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        move = player.table.now.legal[0]
        await player.pilot.press("f3", *(("minus" if one == "-" else one) for one in move), "enter")
        await player.settle()
        assert f"{move} is legal." in player.read()
        await player.pilot.press(*["backspace"] * 5, "enter")
        await player.settle()
        assert "is legal" not in player.read()

    sit(start("mabula"), play)


# secrets


def test_the_cover_shows_nothing_of_anybodys_secrets() -> None:
    """Two people at one screen: while it goes from one to the other, no project and no card is on it."""
    position = next(one for one in random_line(start("makabana"), 3) if len(one.actors) == 3)

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.until(lambda: isinstance(player.client.screen, CoverScreen))
        assert "Pass the screen to Red." in player.read()
        await player.press("f5", "down", "x")
        assert isinstance(player.client.screen, CoverScreen), "only the one it waits for opens it"
        await player.press("enter")
        site = player.table.now.legal[0]
        await player.type(site)
        await player.press("enter", "down", "enter")
        await player.until(lambda: isinstance(player.client.screen, CoverScreen))
        shown = player.read()
        assert "Pass the screen to Blue." in shown
        assert site.partition(":")[2] not in shown and "secret project" not in shown and "»" not in shown
        assert player.table.query_one(Moves).rows == []
        assert player.table.query_one(BoardWidget).shown is None
        for action in ("undo", "hint", "why", "points"):
            await player.table.run_action(action)
        assert isinstance(player.client.screen, CoverScreen), "nothing can be done below it"
        await player.press("enter")
        own = player.read()
        assert site.partition(":")[2].split(".")[0] in own, "the islands are there again"
        assert "»" not in own, "but not the other's target"

    sit(position, play, seats=(1, 2))


def test_games_without_secrets_need_no_cover() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("down", "enter")
        assert isinstance(player.client.screen, TableScreen)
        assert player.table.now.seat == 2

    sit(start("mabula"), play, seats=(1, 2))


# colours and sizes


@pytest.mark.parametrize("name", NAMES)
def test_without_colour_there_is_none(name: str) -> None:
    async def look(player: TuiPlayer) -> None:
        await player.settle()
        await player.press("down")
        ground = player.client.screen.styles.background
        for line in player.client.screen._compositor.render_strips():
            segments = list(line)
            for one in player.client.get_line_filters():
                segments = one.apply(segments, ground)
            colours = [colour for segment in segments if segment.style
                       for colour in (segment.style.color, segment.style.bgcolor)]  # fmt: skip
            assert all(colour is None or colour.is_default for colour in colours)
        assert "▸" in player.read(), "what is marked is marked by a sign as well"

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

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        before = len(player.place.position.steps)
        while len(player.place.position.steps) == before:
            await player.press("down", "enter", "end", "enter")

    sit(middle(name, 12), play, size=size)


def test_a_resized_screen_is_laid_out_again() -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        for size, way in (((120, 40), "-beside"), ((70, 24), "-below"), (SMALL, "-narrow")):
            await player.pilot.resize_terminal(*size)
            await player.settle()
            assert player.table.has_class(way)

    sit(start("marabunta"), play)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_game_by_older_rules_says_so_until_the_person_acts(rules: int) -> None:
    note = "This game is by rules 1; new games are by rules 2."

    def said(player: TuiPlayer) -> str:
        return " ".join(player.read().replace("▏", "").split())

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        assert (note in said(player)) == (rules == 1)
        before = len(player.place.position.steps)
        while len(player.place.position.steps) == before:
            await player.press("down", "enter", "end", "enter")
        await player.settle()
        assert note not in said(player)

    sit(game("makabana").start(players=3, rules=rules), play, size=LARGE)
