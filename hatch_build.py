"""Compile the catalogues of translations: for hatch, before it builds a wheel, and for a checkout as a script."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path("src") / "ludotheque" / "drawing" / "locale"


class CatalogueHook(BuildHookInterface[Any]):
    """Run by hatch, also for an editable install; `artifacts` in pyproject.toml takes the files into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))


def compile_catalogues(root: Path) -> None:
    """Write a `.mo` beside every `.po` that has changed since."""
    for source in sorted((root / LOCALE).rglob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            with source.open("rb") as text, target.open("wb") as compiled:
                write_mo(compiled, read_po(text))


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent)
