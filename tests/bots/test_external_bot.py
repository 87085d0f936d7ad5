"""Other people's programs as bots: they play whole games, and each of their errors is one line."""

import gc
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ludotheque import NAMES, Chance, Position, game
from ludotheque.bots import child_process
from ludotheque.bots.bot import BotError, Budget, choose
from ludotheque.bots.external_bot import (
    ExternalBot,
    ProgramAnswer,
    ProgramLimits,
    choice,
    greeting,
    read_choice,
    read_greeting,
    read_line,
)
from ludotheque.bots.program import Program, ProgramTimeoutError, one_line
from tests.conftest import interpreted
from tests.test_docs import blocks

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "random_bot.py"
PAGE = ROOT / "docs" / "bots.md"
PATIENT = ProgramLimits(start=120, grace=60, patience=60)  # for a busy machine
SHORT = ProgramLimits(start=120, grace=0.3, patience=0.6)  # for programs that do not answer
SECOND = Budget(seconds=1)
FIRST_MOVE = 'question["legal"][0]'
SPEAKS = f"""
import json, os, signal, subprocess, sys, time
open("pid", "w").write(str(os.getpid()))
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
sys.stdin.readline()
say('{{"protocol": 1}}')
for line in sys.stdin:
    question = json.loads(line)
    number, move = question["id"], {FIRST_MOVE}
"""
ANSWERS = "    say(json.dumps({'id': number, 'move': move}))\n"
MISTAKES = {
    "ends": ("sys.exit(3)", "ended with exit code 3 instead of answering"),
    "crashes": ("raise RuntimeError('no idea')", "instead of answering; it said: *RuntimeError: no idea"),
    "is killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by signal 11 (Segmentation fault)"),
    "hangs": ("time.sleep(60)", "did not answer within 0.6 s, and was ended"),
    "is busy": ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    while True: pass", "did not answer within 0.6 s"),
    "stops in a line": ("sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "did not answer within 0.6 s"),
    "closes its output": ("os.close(1); time.sleep(60)", "closed its output instead of answering"),
    "ends in a line": ("sys.stdout.write('{'); sys.exit(0)", "ended with exit code 0"),
    "chats": ("say('thinking ...')", "answers 'thinking ...', which is not a JSON object"),
    "answers a list": ("say('[1]')", "answers '[1]', which is not a JSON object"),
    "is not text": ("os.write(1, bytes(range(128, 140)) + b'\\n')", "which is not a JSON object"),
    "moves the cursor": ("say('\\x1b[2Jhello\\x07')", "which is not a JSON object"),
    "is deep": ("say('[' * 50000)", "which is not a JSON object"),
    "never ends a line": ("os.write(1, b'x' * 60000); os.write(1, b'x' * 60000)", "a line of more than 65536 bytes"),
    "is long": ("say('x' * 200000)", "answers with a line of more than 65536 bytes"),
    "says no number": ("say(json.dumps({'move': move}))", "answers id None; it was asked id 1"),
    "is a question behind": ("say(json.dumps({'id': 0, 'move': move}))", "answers id 0; it was asked id 1"),
    "counts with True": ("say(json.dumps({'id': True, 'move': move}))", "answers id True; it was asked id 1"),
    "moves illegally": ("say(json.dumps({'id': 1, 'move': 'b8-b1'}))", "the move 'b8-b1', which is not legal"),
    "moves by number": ("say(json.dumps({'id': 1, 'move': 0}))", "answers the move 0, which is not legal"),
    "moves at length": ("say(json.dumps({'id': 1, 'move': 'x' * 9999}))", "which is not legal"),
    "gives up": ("say(json.dumps({'id': 1, 'error': 'I only know chess'}))", "says: 'I only know chess'"),
    "values one seat": ("say(json.dumps({'id': 1, 'move': move, 'values': [1]}))", "number for each of 2 seats"),
    "values words": ("say(json.dumps({'id': 1, 'move': move, 'values': ['a', 'b']}))", "number for each of 2 seats"),
    "values too high": ("say(json.dumps({'id': 1, 'move': move, 'values': [2, 0]}))", "not from 0 (a loss) to 1"),
    "scores NaN": ("say('{\"id\": 1, \"move\": \"' + move + '\", \"scores\": [NaN, 1]}')", "not a JSON object"),
    "scores too high": ("say(json.dumps({'id': 1, 'move': move, 'scores': [10**400, 1]}))", "answers scores that"),
    "writes no line": ("say(json.dumps({'id': 1, 'move': move, 'line': move}))", "line that is not a list of steps"),
    "simulates half": ("say(json.dumps({'id': 1, 'move': move, 'simulations': 0.5}))", "answers 0.5 simulations"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def position() -> Position:
    return interpreted("mabula").start(seed=7)


def bot_that(code: str, limits: ProgramLimits = PATIENT, before: str = SPEAKS) -> ExternalBot:
    """A bot whose program is written into the folder."""
    Path("bot.py").write_text(before + code, "utf-8")
    return ExternalBot(interpreted("mabula"), f"{sys.executable} -S bot.py", limits)


def mistake(bot: ExternalBot, position: Position, budget: Budget | None = None) -> str:
    """The error of a bot: one line that begins with its name."""
    with pytest.raises(BotError) as caught:
        bot.think(position.view(1), budget, Chance(1))
    line = str(caught.value)
    assert line.startswith(bot.name + ": ")
    assert line.isprintable() and len(line) < 600
    return line.removeprefix(bot.name)


def pid() -> int:
    """The process id that the program has written."""
    return int(Path("pid").read_text("utf-8"))


def is_there(process: int) -> bool:
    """Whether a process still runs after a while: a killed one that is not our child takes a moment."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            if ") Z " in Path(f"/proc/{process}/stat").read_text("utf-8"):
                return False
        except (FileNotFoundError, ProcessLookupError):
            return False
        time.sleep(0.02)
    return True


def has_left_nothing(process: int) -> bool:
    """Whether a child has ended and was reaped."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_the_example_plays_a_whole_game_in_every_seat(name: str) -> None:
    position, chance = interpreted(name).start(seed=3), Chance(3)
    with ExternalBot(position.game, shlex.join([sys.executable, str(EXAMPLE)])) as bot:
        while not position.is_over:
            position = position.roll(chance)
            for seat in position.actors[:1]:
                position = position.play(choose(bot, position.view(seat), Budget(seconds=60), chance))
    assert position.outcome


def test_the_same_seed_gives_the_same_move(position: Position) -> None:
    with ExternalBot(position.game, shlex.join([sys.executable, str(EXAMPLE)])) as bot:
        moves = [bot.think(position.view(1), None, Chance(seed)).move for seed in (1, 2, 3, 1, 2, 3)]
    assert moves[:3] == moves[3:] and len(set(moves)) > 1


@pytest.mark.parametrize("which", MISTAKES)
def test_a_programs_error_is_one_line_and_ends_the_program(
    folder: Path, position: Position, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, words = MISTAKES[which]
    if which != "closes its output":  # how one ended that ends is known, even if that takes a while
        monkeypatch.setattr(child_process, "FAREWELL", 30.0)
    told = mistake(bot_that(f"    {code}\n", SHORT if "within 0.6 s" in words else PATIENT), position)
    for part in words.split("*"):
        assert part in told
    assert has_left_nothing(pid())


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; sys.exit('no net file')", "ended with exit code 1 instead of answering; it said: no net file"),
        ("import time; time.sleep(60)", "did not answer within 0.3 s"),
        ("print('Welcome!')", "answers 'Welcome!', which is not a JSON object"),
        ("print('{}')", "speaks protocol None; this is protocol 1"),
        ("print('{\"protocol\": 2}')", "speaks protocol 2; this is protocol 1"),
        ('print(\'{"protocol": 1, "version": "1.2"}\')', "has the version '1.2'; a version is a whole number"),
        ('print(\'{"protocol": 1, "error": "no mabula"}\')', "says: 'no mabula'"),
    ],
)
def test_a_program_that_does_not_return_the_greeting_is_refused_at_once(folder: Path, code: str, words: str) -> None:
    bot = bot_that(code, ProgramLimits(start=0.3 if "sleep" in code else 120), before="")
    with pytest.raises(BotError) as caught:
        bot.greet()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program --fast", "there is no program no-such-program"),
        ("./data.txt", "put its interpreter first, as in: python3 bot.py"),
        ("./broken", "./broken cannot be run: Exec format error"),
        ("python3 'bot.py", "has a quotation mark too many"),
        ("", "write external:COMMAND"),
        ("  ", "write external:COMMAND"),
    ],
)
def test_a_command_that_cannot_be_run_gives_an_error_of_one_line(folder: Path, command: str, words: str) -> None:
    Path("data.txt").write_text("hello", "utf-8")
    Path("broken").write_bytes(b"\0\1\2")
    Path("broken").chmod(0o755)
    with pytest.raises(BotError) as caught:
        ExternalBot(game("mabula"), command).greet()
    assert words in str(caught.value) and str(caught.value).isprintable()


