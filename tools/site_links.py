"""Finds broken links of a built site, and files that a reader's browser would fetch from elsewhere."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"img": "src", "script": "src", "source": "src", "iframe": "src", "video": "src", "audio": "src"}


class Page(HTMLParser):
    """A page's anchors, its links, and the files that it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.fetched.append(given.get("href", ""))
        elif FETCHED.get(tag) in given:
            self.fetched.append(given[FETCHED[tag]])


def broken_links(site: Path) -> Iterator[str]:
    """A line for each link or picture that leads nowhere, and for each that is fetched from elsewhere."""
    pages = {file: Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        if file.name == "404.html":
            continue
        where = file.relative_to(site)
        for link in page.fetched:
            if urlsplit(link).netloc:
                yield f"{where}: fetches {link}"
        for link in [*page.links, *page.fetched]:
            parts = urlsplit(link)
            if not parts.scheme and not parts.netloc and not leads(file, parts.path, parts.fragment, pages):
                yield f"{where}: {link} leads nowhere"


def leads(file: Path, path: str, name: str, pages: dict[Path, Page]) -> bool:
    """Whether a link of a page finds its file, and in a page its heading."""
    target = (file.parent / unquote(path)).resolve() if path else file
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return False
    return not name or target not in pages or unquote(name) in pages[target].names or name.startswith("only-")
