"""The documentation is run: sessions, commands, drawn boards, refusals, tables of actions, links.

The word behind its fence decides how a block is run. `text` and `python-norun` are not run. `console` is: every line
`$ ludotheque ...`, with the output below it (`...` matches anything). A block that begins with the line `# NAME`, as in
`# pond.toml`, is written to that file first. Every other `>>>` in a page is a session; in blocks called
`python-house`, a house is open at http://127.0.0.1:8000.
"""

import ast
import contextlib
import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.site import full_text

from ludotheque import NAMES, game
from ludotheque.cli.main import main
from ludotheque.games.marabunta.refusals import MOMENTS
from tests.web.serving import House

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").rglob("*.md"))
HOUSE = "http://127.0.0.1:8000"
PAGES = [ROOT / "README.md", *DOCS]
TEXTS = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "CREDITS.md"]
HEADINGS = [
    "In short", "Numbered rules", "Where we leave the rulebook", "Notation", "What each seat sees", "Endings",
    "Options", "For bots", "Versions",
]  # fmt: skip

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
each_text = pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.stem)
each_game = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: the word behind its fence, its lines, and where they begin (from 0)."""

    kind: str
    lines: list[str]
    first: int

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    begun: int | None = None
    lines = full_text(page).splitlines()
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if begun is not None:
                yield Block(lines[begun][3:].strip(), lines[begun + 1 : number], begun + 1)
            begun = number if begun is None else None
    assert begun is None, f"{page.name}: the block that begins in line {(begun or 0) + 1} has no end"


def section(name: str, heading: str) -> str:
    """The text below a heading of a game's page."""
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text("utf-8")
    return re.split(r"\n##+ ", re.split(rf"\n##+ {heading}\n", text, maxsplit=1)[1], maxsplit=1)[0]


def rows(name: str, heading: str) -> list[list[str]]:
    """The cells of the tables below a heading, without the tables' own headings."""
    return [[cell.strip("`") for cell in cells] for cells in table_rows(section(name, heading))]


def table_rows(text: str) -> list[list[str]]:
    """The cells of the tables of a text, without the tables' own headings."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    ruled = [i for i, line in enumerate(lines) if set(line) <= set("|-: ")]
    kept = [line for i, line in enumerate(lines) if i not in ruled and i + 1 not in ruled]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in kept]


@each_page
def test_every_session_gives_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One session per page: names go on from block to block."""
    before, lines = set(sys.modules), full_text(page).splitlines()
    with open_house(page, tmp_path) as address:
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        write_files(page)
        for block in blocks(page):
            is_run = block.kind not in ("text", "python-norun", "console")
            inside = [line.replace(HOUSE, address) for line in block.lines] if is_run else [""] * len(block.lines)
            lines[block.first - 1 : block.first + len(block.lines) + 1] = ["", *inside, ""]
        test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page.name, str(page), 0)
        said: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    assert not said, "".join(said)


@contextlib.contextmanager
def open_house(page: Path, folder: Path) -> Iterator[str]:
    """The address of a house that is open for a page's sessions, where one of them needs it."""
    if not any(block.kind == "python-house" for block in blocks(page)):
        yield HOUSE
        return
    house = House(folder)
    try:
        yield house.address
    finally:
        house.close()


@each_page
def test_every_command_prints_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of a page run in one folder, one after another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    write_files(page)
    for command, wanted in commands(page):
        monkeypatch.setattr("sys.argv", shlex.split(command))
        with contextlib.suppress(SystemExit):
            main()
        printed = "".join(capsys.readouterr()).rstrip().splitlines()
        got = "".join(f"{line.rstrip()}\n" for line in printed if not line.startswith("Preparing the rules"))
        assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), f"$ {command}\n{got}"


