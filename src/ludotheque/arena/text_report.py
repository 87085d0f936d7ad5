"""An arena's result as text for a terminal."""

from collections.abc import Sequence

from ludotheque.arena.result import ArenaResult, BotRating
from ludotheque.arena.schedule import Plan
from ludotheque.arena.sequential_test import ALPHA, LOWER, UPPER, TestVerdict
from ludotheque.arena.shares import Share, by_pairing
from ludotheque.play.game import game

MOST_LINES = 20  # of forfeits; the database has them all


def text_report(result: ArenaResult) -> str:
    """Settings, ratings, cross table, seats, lengths and forfeits."""
    blocks = [
        [describe(result.plan), *counts(result)],
        in_columns(bot_rows(result)),
        in_columns(cross_rows(result)) if len(result.bots) > 2 else [],
        in_columns(seat_rows(result)),
        forfeit_lines(result),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def describe(plan: Plan) -> str:
    """The settings, in a line."""
    words = [game(plan.game).title, f"{plan.players} players"]
    words += [f"{key}={value}" for key, value in plan.options.items()]
    words += [f"board {plan.board_label.split()[0]}"] if plan.board_label else []
    return ", ".join([*words, budget_words(plan), f"seed {plan.seed}"])


def budget_words(plan: Plan) -> str:
    """The budget of a choice."""
    if plan.simulations is not None:
        return f"{plan.simulations:,} simulations a choice"
    return "each bot at its own pace" if plan.seconds is None else f"{plan.seconds:g} s a choice"


def counts(result: ArenaResult) -> list[str]:
    """The number of games, and the verdict of a sequential test."""
    lost = len(result.forfeits)
    lines = [f"{len(result.games)} games in {len(by_pairing(result.games))} pairings, {lost} forfeited"]
    if result.lengths:
        mean = sum(result.lengths) / len(result.lengths)
        lines.append(f"{mean:.1f} steps a game, {min(result.lengths)} to {max(result.lengths)}")
    if not result.fit.is_pure:
        lines.append("these games alone give no finite ratings: half a win and half a loss of each bot are added")
    if result.verdict and result.hypotheses:
        lines.append(verdict_line(result.bots, result.verdict, *result.hypotheses))
    return lines


def verdict_line(bots: Sequence[str], verdict: TestVerdict, elo0: float, elo1: float) -> str:
    """The verdict of a sequential test, in a sentence."""
    first, second = bots
    nearer, farther = (elo0, elo1) if verdict.accepted == "H0" else (elo1, elo0)
    decided = f"the difference of {first} to {second} is nearer {nearer:g} Elo than {farther:g}"
    claim = decided if verdict.accepted else "not decided yet"
    numbers = f"{verdict.pairings} pairings, ratio {verdict.ratio:.2f} of {LOWER:.2f} to {UPPER:.2f}"
    return f"{verdict.accepted or 'open'}: {claim} ({numbers}; alpha = beta = {ALPHA:g})"


def bot_rows(result: ArenaResult) -> list[list[str]]:
    """A line for each bot, the best first."""
    head = ["bot", "rating", "95 %", "points", "95 %"]
    head += ["alone", "95 %"] if result.alone else []
    return [[*head, "choices", "s a choice"], *(_bot_row(result, rating) for rating in result.ratings)]


def _bot_row(result: ArenaResult, rating: BotRating) -> list[str]:
    choices, seconds = result.clock(result.bots.index(rating.bot))
    row = [rating.bot, f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"]
    row += share_cells(result.points[rating.bot])
    if result.alone:
        row += share_cells(result.alone[rating.bot]) if rating.bot in result.alone else ["", ""]
    return [*row, f"{choices:,}", f"{seconds:.3f}"]


def share_cells(share: Share) -> list[str]:
    """A share and its interval."""
    return [f"{100 * share.value:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f}"]


def cross_rows(result: ArenaResult) -> list[list[str]]:
    """How often the bot of the row places before the bot of the column, in percent."""
    order = [rating.bot for rating in result.ratings]
    rows = [["comes before", *order]]
    for one in order:
        met = result.cross_table[one]
        rows.append([one, *(f"{100 * met[other].value:.1f} %" if other in met else "" for other in order)])
    return rows


def seat_rows(result: ArenaResult) -> list[list[str]]:
    """Each seat's share of the wins."""
    one = game(result.plan.game)
    rows = [["seat", "wins", "95 %"]]
    return rows + [[one.seat_name(seat), *share_cells(share)] for seat, share in enumerate(result.seats, 1)]


def forfeit_lines(result: ArenaResult) -> list[str]:
    """A line for each of the first `MOST_LINES` forfeits."""
    lines = result.forfeits
    more = len(lines) - MOST_LINES
    return lines[:MOST_LINES] + ([f"and {more} more forfeits"] if more > 0 else [])


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align the cells of rows: the first column left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return lines
