"""Whole games in the line client, by a player who reads the output and types."""

import random
import re
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import NAMES, Position, Record, game
from ludotheque.bots.bot import Budget, Thought
from ludotheque.bots.levels import kit_of
from ludotheque.bots.search_style import style_of
from ludotheque.cli.line_client import PlainTable, Screen
from ludotheque.drawing import Ink, draw_text, marks_of, told
from ludotheque.games.kernel import CPU
from ludotheque.games.phrase import say
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.play.chance import Source
from ludotheque.play.engine import Engine
from ludotheque.play.view import View
from tests.cli.conftest import FINISHED, Ran, Run, call_main, own_boards, setup_arguments, snapshot
from tests.conftest import GOLDEN, SETUPS, some_of
from tests.reference.compare import replay_record

Words = dict[int, str | Callable[[], str]]


class Person:
    """A player who reads the output: asks for the moves, and types one of them."""

    def __init__(self, screen: StringIO, seed: int, words: Words | None = None, stop_after: int = 10_000) -> None:
        self.screen, self.choice = screen, random.Random(seed)
        self.words = words or {}  # what is typed instead of a move, by number of the prompt
        self.stop_after, self.prompts, self.seen = stop_after, 0, 0
        self.typed: list[str] = []

    def readline(self) -> str:
        """The next line typed; empty at the end of input."""
        shown, self.seen = self.screen.getvalue()[self.seen :], len(self.screen.getvalue())
        assert re.search(r"\w+, your move \(\? for help\): \Z", shown), shown[-300:]
        if self.typed[-1:] == ["moves"]:
            return self.type(self.pick(shown.rpartition("\n")[0]))
        self.prompts += 1
        if self.prompts > self.stop_after:
            return ""
        word = self.words.get(self.prompts, "moves")
        return self.type(word if isinstance(word, str) else word())

    def type(self, word: str) -> str:
        self.typed.append(word)
        return f"{word}\n"

    def pick(self, listed: str) -> str:
        """One of the printed moves; half of the time without its prefix."""
        moves = list(read_moves(listed))
        kind, word = self.choice.choice(moves)
        is_clear = [other for _, other in moves].count(word) == 1
        return word if is_clear and self.choice.random() < 0.5 else kind + word


def read_moves(listed: str) -> Iterator[tuple[str, str]]:
    """Kind and rest of each move in a list: `  hut: danae.sand.fish`, the same kind going on in lines further in."""
    kind = ""
    for line in listed.splitlines():
        words = line.split()
        if not line.startswith("    "):
            kind = words.pop(0) if words[0].endswith(":") else ""
        yield from ((kind, word) for word in words)


Sit = Callable[..., tuple[Ran, Person]]


