"""Maka Bana in words: what a step did and for whom, what is where, and the rulebook's terms in three languages."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque import Position, game
from ludotheque.drawing import LANGUAGES, describe, in_words, rulebook, told
from ludotheque.drawing.makabana import words
from ludotheque.drawing.makabana.names import neighbours
from ludotheque.drawing.makabana.scene import read_state
from tests.drawing.reading import sayable
from tests.games.makabana_tables import play, table
from tests.games.test_makabana_boards import seven_beaches

HUTS = "Dst1 Elf1 Drt2 Est2 Dlb3 Epf3"
GUARDS = "danae.sand.tattoo danae.rock.tattoo evao.palm.fish"
FIRST = ["1 hut:danae.lagoon.fish", "2 hut:danae.rock.fish", "3 hut:danae.rock.flower"]
SECOND = ["3 hut:evao.sand.fish", "2 hut:evao.sand.tattoo", "1 hut:evao.rock.fish"]


def heard(position: Position, step: str, seat: int | None = None, code: str = "en") -> str:
    """The words for a seat of a step in the record's notation."""
    after = play(position, step)
    assert after.last
    return told(position, after.last, seat, code, after)


def carried(*projects: str, tikis: str = GUARDS, sites: str = HUTS) -> str:
    """The words when the last Tiki carries these projects out; seat 1 is first player."""
    position = table(sites, *(f"{project} show:beach" for project in projects), moment="1", round_number=4)
    first, second, third = tikis.split()
    return heard(play(position, f"1 tiki:{first}", f"2 tiki:{second}"), f"3 tiki:{third}")


def test_the_words_name_the_first_huts_and_then_the_round() -> None:
    """makabana/start.3."""
    position = play(game("makabana").start(players=3), *FIRST, *SECOND[:-1])
    assert heard(game("makabana").start(players=3), FIRST[0]) == "Red puts a first hut on Danae lagoon fish."
    assert heard(position, SECOND[-1]) == (
        "Red puts the second hut on Evao rock fish. "
        "Round 1 begins: all choose a project in secret. Red is first player."
    )


def test_only_its_own_seat_reads_a_target() -> None:
    """makabana/projects.7: as long as a seat is choosing, nothing can be seen of a project."""
    position = table(HUTS)
    assert heard(position, "1 paint:danae.rock.tattoo", 1).endswith("project: paint the hut on Danae rock tattoo.")
    assert heard(position, "1 build:danae.sand.fish", 1) == "Red's secret project: build a hut on Danae sand fish."
    assert heard(position, "1 club:danae.sand.tattoo", 1).endswith(
        "open the diving club of Danae, with the hut on Danae sand tattoo."
    )
    assert heard(position, "1 paint:danae.rock.tattoo", 2) == heard(position, "1 paint:danae.rock.tattoo") == ""


def test_others_read_the_same_words_for_every_project_laid_down() -> None:
    """makabana/projects.7."""
    position = table(HUTS)
    build, club = play(position, "1 build:danae.sand.fish"), play(position, "1 club:danae.sand.tattoo")
    said = {heard(build, "1 show:type", 2), heard(build, "1 show:beach", 2), heard(club, "1 show:club", None)}
    assert said == {"Red is ready. Still choosing: Blue and Yellow."}
    assert heard(build, "1 show:type", 1).startswith("Red is ready, and will show the Fish card.")


def test_all_shown_cards_are_named_at_once() -> None:
    """makabana/projects.7: three cards are a hut to build, four a hut to paint or a club to open."""
    laid = "build:danae.sand.fish show:type", "club:evao.sand.tattoo show:sector", "paint:danae.rock.tattoo"
    words = heard(table(HUTS, *laid), "3 show:paint", 1)
    assert words == (
        "Yellow is ready. All projects are laid down. 3 cards, to build a hut: Red shows Fish. "
        "4 cards, to paint or to open a club: Blue shows Sand and Yellow shows Paint."
    )


def test_a_seat_without_a_target_is_ready_like_the_others() -> None:
    """makabana/projects.5; that it has no project is seen when all are laid down."""
    crowded = (
        "Dst1 Dpt1 Drt1 Drb1 Ert1 Erb1 Ept1 Est1 Dsb2 Dpb2 Dpf2 Drf2 Erf2 Epf2 Epb2 Esb2 "
        "Dsf3 Dlt3 Dlb3 Dlf3 Elt3 Elb3 Elf3 Esf3"
    )
    position = table(crowded, ending="full-beach")
    assert "You have no target for a project: say «none»." in in_words(position.view(1))
    assert {heard(position, "1 none", seat) for seat in (1, 2)} == {"Red is ready. Still choosing: Blue and Yellow."}
    assert "Your project: none, for lack of a target." in in_words(play(position, "1 none").view(1))
    last = play(position, "1 none", "2 none")
    assert heard(last, "3 none", 1).endswith("Red has no project. Blue has no project. Yellow has no project.")
    tikis = play(last, "3 none", "1 tiki:club.danae", "2 tiki:club.evao")
    assert "Red has no project. Blue has no project." in heard(tikis, "3 tiki:danae.sand.fish")


