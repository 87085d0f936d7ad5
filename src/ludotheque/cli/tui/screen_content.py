"""From a look and a draft to what stands on the screen: the board, the rows of the list, the story."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from ludotheque.cli.tui import screen_texts, step_draft
from ludotheque.cli.tui.move_list import Row
from ludotheque.cli.tui.step_draft import StepDraft
from ludotheque.drawing import Marks, draw
from ludotheque.drawing.drawing_contract import AttemptModule
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.forecast import would_do
from ludotheque.drawing.language import Language
from ludotheque.drawing.screen_text import TextBoard, draw_text_board
from ludotheque.games.game_modules import offered
from ludotheque.games.phrase import Phrase
from ludotheque.interop.seat.seat import Look

AGAIN, POINTS, LEAVE = "!again", "!points", "!leave"  # rows that are no steps
PUT = "+"  # before an element that is put into the other group of a split
MOST_NOTED = 12  # steps of a kind that are told in words beside each other
STORY = 100  # lines that are kept on the screen


def board_of(look: Look, draft: StepDraft, marked: str, code: str, *, colour: bool) -> TextBoard | None:
    """The board, with what the draft chooses and what the marked step would do."""
    if look.view is None:
        return None
    return draw_text_board(look.view, marks_of(look, draft, marked), code, colour=colour)


def marks_of(look: Look, draft: StepDraft, marked: str) -> Marks:
    """The marks of the board; only a first step that is legal can be previewed."""
    preview = draft.taken[0] if draft.taken else marked
    if preview in look.legal:
        return replace(look.marks, preview=preview)
    return replace(look.marks, chosen=tuple(f"cell-{name}" for name in draft.names))


def attempt_of(look: Look, draft: StepDraft) -> str:
    """How a click on something that is not legal is written, as the text tells, or else the picture."""
    if look.view is None or not look.is_mine:
        return ""
    if own := offered(modules_of(look.game.name).text, AttemptModule):
        return own.attempt(look.view)
    return draw(look.view, marks_of(look, draft, "")).attempt


def rows_of(look: Look, draft: StepDraft, speaker: Language, code: str) -> list[Row]:
    """What can be chosen now."""
    if look.stage == "over":
        ways = ((screen_texts.PLAY_AGAIN, AGAIN), (screen_texts.SHOW_POINTS, POINTS), (screen_texts.LEAVE, LEAVE))
        return [Row(speaker.say(label), step) for label, step in ways]
    if not look.is_mine:
        return []
    if step_draft.is_split(look, draft):
        return _split_rows(look, draft, speaker)
    options, rows = step_draft.options(look, draft), []
    for kind, steps in step_draft.kinds(options):
        rows += [Row(kind)] * bool(kind)
        rows += [Row(step.removeprefix(kind), step, note) for step, note in _noted(look, draft, steps, code)]
    return rows


def _noted(look: Look, draft: StepDraft, steps: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    """Steps with what they would do, where they are few enough to be read."""
    for step in steps:
        is_read = len(steps) <= MOST_NOTED and not look.game.has_secrets
        yield step, would_do(look.view, (*draft.taken, step), code) if is_read and look.view else ""


def _split_rows(look: Look, draft: StepDraft, speaker: Language) -> list[Row]:
    """The elements with the number of their group, and the split that comes of it."""
    parts = modules_of(look.game.name).split
    names = parts.element_names(look.view) if parts and look.view else {}
    rows = []
    for letter in step_draft.elements(look):
        short, words = names.get(letter, (letter, Phrase(letter, {})))
        rows.append(Row(f"{'◀  ' if letter in draft.half else '  ▶'} {short}", PUT + letter, speaker.say(words)))
    split = step_draft.split_of(look, draft)
    return [*rows, Row(step_draft.SPLIT), Row(split.removeprefix(step_draft.SPLIT), split)] if split else rows


def story_of(look: Look, begun: int) -> Text:
    """What has happened; what is new since one's last choice stands out."""
    text = Text()
    first = max(0, len(look.told) - STORY)
    for number, line in enumerate(look.told[first:], first):
        text.append(("\n" if text else "") + line, "" if number >= begun else "dim")
    return text


def path_of(draft: StepDraft) -> str:
    """What is chosen so far, as one line: parts, names, and what is typed."""
    parts = [*draft.taken, *(f"{name} …" for name in draft.names)]
    return " › ".join(parts)
