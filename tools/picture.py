"""Draw the README's picture: a position of Mabula as a small SVG that needs nothing else."""

import json
import sys
from pathlib import Path

from ludotheque import Record

CELL = 44
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" role="img" aria-label="{label}">
<defs>
<linearGradient id="wood" x2="1" y2="1"><stop stop-color="#e9c793"/>
<stop offset="1" stop-color="#c99a5b"/></linearGradient>
<radialGradient id="hole" cy=".65"><stop offset=".5" stop-color="#b98a50"/>
<stop offset="1" stop-color="#94683a"/></radialGradient>
<radialGradient id="white" cx=".36" cy=".3" r=".8"><stop stop-color="#fff"/><stop offset=".6" stop-color="#ece4d6"/>
<stop offset="1" stop-color="#b7a88f"/></radialGradient>
<radialGradient id="black" cx=".36" cy=".3" r=".8"><stop stop-color="#6b6f86"/><stop offset=".5" stop-color="#2b2c3a"/>
<stop offset="1" stop-color="#14141c"/></radialGradient>
</defs>
<rect x="2" y="2" width="396" height="396" rx="34" fill="url(#wood)" stroke="#7d5730" stroke-width="2"/>
<rect x="67" y="67" width="266" height="266" rx="18" fill="#fff" fill-opacity=".22"/>
"""


def draw(fields: dict[str, list[str]], label: str) -> str:
    """Holes first, then marbles, each with its shade and its shine."""
    parts = [HEAD.format(label=label)]
    for x in range(8):
        for y in range(8):
            if (x in (0, 7)) + (y in (0, 7)) < 2:
                parts.append(f'<circle cx="{_at(x)}" cy="{_at(y)}" r="15" fill="url(#hole)"/>\n')
    for colour in ("white", "black"):
        for cell in fields[colour]:
            x, y = _at("abcdefgh".index(cell[0])), _at(8 - int(cell[1]))
            parts.append(
                f'<ellipse cx="{x + 2}" cy="{y + 4}" rx="18" ry="17" fill="#3a2410" fill-opacity=".35"/>'
                f'<circle cx="{x}" cy="{y}" r="18" fill="url(#{colour})"/>'
                f'<ellipse cx="{x - 6}" cy="{y - 8}" rx="5.5" ry="3.5" fill="#fff" fill-opacity=".75"'
                f' transform="rotate(-32 {x - 6} {y - 8})"/>\n'
            )
    return "".join(parts) + "</svg>\n"


def _at(index: int) -> int:
    return 46 + CELL * index


def main() -> None:
    record = Record.load(sys.argv[1])
    position = record.at(int(sys.argv[2]))
    label = f"A game of Mabula after {sys.argv[2]} moves"
    Path(sys.argv[3]).write_text(draw(json.loads(position.to_json()), label), "utf-8")


if __name__ == "__main__":
    main()
