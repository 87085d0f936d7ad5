"""The terminal client from the command line: local games, games in a house, and errors."""

import os
import pty
import select
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from textual.app import App

import ludotheque
from ludotheque import Record
from ludotheque.cli.home_seat import FIRST_TIME
from ludotheque.cli.line_client import PlainTable
from ludotheque.cli.line_client import Screen as PlainScreen
from ludotheque.cli.saved_games import PlayRequest, Visit
from ludotheque.cli.tui.launch import there
from ludotheque.cli.tui.start_screen import Form, StartScreen
from ludotheque.cli.tui.table_screen import TableScreen
from ludotheque.cli.tui.tui_app import Announce, Client, OpenedTable
from ludotheque.drawing import Ink, draw_text
from ludotheque.games.phrase import say
from ludotheque.interop.house import House
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import SeatError
from ludotheque.play.view import View
from tests.cli.conftest import Ran, Run, call_main
from tests.cli.tui_player import LARGE, PATIENCE, TuiPlayer, run
from tests.web.serving import House as Served

Do = Callable[[TuiPlayer], Awaitable[None]]


class Screen(StringIO):
    """A terminal, for the command's checks."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run `ludotheque play ...` at a headless terminal while `do` acts there."""

    def play(*arguments: object, do: Do) -> Ran:
        def run_headless(self: App[None]) -> None:
            assert isinstance(self, Client)
            run(self, do)

        out, err = Screen(), StringIO()
        with monkeypatch.context() as patch:
            patch.setattr(App, "run", run_headless)
            patch.setattr(sys, "argv", ["ludotheque", "play", *map(str, arguments)])
            patch.setattr(sys, "stdin", Screen())
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.delenv("TERM", raising=False)
            code = call_main()
        return Ran(code, out.getvalue(), err.getvalue())

    return play


async def play_one_and_leave(player: TuiPlayer) -> None:
    await player.settle()
    await player.press("down", "enter")
    await player.pilot.press("f10")


async def nothing(player: TuiPlayer) -> None:
    await player.until(lambda: not player.client.is_running)


# local games


def test_a_game_is_saved_and_continued(terminal: Callable[..., Ran], folder: Path) -> None:
    ran = terminal("mabula", "--against", "random", "--seed", 5, do=play_one_and_leave)
    file = folder / "state" / "ludotheque" / "mabula.record"
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Goodbye. Go on with: ludotheque play {file}\n"
    assert len(Record.load(file).steps) == 2
    again = terminal(file, "--against", "random", "--save", "b.record", "--lang", "fr", do=play_one_and_leave)
    assert again.out == "Au revoir. Pour continuer\u202f: ludotheque play b.record\n"
    assert len(Record.load(folder / "b.record").steps) == 4


