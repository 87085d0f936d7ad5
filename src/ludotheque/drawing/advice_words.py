"""A bot's advice in words: its steps, as the log would tell them, and its reasons in terms that players know.

The advice rests on the seat's view alone. Where something is hidden, the steps are played in several worlds that agree
with the view, and only sentences that are the same in all of them remain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludotheque.drawing.description import tell
from ludotheque.drawing.forecast import line_of, sure_phrases
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames, part_name, seat_name, speaker_of
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.knowledge import worlds_of
from ludotheque.play.position import Position, Score
from ludotheque.play.thought import Advice, Thought, Weighed
from ludotheque.play.view import View

MOST_REASONS = 3
CLEARLY, SOMEWHAT = 0.08, 0.02  # how much more a choice is worth than the next, from 0 to 1
TRIALS = 10

ONLY = say("It is your only move.")
WON = say("The bot has worked the game out to the end: you win for certain.")
SHARED = say("The bot has worked the game out to the end: if everybody plays well, the win is shared.")
LOST = say("The bot has worked the game out to the end: if the others play well, it can no longer be won.")


@dataclass(frozen=True, slots=True)
class AdviceWords:
    """An advice in a language: a text for each step, and the sentences of the reason."""

    words: list[str]
    reason: list[str]


def tell_advice(
    view: View, advice: Advice, code: str = "en", names: SeatNames = NO_SEAT_NAMES
) -> AdviceWords:  # fmt: skip
    """A bot's steps in words, and its reasons; with a table's `names`, seats are called by them."""
    speaker = speaker_of(view.game, code, names)
    lines = [line_of(world, advice.steps, view.seat) for world in worlds_of(view)]
    reason = [speaker.say(one) for one in reasons(view, advice, lines)]
    steps = [sure_phrases(lines, part, view.seat) for part in range(len(advice.steps))]
    return AdviceWords([" ".join(map(speaker.say, phrases)) for phrases in steps], reason)


def reasons(view: View, advice: Advice, lines: Sequence[Sequence[Position]]) -> list[Phrase]:
    """One to three sentences, the weightiest first; `lines` are the steps played in each world."""
    first = advice.thoughts[0]
    if len(view.legal()) == 1:
        return [ONLY]
    said = [*_certainty(view, first, advice.counts_wins), *_at_once(view, lines)]
    compared = [
        found
        for before, thought in zip(lines[0], advice.thoughts, strict=False)
        if (found := _rival(before, thought, view.seat)) is not None
    ]
    strong = [phrase for phrase, is_clear in compared if is_clear]
    weak = [phrase for phrase, is_clear in compared if not is_clear]
    return [*said, *strong, *_expected(lines[0], first, view), *weak[:1]][:MOST_REASONS]


def _certainty(view: View, thought: Thought, counts_wins: bool) -> Iterator[Phrase]:
    """How sure the bot is: proven, or by its trial games; wins where these are counted alone, else points."""
    seat = view.seat or 0
    if thought.proof:
        yield _proven(view, thought.proof)
    elif thought.values and counts_wins:
        yield _wins(round(TRIALS * thought.values[seat - 1]))
    elif len(thought.scores) > 1:
        yield _points(view, seat, thought.scores)


def _proven(view: View, proof: str) -> Phrase:
    """A proven outcome; in a game of two, the other seat is named."""
    if proof == "loss" and view.players == 2:
        return say(
            "The bot has worked the game out to the end: if {seat} plays well, it can no longer be won.",
            seat=seat_name(view, 3 - (view.seat or 0)),
        )
    return {"win": WON, "draw": SHARED, "loss": LOST}[proof]


def _wins(n: int) -> Phrase:
    if n <= 0:
        return say("In the bot's trial games you hardly ever win from here; this still does best.")
    if n >= TRIALS:
        return say("In the bot's trial games you win nearly always from here.")
    return say("In the bot's trial games you win about {n} times in {trials} from here.", n=n, trials=TRIALS)


def _points(view: View, seat: int, scores: Sequence[float]) -> Phrase:
    """The seat's lead over the strongest other, or its distance."""
    other = max((one for one in range(1, len(scores) + 1) if one != seat), key=lambda one: scores[one - 1])
    ahead, name = round(scores[seat - 1] - scores[other - 1]), seat_name(view, other)
    if ahead > 0:
        return count(
            "Looking ahead, the bot sees you about {n} point in front of {seat}.",
            "Looking ahead, the bot sees you about {n} points in front of {seat}.",
            ahead, seat=name,
        )  # fmt: skip
    if ahead < 0:
        return count(
            "Looking ahead, the bot sees you about {n} point behind {seat}.",
            "Looking ahead, the bot sees you about {n} points behind {seat}.",
            -ahead, seat=name,
        )  # fmt: skip
    return say("Looking ahead, the bot sees you about level with {seat}.", seat=name)


