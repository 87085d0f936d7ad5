"""Buttons for steps without a place on the table: the word or sign, the gain and the cost of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.scene import JungleScene, Trader, Tribe
from ludotheque.games.phrase import Phrase

GIVES = {"tiger": "food", "bull": "field-icon", "beaver": "water-icon", "raccoon": "gold", "monkey": "kitten"}
DISMISSAL = 3  # food, for a kitten that is dismissed
PENALTIES = 5  # among the parts of a score
Gains = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A step to press: a word or a sign, and below it its gains and costs."""

    id: str  # of its element, which has the step or the name of a try
    word: str = ""
    sign: str = ""  # by its name in the drawing, after `jr-`
    gives: Gains = ()  # figures, each with the name of its small sign
    costs: bool = False  # whether it has a price
    note: str = ""  # an explanation, where signs are not enough


def buttons_of(scene: JungleScene) -> dict[str, Button]:
    """The buttons of the phase, by step; illegal ones are shown unlit, so that the others keep their places."""
    return dict(_asked(scene)) if scene.is_waited_for else {}


def _asked(scene: JungleScene) -> Iterator[tuple[str, Button]]:
    table, seat = scene.table, scene.table.seats[scene.table.turn]
    if table.phase == "waking":
        for n in range(seat.asleep + 1):
            yield _button(scene, f"wake:{n}", str(n), gives=((f"−{n}", "food"),) if n else (), costs=n > 0)
    elif table.phase == "sending":
        for n in range(7):
            yield _button(scene, f"send:{n}", str(n), gives=_gain(scene, n), costs=table.card == "monkey" and n > 0)
    elif table.phase == "selling":
        yield from _sales(scene, seat.traders[table.seller].name)
    elif table.phase == "following":
        woken = (("", f"awake-{seat.number}"),) if seat.asleep else (("+1", "food"),)
        yield _button(scene, "follow", labels.FOLLOW, gives=_gain(scene, 1), costs=table.card == "monkey")
        yield _button(scene, "pass", labels.PASS, gives=woken)
    elif table.phase == "placing" and table.card == "monkey":
        yield _button(scene, "hire:worker", labels.WORKER, f"awake-{seat.number}")
        yield _button(scene, "hire:trader", labels.TRADER, f"trader-{seat.number}")
    elif table.phase == "feeding":
        yield from _savings(scene, seat)


def _button(
    scene: JungleScene, step: str, word: Phrase | str = "", sign: str = "", gives: Gains = (), *, costs: bool = False,
    note: Phrase | str = "",
) -> tuple[str, Button]:  # fmt: skip
    key = "button-" + step.replace(":", "-").replace("=", "-")
    words, noted = (scene.speaker.say(one) if one else "" for one in (word, note))
    return step, Button(key, words, sign, gives, costs and step in scene.legal, noted)


def _gain(scene: JungleScene, workers: int) -> Gains:
    """The gain or price of sending `workers`."""
    card = scene.table.card
    if not workers:
        return ()
    if card == "monkey":
        return ((f"−{workers}", "gold"),)
    tiger_food = scene.view.setup.board.record.tiger_food
    return ((f"+{int(tiger_food[workers]) if card == 'tiger' else workers}", GIVES[card]),)


def _sales(scene: JungleScene, trader: str) -> Iterator[tuple[str, Button]]:
    yield _button(scene, f"sell:{trader}=none", labels.NOTHING)
    for good in ("food", "gold"):
        yield _button(scene, f"sell:{trader}={good}", labels.GOODS[good], good)


def stall_of(trader: Trader, seat: int) -> str:
    """The sign of a trader: their stall with up to three goods on its counter."""
    return f"{trader.kind}-{min(trader.goods, 3)}-{seat}" if trader.goods else f"trader-{seat}"


def _savings(scene: JungleScene, seat: Tribe) -> Iterator[tuple[str, Button]]:
    """Dismissing a kitten gives 3 food, and loses a trader's goods; the penalty comes last."""
    food = (f"+{DISMISSAL}", "food")
    if seat.awake + seat.asleep:
        sign = f"asleep-{seat.number}" if seat.asleep else f"awake-{seat.number}"
        yield _button(scene, "dismiss:worker", sign=sign, gives=(food,), note=labels.dismissal_label(DISMISSAL))
    for trader in seat.traders:
        lost = ((f"−{trader.goods}", trader.kind),) if trader.goods else ()
        note = labels.dismissal_label(DISMISSAL, trader)
        sign = stall_of(trader, seat.number)
        yield _button(scene, f"dismiss:{trader.name}", sign=sign, gives=(food, *lost), note=note)
    after = scene.play("penalty").seats[seat.number]
    tokens, points = after.penalties - seat.penalties, seat.points[PENALTIES] - after.points[PENALTIES]
    note = labels.penalty_label(tokens, points)
    yield _button(scene, "penalty", f"−{points}", gives=((f"+{tokens}", "penalty"),), costs=True, note=note)