def test_a_game_that_nobody_played_is_not_saved(terminal: Callable[..., Ran], folder: Path) -> None:
    async def leave(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.press("ctrl+q")

    assert terminal("marabunta", "--against", "random", do=leave).out == "Goodbye.\n"
    assert not (folder / "state").exists()


def test_a_failed_save_is_reported_on_the_screen(
    terminal: Callable[..., Ran], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays after the answer of a bot, until the person acts."""
    (folder / "state").write_text("no folder")
    may_answer = threading.Event()
    choose = LocalSeat._choose

    def choose_later(self: LocalSeat, view: View) -> tuple[str, str]:
        assert may_answer.wait(PATIENCE)
        return choose(self, view)

    monkeypatch.setattr(LocalSeat, "_choose", choose_later)

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        await player.pilot.press("down", "enter")
        await player.until(lambda: player.table.said.startswith("The game is not being kept"))
        may_answer.set()
        await player.settle()
        assert len(player.place.position.steps) == 2
        assert player.table.said.startswith("The game is not being kept")
        await player.press("down")
        assert not player.table.said

    assert terminal("mabula", "--against", "random", do=play).code == 0


@pytest.mark.parametrize("wish", [("chess",), ("mabula", "--players", 3), ("mabula", "--against", "wizard")])
def test_an_invalid_request_gets_one_line(terminal: Callable[..., Ran], wish: tuple[object, ...]) -> None:
    ran = terminal(*wish, do=nothing)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("ludotheque: ") and ran.err.count("\n") == 1


def test_no_color_and_the_option_switch_colours_off(
    terminal: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    async def look(player: TuiPlayer) -> None:
        seen.append((player.client.has_colour, player.client.theme))

    terminal("mabula", "--against", "random", "--theme", "day", do=look)
    terminal("mabula", "--against", "random", "--colour", "never", do=look)
    monkeypatch.setenv("NO_COLOR", "1")
    terminal("mabula", "--against", "random", do=look)
    terminal("mabula", "--against", "random", "--colour", "always", do=look)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("COLORFGBG", "0;15")
    terminal("mabula", "--against", "random", do=look)
    assert seen == [(True, "day"), (False, "night"), (False, "night"), (True, "night"), (True, "day")]
    assert "NO_COLOR" not in os.environ


def test_without_textual_the_plain_client_says_how_to_get_more(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Screen()
    typed = Screen("quit\n")
    monkeypatch.setattr(sys, "argv", ["ludotheque", "play", "mabula", "--against", "random", "--seed", "1"])
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.delenv("TERM", raising=False)
    assert call_main() == 0
    assert out.getvalue().startswith("For a whole screen with a mouse: pip install 'ludotheque[tui]'\n")
    assert "your move (? for help)" in out.getvalue()


def test_the_progress_of_opening_a_table_is_shown() -> None:
    """On a new machine that takes a minute or two."""
    may_open = threading.Event()

    def opener(lang: str, announce: Announce) -> OpenedTable:
        announce(FIRST_TIME)
        assert may_open.wait(PATIENCE)
        raise SeatError("nothing")

    async def wait(player: TuiPlayer) -> None:
        await player.until(lambda: "The table is being laid ..." in player.read())
        await player.until(lambda: "the rules are prepared: a minute or two." in player.read())
        may_open.set()
        await nothing(player)

    run(Client(opener, "en", "night"), wait)


def test_the_start_screen_leads_to_a_game_and_back(folder: Path) -> None:
    async def begin(player: TuiPlayer) -> None:
        client, pilot = player.client, player.pilot
        form = client.screen.query_one(Form)
        await pilot.press("right", "right", "down", "right", "down", "down", "right", "right", "right", "right")
        assert form.request() == PlayRequest("makabana", 4, seats=(1,), against="random")
        await pilot.press("up", "right", "up", "left", "left")
        assert form.request() == PlayRequest("makabana", 3, seats=(1, 2), against="random")
        await pilot.press("left", "up", "left", "left", "left", "f9")
        assert form.request().name == "mabula" and client.theme == "day"
        await pilot.press(*["down"] * 20, "up", "right")
        assert client.lang == "fr" and "Commencer" in player.read()
        await pilot.press("enter")
        await player.settle()
        assert "Blanc" in player.read()
        while player.table.now.stage != "over":
            await player.press("end", "enter")
        first = player.table
        await player.press("home", "down", "enter")
        await player.pilot.press("escape")
        await player.press("home", "enter")
        await player.until(lambda: isinstance(client.screen, TableScreen) and client.screen is not first)
        await player.settle()
        assert not player.place.position.steps
        await player.pilot.press("f10")

    client = Client(None, "en", "night")
    run(client, begin)
    assert client.goodbye.startswith("Au revoir.")


def test_the_start_screen_is_clicked(folder: Path) -> None:
    async def begin(player: TuiPlayer) -> None:
        form = player.client.screen.query_one(Form)

        async def click(choice: str) -> None:
            line, first, *_ = next(spot for spot in form.spots if spot[4] == choice)
            await player.pilot.click(Form, offset=(first + 1, line))

        await click("random")
        await click("begin")
        await player.settle()
        await player.press("down", "enter")
        assert player.place.level == "random"

    run(Client(None), begin)

    async def go_on(player: TuiPlayer) -> None:
        form = player.client.screen.query_one(Form)
        form.taken["against"] = "random"
        await player.pilot.press(*["down"] * 20, "right", "enter")
        await player.settle()
        assert len(player.place.position.steps) == 2

    run(Client(None), go_on)


def test_a_broken_saved_game_is_reported_on_the_start_screen(folder: Path) -> None:
    file = folder / "state" / "ludotheque" / "mabula.record"
    file.parent.mkdir(parents=True)
    file.write_text("nonsense")

    async def go_on(player: TuiPlayer) -> None:
        await player.pilot.press(*["down"] * 20, "right", "enter")
        await player.until(lambda: "mabula.record" in player.read())
        assert isinstance(player.client.screen, StartScreen)
        await player.pilot.press("escape")

    run(Client(None), go_on, LARGE)


def test_it_runs_in_a_real_terminal(folder: Path) -> None:
    """A pseudo-terminal: the screen appears, a move is played, and the terminal is left as it was."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "ludotheque.cli.main", "play", "mabula", "--against", "random", "--seed", "5"]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(
        [sys.executable, "-c", "from ludotheque.cli.main import main; main()", *command[3:]],
        stdin=follower, stdout=follower, stderr=follower, env=environment, close_fds=True,
    )  # fmt: skip
    os.close(follower)
    shown, end, typed = b"", time.monotonic() + PATIENCE, [(b"straight in", b"\x1b[B\r"), (b"pushes", b"\x1b[21~")]
    while process.poll() is None and time.monotonic() < end:
        if select.select([leader], [], [], 0.1)[0]:
            try:
                shown += os.read(leader, 65536)
            except OSError:
                break
        if typed and typed[0][0] in shown:
            os.write(leader, typed.pop(0)[1])
    assert process.wait(PATIENCE) == 0, shown[-500:]
    os.close(leader)
    assert (folder / "state" / "ludotheque" / "mabula.record").exists()


# in a house


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


def test_a_game_in_a_house_against_its_bots(served: Served) -> None:
    async def play(player: TuiPlayer) -> None:
        await player.settle()
        for count in (1, 2):
            before = len(player.table.now.told)
            await player.press("down", "enter")
            await player.until(lambda before=before: len(player.table.now.told) >= before + 2)  # type: ignore[misc]
            await player.settle()
            assert player.read().count("pushes") >= count
        await player.press("f8")
        assert "Blanc" in player.read()
        await player.pilot.press("f10")

    client = Client(there(PlayRequest("mabula", against="novice"), Visit(served.address, "Ada")), "en", "night")
    run(client, play, LARGE)
    assert client.goodbye.startswith(f"Au revoir. La table est à l'adresse {served.address}/table/")


def test_a_person_who_left_a_table_returns_to_it(terminal: Callable[..., Ran], served: Served) -> None:
    left = terminal("mabula", "--at", served.address, "--against", "novice", "--name", "Ada", do=play_one_and_leave)
    link = left.out.split()[-1]

    async def look(player: TuiPlayer) -> None:
        await player.settle()
        assert player.table.now.seat == 1 and player.table.now.told
        await player.press("down", "enter")
        await player.pilot.press("f10")

    back = terminal("--at", link, "--name", "Ada", do=look)
    assert (back.code, back.out, back.err) == (0, left.out, "")


def test_a_friend_comes_by_the_link(served: Served) -> None:
    async def play(player: TuiPlayer) -> None:
        await player.until(lambda: isinstance(player.client.screen, TableScreen))
        link = player.table.link
        await player.until(lambda: player.table.prompt.endswith(f"Send your friends this link: {link}"))
        friend = House(served.address, "Bob").sit(link)
        await player.begin()
        await player.until(lambda: (friend.wait(0.05), friend.look().view is not None)[1])
        look = friend.look()
        if look.is_mine:
            friend.play(look.legal[:1])
        else:
            await player.pilot.press("down", "enter")
        await player.until(lambda: "pushes" in player.read())
        friend.close()

    run(Client(there(PlayRequest("mabula"), Visit(served.address, "Ada", True)), "en", "night"), play, LARGE)


def test_a_link_leads_to_the_table(terminal: Callable[..., Ran], served: Served) -> None:
    host = House(served.address, "Ada")
    link = host.make("marabunta")
    mine = host.sit(link)

    async def sit_there(player: TuiPlayer) -> None:
        await player.until(lambda: isinstance(player.client.screen, TableScreen))
        await player.until(lambda: "Ada" in player.read())
        await player.pilot.press("f10")

    ran = terminal("--at", link, "--name", "Bob", do=sit_there)
    assert (ran.code, ran.err) == (0, "")
    full = terminal("--at", link, "--name", "Cleo", do=nothing)
    assert full.code == 2 and full.err.count("\n") == 1
    mine.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--at", "{house}/table/nonsense"), "table"),
        (("--at", "{house}"), "say which game"),
        (("--at", "http://127.0.0.1:9/table/abc"), "no house answers"),
        (("--at", "::"), "is no address"),
        (("mabula", "--at", "{house}/table/abc"), "leave 'mabula' out"),
        (("mabula", "--invite"), "say in which house"),
        (("mabula", "--at", "{house}", "--seed", "7"), "a house draws its own chance"),
        (("mabula", "--at", "{house}", "--option", "scoring"), "write KEY=VALUE"),
        (("mabula", "--at", "{house}", "--seat", "3"), "seats 1 to 2"),
        (("mabula", "--at", "{house}", "--name", "\udcff"), "name"),
    ],
)
def test_wrong_links_get_one_line(
    terminal: Callable[..., Ran], run: Run, served: Served, arguments: tuple[str, ...], said: str
) -> None:
    words = [word.format(house=served.address) for word in arguments]
    for ran in (terminal(*words, do=nothing), run("play", *words)):
        assert ran.code == 2 and ran.out == "", ran
        assert said in ran.err and ran.err.count("\n") == 1


