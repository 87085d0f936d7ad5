"""Putting a choice together: typed, pointed at, part by part, with a way back. It knows steps as texts, no rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludotheque.interop.seat.seat import TableSnapshot

SPLIT = "split:"


@dataclass(frozen=True, slots=True)
class StepDraft:
    """A choice in the making: its first parts, the names pointed at, what is typed, and one half of a split."""

    taken: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    typed: str = ""
    half: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        return self == StepDraft()


@dataclass(frozen=True, slots=True)
class DraftResult:
    """What came of pointing at a name: a draft that goes on, a whole choice, or a try at something not legal."""

    draft: StepDraft
    choice: tuple[str, ...] = ()
    attempt: str = ""


def names_of(step: str) -> tuple[str, ...]:
    """The names of the board that a step contains: «b8-b4» both cells, «take:BOT» each of its letters."""
    word, colon, rest = step.partition(":")
    if not colon:
        return tuple(word.split("-"))
    if word == "take":
        return tuple(rest)
    return (rest.partition("=")[0],)


def options(snapshot: TableSnapshot, draft: StepDraft) -> tuple[str, ...]:
    """The steps that the draft can go on with, those that fit what is pointed at and typed."""
    found = snapshot.may_follow(draft.taken)
    fitting = [step for step in found if set(draft.names) <= set(names_of(step))]
    return tuple(step for step in fitting if draft.typed.lower() in step.lower())


def is_split(snapshot: TableSnapshot, draft: StepDraft) -> bool:
    """Whether groups are being made: then elements are put into a half, unless a step is typed."""
    return bool(snapshot.legal) and snapshot.legal[0].startswith(SPLIT) and not draft.typed


def elements(snapshot: TableSnapshot) -> tuple[str, ...]:
    """What a split cuts in two."""
    return tuple(snapshot.legal[0].removeprefix(SPLIT).replace("/", ""))


def split_of(snapshot: TableSnapshot, draft: StepDraft) -> str:
    """The legal split that the half makes; '' as long as a group is empty."""
    for step in snapshot.legal:
        if {frozenset(group) for group in step.removeprefix(SPLIT).split("/")} == _groups(snapshot, draft):
            return step
    return ""


def _groups(snapshot: TableSnapshot, draft: StepDraft) -> set[frozenset[str]]:
    return {draft.half, frozenset(elements(snapshot)) - draft.half}


def toggle(draft: StepDraft, name: str) -> StepDraft:
    """Put an element into the half, or out of it."""
    return replace(draft, half=draft.half ^ {name})


def point(snapshot: TableSnapshot, draft: StepDraft, name: str, attempt: str) -> DraftResult:
    """Point at a name: once to see, once more to play; or first at one end of a move and then at the other."""
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
    """How a click on something that is not legal is written, so that it can be refused by name."""
    return attempt.replace("{}", name) if attempt and not draft.taken else ""


def choose(snapshot: TableSnapshot, draft: StepDraft, step: str) -> DraftResult:
    """Take a step: it is the next part, or it makes the choice whole."""
    taken = (*draft.taken, step)
    if snapshot.may_follow(taken):
        return DraftResult(StepDraft(taken))
    return DraftResult(StepDraft(), choice=taken)


def back(draft: StepDraft) -> StepDraft:
    """One thing less: what is typed, then what is pointed at, the half, the last part."""
    if draft.typed:
        return replace(draft, typed="")
    if draft.names:
        return replace(draft, names=())
    if draft.half:
        return replace(draft, half=frozenset())
    return replace(draft, taken=draft.taken[:-1])


def kinds(steps: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Steps by what stands before their colon, in order."""
    found: dict[str, list[str]] = {}
    for step in steps:
        word, colon, _ = step.partition(":")
        found.setdefault(word + colon if colon else "", []).append(step)
    return list(found.items())
