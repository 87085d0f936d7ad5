"""Monte-Carlo tree search for any game: select, expand, simulate, back up.

The four parts are kernels over flat arrays. What can be exchanged is a verb, answered when a search is built for a
game (`bots.kit`): `worth` (the selection rule), `weigh` (what a new move promises), `pick` (the playout's policy),
`judge` (the evaluator), `suppose`, `is_unseen` and `is_beyond` (information sets). Each seat maximises its own reward.

A tree is one array of nodes and one of edges; the edges of a node lie together. Chance is a node whose edges are drawn
by their weights. Where something is hidden, every simulation begins with a guess of it, others' secret choices are
made outside the tree, and the tree ends where the guess would begin to show.
"""

from math import log, sqrt
from typing import Any

import numpy as np

from ludotheque.games.kernel import int64, kernel, verb
from ludotheque.games.packed_records import packed
from ludotheque.games.playout import MAX_SEATS, write_outcome
from ludotheque.games.random_source import below, weighted
from ludotheque.games.verbs import CHANCE, OVER, actor, guess, is_quiet, legal, play, waiting, weights

MAX_DEPTH = 768
NONE = -1

NODE = packed([("first", np.int32), ("visits", np.int32), ("count", np.int16), ("seat", np.int16)])
EDGE = packed(
    [
        ("child", np.int32),
        ("visits", np.int32),
        ("value", np.float64),  # rewards of the seat that chooses here, added up
        ("prior", np.float32),
        ("action", np.int16),
        ("spare", np.int16),
    ]
)
SETTINGS = packed(
    [
        ("exploration", np.float64),
        ("margin", np.float64),  # how much of a reward is the margin of points, the rest is winning
        ("scale", np.float64),  # the margin that counts as much as three quarters of a win
        ("trust", np.float64),  # how many visits a prior is worth
        ("width", np.float64),  # with n visits, width * n ** growth moves are looked at
        ("growth", np.float64),
        ("patience", np.int64),  # steps of a playout before its position is judged
    ]
)
WORK = packed(
    [
        ("nodes", np.int64),
        ("edges", np.int64),
        ("depth", np.int64),
        ("deepest", np.int64),
        ("root", np.int64),
        ("seat", np.int64),  # the searching seat
        ("simulations", np.int64),
        ("path_nodes", np.int32, MAX_DEPTH),
        ("path_edges", np.int32, MAX_DEPTH),
        ("reward", np.float64, MAX_SEATS + 2),
        ("totals", np.int32, MAX_SEATS + 2),
        ("places", np.int32, MAX_SEATS + 2),
        ("rewards", np.float64, MAX_SEATS + 2),  # of all simulations, added up
        ("scores", np.float64, MAX_SEATS + 2),
    ]
)


@verb
def worth(edges: Any, edge: int, visits: int, log_visits: float, settings: Any) -> float:
    """How much a move is worth trying now."""
    raise NotImplementedError


@verb
def weigh(board: Any, state: Any, seat: int, edges: Any, first: int, count: int, work: Any) -> bool:
    """Write the priors of new edges, from 0 to 1; False when all are alike."""
    raise NotImplementedError


