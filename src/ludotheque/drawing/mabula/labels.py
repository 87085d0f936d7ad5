"""The words on Mabula's pictures."""

from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.games.mabula.state import SEATS, WHITE
from ludotheque.games.phrase import Phrase, count, named, say

NAMES = {seat: SEAT_NAMES[name] for seat, name in SEATS.items()}
COUNTS = {"largest": say("largest group"), "product": say("product of groups")}
WAYS = {"largest": named("figure", "Largest"), "product": named("figure", "Product")}
GROUPS = say("Groups")
EDGE = say("On the edge")
TO_MOVE = say("to move")
NO_MOVE = say("no move now")
WINS = say("wins")
DRAW = say("draw")
LIT = say("you may push it, at most so many cells")
CHOSEN = say("chosen")
TARGET = say("it may come to rest there")
PREVIEW = say("this would move")


def title_of(seat: Phrase | None, white: int, black: int) -> Phrase:
    """The picture's title; `seat` is to move, None when the game is over."""
    if seat is None:
        return say("Mabula, the game is over: White {white}, Black {black}.", white=white, black=black)
    return say("Mabula, {seat} to move: White {white}, Black {black}.", seat=seat, white=white, black=black)


def marble_at(seat: int, cell: str) -> Phrase:
    """A marble in words."""
    if seat == WHITE:
        return say("White marble on {cell}", cell=cell)
    return say("Black marble on {cell}", cell=cell)


def stuck(marbles: int) -> Phrase:
    """How many marbles on the edge have a full line."""
    return count("{n} stuck: its line is full", "{n} stuck: their lines are full", marbles)


def status_of(seat: int, turn: int, winners: tuple[int, ...], has_moves: bool) -> Phrase | None:
    """A seat's status: to move, without a move, winner; None otherwise. Turn 0 is the end of the game."""
    if turn == 0:
        return (WINS if len(winners) == 1 else DRAW) if seat in winners else None
    if turn == seat:
        return TO_MOVE
    return None if has_moves else NO_MOVE


def last_move(seat: Phrase, move: str) -> Phrase:
    """The last move and its seat."""
    return say("last move: {seat} {move}", seat=seat, move=move)