@pytest.fixture
def sit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Sit down at `ludotheque play ...`, until the game is over or the words run out."""

    def sit_down(*arguments: object, seed: int = 1, words: Words | None = None, stop_after: int = 10_000) -> Any:
        screen, errors = StringIO(), StringIO()
        person = Person(screen, seed, words, stop_after)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["ludotheque", "play", "--against", "random", *map(str, arguments)])
            patch.setattr(sys, "stdin", person)
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stderr", errors)
            code = call_main()
        return Ran(code, screen.getvalue(), errors.getvalue()), person

    return sit_down


def drawn(position: Position, seat: int | None = 1) -> str:
    """A position as the screen shows it to a seat."""
    return draw_text(position.view(seat), marks_of(position, seat))


def kept(folder: Path, name: str) -> Path:
    return folder / "state" / "ludotheque" / f"{name}.record"


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_plays_a_full_game(sit: Sit, run: Run, folder: Path, name: str) -> None:
    """Reading nothing but the screen, against random players."""
    ran, person = sit(name, "--seed", 5)
    assert (ran.code, ran.err) == (0, "")
    assert "Near it:" not in ran.out, "nothing that was listed is refused"
    record = Record.load(kept(folder, name))
    outcome = record.verify()
    assert outcome is not None
    assert replay_record(str(record)) == len(record.steps)
    assert ran.out.rstrip().splitlines()[-1].startswith("The game is over: ")
    assert drawn(record.at(-1)) in ran.out
    assert len([word for word in person.typed if word != "moves"]) > 5
    assert run("verify", kept(folder, name)).out.endswith(f"result {record.header['result']}\n")


FULL = ("mabula-product", "marabunta-islets-expert", "makabana-6", "junglerumble-4")


@pytest.mark.parametrize("setup", some_of(FULL, "mabula-product", "marabunta-islets-expert"))
def test_a_full_game_with_a_person_in_every_seat(sit: Sit, folder: Path, setup: str) -> None:
    _, options = SETUPS[setup]
    players = options.get("players", 2)
    seats = [word for seat in range(1, players + 1) for word in ("--seat", seat)]
    ran, person = sit(*setup_arguments(setup), "--seed", 6, "--save", "a.record", *seats)
    assert (ran.code, ran.err) == (0, "")
    record = Record.load(folder / "a.record")
    assert record.verify() is not None
    typed = [word for word in person.typed if word != "moves"]
    chosen = [text for position, (actor, text) in zip(record.replay(), record.steps, strict=False)
              if actor and len(position.legal(actor)) > 1]  # fmt: skip
    assert [text.endswith(word) for text, word in zip(chosen, typed, strict=True)] == [True] * len(typed)
    assert not (folder / "state").exists()


def test_the_same_seed_and_the_same_answers_give_the_same_game(sit: Sit, folder: Path) -> None:
    one, _ = sit("marabunta", "--seed", 9, "--save", "a.record", stop_after=20)
    two, _ = sit("marabunta", "--seed", 9, "--save", "a.record", stop_after=20)
    other, _ = sit("marabunta", "--seed", 10, "--save", "a.record", stop_after=20)
    assert one == two
    assert one != other


def test_nobody_sees_what_others_choose_in_secret(sit: Sit, folder: Path) -> None:
    """In a whole game of Maka Bana, no project of another seat is printed before its reveal."""
    ran, _ = sit("makabana", "--seed", 5, "--seat", 2)
    record = Record.load(kept(folder, "makabana"))
    before: Position | None = None
    for position in record.replay():
        if before and position.last and position.last not in position.seen_steps(2):
            assert position.last.text not in told(before, position.last, 2, "en", position)
        before = position
    assert not re.search("(Red|Yellow)'s secret project", ran.out)
    assert len(re.findall("^(Red|Yellow) is ready", ran.out, re.MULTILINE)) > 10


def test_every_command_of_the_help_works(sit: Sit, folder: Path) -> None:
    asked = [
        "?",
        "help",
        "",
        "board",
        "scores",
        "why b1-b8",
        "why b8-b7",
        "why b8-b7 b8-b7",
        "undo",
        "save b.record",
        "save",
        "nonsense",
        "quit",
    ]
    words = dict(enumerate(asked, 1))
    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", words=words)
    start = ludotheque.game("mabula").start(seed=5)
    answers = re.split(r"White, your move \(\? for help\): ", ran.out)[1:]
    assert (ran.code, ran.err) == (0, "")
    assert answers[0] == answers[1] == answers[2]
    assert all(word in answers[0] for word in ("moves", "why MOVE", "board", "scores", "undo", "save FILE", "quit"))
    assert answers[3].strip() == drawn(start, 1).strip()
    assert answers[4] == "".join(
        f"{name:<10} {int(score):>4}  groups {int(score)}\n"
        for name, score in zip(("White", "Black"), start.scores, strict=True)
    )
    assert re.match(r"[A-Z].*\.\n  mabula/[a-z]+\.\d+: ", answers[5])
    assert answers[6] == "b8-b7 is legal.\n"
    assert "legal" not in answers[7]
    assert answers[8] == "There is nothing of yours to take back.\n"
    assert answers[9] == "Written to b.record.\n"
    assert Record.load(folder / "b.record") == start.record()
    assert answers[10] == "Say where: save FILE\n"
    assert answers[11].startswith("A move is written as two cells, from and to: b1-b4.\n  mabula/")
    assert answers[12] == "Goodbye.\n"
    assert not (folder / "a.record").exists(), "nothing was played"


def test_a_hint_is_a_move_that_can_be_typed_and_says_why(sit: Sit) -> None:
    ran, person = sit("mabula", "--seed", 5, words={1: "hint", 2: "quit"})
    move = re.search(r"help\): ([a-h][1-8]-[a-h][1-8]): (.+)", ran.out)
    assert move is not None
    assert ludotheque.game("mabula").start(seed=5).why_not(move[1]) is None
    assert len(move[2].split()) > 5
    assert person.typed == ["hint", "quit"]


def test_a_choice_of_two_parts_may_be_typed_at_once(sit: Sit, folder: Path) -> None:
    words: Words = {3: "build:danae.sand.tattoo show:sector", 4: "none of these", 5: "quit"}
    ran, _ = sit("makabana", "--seed", 5, "--save", "a.record", words=words)
    mine = [text for actor, text in Record.load(folder / "a.record").steps if actor == 1]
    assert mine[-2:] == ["build:danae.sand.tattoo", "show:sector"], ran.out[-500:]


class Knower:
    """A bot that has solved the game."""

    name, version = "knower", 1

    def __init__(self, proof: str) -> None:
        self.proof = proof

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        return Thought(view.legal()[0].text, proof=self.proof)


@pytest.mark.parametrize(("proof", "said"), [("win", "and wins"), ("draw", "nobody wins"), ("loss", "and loses if")])
def test_a_bot_says_once_when_it_has_worked_the_end_out(
    capsys: pytest.CaptureFixture[str], proof: str, said: str
) -> None:
    place = LocalSeat(ludotheque.game("mabula").start(seed=5), (1,), Knower(proof))
    table = PlainTable(place, Screen("en", Ink(is_coloured=False), in_sentences=False), lambda: say("Goodbye."))
    for _ in range(3):
        place.play(place.look().legal[:1])
        assert place.wait(0)
        table.news()
    told = capsys.readouterr().out
    assert len(re.findall(f"^Black has worked it out to the end.*{said}", told, re.MULTILINE)) == 1
    assert told.count("Black pushes") == 3


def test_a_move_is_taken_back(sit: Sit, folder: Path) -> None:
    """Undo withdraws the person's latest choice with the answer of the other seat."""
    lengths = []

    def look() -> str:
        lengths.append(len(Record.load(folder / "a.record").steps))
        return "quit" if len(lengths) == 2 else "undo"

    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", words={2: look, 3: look})
    assert "Taken back." in ran.out
    assert lengths == [2, 0], "the file follows at once, not only at the end"
    assert Record.load(folder / "a.record").steps == ()
    boards = re.findall(r"^ 8 .* 8 ", ran.out, re.MULTILINE)
    assert boards[0] == boards[-1]
    ran, person = sit("makabana", "--seed", 5, "--save", "b.record", words={4: "undo", 5: "undo", 6: "quit"})
    assert ran.out.count("Taken back.") == 2
    assert [text for actor, text in Record.load(folder / "b.record").steps if actor == 1] == [
        "hut:" + person.typed[1].removeprefix("hut:")
    ]


