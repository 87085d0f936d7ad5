"""Remarks: what the people at a table hear besides its steps: the answers to a request, and why a board went back.

`entry_replay` adds them entry by entry; only the last ones are kept. Whom each concerns, and what it says, is decided
here.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ludotheque.drawing.description import told
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.log.active_move import ActiveMove
from ludotheque.log.entries import Ask
from ludotheque.wire.table_messages import RemarkKind, RemarkView

MOST_REMARKS = 20  # of one table: a client that comes back after more hears the last ones


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a table's people should hear."""

    number: int  # of the entry that brought it
    kind: RemarkKind
    seat: int | None  # whose act it was; None: nobody had to act
    request: Ask | None = None  # that it is about
    gone: tuple[ActiveMove, ...] = ()  # the withdrawn moves, as far as everybody had seen them
    many: int = 0  # how many moves were withdrawn

    def concerns(self, own: Collection[int]) -> bool:
        """Whether the person in these seats should hear it: what they did themselves they know."""
        if self.kind == "granted":
            return self.request is not None and self.request.seat in own
        return self.seat not in own


Remarks = tuple[Remark, ...]


def with_remark(remarks: Remarks, new: Remark) -> Remarks:
    """The last remarks of a table, with one more."""
    return (*remarks, new)[-MOST_REMARKS:]


def project_remarks(
    remarks: Remarks, own: Collection[int], after: int, lang: str | None, names: SeatNames = NO_SEAT_NAMES
) -> list[RemarkView]:  # fmt: skip
    """The remarks after entry `after` that concern a viewer, with words if `lang` is given."""
    return [_project(one, lang, names) for one in remarks if one.number > after and one.concerns(own)]


def _project(remark: Remark, lang: str | None, names: SeatNames) -> RemarkView:
    return RemarkView(
        number=remark.number,
        kind=remark.kind,
        seat=remark.seat,
        asker=remark.request.seat if remark.request else None,
        what=remark.request.what if remark.request else None,
        many=remark.many,
        words=[] if lang is None or not remark.gone else [*_describe(remark.gone[0], lang, names)],
    )


def _describe(move: ActiveMove, lang: str, names: SeatNames) -> Iterator[str]:
    """The steps of a withdrawn move that everybody had seen, in a spectator's words."""
    before = move.before
    for text in move.play.steps:
        after = before.play(text, move.play.seat)
        if after.last is not None and (words := told(before, after.last, None, lang, after, names)):
            yield words
        before = after