def test_the_words_name_the_place_of_a_tiki() -> None:
    """makabana/tikis.2."""
    laid = ("build:danae.sand.fish show:type",) * 3
    position = table(HUTS, *laid, moment="1")
    assert heard(position, "1 tiki:danae.sand.fish") == "Red puts a Tiki on Danae sand fish."
    assert heard(position, "1 tiki:danae.sand.tattoo") == "Red puts a Tiki against the hut on Danae sand tattoo."
    assert heard(position, "1 tiki:club.evao") == "Red puts a Tiki on Evao's club place."


def test_the_words_name_a_seat_without_a_place_for_its_tiki() -> None:
    """makabana/departures.10."""
    position = table(
        "Ast!1 Asb!2 Asf Apt1 Apb1 Apf1 Art1 Arb1 Arf1 Alt1 Alb1 Alf1 Brt2 Bpt2 Bpb2 Brb2 Brf2 Bpf2 Bst2 Bsb2 Bsf2 "
        "Cst3 Cpb3 Cpt3 Csb3 Csf3 Cpf3 Clt3 Clb3 Clf3",
        *("build:aloa.sand.tattoo show:beach",) * 4,
        players=4,
        moment="3",
        clubs={"Aloa": "club of seat 1", "Borea": "club of seat 2", "Coconut": "club of seat 3"},
        ending="full-beach, last-hut",
    )
    assert "Aloa sand fish. Teal has no place for a Tiki. The projects" in heard(position, "3 tiki:aloa.sand.fish")


OUTCOMES = {
    "Red builds a hut on Danae palm fish.": ("build:danae.palm.fish", "build:evao.rock.tattoo", ""),
    "Blue fails to build on Danae palm fish: Red's hut stands there by now.": (
        "build:danae.palm.fish", "build:danae.palm.fish", "",
    ),
    "Red fails to build on Danae palm fish: Blue's Tiki stands there.": (
        "build:danae.palm.fish", "build:evao.rock.tattoo", "danae.sand.tattoo danae.palm.fish evao.palm.fish",
    ),
    "Red fails to build on Danae palm fish: their own Tiki stands there.": (
        "build:danae.palm.fish", "build:evao.rock.tattoo", "danae.palm.fish danae.rock.tattoo evao.palm.fish",
    ),
    "Red paints Yellow's hut on Danae lagoon flower and spends a Paint card.": (
        "paint:danae.lagoon.flower", "build:evao.rock.tattoo", "",
    ),
    "Red fails to paint the hut on Danae rock tattoo: Blue's Tiki guards it; the Paint card returns to the hand.": (
        "paint:danae.rock.tattoo", "build:evao.rock.tattoo", "",
    ),
    "Red opens the diving club of Danae.": ("club:danae.sand.tattoo", "build:evao.rock.tattoo", ""),
    "Blue fails to open the club of Danae: Red's stands there by now.": (
        "club:danae.sand.tattoo", "club:danae.rock.tattoo", "",
    ),
    "Blue fails to open the club of Evao: the hut on Evao sand tattoo has become Red's.": (
        "paint:evao.sand.tattoo", "club:evao.sand.tattoo", "",
    ),
    "Red fails to open the club of Danae: Blue's Tiki stands there.": (
        "club:danae.sand.tattoo", "build:evao.rock.tattoo", "danae.sand.tattoo club.danae evao.palm.fish",
    ),
    "Red fails to open the club of Danae: their own Tiki stands there.": (
        "club:danae.sand.tattoo", "build:evao.rock.tattoo", "club.danae danae.rock.tattoo evao.palm.fish",
    ),
}  # fmt: skip


@pytest.mark.parametrize("sentence", OUTCOMES)
def test_the_words_of_every_project_give_its_outcome(sentence: str) -> None:
    """makabana/carrying."""
    red, blue, tikis = OUTCOMES[sentence]
    words = carried(red, blue, "build:evao.rock.fish", tikis=tikis or GUARDS)
    assert sentence in words
    assert words.endswith("Round 5 begins: all choose a project in secret. Blue is first player.")