def _at_once(view: View, lines: Sequence[Sequence[Position]]) -> Iterator[Phrase]:
    """The own score's change, and the greatest loss of another; for games whose steps' words don't say it already."""
    if len(view.game.parts) == 1:
        return
    before, afters = view.scores, {tuple(map(_key, line[-1].view(view.seat).scores)) for line in lines}
    if len(afters) > 1:
        return
    after = lines[0][-1].view(view.seat).scores
    seat = view.seat or 0
    own = before[seat - 1], after[seat - 1]
    if own[0].total != own[1].total:
        yield say(
            "Your score goes from {old} to {new} at once: {parts}.",
            old=own[0].total, new=own[1].total, parts=listed(_changes(*own)),
        )  # fmt: skip
    lost = {one: old.total - new.total for one, (old, new) in enumerate(zip(before, after, strict=True), 1)}
    loser = max((one for one in lost if one != seat), key=lambda one: lost[one])
    if lost[loser] > 0:
        values = {"seat": seat_name(view, loser), "old": before[loser - 1].total, "new": after[loser - 1].total}
        yield say("{seat} drops from {old} to {new} points at once.", **values)


def _key(score: Score) -> tuple[int, ...]:
    return tuple(score.parts.values())


def _changes(old: Score, new: Score) -> Iterator[Phrase]:
    """Each part of a score that changes: «water +2»."""
    for part, points in new.parts.items():
        if change := points - old.parts[part]:
            yield say("{part} {change}", part=part_name(part), change=f"{change:+d}".replace("-", "−"))


def _rival(before: Position, thought: Thought, seat: int | None) -> tuple[Phrase, bool] | None:
    """The next best choice, and whether it is clearly weaker; None if there is none, or if the bot plays it next."""
    chosen = next((one for one in thought.weighed if one.move == thought.move), None)
    rival = next((one for one in thought.weighed if one.move != thought.move and one.share), None)
    if thought.proof or chosen is None or rival is None or rival.move in thought.line[1:2]:
        return None
    return _compared(chosen, rival, _first_sentence(before, rival.move, seat))


def _compared(chosen: Weighed, rival: Weighed, told: Phrase) -> tuple[Phrase, bool]:
    better = chosen.value - rival.value
    if better >= CLEARLY:
        return say("The next best choice is clearly weaker: {told}", told=told), True
    if better >= SOMEWHAT:
        return say("The next best choice is a little weaker: {told}", told=told), False
    return say("Another choice is nearly as good: {told}", told=told), False


def _first_sentence(before: Position, move: str, seat: int | None = None) -> Phrase:
    """The first sentence about a step."""
    after = before.play(move, seat)
    assert after.last is not None  # noqa: S101
    return tell(before, after.last, after.last.seat, after)[0]


def _expected(line: Sequence[Position], thought: Thought, view: View) -> Iterator[Phrase]:
    """The step that the bot expects next, where nothing is hidden or left to chance."""
    last = line[-1]
    if len(thought.line) < 2 or view.game.has_secrets or last.is_chance or last.is_over or len(line) > 2:
        return
    if last.why_not(thought.line[1]) is None:
        yield say("Next the bot expects this: {told}", told=_first_sentence(last, thought.line[1]))
