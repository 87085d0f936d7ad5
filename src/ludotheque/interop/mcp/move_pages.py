"""A seat's legal moves in pages: grouped by prefix, each with its effect."""

from collections import Counter
from collections.abc import Sequence

from ludotheque.drawing.forecast import steps_told
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.interop.mcp.tool_results import LegalMoves, Move, RefusedStep, RuleVerdict
from ludotheque.interop.seat.seat import SeatError, TableSnapshot
from ludotheque.play.choice import is_half_made, play_part
from ludotheque.play.view import View

PAGE = 40  # moves


def page_of_moves(table: str, snapshot: TableSnapshot, begins: str, page: int, lang: str) -> LegalMoves:
    """A page of the moves that begin with `begins`."""
    view, legal = begun(snapshot), snapshot.legal
    found = [text for text in legal if text.startswith(begins)]
    if legal and not found:
        raise GameError(f"no legal move begins with {begins!r}: they begin with {', '.join(groups_of(legal))}")
    pages = max(1, -(-len(found) // PAGE))
    if not 1 <= page <= pages:
        raise GameError(f"page: 1 to {pages}, not {page}")
    told = steps_told(view, lang) if legal else {}
    moves = [
        Move(move=text, does=told[text], then=[*snapshot.may_follow([text])])
        for text in found[(page - 1) * PAGE : page * PAGE]
    ]
    return LegalMoves(
        table=table, count=len(legal), groups=groups_of(legal), page=page, pages=pages, moves=moves,
        then_does=_second_part_effects(view, moves, lang),
    )  # fmt: skip


def _second_part_effects(view: View, moves: Sequence[Move], lang: str) -> dict[str, str]:
    """The effects of second parts, where they are the same for all these moves."""
    tales: dict[str, set[str]] = {}
    for one in moves:
        if one.then:
            told = steps_told(play_part(view, one.move).view(view.seat), lang)
            for part in one.then:
                tales.setdefault(part, set()).add(told[part])
    return {part: told.pop() for part, told in tales.items() if len(told) == 1}


def groups_of(legal: Sequence[str]) -> dict[str, int]:
    """The number of moves by prefix: up to the colon, or the hyphen in Mabula, else the whole word."""
    return dict(Counter(_beginning(text) for text in legal))


def _beginning(text: str) -> str:
    sign = next((sign for sign in ":-" if sign in text), "")
    return text[: text.find(sign) + 1] if sign else text


def begun(snapshot: TableSnapshot) -> View:
    """The view of a game; raises a GameError before it has begun."""
    if snapshot.view is None:
        raise GameError("the game has not begun: call wait")
    return snapshot.view


def judge(snapshot: TableSnapshot, steps: Sequence[str], lang: str) -> RuleVerdict:
    """Judge whether steps may be played together, without playing them."""
    view, does = begun(snapshot), list[str]()
    if not steps:
        raise GameError("say which move you mean")
    if snapshot.stage == "over" and not view.is_over:
        raise GameError(snapshot.ending)
    for text in steps:
        if refusal := view.why_not(text):
            return RuleVerdict(is_legal=False, does="", refusal=refused(refusal, lang))
        after = play_part(view, text)
        assert after.last is not None  # noqa: S101
        does.append(steps_told(view, lang)[after.last.text])
        is_part = is_half_made(after, after.last.seat)
        if view.game.has_secrets and not is_part and len(does) < len(steps):
            raise GameError(f"one choice is judged at a time: leave out what comes after {text}")
        view = after.view(view.seat)
    return RuleVerdict(is_legal=True, does=" ".join(does), refusal=None)


def refused(refusal: Refusal | SeatError, lang: str) -> RefusedStep:
    """A refusal with its paragraph, or a stale request, which breaks no rule; raises any other SeatError."""
    if isinstance(refusal, SeatError):
        if refusal.kind != "stale":
            raise refusal
        return RefusedStep(kind="stale", rule="", reason=str(refusal), paragraph="", text="", near=[])
    cited = refusal.cite(lang)
    return RefusedStep(
        kind=refusal.kind, rule=refusal.rule, reason=cited.reason, paragraph=cited.paragraph,
        text=" ".join(cited.text.split()), near=list(cited.alternatives),
    )  # fmt: skip
