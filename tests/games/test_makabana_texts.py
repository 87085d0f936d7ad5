"""Maka Bana as text: notations, drawings, named fields; and the facts that players look at."""

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import PositionError, game
from ludotheque.games.makabana.nouns import card_names
from ludotheque.games.makabana.state import MAX_BEACHES
from tests.games.makabana_tables import draw, play, positions, table

SITES = "Dst1 Dlf1 Drb2 Est3"
LAID = ("build:danae.sand.fish show:sector", "paint:danae.sand.tattoo show:type", "club:evao.sand.tattoo show:club")


def test_cards_have_names_by_their_numbers() -> None:
    names = card_names(game("makabana").setup(3).board)
    assert tuple(map(str, names[:3])) == ("", "Danae", "Evao")
    assert tuple(map(str, names[MAX_BEACHES + 1 :])) == (
        "Sand", "Lagoon", "Palm", "Rock", "Tattoo", "Flower", "Fish", "Paint", "Club",
    )  # fmt: skip


def test_every_action_has_one_text_and_back() -> None:
    """rules/notation: text -> step -> text is lossless."""
    notation, board = game("makabana").engine.notation, game("makabana").setup(3).board
    state = table(SITES).state
    actions = [base + site for base in (0, 64, 128, 192, 256) for site in range(24)] + [320, 321, *range(328, 334)]
    written = [notation.format_action(board, state, 1, action) for action in actions]
    assert [notation.parse_action(board, state, 1, text) for text in written] == actions
    assert written[::24][:5] == [f"{word}:danae.sand.tattoo" for word in ("hut", "build", "paint", "club", "tiki")]
    assert written[120:124] == ["tiki:club.danae", "tiki:club.evao", "show:beach", "show:sector"]
    assert written[124:] == ["show:type", "show:paint", "show:club", "none"]


DRAWN = """\
makabana  players=3  rules=2
Round 13: seat 2 puts its Tiki
First player: seat 1

Nadaa
   Dst1!   Dpt   | Drt     Drb2  | Ert     Erb   | Ept     Est3
         +-------+-------+       +-------+       +-------+
   Dsb   | Dpb     Dpf   | Drf   | Erf   | Epf   | Epb   | Esb
  -------+       +-------+-------+       +-------+       |
   Dsf     Dlt   | Dlb     Dlf1    Elt   | Elb     Elf   | Esf

D Danae         club place free
E Evao          club of seat 2

1 Red    huts  8, Paint 2, Club 1  build:danae.sand.fish show:sector
2 Blue   huts  9, Paint 1, Club 0  paint:danae.sand.tattoo show:type
3 Yellow huts  9, Paint 2, Club 1  paint:danae.rock.flower show:paint
# A site is its beach, sector (s sand, l lagoon, p palm, r rock) and type
# (t tattoo, b flower, f fish); 1 is a hut of seat 1, 1! with a Tiki, !1 a Tiki."""


def test_a_position_is_drawn_with_walls_between_complexes() -> None:
    """str is a drawn text board, and read its checked inverse."""
    assert str(game("makabana").read(DRAWN)) == DRAWN


def test_a_view_shows_what_is_unknown_as_such() -> None:
    """rules/view: the shown card and the number of cards."""
    lines = str(game("makabana").read(DRAWN).view(3)).splitlines()[14:17]
    shown = ["3 cards, shows sand", "4 cards, shows tattoo", "paint:danae.rock.flower show:paint"]
    assert [line[35:] for line in lines] == shown


def test_a_view_of_projects_in_the_making_shows_who_is_ready() -> None:
    """rules/view: who has finished is public."""
    position = play(table(SITES), "1 build:danae.sand.fish", "2 build:danae.sand.fish", "2 show:beach")
    lines = str(position.view(3)).splitlines()[14:17]
    assert [line[35:] for line in lines] == ["choosing", "ready", "choosing"]


def test_a_final_round_is_drawn_with_what_brought_it() -> None:
    """makabana/end of the round."""
    sites = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3"
    assert str(table(sites, ending="last-hut")).splitlines()[3] == "Final round: last-hut"


@pytest.mark.uncounted
def test_drawings_and_json_of_every_position_read_back() -> None:
    """Exact inverses of each other, in 80 columns; and everything adds up."""
    makabana = game("makabana")
    for position in islice(positions(4, seed=9), 0, None, 3):
        assert makabana.read(str(position)) == position
        assert makabana.from_json(position.to_json()) == position
        assert max(map(len, str(position).splitlines())) <= 80


def test_drawings_of_views_read_back_but_are_no_positions() -> None:
    """A view can be drawn and read like a position; a game cannot go on from it."""
    engine, position = game("makabana").engine, game("makabana").read(DRAWN)
    for view in (position.view(1), position.view(None), play(table(SITES), "2 build:danae.sand.fish").view(1)):
        board, state = view.setup.board, position.state
        text = engine.drawn.format_state(board, view.state)
        engine.fields.from_fields(board, state, engine.drawn.parse_state(board, text))
        assert state.tobytes() == view.state.tobytes()
    with pytest.raises(PositionError, match="Blue's project is not known: this is a view"):
        game("makabana").read(str(position.view(1)))


