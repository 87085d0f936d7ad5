"""Information sets never contain what the seat has seen refuted: Maka Bana's guesses, by the rules and by search.

The possible projects are computed here a second time, from public facts: the targets that were legal when the round
began, the card that is shown, and the number of cards.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from ludotheque import Position, View
from ludotheque.bots import search
from ludotheque.bots.levels import find_bot
from ludotheque.games.kernel import CPU
from ludotheque.games.makabana.state import PROJECTS, TIKIS
from ludotheque.play.engine import new_rng
from tests.conftest import begin, compiled, random_line, some_of

TABLES = ("makabana-3", "makabana-4", "makabana-5", "makabana-6")
SEEDS = dict(zip(TABLES, (5, 9, 5, 5), strict=True))
CARDS = {"build": 3, "paint": 4, "club": 4}
GUESSERS = ("rules", "uct:100", "club")  # the rules' own guess, plain search's, and the one that all levels share
Guess = Callable[[View, Any], Any]


@cache
def guesser(name: str) -> Guess:
    """A state that is guessed from a view, as the rules or as a bot's search does it."""
    one = compiled("makabana")
    rules = one.engine.rules if name == "rules" else find_bot(one, name).kit  # type: ignore[attr-defined]
    kernel = CPU.bind(one.engine.rules.guess if name == "rules" else search.suppose, rules)

    def guess(view: View, rng: Any) -> Any:
        state = view.state
        kernel(view.setup.board.record, state, view.seat or 0, rng)
        return state

    return guess


def rounds(setup: str, seed: int) -> Iterator[tuple[Position, Position]]:
    """Every position of a random game in which projects are made or lie there, with the one its round began with."""
    first: Position | None = None
    for position in random_line(begin(setup, seed), seed):
        if position.state.phase == PROJECTS and not position.state.kind.any():
            first = position
        if first and not position.is_over:
            yield first, position


def may_be(first: Position, view: View, other: int) -> set[str]:
    """The projects of another seat that agree with all that is public; none while it is not laid down."""
    project = view.to_fields()["seats"][str(other)]["project"]
    if project is None or not project["ready"]:
        return set()
    found = set()
    for text in map(str, first.legal(other)):
        kind, _, site = text.partition(":")
        is_shown = project["shown"] is None or project["shown"] in [kind, *site.split(".")]
        if is_shown and project["cards"] in (None, CARDS.get(kind, 0)):
            found.add(text)
    return found


def guessed_projects(view: View, state: Any) -> dict[int, str]:
    """Each seat's project in a state, in the notation of the move that makes it; empty without one."""
    seats = compiled("makabana").engine.fields.to_fields(view.setup.board, state)["seats"]
    return {int(seat): _text(fields["project"]) for seat, fields in seats.items()}


def _text(project: dict[str, Any] | None) -> str:
    if project is None:
        return ""
    return "none" if project["kind"] == "none" else f"{project['kind']}:{project['site']}"


def others(view: View) -> list[int]:
    return [seat for seat in range(1, view.players + 1) if seat != view.seat]


@pytest.mark.parametrize("name", GUESSERS)
@pytest.mark.parametrize("setup", some_of(TABLES, *TABLES[:1]))
def test_information_sets_never_contain_what_the_seat_has_seen_refuted(setup: str, name: str) -> None:
    """At every choice of a game, for the seat that chooses: shown cards, their number, targets, all that is seen."""
    engine, rng, laid = compiled("makabana").engine, new_rng(1, 0), 0
    for first, position in rounds(setup, SEEDS[setup]):
        view = position.view(position.actors[0])
        possible = {other: may_be(first, view, other) for other in others(view)}
        for _ in range(3):
            state = guesser(name)(view, rng)
            assert engine.fields.check(view.setup.board, state) == [], str(position)
            guessed = guessed_projects(view, state)
            assert all(guessed[other] in (texts or {""}) for other, texts in possible.items()), str(view)
            engine.hide(view.setup.board, state, view.seat or 0)
            assert state.tobytes() == view.state.tobytes(), "own project, huts, Tikis and whatever is public"
            laid += sum(map(bool, guessed.values()))
    assert laid > 100


def few_possible(setup: str) -> Iterator[tuple[Position, View, int]]:
    """Positions in which Tikis are put and another seat's project is one of two to four."""
    for first, position in rounds(setup, 6):
        view = position.view(position.actors[0])
        for other in others(view) if position.state.phase == TIKIS else ():
            if 2 <= len(may_be(first, view, other)) <= 4:
                yield first, view, other


@pytest.mark.parametrize("name", GUESSERS)
@pytest.mark.parametrize("setup", TABLES)
def test_every_project_that_agrees_is_guessed_sometimes(setup: str, name: str) -> None:
    """The rarest guess of a search, the worst of four in three draws, comes once in 64."""
    rng, found = new_rng(2, 0), list(islice(few_possible(setup), 5))
    assert len(found) == 5
    for first, view, other in found:
        states = {(state.kind[other], state.site[other]): state for state in guesses(name, view, rng, 1000)}
        assert {guessed_projects(view, state)[other] for state in states.values()} == may_be(first, view, other)


def guesses(name: str, view: View, rng: Any, many: int) -> Iterator[Any]:
    return (guesser(name)(view, rng) for _ in range(many))


def test_the_true_project_is_always_among_the_possible_ones() -> None:
    """The other way round: the truth is never excluded."""
    for first, position in rounds("makabana-5", 7):
        view, truth = position.view(position.actors[0]), guessed_projects(position.view(None), position.state)
        for other in others(view):
            if position.state.ready >> other & 1:
                assert truth[other] in may_be(first, view, other)


def test_a_search_guesses_the_same_from_the_same_seed() -> None:
    *_, (_, position) = (pair for pair in rounds("makabana-4", 8) if pair[1].state.phase == TIKIS)
    view = position.view(position.actors[0])
    guessed = [guesser("club")(view, new_rng(seed, 0)).tobytes() for seed in (3, 3, 4, 5, 6, 7)]
    assert guessed[0] == guessed[1] and len(set(guessed)) > 1
