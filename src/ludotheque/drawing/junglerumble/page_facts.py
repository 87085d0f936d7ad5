"""The facts that Jungle Rumble's page script shows outside the picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.drawing.drawing import Facts
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.elements import PLACED
from ludotheque.drawing.junglerumble.layout import Box
from ludotheque.drawing.junglerumble.parts.buttons import GIVES, Button
from ludotheque.drawing.junglerumble.parts.farm_land import frame_of
from ludotheque.drawing.junglerumble.scene import MOST_READ, Farm, JungleScene, Tribe
from ludotheque.drawing.language import Language

Figure = tuple[int, ...]  # the amount; then the amount after the preview if that differs


@dataclass(frozen=True, slots=True)
class Supper:
    """How a supper would end now, or after the previewed step."""

    needs: int  # food
    farm: int  # food that the farm gives
    stock: int  # food that comes from the stock
    short: int  # food that is missing
    price: int  # points that the missing food would cost
    left: int  # food that would stay in the stock
    words: str  # how it ends


@dataclass(frozen=True, slots=True)
class Clearing:
    """The section of a farm's picture that matters: its fields and one cell around them."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat's stock, supper and land."""

    seat: int
    food: Figure
    gold: Figure
    penalties: Figure
    first: str  # the label of the first player's token; "" for other seats
    supper: Supper
    land: Clearing


@dataclass(frozen=True, slots=True)
class Hand:
    """Fields or waterways still to be placed."""

    sign: str  # by its name in the drawing, after `jr-`
    count: int


@dataclass(frozen=True, slots=True)
class JungleRumbleFacts(Facts):
    """Each seat's facts, and the choices of the view's seat."""

    seats: tuple[SeatFacts, ...]  # in seat order
    buttons: tuple[Button, ...]  # steps without a place on the table
    hand: Hand | None


def facts_of(scene: JungleScene, buttons: Iterable[Button]) -> JungleRumbleFacts:
    table, after = scene.table, scene.after or scene.table
    seats = tuple([
        _seat(
            now, after.seats[seat], scene.fed(seat), scene.speaker, land_of(now.farm, scene.layout.farms[seat]),
            is_first=table.first == seat,
        )
        for seat, now in table.seats.items()
    ])  # fmt: skip
    return JungleRumbleFacts(seats, tuple(buttons), _hand(scene))


@lru_cache(MOST_READ)
def _seat(now: Tribe, then: Tribe, fed: Tribe, speaker: Language, land: Clearing, *, is_first: bool) -> SeatFacts:
    """Cached: all viewers are sent the same."""
    return SeatFacts(
        now.number, _figure(now.food, then.food), _figure(now.gold, then.gold), _figure(now.penalties, then.penalties),
        speaker.say(labels.FIRST) if is_first else "", supper_of(fed, speaker), land,
    )  # fmt: skip


@lru_cache(maxsize=256)
def land_of(farm: Farm, box: Box) -> Clearing:
    """The land that the farm's frame shows."""
    frame = frame_of(farm, box)
    x, y = frame.at(frame.rows[1] + 0.5, frame.columns[0] - 0.5)
    right, bottom = frame.at(frame.rows[0] - 0.5, frame.columns[1] + 0.5)
    return Clearing(x, y, right - x, bottom - y)


def _figure(now: int, then: int) -> Figure:
    return (now,) if now == then else (now, then)


def supper_of(seat: Tribe, speaker: Language) -> Supper:
    """A seat's supper; the farm's food comes first."""
    needs, farm, short = seat.needed, seat.harvest, seat.short
    stock, left = min(seat.food, max(needs - farm, 0)), 0 if short else seat.left
    words = speaker.say(labels.supper_label(short, left))
    return Supper(needs, farm, stock, short, seat.price if short else 0, left, words)


def _hand(scene: JungleScene) -> Hand | None:
    table = scene.table
    is_asked = scene.is_waited_for and table.phase == "placing" and table.card in PLACED
    return Hand(GIVES[table.card], table.to_place) if is_asked else None
