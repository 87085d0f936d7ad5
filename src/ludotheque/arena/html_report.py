"""An arena's result as one self-contained page: tables and plots, in light and dark colours."""

from collections.abc import Sequence
from html import escape

from ludotheque.arena.plots import histogram, rating_plot, share_plot
from ludotheque.arena.result import ArenaResult
from ludotheque.arena.text_report import bot_rows, counts, cross_rows, describe, seat_rows
from ludotheque.drawing.theme import read_sheet
from ludotheque.play.game import game

STYLE = """
body { margin: 0 auto; padding: var(--space-6) var(--space-4); max-width: 60rem; background: var(--paper);
  color: var(--ink); font: var(--text-m)/var(--leading) var(--font-text);
  font-variant-numeric: tabular-nums lining-nums; }
h1, h2 { font-family: var(--font-display); font-weight: 600; line-height: var(--leading-tight); }
h1 { font-size: var(--text-2xl); } h2 { font-size: var(--text-xl); margin-top: var(--space-7); }
p, li { max-width: 44rem; } .soft { color: var(--ink-soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--surface); border-radius: var(--radius-m); }
th, td { padding: var(--space-2) var(--space-3); text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--ink-soft); font-weight: 400; }
svg { display: block; width: 100%; height: auto; font: 15px var(--font-text); }
svg text { fill: var(--ink); } svg .tick { fill: var(--ink-soft); font-size: 13px; }
svg .bar { stroke: var(--accent); stroke-width: 4; stroke-linecap: round; opacity: .45; }
svg .dot, svg .column { fill: var(--accent); }
svg .even { stroke: var(--line-strong); stroke-dasharray: 4 4; }
"""


def page(result: ArenaResult) -> str:
    """The whole page."""
    title = f"Arena: {describe(result.plan)}"
    blocks = [_ratings(result), _cross(result), _seats(result), _lengths(result), _forfeits(result)]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    lines = "".join(f"<p>{escape(line)}</p>" for line in counts(result))
    body = f"<h1>{escape(game(result.plan.game).title)}: the arena</h1><p>{escape(describe(result.plan))}</p>{lines}"
    style = f"<style>{read_sheet('tokens')}{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}{style}</head><body>{body}{"".join(blocks)}</body></html>\n'


def _ratings(result: ArenaResult) -> str:
    even = 1 / result.plan.players
    shares = [(rating.bot, result.points[rating.bot]) for rating in result.ratings]
    explained = "In Elo points from the mean of all bots; dots with 95 % intervals."
    won = f"A seat's share of the wins; the dashed line is {100 * even:.1f} %, an even share."
    return (
        f"<h2>Ratings</h2><p class='soft'>{explained}</p>{rating_plot(result.ratings)}{_table(bot_rows(result))}"
        f"<h2>Points</h2><p class='soft'>{won}</p>{share_plot(shares, 'Points with 95 % intervals', even)}"
    )


def _cross(result: ArenaResult) -> str:
    explained = "How often the bot of the line comes before the bot of the column; equal places are half."
    return f"<h2>Cross table</h2><p class='soft'>{explained}</p>{_table(cross_rows(result))}"


def _seats(result: ArenaResult) -> str:
    one = game(result.plan.game)
    shares = [(one.seat_name(seat), share) for seat, share in enumerate(result.seats, 1)]
    plot = share_plot(shares, "Wins of each seat with 95 % intervals", 1 / result.plan.players)
    return f"<h2>Seats</h2><p class='soft'>What each seat won, whoever sat there.</p>{plot}{_table(seat_rows(result))}"


def _lengths(result: ArenaResult) -> str:
    if not result.lengths:
        return ""
    return f"<h2>Length</h2><p class='soft'>Steps of a game.</p>{histogram(result.lengths, 'Lengths of games')}"


def _forfeits(result: ArenaResult) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in result.forfeits)
    return f"<h2>Forfeits</h2><ul>{lines}</ul>" if lines else ""


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    heads = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return f"<div class='wide'><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>"
