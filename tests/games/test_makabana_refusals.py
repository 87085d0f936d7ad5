"""Maka Bana: every refusal, with the rule it names."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import Position, Refusal, game
from ludotheque.games.makabana import notation, refusals
from tests.games.makabana_tables import play, table

SITES = "Dst1 Dlf1 Drb2 Est3"
LAID = ("build:danae.sand.fish show:sector", "paint:danae.sand.tattoo show:type", "club:evao.sand.tattoo show:club")
FINAL = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3"


def first_huts(rules: int = 2) -> Position:
    return play(game("makabana").start(players=3, rules=rules), "1 hut:danae.lagoon.fish")


def second_hut(rules: int = 2) -> Position:
    return play(
        first_huts(rules),
        "2 hut:danae.rock.fish",
        "3 hut:danae.rock.flower",
        "3 hut:evao.sand.fish",
        "2 hut:evao.sand.tattoo",
    )


def tikis() -> Position:
    return table(SITES, *LAID, moment="2", clubs={"Evao": "Tiki of seat 1"})


REFUSALS = [
    (
        first_huts,
        2,
        "hut:danae.lagoon.fish",
        "hut-on-hut",
        "Red's hut stands on Danae lagoon fish: choose a free site.",
    ),
    (
        first_huts,
        2,
        "build:danae.sand.fish",
        "huts-first",
        "First every seat puts two huts, as in hut:danae.sand.tattoo.",
    ),
    (
        second_hut,
        1,
        "hut:danae.sand.fish",
        "second-hut-beach",
        "Your first hut is on Danae: the second goes to another beach.",
    ),
    (
        second_hut,
        1,
        "hut:evao.lagoon.tattoo",
        "second-hut-beside",
        "Evao lagoon tattoo is beside your first hut, on Danae lagoon fish: "
        "the second may not share a side with it, wall or no wall.",
    ),
    (
        lambda: second_hut(rules=1),
        1,
        "hut:evao.lagoon.tattoo",
        "second-hut-neighbour",
        "Evao lagoon tattoo is a neighbour of your first hut, on Danae lagoon fish: the second may not be.",
    ),
    (
        lambda: table(SITES),
        1,
        "hut:danae.sand.fish",
        "project-now",
        "The first huts stand: now choose a target with build:, paint: or club:.",
    ),
    (
        lambda: table(SITES),
        1,
        "show:beach",
        "project-now",
        "Before you show a card, choose a target with build:, paint: or club:.",
    ),
    (lambda: table(SITES), 1, "none", "none-with-target", "You have a target: make a project of it."),
    (
        lambda: table(SITES),
        1,
        "build:danae.rock.flower",
        "build-on-hut",
        "Blue's hut stands on Danae rock flower: build where there is none.",
    ),
    (
        lambda: table(SITES, paints={1: 0}),
        1,
        "paint:danae.rock.flower",
        "no-paint-left",
        "You have no Paint card left.",
    ),
    (
        lambda: table(SITES),
        1,
        "paint:danae.sand.tattoo",
        "paint-own-hut",
        "The hut on Danae sand tattoo is your own: paint another seat's.",
    ),
    (lambda: table(SITES), 1, "paint:danae.sand.fish", "paint-no-hut", "There is no hut to paint on Danae sand fish."),
    (
        lambda: table(SITES, clubs={"Evao": "club of seat 1"}),
        1,
        "club:danae.sand.tattoo",
        "one-club",
        "Your one club stands on Evao already.",
    ),
    (
        lambda: table(SITES),
        1,
        "club:danae.rock.flower",
        "club-own-hut",
        "A club project names a hut of your own, and none stands on Danae rock flower.",
    ),
    (
        lambda: table(SITES, clubs={"Danae": "club of seat 2"}),
        1,
        "club:danae.sand.tattoo",
        "club-taken",
        "Danae has Blue's club: a beach takes one.",
    ),
    (
        lambda: table(FINAL, ending="last-hut"),
        2,
        "paint:danae.sand.tattoo",
        "final-round-builds",
        "This is the final round: only build projects are made.",
    ),
    (
        lambda: table(SITES, LAID[0][:21], "-", "-"),
        1,
        "build:danae.rock.fish",
        "show-now",
        "Your target is chosen: now show one of its cards, show:beach, show:sector or show:type.",
    ),
    (
        lambda: table(SITES, LAID[0][:21], "-", "-"),
        1,
        "show:paint",
        "card-not-there",
        "There is no Paint card in your project: show:beach, show:sector or show:type.",
    ),
    (
        lambda: table(SITES, "-", LAID[1][:23], "-"),
        2,
        "show:club",
        "card-not-there",
        "There is no Club card in your project: show:beach, show:sector, show:type or show:paint.",
    ),
    (
        tikis,
        2,
        "build:danae.sand.fish",
        "tiki-now",
        "All projects are laid down: now put your Tiki on a site or on a club place.",
    ),
    (
        tikis,
        2,
        "tiki:danae.sand.tattoo",
        "tiki-on-hut",
        "The hut on Danae sand tattoo is Red's: your Tiki guards only your own.",
    ),
    (tikis, 2, "tiki:club.evao", "two-tikis", "Red's Tiki stands on Evao's club place: a place takes one."),
    (
        lambda: table(SITES + " Drt!1", *LAID, moment="2"),
        2,
        "tiki:danae.rock.tattoo",
        "two-tikis",
        "Red's Tiki stands on Danae rock tattoo: a place takes one.",
    ),
    (
        lambda: table(SITES, *LAID, moment="1", clubs={"Danae": "club of seat 2"}),
        1,
        "tiki:club.danae",
        "tiki-on-club",
        "Blue's club stands on Danae's club place: no Tiki goes there.",
    ),
    (
        lambda: table(SITES),
        1,
        "build:bikini.sand.fish",
        "no-such-beach",
        "There is no beach bikini; there are danae, evao.",
    ),
    (lambda: table(SITES), 1, "tiki:club.bikini", "no-such-beach", "There is no beach bikini; there are danae, evao."),
    (
        lambda: table(SITES),
        1,
        "build:danae.snow.fish",
        "no-such-site",
        "There is no sector snow; there are sand, lagoon, palm, rock.",
    ),
    (
        lambda: table(SITES),
        1,
        "build:danae.sand.bird",
        "no-such-site",
        "There is no type bird; there are tattoo, flower, fish.",
    ),
    (lambda: table("Art1", players=5), 1, "build:azzura.sand.fish", "no-such-site", "Azzura has no sand."),
    (
        lambda: table(SITES, paints={1: 0}, clubs={"Evao": "club of seat 1"}),
        1,
        "tiki:club.danae",
        "project-now",
        "Tikis come when all projects are laid down: first choose a target with build:.",
    ),
    (
        lambda: table(SITES, LAID[0][:21], "-", "-"),
        1,
        "tiki:danae.sand.fish",
        "show-now",
        "Tikis come when all projects are laid down: first show a card of your project, "
        "show:beach, show:sector or show:type.",
    ),
]
MOMENTS = {"huts-first", "project-now", "show-now", "tiki-now"}


@pytest.mark.parametrize(("make", "seat", "text", "rule", "reason"), REFUSALS)
def test_a_refusal_names_the_rule_and_the_place(
    make: Callable[[], Position], seat: int, text: str, rule: str, reason: str
) -> None:
    """rules/illegal: refused with a reason that names the rule; the game is unchanged."""
    position = make()
    before = position.state.tobytes()
    kind = "moment" if rule in MOMENTS else "illegal"
    assert position.why_not(text, seat) == Refusal(kind, f"makabana.{rule}", reason)
    assert position.state.tobytes() == before


def test_every_refusal_has_a_test() -> None:
    """The list above is complete."""
    source = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (notation, refusals))
    ids = re.findall(r'(?:_illegal|_moment)\("([a-z-]+)"', source) + re.findall(r'"makabana\.([a-z-]+)"', source)
    assert set(ids) == {rule for _, _, _, rule, _ in REFUSALS} | {"notation"}


NO_NOTATION = """
    build|build:|build:danae|build:danae.sand|Build:danae.sand.fish|build:danae.sand.fish |none!|show:|show:sand
    |tiki:club|tiki:club.|hut:danae.sand.fish.x|build:dan\u00e9.sand.fish|build:danae.sand.\uff46ish|NONE|*|1 none
