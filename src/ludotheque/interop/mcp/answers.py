"""Snapshots of tables as tool results: typed for programs, and the same in words."""

import json
from collections.abc import Sequence

from mcp.server.mcpserver import Image
from mcp.types import CallToolResult, ContentBlock, TextContent
from pydantic import BaseModel

from ludotheque.drawing import draw, draw_text, in_words, language
from ludotheque.drawing.formats.png import png
from ludotheque.drawing.score_sheet import score_sheet
from ludotheque.drawing.shared_names import seat_name
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.interop.mcp.agent_seat import AgentSeat
from ludotheque.interop.mcp.tool_results import (
    LegalMoves,
    PlayedSteps,
    RefusedStep,
    RuleVerdict,
    Sat,
    ScoreLine,
    ScoreTable,
    SeatScore,
    SeatSeen,
    TableList,
    TableSeen,
)  # fmt: skip
from ludotheque.interop.seat.seat import SeatStatus, TableSnapshot
from ludotheque.play.view import View

PICTURE_WIDTH = 900  # pixels
ABOUT_TO_BEGIN = say("All have sat down: the game begins when everybody's bytes for the dice are open.")
LOST = say("The connection to the house is lost. We are trying to restore it; your game is safe.")


def answer(result: BaseModel, text: str, *more: ContentBlock) -> CallToolResult:
    """A tool result: structured content, and the same as text."""
    content = [TextContent(type="text", text=text), *more]
    return CallToolResult(content=content, structured_content=result.model_dump(mode="json"))


def holder_name(status: SeatStatus) -> str:
    """Who holds a seat, with a mark for a guest."""
    if status.is_guest:
        return f"{status.who} (guest)"
    return status.who or ("you" if status.is_mine else "")


def table_seen(seat: AgentSeat, snapshot: TableSnapshot, picture: str = "") -> TableSeen:
    """A table as its player sees it, with the news."""
    view, outcome = snapshot.view, snapshot.view.outcome if snapshot.view else None
    points = [score.total for score in view.scores] if view else []
    seats = [
        SeatSeen(
            seat=one.seat, name=one.name, holder=holder_name(one),
            is_you=one.seat == snapshot.seat, is_waited_for=one.is_waited_for,
            points=points[one.seat - 1] if points else None, seconds_left=one.left,
        )
        for one in snapshot.seats
    ]  # fmt: skip
    return TableSeen(
        table=seat.name, game=snapshot.game.name, stage=snapshot.stage, seat=snapshot.seat or 0,
        is_your_turn=snapshot.is_mine, happened=seat.news(snapshot), words=words_of(snapshot, seat.lang),
        prompt=snapshot.closing or snapshot.prompt, legal_count=len(snapshot.legal), seats=seats,
        winners=list(outcome.winners) if outcome else [], may_take_back=snapshot.may_take_back,
        view=view.to_fields() if view else {}, is_lost=snapshot.is_lost, picture=picture,
    )  # fmt: skip


def words_of(snapshot: TableSnapshot, lang: str) -> str:
    """The position in words; before the game, how many seats are free."""
    if snapshot.view is None:
        free = sum(1 for one in snapshot.seats if one.who is None)
        missing = count(
            "The game begins when {n} more seat is taken.", "The game begins when {n} more seats are taken.", free
        )
        return language(lang, snapshot.game.name).say(missing if free else ABOUT_TO_BEGIN)
    said = [in_words(snapshot.view, lang)]
    if snapshot.parts:
        said.append(language(lang).say(together(*whole_choice(snapshot))))
    if snapshot.ending:
        said.append(snapshot.fairness if snapshot.view.is_over else snapshot.closing)
    return "\n".join(filter(None, said))


def whole_choice(snapshot: TableSnapshot) -> list[str]:
    """An example of a choice with several parts."""
    steps = [next(iter(snapshot.parts))]
    while following := snapshot.may_follow(steps):
        steps.append(following[0])
    return steps


def together(*steps: str) -> Phrase:
    """How to send a choice of several parts."""
    return say("A choice of several parts is sent together, such as {example}.", example=json.dumps(steps))


def text_picture(snapshot: TableSnapshot, lang: str) -> str:
    """The board as a text picture."""
    return draw_text(snapshot.view, snapshot.marks, lang) if snapshot.view else ""


