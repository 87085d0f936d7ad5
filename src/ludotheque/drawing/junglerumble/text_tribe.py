"""A seat's belongings in text: its score, its stock, its kittens, its supper."""

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.names import NAMES, points
from ludotheque.drawing.junglerumble.scene import JungleScene, Trader, Tribe

MARKS = ("", "●", "▲", "■", "◆")


def draw_tribe(scene: JungleScene, seat: int, ink: Ink) -> list[tuple[str, int]]:
    """Lines, each with its visible width."""
    now = scene.table.seats[seat]
    then = scene.after.seats[seat] if scene.after else now
    name = _name(scene, now, then)
    supper = scene.speaker.say(labels.supper_label(now.short, now.left))
    plain = [_stock(scene, now, then), *_kittens(scene, now, then), _supper(scene, now)]
    return [
        (ink.seat(seat, name), len(name)),
        *((line, len(line)) for line in plain),
        (ink.wear("bad" if now.short else "good", supper), len(supper)),
    ]


def _name(scene: JungleScene, now: Tribe, then: Tribe) -> str:
    """The seat's name, the first player's token, and the points."""
    say, seat = scene.speaker.say, now.number
    to_act = "► " if scene.table.turn == seat else ""
    first = f" ({say(labels.FIRST)})" if scene.table.first == seat else ""
    said = say(points(then.total))
    shown = said if now.total == then.total else f"{now.total}→{said}"
    return f"{to_act}{MARKS[seat]} {say(NAMES[seat])}{first} · {shown}"


def _stock(scene: JungleScene, now: Tribe, then: Tribe) -> str:
    say = scene.speaker.say
    parts = [(labels.FOOD, now.food, then.food), (labels.GOLD, now.gold, then.gold)]
    if now.penalties or then.penalties:
        parts.append((labels.PENALTIES, now.penalties, then.penalties))
    return ", ".join(f"{say(label)} {_figure(before, after)}" for label, before, after in parts)


def _figure(now: int, then: int) -> str:
    """A number; with its value after the preview if that differs."""
    return str(now) if now == then else f"{now}→{then}"


def _kittens(scene: JungleScene, now: Tribe, then: Tribe) -> list[str]:
    """Workers, then the traders with their goods, two a line."""
    say = scene.speaker.say
    awake, asleep = _figure(now.awake, then.awake), _figure(now.asleep, then.asleep)
    traders = [_trader(scene, trader) for trader in then.traders]
    workers = f"{say(labels.AWAKE)} {awake}, {say(labels.ASLEEP)} {asleep}"
    return [workers, *(", ".join(traders[start : start + 2]) for start in range(0, len(traders), 2))]


def _trader(scene: JungleScene, trader: Trader) -> str:
    """`t1 gold 4`."""
    say = scene.speaker.say
    if trader.goods:
        return f"{trader.name} {say(labels.GOODS[trader.kind])} {trader.goods}"
    return f"{trader.name} {say(labels.NEW)}" if trader.is_new else f"{trader.name} –"


def _supper(scene: JungleScene, now: Tribe) -> str:
    """The food that a supper needs, and the food of farm and stock."""
    say = scene.speaker.say
    parts = f"{say(labels.HARVEST)} {now.harvest}, {say(labels.STOCK)} {now.food}"
    return f"{say(labels.SUPPER)} {now.needed} · {parts}"