"""


@pytest.mark.parametrize("text", ["", "x" * 10_000, *NO_NOTATION.strip().split("|")])
def test_a_text_outside_the_notation_is_unreadable(text: str) -> None:
    """rules/notation: one written form; makabana.notation."""
    refusal = table(SITES).why_not(text, 1)
    assert refusal is not None and (refusal.kind, refusal.rule) == ("unreadable", "makabana.notation")


@given(st.text())
def test_garbage_is_refused_and_never_crashes(text: str) -> None:
    """rules/illegal."""
    assert isinstance(table(SITES).why_not(text, 1), Refusal)


PLACES = [
    (first_huts, 2, "hut:danae.lagoon.fish", ("site-danae-lagoon-fish",)),
    (second_hut, 1, "hut:danae.sand.fish", ("site-danae-sand-fish", "site-danae-lagoon-fish")),
    (second_hut, 1, "hut:evao.lagoon.tattoo", ("site-evao-lagoon-tattoo", "site-danae-lagoon-fish")),
    (lambda: table(SITES, clubs={"Evao": "club of seat 1"}), 1, "club:danae.sand.tattoo", ("club-evao",)),
    (tikis, 2, "tiki:danae.sand.tattoo", ("site-danae-sand-tattoo",)),
    (tikis, 2, "tiki:club.evao", ("club-evao",)),
    (lambda: table(SITES), 1, "none", ()),
]


@pytest.mark.parametrize(("make", "seat", "text", "places"), PLACES)
def test_a_refusal_points_at_what_it_is_about(
    make: Callable[[], Position], seat: int, text: str, places: tuple[str, ...]
) -> None:
    """Refusal.places: elements of the drawing."""
    refusal = make().why_not(text, seat)
    assert refusal is not None and refusal.places == places


def six() -> Position:
    """A game of six on two islands, where the sites nearest to Danae's are on its own island."""
    return table("Ast1 Dst1 Apt2 Est2 Brt3 Elf3 Bpt4 Drf4 Cst5 Drt5 Clt6 Erf6", players=6, round_number=1)


