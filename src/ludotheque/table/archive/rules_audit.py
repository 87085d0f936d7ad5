"""Audits a rules fix on all stored games: which would differ, and whether all still replay by their own rules.

Every table stays with its rules version. Before a fix is released, each game is replayed by its own version and by the
new one, side by side. A game differs, the worst first, by a step that is illegal now (`step`), by a position or result
(`position`), or only by the legal choices (`choices`). A game that does not replay by its own version is `broken`: the
fix changed old rules, which it must never do.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.games.refusal import GameError, Refusal
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.game import Game
from ludotheque.play.game import game as find_game
from ludotheque.play.position import Position, Step
from ludotheque.table.archive.archive_export import BROKEN, in_one_line, stream
from ludotheque.table.storage.log_writer import read_entries
from ludotheque.table.storage.schema import tables
from ludotheque.table.storage.store import Store

Kind = Literal["broken", "step", "position", "choices"]
IN_WORDS = {
    "broken": "does not replay by its own rules",
    "step": "could not have been played",
    "position": "would have gone otherwise",
    "choices": "goes the same way, with other choices",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of a game under other rules: its ply and reason."""

    kind: Kind
    ply: int
    why: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The audit of one table."""

    table: str
    game: str
    stage: str
    rules: int  # its own
    tried: int
    difference: Difference | None

    def __str__(self) -> str:
        by = f"{self.table} ({self.game}, rules {self.rules})"
        if self.difference is None:
            return f"{by}: the same by rules {self.tried}"
        one = self.difference
        if one.kind == "broken":
            return f"{by}: {IN_WORDS[one.kind]}: {one.why}"
        return f"{by}: {IN_WORDS[one.kind]} by rules {self.tried}, from ply {one.ply} on: {one.why}"


async def check_house(
    store: Store, rules: Mapping[str, int] | None = None, find: Callable[[str], Game] = find_game
) -> AsyncIterator[AuditReport]:
    """Audit every table whose game has begun, under the newest rules or those given by game."""
    async with store.read() as connection:
        async for row in stream(connection, tables):
            checked = await _check_row(connection, row, rules or {}, find)
            if checked is not None:
                yield checked


async def _check_row(
    connection: AsyncConnection, row: Any, rules: Mapping[str, int], find: Callable[[str], Game]
) -> AuditReport | None:
    terms = Terms.model_validate_json(row.terms)
    one = find(terms.game)
    tried = rules.get(terms.game, one.rules_version)
    try:
        state = TableState(terms).follow(await read_entries(connection, row.id, 0, None))
        if state.position is None:
            return None
        difference = compare(one, state.position, tried)
    except BROKEN as error:
        difference = Difference("broken", 0, in_one_line(error))
    return AuditReport(row.id, terms.game, row.stage, terms.rules, tried, difference)


def compare(one: Game, last: Position, rules: int) -> Difference | None:
    """The first difference of a game under other rules, or None.

    `one` is the game with the rules to try; its own version is played by the same code.
    """
    setup = last.setup
    own, other = one.begin(setup), one.begin(replace(setup, rules=rules))
    choices: Difference | None = None
    for step in last.steps:
        found = _differs(own, other)
        if found is not None and found.kind != "choices":
            return found
        choices = choices or found
        own = _replayed(own, step)
        try:
            other = other.play(step.text, step.seat)
        except Refusal as refusal:
            return Difference("step", own.ply - 1, f"{step.seat or '*'} {step.text}: {refusal.reason}")
    found = _differs(own, other, is_last=True)
    return found if found is not None and found.kind != "choices" else choices or found


def _replayed(own: Position, step: Step) -> Position:
    """Play a step by the game's own version; a GameError if the fix changed old rules."""
    try:
        return own.play(step.text, step.seat)
    except Refusal as refusal:
        raise GameError(f"ply {own.ply}: {step.seat or '*'} {step.text}: {refusal.reason}") from None


def _differs(own: Position, other: Position, is_last: bool = False) -> Difference | None:
    """How two positions of the same ply differ, apart from the version."""
    mine, theirs = own.to_fields(), other.to_fields()
    changed = [key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key) and key != "rules"]
    if changed:
        return Difference("position", own.ply, f"the position differs in {', '.join(sorted(changed))}")
    if own.actors != other.actors:
        return Difference("position", own.ply, "others are waited for" if other.actors else "the game is over")
    if is_last and (own.scores != other.scores or own.outcome != other.outcome):
        return _score_difference(own, other)
    mine_too, theirs_too = ({str(step) for step in position.legal()} for position in (own, other))
    if mine_too != theirs_too:
        gone, new = sorted(mine_too - theirs_too), sorted(theirs_too - mine_too)
        words = [f"no more {gone[0]}" if gone else "", f"now also {new[0]}" if new else ""]
        return Difference("choices", own.ply, ", ".join(word for word in words if word))
    return None


def _score_difference(own: Position, other: Position) -> Difference:
    before, after = (" ".join(str(score.total) for score in one.scores) for one in (own, other))
    if before == after:
        return Difference("position", own.ply, "the places differ")
    return Difference("position", own.ply, f"scores {after} instead of {before}")
