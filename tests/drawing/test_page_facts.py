"""The page facts for a game's own script agree with its picture."""

import re
from html import unescape
from itertools import islice

from ludotheque import NAMES, Position
from ludotheque.drawing import Drawing, Marks, draw
from ludotheque.drawing.junglerumble.page_facts import JungleRumbleFacts, Supper
from ludotheque.drawing.makabana.page_facts import MakabanaFacts
from ludotheque.drawing.marabunta.page_facts import MarabuntaFacts
from tests.conftest import begin, random_line
from tests.drawing.test_junglerumble_picture import acting, short_of_food
from tests.games.junglerumble_tables import play

FACTS = {"marabunta": MarabuntaFacts, "makabana": MakabanaFacts, "junglerumble": JungleRumbleFacts}


def positions(setup: str, every: int = 9) -> list[Position]:
    return list(islice(random_line(begin(setup, 0), 0), 0, None, every))


def own(position: Position) -> Drawing:
    return draw(position.view(position.actors[0] or None if position.actors else None))


def jungle(drawing: Drawing) -> JungleRumbleFacts:
    assert isinstance(drawing.facts, JungleRumbleFacts)
    return drawing.facts


def uses(drawing: Drawing) -> list[int]:
    """How many elements of each half have a description of their uses."""
    assert isinstance(drawing.facts, MarabuntaFacts)
    return [len(half) for half in drawing.facts.uses]


def test_only_games_with_a_script_of_their_own_have_facts(setup: str) -> None:
    game = setup.partition("-")[0]
    assert game in NAMES
    assert type(own(begin(setup, 0)).facts) is FACTS.get(game, type(None))


def test_the_facts_of_maka_bana_have_its_round() -> None:
    told = [(own(one).facts, int(one.state.round_number)) for one in positions("makabana-3")]
    assert all(facts == MakabanaFacts(number) for facts, number in told)
    assert {number for _, number in told} >= {0, 1, 2}


def test_the_facts_of_marabunta_list_the_uses_of_each_half_in_order() -> None:
    cut = next(one for one in positions("marabunta-meadow-basic", 1) if str(one.legal()[0]).startswith("split:"))
    assert uses(own(cut)) == [7, 0]
    shown = draw(cut.view(cut.actors[0]), Marks(preview="split:BOT/PGSY"))
    labels = {key: element.label for key, element in shown.elements.items() if element.label}
    assert isinstance(shown.facts, MarabuntaFacts)
    assert shown.facts.uses == tuple(
        tuple(labels["tile" if letter == "T" else f"die-{letter}"] for letter in half) for half in ("BOT", "PGSY")
    )
    taken = cut.play("split:BOT/PGSY").play("take:BOT")
    assert sorted(uses(own(taken))) == [0, 3]


def test_the_facts_of_marabunta_list_all_uses_together_before_the_split() -> None:
    watching = next(one for one in positions("marabunta-meadow-basic", 1) if str(one.legal()[0]).startswith("split:"))
    assert uses(draw(watching.view(None))) == [7]


def test_supper_and_goods_are_sent_as_figures() -> None:
    fed = jungle(acting(play(begin("junglerumble-2", 0), "wake:0"))).seats[0]
    assert fed.supper == Supper(needs=4, farm=2, stock=2, short=0, price=0, left=4, words="all fed, 4 left")
    assert (fed.food, fed.gold, fed.penalties, fed.first) == ((6,), (1,), (0,), "1st")
    position = short_of_food()
    hungry = jungle(acting(position)).seats[0].supper
    assert hungry == Supper(needs=6, farm=2, stock=1, short=3, price=6, left=0, words="3 food short")
    assert 3 * position.play("penalty").to_fields()["seats"]["1"]["penalties"] == hungry.price


def test_goods_and_supper_follow_the_preview() -> None:
    position = play(begin("junglerumble-2", 0), "wake:0", "card:tiger")
    seat, other = jungle(acting(position, preview="send:2")).seats
    assert seat.food == (6, 11) and seat.gold == (1,) and seat.supper.left == 9
    assert len(other.food) == 1 and not other.first


def test_the_buttons_of_jungle_rumble_are_those_of_its_picture() -> None:
    seen = set()
    for position in positions("junglerumble-3", 2):
        drawing = own(position)
        facts, markup = jungle(drawing), drawing.live["buttons"]
        assert [one.id for one in facts.buttons] == re.findall(r'id="(button-[^"]+)"', markup)
        for one in facts.buttons:
            drawn = unescape(markup.partition(f'id="{one.id}"')[2].partition("</g>")[0])
            assert f">{one.word}<" in drawn if one.word else one.sign
            assert f'"#jr-{one.sign}"' in drawn or not one.sign
            assert all(f">{figure}<" in drawn or not figure for figure, _ in one.gives)
            assert all(f'"#jr-small-{sign}"' in drawn or not sign for _, sign in one.gives)
            assert one.costs == ("costs" in drawn)
            seen.add(one.id.split("-")[1])
    assert seen >= {"wake", "send", "sell", "follow", "pass", "hire"}


def test_only_the_placing_seat_has_the_piece_in_hand() -> None:
    held = [(one, jungle(own(one)).hand) for one in positions("junglerumble-2", 2)]
    assert {hand.sign for _, hand in held if hand} == {"field-icon", "water-icon"}
    for position, hand in held:
        assert (hand is not None) == ("to-place" in own(position).elements)
        assert jungle(draw(position.view(None))).hand is None
