"""The parts that all charts share: a linear scale, round ticks, lines, short names."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.drawing.svg import number


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `low` to `high` to coordinates from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low or 1)


def round_step(width: float, most: int) -> float:
    """The smallest of 1, 2, 5 times a power of ten that goes into `width` at most `most` times."""
    power = 10.0 ** math.floor(math.log10(width / most))
    return next(size * power for size in (1, 2, 5, 10, 20) if width / (size * power) <= most)


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of `step` from `low` to `high`."""
    first = -(-low // step)
    return [step * (first + i) for i in range(int(high // step - first) + 1)]


def line(x1: float, x2: float, y1: float, y2: float, worn: str = "") -> str:
    """A straight line; `worn` is its class."""
    dressed = f' class="{worn}"' if worn else ""
    return f'<line{dressed} x1="{number(x1)}" x2="{number(x2)}" y1="{number(y1)}" y2="{number(y2)}"/>'


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """A line through points."""
    return f'<polyline points="{" ".join(f"{number(x)},{number(y)}" for x, y in points)}"/>'


def shortened(name: str, longest: int) -> str:
    """A name of at most `longest` letters, its rest an ellipsis."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
