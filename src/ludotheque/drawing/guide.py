"""What a newcomer asks of a view: which paragraph of the rulebook matters now, what each thing in the picture is.

Each game's `guide` answers; without one, the rulebook opens at its beginning and nothing in the picture is explained.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.language import language
from ludotheque.drawing.rulebooks.rulebook import Paragraph, has_rulebook, rulebook
from ludotheque.games.phrase import Phrase
from ludotheque.play.game import Setup
from ludotheque.play.view import View

GLANCE = "glance"  # the section of a rulebook that a first game needs: goal, a turn, the end


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a thing in the picture is and does, and the paragraph of the rulebook that says more."""

    text: Phrase
    rule: str = ""


Explanations = Mapping[str, Explanation]  # by what is drawn, see `keys_of`


def paragraph_now(view: View) -> str:
    """The paragraph of the game's rulebook that matters now: `turn.1`."""
    guide = modules_of(view.game.name).guide
    return guide.paragraph_now(view) if guide else rulebook(view.game.name).paragraphs[0].id


@lru_cache(maxsize=64)
def part_label(game: str, part: str, code: str = "en") -> str:
    """The accessible name of a part of the picture: what lies there, true all game long; '' without one."""
    guide = modules_of(game).guide
    return language(code, game).say(guide.part_label(part)) if guide else ""


def explanations(game: str, setup: Setup) -> Explanations:
    """Everything that explains itself in the pictures of a setup."""
    guide = modules_of(game).guide
    return guide.explanations(setup) if guide else {}


def keys_of(name: str) -> tuple[str, ...]:
    """The keys under which a thing may be explained, by its id, or by `#` and the definition that it is drawn with.

    First itself, then what is left without its last word or number: `worker-1-3`, `worker-1`, `worker`.
    """
    keys = [name]
    while "-" in keys[-1]:
        keys.append(keys[-1].rpartition("-")[0])
    return tuple(keys)


def glance(game: str, code: str = "en") -> tuple[Paragraph, ...]:
    """The paragraphs for a first game: its goal, a turn, its end. 20 seconds of reading; none without a rulebook."""
    sections = rulebook(game, code).sections if has_rulebook(game) else ()
    return next((section.paragraphs for section in sections if section.id == GLANCE), ())
