"""Static files, and the form that stores language and theme."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.table.api.routes.dependencies import service_of
from ludotheque.web.assets import assets
from ludotheque.web.assets import edition as present
from ludotheque.web.page_renderer import redirect_to
from ludotheque.web.reader import LANGUAGE_COOKIE, REMEMBERED, THEME_COOKIE, TheReader
from ludotheque.wire.field_bounds import Language

router = APIRouter()

FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/static/{edition}/{name:path}")
async def static_file(request: Request, edition: str, name: str) -> Response:
    """A static file; under the present edition's address it is immutable."""
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404)
    caching = FOR_EVER if edition == present() else "no-cache"
    headers = {"cache-control": caching, "vary": "Accept-Encoding"}
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.gzipped, headers=headers | {"content-encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.data, headers=headers, media_type=asset.kind)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon, under the address that browsers try by default."""
    return Response(
        assets()["icon.svg"].data, headers={"cache-control": "public, max-age=86400"}, media_type="image/svg+xml"
    )


@router.post("/choose")
async def choose(
    request: Request, reader: TheReader,
    language: Annotated[Language | None, Form()] = None,
    theme: Annotated[Literal["system", "light", "dark"] | None, Form()] = None,
    back: Annotated[str, Form(max_length=400)] = "/",
) -> Response:  # fmt: skip
    """Store a language or a theme, and return to the page."""
    answer = redirect_to(local_address(back))
    remembered = {"max_age": REMEMBERED, "path": "/", "samesite": "lax", "secure": request.url.scheme == "https"}
    if language is not None:
        answer.set_cookie(LANGUAGE_COOKIE, language, **remembered)  # type: ignore[arg-type]
        if reader.person is not None:
            settings = reader.person.settings.model_copy(update={"language": language})
            await service_of(request).people.change_settings(reader.person, settings)
    if theme is not None:
        answer.set_cookie(THEME_COOKIE, theme, **remembered)  # type: ignore[arg-type]
    return answer


def local_address(address: str) -> str:
    """`address` if it lies within this house, else home."""
    is_ours = address.startswith("/") and not address.startswith("//")
    return address if is_ours and "\\" not in address and address.isprintable() else "/"
