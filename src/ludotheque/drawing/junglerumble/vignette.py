"""Jungle Rumble in small: a kitten and a beaver above their fields."""

from ludotheque.drawing.junglerumble.art import ANIMALS, EYES, FACE, GOODS, LAND
from ludotheque.drawing.junglerumble.art import MARKS as TRIBES
from ludotheque.drawing.vignettes import box, placed

HAS_SHEET = True
FRUITS = ((36, ((0, -1), (1, 0))), (108, ((-1, 0), (1, 0))), (180, ((0, -1), (-1, 0))))  # across, the watered sides
FRONDS = ((-8, 10, 30), (10, -14, 65), (330, 8, 150), (296, -16, 110))


def draw() -> str:
    """A kitten and a beaver above their watered fields."""
    drawn = box(0, 0, 320, 200, "jr-clearing") + "".join(
        placed(x, y, LAND["frond"], turn=turn) for x, y, turn in FRONDS
    )
    fields = "".join(placed(x, 42, _field(sides), 1.12) for x, sides in FRUITS)
    water = (
        placed(72, 42, LAND["we"])
        + placed(144, 42, LAND["we"])
        + placed(30, 2, LAND["wn"])
        + placed(186, 2, LAND["wn"])
    )
    kitten = FACE + EYES + placed(0, 30.5, TRIBES["mark-1"], 0.62, worn="on-seat")
    faces = placed(94, 62, kitten, 1.18, worn="seat-1") + placed(226, 62, ANIMALS["beaver"], 1.2)
    return drawn + placed(8, 98, fields + water, 1.41) + faces + placed(160, 54, GOODS["food"], 1.8)


def _field(sides: tuple[tuple[int, int], ...]) -> str:
    return LAND["soil"] + "".join(placed(20 * x, 20 * y, GOODS["food"], 0.8) for x, y in sides)