def test_a_program_sends_its_version_and_evaluation(folder: Path, position: Position) -> None:
    spoken = SPEAKS.replace('"protocol": 1', '"protocol": 1, "version": 4')
    said = "'values': [0.75, 0.25], 'scores': [9, 4.5], 'line': [move], 'simulations': 12, 'more': 'is ignored'"
    with bot_that(f"    say(json.dumps({{'id': number, 'move': move, {said}}}))\n", before=spoken) as bot:
        thought = bot.think(position.view(1), Budget(simulations=12), Chance(1))
        assert bot.version == 4
    assert (thought.values, thought.scores, thought.line) == ((0.75, 0.25), (9.0, 4.5), ("b8-b7",))
    assert thought.simulations == 12 and thought.seconds > 0


def test_late_answers_use_up_the_grace_of_a_whole_game(folder: Path, position: Position) -> None:
    """Two answers exceed budget and tolerance by at least 0.1 s each."""
    budget = Budget(seconds=0.1)
    with bot_that("    time.sleep(0.25)\n" + ANSWERS) as bot:
        for _ in range(2):
            bot.think(position.view(1), budget, Chance(1))
        assert bot._limit(budget) <= 0.15 + PATIENT.grace - 0.2 + 1e-6
        bot.close()
        bot.greet()
        assert bot._limit(budget) == pytest.approx(0.15 + PATIENT.grace), "the next game has its own grace"
    with bot_that("    time.sleep(60)\n", SHORT) as bot:
        assert "did not answer within 0.45 s" in mistake(bot, position, budget)


