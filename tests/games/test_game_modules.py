"""Optional modules of a game, and the defaults of a game without them."""

import sys
from importlib import import_module
from inspect import cleandoc, signature
from pathlib import Path
from types import ModuleType

import pytest

from ludotheque import game
from ludotheque.bots.bot_contract import EndgameModule, StyleModule
from ludotheque.bots.search_style import PLAIN, style_of
from ludotheque.drawing.language import language
from ludotheque.drawing.rulebooks.rulebook import _unwritten
from ludotheque.drawing.shared_names import SEAT_NAMES, part_name, seat_word
from ludotheque.games import verbs
from ludotheque.games.game_contract import BoardModule, NotationModule, RulesModule, StartsModule, StateModule
from ludotheque.games.game_modules import ContractError, find_module, load_module, offered
from ludotheque.games.game_modules import members as members_of
from ludotheque.games.kernel import is_verb
from ludotheque.games.refusal import GameError
from ludotheque.interop.observation.default_plan import plain_plan


def test_a_module_that_is_not_there_is_none() -> None:
    assert find_module("ludotheque.bots.makabana.endgame", EndgameModule) is None
    assert find_module("ludotheque.bots.pebbles.style", StyleModule) is None
    found = find_module("ludotheque.bots.marabunta.endgame", EndgameModule)
    assert found is import_module("ludotheque.bots.marabunta.endgame")


def test_a_module_with_a_mistake_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "part.py").write_text("import nothing_of_that_name\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        find_module("broken.part", StyleModule)


def module(**members: object) -> ModuleType:
    made = ModuleType("ludotheque.games.pebbles.part")
    vars(made).update(members)
    return made


LACKING = [
    (NotationModule, {"format_action": str}, "has no parse_action: The action that a text names, legal or not"),
    (NotationModule, {"format_action": str, "parse_actoin": str}, "has no parse_action: The action that a text names"),
    (BoardModule, {"load_board": 3}, "load_board must be a function: The board that the options choose"),
    (StateModule, {}, "has no NAME: The folder, the word in records and the part of an address."),
    (RulesModule, {}, r"has no start: Fill a zeroed state\."),
]


@pytest.mark.parametrize(("contract", "members", "said"), LACKING)
def test_a_module_without_a_member_of_its_contract_is_refused_in_one_line(
    contract: type, members: dict[str, object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = module(**members)
    monkeypatch.setitem(sys.modules, lacking.__name__, lacking)
    with pytest.raises(ContractError, match=f"^ludotheque.games.pebbles.part:? {said}.*game_contract.$") as refused:
        load_module(lacking.__name__, contract)
    assert isinstance(refused.value, GameError)
    assert "\n" not in str(refused.value)


def test_a_further_contract_is_offered_whole_or_not_at_all() -> None:
    assert offered(module(), StartsModule) is None
    assert offered(None, StartsModule) is None
    whole = module(format_start=str, parse_start=int)
    assert offered(whole, StartsModule) is whole
    with pytest.raises(ContractError, match="has no format_start: A starting arrangement as text"):
        offered(module(parse_start=int), StartsModule)


def test_the_contract_of_the_rules_is_that_of_the_verbs() -> None:
    asked = {name: value for name, value in vars(RulesModule).items() if name in members_of(RulesModule)}
    answered = {name: value for name, value in vars(verbs).items() if is_verb(value)}
    assert asked.keys() == answered.keys()
    for name, verb in answered.items():
        (_, *parameters), given = signature(asked[name]).parameters.values(), signature(verb).parameters
        assert parameters == list(given.values()), name
        assert cleandoc(asked[name].__doc__ or "") == cleandoc(verb.__doc__ or ""), name


def test_a_game_without_levels_is_searched_plainly() -> None:
    assert style_of("pebbles") is PLAIN
    assert style_of("mabula") is not PLAIN


def test_a_part_is_called_as_the_game_s_own_catalogue_says_or_else_by_its_word() -> None:
    assert language("fr", "mabula").say(part_name("groups")) == "groupes"
    assert language("fr", "mabula").say(part_name("last")) == "last"


def test_a_seat_that_no_game_of_ours_has_is_called_by_its_name() -> None:
    assert seat_word("Red") is SEAT_NAMES["Red"]
    assert language("fr", "mabula").say(seat_word("Olive")) == "Olive"


@pytest.mark.parametrize(
    ("code", "said"), [("en", "not written down"), ("fr", "pas encore"), ("it", "non sono ancora")]
)
def test_a_book_that_is_not_written_says_so_in_every_language(code: str, said: str) -> None:
    book = _unwritten("mabula", code)
    assert book.title == "Mabula"
    assert [one.name for one in book.find("rules")] == ["mabula/rules.1"]
    assert said in book.paragraphs[0].text


def test_a_plain_observation_holds_every_bit_of_a_state_but_what_never_changes() -> None:
    state = game("mabula").engine.facts_of.STATE
    plan = plain_plan(state, 2)
    assert set(plan.left_out) == {"players", "rules"}
    assert plan.used == set(state.names or ()) - set(plan.left_out)
    bits = 8 * sum(state[name].itemsize for name in plan.used)
    assert plan.size == 2 + bits
    assert len({(row[1], row[4]) for row in plan.rows}) == len(plan.rows)
