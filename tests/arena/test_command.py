"""The command `ludotheque arena`: it plays and reports; an error is one line with exit code 2."""

import json
from pathlib import Path

import pytest

from ludotheque.arena import ArenaTally, make_plan
from ludotheque.cli.commands.arena import arena, estimate
from ludotheque.cli.main import cli
from tests.arena.players import FINDER
from tests.arena.test_arena_report import results
from tests.cli.conftest import Run, assert_one_line

cli.add_command(arena)

MISTAKES = [
    ("", "Missing option '--game'. See ludotheque arena --help"),
    ("--game mabula", "Missing option '--bots'"),
    ("--game chess --bots random,novice", "there is no game 'chess': choose mabula"),
    ("--game mabula --bots random", "bots: name 2 to 12, as in novice,casual"),
    ("--game mabula --bots random,random", "bots: 'random' is named twice"),
    ("--game mabula --bots random,", "bots: a name is missing"),
    ("--game mabula --bots random,chess", "there is no bot 'chess': choose random, novice"),
    ("--game mabula --bots random,uct:0", "there is no bot 'uct:0'"),
    ("--game mabula --bots random,external:./nothing-here", "there is no program"),
    ("--game mabula --bots random,external:true", "external:true: ended"),
    ("--game mabula --bots random,novice --players 3", "players: Mabula is for 2 players, not 3"),
    ("--game mabula --bots random,novice --option scoring=best", "scoring: one of largest, product"),
    ("--game mabula --bots random,novice --time 0", "--time: from a little more than 0 to 3600 seconds, not 0"),
    ("--game mabula --bots random,novice --time nan", "--time: from a little more than 0"),
    ("--game mabula --bots random,novice --simulations 0", "--simulations: at least 1, not 0"),
    ("--game mabula --bots random,novice --time 1 --simulations 5", "--time and --simulations: choose one"),
    ("--game mabula --bots random,novice --games 0", "0 is not in the range"),
    ("--game mabula --bots random,novice --games 4 --sprt 0,50", "--games and --sprt"),
    ("--game mabula --bots random,novice --sprt fifty", "--sprt: write ELO0,ELO1, as in 0,50, not 'fifty'"),
    ("--game mabula --bots random,novice --sprt 0,inf", "--sprt: write ELO0,ELO1"),
    ("--game mabula --bots random,novice --sprt 50,0", "sprt: write elo0,elo1 with elo0 below elo1"),
    ("--game mabula --bots random,novice,casual --sprt 0,50", "sprt: a sequential test compares two bots, not 3"),
    ("--game mabula --bots random,novice --simulations 1000001", "simulations: at most 1,000,000 a choice"),
    ("--game mabula --bots random,novice --workers -1", "workers: 0 to "),
    ("--game mabula --bots random,novice --workers 9999", "processors, not 9999"),
    ("--game mabula --bots random,novice --ray nowhere", "ray: 'nowhere' is no address: write HOST:PORT"),
    ("--game mabula --bots random,novice --database ", "database: name a file"),
    ("--game mabula --bots random,novice --database nowhere/a.sqlite", "nowhere/a.sqlite: cannot be opened"),
    ("--game mabula --bots random,novice --report page --database ./page", "--report and --database: choose two"),
    ("--game mabula --bots random,novice --report none/page.html/x", "cannot be written"),
    ("--game makabana --bots random,novice --board none.toml", "none.toml: cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "complaint"), MISTAKES)
def test_a_wrong_argument_gets_an_error_of_one_line_and_nothing_is_written(
    words: str,
    complaint: str,
    run: Run,
    folder: Path,
) -> None:
    (folder / "none").write_text("a file\n")
    ran = run("arena", *words.split(" ") if words else ())
    assert_one_line(ran)
    assert complaint in ran.err
    assert [path.name for path in folder.iterdir()] == ["none"]


def test_the_command_plays_reports_and_continues_a_run(run: Run, folder: Path) -> None:
    words = ["arena", "--game", "mabula", "--bots", "uct:2,random", "--workers", "0", "--seed", "3"]
    ran = run(*words, "--games", 3, "--report", "page.html")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Mabula, 2 players, scoring=largest, each bot at its own pace, seed 3\n4 games in 2 pair")
    assert "<svg" in (folder / "page.html").read_text()
    more = json.loads(run(*words, "--games", 6, "--json").out)
    assert (more["games"], more["forfeits"]) == (6, [])
    assert {bot["name"] for bot in more["bots"]} == {"uct:2", "random"}


def test_the_progress_bar_says_who_leads() -> None:
    tally = ArenaTally(make_plan("mabula", ["first", "any"], finder=FINDER), (0.0, 50.0))
    for played in results("11011011").games:
        tally.add(played)
    assert estimate(tally).startswith("first +95 ± ") and ", ratio +" in estimate(tally)