def test_a_game_is_gone_on_with(sit: Sit, folder: Path) -> None:
    """After quitting, the saved file has all that was printed, also the answers of the others."""
    ran, _ = sit("junglerumble", "--seed", 5, words={4: "quit"})
    file = kept(folder, "junglerumble")
    assert ran.out.endswith(f"Goodbye. Go on with: ludotheque play {file}\n")
    first = Record.load(file)
    assert drawn(first.at(-1), 1) in ran.out
    again, _ = sit(file, "--seed", 8)
    assert again.code == 0
    recap, board, _ = again.out.partition(f"\n{drawn(first.at(-1), 1)}\n")
    assert board, "it begins where it stopped"
    assert recap and recap in ran.out, "with what happened last"
    whole = Record.load(file)
    assert whole.steps[: len(first.steps)] == first.steps
    assert whole.verify() is not None


def test_a_take_back_in_a_continued_game_is_saved(sit: Sit, folder: Path) -> None:
    """Also before anything else is played, and beyond the point where the game was continued."""
    sit("mabula", "--seed", 5, "--save", "a.record", stop_after=3)
    assert len(Record.load(folder / "a.record").steps) == 6
    sit("a.record", "--seed", 5, words={1: "undo", 2: "undo", 3: "quit"})
    assert len(Record.load(folder / "a.record").steps) == 2
    ran, _ = sit("a.record", "--seed", 5, words={1: "undo"}, stop_after=2)
    assert len(Record.load(folder / "a.record").steps) == 2
    assert ran.out.endswith("Goodbye. Go on with: ludotheque play a.record\n")


