"""Maka Bana in small: huts on the beach."""

from ludotheque.drawing.makabana.art import MARKS, PIECES
from ludotheque.drawing.vignettes import box, path, placed

HAS_SHEET = True
LEAF, WAVE = "q8-2 12-10-9 1-12 10Z", "q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0"
TEXTURES = {  # of the ground at the beach
    "palm": ("".join(f"M{x} {y}{LEAF}" for x, y in ((12, 24), (70, 30), (14, 94), (76, 88))), "mb-palm-leaf"),
    "sand": ("M10 12h0M40 8h0M84 16h0M14 40h0M90 60h0M12 84h0M50 100h0M88 96h0", "mb-line mb-sand-dot"),
    "lagoon": (f"M6 10{WAVE}M6 100{WAVE}", "mb-line mb-lagoon-line"),
}


def draw() -> str:
    """Two huts and a Tiki on the beach."""
    sea = box(0, 0, 320, 200, "mb-sea") + path("M-10 70Q60 30 150 42T330 26V210H-10Z", "hm-foam")
    sea += path("M40 24q6-6 12 0t12 0 12 0M210 16q6-6 12 0t12 0 12 0", "mb-line mb-wave")
    beach = path("M-10 82Q60 42 150 54T330 38V210H-10Z", "mb-beach")
    ground = _ground(8, "palm") + _ground(106, "sand") + _ground(230, "lagoon")
    road = path("M217 84V210", "mb-line mb-kerb") + path("M217 84V210", "mb-line mb-road")
    walls = path("M0 84H330M217 84V210", "mb-line mb-wall-halo") + path("M0 84H330M217 84V210", "mb-line mb-wall")
    hut = PIECES["hut"] + placed(0, -10, MARKS["mark-3"], worn="on-seat")
    tiki = PIECES["tiki"] + placed(0, 23, MARKS["mark-1"], 0.62, worn="on-seat")
    huts = "".join(placed(x, 146, hut, 1.25, worn="seat-3") for x in (57, 155))
    return sea + beach + ground + road + walls + huts + placed(279, 146, tiki, 1.3, worn="seat-1")


def _ground(x: int, sector: str) -> str:
    pad = '<circle class="mb-pad" cx="49" cy="54" r="38"/>'
    texture, worn = TEXTURES[sector]
    return placed(x, 94, box(0, 0, 98, 110, f"mb-{sector}") + path(texture, worn) + pad)
