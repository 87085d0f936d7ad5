"""The text of a board file is read in linear time, or refused in one line before it costs anything."""

import tomllib

import pytest

from ludotheque import BoardError, game
from ludotheque.games.board_text import LONGEST, MOST_PARTS, read_board_text

PART = '"="'
DEEP = {
    "a key": ".".join("a" * 9_990) + "=1",
    "a key that is quoted": ".".join([PART] * 5_000) + "=1",
    "a table": f"[{'.'.join('a' * 9_990)}]",
    "a list of tables": f"  [[{'.'.join('a' * 9_990)}]]",
    "a key of an inline table": f"x = {{{'.'.join('a' * 9_990)} = 1}}",
    "a key on a later line": f"name = 'mine'\n{' . '.join('a' * 5_000)}=1",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("name", ["makabana", "marabunta"])
def test_a_key_of_thousands_of_parts_is_refused_before_it_is_parsed(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tomllib's work grows with the square of a key's parts."""
    parsed: list[str] = []
    monkeypatch.setattr(tomllib, "loads", parsed.append)
    with pytest.raises(BoardError, match=rf"^line \d: a key has at most {MOST_PARTS} parts between dots$"):
        game(name).setup(board_text=text, start=0)
    assert parsed == []


def test_the_work_for_a_text_grows_with_its_length_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the deepest keys that are let through, so many parts are looked at for each letter."""
    line = ".".join("a" * MOST_PARTS) + "={}"
    assert read_board_text(f"{line}\n")["a"]
    looked_at: list[int] = []
    parse = tomllib._parser.parse_key  # type: ignore[attr-defined]

    def counted(src: str, pos: int) -> object:
        found = parse(src, pos)
        looked_at.append(len(found[1]))
        return found

    monkeypatch.setattr(tomllib._parser, "parse_key", counted)  # type: ignore[attr-defined]
    many = "\n".join(line.replace("a", f"a{number}", 1) for number in range(500))
    read_board_text(many)
    assert sum(looked_at) == 500 * MOST_PARTS and max(looked_at) == MOST_PARTS


def test_a_text_that_is_too_long_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(tomllib, "loads", parsed.append)
    with pytest.raises(BoardError, match=r"^too long: a board file has at most 100,000 letters$"):
        read_board_text("#" * (LONGEST + 1))
    assert parsed == []


@pytest.mark.parametrize(
    "text",
    [
        f"[{'.'.join(['a' * 3_000] * 3)}]\n" * 2,
        "a = [" * 5_000,
        "a = " + "{a=" * 5_000,
        "a = " + "1" * 5_000,
        "[a]\n" * 2,
        'a = """\n\n\n\\q',
        "\x00" * 9_000,
    ],
)
def test_what_is_no_toml_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(BoardError) as refused:
        read_board_text(text)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 250
