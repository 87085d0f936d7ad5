"""Marabunta: boards are data; ours, a user's own, and what the validator says about a broken one."""

from pathlib import Path

import pytest

from ludotheque import BoardError, Chance, game
from ludotheque.games.marabunta.board import BOARD_FILES, FOLDER, load_board
from tests.games.marabunta_tables import SMALL, hexes, play, small, texts, turn


def load(text: str) -> None:
    load_board({}, 2, 1, text)


@pytest.mark.parametrize("territory", ["meadow", "islets"])
def test_our_territories_have_six_regions_of_fourteen_hexes(territory: str) -> None:
    """marabunta/boards: 84 hexes, 6 regions of 14 hexes, 12 cupcake hexes."""
    facts = game("marabunta").start(territory=territory).facts()
    assert [len(region["free"]) for region in facts["regions"].values()] == [14] * 6
    assert len(facts["cupcakes_left"]) == len(facts["crates_left"]) == 12


def test_meadow_is_drawn_as_in_the_rules() -> None:
    """marabunta/boards: meadow; c4 = column c, row 4."""
    facts = game("marabunta").start().facts()
    assert " ".join(facts["regions"]["Y"]["free"]) == "d3 e3 f3 b4 c4 d4 e4 f4 b5 c5 d5 e5 b6 c6"
    assert " ".join(facts["crates_left"]) == "c1 k1 l2 d3 f3 a4 l4 g5 i5 a6 b7 j7"


def test_on_the_islets_blue_lies_in_pieces() -> None:
    """marabunta/boards: islets; blue lies in four pieces; it is still one region."""
    facts = game("marabunta").start(territory="islets").facts()
    assert " ".join(facts["regions"]["B"]["free"]) == "j2 k2 b3 c3 i3 b4 c4 j4 k4 d5 j5 k5 b6 c6"


@pytest.mark.parametrize(
    ("name", "around"),
    [("c4", "c3 c5 b3 b4 d3 d4"), ("d4", "d3 d5 c4 c5 e4 e5"), ("a1", "a2 b1"), ("l7", "l6 k7"), ("f7", "f6 e7 g7")],
)
def test_the_columns_b_d_f_sit_half_a_hex_lower(name: str, around: str) -> None:
    """marabunta/boards: the neighbours of a hex in an even and in an odd column, and at the edges."""
    assert hexes(play(f"use:T write:{name}", turn("T", "zeros"))) == set(around.split())


@pytest.mark.parametrize(
    ("powers", "needed"),
    [
        ("basic", {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}),
        ("expert", {"strike": 2, "leaves": 2, "two-points": 2, "nest-three": 3, "trio": 3}),
    ],
)
def test_the_powers_need_their_crates(powers: str, needed: dict[str, int]) -> None:
    """marabunta/boards: powers (name: crates needed)."""
    crates = game("marabunta").start(powers=powers).facts()["seats"]["1"]["crates"]
    assert {name: crate["needed"] for name, crate in crates.items()} == needed


def test_our_files_are_those_in_the_folder() -> None:
    """Boards are data: the list of our files is complete."""
    assert sorted(BOARD_FILES) == sorted(file.name for file in FOLDER.iterdir())


def test_a_game_is_played_on_a_board_of_ones_own(tmp_path: Path) -> None:
    """Boards are data: a game can be started on a user's own file."""
    position = game("marabunta").start(board=small(tmp_path))
    assert position.setup.board.name == "small" and position.setup.board.own == SMALL
    chance = Chance(3)
    while not position.is_over:
        position = position.play(position.legal()[chance.randrange(len(position.legal()))])
        assert game("marabunta").read(str(position), board=small(tmp_path)) == position
    assert position.outcome


def test_our_own_files_put_together_are_a_users_file() -> None:
    """Boards are data: the owner of a box writes one file with all the tables."""
    meadow, basic = ((FOLDER / f"{name}.toml").read_text("utf-8") for name in ("meadow", "basic"))
    board = load_board({}, 2, 1, meadow + basic.replace('name = "basic"', ""))
    assert board.record.tobytes() == load_board({"territory": "meadow", "powers": "basic"}, 2, 1).record.tobytes()


