"""The manifests: found in the games' folders, complete, and consistent with the rules."""

import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from ludotheque.drawing import draw
from ludotheque.games import MANIFESTS, NAMES
from ludotheque.games.game_manifest import ASIDE, BAR, HOLD, SEATS, SIDE, STAGE, STRIP, Manifest
from ludotheque.games.phrase import say
from ludotheque.play.game import game

SOURCES = Path(ludotheque.__file__).parent


def test_the_games_are_in_the_order_of_their_manifests() -> None:
    places = [(one.place, name) for name, one in MANIFESTS.items()]
    assert places == sorted(places)
    assert NAMES[:4] == ("mabula", "marabunta", "makabana", "junglerumble")


def test_a_manifest_imports_no_rules() -> None:
    code = "import sys; from ludotheque.games.game_manifest import find_manifests as f; f(); print(*sys.modules)"
    bare = "import sys, types; one = types.ModuleType('ludotheque'); one.__path__ = [sys.argv[1]]; "
    code = bare + "sys.modules['ludotheque'] = one; " + code
    done = subprocess.run([sys.executable, "-c", code, str(SOURCES)], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ludotheque.games.mabula.manifest" in loaded
    assert not {"numpy", "ludotheque.games.mabula.state", "ludotheque.games.mabula.rules"} & set(loaded)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_and_value_has_a_name(name: str) -> None:
    named = {option: tuple(names.values) for option, names in MANIFESTS[name].options.items()}
    assert named == game(name).options


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_a_score_has_a_name(name: str) -> None:
    assert tuple(map(str, MANIFESTS[name].parts)) == game(name).parts
    assert {one.context for one in MANIFESTS[name].parts} == {"part"}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_sign_for_every_seat(name: str) -> None:
    signs = MANIFESTS[name].signs
    assert len(signs) >= game(name).players[1]
    assert len(set(signs)) == len(signs)


def test_no_two_games_share_the_letters_of_their_drawings() -> None:
    initials = [one.initial or name for name, one in MANIFESTS.items()]
    assert len(set(initials)) == len(initials)


@pytest.mark.parametrize("name", NAMES)
def test_board_files_are_offered_where_the_rules_take_them(name: str) -> None:
    assert bool(MANIFESTS[name].board_tables) == bool(game(name).engine.board_files)


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_a_picture_have_their_places(name: str) -> None:
    one, manifest = game(name), MANIFESTS[name]
    drawing = draw(one.start(one.players[1], seed=1).roll(1).view(1))
    kinds = {part.name.partition("-")[0] for part in drawing.parts}
    assert not manifest.places or kinds <= set(manifest.places)
    known = {STAGE, STRIP, SEATS, HOLD, SIDE, BAR, ASIDE}
    for places in (manifest.places, manifest.own_places, manifest.spectator_places):
        assert set(places.values()) <= known
    assert any(manifest.place_of(kind, is_own=False, is_spectator=False) == STAGE for kind in kinds)


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_has_dice_if_chance_acts_during_the_game(name: str) -> None:
    position, rolled = game(name).start(seed=1), 0
    for turn in range(200):
        if position.is_over:
            break
        rolled += position.is_chance
        position = position.roll(turn) if position.is_chance else position.play(position.legal()[0])
    assert (rolled > 0) == MANIFESTS[name].has_dice


def test_the_page_area_of_a_part_depends_on_who_looks() -> None:
    one = Manifest(
        pitch=say("A game."), minutes=5, places={"farm": SEATS, "cards": SIDE}, own_places={"farm": STAGE},
        spectator_places={"farm": HOLD},
    )  # fmt: skip
    assert one.place_of("farm", is_own=True, is_spectator=False) == STAGE
    assert one.place_of("farm", is_own=False, is_spectator=False) == SEATS
    assert one.place_of("farm", is_own=False, is_spectator=True) == HOLD
    assert one.place_of("cards", is_own=True, is_spectator=False) == SIDE
    assert one.place_of("unnamed", is_own=False, is_spectator=True) == STAGE


def test_a_figure_of_the_rulebook_shows_its_parts_or_those_of_all_figures() -> None:
    one = Manifest(pitch=say("A game."), minutes=5, focus={"": ("map",), "split": ("trays",)})
    assert (one.focus_of("split"), one.focus_of("other")) == (("trays",), ("map",))
    assert Manifest(pitch=say("A game."), minutes=5).focus_of("split") == ()
