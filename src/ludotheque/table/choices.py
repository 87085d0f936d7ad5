"""A seat's whole choices, for programs that know no rules: each is the steps that go together."""

from ludotheque.play.chance import Chance
from ludotheque.play.view import View
from ludotheque.table.acting import is_half_made

MOST_CHOICES = 2000  # that are sent at once
MOST_PARTS = 4

Choice = tuple[str, ...]


def choices_of(view: View) -> list[Choice]:
    """All choices of a view's seat; where a secret is made of parts, every way to put them together.

    Later parts are found on a guess: what others hide does not change what a seat may choose for its own secret.
    """
    found: list[Choice] = []
    open_choices: list[tuple[Choice, View]] = [((), view)]
    while open_choices and len(found) < MOST_CHOICES:
        steps, now = open_choices.pop(0)
        guess = now.guess(Chance(0, len(steps))) if now.seat else None
        for step in now.legal():
            after = guess.play(step) if guess is not None else None
            if after is not None and now.seat and len(steps) < MOST_PARTS and is_half_made(after, now.seat):
                open_choices.append(((*steps, step.text), after.view(now.seat)))
            else:
                found.append((*steps, step.text))
    return found[:MOST_CHOICES]
