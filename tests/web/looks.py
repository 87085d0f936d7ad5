"""How a page looks to whoever plays: what moves by itself, what lies out of sight, what is too faint, small or cut."""

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PIL import Image
from playwright.sync_api import Page

from tests.web.browser import By, press

MOST_SHIFT = 0.1  # of a whole visit without an input, and of each act
MOST_HIDDEN = 0.03  # of the decisions may have a choice out of sight
LEAST_CONTRAST = 4.5
LEAST_SIZE = 11.0  # pixels of a letter
KINDS = (
    "moves by itself", "moves after an input", "out of sight", "nothing in sight", "faint", "small", "cut"
)  # fmt: skip
SCRIPT = Path(__file__).with_suffix(".js")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAINTED = 60  # of 255: by so much a pixel of a glyph changes with its colour
FEWEST = 6  # pixels of a text that is not covered
FAINTEST = 20  # per cent of a text's pixels may have less contrast: a line that crosses it, an edge
SCREENS = 12  # scrolled to for one look


@dataclass
class Looks:
    """What was measured of a page while somebody played; `problems` says what is not as it should be."""

    page: Page
    decisions: int = 0
    hidden: list[str] = field(default_factory=list)  # decisions with a choice out of sight
    lost: list[str] = field(default_factory=list)  # decisions with none in sight
    faint: dict[str, str] = field(default_factory=dict)
    small: dict[str, str] = field(default_factory=dict)
    cut: dict[str, str] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.add_init_script(SCRIPT.read_text())

    @property
    def by(self) -> By:
        """How this page is used."""
        return "touch" if self.page.evaluate("navigator.maxTouchPoints > 0") else "click"

    def see_choices(self, offers: dict[str, Any]) -> None:
        """Note which choices of a decision can't be pressed where the page lies."""
        choices = [*offers["open"], *(["confirm"] if offers["isConfirmed"] else [])]
        self.page.evaluate("looks.standStill()")
        away = self.page.evaluate("(ids) => ids.filter(looks.isAway)", choices)
        said = (self.page.locator("#prompt-text").text_content() or "")[:50]
        self.decisions += 1
        if away:
            self.hidden.append(f"{len(away)} of {len(choices)}, {away[:4]}: {said}")
        if away and len(away) == len(choices):
            self.lost.append(said)

    def press(self, element: str) -> None:
        """Press an element where it lies; only if it is out of sight the page is scrolled to it."""
        point = self.page.evaluate("(id) => looks.pointOf(id)", element)
        if point is None:
            press(self.page, element, self.by)
        elif self.by == "touch":
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def see_texts(self) -> None:
        """Look at every text that was not there before, in both themes, wherever on the page it is."""
        place = self.page.evaluate("looks.beginMeasuring()")
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            self._see_theme(theme)
        self.page.emulate_media(color_scheme="light")
        self.page.evaluate("(place) => looks.endMeasuring(place)", place)

    def _see_theme(self, theme: str) -> None:
        for _ in range(SCREENS):
            self.page.evaluate("looks.settle()")
            texts = self.page.evaluate("looks.texts()")
            fresh = [text for text in texts if (theme, text["key"]) not in self.seen]
            if not fresh:
                return
            high = self.page.viewport_size["height"]  # type: ignore[index]
            here = [text for text in fresh if is_inside(text, high)]
            if here:
                self._measure(theme, here)
            else:
                scroll_by(self.page, fresh[0]["lines"][0]["top"] - high / 2)
                now = [text for text in self.page.evaluate("looks.texts()") if text["key"] == fresh[0]["key"]]
                if not any(is_inside(text, high) for text in now):  # it can't be scrolled to
                    self.seen.add((theme, fresh[0]["key"]))

    def _measure(self, theme: str, texts: list[dict[str, Any]]) -> None:
        before = self.page.evaluate("looks.changes()")
        grounds, glyphs = (paint(self.page, colour) for colour in ("transparent", "#ff00ff"))
        self.page.evaluate("looks.paintTexts('')")
        if self.page.evaluate("looks.changes()") != before:  # a bot has moved: two pictures, to be looked at again
            return
        still = self.page.evaluate("looks.texts()")
        for text in (one for one in texts if one in still):
            self.seen.add((theme, text["key"]))
            contrast = contrast_of(text, grounds, glyphs)
            if contrast is None:  # covered
                continue
            about = f"“{text['words']}” in {text['key'][:120]}"
            if contrast < LEAST_CONTRAST and not text["isOff"]:
                self.faint[f"{theme} {text['key']}"] = f"{theme} {contrast:.2f}: {about}"
            if text["size"] < LEAST_SIZE - 0.05:
                self.small[text["key"]] = f"{text['size']:.1f} px: {about}"
            if text["cut"]:
                self.cut[text["key"]] = f"{text['cut']}: {about}"

    def shifts(self, *, after_input: bool) -> list[tuple[float, str]]:
        """The layout shifts, the largest first, with what moved."""
        every = self.page.evaluate("looks.shifts()")
        found = [one for one in every if one["isAfterInput"] == after_input]
        said = [
            (one["value"], f"{one['value']:.3f} at “{one['said']}”: {'; '.join(one['moved'][:3])}") for one in found
        ]
        return sorted(said, reverse=True)

    def problems(self) -> dict[str, list[str]]:
        """What is not as it should be, by kind."""
        alone, caused = self.shifts(after_input=False), self.shifts(after_input=True)
        total = sum(value for value, _ in alone)
        found = (
            [f"{total:.2f} in all", *(said for _, said in alone[:6])] * (total >= MOST_SHIFT),
            [said for value, said in caused if value >= MOST_SHIFT],
            self.hidden * (len(self.hidden) >= MOST_HIDDEN * self.decisions),
            self.lost, [*self.faint.values()], [*self.small.values()], [*self.cut.values()],
        )  # fmt: skip
        return {kind: told for kind, told in zip(KINDS, found, strict=True) if told}