def test_a_game_is_saved_whole_so_that_it_can_be_gone_on_with(sit: Sit, folder: Path) -> None:
    """With what is still secret, and with the notes of the continued record."""
    first = Record.read("game: makabana\nplayers: 3\nrules: 1\nx-club: Ada's\n\n")
    first.save(folder / "a.record")
    words: Words = {7: "save b.record", 8: "quit"}
    sit("a.record", "--seed", 5, "--seat", 1, "--seat", 2, words=words)
    whole, saved = Record.load(folder / "a.record"), Record.load(folder / "b.record")
    assert saved.header["x-club"] == "Ada's"
    assert saved.steps == whole.steps
    assert saved.steps[-1][1].startswith(("build", "paint", "club", "tiki", "show", "none"))


def test_a_forced_step_is_played_by_the_table_and_shown(sit: Sit, folder: Path) -> None:
    """Nobody is prompted for it, as at a table of a house."""
    ran, person = sit("junglerumble", "--seed", 5, stop_after=20)
    record = Record.load(kept(folder, "junglerumble"))
    singles = [
        (before, after) for before, after in pairwise(record.replay())
        if after.last and after.last.seat == 1 and len(before.legal(1)) == 1
    ]  # fmt: skip
    assert singles
    for before, after in singles:
        assert after.last and told(before, after.last, 1, "en", after) in ran.out
    chosen = [word for word in person.typed if word != "moves"]
    assert len(chosen) == sum(seat == 1 for seat, _ in record.steps) - len(singles)


def test_a_continued_game_keeps_its_notes(sit: Sit, folder: Path) -> None:
    (folder / "a.record").write_text("# with love\n" + str(Record.load(FINISHED).at(4).record(None, x_white="Ada")))
    sit("a.record", "--seed", 1, stop_after=2)
    record = Record.load(folder / "a.record")
    assert record.header["x-white"] == "Ada"
    assert len(record.steps) > 5


OLDER_RULES = "This game is by rules 1; new games are by rules 2."


@pytest.mark.parametrize("way", [(), ("--words",)])
def test_a_continued_game_by_older_rules_says_so(sit: Sit, folder: Path, way: tuple[str, ...]) -> None:
    for rules in (1, 2):
        Record.read(f"game: makabana\nrules: {rules}\nplayers: 3\n\n").save(folder / "a.record")
        ran, _ = sit("a.record", "--seed", 5, *way, stop_after=2)
        said = ran.out.count(OLDER_RULES)
        assert said == 0 if rules == 2 else said == 1 or (way and said > 1)
        assert Record.load(folder / "a.record").header["rules"] == str(rules)


def test_a_record_by_older_rules_is_shown_and_replayed_with_a_note(run: Run, folder: Path) -> None:
    old = GOLDEN / "makabana" / "rules1-touching-start-3.record"
    for command in (("show", old), ("replay", old, "--brief"), ("show", old, "--words")):
        assert run(*command).out.count(OLDER_RULES) == 1
    assert OLDER_RULES not in run("show", GOLDEN / "makabana" / "rules2-3-1.record").out


def test_a_finished_game_is_shown_and_its_file_left_alone(sit: Sit, folder: Path) -> None:
    (folder / "a.record").write_text("# with love\n" + FINISHED.read_text())
    before = snapshot(folder)
    ran, person = sit("a.record")
    assert ran.out.endswith("The game is over: White 8, Black 24. Black wins.\n")
    assert person.typed == []
    assert snapshot(folder) == before


