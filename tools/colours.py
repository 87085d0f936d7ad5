"""Contrast and colour vision, measured on the style sheets; prints the table of docs/drawing.md."""

import re
import sys
from itertools import combinations

from ludotheque.drawing.theme import THEMES, tokens

Colour = tuple[float, float, float]
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def read(text: str) -> Colour:
    """#rrggbb as linear RGB."""
    digits = text.strip().lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """WCAG 2's ratio of two colours."""
    lights = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (read(one), read(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def seen(colour: Colour, sight: str) -> Colour:
    """A colour as an eye with this sight sees it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, colour, strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def lab(colour: Colour) -> Colour:
    """CIE Lab of a linear RGB colour, D65."""
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, sight: str) -> float:
    """How far apart two colours look."""
    a, b = (lab(seen(read(text), sight)) for text in (one, other))
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


SECTORS = ("sand", "lagoon", "palm", "rock")
# families of colours that a reader must distinguish, each with the game whose tokens it uses
FAMILIES = {
    "seats": ("mabula", [f"seat-{seat}" for seat in range(1, 7)]),
    "regions of Marabunta": ("marabunta", [f"region-{letter}" for letter in "BPOGSY"]),
    "sectors of Maka Bana": ("makabana", [f"mb-{sector}" for sector in SECTORS]),
}
# text or sign, its background, the least contrast, the game
PAIRS = [
    *((ink, ground, 4.5, "mabula") for ink in ("ink", "ink-soft") for ground in ("paper", "surface", "sunken")),
    *(("accent", ground, 4.5, "mabula") for ground in ("paper", "surface")),
    ("on-accent", "accent", 4.5, "mabula"),
    *((f"on-seat-{seat}", f"seat-{seat}", 4.5, "mabula") for seat in range(1, 7)),
    *((f"seat-{seat}-text", ground, 4.5, "mabula") for seat in range(1, 7) for ground in ("paper", "surface")),
    ("lit-line", "lit", 4.5, "mabula"),
    *((f"pen-{seat}", f"region-{letter}-pale", 4.5, "marabunta") for seat in (1, 2) for letter in "BPOGSY"),
    *(("region-ink", f"region-{letter}", 4.5, "marabunta") for letter in "BPOGSY"),
    ("lit-line", "dim", 4.5, "marabunta"),
    ("mb-on-sea", "mb-sea", 4.5, "makabana"),
    *((f"mb-{sector}-icon", f"mb-{sector}", 3, "makabana") for sector in SECTORS),
    *(("mb-ink", f"mb-{sector}", 4.5, "makabana") for sector in SECTORS),
    ("mb-ink", "mb-rock-mark", 3, "makabana"),  # the cracks run behind the beaches' letters
    *((symbol, "mb-pad", 3, "makabana") for symbol in ("mb-petal", "mb-fish", "mb-tattoo")),
    *((symbol, "lit", 3, "makabana") for symbol in ("mb-petal", "mb-fish", "mb-tattoo")),
    ("jr-fruit", "jr-field", 3, "junglerumble"),
    ("jr-flow", "jr-water", 3, "junglerumble"),
    ("jr-outline", "jr-fur", 3, "junglerumble"),
    *(("ink", f"jr-for-{card}", 4.5, "junglerumble") for card in ("tiger", "bull", "beaver", "raccoon", "monkey")),
    ("last", "last-case", 4.5, "mabula"),
    ("line-strong", "surface", 3, "mabula"),
    ("pencil", "struck", 3, "marabunta"),
]


def nearest(family: str, theme: str, sight: str) -> tuple[float, str, str]:
    """The two members of a family that look most alike."""
    game, names = FAMILIES[family]
    known = tokens(game, theme)
    return min((distance(known[a], known[b], sight), a, b) for a, b in combinations(names, 2))


def too_faint() -> list[str]:
    """Every pair whose contrast is less than it must be."""
    found = []
    for theme in THEMES:
        for ink, ground, least, game in PAIRS:
            known = tokens(game, theme)
            ratio = contrast(plain(known[ink], known), plain(known[ground], known))
            if ratio < least:
                found.append(f"{theme}: {ink} on {ground} is {ratio:.2f}, less than {least}")
    return found


def plain(text: str, known: dict[str, str]) -> str:
    """A token's value, where it is another token that one's."""
    while found := re.fullmatch(r"var\(--([\w-]+)\)", text.strip()):
        text = known[found[1]]
    return text


def main() -> int:
    print("| | " + " | ".join(f"{theme}, {sight}" for theme in THEMES for sight in SIGHTS) + " |")
    print("|---" * (1 + len(THEMES) * len(SIGHTS)) + "|")
    for family in FAMILIES:
        cells = [f"{nearest(family, theme, sight)[0]:.0f}" for theme in THEMES for sight in SIGHTS]
        print(f"| {family} | {' | '.join(cells)} |")
    for line in too_faint():
        print(line)
    return bool(too_faint())


if __name__ == "__main__":
    sys.exit(main())