def write_files(page: Path) -> None:
    """The files that a page shows."""
    for block in blocks(page):
        if file := re.match(r"# ([\w-]+\.\w+)$", block.lines[0] if block.lines else ""):
            is_json = file[1].endswith(".receipt")  # which has no comments
            text = block.text.partition("\n")[2] if is_json else block.text
            Path(file[1]).write_text(text, "utf-8", newline="\n")


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """Each `ludotheque` command of a page, and its expected output."""
    for block in blocks(page):
        if block.kind == "console":
            for part in ("\n" + block.text).split("\n$ ")[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("ludotheque"):
                    yield command, "".join(f"{line}\n" for line in output.rstrip().splitlines())


@each_page
def test_every_drawn_position_is_one_that_the_library_draws(page: Path) -> None:
    for block in blocks(page):
        first = block.lines[0].split() if block.lines else []
        if block.kind == "text" and len(first) > 1 and first[0] in NAMES and first[1].startswith("players="):
            assert str(game(first[0]).read(block.text)) + "\n" == block.text


@each_text
def test_every_link_points_to_a_file_and_to_a_heading_in_it(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not link.startswith(("http://", "https://")):
            path, _, heading = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not heading or target.suffix != ".md" or heading in anchors(target), link


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them, and its anchors."""
    text = full_text(page)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    named = set(re.findall(r'<a id="([^"]+)">', text))
    return named | {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.stem)
def test_every_page_says_first_whom_it_is_for(page: Path) -> None:
    lines = [line for line in page.read_text("utf-8").splitlines() if line]
    assert lines[0].startswith("# ")
    assert next(line for line in lines if not line.startswith("#")).startswith("For ")


@each_game
def test_every_game_has_a_page_with_the_same_headings(name: str) -> None:
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text("utf-8")
    assert text.startswith(f"# {game(name).title}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS


@each_game
def test_the_table_of_actions_is_whole(name: str) -> None:
    """From 0 to ACTIONS - 1 without a gap, and the first number of each line is the action of its step."""
    one = game(name)
    position = one.start(start=0)
    expected = 0
    for numbers, _, first_step in rows(name, "Actions"):
        first, last = (int(number) for number in (numbers.split("..") * 2)[:2])
        assert first == expected, numbers
        expected = last + 1
        if first_step != "-":
            text = one.engine.notation.format_action(position.setup.board, position.state, 1, first)
            assert text.replace("t0", "t1") == first_step  # nobody has hired a trader yet
    assert expected == one.actions


@each_game
def test_every_score_part_and_ending_is_explained(name: str) -> None:
    assert [cells[0] for cells in rows(name, "Score parts")] == list(game(name).parts)
    assert [cells[0] for cells in rows(name, "Endings")] == list(game(name).endings)


@each_game
def test_the_page_lists_exactly_the_refusals_of_the_game(name: str) -> None:
    on_page = [cells[0] for cells in rows(name, "Refusals")]
    assert len(on_page) == len(set(on_page))
    assert set(on_page) == set(refusal_ids(name))


@each_game
def test_every_refusal_mentioned_on_a_page_exists(name: str) -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    mentioned = set(re.findall(rf"[`'\[]({name}\.[a-z]+(?:-[a-z]+)*)[`'\]]", text))
    files = {f"{name}.{ending}" for ending in ("md", "toml", "record", "py")}
    assert mentioned - files <= set(refusal_ids(name))


def test_the_shared_refusals_are_listed() -> None:
    source = (ROOT / "src/ludotheque/play/shared_refusals.py").read_text("utf-8")
    text = (ROOT / "docs/python.md").read_text("utf-8")
    assert set(re.findall(r"\| `(table\.[a-z-]+)` \|", text)) == set(re.findall(r'"(table\.[a-z-]+)"', source))


@each_game
def test_every_refusal_is_quoted_in_words_of_the_sources(name: str) -> None:
    forms = [form for tree in sources(name) for form in templates(tree)]
    for rule, _, sentence in rows(name, "Refusals"):
        assert any(form.fullmatch(sentence) for form in forms), f"{rule}: {sentence}"


def sources(name: str) -> list[ast.Module]:
    """The files of a game in which steps are refused."""
    folder = ROOT / "src/ludotheque/games" / name
    return [ast.parse(path.read_text("utf-8")) for path in (folder / "notation.py", *folder.glob("*refusals.py"))]


def refusal_ids(name: str) -> Iterator[str]:
    """The id of every refusal in a game's sources, however it is put together there."""
    for tree in sources(name):
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if re.fullmatch(rf"{name}\.[a-z-]+[a-z]", text):
                    yield text
                case ast.Constant(value=str(text)) if text == f"{name}.now-":
                    yield from (f"{name}.now-{word}" for word in MOMENTS)
                case ast.Call(func=ast.Name(id="_illegal" | "_moment"), args=[ast.Constant(value=str(rule)), *_]):
                    yield f"{name}.{rule}"
                case ast.Return(
                    value=ast.Tuple(elts=[ast.Constant(value=str(rule)), ast.Constant() | ast.JoinedStr()])
                ):
                    yield f"{name}.{rule}"


def templates(tree: ast.Module) -> Iterator[re.Pattern[str]]:
    """Every text in a source file, as a pattern with wildcards for its placeholders."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values):
                pieces = [part.value if isinstance(part, ast.Constant) else None for part in values]
            case ast.Constant(value=str(text)):
                pieces = [piece if i % 2 == 0 else None for i, piece in enumerate(re.split(r"\{(\w+)\}", text))]
            case _:
                continue
        if sum(len(piece) for piece in pieces if isinstance(piece, str)) > 8:
            yield re.compile("".join(".+" if piece is None else re.escape(str(piece)) for piece in pieces))
