"""Bots by their names: each level thinks more, experiments change parts and settings, mistakes are refused."""

from itertools import pairwise

import pytest

from ludotheque import NAMES, Chance
from ludotheque.bots import search
from ludotheque.bots.bot import BotError, Budget
from ludotheque.bots.levels import LEVELS, find_bot
from ludotheque.bots.search_bot import SearchBot
from ludotheque.bots.search_style import style_of
from tests.conftest import SETUPS, begin, compiled, random_line


@pytest.mark.parametrize("name", NAMES)
def test_each_level_thinks_more_than_twice_as_much_as_the_one_below(name: str) -> None:
    simulations = style_of(name).simulations
    assert len(simulations) == len(LEVELS)
    assert all(below * 2 < above for below, above in pairwise(simulations))


def test_an_experiment_changes_a_setting_and_a_part_of_the_levels_search() -> None:
    bot = find_bot(compiled("marabunta"), "search:300+exploration=0.25+pick=any")
    assert isinstance(bot, SearchBot)
    assert bot.simulations == 300
    assert bot.settings.exploration == 0.25
    assert bot.settings.margin == style_of("marabunta").settings["margin"]
    assert bot.kit.pick is search.pick_any  # type: ignore[attr-defined]


def test_an_experiment_without_changes_thinks_like_the_level_of_that_budget() -> None:
    game = compiled("junglerumble")
    position = game.start(players=2).roll(1)
    view = position.view(position.actors[0])
    many = style_of("junglerumble").simulations[LEVELS.index("club")]
    same = find_bot(game, f"search:{many}").think(view, None, Chance(3))
    assert same.weighed == find_bot(game, "club").think(view, None, Chance(3)).weighed


@pytest.mark.parametrize("room", [{"threads": 0}, {"threads": -1}, {"memory": 1000}, {"memory": -5}])
def test_a_search_without_room_or_threads_is_refused(room: dict[str, int]) -> None:
    with pytest.raises(BotError, match=r"^(threads|memory): "):
        find_bot(compiled("mabula"), "club", **room)


@pytest.mark.parametrize("name", NAMES)
def test_a_level_takes_no_more_memory_than_it_is_given(name: str) -> None:
    bot = find_bot(compiled(name), "expert", memory=1 << 20)
    setup = next(one for one, (game, _) in SETUPS.items() if game == name)
    line = list(random_line(begin(setup, 3), 3))
    late = [one for one in line[-40:] if one.actors[:1] > (0,) and len(one.legal()) > 1][:3]
    for position in (line[0], *late):
        if position.actors[:1] > (0,):
            assert 0 < bot.think(position.view(position.actors[0]), None, Chance(1)).memory <= 1 << 20


@pytest.mark.parametrize("name", NAMES)
def test_the_line_begins_with_the_move_also_where_it_is_drawn(name: str) -> None:
    game = compiled(name)
    position = game.start(seed=2).roll(2)
    view = position.view(position.actors[0])
    for seed in range(8):
        thought = find_bot(game, "novice").think(view, None, Chance(seed))
        assert thought.line[0] == thought.move


def test_kits_of_different_parts_are_compiled_apart() -> None:
    game = compiled("marabunta")
    keen, plain = (find_bot(game, name) for name in ("search:50+exploration=0.7+margin=0", "uct:50"))
    assert keen.kit.__name__ != plain.kit.__name__  # type: ignore[attr-defined]
    assert keen.kit is find_bot(game, "search:99").kit  # type: ignore[attr-defined]
    position = game.start().roll(1)
    thoughts = [bot.think(position.view(1), Budget(simulations=50), Chance(1)) for bot in (keen, plain)]
    assert thoughts[0].values != thoughts[1].values


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("search:100+luck=1", "a search has no setting luck; it has exploration"),
        ("search:100+pick=clever", "pick: there is no 'clever'; choose any, busy"),
        ("search:100+margin=much", "margin: a number, not 'much'"),
        ("search:100+margin=nan", "margin: a number, not 'nan'"),
        ("search:100+margin=2", "margin: a number from 0 to 1, not 2"),
        ("search:100+scale=0", "scale: a number from 0.001 to 1e\\+06, not 0"),
        ("search:100+is_unseen=all", "is_unseen: there is no 'all'; Mabula has none"),
        ("search:0", "there is no bot 'search:0'"),
        ("search:100+", "there is no bot"),
        ("search:", "there is no bot"),
    ],
)
def test_a_wrong_experiment_says_what_is_wrong(name: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        find_bot(compiled("mabula"), name)
