"""Random games from the command line: figures for people and programs, and traces for other implementations."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import ludotheque
from ludotheque.play.simulation import format_trace, trace
from tests.cli.conftest import Run, setup_arguments
from tests.conftest import SETUPS, compiled
from tests.reference.compare import replay_trace

KEYS = ["game", "players", "options", "board", "seed", "policy", "workers", "games", "steps", "length", "branching"]
KEYS += ["scores", "wins", "endings", "seconds", "games_per_s", "steps_per_s"]


def test_figures_are_one_json_object(run: Run) -> None:
    ran = run("simulate", "junglerumble", "--players", 3, "--games", 50, "--seed", 4, "--policy", "busy", "--json")
    assert (ran.code, ran.err) == (0, "")
    figures = json.loads(ran.out)
    assert list(figures) == KEYS
    assert [figures[key] for key in KEYS[:8]] == ["junglerumble", 3, {}, "", 4, "busy", 1, 50]
    assert set(figures["length"]) == {"mean", "deviation", "interval", "min", "max"}
    assert len(figures["scores"]) == len(figures["wins"]) == 3
    assert set(figures["endings"]) == set(ludotheque.game("junglerumble").endings)
    assert sum(share["mean"] for share in figures["wins"]) == pytest.approx(1)


def test_figures_are_printed_for_people(run: Run) -> None:
    asked = ["simulate", "makabana", "--players", "4", "--games", "1500", "--seed", "4"]
    ran, figures = run(*asked), json.loads(run(*asked, "--json").out)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    length, branching = figures["length"], figures["branching"]
    assert lines[0] == "Maka Bana, 4 players, uniform play, seed 4"
    assert re.fullmatch(r"games      1,500 \([\d,]+ a second\)", lines[1])
    assert re.fullmatch(rf"steps      {figures['steps']:,} \([\d,]+ a second\)", lines[2])
    assert (
        lines[3]
        == f"length     {length['mean']:.1f} ± {length['interval']:.1f} steps, {length['min']} to {length['max']}"
    )
    assert lines[4] == f"branching  {branching:.1f} legal moves a choice"
    for seat, name in enumerate(("Red", "Blue", "Yellow", "Teal")):
        points = f"{figures['scores'][seat]['mean']:.2f} ± {figures['scores'][seat]['interval']:.2f} points"
        share = (
            f"{100 * figures['wins'][seat]['mean']:.1f} ± {100 * figures['wins'][seat]['interval']:.1f} % of the wins"
        )
        assert lines[5 + seat] == f"{name:<10} {points}, {share}"
    assert [line.split(":")[0] for line in lines[9:]] == [f"ended by   {way}" for way in figures["endings"]]


def test_the_same_seed_gives_the_same_figures_for_any_number_of_workers(run: Run, setup: str) -> None:
    asked = ["simulate", *setup_arguments(setup), "--games", "200", "--seed", "11", "--json"]
    one, two = (json.loads(run(*asked, "--workers", workers).out) for workers in (1, 2))
    for figures in (one, two):
        for key in ("seconds", "games_per_s", "steps_per_s", "workers"):
            del figures[key]
    assert one == two


@pytest.mark.parametrize("policy", ["uniform", "busy"])
def test_a_trace_agrees_with_the_independent_implementation(run: Run, folder: Path, setup: str, policy: str) -> None:
    """Also with the figures of the same call, and with the library."""
    asked = ["simulate", *setup_arguments(setup), "--games", "3", "--seed", "21", "--policy", policy]
    figures = json.loads(run(*asked, "--trace", "a.jsonl", "--json").out)
    lines = (folder / "a.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert replay_trace(lines) == figures["steps"]
    name, options = SETUPS[setup]
    one = compiled(name)
    start = one.setup(start=0, **options)
    assert lines == [line for number in range(3) for line in format_trace(trace(one, start, number, 21, policy))]
    assert os.listdir(folder) == ["a.jsonl"]


def test_a_trace_takes_the_place_of_an_old_file_and_leaves_others_alone(run: Run, folder: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.partial"):
        (folder / name).write_text("old")
    assert run("simulate", "mabula", "--games", 2, "--trace", "a.jsonl").code == 0
    assert (folder / "a.jsonl").read_text().startswith('{"header":')
    assert (folder / "a.jsonl.partial").read_text() == "old"
    assert sorted(os.listdir(folder)) == ["a.jsonl", "a.jsonl.partial"]


def test_a_trace_may_go_into_a_pipe(run: Run, folder: Path) -> None:
    """/dev/null and pipes are written to, never replaced."""
    os.mkfifo(folder / "pipe")
    reader = subprocess.Popen(["cat", folder / "pipe"], stdout=subprocess.PIPE, text=True)
    assert run("simulate", "mabula", "--games", 2, "--seed", 3, "--trace", "pipe").code == 0
    out, _ = reader.communicate(timeout=60)
    assert (folder / "pipe").is_fifo()
    assert out.count('"winners"') == 2
