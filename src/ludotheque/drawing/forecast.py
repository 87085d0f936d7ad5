"""What steps would do, in words, as far as their seat can know before it plays them.

Where something is hidden, the steps are played in the worlds that the seat thinks possible (`play.knowledge`). The
words are those of the log, up to the first sentence that differs between worlds.
"""

from collections.abc import Sequence
from itertools import takewhile

from ludotheque.drawing.description import tell
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames, speaker_of
from ludotheque.games.phrase import Phrase
from ludotheque.play.choice import is_half_made, parts_of
from ludotheque.play.knowledge import worlds_of
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View


def would_do(view: View, steps: Sequence[str], code: str = "en", names: SeatNames = NO_SEAT_NAMES) -> str:
    """What steps of the view's seat would do, one after another; with a table's `names`, seats are called by them."""
    speaker = speaker_of(view.game, code, names)
    lines = [line_of(world, steps, view.seat) for world in worlds_of(view)]
    return " ".join(speaker.say(one) for part in range(len(steps)) for one in sure_phrases(lines, part, view.seat))


def steps_told(view: View, code: str = "en", names: SeatNames = NO_SEAT_NAMES) -> dict[str, str]:
    """What each legal step would do, by its text; of choices in parts, also each part that can follow."""
    if not (legal := view.legal()):
        return {}
    worlds, speaker = worlds_of(view), speaker_of(view.game, code, names)

    def told(starts: Sequence[Position], step: Step) -> str:
        phrases = sure_phrases([[start, start.after(step)] for start in starts], 0, view.seat)
        return " ".join(map(speaker.say, phrases))

    found = {step.text: told(worlds, step) for step in legal}
    for step in legal if parts_of(view) else ():
        after = [world.after(step) for world in worlds]
        if is_half_made(after[0], step.seat):
            found |= {part.text: told(after, part) for part in after[0].legal(step.seat) if part.text not in found}
    return found


def line_of(world: Position, steps: Sequence[str], seat: int | None) -> list[Position]:
    """A world, and the position after each step."""
    line = [world]
    for text in steps:
        line.append(line[-1].play(text, seat))
    return line


def sure_phrases(lines: Sequence[Sequence[Position]], part: int, seat: int | None) -> list[Phrase]:
    """The log's sentences about a step, up to the first that differs between the worlds of `lines`."""
    tales = [_sentences(line[part], line[part + 1], seat) for line in lines]
    if len(tales) == 1:
        return list(tales[0])
    same = takewhile(lambda phrases: all(one == phrases[0] for one in phrases), zip(*tales, strict=False))
    return [phrases[0] for phrases in same]


def _sentences(before: Position, after: Position, seat: int | None) -> tuple[Phrase, ...]:
    assert after.last is not None  # noqa: S101
    return tell(before, after.last, seat, after)