def grid(columns: int, rows: int, missing: int = 0) -> str:
    """A board of any size: the regions take turns; the first hexes are missing, the last has the cupcake."""
    letters = ["."] * missing + ["BPOGSY"[i % 6] for i in range(columns * rows - missing)]
    lines = [" ".join(letters[row * columns : row * columns + columns]) for row in range(rows)]
    features = ["."] * (columns * rows - 1) + ["c"]
    feature_lines = [" ".join(features[row * columns : row * columns + columns]) for row in range(rows)]
    names = zip("BPOGSY", ("blue", "pink", "orange", "green", "grey", "yellow"), strict=True)
    sizes = ", ".join(f"{name} = {letters.count(letter)}" for letter, name in names)
    head, tail = SMALL.split("[territory]")[0], SMALL[SMALL.index("[leaves]") :]
    drawn = ('map = """', *lines, '"""', 'features = """', *feature_lines, '"""', f"hexes = {{ {sizes} }}")
    return "\n".join([head + "[territory]", *drawn, "cupcakes = 1", "crates = 0", tail])


@pytest.mark.parametrize(
    ("columns", "rows", "missing"),
    [(12, 10, 0), (26, 4, 0), (10, 12, 0), (1, 99, 20), (15, 8, 0), (16, 7, 3), (26, 9, 128)],
)
def test_territories_may_have_up_to_120_hexes(tmp_path: Path, columns: int, rows: int, missing: int) -> None:
    """The loader takes at least 120 hexes; their drawings stay within 80 columns and are read back."""
    board = small(tmp_path, grid(columns, rows, missing))
    chance = Chance(4)
    position = game("marabunta").start(board=board)
    while not position.is_over:
        drawing = str(position).split("\n", 1)[1]
        assert max(map(len, drawing.splitlines())) <= 80
        assert game("marabunta").read(str(position), board=board) == position
        for _ in range(6):
            if not position.is_over:
                position = position.play(texts(position)[chance.randrange(len(texts(position)))])


MAP = "B B P P O O\nG G S S Y Y\n"
BROKEN = [
    ("name", "[territory", "not a TOML file"),
    ("[powers]", "[[powers", "not a TOML file"),
    ('name = "small"', "", "file: name is missing"),
    ('name = "small"', 'name = "My board"', "name: 'My board' is not a name of small letters"),
    ('name = "small"', "name = 7", "name: 7 is not a name of small letters"),
    (
        'name = "small"',
        'name = "small"\nowner = "Ada"',
        "file: 'owner' is not one of name, territory, leaves, start, powers",
    ),
    ("[leaves]", "[leafs]", "file: 'leafs' is not one of"),
    ("[leaves]\nred = 1\nblue = 1\nblank = 2\n", "", "file: leaves is missing"),
    ("[leaves]\nred = 1\nblue = 1\nblank = 2\n", "", "file: leaves is missing"),
    ('name = "small"', 'name = "small"\nleaves = 3', "not a TOML file"),
    (MAP, "", "territory.map: there is no hex"),
    (MAP, MAP[:-2] + "Z\n", "territory.map f2: 'Z' is not a region"),
    (MAP, MAP[:-2] + "\n", "territory.map row 2: 5 columns, not 6"),
    (MAP, MAP[:-2] + ".\n", "territory.map: yellow has 1 hexes, not 2"),
    (MAP, "B " * 27 + "\n", "territory.map: at most 26 columns and 99 rows"),
    (MAP, "B\n" * 100, "territory.map: at most 26 columns and 99 rows"),
    (MAP, ("B " * 11 + "\n") * 11, "territory.map: 121 hexes, more than 120"),
    ("yellow = 2 }", "yellow = 3 }", "territory.map: yellow has 2 hexes, not 3"),
    ("yellow = 2 }", "violet = 2 }", "territory.hexes: 'violet' is not one of blue, pink"),
    ("blue = 2,", "", "territory.hexes: blue is missing"),
    ("blue = 2,", "blue = 0,", "territory.hexes.blue: a whole number from 1 to 120, not 0"),
    (". . . c . x\n. x . . . .\n", ". . . c . x\n", "territory.features: 1 rows, not 2 as in the map"),
    (". . . c . x", ". . . c . ", "territory.features row 1: 5 columns, not 6"),
    (". . . c . x", ". . . c . o", "territory.features f1: 'o' is not c (cupcake), x (crate) or ."),
    ("cupcakes = 1", "cupcakes = 2", "territory.features: the map has 1 cupcakes, not 2"),
    ("cupcakes = 1", "cupcakes = 0", "territory.cupcakes: a whole number from 1 to 120, not 0"),
    ("crates = 2", "crates = true", "territory.crates: a whole number from 0 to 120, not True"),
    ("crates = 2", "crates = 3", "territory.features: the map has 2 crates, not 3"),
    ("blank = 2", "blank = 0", "leaves.blank: a whole number from 1 to 20, not 0"),
    ("red = 1", "red = -1", "leaves.red: a whole number from 0 to 20, not -1"),
    ("anthills = 1", "anthills = 1.5", "start.anthills: a whole number from 0 to 20, not 1.5"),
    ("cupcakes = [5]", "cupcakes = 5", "start.cupcakes: expected a list of at most 16 numbers, not 5"),
    ("cupcakes = [5]", f"cupcakes = {[0] * 17}", "start.cupcakes: expected a list of at most 16 numbers"),
    ("cupcakes = [5]", 'cupcakes = [1, "2"]', "start.cupcakes box 2: a whole number from 0 to 20, not '2'"),
    ("[powers]\n", "[powers]\nx = 3\n", "powers.x: expected a table, not 3"),
    ("any-two", "Any", "powers: 'Any' is not a name of small letters"),
    ('effect = "strike"', 'effect = "fly"', "powers.lines.effect: 'fly' is not one of write, nest, trio"),
    ('effect = "strike"', "effect = [1]", "powers.lines.effect: [1] is not one of write"),
    ('effect = "strike"', 'effect = "strike", number = 2', "powers.lines.number: strike takes no number"),
    ('effect = "write", number = 2', 'effect = "write"', "powers.any-two: number is missing"),
    ("number = 2", "number = 4", "powers.any-two.number: a whole number from 0 to 3, not 4"),
    (
        '{ crates = 1, effect = "strike" }',
        '{ crates = 0, effect = "strike" }',
        "powers.lines.crates: a whole number from 1 to 9",
    ),
    (
        "crates = 1, effect",
        "cost = 1, crates = 1, effect",
        "powers.any-two: 'cost' is not one of crates, effect, number",
    ),
]