def test_the_final_round_is_announced_with_its_reason() -> None:
    """makabana/end.1."""
    sites = "Dst1 Dpt1 Drt1 Drb1 Dsb2 Dpb2 Dpf2 Drf2 Dsf3 Dlt3 Elf1 Est2 Epf3"
    tikis = "danae.sand.tattoo danae.lagoon.fish evao.palm.fish"
    projects = "build:danae.lagoon.flower", "build:evao.rock.tattoo", "build:evao.rock.fish"
    assert carried(*projects, tikis=tikis, sites=sites).endswith(
        "Round 5 is the final round, because a beach was full: only huts are built. Blue is first player."
    )


def test_the_words_of_the_end_name_every_beach_seat_and_winner() -> None:
    """makabana/scoring: beaches, huts and clubs; several may win."""
    final = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3"
    laid = "build:danae.rock.fish show:type", "build:evao.sand.flower show:type", "build:danae.lagoon.fish show:type"
    position = table(final, *laid, moment="3", ending="last-hut", round_number=15)
    last = play(position, "3 tiki:club.evao", "1 tiki:club.danae")
    words = heard(last, "2 tiki:evao.sand.fish")
    assert words.endswith(
        "The game is over. Danae: 4 points to Red. Evao: 2 points each to Red and Blue. "
        "Red has 24 points: 6 for beaches and 18 for huts. Blue has 5 points: 2 for beaches and 3 for huts. "
        "Yellow has 2 points: 2 for huts. Red wins with 24 points."
    )
    over = play(last, "2 tiki:evao.sand.fish")
    assert "Red wins with 24 points." in in_words(over.view(None))
    assert "round 15 was the final one, because a seat had at most one hut left" in in_words(over.view(1))


def test_several_winners_win_together() -> None:
    """makabana/scoring.5."""
    position = table("Dst1 Ert1 Drt2 Esf2 Dlb3 Elf3", moment="over", round_number=31, ending="thirty-rounds")
    assert describe(position.view(2)).said("makabana").endswith("Red, Blue and Yellow win together with 2 points.")


def test_a_view_says_what_is_where_beach_by_beach() -> None:
    """The whole table, in one position."""
    laid = "build:danae.sand.flower show:sector", "paint:danae.sand.tattoo show:type", "club:evao.palm.fish show:club"
    clubs = {"Danae": "club of seat 1", "Evao": "Tiki of seat 1"}
    position = table("Dst1 Dpt1 Elf1 Drt2! Est2 Dlb3 Dlf3 Epf3", *laid, moment="3", clubs=clubs, round_number=4)
    lines = in_words(position.view(2)).splitlines()
    assert lines[:8] == [
        "You are Blue.",
        "Round 4; Red is first player.",
        "Danae: Red on sand tattoo, palm tattoo; Blue on rock tattoo; Yellow on lagoon flower and fish; "
        "free: sand flower and fish, lagoon tattoo, palm flower and fish, rock flower and fish; "
        "Blue's Tiki against rock tattoo. The club is Red's. 4 points to Red, whose club breaks the tie.",
        "Evao: Red on lagoon fish; Blue on sand tattoo; Yellow on palm fish; free: sand flower and fish, "
        "lagoon tattoo and flower, palm tattoo and flower, all rock. Red's Tiki stands on the club place. "
        "No points: 3 seats are tied.",
        "Red has 10 points; left: 7 huts and 2 Paint cards. A group: Danae sand tattoo and palm tattoo (3 points).",
        "Blue has 2 points; left: 8 huts, 2 Paint cards and the Club card.",
        "Yellow has 4 points; left: 7 huts, 2 Paint cards and the Club card. "
        "A group: Danae lagoon flower and fish (3 points).",
        "3 cards, to build a hut: Red shows Sand. 4 cards, to paint or to open a club: Yellow shows Club.",
    ]
    assert lines[8] == "Your project: paint the hut on Danae sand tattoo. You show the Tattoo card."
    assert lines[-1] == "We wait for Yellow to put a Tiki."


def test_every_pair_of_neighbours_is_named_once() -> None:
    """makabana/setup.3: the rows describe the whole map."""
    board = game("makabana").setup(3).board
    row = str(neighbours(board)[0])
    assert "; lagoon flower, fish, Evao lagoon tattoo, rock fish; Danae rock tattoo" in row
    rows = row.partition(": ")[2].split("; ")
    pairs = sum(int(board.record.near[site]).bit_count() for site in range(24)) // 2
    assert sum(len(one.split(", ")) - 1 for one in rows) == pairs == 17


