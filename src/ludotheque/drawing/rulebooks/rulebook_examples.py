"""The figures and worked examples of the rulebooks: real positions, drawn and played by the engine."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.drawing.drawing import Marks
from ludotheque.games.verbs import CHANCE
from ludotheque.play.game import game
from ludotheque.play.json_fields import StateFields
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

Table = Mapping[str, Any]  # a table of `book.toml`


def begin(name: str, table: Table) -> Position:
    """The position of a figure or an example: drawn, or set up and played to."""
    one = game(name)
    position = one.read(table["position"]) if "position" in table else one.start(**table["setup"])
    return play_all(position, table.get("steps", ()))


def play_all(position: Position, steps: Any) -> Position:
    """Play steps written as in records, `1 b1-b4` or `* die:B=3`."""
    for line in steps:
        actor, _, text = line.partition(" ")
        position = position.play(text, CHANCE if actor == "*" else int(actor))
    return position


def figure(name: str, table: Table) -> tuple[View, Marks]:
    """The view of a figure, and its marks."""
    position = begin(name, table)
    seat = table.get("seat", position.actors[0] if position.actors else 0)
    chosen, preview = tuple(table.get("chosen", ())), table.get("preview", "")
    last = tuple(_written(line) for line in table.get("last", ())) or position.steps[-1:]
    return position.view(seat or None), Marks(last, chosen, preview, position.steps)


def _written(line: str) -> Step:
    actor, _, text = line.partition(" ")
    return Step(CHANCE if actor == "*" else int(actor), -1, text)


def found(position: Position) -> StateFields:
    """The values that an example may expect of a position."""
    outcome = position.outcome
    return position.to_fields() | {
        "scores": [score.total for score in position.scores],
        "parts": [dict(score.parts) for score in position.scores],
        "actors": list(position.actors),
        "over": position.is_over,
        "winners": list(outcome.winners) if outcome else [],
        "places": list(outcome.places) if outcome else [],
        "endings": list(outcome.endings) if outcome else [],
    }


def look_up(fields: Any, path: str) -> Any:
    """The value at a path such as `seats.1.food`; None where there is none."""
    for key in path.split("."):
        if isinstance(fields, Mapping):
            fields = fields.get(key)
        elif isinstance(fields, list) and key.isdigit() and int(key) < len(fields):
            fields = fields[int(key)]
        else:
            return None
    return fields


def problems(name: str, table: Table) -> Iterator[str]:
    """Execute an example; every line is a claim of it that does not hold."""
    position = begin(name, table)
    seat = table.get("seat")  # may be left out when one is waited for
    for move in table.get("allows", ()):
        if refusal := position.why_not(move, seat):
            yield f"{move} is refused: {refusal.rule}"
    for move, rule in table.get("refuses", {}).items():
        refusal = position.why_not(move, seat)
        if refusal is None or refusal.rule != rule:
            yield f"{move} gives {refusal.rule if refusal else 'no refusal'}, not {rule}"
    fields = found(play_all(position, table.get("plays", ())))
    for path, value in table.get("expect", {}).items():
        if look_up(fields, path) != value:
            yield f"{path} is {look_up(fields, path)!r}, not {value!r}"