def test_the_small_board_is_right_before_it_is_broken() -> None:
    load(SMALL)


@pytest.mark.parametrize(("old", "new", "message"), BROKEN)
def test_a_broken_board_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    """Boards are data: errors name the place and the rule broken."""
    assert old in SMALL
    with pytest.raises(BoardError) as error:
        load(SMALL.replace(old, new, 1))
    assert str(error.value).startswith(message)


def test_a_feature_needs_a_hex() -> None:
    """Boards are data: a feature where the map has no hex."""
    text = SMALL.replace("O O\n", "O .\n", 1).replace("orange = 2", "orange = 1")
    with pytest.raises(BoardError, match=r"territory\.features f1: there is no hex on the map"):
        load(text)


def test_there_are_one_to_fourteen_powers() -> None:
    """Boards are data: as many powers as the state has room for."""
    head = SMALL[: SMALL.index("[powers]")]
    with pytest.raises(BoardError, match="powers: from 1 to 14, not 0"):
        load(head + "[powers]\n")
    lines = [f'p{i} = {{ crates = 1, effect = "strike" }}' for i in range(15)]
    with pytest.raises(BoardError, match="powers: from 1 to 14, not 15"):
        load("\n".join([head + "[powers]", *lines]))
    load("\n".join([head + "[powers]", *lines[:14]]))


@pytest.mark.parametrize(
    "text", ["", "\0", "[" * 5000, "x = " + "[" * 5000, "é", "name = 1979-99-99", "a=" + "9" * 5000, "x" * 99999]
)
def test_any_garbage_is_a_board_error(text: str) -> None:
    """Boards are data: garbage of any kind is refused."""
    with pytest.raises(BoardError):
        load(text)


def test_a_table_that_is_none_is_refused() -> None:
    """Boards are data: a number where a table belongs."""
    with pytest.raises(BoardError, match="leaves: expected a table, not 3"):
        load('name = "x"\nleaves = 3\n' + SMALL[SMALL.index("[territory]") : SMALL.index("[leaves]")])


def test_a_map_that_is_no_text_is_refused() -> None:
    """Boards are data: a number where the map belongs."""
    start, end = SMALL.index('map = """'), SMALL.index("features")
    with pytest.raises(BoardError, match=r"territory\.map: expected lines of letters, not 7"):
        load(SMALL[:start] + "map = 7\n" + SMALL[end:])
