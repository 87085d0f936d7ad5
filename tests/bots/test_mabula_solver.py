"""Exact play of Mabula: proofs are right, and nothing is claimed without one."""

from copy import copy
from dataclasses import replace

import pytest

from ludotheque import Chance, Position, game
from ludotheque.bots.bot import BotError, Budget, Thought, choose
from ludotheque.bots.mabula.mabula_bot import MabulaBot
from ludotheque.bots.mabula.solver import SolvedPosition, prove, solver_kit
from ludotheque.bots.mabula.transpositions import black_key, white_key
from ludotheque.games.mabula.state import BLACK, WHITE
from ludotheque.play.chance import Source
from ludotheque.play.view import View
from tests.conftest import compiled
from tests.reference.mabula import Table

SCORINGS = ("largest", "product")
SIGN = {"win": 1, "draw": 0, "loss": -1}
WIN_IN_ONE = """
   a b c d e f g h
8    . . W . . .    8
7  . W W . W W . .  7
6  . B B . B B B .  6
5  . W . . W . W .  5
4  . B B . B B . .  4
3  . W . . . W B .  3
2  . B . W B . W .  2
1    . . . . . .    1
   a b c d e f g h
White to move
"""
LOST = """
   a b c d e f g h
8    . . W . . .    8
7  . W W . W W . .  7
6  . B B . B B B .  6
5  . W . . W . B .  5
4  . B B . B B B .  4
3  . W . . . W . .  3
2  . B . W W . W .  2
1    . . . . . .    1
   a b c d e f g h
White to move
"""


def ending(seed: int, left: int, scoring: str) -> Position:
    """A position of random play with so many marbles left on the edge, or a few more where the game was over first."""
    position, source = compiled("mabula").start(seed=Chance(seed, 7), scoring=scoring), Chance(seed, 8)
    while 24 - position.ply > left:
        moves = position.legal()
        after = position.play(moves[source.randrange(len(moves))])
        if after.is_over:
            break
        position = after
    return position


def slow_margin(position: Position) -> int:
    """White's margin with best play: minimax over the reference implementation."""
    start = position.game.engine.format_start(position.setup.board, position.setup.start or 0)
    table = Table({"start": start, "scoring": position.setup.options["scoring"]})
    for step in position.steps:
        table.play(step.seat, str(step))
    return minimax(table, {})


def minimax(table: Table, known: dict[tuple[frozenset[tuple[str, int]], int], int]) -> int:
    """No bound, no order: every move of every position."""
    key = (frozenset(table.marbles.items()), table.turn)
    if key not in known:
        white, black = table.scores()
        values = [minimax(after(table, move), known) for move in table.memo]
        known[key] = (max(values) if table.turn == 1 else min(values)) if values else white - black
    return known[key]


def after(table: Table, move: str) -> Table:
    """The table after a move; the first stays as it is."""
    other = copy(table)
    other.marbles = dict(table.marbles)
    other.play(table.turn, move)
    return other


def side(position: Position) -> int:
    """Whether White's margin is good for the seat to move."""
    return 1 if position.actors == (1,) else -1


def timeless(proof: SolvedPosition) -> SolvedPosition:
    return replace(proof, seconds=0.0)


def redraw(position: Position, grid: list[str], turn: str) -> Position:
    """A position with the same scoring, from eight rows of eight letters."""
    rows = [f"{8 - i}  {' '.join(row)}  {8 - i}" for i, row in enumerate(grid)]
    first = str(position).splitlines()[0]
    return position.game.read("\n".join([first, *rows, f"{turn} to move"]))


def images(position: Position) -> list[Position]:
    """The eight symmetric images of a position, and the same eight with the colours changed."""
    lines = str(position).splitlines()
    grid = [line[3:18:2] for line in lines if line[:1].isdigit()]
    turn, other = ("White", "Black") if position.actors == (1,) else ("Black", "White")
    found = []
    for _ in range(4):
        grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]
        for one in (grid, [row[::-1] for row in grid]):
            changed = [row.translate(str.maketrans("WB", "BW")) for row in one]
            found += [redraw(position, one, turn), redraw(position, changed, other)]
    return found