@verb
def pick(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """The index of the move that a playout makes."""
    raise NotImplementedError


@verb
def judge(board: Any, state: Any, desk: Any, work: Any, settings: Any) -> None:
    """Write each seat's reward in a position that may not be over."""
    raise NotImplementedError


@verb
def suppose(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Fill in what a seat cannot know, in a way that agrees with all it has seen."""
    raise NotImplementedError


@verb
def is_unseen(board: Any, state: Any, seat: int, root: int) -> bool:
    """Whether what a seat chooses now stays secret for the seat that searches."""
    raise NotImplementedError


@verb
def is_beyond(board: Any, state: Any, root: Any) -> bool:
    """Whether the tree ends here, because it depends on what was guessed."""
    raise NotImplementedError


@kernel
def uct(edges: Any, edge: int, visits: int, log_visits: float, settings: Any) -> float:
    """Upper confidence bounds for trees (Kocsis and Szepesvári 2006); what is new comes first."""
    tried = edges[edge].visits
    if tried == 0:
        return 1e6 + float(edges[edge].prior)
    return float(edges[edge].value / tried + settings.exploration * sqrt(log_visits / tried))


@kernel
def puct(edges: Any, edge: int, visits: int, log_visits: float, settings: Any) -> float:
    """A prior worth some visits, which fades as the move is tried."""
    tried = edges[edge].visits
    prior = edges[edge].prior
    value = (edges[edge].value + prior * settings.trust) / (tried + settings.trust)
    return float(value + settings.exploration * sqrt(log_visits / (tried + 1.0)))


@kernel
def weigh_alike(board: Any, state: Any, seat: int, edges: Any, first: int, count: int, work: Any) -> bool:
    """Every move promises the same."""
    return False


@kernel
def pick_any(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """Any move, each as likely."""
    return below(rng, count)


@kernel
def pick_busy(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """Any move, but one that gives something up only rarely."""
    index = below(rng, count)
    if is_quiet(board, state, int64(moves[index])) and below(rng, 8) != 0:
        index = below(rng, count)
    return index


@kernel
def suppose_anything(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Everything that agrees is as likely."""
    guess(board, state, seat, rng)


@kernel
def all_is_seen(board: Any, state: Any, seat: int, root: int) -> bool:
    return False


@kernel
def nothing_is_beyond(board: Any, state: Any, root: Any) -> bool:
    return False


@kernel
def judge_scores(board: Any, state: Any, desk: Any, work: Any, settings: Any) -> None:
    """The scores as if the game ended now: a win is 1, shared among winners; mixed with the margin of points."""
    winners = write_outcome(board, state, desk, work.totals, work.places)
    players = int64(state.players)
    for seat in range(1, players + 1):
        won = 1.0 / winners if work.places[seat] == 1 else 0.0
        best = -1000000
        for other in range(1, players + 1):
            if other != seat and work.totals[other] > best:
                best = work.totals[other]
        ahead = (work.totals[seat] - best) / settings.scale
        share = 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
        work.reward[seat] = won * (1.0 - settings.margin) + share * settings.margin


@kernel
def select(nodes: Any, edges: Any, node: int, settings: Any) -> int:
    """The edge that is most worth trying."""
    first = int64(nodes[node].first)
    visits = int64(nodes[node].visits)
    count = int64(nodes[node].count)
    if settings.width > 0.0:
        wide = int64(settings.width * (visits + 1.0) ** settings.growth) + 1
        count = min(count, wide)
    log_visits = log(visits + 1.0)
    best, chosen = -1e9, first
    for edge in range(first, first + count):
        value = worth(edges, edge, visits, log_visits, settings)
        if value > best:
            best, chosen = value, edge
    return chosen


@kernel
def chooser(board: Any, state: Any, root: int) -> int:
    """The seat that acts next in a search: where several choose at once, the searching seat first."""
    seat = actor(board, state)
    if seat > CHANCE and seat != root and waiting(board, state) >> root & 1:
        return root
    return seat


@kernel
def expand(board: Any, state: Any, nodes: Any, edges: Any, work: Any, moves: Any, rng: Any) -> int:
    """A new node with an edge for every legal step, the most promising first; NONE when there is no room left."""
    seat = chooser(board, state, int64(work.seat))
    node = int64(work.nodes)
    first = int64(work.edges)
    count = 0 if seat == OVER else legal(board, state, seat, moves)
    if node >= len(nodes) or first + count > len(edges):
        return NONE
    nodes[node].seat = seat
    nodes[node].first = first
    nodes[node].count = count
    nodes[node].visits = 0
    if seat > CHANCE:
        shuffle(moves, count, rng)
    for i in range(count):
        edges[first + i].child = NONE
        edges[first + i].visits = 0
        edges[first + i].value = 0.0
        edges[first + i].prior = 0.5
        edges[first + i].action = moves[i]
    if seat > CHANCE and weigh(board, state, seat, edges, first, count, work):
        sort_by_prior(edges, first, count)
    work.nodes = node + 1
    work.edges = first + count
    return node


@kernel
def shuffle(moves: Any, count: int, rng: Any) -> None:
    """Shuffle edges, so that none of equals is always the first."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]


@kernel
def sort_by_prior(edges: Any, first: int, count: int) -> None:
    """The most promising edges first; equals stay as they are."""
    for i in range(first + 1, first + count):
        prior, action = edges[i].prior, edges[i].action
        j = i - 1
        while j >= first and edges[j].prior < prior:
            edges[j + 1].prior = edges[j].prior
            edges[j + 1].action = edges[j].action
            j -= 1
        edges[j + 1].prior = prior
        edges[j + 1].action = action


@kernel
def play_unseen(board: Any, state: Any, work: Any, moves: Any, rng: Any) -> int:
    """Make the secret choices of others; returns who acts then."""
    root = int64(work.seat)
    seat = chooser(board, state, root)
    while seat > CHANCE and is_unseen(board, state, seat, root):
        count = legal(board, state, seat, moves)
        play(board, state, seat, int64(moves[pick(board, state, seat, moves, count, rng)]))
        seat = chooser(board, state, root)
    return seat


@kernel
def descend(
    board: Any, states: Any, nodes: Any, edges: Any, work: Any, moves: Any, desk: Any, rng: Any, settings: Any
) -> None:
    """From the root down to a new node, playing on `states[1]`; writes the path.

    A move gets a node of its own when it is tried a second time: most are tried once, and a tree that holds only the
    others is a tenth as large and twice as fast.
    """
    node = int64(work.root)
    depth = 0
    state = states[1]
    while True:
        seat = play_unseen(board, state, work, moves, rng)
        if seat == OVER or depth >= MAX_DEPTH - 1 or is_beyond(board, state, states[0]):
            break
        if seat == CHANCE:
            count = weights(board, state, desk.weights)
            edge = int64(nodes[node].first) + weighted(rng, desk.weights, count)
        else:
            edge = select(nodes, edges, node, settings)
        work.path_nodes[depth] = node
        work.path_edges[depth] = edge
        depth += 1
        play(board, state, seat, int64(edges[edge].action))
        child = int64(edges[edge].child)
        if child == NONE:
            play_unseen(board, state, work, moves, rng)
            if edges[edge].visits > 0 and not is_beyond(board, state, states[0]):
                edges[edge].child = expand(board, state, nodes, edges, work, moves, rng)
            break
        node = child
    work.depth = depth
    work.deepest = max(work.deepest, depth)


@kernel
def simulate(board: Any, state: Any, moves: Any, desk: Any, work: Any, rng: Any, settings: Any) -> None:
    """Play on by the policy, to the end or as long as patience lasts; then judge."""
    left = int64(settings.patience)
    while left > 0:
        seat = actor(board, state)
        if seat == OVER:
            break
        count = legal(board, state, seat, moves)
        if seat == CHANCE:
            weights(board, state, desk.weights)
            index = weighted(rng, desk.weights, count)
        elif count == 1:
            index = int64(0)
        else:
            index = pick(board, state, seat, moves, count, rng)
        play(board, state, seat, int64(moves[index]))
        left -= 1
    judge(board, state, desk, work, settings)


@kernel
def back_up(nodes: Any, edges: Any, work: Any, players: int) -> None:
    """Add to every edge of the path the reward of the seat that chose it."""
    for depth in range(work.depth):
        node = work.path_nodes[depth]
        edge = work.path_edges[depth]
        nodes[node].visits += 1
        edges[edge].visits += 1
        seat = int64(nodes[node].seat)
        if seat > CHANCE:
            edges[edge].value += work.reward[seat]
    for seat in range(1, players + 1):
        work.rewards[seat] += work.reward[seat]
        work.scores[seat] += work.totals[seat]
    work.simulations += 1


@kernel
def search(
    board: Any,
    states: Any,
    nodes: Any,
    edges: Any,
    work: Any,
    moves: Any,
    desk: Any,
    rng: Any,
    settings: Any,
    many: int,
) -> None:
    """So many simulations from `states[0]`, which stays as it is."""
    for _ in range(many):
        states[1] = states[0]
        suppose(board, states[1], int64(work.seat), rng)
        if work.nodes == 0:
            expand(board, states[1], nodes, edges, work, moves, rng)
        descend(board, states, nodes, edges, work, moves, desk, rng, settings)
        simulate(board, states[1], moves, desk, work, rng, settings)
        back_up(nodes, edges, work, int64(states[0].players))
