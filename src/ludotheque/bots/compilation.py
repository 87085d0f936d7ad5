"""The pieces to compile for a game: its rules, the search of its levels, its exact endgame.

`python -m ludotheque.bots.compilation` is the process that compiles; `bots.workshop` starts it.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from ludotheque.bots.bot import Bot
from ludotheque.bots.child_process import be_kind, own_output, requests
from ludotheque.bots.exact_play import endgame_of
from ludotheque.bots.kit import Kit
from ludotheque.bots.levels import LEVELS, find_bot, kit_of
from ludotheque.bots.program import one_line
from ludotheque.bots.search_bot import SearchBot
from ludotheque.bots.search_style import proving_of, style_of
from ludotheque.games.kernel import CPU, PYTHON, cache_folder, mark_of, set_mark
from ludotheque.play.game import Game, game

KINDNESS = 10  # niceness above the server's
RULES, SEARCH, ENDGAME = "rules", "search", "endgame"
PLAIN = "plain"  # the search of `uct:1000`, needed for measurements only
WITH = {SEARCH: "club", ENDGAME: "master", PLAIN: "uct:1"}  # a bot that needs just this piece


def pieces_of(name: str) -> tuple[str, ...]:
    """The pieces of a game, in the order in which playing needs them."""
    return (RULES, SEARCH) if _endgame_kit(name) is None else (RULES, SEARCH, ENDGAME)


@cache
def _endgame_kit(name: str) -> Kit | None:
    if proving := proving_of(name):
        return proving.endgame_kit()
    from ludotheque.bots.endgame_bot import ending_kit

    return ending_kit(name, game(name).engine.rules) if endgame_of(name) else None


def _sources_of(one: Game, piece: str) -> Any:
    """The kit that a piece is compiled from; it determines the piece's cache folder."""
    style = style_of(one.name)
    return _endgame_kit(one.name) if piece == ENDGAME else kit_of(one, style.secret if piece == PLAIN else style.parts)


def is_compiled(one: Game, piece: str) -> bool:
    """Whether a piece is on disk, by its mark."""
    return one.engine.is_prepared if piece == RULES else mark_of(_sources_of(one, piece), _name(one, piece)).exists()


def needs_of(level: str) -> tuple[str, ...]:
    """The pieces that a level needs, if the game has them."""
    return (RULES, SEARCH, ENDGAME) if level in LEVELS[LEVELS.index("expert") :] else (RULES, SEARCH)


def compile_piece(one: Game, piece: str) -> None:
    """Compile a piece and store it on disk; wait while another process does."""
    with _alone(cache_folder(one.engine.rules) / f"{one.name}.lock"):
        one.engine.prepare(one.setup(start=0).board)
        if piece != RULES and not is_compiled(one, piece):
            _greet(find_bot(one, WITH[piece]))
            set_mark(_sources_of(one, piece), _name(one, piece))


def load_bot(one: Game, bot: Bot, level: str) -> bool:
    """Switch a bot to compiled code if all of it is on disk; returns whether it did."""
    needs = [piece for piece in needs_of(level) if piece in pieces_of(one.name)]
    if not all(is_compiled(one, piece) for piece in needs) or not one.engine.load(one.setup(start=0).board):
        return False
    from ludotheque.games.kernels.compiler import NotCompiled, only_loading

    kit = search_of(bot).kit
    before, kit.target = kit.target, CPU
    try:
        with only_loading():
            _greet(bot)
    except NotCompiled:
        kit.target = before
        for piece in needs[1:]:
            mark_of(_sources_of(one, piece), _name(one, piece)).unlink(missing_ok=True)
        return False
    return True


def is_search(bot: Any) -> bool:
    """Whether a bot has a search to compile."""
    return isinstance(getattr(bot, "bot", bot), SearchBot)


def search_of(bot: Any) -> SearchBot:
    """The search bot of a level: itself, or the one wrapped by an endgame bot."""
    found: SearchBot = bot if isinstance(bot, SearchBot) else bot.bot
    return found


def interpret(bot: Bot) -> SearchBot:
    """Switch a level's search to the interpreter: slower, with the same results."""
    search = search_of(bot)
    search.kit.target = PYTHON
    return search


def _greet(bot: Bot) -> None:
    getattr(bot, "greet", bool)()


def _name(one: Game, piece: str) -> str:
    return f"{one.name}.{piece}"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a file lock, freed by the system if the process dies; without fcntl, do not lock."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(stack.enter_context(path.open("ab")), fcntl.LOCK_EX)
        yield


class Wanted(TypedDict):
    """The workshop's request to compile a piece."""

    game: str
    piece: str


def main() -> None:
    """Compile the requested pieces until stdin closes."""
    be_kind(KINDNESS)
    tell = own_output()
    for line in requests(sys.stdin.buffer):
        request: Wanted = json.loads(line)
        try:
            compile_piece(game(request["game"]), request["piece"])
        except Exception as error:
            tell(json.dumps({"error": one_line(f"{type(error).__name__}: {error}")}))
            continue
        from ludotheque.games.kernels.kernel_cache import UNSAVED

        tell(json.dumps({"error": next(iter(UNSAVED.values()))} if UNSAVED else {}))


if __name__ == "__main__":
    main()