def test_the_seat_to_move_is_addressed_and_others_read_whom_they_wait_for() -> None:
    start = game("makabana").start(players=3)
    expected = {
        "Your move: put your first hut on a free site.": (start, 1),
        "We wait for Red to put a hut.": (start, 2),
        "Your move: put your second hut, on another beach than Danae and not next to your first.": (
            play(start, *FIRST),
            3,
        ),
        "Your move: choose the one card of your project that the others will see.": (
            table(HUTS, "build:danae.sand.fish", "-", "-"),
            1,
        ),
        "We wait for the projects of Blue and Yellow.": (table(HUTS, "build:danae.sand.fish show:type", "-", "-"), 1),
        "Your move: choose in secret the site of your last project. In the final round only huts are built.": (
            table("Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3", ending="last-hut"),
            1,
        ),
    }
    for sentence, (position, seat) in expected.items():
        assert " ".join(map(str, describe(position.view(seat)).expected)) == sentence


def test_cards_and_club_places_are_possible_in_words() -> None:
    project = table(HUTS, "club:danae.sand.tattoo", "paint:danae.sand.tattoo", "-")
    assert sayable(in_words(project.view(1))) == ["show:beach", "show:sector", "show:type", "show:club"]
    assert sayable(in_words(project.view(2), "it"))[-1] == "show:paint"
    tikis = table(HUTS, *("build:danae.sand.fish show:type",) * 3, moment="1")
    assert sayable(in_words(tikis.view(1), "fr"))[-2:] == ["tiki:club.danae", "tiki:club.evao"]


NATIVE = {
    "fr": (
        "Danae : Rouge sur sable tatouage ; Bleu sur rocher tatouage ;",
        "Jaune ne peut pas repeindre la paillote sur Danae sable tatouage : le Tiki de Rouge la protège ; "
        "la carte Peinture revient en main.",
    ),
    "it": (
        "Danae: Rosso su sabbia tatuaggio; Blu su scoglio tatuaggio;",
        "Giallo non riesce a ridipingere la capanna su Danae sabbia tatuaggio: la protegge il Tiki di Rosso; "
        "la carta Pittura torna in mano.",
    ),
}


@pytest.mark.parametrize("code", NATIVE)
def test_french_and_italian_use_their_own_words(code: str) -> None:
    laid = *("build:danae.sand.fish show:type",) * 2, "paint:danae.sand.tattoo show:type"
    position = table(HUTS, *laid, moment="1", round_number=4)
    where, failed = NATIVE[code]
    assert where in in_words(position.view(2), code).replace("\u202f", " ")
    tikis = play(position, "1 tiki:danae.sand.tattoo", "2 tiki:club.evao")
    assert failed in heard(tikis, "3 tiki:club.danae", None, code).replace("\u202f", " ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 6])
def test_a_users_own_board_has_words_too(tmp_path: Path, language: str, players: int) -> None:
    file = tmp_path / "beaches.toml"
    file.write_text(seven_beaches(), "utf-8")
    position = game("makabana").start(players=players, board=file)
    words = in_words(position.view(1), language)
    assert sorted(sayable(words)) == sorted(map(str, position.legal()))
    assert told(position, position.legal()[0], 1, language)


def terms() -> list[dict[str, str]]:
    text = (files("ludotheque.drawing") / "makabana" / "glossary.toml").read_text("utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["term"]
    return found


@pytest.mark.parametrize("term", terms(), ids=[term["en"] for term in terms()])
def test_every_term_of_the_glossary_is_a_word_of_the_rulebook(term: dict[str, str]) -> None:
    """One word per thing, in each language; endings may change."""
    for language in LANGUAGES:
        book = rulebook("makabana", language)
        text = " ".join(f"{one.text} {one.caption}" for one in book.paragraphs).lower()
        stems = [re.escape(word[: max(4, len(word) - 1)].lower()) for word in term[language].split()]
        assert re.search(r"\w* (?:\w+ )?".join(stems), text), (language, term[language])


def test_a_state_is_read_field_by_field_and_its_sets_of_sites_stay_words() -> None:
    """The rules of `games` read a record and what is read of it alike."""
    state = table(HUTS, *["build:danae.palm.fish show:beach"] * 3, moment="1", round_number=4).state
    read = read_state(state)
    assert list(vars(read)) == list(state.dtype.names)
    for name, value in vars(read).items():
        assert value == (state[name].tolist() if state[name].shape else state[name])
    assert {type(huts).__name__ for huts in read.huts} == {"uint64"}
    read.tiki[1] = 7
    assert state.tiki[1] == 0


def test_all_seats_share_the_cached_lines_of_beaches_and_seats() -> None:
    """Projects are each seat's own."""
    position = play(table(HUTS, moment="projects", round_number=4), "1 build:danae.palm.fish")
    first, second = (words.describe(position.view(seat)).where for seat in (1, 2))
    alike = 1 + 2 + 3  # after the moment, a line for each beach and each seat
    assert all(one is other for one, other in zip(first[1:alike], second[1:alike], strict=True))
    assert first[alike] != second[alike]
