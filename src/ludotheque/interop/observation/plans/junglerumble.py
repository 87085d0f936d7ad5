"""The observations of Jungle Rumble."""

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.state import (
    CARDS,
    ENDINGS,
    FEEDING,
    FOOD,
    GOLD,
    LAST_ROUND,
    MOST_SENT,
    SIZE,
    STATE,
    TRADERS,
    TRIBE,
)
from ludotheque.interop.observation.observation_plan import ObservationPlan, in_order

WIDTH = SIZE + 1  # bits of a word of the farm, and rows of the waterways
MUCH_FOOD, MUCH_GOLD, MANY_PENALTIES, MANY_GOODS, MUCH_ON_A_CARD = 20, 10, 10, 10, 5


def plan(board: Board, players: int) -> ObservationPlan:
    """Each seat's farm and goods, the supply, the cards and the phase."""
    made = ObservationPlan(STATE, players)
    _plan_farms(made, players)
    _plan_seats(made, players)
    _plan_traders(made, players)
    _plan_supply(made, board, players)
    _plan_moment(made, players)
    made.leave_out("number", "the names of the traders")
    made.leave_out("players", "the same through a game; the shapes tell it")
    made.leave_out("rules", "the version of the rules, the same through a game")
    return made


def _plan_farms(made: ObservationPlan, players: int) -> None:
    """Three grids of 16x16: row 0 and column 0 lie outside and are there for the borders."""
    for field, meaning in (
        ("fields", "cells with a field, rows 0 to 15, columns 0 (outside), a to o"),
        ("east", "waterways on the eastern edge of a cell; column 0: the western border"),
        ("north", "waterways on the northern edge of a cell; row 0: the southern border"),
    ):
        part = made.part(field, {"seat": players, "row": WIDTH, "column": WIDTH}, meaning, grid=True)
        for row in range(WIDTH):
            made.flags(part, field, in_order(WIDTH), at=[row], shift=row * WIDTH, by_seat=True)


def _plan_seats(made: ObservationPlan, players: int) -> None:
    for field, most, meaning in (
        ("food", MUCH_FOOD, "food"),
        ("gold", MUCH_GOLD, "gold"),
        ("penalties", MANY_PENALTIES, "penalties"),
        ("hired", TRADERS, "traders ever hired"),
        ("traders", TRADERS, "traders present"),
        ("newcomers", TRADERS, "traders hired in this round"),
        ("awake", TRIBE, "workers awake"),
        ("asleep", TRIBE, "workers asleep"),
        ("kittens_left", TRIBE, "kittens of a seat's tribe in the supply"),
    ):
        part = made.part(field, {"seat": players}, f"{meaning} / {most}")
        made.number(part, field, most, by_seat=True, is_open=True)


def _plan_traders(made: ObservationPlan, players: int) -> None:
    deals = made.part("deals", {"seat": players, "trader": TRADERS, "kind": GOLD}, "what a trader deals in: food, gold")
    goods = made.part("goods", {"seat": players, "trader": TRADERS}, f"goods that a trader holds / {MANY_GOODS}")
    for trader in range(TRADERS):
        made.choice(deals, "kind", in_order(GOLD, FOOD), at=[trader], shift=trader * GOLD, by_seat=True)
        made.number(goods, "goods", MANY_GOODS, at=[trader], shift=trader, by_seat=True, is_open=True)


def _plan_supply(made: ObservationPlan, board: Board, players: int) -> None:
    fields, waterways = int(board.record.fields[players]), int(board.record.waterways[players])
    made.number(made.part("fields_left", {"number": 1}, f"in the supply / {fields}"), "fields_left", fields)
    made.number(made.part("waterways_left", {"number": 1}, f"in the supply / {waterways}"), "waterways_left", waterways)
    food = made.part("card_food", {"card": CARDS}, f"food on tiger, bull, beaver, raccoon, monkey / {MUCH_ON_A_CARD}")
    taker = made.part("taker", {"card": CARDS, "seat": players}, "who chose a card in this round")
    for card in range(CARDS):
        made.number(food, "card_food", MUCH_ON_A_CARD, at=[card + 1], shift=card, is_open=True)
        made.seat(taker, "taker", at=[card + 1], shift=card * players)


def _plan_moment(made: ObservationPlan, players: int) -> None:
    made.number(made.part("round", {"number": 1}, f"the round / {LAST_ROUND}"), "round_number", LAST_ROUND)
    made.seat(made.part("first", {"seat": players}, "who has the first-player token"), "first")
    made.seat(made.part("active", {"seat": players}, "whose turn it is"), "active")
    made.seat(made.part("turn", {"seat": players}, "who is waited for; nobody when the game is over"), "turn")
    words = "over, waking, selling, choosing, sending, placing, following, feeding"
    made.choice(made.part("phase", {"phase": FEEDING + 1}, words), "phase", in_order(FEEDING + 1))
    made.choice(made.part("card", {"card": CARDS}, "the card that was chosen"), "card", in_order(CARDS, 1))
    seller = made.part("seller", {"trader": TRADERS}, "while selling, the trader that may buy")
    made.choice(seller, "seller", in_order(TRADERS))
    part = made.part("to_place", {"number": 1}, f"things still to be placed / {MOST_SENT}")
    made.number(part, "to_place", MOST_SENT, is_open=True)
    ways = made.part("ending", {"way": len(ENDINGS)}, f"what triggered the end: {', '.join(ENDINGS)}")
    made.flags(ways, "ending", in_order(len(ENDINGS)))
