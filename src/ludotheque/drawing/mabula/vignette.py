"""Mabula in small: marbles on the rim."""

from ludotheque.drawing.vignettes import box, path, placed

MARBLES = ("..WBWB", "B.....", "W.WB..", "B.BW.W", "..BWBW")


def draw() -> str:
    """Marbles on the rim of the wooden board, one about to be pushed."""
    board = box(44, -34, 300, 268, "hm-board", 34) + box(100, 18, 300, 164, "hm-inner", 16)
    cells = [
        (78 + 46 * column, 8 + 46 * row, sign) for row, line in enumerate(MARBLES) for column, sign in enumerate(line)
    ]
    there = [(x, y, sign) for x, y, sign in cells if y not in (8, 192) or x > 78]
    holes = "".join(f'<circle class="hm-hole" cx="{x}" cy="{y}" r="15"/>' for x, y, _ in there)
    marbles = "".join(placed(x, y, _marble("white" if sign == "W" else "black")) for x, y, sign in there if sign != ".")
    return box(0, 0, 320, 200, "hm-cloth") + board + holes + marbles + path("M98 100H108M100 92l10 8-10 8", "hm-push")


def _marble(colour: str) -> str:
    return (
        f'<ellipse class="hm-shadow" cx="2" cy="7" rx="17" ry="14"/><circle class="hm-{colour}" r="17"/>'
        f'<circle class="hm-{colour}-glint" cx="-6" cy="-7" r="4"/>'
    )
