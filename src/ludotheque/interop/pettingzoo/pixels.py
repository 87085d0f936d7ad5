"""A drawing as an array of pixels."""

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.drawing.png import png
from ludotheque.games.kernel import CPU, int64, kernel

NO_FILTER, SUB, UP, AVERAGE = 0, 1, 2, 3  # how a line of a PNG is told; 4 is Paeth's way
DEPTH = 4  # bytes of a pixel: red, green, blue, how opaque


def pixels(svg: str, width: int) -> Any:
    """An SVG that stands alone as red, green and blue: uint8, (height, width, 3), on white."""
    data = png(svg, width)
    chunks = dict(_chunks(data))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    told = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * DEPTH)
    picture = np.zeros((height, width * DEPTH), np.uint8)
    CPU.bind(unfilter)(told, picture)
    colour, opaque = np.split(picture.reshape(height, width, DEPTH).astype(np.uint16), [3], axis=2)
    return ((colour * opaque + 255 * (255 - opaque) + 127) // 255).astype(np.uint8)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The named pieces of a PNG, with the image's own data put together."""
    place, image = 8, b""
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        name, piece = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        image += piece if name == b"IDAT" else b""
        yield name, image if name == b"IDAT" else piece
        place += length + 12


@kernel
def unfilter(told: Any, picture: Any) -> None:
    """Undo the filters of a PNG: each byte is told as a difference from those left, above, and left above."""
    for y in range(picture.shape[0]):
        way = told[y, 0]
        for x in range(picture.shape[1]):
            left = int64(picture[y, x - DEPTH]) if x >= DEPTH else 0
            above = int64(picture[y - 1, x]) if y else 0
            corner = int64(picture[y - 1, x - DEPTH]) if x >= DEPTH and y else 0
            guess = nearest(left, above, corner)
            if way == NO_FILTER:
                guess = 0
            elif way == SUB:
                guess = left
            elif way == UP:
                guess = above
            elif way == AVERAGE:
                guess = (left + above) // 2
            picture[y, x] = (int64(told[y, x + 1]) + guess) & 255


@kernel
def nearest(left: int, above: int, corner: int) -> int:
    """Whichever is nearest to left + above - corner (Paeth)."""
    a, b, c = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if a <= b and a <= c:
        return left
    return above if b <= c else corner