def test_a_win_in_one_is_taken() -> None:
    """Only d8-d7 joins b7, c7 to e7, f7: five against Black's three; every other push leaves pairs."""
    proof = prove(compiled("mabula").read(WIN_IN_ONE))
    assert (proof.outcome, proof.move, proof.margin, proof.line) == ("win", "d8-d7", 2, ("d8-d7",))


def test_a_loss_is_as_small_as_possible() -> None:
    """Black has seven in a group, so White loses; with five instead of three or two it loses by two only."""
    proof = prove(compiled("mabula").read(LOST))
    assert (proof.outcome, proof.move, proof.margin) == ("loss", "d8-d7", -2)


def test_black_proves_as_white_does() -> None:
    changed = WIN_IN_ONE.translate(str.maketrans("WB", "BW")).replace("Bhite", "Black")
    proof = prove(compiled("mabula").read(changed))
    assert (proof.outcome, proof.move, proof.margin) == ("win", "d8-d7", 2)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_proofs_agree_with_plain_minimax_on_the_reference_rules(scoring: str) -> None:
    for seed in range(60):
        position = ending(seed, 2 + seed % 4, scoring)
        proof = prove(position, memory=1 << 16)
        margin = slow_margin(position) * side(position)
        assert (proof.margin, SIGN[proof.outcome]) == (margin, (margin > 0) - (margin < 0)), str(position)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_outcome_alone_is_proven_right_and_its_move_reaches_it(scoring: str) -> None:
    for seed in range(100, 130):
        position = ending(seed, 5, scoring)
        proof = prove(position, margin=False)
        margin = slow_margin(position.play(proof.move)) * side(position)
        assert (margin > 0) - (margin < 0) == SIGN[proof.outcome], str(position)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_proven_line_is_legal_to_the_end_and_ends_with_the_proven_margin(scoring: str) -> None:
    for seed in range(20):
        position = ending(seed, 8, scoring)
        proof, last = prove(position), position
        for move in proof.line:
            last = last.play(move)
        assert last.outcome is not None
        white, black = last.outcome.scores
        assert proof.margin == (white - black) * side(position)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_line_of_the_outcome_alone_ends_with_that_outcome(scoring: str) -> None:
    for seed in range(40):
        position = ending(seed, 7, scoring)
        proof, last = prove(position, margin=False), position
        for move in proof.line:
            last = last.play(move)
        assert last.outcome is not None
        white, black = last.outcome.scores
        assert SIGN[proof.outcome] == ((white > black) - (white < black)) * side(position), str(position)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_mirrored_turned_and_recoloured_positions_are_worth_the_same(scoring: str) -> None:
    for seed in range(3):
        proofs = [prove(one) for one in images(ending(seed, 7, scoring))]
        assert len(proofs) == 16
        assert len({(proof.outcome, proof.margin) for proof in proofs}) == 1


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_table_too_small_costs_nodes_but_never_truth(scoring: str) -> None:
    position = ending(4, 8, scoring)
    large, small = prove(position), prove(position, memory=200)
    assert (large.outcome, large.margin) == (small.outcome, small.margin)
    assert small.memory <= 200 < large.memory
    assert small.nodes > large.nodes


def test_keys_are_exact() -> None:
    """A proof from a table is a proof: every cell of either colour, and the turn, has a bit of its own in the key."""
    state = compiled("mabula").engine.new_state()
    keys = []
    for ring in range(24):
        state.edge[WHITE] = 1 << ring
        keys.append(int(white_key(state)))
    state.edge[WHITE] = 0
    for cell in (row * 8 + column for row in range(1, 7) for column in range(1, 7)):
        state.inner[WHITE] = 1 << cell
        keys.append(int(white_key(state)))
    state.turn = BLACK
    keys.append(int(black_key(state)))
    assert all(key.bit_count() == 1 for key in keys)
    assert len(set(keys)) == 24 + 36 + 1


def test_the_cache_on_disk_depends_on_every_compiled_file_of_the_solver() -> None:
    compiled_files = {path.name for path in solver_kit().SOURCES}
    assert {"alpha_beta.py", "move_order.py", "group_shapes.py", "transpositions.py"} <= compiled_files


