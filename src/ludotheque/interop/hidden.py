"""Which steps of a game a seat has seen, and how a guess retells those that it has not.

Maka Bana's projects are the only secrets: of a seat's latest steps, a project and the card shown of it.
"""

from types import SimpleNamespace
from typing import Any

from ludotheque.games.makabana.state import (
    FIRST_SECTOR_CARD,
    FIRST_TYPE_CARD,
    MAX_SITES,
    NO_PROJECT,
    NONE,
    PAINT_CARD,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
    UNMADE,
)
from ludotheque.interop.course import Course

Steps = list[tuple[int, int]]  # seat and action


def secret_places(course: Course, seat: int) -> list[int]:
    """Where in a game's steps those stand that are secret for a seat."""
    if ("secret", seat) not in course.notes:
        course.notes["secret", seat] = _find_secrets(course, seat)
    return course.notes["secret", seat]  # type: ignore[no-any-return]


def _find_secrets(course: Course, seat: int) -> list[int]:
    latest = {other: counts for other, counts in _latest_steps(course, seat).items() if counts[1]}
    steps, found = course.steps(), []
    for place in range(len(steps) - 1, -1, -1):
        if not latest:
            break
        other = steps[place][0]
        if other in latest:
            public, secret = latest.pop(other)
            if not public:
                found.append(place)
            if public or secret > 1:
                latest[other] = (public - 1, secret) if public else (0, secret - 1)
    return found[::-1]


def _latest_steps(course: Course, seat: int) -> dict[int, tuple[int, int]]:
    """Of each seat's latest steps: how many all have seen, and how many before these are secret for `seat`."""
    state, sitting = course.state, course.sitting
    if not hasattr(sitting.game.engine.rules, "secret_steps"):
        return {}
    lists = {name: state[name].tolist() for name in ("players", "ready", "kind", "tiki")}  # plain numbers are quicker
    return sitting.game.engine.secret_steps(sitting.setup.board, SimpleNamespace(**lists), seat)


def seen_steps(course: Course, seat: int) -> Steps:
    """The steps that a seat knows."""
    secret = secret_places(course, seat)
    steps = course.steps()
    return [step for place, step in enumerate(steps) if place not in secret] if secret else steps


def retold_steps(course: Course, seat: int, guessed: Course) -> Steps:
    """From the first secret on: the steps as they went if the guess is right."""
    secret = secret_places(course, seat)
    stories = {other: iter(project_steps(guessed.state, other)) for other in range(1, course.sitting.setup.players + 1)}
    told = []
    for place, (other, action) in list(enumerate(course.steps()))[secret[0] if secret else len(course.steps()) :]:
        retold = next(stories[other], None) if place in secret else action
        if retold is not None:
            told.append((other, retold))
    return told


def project_steps(state: Any, seat: int) -> list[int]:
    """The actions by which a seat has made the project that it has."""
    kind, card = int(state.kind[seat]), int(state.card[seat])
    if kind in (UNMADE, NONE):
        return [] if kind == UNMADE else [NO_PROJECT]
    project = kind * MAX_SITES + int(state.site[seat]) - 1
    return [project, show_action(card)] if card else [project]


def show_action(card: int) -> int:
    """The action that shows a card."""
    if card >= PAINT_CARD:
        return SHOW_PAINT if card == PAINT_CARD else SHOW_CLUB
    if card >= FIRST_TYPE_CARD:
        return SHOW_TYPE
    return SHOW_SECTOR if card >= FIRST_SECTOR_CARD else SHOW_BEACH
