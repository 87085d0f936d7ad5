"""Showing, replaying and reading the rules: pictures, text pictures and words from the command line."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque import NAMES, Record
from ludotheque.drawing import LANGUAGES, in_words, rulebook
from tests.cli.conftest import FINISHED, Run
from tests.conftest import GOLDEN

ONE_OF_EACH = {name: min((GOLDEN / name).glob("*.record")) for name in NAMES}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_position_is_shown_as_a_picture_with_its_colours_in_it(run: Run, name: str, theme: str) -> None:
    ran = run("show", ONE_OF_EACH[name], "--ply", 20, "--svg", "--theme", theme)
    assert (ran.code, ran.err) == (0, "")
    assert ElementTree.fromstring(ran.out).tag == f"{SVG}svg"
    assert "var(" not in ran.out and "<style>" in ran.out


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_shown_as_png(run: Run, folder: Path, name: str) -> None:
    assert run("show", ONE_OF_EACH[name], "--png", "--width", 300, "-o", "a.png").code == 0
    data = (folder / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n") and int.from_bytes(data[16:20], "big") == 300


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_position_is_shown_in_words(run: Run, name: str, lang: str) -> None:
    ran = run("show", ONE_OF_EACH[name], "--ply", 9, "--seat", 1, "--words", "--lang", lang)
    position = Record.load(ONE_OF_EACH[name]).at(9)
    assert ran.out.endswith(in_words(position.view(1), lang) + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_text_picture_has_colour_only_where_it_is_asked_for(run: Run, folder: Path, name: str) -> None:
    plain = run("show", ONE_OF_EACH[name], "--ply", 12, "--text").out
    coloured = run("show", ONE_OF_EACH[name], "--ply", 12, "--text", "--colour", "always").out
    assert "\x1b[" not in plain and "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()
    assert max(map(len, plain.splitlines())) <= 80
    run("show", ONE_OF_EACH[name], "--ply", 12, "--text", "-o", "a.txt")
    assert (folder / "a.txt").read_text("utf-8") == plain


def test_hidden_information_is_in_no_form_of_a_view(run: Run) -> None:
    """Two records that differ only in a project still secret for seat 1."""
    text = "game: makabana\nrules: 1\nplayers: 3\n\n" + "\n".join(
        ["1 hut:danae.sand.flower", "2 hut:danae.lagoon.tattoo", "3 hut:danae.lagoon.flower", "3 hut:evao.lagoon.fish",
         "2 hut:evao.sand.fish", "1 hut:evao.palm.tattoo", "2 build:{site}", "2 show:{card}", ""]
    )  # fmt: skip
    for form in ("--svg", "--text", "--words", "--json"):
        outs = {
            run("show", "-", "--seat", 1, form, stdin=text.replace("{site}", site).replace("{card}", card)).out
            for site, card in (("danae.rock.fish", "beach"), ("evao.rock.tattoo", "sector"))
        }
        assert len(outs) == 1, form


@pytest.mark.parametrize("name", NAMES)
def test_a_record_becomes_one_animated_picture(run: Run, name: str) -> None:
    ran = run("replay", ONE_OF_EACH[name], "--svg")
    root = ElementTree.fromstring(ran.out)
    assert root.findall(f".//{SVG}animate") and "http" not in ran.out.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_record_becomes_one_page_that_needs_nothing_else(run: Run, name: str) -> None:
    page = run("replay", ONE_OF_EACH[name], "--html", "--lang", "fr").out
    assert '<html lang="fr">' in page
    assert not re.search(r'(src|href)="(?!#)', page) and "@import" not in page
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    record = Record.load(ONE_OF_EACH[name])
    assert len(data["frames"]) == len(data["words"]) == len(record.steps) + 1
    assert all(data["frames"][0].values())


def test_a_record_is_printed_as_a_story(run: Run) -> None:
    story = run("replay", FINISHED, "--words", "--lang", "it").out.splitlines()
    assert len(story) == 24 and story[0].startswith("1. ") and "Bianco" in story[0] + story[1]


@pytest.mark.parametrize("name", [*NAMES, "table"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_are_read_whole_or_by_paragraph(run: Run, name: str, lang: str) -> None:
    book = rulebook(name, lang)
    whole = run("rules", name, "--lang", lang).out
    assert all(paragraph.name in whole for paragraph in book.paragraphs)
    first = book.paragraphs[0]
    one = run("rules", name, first.id, "--lang", lang).out
    assert one == run("rules", first.name, "--lang", lang).out
    assert " ".join(first.text.split())[:40] in " ".join(one.split())
    assert max(map(len, (whole + one).splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_a_page_with_figures(run: Run, folder: Path, name: str) -> None:
    assert run("rules", name, "--html", "-o", "rules.html").code == 0
    page = (folder / "rules.html").read_text("utf-8")
    assert page.count("<figure>") >= 4 and page.count("<svg") == page.count("<figure>")


def test_the_rules_of_all_tables_are_a_page_too(run: Run, folder: Path) -> None:
    assert run("rules", "table", "--html", "-o", "rules.html").code == 0
    page = (folder / "rules.html").read_text("utf-8")
    assert page.count("<section ") == len(rulebook("table").paragraphs)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("rules chess", "there is no rulebook 'chess': choose mabula"),
        ("rules mabula moves.99", "mabula has no paragraph 'moves.99': its sections are glance, about"),
        ("rules mabula --lang de", "'de' is not one of 'en', 'fr', 'it'"),
        ("rules mabula moves --html", "--html gives the whole book"),
        (f"show {FINISHED} --svg --theme pink", "'pink' is not one of 'light', 'dark'"),
        (f"show {FINISHED} --png --width 4", "4 is not in the range"),
        (f"show {FINISHED} --svg -o no/such/file.svg", "no/such/file.svg: cannot be written"),
        (f"replay {FINISHED} --html --seat 5", "--seat: seats are 1 to 2, not 5"),
    ],
)
def test_a_mistake_gets_one_line(run: Run, command: str, message: str) -> None:
    ran = run(*command.split())
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err and ran.err.count("\n") == 1


def test_a_replay_for_a_seat_shows_no_secret_of_others(run: Run) -> None:
    """Two records that differ only in a project that is still face down."""
    text = "game: makabana\nrules: 1\nplayers: 3\n\n" + "\n".join(
        ["1 hut:danae.sand.flower", "2 hut:danae.lagoon.tattoo", "3 hut:danae.lagoon.flower", "3 hut:evao.lagoon.fish",
         "2 hut:evao.sand.fish", "1 hut:evao.palm.tattoo", "2 build:{site}", "2 show:{card}", ""]
    )  # fmt: skip
    for form in ("--brief", "--words", "--svg", "--html", "--delay=0"):
        outs = {
            run("replay", "-", "--seat", 1, form, stdin=text.replace("{site}", site).replace("{card}", card)).out
            for site, card in (("danae.rock.fish", "beach"), ("evao.rock.tattoo", "sector"))
        }
        assert len(outs) == 1, form


def test_a_replay_can_be_written_to_a_file(run: Run, folder: Path) -> None:
    shown = run("replay", FINISHED, "--brief").out
    assert run("replay", FINISHED, "--brief", "-o", "a.txt").out == ""
    assert (folder / "a.txt").read_text("utf-8") == shown


def test_a_page_keeps_the_theme_that_was_asked_for(run: Run) -> None:
    assert '<html lang="en" data-theme="dark">' in run("replay", FINISHED, "--html", "--theme", "dark").out
    assert '<html lang="en">' in run("replay", FINISHED, "--html").out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"show {FINISHED} --svg --png", "--svg and --png don't go together"),
        (f"show {FINISHED} --words --json", "--words and --json don't go together"),
        (f"show {FINISHED} --text --theme dark", "--theme goes with --svg or --png"),
        (f"show {FINISHED} --svg --width 300", "--width goes with --png"),
        (f"replay {FINISHED} --html --words", "--words and --html don't go together"),
        (f"replay {FINISHED} --theme dark", "--theme goes with --html or --svg"),
    ],
)
def test_options_that_contradict_each_other_are_refused(run: Run, command: str, message: str) -> None:
    ran = run(*command.split())
    assert (ran.code, ran.out) == (2, "") and message in ran.err
