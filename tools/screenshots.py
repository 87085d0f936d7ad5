"""Pictures of every page, of every phase of every game, by day and by night, on a desk and on phones."""

import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, sync_playwright
from tests.web.browser import Browsing, find_chromium, press, wait_turn
from tests.web.places import furnish, go
from tests.web.serving import House

FOLDER = Path("build/screenshots")
Light = Literal["light", "dark"]
SIZES: dict[str, tuple[dict[str, Any], tuple[Light, ...]]] = {
    "desk": ({"width": 1280, "height": 800}, ("light", "dark")),
    "phone": ({"width": 390, "height": 844, "touch": True}, ("light", "dark")),
    "small": ({"width": 360, "height": 740, "touch": True}, ("light",)),
}
GLIDED = 400  # milliseconds until all transitions have ended


def main() -> None:
    """Take all pictures, or those of pages whose name holds one of the words given."""
    words = sys.argv[1:]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browsing = Browsing(playwright.chromium.launch(executable_path=find_chromium()), house)
        browsing.expected.append("404")
        try:
            page = browsing()
            places = {
                name: address
                for name, address in furnish(page).items()
                if not words or any(word in name for word in words)
            }
            take_all(browsing, places, page.context.storage_state())
            browsing.close()
        finally:
            house.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def take_all(browsing: Browsing, places: dict[str, str], cookies: Any) -> None:
    """Take the pictures of all places, in all sizes and lights; of tables, also while a step is composed."""
    for size, (settings, lights) in SIZES.items():
        for light in lights:
            page = browsing(**settings, theme=light, storage_state=cookies)
            for name, address in places.items():
                go(page, address)
                page.wait_for_timeout(GLIDED)
                take(page, name, size, light)
                if name.startswith("table"):
                    compose(page, "touch" if settings.get("touch") else "click")
                    take(page, f"{name} composing", size, light)


def compose(page: Page, by: Literal["click", "touch"]) -> None:
    """Press lit elements until a step awaits its confirmation; a step that needs none is played."""
    offers = wait_turn(page)
    for _ in range(4):
        if offers is None or offers["isConfirmed"]:
            return
        press(page, offers["open"][len(offers["open"]) // 2], by)
        page.wait_for_timeout(GLIDED)
        offers = wait_turn(page, offers["mark"])


def take(page: Page, name: str, size: str, light: str) -> None:
    """Write one picture."""
    file = "-".join([*name.replace("/", " ").split(), size, light])
    page.screenshot(path=FOLDER / f"{file}.png", full_page=size != "desk" or not name.startswith("table"))


if __name__ == "__main__":
    main()
