"""What somebody chose last time: the bots' level, and how many play each game. Kept in a cookie."""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.bots.levels import LEVELS
from ludotheque.games import NAMES
from ludotheque.play.game import game as find_game
from ludotheque.web.pages.level_names import FIRST
from ludotheque.web.reader import REMEMBERED

COOKIE = "play"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The level of the bots, and for each game how many play it."""

    level: str = FIRST
    players: dict[str, int] = field(default_factory=dict)

    def count(self, game: str) -> int:
        """How many play a game: as last time, or as few as can."""
        low, high = find_game(game).players
        return min(max(self.players.get(game, low), low), high)


def load_preferences(request: Request) -> Preferences:
    """What the cookie says; anything odd in it is passed over."""
    stored = dict(parse_qsl(request.cookies.get(COOKIE, "")[:200]))
    players = {game: int(stored[game]) for game in NAMES if re.fullmatch("[2-6]", stored.get(game, ""), re.ASCII)}
    level = stored.get("level", "")
    return Preferences(level if level in LEVELS else FIRST, players)


def save_preferences(request: Request, response: Response, level: str, game: str, players: int) -> None:
    """Keep what was chosen for next time."""
    counts = load_preferences(request).players | {game: players}
    response.set_cookie(
        COOKIE, urlencode({"level": level, **counts}), max_age=REMEMBERED, path="/", samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip
