"""Positions of Maka Bana for tests: sites that a test does not draw are free, cards in hand, projects not chosen yet.

Nadaa, for three players, and its complexes:

    Dst Dpt Drt Drb Ert Erb Ept Est        1  1  2  2  3  3  4  4
    Dsb Dpb Dpf Drf Erf Epf Epb Esb        1  5  5  2  6  3  7  4
    Dsf Dlt Dlb Dlf Elt Elb Elf Esf        5  5  6  6  6  7  7  4
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludotheque import Position, game

MOMENTS = {"projects": "projects", "over": "game over"}


def draw(
    sites: str,
    *projects: str,
    players: int = 3,
    moment: str = "projects",
    round_number: int = 13,
    clubs: Mapping[str, str] | None = None,
    paints: Mapping[int, int] | None = None,
    ending: str = "",
    rules: int = 2,
) -> str:
    """A drawing with these sites (`Dst1 Drb2! Est!2`), these projects by seat, and these club places.

    In round 13 seat 1 is first player of three. `moment` is `projects`, `over`, or the seat that puts its Tiki.
    """
    names = game("makabana").setup(players).board.names
    drawn = sites.split()
    free = [code for code in names["codes"] if code not in [word[:3] for word in drawn]]
    lines = [f"makabana players={players} rules={rules}"]
    lines += [f"Round {round_number}: {MOMENTS.get(moment, f'seat {moment} puts its Tiki')}"]
    lines += [f"First player: seat {(round_number - 1) % players + 1}"]
    lines += [f"Final round: {ending}"] if ending else []
    lines += [" ".join([*drawn, *free])]
    letters = dict.fromkeys(code[0] for code in names["codes"])
    places = dict.fromkeys(map(str.capitalize, names["beaches"]), "club place free") | dict(clubs or {})
    lines += [f"{letter} {beach} {place}" for letter, (beach, place) in zip(letters, places.items(), strict=True)]
    for seat, project in zip(range(1, players + 1), projects or ["-"] * players, strict=True):
        left = 10 - len(re.findall(rf"\b...{seat}", sites))
        club = int(f"club of seat {seat}" not in places.values())
        hand = f"huts {left}, Paint {(paints or {}).get(seat, 2)}, Club {club}"
        lines.append(f"{seat} {game('makabana').seat_name(seat)} {hand} {project}")
    return "\n".join(lines)


def table(sites: str, *projects: str, **given: Any) -> Position:
    """The position that `draw` draws, read and checked."""
    return game("makabana").read(draw(sites, *projects, **given))


def play(position: Position, *steps: str) -> Position:
    """Play steps written as in a record: `1 build:danae.rock.fish`."""
    for step in steps:
        seat, text = step.split(" ")
        position = position.play(text, int(seat))
    return position


def play_round(position: Position, projects: Sequence[str], tikis: Sequence[str]) -> Position:
    """A whole round: the projects in seat order, each showing its beach; then the Tikis, also in seat order."""
    for seat, project in enumerate(projects, 1):
        position = position.play(project, seat)
        if project != "none":
            position = position.play("show:beach", seat)
    while turn := position.to_fields()["turn"]:
        position = position.play(f"tiki:{tikis[turn - 1]}")
    return position


def texts(position: Position, seat: int | None = None) -> list[str]:
    """The legal steps of a seat as text, in their order."""
    return [str(step) for step in position.legal(seat)]


def owned(position: Position, seat: int) -> dict[str, Any]:
    """A seat's belongings, as named fields."""
    fields: dict[str, Any] = position.to_fields()["seats"][str(seat)]
    return fields


def parts(position: Position, seat: int) -> tuple[int, ...]:
    """A seat's points for beaches, huts and clubs."""
    return tuple(position.scores[seat - 1].parts.values())


def positions(games: int, seed: int) -> Iterator[Position]:
    """Every position of some random games of all sizes; waiting seats act in random order."""
    dice = random.Random(seed)
    for number in range(games):
        position = game("makabana").start(players=3 + number % 4)
        yield position
        while not position.is_over:
            position = position.play(dice.choice(position.legal(dice.choice(position.actors))))
            yield position
