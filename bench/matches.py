"""Our bot against OpenSpiel's searches on our games: one seat ours, all others theirs, every seat in turn.

Games are numbered. Game n is of group n // seats, and our seat is 1 + n % seats; the games of a group have the same
start and the same dice. A match is a file of results that grows game by game, so it can be stopped at any moment.
"""

import hashlib
import json
import os
import subprocess
import time
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from bench.openspiel_players import UCT_C, opponent

import ludotheque
from ludotheque import Chance, GameError
from ludotheque.arena.shares import Share, share_of
from ludotheque.bots.bot import Bot, Budget
from ludotheque.bots.levels import find_bot
from ludotheque.interop.openspiel import OpenSpielState, load

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results"


class MatchError(GameError):
    """A match that cannot be played or continued; says what to do."""


@dataclass(frozen=True)
class Match:
    """A planned match: our bot against OpenSpiel's search, with the same budget for every choice."""

    game: str
    players: int
    seconds: float | None = None
    simulations: int | None = None
    bot: str = "master"
    uct_c: float = UCT_C
    seed: int = 7

    @property
    def budget(self) -> Budget:
        return Budget(simulations=self.simulations, seconds=self.seconds)

    @property
    def name(self) -> str:
        """The name of its file."""
        limit = f"{self.seconds:g}s" if self.seconds else f"{self.simulations}sims"
        return f"bots-{self.game}-{self.players}-{self.bot.replace(':', '')}-{limit}"


@dataclass
class Side:
    """Choices, simulations and seconds spent by one side."""

    choices: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    simulations: int = 0

    def add(self, seconds: float, simulations: int) -> None:
        """One choice more."""
        self.choices, self.simulations = self.choices + 1, self.simulations + simulations
        self.seconds, self.longest = self.seconds + seconds, max(self.longest, seconds)


@dataclass
class Played:
    """One game: our seat, our share of the win, everybody's scores, and what was spent."""

    number: int
    seat: int
    share: float
    scores: tuple[int, ...]
    ours: Side = field(default_factory=Side)
    theirs: Side = field(default_factory=Side)


def play_game(match: Match, number: int) -> Played:
    """One game of a match."""
    one = load(match.game, players=match.players)
    group, seat = number // match.players, number % match.players + 1
    bot = find_bot(one.setup.game, match.bot)
    rivals = [
        opponent(one, match.budget, match.seed + 1000 * number + place, match.uct_c)
        for place in range(one.num_players())
    ]
    table, ours = Chance(match.seed, group), Chance(match.seed, 1 << 32 | number)
    played = Played(number, seat, 0.0, ())
    state = one.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state, table))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        elif state.current_player() == seat - 1:
            state.apply_action(our_choice(bot, state, match.budget, ours, played.ours))
        else:
            state.apply_action(their_choice(rivals[state.current_player()], state, played.theirs))
    played.share = state.episode.shares()[seat - 1]
    played.scores = tuple(score.total for score in state.position.scores)
    return played


@cache
def warm(game: str, players: int, bot: str) -> None:
    """Load what is compiled before a clock runs."""
    one = load(game, players=players)
    position = one.setup.game.start(players, seed=7).roll(7)
    find_bot(one.setup.game, bot).think(position.view(position.actors[0]), Budget(simulations=10), Chance(7))


def draw(state: OpenSpielState, chance: Chance) -> int:
    """Draw chance's outcome."""
    outcomes = state.chance_outcomes()
    ticket = chance.randrange(1 << 30) / (1 << 30)
    for action, probability in outcomes:
        ticket -= probability
        if ticket < 0:
            return action
    return outcomes[-1][0]


def our_choice(bot: Bot, state: OpenSpielState, budget: Budget, chance: Chance, side: Side) -> int:
    """Our bot chooses from its view."""
    view = state.view(state.current_player())
    begun = time.perf_counter()
    thought = bot.think(view, budget, chance)
    side.add(time.perf_counter() - begun, thought.simulations)
    return next(step.action for step in view.legal() if step.text == thought.move)


def their_choice(rival: Any, state: OpenSpielState, side: Side) -> int:
    """OpenSpiel's bot chooses."""
    begun = time.perf_counter()
    action = int(rival.step(state))
    side.add(time.perf_counter() - begun, rival.clock.simulations)
    return action


def our_share(results: dict[str, Any]) -> Share:
    """Our share of the points, with the arena's 95 % interval: games of a group are not independent."""
    groups: dict[int, list[float]] = defaultdict(list)
    for game in results["games"]:
        groups[game["number"] // results["match"]["players"]].append(game["share"])
    return share_of(groups.values())


@cache
def sources() -> str:
    """A hash of all that decides how strong we play: games of another strength are not added up."""
    folders = [ROOT / "src" / "ludotheque" / name for name in ("games", "bots", "interop")]
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def commit() -> str:
    """The commit that is checked out, with a plus if files are changed."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def read_match(match: Match, folder: Path = RESULTS) -> dict[str, Any]:
    """The games of a match played so far."""
    path = folder / f"{match.name}.json"
    if not path.exists():
        return begun_match(match)
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except ValueError:
        raise MatchError(f"{path} is no file of results: move it away, and the match begins anew") from None
    return found


def begun_match(match: Match) -> dict[str, Any]:
    """A match without games."""
    return {"match": asdict(match), "sources": sources(), "games": []}


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a file of results as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    os.replace(new, path)


def continue_match(match: Match, games: int, end: float, folder: Path = RESULTS, fresh: bool = False) -> bool:
    """Play until there are so many games, or the next would not end in time; whether there are enough now."""
    results = read_match(match, folder)
    path = folder / f"{match.name}.json"
    if (results["match"], results["sources"]) != (asdict(match), sources()):
        if not fresh:
            raise MatchError(f"{path.name} was played by other bots or settings: give --fresh to begin it anew")
        results = begun_match(match)
    warm(match.game, match.players, match.bot)
    longest = 0.0
    while len(results["games"]) < games:
        begun = time.monotonic()
        if begun + longest > end:
            return False
        played = play_game(match, len(results["games"]))
        longest = max(longest, time.monotonic() - begun)
        stamp = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "commit": commit()}
        results["games"].append(asdict(played) | stamp)
        write(path, results)
        print(summary(results), flush=True)
    return True


def interval(share: Share) -> str:
    """The 95 % interval of a share, in words."""
    return f"{share.low:.1%} to {share.high:.1%}"


def summary(results: dict[str, Any]) -> str:
    """A match in one line."""
    match, games = results["match"], results["games"]
    points, share = sum(game["share"] for game in games), our_share(results)
    limit = f"{match['seconds']:g} s" if match["seconds"] else f"{match['simulations']} simulations"
    title = ludotheque.game(match["game"]).title
    return f"{title}, {match['players']} seats, {limit}: {points:g} of {len(games)}, 95 % [{interval(share)}]"
