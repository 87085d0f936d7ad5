"""If a game declares WATCHERS_ALIKE, all seats without a move share the spectator's picture."""

import random

import pytest

from ludotheque import game
from ludotheque.drawing import draw, marks_of
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.games import NAMES
from ludotheque.log.projection import drawing_projection
from ludotheque.log.projection.table_projection import project_table
from tests.table.dealing import Bench

ALIKE = [name for name in NAMES if modules_of(name).are_watchers_alike]
MOST = {"junglerumble": 4}


def test_two_games_are_seen_alike_by_all_who_watch() -> None:
    assert set(ALIKE) == {"mabula", "junglerumble"}


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_without_a_move_sees_the_spectators_picture(name: str, seed: int) -> None:
    chance = random.Random(seed)
    position = game(name).start(MOST.get(name, 2), seed=seed)
    for _ in range(60):
        if position.is_over:
            break
        position = position.play(chance.choice(position.legal()))
        spectator = draw(position.view(None), marks_of(position, None), "it")
        for seat in range(1, position.players + 1):
            if not position.view(seat).legal():
                assert draw(position.view(seat), marks_of(position, seat), "it") == spectator


def test_a_board_that_several_see_alike_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, drawn = Bench("junglerumble", 4), list[int | None]()

    def counted(view, marks, lang):  # type: ignore[no-untyped-def]
        drawn.append(view.seat)
        return draw(view, marks, lang)

    monkeypatch.setattr(drawing_projection, "draw", counted)
    sent = [project_table(bench.state, "t", (), seat, wants=["drawing"]) for seat in (1, 2, 3, 4, None)]
    waited = bench.state.waited_for[0]
    assert len(drawn) == 2 and waited in drawn
    watching = [one for one in sent if one.seat != waited]
    assert all(one.drawing == watching[0].drawing for one in watching)
