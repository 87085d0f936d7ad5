"""What is expected, and of whom."""

from collections.abc import Sequence

from ludotheque.drawing.junglerumble.names import NAMES, Table
from ludotheque.drawing.junglerumble.words_end import outcome
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CHOOSING,
    FEEDING,
    FOLLOWING,
    OVER_PHASE,
    PLACING,
    SELLING,
    SENDING,
    WAKING,
)
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Score
from ludotheque.play.view import View


def expected(view: View, table: Table, scores: Sequence[Score]) -> tuple[Phrase, ...]:
    """What the seat that is waited for has to do; it is addressed if the view is its own."""
    if table.phase == OVER_PHASE:
        return tuple(outcome(view, table, scores))
    is_mine, seat = view.seat == table.turn, NAMES[table.turn]
    if table.phase == PLACING:
        return (_mine_to_place(table) if is_mine else _theirs_to_place(table, seat),)
    if table.phase == FEEDING:
        missing = table.needed(table.turn) - scores[table.turn - 1].parts["water"] - table.food[table.turn]
        return (_mine_to_save(missing) if is_mine else _theirs_to_save(missing, seat),)
    words = {"seat": seat, "card": CARDS_SAID.get(table.card), "trader": table.trader(table.turn, table.seller)}
    return (Phrase((MINE if is_mine else THEIRS)[table.phase].text, words),)


MINE = {
    WAKING: say("Your turn begins: how many more workers wake, for 1 food each?"),
    SELLING: say("Your move: sell something to {trader}, or nothing."),
    CHOOSING: say("Your move: choose a card."),
    SENDING: say("Your move: how many workers go to {card}?"),
    FOLLOWING: say("Your move: follow {card} with one worker, or pass."),
}
THEIRS = {
    WAKING: say("We wait for {seat} to wake workers."),
    SELLING: say("We wait for {seat} to sell something to {trader}, or nothing."),
    CHOOSING: say("We wait for {seat} to choose a card."),
    SENDING: say("We wait for {seat} to send workers to {card}."),
    FOLLOWING: say("We wait for {seat} to follow {card} or pass."),
}


def _mine_to_place(table: Table) -> Phrase:
    number = table.to_place
    if table.card == BULL:
        return count("Your move: place a field.", "Your move: place {n} fields, one after another.", number)
    if table.card == BEAVER:
        return count("Your move: dig a waterway.", "Your move: dig {n} waterways, one after another.", number)
    return count("Your move: hire a kitten.", "Your move: hire {n} kittens, one after another.", number)


def _theirs_to_place(table: Table, seat: Phrase) -> Phrase:
    number = table.to_place
    if table.card == BULL:
        return count(
            "We wait for {seat} to place a field.", "We wait for {seat} to place {n} fields.", number, seat=seat
        )
    if table.card == BEAVER:
        return count(
            "We wait for {seat} to dig a waterway.", "We wait for {seat} to dig {n} waterways.", number, seat=seat
        )
    return count("We wait for {seat} to hire a kitten.", "We wait for {seat} to hire {n} kittens.", number, seat=seat)


def _mine_to_save(missing: int) -> Phrase:
    return count(
        "Your move: {n} food is missing at your supper; dismiss a kitten or take the penalties.",
        "Your move: {n} food is missing at your supper; dismiss a kitten or take the penalties.",
        missing,
    )


def _theirs_to_save(missing: int, seat: Phrase) -> Phrase:
    return count(
        "We wait for {seat}, whose supper lacks {n} food, to dismiss a kitten or take the penalties.",
        "We wait for {seat}, whose supper lacks {n} food, to dismiss a kitten or take the penalties.",
        missing,
        seat=seat,
    )