def test_the_end_of_input_is_a_goodbye(sit: Sit, folder: Path) -> None:
    ran, _ = sit("mabula", "--seed", 5, "--save", "a.record", stop_after=2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nGoodbye. Go on with: ludotheque play a.record\n")
    assert len(Record.load(folder / "a.record").steps) == 4


def test_a_game_on_a_board_of_ones_own_says_so_at_the_goodbye(sit: Sit, run: Run, folder: Path) -> None:
    own_boards(folder, run)
    ran, _ = sit("makabana", "--seed", 5, "--board", "islands.toml", "--save", "a.record", stop_after=1)
    assert ran.out.endswith("Goodbye. Go on with: ludotheque play a.record --board islands.toml\n")
    again, _ = sit("a.record", "--board", "islands.toml", stop_after=0)
    assert again.code == 0


def test_a_failed_save_is_reported_once_and_the_game_continues(sit: Sit, folder: Path) -> None:
    (folder / "state").write_text("no folder")
    ran, _ = sit("mabula", "--seed", 5, words={4: "save none/a.record", 5: "save a\0b"}, stop_after=5)
    assert ran.code == 0
    assert ran.out.count("The game is not being kept") == 1
    assert "none/a.record cannot be written: No such file or directory." in ran.out
    assert "is no name for a file." in ran.out
    assert ran.out.endswith("Goodbye.\n")


def test_without_a_games_name_the_command_asks_for_one(run: Run) -> None:
    ran = run("play", "--against", "random", "--seed", 1, stdin="chess\n12\n5\n3\nquit\n")
    assert ran.code == 0
    assert ran.out.count("Type a number from 1 to 4, or a game's name.") == 3
    assert "Nadaa" in ran.out
    assert "cupcake" in run("play", "--against", "random", "--seed", 1, stdin="marabunta\nquit\n").out
    assert "largest group" in run("play", "--against", "random", "--seed", 1, stdin="\nquit\n").out


def test_no_answer_to_which_game_stops(run: Run) -> None:
    ran = run("play", "--against", "random", "--seed", 1, stdin="")
    assert ran.code == 130
    assert ran.err.strip() == "ludotheque: stopped"


def test_letters_in_another_encoding_are_a_wrong_answer(run: Run) -> None:
    ran = run("play", "mabula", "--against", "random", "--seed", 1, stdin=b"\xff\xfe\n\xe9\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("A move is written as two cells, from and to: b1-b4.\n  mabula/") == 2


def test_a_bot_can_be_asked_for_by_name(sit: Sit) -> None:
    """The novice of Mabula answers every move; the last --against counts."""
    ran, _ = sit("mabula", "--seed", 5, "--against", "novice", stop_after=3)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("novice sits down ...")
    assert ran.out.count("Black pushes") == 3


def test_on_a_new_machine_a_bot_plays_at_once_and_the_compilation_progress_is_shown(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workshop is replaced by one that never finishes; the bot plays interpreted."""
    monkeypatch.setattr("ludotheque.bots.early_bots.workshop_of", lambda name: None)
    monkeypatch.setattr("ludotheque.bots.early_bots.load_bot", lambda one, bot, level: False)
    monkeypatch.setattr("ludotheque.cli.home_seat.workshop_of", lambda name: Unfinished())
    ran, _ = sit("mabula", "--seed", 5, "--against", "novice", stop_after=2)
    assert ran.out.startswith("novice sits down ...\nWarming up: 34 %. You can play meanwhile.\n")
    assert ran.out.count("Black pushes") == 2
    kit_of(game("mabula"), style_of("mabula").parts).target = CPU


class Unfinished:
    """A workshop in the middle of its work."""

    def progress(self) -> dict[str, int]:
        return {"mabula": 34}


def test_while_a_game_is_compiled_there_is_no_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.bots.early_bots.workshop_of", lambda name: None)
    monkeypatch.setattr("ludotheque.cli.home_seat.workshop_of", lambda name: Unfinished())
    ran = run("play", "mabula", "--against", "novice", "--seed", 5, stdin="hint\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "The bots are still getting ready: ask again in a minute." in ran.out


def test_a_bot_for_measuring_is_compiled_first_with_a_message(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "is_prepared", False)
    ran = run("play", "mabula", "--against", "uct:1", "--seed", 1, stdin="quit\n")
    assert ran.out.startswith("uct:1 sits down ...\nThe first time here, the rules are prepared: a minute or two.\n")


def test_an_unknown_bot_gets_one_line(run: Run) -> None:
    ran = run("play", "mabula", "--against", "wizard", "--seed", 1, stdin="quit\n")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no bot 'wizard': choose random, novice" in ran.err