def test_a_lost_connection_reconnects_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.interop.seat.remote_seat.PAUSES", (0.2,))
    house = Served(tmp_path)

    async def play(player: TuiPlayer) -> None:
        await player.settle()
        house.kill()
        await player.until(lambda: player.table.now.is_lost)
        assert "The connection to the house is lost." in player.read()
        house.open()
        await player.until(lambda: not player.table.now.is_lost)
        await player.settle()
        before = len(player.table.now.told)
        await player.press("down", "enter")
        await player.until(lambda: len(player.table.now.told) > before)

    run(Client(there(PlayRequest("mabula", against="novice"), Visit(house.address, "Ada")), "en", "night"), play, LARGE)
    house.close()


def test_the_plain_client_plays_in_a_house(served: Served, run: Run, folder: Path) -> None:
    house = House(served.address, "Ada")
    place = house.play("mabula", level="novice")
    move = place.look().legal[0]
    place.close()
    typed = ["?", "moves", "board", "words", "rules turn.1", "why b1-b8", f"why {move}", "hint", "undo", "save"]
    typed += ["nonsense", "save a.record", "quit"]
    ran = run("play", "mabula", "--plain", "--at", served.address, "--against", "novice", stdin="\n".join(typed) + "\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Near it:" in ran.out and "Written to a.record." in ran.out and "Say where" in ran.out
    assert f"Goodbye. The table is at {served.address}/table/" in ran.out.splitlines()[-1]


def test_the_plain_client_shows_others_moves_to_a_person_who_waits(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person who arrives in another's turn sees the table, later moves and take-backs."""
    ada, bob = House(served.address, "Ada"), House(served.address, "Bob")
    link = ada.make("mabula", seating="chosen")
    mine = ada.sit(link, 1)
    his = bob.sit(link, 2)
    while his.look().stage == "open":  # until Ada's client has opened its bytes
        assert his.wait(PATIENCE)
    table = PlainTable(his, PlainScreen("en", Ink(is_coloured=False), in_sentences=False), lambda: say("Goodbye."))
    table.arrive(table.news())
    seen, look = capsys.readouterr().out, his.look()
    assert look.view is not None and draw_text(look.view, look.marks) in seen
    assert look.prompt in seen.splitlines()

    def news_of(act: Callable[[], object]) -> str:
        before = his.look().number
        act()
        while his.look().number == before:
            assert his.wait(PATIENCE)
        table.news()
        return capsys.readouterr().out

    while not mine.look().legal:
        assert mine.wait(PATIENCE)
    assert news_of(lambda: mine.play(mine.look().legal[:1])).startswith("Ada pushes")
    assert news_of(mine.take_back) == "White takes a choice back.\n"
    mine.close()
    his.close()


def test_a_seat_and_a_board_of_ones_own_are_taken_to_a_house(served: Served, run: Run, folder: Path) -> None:
    board = Path(ludotheque.__file__).parent / "games" / "makabana" / "boards" / "noka.toml"
    (folder / "mine.toml").write_text(board.read_text().replace('name = "noka"', 'name = "mine"'))
    wish = [
        "play",
        "makabana",
        "--plain",
        "--at",
        served.address,
        "--against",
        "novice",
        "--seat",
        "2",
        "--players",
        "4",
    ]
    ran = run(*wish, "--board", "mine.toml", stdin="save a.record\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    table = ran.out.splitlines()[-1].split()[-1]
    assert "Written to a.record." in ran.out and "/table/" in table
    assert "board: mine" in (folder / "a.record").read_text()