def test_a_view_of_laid_projects_is_no_position() -> None:
    """A project of which only the laying down is known cannot be carried out."""
    with pytest.raises(PositionError, match="Red's project is not known"):
        table(SITES, "ready", "-", "-")


SLIPS = [
    ("Round 13: projects", "Round 13: dinner", "line 2: cannot read 'Round'"),
    ("Round 13: projects\n", "", "the drawing lacks the moment"),
    ("First player: seat 1\n", "", "the drawing lacks the first player"),
    ("Round 13: projects", "Round 13: projects\nRound 13: projects", "line 3: the moment is drawn twice"),
    ("Round 13: projects", "Round 13: projects\nFirst huts: seat 1 puts a hut", "line 3: the moment is drawn twice"),
    ("First player: seat 1", "First player: seat 1\nFinal round: rain", "line 4: the final round comes by full-beach"),
    ("Dst1", "Dst7", "line 4: cannot read 'Dst7'; a site is drawn as Art, Art1, Art1! or Art!1"),
    ("Dst1", "Dst1 Dst1", "line 4: site Dst is drawn twice"),
    ("Dst1", "Ast1", "line 4: there is no site Ast"),
    ("Dst1 ", "", "the drawing lacks site Dst"),
    ("Dst1", "Dst4", "the drawing lacks seat 4"),
    ("Dst1 Dlf1", "Dst1! Dlf1!", "line 4: a second Tiki of seat 1"),
    ("D Danae club place free", "D Dana club place free", "line 5: there is no beach D Dana"),
    ("D Danae club place free\n", "", "the drawing lacks beach Danae"),
    (
        "club place free\nE Evao club place free",
        "club of seat 1\nE Evao club of seat 1",
        "line 6: a second club of seat 1",
    ),
    ("D Danae club place free", "D Danae club of seat 1", "seat 1: its Club card is in its hand, or its club stands"),
    ("2 Blue huts 9, Paint 2, Club 1 -", "2 Blue", "line 8: cannot read '2'"),
    ("2 Blue huts 9, Paint 2, Club 1 -\n", "", "the drawing lacks seat 2"),
    ("Club 1 -\n2", "Club 1 perhaps\n2", "line 7: cannot read the project 'perhaps'"),
    ("Club 1 -\n2", "Club 1 build:danae.snow.fish\n2", "line 7: cannot read the project 'build:danae.snow.fish'"),
    ("1 Red huts 8", "1 Red huts 7", "seats.1.reserve: 10 huts in all, and 2 stand on the island"),
]


@pytest.mark.parametrize(("old", "new", "message"), SLIPS)
def test_a_slip_in_a_drawing_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    """game.read: a checked inverse."""
    text = draw(SITES)
    assert old in text
    with pytest.raises(PositionError) as refused:
        game("makabana").read(text.replace(old, new, 1))
    assert str(refused.value).startswith(message)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    """Garbage of any kind gives a PositionError."""
    with pytest.raises(PositionError):
        game("makabana").engine.drawn.parse_state(game("makabana").setup(3).board, text)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The fields of a position with one of them exchanged."""
    fields: dict[str, Any] = json.loads(table(SITES, *LAID, moment="1").to_json())
    *parents, last = path.split(".")
    part = fields
    for key in parents:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return fields


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("phase", "lunch", "phase: one of placing, projects, tikis, over"),
        ("turn", 4, "turn: one of null, 1, 2, 3"),
        ("round", 32, "round: a whole number from 0 to 31"),
        ("first_player", 0, "first_player: a whole number from 1 to 3"),
        ("ending", ["rain"], "ending: 'rain' is not one of"),
        ("colour", 1, "colour: no such field"),
        ("seats.4", {}, "seats.4: no such field"),
        ("seats.1", ..., "seats.1: missing"),
        ("seats.1.huts", ["danae"], "seats.1.huts: 'danae' is not one of"),
        ("seats.1.paints", 3, "seats.1.paints: a whole number from 0 to 2"),
        ("seats.1.club", "rome", "seats.1.club: one of null, danae, evao"),
        ("seats.1.tiki", "", "seats.1.tiki: one of null"),
        ("seats.1.project", ..., "seats.1.project: missing"),
        ("seats.1.project", 5, "seats.1.project: expected named fields"),
        ("seats.1.project.kind", "swim", "seats.1.project.kind: one of null, build, paint, club, none"),
        ("seats.1.project.cards", 4, "seats.1.project.cards: no build project has 4 cards"),
        ("seats.1.project.site", "here", "seats.1.project.site: one of null"),
        ("seats.1.project.shown", "", "seats.1.project.shown: one of null"),
        ("seats.1.project.ready", 1, "seats.1.project.ready: one of True, False"),
    ],
)
def test_wrong_fields_are_refused_with_their_place(path: str, value: Any, message: str) -> None:
    """JSON both ways: every value checked."""
    with pytest.raises(PositionError) as refused:
        game("makabana").from_json(changed(path, value))
    assert str(refused.value).startswith(message)


def test_a_project_of_which_nothing_is_known_is_laid_down_or_null() -> None:
    """One way to write each state."""
    nothing = {"ready": False, "kind": None, "site": None, "shown": None, "cards": None}
    with pytest.raises(PositionError, match=r"seats.1.project.ready: a project of which nothing is known"):
        game("makabana").from_json(changed("seats.1.project", nothing))
