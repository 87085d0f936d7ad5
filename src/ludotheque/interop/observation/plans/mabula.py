"""The observations of Mabula."""

from ludotheque.games.board_record import Board
from ludotheque.games.mabula.state import PRODUCT, RING, STATE
from ludotheque.interop.observation.observation_plan import ObservationPlan

WIDTH = 8


def plan(board: Board, players: int) -> ObservationPlan:
    """The marbles as an 8x8 board for each seat, and the moment."""
    made = ObservationPlan(STATE, players)
    cells = {cell: cell for cell in range(WIDTH * WIDTH)}
    rim = {ring: int(board.record.cell[ring]) for ring in range(RING)}
    axes = {"seat": players, "row": WIDTH, "column": WIDTH}
    marbles = made.part("marbles", axes, "a seat's marbles, rows 1 to 8, columns a to h", grid=True)
    made.flags(marbles, "inner", cells, by_seat=True)
    made.flags(marbles, "edge", rim, by_seat=True)
    made.seat(made.part("turn", {"seat": players}, "who is to move; nobody when the game is over"), "turn")
    scoring = made.part("scoring", {"flag": 1}, "groups are multiplied, not only the largest counts")
    made.choice(scoring, "scoring", {PRODUCT: 0})
    made.leave_out("players", "the same through a game; the shapes tell it")
    made.leave_out("rules", "the version of the rules, the same through a game")
    return made
