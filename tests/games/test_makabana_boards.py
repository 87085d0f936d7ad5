"""Maka Bana: the islands, files of one's own, and every rule of boards broken once."""

import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import BoardError, Position, game
from ludotheque.games.makabana.board import BOARD_FILES, FOLDER, load_board
from ludotheque.games.makabana.places import beside
from tests.games.test_makabana_positions import LITTLE

NADAA = (FOLDER / "nadaa.toml").read_text("utf-8")
OWN = NADAA.replace("players = [3, 6]\n", "")
FILES = [(FOLDER / file).read_text("utf-8") for file in BOARD_FILES]


def seven_beaches() -> str:
    """63 sites on seven beaches, in one long row and one complex each."""
    codes = [[f"{beach}{sector}{kind}" for sector in "slp" for kind in "tbf"] for beach in "ABCDEFG"]
    sites = " ".join(code for row in codes for code in row)
    complexes = " ".join(str(number + 1) for number in range(7) for _ in range(9))
    names = ", ".join(f'{letter} = "Beach{letter}"' for letter in "ABCDEFG")
    lines = ['name = "long"', "[[island]]", 'name = "Long"', f"beaches = {{ {names} }}"]
    return "\n".join([*lines, f'sites = "{sites}"', f'complexes = "{complexes}"', ""])


def islands_of(text: str) -> str:
    """A file without the lines before its first island."""
    return "[[island]]" + text.partition("\n[[island]]")[2]


def start_on(text: str, folder: Path, players: int = 3) -> Position:
    """A game on a file of one's own."""
    file = folder / "own.toml"
    file.write_text(text, "utf-8")
    return game("makabana").start(players=players, board=file)


def test_maka_bana_keeps_what_is_known_of_the_island() -> None:
    """makabana/boards: 39 sites; Bikini alone has all four sectors; the middle of Azzura is palm-flower."""
    board = game("makabana").setup(5).board
    sites = board.names["sites"]
    assert len(sites) == 39
    assert [sum(site.startswith(beach) for site in sites) for beach in board.names["beaches"]] == [9, 12, 9, 9]
    middle = sites.index("azzura.palm.flower")
    assert (board.record.row[middle], board.record.column[middle]) == (1, 1)


def test_six_players_use_noka_and_nadaa_together() -> None:
    """makabana/options."""
    names = game("makabana").setup(6).board.names
    assert names["islands"] == ("Noka", "Nadaa")
    assert names["beaches"] == ("aloa", "borea", "coconut", "danae", "evao")


def test_sites_are_numbered_by_beach_sector_and_type() -> None:
    """The numbering of state.py: actions have a fixed meaning."""
    sites = game("makabana").setup(3).board.names["sites"]
    assert sites[:4] == ("danae.sand.tattoo", "danae.sand.flower", "danae.sand.fish", "danae.lagoon.tattoo")


def test_neighbours_share_a_side_and_a_complex() -> None:
    """makabana/boards: danae.lagoon.fish touches danae.rock.fish (another complex) and three more."""
    board = game("makabana").setup(3).board
    sites = board.names["sites"]
    near = int(board.record.near[sites.index("danae.lagoon.fish")])
    assert [site for number, site in enumerate(sites) if near >> number & 1] == [
        "danae.lagoon.flower", "evao.lagoon.tattoo",
    ]  # fmt: skip


