"""The browser client: its files, its one page for every address of the application, and the headers they carry."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER: Final = Path(__file__).parent / "static"

SECURITY_HEADERS: Final = {
    # No script and no style sheet but our own files; style attributes are how cards are placed.
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
        "base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # Links to a seat hold its token: no other site may learn them.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"
AN_HOUR: Final = "public, max-age=3600"

COMPRESSED: Final = frozenset({".js", ".css", ".svg", ".html", ".webmanifest"})
"""Files that are sent compressed to whoever takes them so; pictures in pixels are compressed already."""

mimetypes.add_type("application/manifest+json", ".webmanifest")

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Amity</title>
<h1>The browser client is not built</h1>
<p>The server is running, but this installation has no client: it was made from a source tree whose client was never
built. <code>make play</code> builds and starts everything; <code>make dev</code> builds the client for a source
tree.</p>
<p>The HTTP interface is described in <a href="/openapi.json">openapi.json</a>.</p>
</html>
"""


class Client(StaticFiles):
    """The built client. An address without a file is one of the application's own, such as ``/t/CODE``."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._page = folder / "index.html"

    async def check_config(self) -> None:
        """Nothing: a source tree may build its client while the server runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file of that path, or the application's page."""
        if path in (".", "index.html"):
            return await self._application_page(scope)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            # A file that is missing is an error and no page; the application's own addresses have no dots.
            if error.status_code != 404 or "." in path.rsplit("/", 1)[-1] or f"{path}/".startswith("api/"):
                raise
            return await self._application_page(scope)
        response.headers["cache-control"] = _cache_control(path)
        return await _compressed(response, scope)

    async def _application_page(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        if not self._page.is_file():
            return HTMLResponse(NOT_BUILT, 503, headers={"cache-control": "no-store"})
        response = await super().get_response("index.html", scope)
        response.headers["cache-control"] = ASK_FIRST
        return await _compressed(response, scope)


async def _compressed(response: Response, scope: Scope) -> Response:
    """The same file in gzip, where that is asked for and worth it."""
    if not isinstance(response, FileResponse) or Path(response.path).suffix not in COMPRESSED:
        return response
    response.headers["vary"] = "accept-encoding"
    asked = Headers(scope=scope)
    if "gzip" not in asked.get("accept-encoding", "") or "range" in asked or scope["method"] != "GET":
        return response
    path = Path(response.path)
    body = await asyncio.to_thread(lambda: _gzipped(path, path.stat().st_mtime_ns))
    headers = dict(response.headers)
    del headers["content-length"]
    headers.pop("accept-ranges", None)
    # The same contents, but not the same bytes as without compression.
    headers |= {"content-encoding": "gzip", "etag": f"W/{headers['etag']}"}
    return Response(body, response.status_code, headers)


@lru_cache(maxsize=512)
def _gzipped(path: Path, _modified_ns: int) -> bytes:
    """The contents of a file in gzip, made once for each state of the file."""
    return gzip.compress(path.read_bytes(), 6, mtime=0)


def _cache_control(path: str) -> str:
    if path.startswith("assets/"):
        # Their names hold a hash of their contents.
        return FOR_EVER
    if path.startswith("cards/"):
        return AN_HOUR
    return ASK_FIRST


class SecurityHeaders:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one call."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)
