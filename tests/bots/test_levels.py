"""Bots by their names: levels are apart in budget only, experiments change parts and settings, mistakes are told."""

from itertools import pairwise

import pytest

from ludotheque import NAMES, Chance
from ludotheque.bots import search
from ludotheque.bots.bot import BotError, Budget
from ludotheque.bots.levels import LEVELS, STYLES, find_bot
from ludotheque.bots.searcher import SearchBot
from tests.conftest import compiled


@pytest.mark.parametrize("name", NAMES)
def test_each_level_thinks_more_than_twice_as_much_as_the_one_below(name: str) -> None:
    simulations = STYLES[name].simulations
    assert len(simulations) == len(LEVELS)
    assert all(below * 2 < above for below, above in pairwise(simulations))


def test_an_experiment_changes_a_setting_and_a_part_of_the_levels_search() -> None:
    bot = find_bot(compiled("marabunta"), "search:300+exploration=0.25+pick=any")
    assert isinstance(bot, SearchBot)
    assert bot.simulations == 300
    assert bot.settings.exploration == 0.25
    assert bot.settings.margin == STYLES["marabunta"].settings["margin"]
    assert bot.kit.pick is search.pick_any  # type: ignore[attr-defined]


def test_an_experiment_without_changes_thinks_like_the_level_of_that_budget() -> None:
    game = compiled("junglerumble")
    position = game.start(players=2).roll(1)
    view = position.view(position.actors[0])
    many = STYLES["junglerumble"].simulations[LEVELS.index("club")]
    same = find_bot(game, f"search:{many}").think(view, None, Chance(3))
    assert same.weighed == find_bot(game, "club").think(view, None, Chance(3)).weighed


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
        ("search:0", "there is no bot 'search:0'"),
        ("search:100+", "there is no bot"),
        ("search:", "there is no bot"),
    ],
)
def test_a_wrong_experiment_says_what_is_wrong(name: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        find_bot(compiled("mabula"), name)
