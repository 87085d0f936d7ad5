"""Jungle Rumble's steps as text: `wake:1`, `card:bull`, `send:2`, `field:h9`, `water:h8n`, `follow` and so on."""

import re
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import (
    CARD_NAMES,
    CELLS,
    COLUMNS,
    EAST_EDGES,
    NORTH_EDGES,
    cell_name,
    east_name,
    north_name,
)
from ludotheque.games.junglerumble.state import (
    CARD,
    DISMISS,
    EAST,
    FIELD,
    FOLLOW,
    HIRE,
    MOST_SENT,
    NORTH,
    PASS,
    PENALTY,
    SELL,
    SEND,
    WAKE,
)
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal

GOODS = ("none", "food", "gold")
ROLES = ("worker", "trader")
NUMBER = "(0|[1-9][0-9]{0,3})"
CARD_ACTIONS = {f"card:{name}": CARD + card - 1 for card, name in CARD_NAMES.items()}
HIRE_ACTIONS = {f"hire:{role}": HIRE + i for i, role in enumerate(ROLES)}
WORDS = CARD_ACTIONS | HIRE_ACTIONS | {"follow": FOLLOW, "pass": PASS, "dismiss:worker": DISMISS, "penalty": PENALTY}
NAMES = {action: word for word, action in WORDS.items()}
COUNTED = re.compile(f"(wake|send):{NUMBER}", re.ASCII)
SOLD = re.compile(f"sell:t{NUMBER}=(none|food|gold)", re.ASCII)
DISMISSED = re.compile(f"dismiss:t{NUMBER}", re.ASCII)
PLACED = re.compile(f"field:([a-z]){NUMBER}", re.ASCII)
DUG = re.compile(f"water:([a-z]){NUMBER}([enws])", re.ASCII)


def format_action(board: Board, state: Any, seat: int, action: int) -> str:
    """The step's one written form; traders are named by their numbers."""
    if action in NAMES:
        return NAMES[action]
    if action < SELL:
        return f"wake:{action - WAKE}"
    if action < CARD:
        trader, good = divmod(action - SELL, 3)
        return f"sell:{_trader_name(state, seat, trader)}={GOODS[good]}"
    if action < FIELD:
        return f"send:{action - SEND}"
    if action < EAST:
        return f"field:{cell_name((action - FIELD) // 15 + 1, (action - FIELD) % 15 + 1)}"
    if action < NORTH:
        return f"water:{east_name((action - EAST) // 16 + 1, (action - EAST) % 16)}"
    if action < HIRE:
        return f"water:{north_name((action - NORTH) // 15, (action - NORTH) % 15 + 1)}"
    return f"dismiss:{_trader_name(state, seat, action - DISMISS - 1)}"


def _trader_name(state: Any, seat: int, trader: int) -> str:
    return f"t{state.number[seat, trader]}"


def parse_action(board: Board, state: Any, seat: int, text: str) -> int:
    """The action that a text names, legal or not; refuses a text that names none."""
    if text in WORDS:
        return WORDS[text]
    if form := COUNTED.fullmatch(text):
        return _counted(form[1], int(form[2]))
    if form := SOLD.fullmatch(text):
        return SELL + 3 * _trader(state, seat, int(form[1])) + GOODS.index(form[2])
    if form := DISMISSED.fullmatch(text):
        return DISMISS + 1 + _trader(state, seat, int(form[1]))
    if form := PLACED.fullmatch(text):
        row, column = _cell(form[1] + form[2])
        return FIELD + 15 * (row - 1) + column - 1
    if form := DUG.fullmatch(text):
        return _edge(form[1] + form[2], form[3])
    raise Refusal(
        "unreadable",
        "junglerumble.notation",
        say(
            "A step is written wake:1, sell:t1=food (=gold, =none), card:bull, send:2, field:h9, water:h8n, "
            "hire:worker, hire:trader, follow, pass, dismiss:worker, dismiss:t1 or penalty."
        ),
    )


def _counted(verb: str, number: int) -> int:
    """At most six workers are sent, and never more than six are asleep when they are woken."""
    if number <= MOST_SENT:
        return (WAKE if verb == "wake" else SEND) + number
    if verb == "send":
        reason = say("At most {most} workers are sent, not {number}.", most=MOST_SENT, number=number)
        raise Refusal("illegal", "junglerumble.send-six", reason)
    reason = say("There are never {number} workers asleep at once.", number=number)
    raise Refusal("illegal", "junglerumble.wake-asleep", reason)


def _trader(state: Any, seat: int, number: int) -> int:
    numbers = [int(one) for one in state.number[seat, : state.traders[seat]]]
    if number not in numbers:
        raise Refusal(
            "illegal", "junglerumble.no-such-trader", say("You have no trader {trader}.", trader=f"t{number}")
        )
    return numbers.index(number)


def _cell(name: str) -> tuple[int, int]:
    if name not in CELLS:
        reason = say("There is no cell {cell}: a farm goes from a1 to o15.", cell=name)
        raise Refusal("illegal", "junglerumble.no-such-cell", reason)
    return CELLS[name]


def _edge(name: str, side: str) -> int:
    """An edge is named by the cell west or south of it, on the border by the cell inside."""
    row, column = _cell(name)
    if name + side in EAST_EDGES:
        row, column = EAST_EDGES[name + side]
        return EAST + 16 * (row - 1) + column
    if name + side in NORTH_EDGES:
        row, column = NORTH_EDGES[name + side]
        return NORTH + 15 * row + column - 1
    written = f"{COLUMNS[column - 2]}{row}e" if side == "w" else f"{COLUMNS[column - 1]}{row - 1}n"
    reason = say("The edge {edge} is written {written}.", edge=name + side, written=written)
    raise Refusal("unreadable", "junglerumble.edge-name", reason, (f"edge-{written}",))
