"""The pages of the games: generated parts are current, and parts written by hand are true of the game."""

import re
from pathlib import Path

import pytest
from tools import game_pages

from ludotheque import NAMES, Record, game
from ludotheque.drawing import rulebook
from ludotheque.drawing.rulebooks.rulebook import paragraph_of
from tests.test_docs import ROOT, refusal_ids, rows, section

pytestmark = pytest.mark.uncounted

each_game = pytest.mark.parametrize("name", NAMES)


def page_of(name: str) -> str:
    return (ROOT / "docs" / "games" / f"{name}.md").read_text("utf-8")


def site_page(name: str) -> str:
    """A game's page with its numbered rules, as the site shows it."""
    return game_pages.site_page(name, page_of(name))


def test_every_generated_part_is_current() -> None:
    """If this fails, run `python -m tools.game_pages`."""
    assert [path.name for path in game_pages.stale()] == []


def test_a_part_that_was_changed_by_hand_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    for name in NAMES:
        (tmp_path / "games" / f"{name}.md").write_text(page_of(name), "utf-8")
    monkeypatch.setattr(game_pages, "DOCS", tmp_path)
    changed = page_of("mabula").replace("| `novice` |", "| `beginner` |")
    (tmp_path / "games" / "mabula.md").write_text(changed, "utf-8")
    assert [path.name for path in game_pages.stale()] == ["mabula.md"]


@each_game
def test_every_paragraph_of_the_rulebook_can_be_linked_to(name: str) -> None:
    ids = [paragraph.id for paragraph in rulebook(name).paragraphs]
    assert re.findall(r'<a id="([^"]+)"></a>', site_page(name)) == ids


def test_a_list_of_the_rulebook_is_a_list_on_the_page() -> None:
    listed = [line for line in rulebook("junglerumble").find("end.3")[0].text.splitlines() if line.startswith("- ")]
    assert len(listed) == 6
    assert "\n\n" + "\n".join(listed) + "\n\n" in site_page("junglerumble")


@each_game
def test_every_refusal_is_listed_below_the_paragraph_that_it_cites(name: str) -> None:
    parts = re.split(r'<a id="([^"]+)"></a>', section_with_parts(name, "Numbered rules"))
    cited = {
        rule: paragraph
        for paragraph, text in zip(parts[1::2], parts[2::2], strict=True)
        for rule in re.findall(rf"`({name}\.[a-z-]+)`", text)
    }
    assert cited == {rule: paragraph_of(rule).partition("/")[2] for rule in refusal_ids(name)}


@each_game
def test_no_page_has_the_same_heading_twice(name: str) -> None:
    headings = re.findall(r"^##+ (.+)$", site_page(name), re.MULTILINE)
    assert len(headings) == len(set(headings))


@each_game
def test_every_option_is_listed_with_its_values_the_default_first(name: str) -> None:
    listed: dict[str, list[str]] = {}
    if game(name).options:
        option = ""
        for cells in rows(name, "Options"):
            option = cells[0] or option
            listed.setdefault(option, []).append(cells[1].partition("`")[0])
    assert listed == {option: list(values) for option, values in game(name).options.items()}


@each_game
def test_the_numbers_of_players_are_listed(name: str) -> None:
    least, most = game(name).players
    text = section(name, "Options")
    if least == most == 2:
        assert text.strip().startswith("Two players, always.")
    else:
        assert {str(number) for number in range(least, most + 1)} <= set(re.findall(r"\b\d\b", text))


def test_the_maps_of_maka_bana_are_as_listed() -> None:
    for players, _, beaches, sites in rows("makabana", "Options"):
        position = game("makabana").start(players=int(players))
        assert position.facts()["beaches"].keys() == set(beaches.lower().split(", "))
        assert len(position.legal()) == int(sites)


@each_game
def test_every_version_of_the_rules_is_described(name: str) -> None:
    versions = [int(cells[0]) for cells in rows(name, "Versions")]
    assert versions == list(range(1, game(name).rules_version + 1))
    assert Record.read(str(game(name).start(start=0).record())).setup.rules == versions[-1]


@each_game
def test_no_list_of_legal_moves_is_longer_than_the_page_says(name: str) -> None:
    said = re.search(r"never longer than (\d+)", section(name, "How long, how wide"))
    assert said is not None
    assert len(game(name).start(start=0).roll(7).legal()) <= int(said[1]) <= game(name).engine.facts_of.MAX_LEGAL


def section_with_parts(name: str, heading: str) -> str:
    """The text below a heading of the second order, with its subheadings."""
    return site_page(name).split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
