"""The last choices for new tables: the bots' level, and the number of players of each game. Stored in a cookie."""

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
        """The number of players: as last time, or the fewest possible."""
        low, high = find_game(game).players
        return min(max(self.players.get(game, low), low), high)


def load_preferences(request: Request) -> Preferences:
    """The preferences in the cookie; invalid values are ignored."""
    stored = dict(parse_qsl(request.cookies.get(COOKIE, "")[:200]))
    players = {game: int(stored[game]) for game in NAMES if re.fullmatch("[2-6]", stored.get(game, ""), re.ASCII)}
    level = stored.get("level", "")
    return Preferences(level if level in LEVELS else FIRST, players)


def save_preferences(request: Request, response: Response, level: str, game: str, players: int) -> None:
    """Store the choices for next time."""
    counts = load_preferences(request).players | {game: players}
    response.set_cookie(
        COOKIE, urlencode({"level": level, **counts}), max_age=REMEMBERED, path="/", samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip
