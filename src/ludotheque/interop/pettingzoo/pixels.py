"""A drawing as an array of pixels."""

from io import BytesIO
from typing import Any

import numpy as np

from ludotheque.drawing.formats.png import png
from ludotheque.interop import MissingExtraError

try:
    from PIL import Image
except ModuleNotFoundError:
    raise MissingExtraError(
        "Pillow is not installed: `pip install 'ludotheque[pettingzoo]'`, or in a copy of the sources "
        "`sh tools/setup --extra pettingzoo`"
    ) from None


def pixels(svg: str, width: int) -> Any:
    """A standalone SVG as red, green and blue: uint8, (height, width, 3), on white."""
    picture = np.asarray(Image.open(BytesIO(png(svg, width))).convert("RGBA"))
    colour, opaque = np.split(picture.astype(np.uint16), [3], axis=2)
    return ((colour * opaque + 255 * (255 - opaque) + 127) // 255).astype(np.uint8)
