"""Static files: style sheets, scripts, fonts and pictures. Their address changes whenever one of them does."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ludotheque.games import NAMES

KINDS = {
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "woff2": "font/woff2", "png": "image/png", "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
}  # fmt: skip
COMPRESSIBLE = ("css", "js", "mjs", "svg", "webmanifest")  # file endings


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file, with its gzipped form where that is smaller."""

    kind: str
    data: bytes
    gzipped: bytes | None


@cache
def assets() -> dict[str, Asset]:
    """All static files by name: those of the pages, and the drawings' style sheets and fonts."""
    found = dict(_walk(files("ludotheque.web") / "static"))
    style, fonts = files("ludotheque.drawing") / "style", files("ludotheque.drawing") / "fonts"
    shared = b"".join((style / f"{name}.css").read_bytes() for name in ("tokens", "board"))
    found["css/site.css"] = shared + found["css/site.css"]
    found["css/home.css"] = found["css/book.css"] + found["css/home.css"]
    for name in NAMES:
        own = found.get(f"css/{name}.css", b"")
        found[f"css/{name}.css"] = (style / f"{name}.css").read_bytes() + own
        found[f"css/{name}-table.css"] = found[f"css/{name}.css"] + found["css/table.css"] + found["css/tools.css"]
    found |= {f"fonts/{one.name}": one.read_bytes() for one in fonts.iterdir() if one.name.endswith(".woff2")}
    found["js/fair.mjs"] = (files("ludotheque.play") / "fair.mjs").read_bytes()
    return {name: _asset(name, data) for name, data in sorted(found.items())}


def _walk(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir():
        name = f"{above}{one.name}"
        found += _walk(one, f"{name}/") if one.is_dir() else [(name, one.read_bytes())]
    return found


def _asset(name: str, data: bytes) -> Asset:
    ending = name.rpartition(".")[2]
    gzipped = gzip.compress(data, 9, mtime=0) if ending in COMPRESSIBLE else None
    return Asset(KINDS.get(ending, "application/octet-stream"), data, gzipped)


@cache
def edition() -> str:
    """A hash of all static files, part of their addresses."""
    whole = hashlib.sha256()
    for name, asset in assets().items():
        whole.update(name.encode() + b"\0" + asset.data)
    return whole.hexdigest()[:12]


def address_of(name: str) -> str:
    """The address of a static file; clients may cache it for ever."""
    if name not in assets():
        raise KeyError(name)
    return f"/static/{edition()}/{name}"