def test_sites_beside_each_other_share_a_side_whatever_the_walls() -> None:
    """makabana/start: danae.lagoon.fish touches danae.rock.fish too, which lies in another complex."""
    board = game("makabana").setup(3).board
    sites = board.names["sites"]
    touching = int(beside(board.record, sites.index("danae.lagoon.fish")))
    assert [site for number, site in enumerate(sites) if touching >> number & 1] == [
        "danae.lagoon.flower", "danae.rock.fish", "evao.lagoon.tattoo",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_neighbourhood_goes_both_ways(players: int) -> None:
    """makabana/boards: a relation between two sites; neighbours are beside each other, and islands do not touch."""
    board = game("makabana").setup(players).board
    near, touching = board.record.near, [beside(board.record, site) for site in range(len(board.names["sites"]))]
    for one in range(64):
        assert all(bool(near[other] >> one & 1) == bool(near[one] >> other & 1) for other in range(64))
    for one, sides in enumerate(touching):
        assert near[one] & ~sides == 0
        assert all(bool(other >> one & 1) == bool(sides >> number & 1) for number, other in enumerate(touching))


def test_an_island_too_small_for_rules_2_still_serves_games_by_rules_1() -> None:
    """makabana/versions.1: five players on two beaches side by side, with a wall between them."""
    small = LITTLE.replace("players = [3]", "players = [5]")
    old = game("makabana").start(players=5, board_text=small, rules=1)
    dice = random.Random(1)
    while not old.is_over:
        old = old.play(dice.choice(old.legal()))
    with pytest.raises(BoardError, match=r"^for 5 players: too small: after a first hut on Apf there may be no site"):
        game("makabana").start(players=5, board_text=small)


def test_a_game_starts_on_a_file_of_ones_own(tmp_path: Path) -> None:
    """makabana/boards: boards are data."""
    position = start_on(OWN.replace("Danae", "Diamant"), tmp_path, players=4)
    assert "hut:diamant.rock.fish" in map(str, position.legal())
    assert position.setup.board.name == "nadaa" and position.setup.board.label.startswith("nadaa ")


def test_the_text_of_a_file_does_as_well(tmp_path: Path) -> None:
    assert game("makabana").start(players=3, board_text=OWN) == start_on(OWN, tmp_path)
    with pytest.raises(BoardError, match=r"^file: no such key 'players'"):
        game("makabana").start(players=3, board_text="players = [3]")


def test_one_file_may_hold_all_islands_of_a_box() -> None:
    """makabana/boards: islands that share a number of players are used together."""
    box = 'name = "box"\n' + "\n".join(map(islands_of, FILES))
    for players in (3, 4, 5, 6):
        assert load_board({}, players, 2, box).names["sites"] == load_board({}, players, 2).names["sites"]


def test_the_largest_map_is_loaded_played_and_drawn(tmp_path: Path) -> None:
    """There is room for 64 sites, which is 63 in threes."""
    position = start_on(seven_beaches(), tmp_path, players=6)
    dice = random.Random(1)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
        assert max(map(len, str(position).splitlines()[1:])) <= 80
    again = game("makabana").read(str(position), board=tmp_path / "own.toml")
    assert again == position


def broken(old: str, new: str) -> str:
    """Nadaa with one thing written otherwise."""
    assert old in OWN
    return OWN.replace(old, new, 1)


def with_sites(sites: str) -> str:
    """Nadaa with another map of sites."""
    return re.sub('sites = """.*?"""', f'sites = """{sites}"""', OWN, flags=re.DOTALL)


BROKEN = {
    "TOML": (broken("name =", "name"), "not a TOML file"),
    "nested": ("a = " + "[" * 5000, "not a TOML file"),
    "a key of the file": (broken("[[island]]", "size = 3\n[[island]]"), "file: no such key 'size'"),
    "the file's name": (broken('"nadaa"', '"My box"'), "file: name is written in small letters"),
    "no name": (broken('name = "nadaa"\n', ""), "file: name is written in small letters, digits and hyphens, not None"),
    "no island": ('name = "sea"', "file: at least one [[island]]"),
    "islands": ('name = "sea"\nisland = [7]', "island 1: write each island"),
    "a key of an island": (broken("sites =", "height = 2\nsites ="), "island 1: no such key 'height'"),
    "an island's name": (broken('"Nadaa"', '"Nada\\n"'), "island 1: name is written in letters"),
    "players": (
        broken("beaches", "players = [2]\nbeaches"),
        "Nadaa: players is a list of numbers from 3 to 6, not [2]",
    ),
    "no players": (broken("beaches", "players = []\nbeaches"), "Nadaa: players is a list"),
    "players yes": (broken("beaches", "players = [true]\nbeaches"), "Nadaa: players is a list"),
    "players as one": (broken("beaches", "players = 3\nbeaches"), "Nadaa: players is a list"),
    "no beaches": (broken("beaches = {", "beaches = {} #"), "Nadaa: beaches gives each beach a letter and a name"),
    "a letter": (broken("D =", "DD ="), "Nadaa: beaches: a beach's letter is one capital, not 'DD'"),
    "a beach's name": (broken('"Danae"', '"Dana\u00e9"'), "Nadaa: beaches: the name of D is 2 to 12 letters"),
    "a card's name": (broken('"Danae"', '"Rock"'), "Nadaa: beaches: Rock is the name of another card"),
    "no sites": (with_sites(""), "Nadaa: sites is a map, drawn row by row"),
    "sites as a list": (re.sub('sites = """.*?"""', "sites = []", OWN, flags=re.DOTALL), "Nadaa: sites is a map"),
    "a wide map": (with_sites(". " * 65), "Nadaa: sites: a map has at most 64 rows and columns"),
    "a high map": (with_sites(".\n" * 65), "Nadaa: sites: a map has at most 64 rows and columns"),
    "a site": (broken("Dst", "Dxt"), "Nadaa: sites: row 1, column 1: a site is a beach letter"),
    "a beach": (broken("Dst", "Fst"), "Nadaa: sites: row 1, column 1: Fst is on beach F, which has no name"),
    "a site twice": (broken("Dsb", "Dst"), "Nadaa: sites: row 2, column 1: Dst stands on the map twice"),
    "a short row": (broken("Dst Dpt", "Dst"), "Nadaa: sites: row 2 has 8 places, but row 1 has 7"),
    "a long row": (broken("Est", "Est" + " ." * 60), "Nadaa: sites: row 2 has 8 places, but row 1 has 68"),
    "a type": (broken("Dst", " . "), "Nadaa: sites: danae's sand has no tattoo site"),
    "no complex": (broken("     1   1", "     1   ."), "Nadaa: complexes: row 1, column 2: site Dpt has no complex"),
    "a complex": (broken("     1   1", "     1   x"), "Nadaa: complexes: row 1, column 2: a number from 1 to 99"),
    "a complex in pieces": (broken("4   4\n", "4   1\n"), "Nadaa: complexes: complex 1 is in pieces: Dst and Est"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_refused_with_place_and_rule(what: str) -> None:
    """makabana/boards: a validator whose errors name place and rule."""
    text, message = BROKEN[what]
    with pytest.raises(BoardError) as refused:
        load_board({}, 3, 2, text)
    assert str(refused.value).startswith(message)


def test_a_complex_without_a_site_is_refused() -> None:
    """makabana/boards: the same place in the same order."""
    rows = OWN.replace("Est\n", "Est .\n").replace("Esb\n", "Esb .\n").replace("Elf Esf\n", "Elf Esf .\n")
    with pytest.raises(BoardError, match="Nadaa: complexes: row 1, column 9: a complex, but no site"):
        load_board({}, 3, 2, rows.replace("4   4\n", "4   4  9\n").replace("7   4\n", "7   4  .\n"))


def test_a_beach_has_three_or_four_sectors() -> None:
    """The rulebook: 3 or 4 sectors on each beach."""
    text = re.sub("D[sl][tbf]", " . ", OWN)
    with pytest.raises(BoardError, match="Nadaa: sites: danae has 2 sectors: a beach has three or four"):
        load_board({}, 3, 2, text)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (OWN, "two beaches are called D"),
        (re.sub("D(?=[slpr ])", "F", re.sub("E(?=[slpr ])", "G", OWN)), "two beaches are called danae"),
        (
            seven_beaches().replace("D", "Z").replace("E", "Y"),
            "87 sites on 9 beaches; there is room for 64 on 8",
        ),
    ],
)
def test_islands_used_together_have_names_of_their_own_and_room(second: str, message: str) -> None:
    """makabana/boards: letters and names are unique; 64 sites on 8 beaches."""
    with pytest.raises(BoardError) as refused:
        load_board({}, 3, 2, OWN + islands_of(second))
    assert str(refused.value) == f"for 3 players: {message}"


def test_a_map_on_which_a_second_hut_may_find_no_site_is_too_small() -> None:
    """makabana/start: a start that cannot get stuck; here all sites are on one beach."""
    text = seven_beaches()
    text = re.sub('sites = "(.{35}).*?"', r'sites = "\1"', text)
    text = re.sub('complexes = "(.{17}).*?"', r'complexes = "\1"', text)
    text = re.sub("beaches = .*", 'beaches = { A = "Alone" }', text)
    with pytest.raises(BoardError, match="for 3 players: too small: after a first hut on Ast there may be no site"):
        load_board({}, 3, 2, text)


def test_a_file_without_an_island_for_the_players_is_refused() -> None:
    """makabana/options: `players` of an island."""
    with pytest.raises(BoardError, match="players: no island for 5 players, only for 3, 6"):
        load_board({}, 5, 2, NADAA)


@given(st.text())
def test_any_text_gives_a_board_or_a_board_error(text: str) -> None:
    """Garbage of any kind gives a clear error, never a crash."""
    with pytest.raises(BoardError):
        load_board({}, 3, 2, text)


@given(st.integers(0, len(OWN) - 1), st.text(max_size=3))
@settings(max_examples=300, deadline=None)
def test_a_file_with_a_slip_gives_a_board_or_a_board_error(place: int, slip: str) -> None:
    """One character mistyped anywhere."""
    with suppress(BoardError):
        assert load_board({}, 3, 2, OWN[:place] + slip + OWN[place + 1 :]).names["sites"]


def mirrored(text: str) -> str:
    """The islands of a file with every row of a map from right to left."""
    return re.sub(r"(?m)^ .*$", lambda row: " " + " ".join(reversed(row[0].split())), text)


TYPES = {"t": "b", "b": "f", "f": "t"}
SECTORS = {"s": "r", "r": "s", "l": "p", "p": "l"}
WORDS = {"tattoo": "flower", "flower": "fish", "fish": "tattoo"}
WORDS |= {"sand": "rock", "rock": "sand", "lagoon": "palm", "palm": "lagoon"}


def relabelled(text: str) -> str:
    """Every type becomes another, and sectors change places."""
    return re.sub(r"\b([DE])([slpr])([tbf])\b", lambda site: site[1] + SECTORS[site[2]] + TYPES[site[3]], text)


def renamed(step: str) -> str:
    """A step in the words of the relabelled island."""
    return re.sub("[a-z]+", lambda word: WORDS.get(word[0], word[0]), step)


@pytest.mark.parametrize(("change", "rename"), [(mirrored, str), (relabelled, renamed)])
def test_a_mirrored_or_relabelled_island_plays_the_same_game(
    change: Callable[[str], str], rename: Callable[[str], str], tmp_path: Path
) -> None:
    """No rule knows left from right, or one sector or type from another."""
    position, twin = start_on(OWN, tmp_path), start_on(change(OWN), tmp_path)
    assert position.setup.board.label != twin.setup.board.label
    dice = random.Random(5)
    while not position.is_over:
        seat = dice.choice(position.actors)
        assert sorted(rename(str(step)) for step in position.legal(seat)) == sorted(map(str, twin.legal(seat)))
        step = str(dice.choice(position.legal(seat)))
        position, twin = position.play(step, seat), twin.play(rename(step), seat)
        assert position.scores == twin.scores
    assert position.outcome == twin.outcome
