"""Composing a choice: by typing or clicking, part by part, with undo. Steps are texts; there are no rules here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludotheque.interop.seat.seat import TableSnapshot

SPLIT = "split:"


@dataclass(frozen=True, slots=True)
class StepDraft:
    """A choice in the making: its first parts, the selected names, the typed text, and one group of a split."""

    taken: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    typed: str = ""
    half: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        return self == StepDraft()


@dataclass(frozen=True, slots=True)
class DraftResult:
    """The result of a click or a taken step: a draft, and if given a complete choice or an illegal attempt."""

    draft: StepDraft
    choice: tuple[str, ...] = ()
    attempt: str = ""


def names_of(step: str) -> tuple[str, ...]:
    """The names on the board that a step contains: of «b8-b4» both cells, of «take:BOT» each letter."""
    word, colon, rest = step.partition(":")
    if not colon:
        return tuple(word.split("-"))
    if word == "take":
        return tuple(rest)
    return (rest.partition("=")[0],)


def options(snapshot: TableSnapshot, draft: StepDraft) -> tuple[str, ...]:
    """The steps that can continue the draft and match its selected names and typed text."""
    found = snapshot.may_follow(draft.taken)
    fitting = [step for step in found if set(draft.names) <= set(names_of(step))]
    return tuple(step for step in fitting if draft.typed.lower() in step.lower())


def is_split(snapshot: TableSnapshot, draft: StepDraft) -> bool:
    """Whether the choice is a split that is composed by moving elements, not typed."""
    return bool(snapshot.legal) and snapshot.legal[0].startswith(SPLIT) and not draft.typed


def elements(snapshot: TableSnapshot) -> tuple[str, ...]:
    """The elements of a split."""
    return tuple(snapshot.legal[0].removeprefix(SPLIT).replace("/", ""))


def split_of(snapshot: TableSnapshot, draft: StepDraft) -> str:
    """The legal split for the draft's group; '' while a group is empty."""
    for step in snapshot.legal:
        if {frozenset(group) for group in step.removeprefix(SPLIT).split("/")} == _groups(snapshot, draft):
            return step
    return ""


def _groups(snapshot: TableSnapshot, draft: StepDraft) -> set[frozenset[str]]:
    return {draft.half, frozenset(elements(snapshot)) - draft.half}


def toggle(draft: StepDraft, name: str) -> StepDraft:
    """Move an element into the group, or out of it."""
    return replace(draft, half=draft.half ^ {name})


def point(snapshot: TableSnapshot, draft: StepDraft, name: str, attempt: str) -> DraftResult:
    """Click a name: once to preview, twice to play; or one end of a move, then the other."""
    if is_split(snapshot, draft) and name in elements(snapshot):
        return DraftResult(toggle(draft, name))
    bare = replace(draft, typed="")
    found = [step for step in options(snapshot, bare) if name in names_of(step)]
    if len(found) == 1 and draft.names:
        return choose(snapshot, bare, found[0])
    if name in draft.names:
        return DraftResult(replace(bare, names=tuple(one for one in draft.names if one != name)))
    if found:
        return DraftResult(replace(bare, names=(*draft.names, name)))
    if any(name in names_of(step) for step in snapshot.may_follow(draft.taken)):
        return DraftResult(replace(bare, names=(name,)))
    return DraftResult(bare, attempt=_tried(draft, name, attempt))


def _tried(draft: StepDraft, name: str, attempt: str) -> str:
    """The notation of an illegal click, so that the refusal can name it."""
    return attempt.replace("{}", name) if attempt and not draft.taken else ""


def choose(snapshot: TableSnapshot, draft: StepDraft, step: str) -> DraftResult:
    """Take a step as the next part; it may complete the choice."""
    taken = (*draft.taken, step)
    if snapshot.may_follow(taken):
        return DraftResult(StepDraft(taken))
    return DraftResult(StepDraft(), choice=taken)


def back(draft: StepDraft) -> StepDraft:
    """Undo one thing: the typed text, else the selected names, else the group, else the last part."""
    if draft.typed:
        return replace(draft, typed="")
    if draft.names:
        return replace(draft, names=())
    if draft.half:
        return replace(draft, half=frozenset())
    return replace(draft, taken=draft.taken[:-1])


def kinds(steps: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Steps grouped by the prefix up to their colon, in order."""
    found: dict[str, list[str]] = {}
    for step in steps:
        word, colon, _ = step.partition(":")
        found.setdefault(word + colon if colon else "", []).append(step)
    return list(found.items())