def image_of(snapshot: TableSnapshot, lang: str) -> ContentBlock:
    """The board as an image."""
    if snapshot.view is None:
        return TextContent(type="text", text="")
    return Image(
        data=png(draw(snapshot.view, language=lang).svg("light"), PICTURE_WIDTH), format="png"
    ).to_image_content()


def table_text(seen: TableSeen, lang: str) -> str:
    """A table in words: news, position, and what is expected."""
    speaker = language(lang, seen.game)
    lines = [speaker.say(say("Table {table}.", table=seen.table))]
    if seen.happened:
        lines += [speaker.say(say("What has happened:")), *(f"- {line}" for line in seen.happened)]
    lines += ["", *([seen.picture, ""] if seen.picture else []), seen.words]
    if seen.stage != "over" and not seen.is_your_turn:
        lines.append(speaker.say(say("Others have to go on first: call wait.")))
    if seen.is_lost:
        lines.append(speaker.say(LOST))
    return "\n".join(lines)


def refusal_text(refusal: RefusedStep, lang: str) -> str:
    """A refusal in words: the reason, its paragraph, and the nearest legal moves."""
    lines = [refusal.reason, *([f"[{refusal.paragraph}] {refusal.text}"] if refusal.paragraph else [])]
    if refusal.near:
        lines.append(language(lang).say(say("Near it: {moves}.", moves=", ".join(refusal.near))))
    return "\n".join(lines)


def played_text(played: PlayedSteps, lang: str) -> str:
    """The table after a move; after a refusal, the refusal and any news."""
    if played.refusal is None:
        return table_text(played.now, lang)
    news = [table_text(played.now, lang)] if played.now.happened else []
    return "\n\n".join([refusal_text(played.refusal, lang), *news])


def tables_seen(seats: Sequence[AgentSeat]) -> tuple[TableList, str]:
    """The tables of a player, typed and as text."""
    tables, lines = list[Sat](), list[str]()
    for one in seats:
        snapshot = one.look()
        name, seat = one.name, snapshot.seat or 0
        tables.append(
            Sat(table=name, game=snapshot.game.name, stage=snapshot.stage, seat=seat, is_your_turn=snapshot.is_mine)
        )
        lines.append(f"{name}: seat {seat}, {snapshot.stage}{', your turn' if snapshot.is_mine else ''}")
    return TableList(tables=tables), "\n".join(lines) or "You sit at no table: call new_game or join_table."


def verdict_text(verdict: RuleVerdict, lang: str) -> str:
    """A verdict in words."""
    if verdict.refusal:
        return refusal_text(verdict.refusal, lang)
    return f"{language(lang).say(say('That is legal.'))} {verdict.does}"


def moves_text(moves: LegalMoves, lang: str) -> str:
    """A page of moves in words, a line each with its effect."""
    speaker = language(lang)
    if not moves.count:
        return speaker.say(say("You have no legal move now."))
    lines = [speaker.say(count("You have {n} legal move.", "You have {n} legal moves.", moves.count))]
    if len(moves.groups) > 1:
        lines.append(", ".join(f"{begins} {number}" for begins, number in moves.groups.items()))
    for one in moves.moves:
        lines.append(f"{one.move}{' + ' + ' | '.join(one.then) if one.then else ''}  {one.does}")
    lines += [f"+ {text}  {does}" for text, does in moves.then_does.items()]
    if shown := next((one for one in moves.moves if one.then), None):
        lines.append(speaker.say(together(shown.move, shown.then[0])))
    if moves.pages > 1:
        page = say("Page {page} of {pages}; begins narrows the list.", page=moves.page, pages=moves.pages)
        lines.append(speaker.say(page))
    return "\n".join(lines)


def scores_seen(table: str, view: View, lang: str) -> tuple[ScoreTable, str]:
    """The score sheet of a view, typed and in words."""
    speaker, seats = language(lang, view.game.name), list[SeatScore]()
    for seat, (score, rows) in enumerate(zip(view.scores, score_sheet(view, lang), strict=True), 1):
        lines = [ScoreLine(part=row.part, what=row.label, points=row.points) for row in rows]
        seats.append(SeatScore(seat=seat, name=speaker.say(seat_name(view, seat)), total=score.total, lines=lines))
    text = [
        line
        for one in seats
        for line in (f"{one.name}: {one.total}", *(f"  {row.points:>3}  {row.what}" for row in one.lines))
    ]
    return ScoreTable(table=table, seats=seats), "\n".join(text)