def test_the_same_position_gives_the_same_proof_node_by_node() -> None:
    position = ending(2, 9, "product")
    assert timeless(prove(position)) == timeless(prove(position))


def test_without_enough_nodes_no_outcome_is_claimed() -> None:
    proof = prove(ending(1, 12, "largest"), nodes=1000)
    assert (proof.outcome, proof.move, proof.line, proof.margin, proof.nodes) == ("", "", (), None, 1000)
    assert str(proof) == "not proven in 1,000 nodes"


def test_without_enough_time_no_outcome_is_claimed() -> None:
    proof = prove(ending(1, 22, "largest"), seconds=0.05)
    assert proof.outcome == ""
    assert proof.seconds < 30, "to the end it would take for ever; a busy machine may be late"


def test_a_proof_as_text() -> None:
    assert str(prove(compiled("mabula").read(WIN_IN_ONE))).startswith("win by 2, proven in ")


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 0}, "a proof needs more than nothing: 1000 nodes, or 0.1 s, say"),
        ({"seconds": -1.0}, "a proof needs more than nothing: 1000 nodes, or 0.1 s, say"),
        ({"memory": 1}, "a proof needs a table of at least 48 bytes, not 1"),
    ],
)
def test_impossible_limits_are_refused_in_one_line(limits: dict[str, int], message: str) -> None:
    with pytest.raises(BotError, match=f"^{message}$"):
        prove(ending(1, 4, "largest"), **limits)  # type: ignore[arg-type]


def test_only_unfinished_games_of_mabula_can_be_proven() -> None:
    with pytest.raises(BotError, match=r"^only Mabula can be solved, not Maka Bana$"):
        prove(game("makabana").start(players=3))
    position = compiled("mabula").read(WIN_IN_ONE).play("d8-d7")
    with pytest.raises(BotError, match=r"^the game is over: there is nothing left to prove$"):
        prove(position)


class Waiting:
    """A bot that takes the first move, and records its budgets."""

    name, version = "waiting", 3

    def __init__(self) -> None:
        self.budgets: list[Budget | None] = []

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        self.budgets.append(budget)
        return Thought(view.legal()[0].text)


def test_the_bot_plays_a_proven_move_and_reports_the_proof() -> None:
    position = ending(3, 6, "largest")
    seat = position.actors[0]
    thought = MabulaBot(Waiting()).think(position.view(seat), None, Chance(1))
    proof = prove(position)
    assert (thought.move, thought.proof, thought.line) == (proof.move, proof.outcome, proof.line)
    assert thought.notes["margin"] == proof.margin
    mine, other = thought.scores if seat == 1 else thought.scores[::-1]
    assert mine - other == proof.margin
    assert thought.values[seat - 1] == (SIGN[proof.outcome] + 1) / 2


def test_the_bot_searches_while_a_proof_is_out_of_reach() -> None:
    inner = Waiting()
    bot = MabulaBot(inner)
    position = ending(3, 20, "largest")
    thought = bot.think(position.view(1), Budget(simulations=5), Chance(1))
    assert (thought.proof, inner.budgets, bot.name, bot.version) == ("", [Budget(simulations=5)], "waiting", 3)


def test_a_failed_proof_leaves_its_budget_to_the_search() -> None:
    inner = Waiting()
    position = ending(3, 12, "largest")
    view = position.view(position.actors[0])
    bot = MabulaBot(inner, nodes=100)
    bot.think(view, Budget(simulations=5), Chance(1))
    bot.think(view, Budget(seconds=60), Chance(1))
    first, second = inner.budgets
    assert first == Budget(simulations=5)
    assert second is not None and second.seconds is not None and 20 < second.seconds < 60


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_bot_reaches_at_least_the_proven_margin(scoring: str) -> None:
    bot = MabulaBot(Waiting())
    for seed in range(200, 212):
        position = ending(seed, 8, scoring)
        seat, promised = position.actors[0], prove(position).margin
        while not position.is_over:
            view = position.view(position.actors[0])
            player = bot if position.actors == (seat,) else Waiting()
            position = position.play(choose(player, view, None, Chance(1)))
        scores = [score.total for score in position.scores]
        assert promised is not None and scores[seat - 1] - scores[2 - seat] >= promised