def is_inside(text: dict[str, Any], high: float) -> bool:
    """Whether all of a text's first line is in the window's height, and under no bar."""
    first = text["lines"][0]
    return bool(first["top"] >= 0 and first["bottom"] <= high and not text["isUnder"])


def scroll_by(page: Page, by: float) -> None:
    """Scroll a page so far down, at once."""
    page.evaluate("(by) => scrollBy({ top: by, behavior: 'instant' })", by)


def paint(page: Page, colour: str) -> np.ndarray:
    """The window's pixels with all texts in this colour."""
    page.evaluate("(colour) => looks.paintTexts(colour)", colour)
    shot = page.screenshot(animations="disabled", caret="initial")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(float)


def contrast_of(text: dict[str, Any], grounds: np.ndarray, glyphs: np.ndarray) -> float | None:
    """The contrast of a text with what is painted behind its glyphs; None if nothing of it is painted."""
    *colour, alpha = text["colour"]
    opacity = text["opacity"] * alpha / 255
    behind = []
    for box in text["lines"]:
        top, bottom, left, right = (max(0, round(box[side])) for side in ("top", "bottom", "left", "right"))
        ground, glyph = grounds[top:bottom, left:right], glyphs[top:bottom, left:right]
        behind.append(ground[np.abs(glyph - ground).max(axis=-1, initial=0) > PAINTED * max(text["opacity"], 0.2)])
    pixels = np.concatenate(behind)
    if len(pixels) < FEWEST:
        return None
    ink = opacity * np.array(colour, float) + (1 - opacity) * pixels
    light, dark = luminance(ink), luminance(pixels)
    ratios = (np.maximum(light, dark) + 0.05) / (np.minimum(light, dark) + 0.05)
    return float(np.percentile(ratios, FAINTEST))


def luminance(pixels: np.ndarray) -> np.ndarray:
    """The relative luminance of colours, as WCAG defines it."""
    parts = pixels / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    found: np.ndarray = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found