def test_a_closed_bot_leaves_no_process_and_can_start_again(folder: Path, position: Position) -> None:
    bot = bot_that(ANSWERS)
    bot.close()
    seen = []
    for _ in range(2):
        assert bot.think(position.view(1), SECOND, Chance(1)).move == "b8-b7"
        assert not has_left_nothing(pid())
        seen.append(pid())
        bot.close()
        assert has_left_nothing(pid())
    assert seen[0] != seen[1]


def test_a_program_may_clean_up_when_its_input_closes(folder: Path, position: Position) -> None:
    with bot_that(ANSWERS + "open('saved', 'w').write('learned')") as bot:
        bot.think(position.view(1), SECOND, Chance(1))
    assert Path("saved").read_text("utf-8") == "learned"


def test_a_program_that_does_not_exit_when_its_input_closes_is_killed(folder: Path, position: Position) -> None:
    with bot_that(ANSWERS + "time.sleep(60)") as bot:
        bot.think(position.view(1), SECOND, Chance(1))
        begun = time.monotonic()
    assert time.monotonic() - begun < 30
    assert has_left_nothing(pid())


def test_processes_started_by_a_program_are_killed_with_it(folder: Path, position: Position) -> None:
    child = "    open('child', 'w').write(str(subprocess.Popen(['sleep', '60']).pid))\n"
    with bot_that(child + ANSWERS) as bot:
        bot.think(position.view(1), SECOND, Chance(1))
    assert not is_there(int(Path("child").read_text("utf-8")))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who is in a session")
