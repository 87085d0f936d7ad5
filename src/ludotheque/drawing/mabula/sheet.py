"""The score sheet of Mabula: each group with its size, under both scorings."""

from collections.abc import Iterator

from ludotheque.drawing.score_sheet import SheetRow
from ludotheque.games.mabula.state import SEATS
from ludotheque.games.phrase import count, listed, say
from ludotheque.play.view import View

GROUPS = "groups"
Groups = list[list[str]]


def rows(view: View) -> list[list[SheetRow]]:
    """The rows of both seats."""
    facts, scoring = view.facts()["seats"], view.setup.options["scoring"]
    return [[*WAYS[scoring](facts[str(seat)]["groups"])] for seat in SEATS]


def _largest(groups: Groups) -> Iterator[SheetRow]:
    """The largest group scores, the others bring 0 points."""
    first, *others = groups
    if len(first) == 1:
        yield SheetRow(GROUPS, say("All marbles stand alone"), 1)
        return
    yield SheetRow(
        GROUPS, say("The largest group, {size} marbles: {cells}", size=len(first), cells=listed(first)), len(first)
    )
    for group in others:
        if len(group) > 1:
            yield SheetRow(GROUPS, say("A group of {size}: {cells}", size=len(group), cells=listed(group)), 0)
    yield from _alone(groups)


def _product(groups: Groups) -> Iterator[SheetRow]:
    """The product of all sizes; single marbles leave it unchanged."""
    sizes = [len(group) for group in groups if len(group) > 1]
    if not sizes:
        yield SheetRow(GROUPS, say("All marbles stand alone"), 1)
        return
    product = 1
    for group in groups:
        if len(group) == 1:
            break
        first, product = product == 1, product * len(group)
        cells = listed(group)
        if first:
            yield SheetRow(GROUPS, say("A group of {size}: {cells}", size=len(group), cells=cells), product)
        else:
            values = {"size": len(group), "cells": cells, "product": product}
            gained = product - product // len(group)
            yield SheetRow(GROUPS, say("Times a group of {size}, which makes {product}: {cells}", **values), gained)
    yield from _alone(groups)


def _alone(groups: Groups) -> Iterator[SheetRow]:
    if alone := sum(len(group) == 1 for group in groups):
        yield SheetRow(GROUPS, count("{n} marble standing alone", "{n} marbles standing alone", alone), 0)


WAYS = {"largest": _largest, "product": _product}
