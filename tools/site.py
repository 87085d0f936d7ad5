"""Builds the docs site: `make docs`.

The pages lie in docs/, as a code browser shows them. They are laid out in build/docs, together with what comes from the
code (the reference, the numbered rules of the games), the pages of the root that they link to, fonts and colours; then
zensical builds build/site from there. A link that leads nowhere, in a page or in what was built, ends the build with a
line that names it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ludotheque.games import NAMES
from tools import game_pages, reference, site_notebooks
from tools.site_links import broken_links

ROOT = Path(__file__).parent.parent
DOCS, CONFIG = ROOT / "docs", ROOT / "zensical.toml"
DRAWING = ROOT / "src" / "ludotheque" / "drawing"
PLACES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CREDITS.md": "credits.md",
    "bench/README.md": "bench.md",
    "LICENSE": "license.txt",
}
SESSION = re.compile(r"(?m)^```python(?:-house|-norun)?\n(?=>>> )")
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
COLOUR = re.compile(r"\x1b\[[\d;]*m")


def place_of(file: Path) -> Path:
    """The path on the site of a file in the repository."""
    if file.is_relative_to(DOCS):
        return file.relative_to(DOCS)
    inside = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name
    return Path(PLACES.get(inside, inside))


def full_text(page: Path) -> str:
    """A page as the site shows it, with the parts that come from the code."""
    if page == reference.PAGE:
        return reference.page()
    text = page.read_text("utf-8")
    return game_pages.site_page(page.stem, text) if page.parent == DOCS / "games" else text


def relinked(text: str, file: Path) -> str:
    """A page's text with links rewritten to the site's paths, and Python sessions marked as such."""

    def led(found: re.Match[str]) -> str:
        target = place_of(Path(os.path.normpath(file.parent / found[2])))
        if target.suffix == ".ipynb":
            target = target.with_suffix(".md")
        return found[1] + os.path.relpath(target, place_of(file).parent) + found[3]

    return LINK.sub(led, SESSION.sub("```pycon\n", text).replace("```python-norun\n", "```python\n"))


def lay_out(root: Path) -> None:
    """Put everything that the site shows into `build/docs` of a folder, and beside it how it is built."""
    laid = root / "build" / "docs"
    shutil.rmtree(laid, ignore_errors=True)
    shutil.copytree(DOCS, laid)
    for page in [*DOCS.rglob("*.md"), *(ROOT / name for name in PLACES)]:
        (laid / place_of(page)).write_text(relinked(full_text(page), page), "utf-8", newline="\n")
    for file, figure in (drawn for name in NAMES for drawn in game_pages.site_figures(name)):
        (laid / "pictures" / "games" / file).write_text(figure, "utf-8", newline="\n")
    shutil.copytree(ROOT / "examples", laid / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for notebook in DOCS.rglob("*.ipynb"):
        text = site_notebooks.page_of(notebook)
        (laid / place_of(notebook)).with_suffix(".md").write_text(text, "utf-8", newline="\n")
    for font in (DRAWING / "fonts").glob("*.woff2"):
        shutil.copy2(font, laid / "style" / font.name)
    shutil.copy2(DRAWING / "style" / "tokens.css", laid / "style" / "tokens.css")
    shutil.copy2(ROOT / "src/ludotheque/web/static/icon.svg", laid / "style" / "favicon.svg")
    if root != ROOT:
        shutil.copy2(CONFIG, root / CONFIG.name)


def build(root: Path, *, strict: bool = True) -> list[str]:
    """Build the site in `build/site` of a folder; what is wrong with it, a line each."""
    lay_out(root)
    site = root / "build" / "site"
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", *(["--strict"] if strict else [])]
    made = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603
    if made.returncode:
        said = COLOUR.sub("", made.stdout + made.stderr)
        return [line for line in said.partition("Traceback")[0].splitlines() if line.strip()]
    for notebook in DOCS.rglob("*.ipynb"):
        site_notebooks.fill((site / place_of(notebook)).with_suffix(".html"), notebook)
    return list(broken_links(site))


def main() -> None:
    """Build the site, or say why not; with `--draft` pages may be missing."""
    is_draft = "--draft" in sys.argv[1:]
    if (found := build(ROOT, strict=not is_draft)) and not is_draft:
        raise SystemExit("\n".join(found))
    count = len(list((ROOT / "build" / "site").rglob("*.html")))
    print(f"{count} pages in build/site; to read and search them: python -m http.server --directory build/site")


if __name__ == "__main__":
    main()
