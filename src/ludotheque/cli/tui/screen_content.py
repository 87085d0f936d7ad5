"""The content of the screen, from a snapshot and a draft: the board, the rows of the list, the story."""

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
from ludotheque.interop.seat.seat import TableSnapshot

AGAIN, POINTS, LEAVE = "!again", "!points", "!leave"  # rows without a step
PUT = "+"  # prefix of a row that moves an element to the other group of a split
MOST_NOTED = 12  # steps of a kind with notes, at most
STORY = 100  # lines on the screen


def board_of(snapshot: TableSnapshot, draft: StepDraft, marked: str, code: str, *, colour: bool) -> TextBoard | None:
    """The board, with the draft's choice and a preview of the marked step."""
    if snapshot.view is None:
        return None
    return draw_text_board(snapshot.view, marks_of(snapshot, draft, marked), code, colour=colour)


def marks_of(snapshot: TableSnapshot, draft: StepDraft, marked: str) -> Marks:
    """The marks of the board; only a first step that is legal can be previewed."""
    preview = draft.taken[0] if draft.taken else marked
    if preview in snapshot.legal:
        return replace(snapshot.marks, preview=preview)
    return replace(snapshot.marks, chosen=tuple(f"cell-{name}" for name in draft.names))


def attempt_of(snapshot: TableSnapshot, draft: StepDraft) -> str:
    """The notation template for a click on an illegal spot, from the game's text module or its picture."""
    if snapshot.view is None or not snapshot.is_mine:
        return ""
    if own := offered(modules_of(snapshot.game.name).text, AttemptModule):
        return own.attempt(snapshot.view)
    return draw(snapshot.view, marks_of(snapshot, draft, "")).attempt


def rows_of(snapshot: TableSnapshot, draft: StepDraft, speaker: Language, code: str) -> list[Row]:
    """The rows of the list: the legal steps, or what to do after the game."""
    if snapshot.stage == "over":
        ways = ((screen_texts.PLAY_AGAIN, AGAIN), (screen_texts.SHOW_POINTS, POINTS), (screen_texts.LEAVE, LEAVE))
        return [Row(speaker.say(label), step) for label, step in ways]
    if not snapshot.is_mine:
        return []
    if step_draft.is_split(snapshot, draft):
        return _split_rows(snapshot, draft, speaker)
    options, rows = step_draft.options(snapshot, draft), []
    for kind, steps in step_draft.kinds(options):
        rows += [Row(kind)] * bool(kind)
        rows += [Row(step.removeprefix(kind), step, note) for step, note in _noted(snapshot, draft, steps, code)]
    return rows


def _noted(snapshot: TableSnapshot, draft: StepDraft, steps: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    """Steps with their effects in words, if there are few of them."""
    for step in steps:
        is_read = len(steps) <= MOST_NOTED and not snapshot.game.has_secrets
        yield step, would_do(snapshot.view, (*draft.taken, step), code) if is_read and snapshot.view else ""


def _split_rows(snapshot: TableSnapshot, draft: StepDraft, speaker: Language) -> list[Row]:
    """The elements with their groups, and the resulting split."""
    parts = modules_of(snapshot.game.name).split
    names = parts.element_names(snapshot.view) if parts and snapshot.view else {}
    rows = []
    for letter in step_draft.elements(snapshot):
        short, words = names.get(letter, (letter, Phrase(letter, {})))
        rows.append(Row(f"{'◀  ' if letter in draft.half else '  ▶'} {short}", PUT + letter, speaker.say(words)))
    split = step_draft.split_of(snapshot, draft)
    return [*rows, Row(step_draft.SPLIT), Row(split.removeprefix(step_draft.SPLIT), split)] if split else rows


def story_of(snapshot: TableSnapshot, begun: int) -> Text:
    """The story; lines since the person's last choice are highlighted."""
    text = Text()
    first = max(0, len(snapshot.told) - STORY)
    for number, line in enumerate(snapshot.told[first:], first):
        text.append(("\n" if text else "") + line, "" if number >= begun else "dim")
    return text


def path_of(draft: StepDraft) -> str:
    """The draft in one line: parts and names."""
    parts = [*draft.taken, *(f"{name} …" for name in draft.names)]
    return " › ".join(parts)