@pytest.mark.parametrize("ending", ["", "    sys.exit(1)\n", "    time.sleep(60)\n"])
def test_processes_in_another_group_of_the_session_are_killed_too(
    folder: Path, position: Position, ending: str
) -> None:
    """Whether the program answers, ends by itself, or must be ended."""
    child = "    open('child', 'w').write(str(subprocess.Popen(['sleep', '60'], process_group=0).pid))\n"
    with bot_that(child + (ending or ANSWERS), SHORT if ending else PATIENT) as bot, suppress(BotError):
        bot.think(position.view(1), None, Chance(1))
    assert not is_there(int(Path("child").read_text("utf-8")))


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for handle in range(3):
            os.close(handle)
        with open('child.new', 'w') as file:
            file.write(str(os.getpid()))
        os.rename('child.new', 'child')
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists('child'):
    time.sleep(0.01)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon gets away")
@pytest.mark.parametrize("ending", ["", "    sys.exit(1)\n", "    time.sleep(60)\n"])
def test_a_program_that_becomes_a_daemon_ends_with_its_match(folder: Path, position: Position, ending: str) -> None:
    """Forked twice, in a session of its own; whether the program answers, ends by itself, or must be ended."""
    with bot_that(ending or ANSWERS, SHORT if ending else PATIENT, forking()) as bot, suppress(BotError):
        bot.think(position.view(1), None, Chance(1))
    assert not is_there(int(Path("child").read_text("utf-8")))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon gets away")