NEAREST = [
    (lambda: table(SITES), 1, "build:danae.sand.tattoo", ("club:danae.sand.tattoo", "build:danae.sand.flower")),
    (lambda: table(SITES), 1, "build:danae.rock.flower", ("paint:danae.rock.flower", "build:danae.rock.tattoo")),
    (lambda: table(SITES), 1, "paint:danae.sand.fish", ("build:danae.sand.fish", "paint:danae.rock.flower")),
    (lambda: table(SITES), 1, "tiki:danae.sand.fish", ("build:danae.sand.fish",)),
    (lambda: table(SITES), 1, "tiki:club.evao", ("build:evao.sand.flower",)),
    (lambda: table(SITES), 1, "none", ("build:danae.sand.flower",)),
    (lambda: table(SITES), 1, "show:type", ("build:danae.sand.flower",)),
    (lambda: table(SITES, "-", LAID[1][:23], "-"), 2, "show:club", ("show:paint", "show:beach")),
    (lambda: table(SITES, "-", LAID[1][:23], "-"), 2, "build:danae.sand.fish", ("show:beach", "show:sector")),
    (first_huts, 2, "hut:danae.lagoon.fish", ("hut:danae.lagoon.flower",)),
    (tikis, 2, "tiki:club.evao", ("tiki:club.danae",)),
    (tikis, 2, "build:danae.sand.fish", ("tiki:danae.sand.fish",)),
    (six, 1, "paint:danae.sand.tattoo", ("club:danae.sand.tattoo", "paint:danae.rock.tattoo", "paint:danae.rock.fish")),
]


@pytest.mark.parametrize(("make", "seat", "text", "steps"), NEAREST)
def test_the_nearest_legal_steps_come_first(
    make: Callable[[], Position], seat: int, text: str, steps: tuple[str, ...]
) -> None:
    """Refusal.alternatives: the same place, then the same kind of step by the way on the map."""
    position = make()
    refusal = position.why_not(text, seat)
    assert refusal is not None and refusal.alternatives[: len(steps)] == steps
    assert set(refusal.alternatives) <= set(map(str, position.legal(seat)))
