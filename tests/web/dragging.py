"""Dragging by mouse, or by a finger, which a browser may take for scrolling."""

from playwright.sync_api import Page

from tests.web.browser import MissedError

STEPS = 3  # of a pointer on its way
# A point of an element where a pointer hits it, once the element no longer moves.
SPOT = """async ([id, isTarget]) => {
  const inside = (one, element) => one === element || element.contains(one);
  const find = () => {
    const element = document.getElementById(id);
    const { x, y, width, height } = element.getBoundingClientRect();
    for (const down of [.5, .3, .7, .15, .85]) for (const across of [.5, .3, .7, .15, .85]) {
      const point = [x + Math.min(width, innerWidth - x) * across, y + height * down];
      const [first, ...others] = document.elementsFromPoint(...point);
      if (first && (isTarget ? [first, ...others] : [first]).some((one) => inside(one, element))) return point;
    }
    return null;
  };
  let last = null;
  for (let n = 0; n < 100; n += 1) {
    const now = document.getElementById(id) && find();
    if (now && String(now) === String(last)) return now;
    last = now;
    await new Promise((done) => setTimeout(done, 30));
  }
  return null;
}"""


def spot(page: Page, element: str, *, is_target: bool = False) -> tuple[float, float]:
    """The point at which a pointer hits an element."""
    found = page.evaluate(SPOT, [element, is_target])
    if not found:
        raise MissedError(f"{element} can't be taken hold of")
    return found[0], found[1]


def way(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """The points of a pointer on its way."""
    shares = [step / STEPS for step in range(1, STEPS + 1)]
    return [(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part) for part in shares]


def carry(page: Page, source: str, target: str) -> None:
    """Drag an element over a place with the mouse, without dropping it."""
    start, end = spot(page, source), spot(page, target, is_target=True)
    page.mouse.move(*start)
    page.mouse.down()
    for point in way(start, end):
        page.mouse.move(*point)


def drag(page: Page, source: str, target: str) -> None:
    """Drag an element to a place with the mouse, and drop it there."""
    carry(page, source, target)
    page.mouse.up()


class Finger:
    """A finger on a phone, as raw touch events: the browser may scroll instead."""

    def __init__(self, page: Page) -> None:
        self.page, self.line = page, page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def slide(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put the finger down, slide it, and lift it."""
        self._touch("touchStart", start)
        for point in way(start, end):
            self._touch("touchMove", point)
        self._touch("touchEnd")

    def drag(self, source: str, target: str) -> None:
        """Drag an element to a place, and drop it there."""
        self.slide(spot(self.page, source), spot(self.page, target, is_target=True))