def test_a_daemon_ends_also_when_our_process_is_killed(folder: Path) -> None:
    bot_that(ANSWERS, before=forking())
    code = (
        "import os, signal; from ludotheque import game; from ludotheque.bots.external_bot import ExternalBot\n"
        "bot = ExternalBot(game('mabula'), 'python3 bot.py'); bot.greet(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode == -signal.SIGKILL
    assert not is_there(int(Path("child").read_text("utf-8")))


def forking() -> str:
    """The beginning of a program that leaves a daemon behind before it speaks."""
    return SPEAKS.replace("sys.stdin.readline()", DAEMON + "sys.stdin.readline()", 1)


@pytest.mark.skipif(sys.platform != "linux", reason="there is no supervisor elsewhere")
def test_a_program_that_signals_its_parent_changes_nothing(folder: Path, position: Position) -> None:
    with bot_that("    os.kill(os.getppid(), signal.SIGTERM)\n" + ANSWERS) as bot:
        assert bot.think(position.view(1), SECOND, Chance(1)).move == "b8-b7"
        assert bot.think(position.view(1), SECOND, Chance(1)).move == "b8-b7"


def test_several_threads_may_share_one_bot(folder: Path, position: Position) -> None:
    with bot_that(ANSWERS, ProgramLimits()) as bot, ThreadPoolExecutor(8) as pool:
        thoughts = list(pool.map(lambda seed: bot.think(position.view(1), None, Chance(seed)), range(40)))
        list(pool.map(lambda _: bot.close(), range(2)))
    assert {thought.move for thought in thoughts} == {"b8-b7"}
    assert has_left_nothing(pid())


def test_a_late_answer_and_a_wrong_one_raise_different_errors(folder: Path, position: Position) -> None:
    with pytest.raises(ProgramTimeoutError, match="did not answer within"):
        bot_that("    time.sleep(60)\n", SHORT).think(position.view(1), None, Chance(1))
    with pytest.raises(BotError) as caught:
        bot_that("    sys.exit(1)\n").think(position.view(1), None, Chance(1))
    assert not isinstance(caught.value, ProgramTimeoutError)


def test_a_program_gets_a_second_at_most_beyond_its_budget() -> None:
    """As the arena gives every bot."""
    bot = ExternalBot(game("mabula"), "true")
    bot._grace = bot.limits.grace
    assert bot._limit(Budget(seconds=2)) == pytest.approx(3)


def test_foreign_text_becomes_one_short_line() -> None:
    assert one_line("a\tlong \n\x1b[2J  way") == "a long [2J way"
    assert one_line("x" * 300) == "x" * 199 + "…" and one_line("four", 3) == "fo…"


def test_collecting_a_bot_ends_its_program(folder: Path, position: Position) -> None:
    bot = bot_that(ANSWERS + "time.sleep(60)")
    bot.think(position.view(1), SECOND, Chance(1))
    del bot
    gc.collect()
    assert has_left_nothing(pid())


def test_control_c_ends_the_program(folder: Path, position: Position) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        bot = bot_that(f"    os.kill({os.getpid()}, signal.SIGALRM)\n    time.sleep(60)\n", ProgramLimits())
        with pytest.raises(KeyboardInterrupt):
            bot.think(position.view(1), None, Chance(1))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert has_left_nothing(pid())


def test_no_program_outlives_our_process(folder: Path) -> None:
    bot_that(ANSWERS + "time.sleep(60)")
    code = (
        "from ludotheque import game; from ludotheque.bots.external_bot import ExternalBot\n"
        "bot = ExternalBot(game('mabula'), 'python3 bot.py'); bot.greet()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    assert not is_there(pid())


@pytest.mark.skipif(sys.platform != "linux", reason="the system must see to it")
def test_the_memory_of_a_program_is_limited(folder: Path, position: Position) -> None:
    grab = "    bytearray(300 << 20)\n" + ANSWERS
    with bot_that(grab, ProgramLimits(memory=1 << 30)) as bot:
        assert bot.think(position.view(1), None, Chance(1)).move == "b8-b7"
    assert "MemoryError" in mistake(bot_that(grab, ProgramLimits(memory=200 << 20)), position)


def test_a_program_may_write_any_amount_to_stderr(folder: Path, position: Position) -> None:
    """More than a pipe holds; the error quotes the last lines, without control characters."""
    chat = "    sys.stderr.write('so much\\n' * 200000 + '\\x1b[2Jthe end\\n'); sys.stderr.flush()\n"
    with bot_that(chat + ANSWERS, ProgramLimits()) as bot:
        assert bot.think(position.view(1), None, Chance(1)).move == "b8-b7"
    assert mistake(bot_that(chat + "    sys.exit(1)", ProgramLimits()), position).endswith(
        "so much / so much / [2Jthe end"
    )


def test_a_program_that_does_not_read_its_input_times_out(folder: Path) -> None:
    deaf = Program(["sleep", "60"], 1 << 30)
    with pytest.raises(BotError, match=r"did not answer within 0\.2 s"):
        deaf.ask("x" * 1_000_000, 0.2)
    deaf.end()


def test_an_unrequested_answer_is_not_taken_for_the_next(folder: Path, position: Position) -> None:
    with bot_that(ANSWERS + ANSWERS) as bot:
        bot.think(position.view(1), SECOND, Chance(1))
        assert "answers id 1; it was asked id 2" in mistake(bot, position)


def test_a_program_is_sent_no_secret_of_another_seat() -> None:
    """Blue's question does not depend on Red's secret project."""
    huts = interpreted("makabana").start(players=3)
    while len(huts.actors) == 1:
        huts = huts.play(huts.legal()[0])
    secrets = [huts.play(step) for step in huts.legal(1) if step.text.startswith("paint:")]
    questions = [choice(1, after.view(2), None, 5) for after in secrets]
    assert len(questions) > 1 and all(question == questions[0] for question in questions)


def messages() -> Iterator[dict[str, Any]]:
    """The messages on the page, in order."""
    for block in blocks(PAGE):
        if block.kind == "json":
            yield json.loads(block.text)


def test_the_page_shows_every_message_as_it_is(position: Position) -> None:
    hello, hello_back, question, plain, full, error = messages()
    assert hello == greeting(position.game)
    assert read_greeting(ProgramAnswer(hello_back)) == 3
    view = question.pop("view")
    asked = choice(1, position.view(1), SECOND, 479001599)
    assert {**question, "view": asked["view"], "legal": asked["legal"]} == asked
    assert question["legal"] == asked["legal"][:3] and view == {key: asked["view"][key] for key in view}
    for answer in (plain, full):
        assert read_choice(ProgramAnswer(answer), asked, 2, 0.0).move == answer["move"]
    with pytest.raises(BotError, match="says"):
        read_line(json.dumps(error))


def test_the_page_shows_the_example() -> None:
    shown = next(block for block in blocks(PAGE) if block.lines[0] == "# random_bot.py")
    assert shown.text.split("\n", 1)[1] == EXAMPLE.read_text("utf-8")
    assert len(shown.lines) < 36
