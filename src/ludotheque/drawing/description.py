"""A view and a step in words, complete enough to play without seeing the board.

Each game's `words.py` has two functions. `tell(before, step, after, seat)` says what a step did, as far as a seat
(None: a spectator) may know. `describe(view)` says where everything is, what is expected and what is possible.

In `possible` the notation is written between « and »: a whole step as «done», or a beginning as «write:» followed by
its possible endings, listed with commas and the language's «or». So a listener can say every legal move.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames, seat_name, speaker_of
from ludotheque.games.phrase import Listing, Phrase, count, listed, say
from ludotheque.play.game import Game
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

MOST_DESCRIBED = 64  # cached views


@dataclass(frozen=True, slots=True)
class Description:
    """A view in words, each part a list of sentences."""

    where: tuple[Phrase, ...]
    expected: tuple[Phrase, ...]
    possible: tuple[Phrase, ...] = ()

    def said(self, game: str, code: str = "en") -> str:
        """The description as text: a line for each sentence of `where`, then a paragraph for each other part."""
        speaker = language(code, game)
        parts = [" ".join(map(speaker.say, part)) for part in (self.expected, self.possible)]
        where = "\n".join(map(speaker.say, self.where))
        return "\n".join(filter(None, (where, *parts)))


@lru_cache(MOST_DESCRIBED)
def describe(view: View) -> Description:
    """A view in words. Cached: a table is looked at more often than it changes."""
    described = modules_of(view.game.name).words.describe(view)
    you = () if view.seat is None else (say("You are {seat}.", seat=seat_name(view, view.seat)),)
    return replace(described, where=(*you, *rules_note(view.game, view.setup.rules), *described.where))


def rules_note(one: Game, rules: int) -> tuple[Phrase, ...]:
    """For a game by an older version of its rules, the sentence that says so; else nothing."""
    if rules == one.rules_version:
        return ()
    return (say("This game is by rules {n}; new games are by rules {newest}.", n=rules, newest=one.rules_version),)


def in_words(view: View, code: str = "en") -> str:
    """A view as text in a language."""
    return describe(view).said(view.game.name, code)


def places_in_words(view: View, code: str = "en", names: SeatNames = NO_SEAT_NAMES) -> list[str]:
    """Where everything is, line by line, for readers who choose on a page: without the notation of steps.

    At a table it begins with who plays which colour.
    """
    where, speaker = describe(view).where, speaker_of(view.game, code, names)
    if not any(names):
        return [speaker.say(one) for one in where]
    plain = language(code, view.game.name)
    colours = [plain.say(seat_name(view, seat)) for seat, _ in enumerate(names, 1)]
    you = () if view.seat is None else (say("You are {seat}.", seat=colours[view.seat - 1]),)
    pairs = [(name, colour) for name, colour in zip(names, colours, strict=True) if name]
    there = [say("{player} ({seat})", player=name, seat=colour) for name, colour in pairs]
    told = (*you, say("At the table: {players}.", players=listed(there)), *where[len(you) :])
    return [speaker.say(one) for one in told]


def expected(view: View, code: str = "en", names: SeatNames = NO_SEAT_NAMES) -> str:
    """The `expected` sentences of a view, as text."""
    return " ".join(map(speaker_of(view.game, code, names).say, describe(view).expected))


def tell(before: Position, step: Step, seat: int | None = None, after: Position | None = None) -> tuple[Phrase, ...]:
    """What a step did, as far as `seat` may know."""
    words = modules_of(before.game.name).words
    return tuple(words.tell(before, step, after or before.play(step), seat))


def told(
    before: Position, step: Step, seat: int | None = None, code: str = "en", after: Position | None = None,
    names: SeatNames = NO_SEAT_NAMES,
) -> str:  # fmt: skip
    """`tell` as text in a language; with a table's `names`, seats are called by them."""
    return " ".join(sentences_told(before, step, seat, code, after, names))


def sentences_told(
    before: Position, step: Step, seat: int | None = None, code: str = "en", after: Position | None = None,
    names: SeatNames = NO_SEAT_NAMES,
) -> list[str]:  # fmt: skip
    """`tell` in a language: first what the step did, then what came of it, in sentences of their own."""
    speaker = speaker_of(before.game, code, names)
    return [words for phrase in tell(before, step, seat, after) if (words := speaker.say(phrase))]


def waiting_words(position: Position, code: str = "en") -> str:
    """The seats whose turn it is, or the outcome, in one or two sentences; and the rules, if they are older ones."""
    speaker = language(code, position.game.name)
    return " ".join(map(speaker.say, (*_waiting(position), *rules_note(position.game, position.setup.rules))))


def _waiting(position: Position) -> tuple[Phrase, ...]:
    if outcome := position.outcome:
        scores = [
            say("{seat} {score}", seat=seat_name(position, seat), score=score)
            for seat, score in enumerate(outcome.scores, 1)
        ]
        winners = listed(seat_name(position, seat) for seat in outcome.winners)
        won = count("{winners} wins.", "{winners} share the win.", len(outcome.winners), winners=winners)
        over = say("The game is over: {scores}.", scores=Listing(tuple(scores), "{first}, {last}"))
        return over, won
    if position.is_chance:
        return (say("The table draws next."),)
    return (say("Waiting for {seats}.", seats=listed(seat_name(position, one) for one in position.actors)),)
