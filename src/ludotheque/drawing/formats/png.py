"""A drawing as a PNG picture, with the project's own fonts.

The renderer holds the GIL, so a server runs it in another process: `python -m ludotheque.drawing.formats.png WIDTH`
reads an SVG from stdin and writes the PNG to stdout.
"""

import sys
from importlib.resources import files

import resvg_py


def png(svg: str, width: int | None = None) -> bytes:
    """Render a self-contained SVG; `width` in pixels, or the drawing's own size."""
    fonts = files("ludotheque.drawing") / "fonts"
    names = [str(font) for font in fonts.iterdir() if font.name.endswith(".ttf")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=sorted(names),
            font_family="Atkinson Hyperlegible", sans_serif_family="Atkinson Hyperlegible", serif_family="Fraunces",
        )
    )  # fmt: skip


if __name__ == "__main__":
    sys.stdout.buffer.write(png(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
