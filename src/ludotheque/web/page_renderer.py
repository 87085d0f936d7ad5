"""Renders a page: a template in the reader's language, gzipped if the browser accepts that."""

import gzip
import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.drawing import LANGUAGES
from ludotheque.drawing.description import rules_note
from ludotheque.drawing.shared_names import LANGUAGE_NAMES
from ludotheque.drawing.vignettes import vignette, vignette_sheets
from ludotheque.games import MANIFESTS
from ludotheque.table.api.guard import address_of as address_from
from ludotheque.table.fair_worker import PAGES, JobOwner
from ludotheque.table.service.limits import one_network
from ludotheque.web.assets import address_of, assets
from ludotheque.web.pages.player_faces import ADVISER_NAME, bot_face, face, level_casts
from ludotheque.web.reader import Reader

Made = TypeVar("Made")

SMALLEST_PACKED = 1000  # bytes
MOST_PACKED = 32  # pages cached as they are sent: about 5 MB
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@cache
def templates() -> Environment:
    """The templates. Values are escaped, and a missing one is an error."""
    made = Environment(
        loader=PackageLoader("ludotheque.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.globals |= {
        "asset": address_of,
        "bot_face": bot_face,
        "face": face,
        "manifests": MANIFESTS,
        "rules_note": rules_note,
        "vignette": vignette,
        "vignette_sheets": vignette_sheets,
        "level_casts": level_casts,
        "adviser": ADVISER_NAME,
        "has_asset": assets().__contains__,
        "languages": [(code, LANGUAGE_NAMES[code]) for code in LANGUAGES],
    }
    made.filters["json"] = as_json
    return made


def as_json(value: Any) -> Markup:
    """A value as JSON inside a script element, escaped so that no text can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704  every sign that HTML knows is escaped


def render(request: Request, reader: Reader, template: str, status: int = 200, **values: Any) -> Response:
    """Render a template."""
    text = templates().get_template(template).render(
        request=request, reader=reader, say=reader.say, count=reader.count, named=reader.named, speak=reader.speak,
        path=request.url.path, here=current_address(request), **values,
    )  # fmt: skip
    return send(request, text.encode(), status)


def current_address(request: Request) -> str:
    """The page's address, for returning to it; home if the page answers a form."""
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{request.url.path}{query}" if request.method == "GET" else "/"


def send(request: Request, data: bytes, status: int = 200) -> Response:
    """An HTML response, gzipped if the browser accepts that."""
    headers = {
        "content-security-policy": POLICY,
        "referrer-policy": "same-origin",  # no-referrer would send `Origin: null` with our own forms
        "vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if len(data) > SMALLEST_PACKED and "gzip" in request.headers.get("accept-encoding", ""):
        data = packed(data)
        headers["content-encoding"] = "gzip"
    return HTMLResponse(data, status, headers)


@lru_cache(maxsize=MOST_PACKED)
def packed(data: bytes) -> bytes:
    """Bytes gzipped; cached, since many read the same rulebook."""
    return gzip.compress(data, 5, mtime=0)


async def off_loop(request: Request, reader: Reader, make: Callable[[], Made]) -> Made:
    """What `make` returns, made in the thread for pages, at the expense of the reader."""
    return await PAGES.run(
        JobOwner(one_network(address_from(request.scope)), reader.person.id if reader.person else ""), make
    )


def redirect_to(address: str) -> RedirectResponse:
    """Redirect after a form to the page that shows its result."""
    return RedirectResponse(address, 303)
