"""Boards of a user's own, for the tests of drawings."""

from pathlib import Path

import pytest

from tests.games.marabunta_tables import SMALL
from tests.games.test_makabana_boards import seven_beaches
from tests.games.test_marabunta_boards import grid


@pytest.fixture
def own_boards(tmp_path: Path) -> list[tuple[str, Path, int]]:
    """Game, file and players of boards that are not ours: tiny, huge, narrow, wide."""
    texts = {
        "tiny": ("marabunta", SMALL, 2),
        "huge": ("marabunta", grid(12, 10), 2),
        "tall": ("marabunta", grid(1, 99, 20), 2),
        "wide": ("marabunta", grid(26, 4), 2),
        "beaches": ("makabana", seven_beaches(), 6),
        "three": ("makabana", seven_beaches(), 3),
    }
    for name, (_, text, _) in texts.items():
        (tmp_path / f"{name}.toml").write_text(text)
    return [(game, tmp_path / f"{name}.toml", players) for name, (game, _, players) in texts.items()]
