"""Serves the browser table and the documents, whose files are built into the package."""

from __future__ import annotations

from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.response import Redirect
from litestar.static_files import create_static_files_router

FOLDER = Path(__file__).resolve().parent.parent / "static"
SITE = FOLDER.parent / "site"
"""The documents, as `make docs` builds them."""
DOCS = "/docs"
NOT_BUILT = (
    "This tablee was installed without its page. The tables are served all the same, under /api.\n"
    "To have the page: install again where Node can be had, without TABLEE_NO_PAGE.\n"
)
NO_DOCS = "This tablee was installed without its documents. `make docs` builds them.\n"


def page_routes() -> list[Router]:
    """Returns the routes of the page and of its assets."""
    if not (FOLDER / "index.html").exists():
        return [Router("/", route_handlers=[_without_page])]
    # The name of an asset changes with its content, so browsers may keep it. The page they ask for.
    forever = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
    assets = create_static_files_router(
        "/assets",
        [FOLDER / "assets"],
        cache_control=forever,
        name="assets",
    )
    asked = CacheControlHeader(no_cache=True)
    page = create_static_files_router(
        "/",
        [FOLDER],
        html_mode=True,
        cache_control=asked,
        name="page",
    )
    return [assets, page]


def docs_routes() -> list[Router]:
    """Returns the routes of the documents."""
    if not (SITE / "index.html").exists():
        return [Router(DOCS, route_handlers=[_without_docs])]
    asked = CacheControlHeader(no_cache=True)
    site = create_static_files_router(DOCS, [SITE], cache_control=asked, name="docs")
    return [Router(DOCS, route_handlers=[_first_page]), site]


@get("/", include_in_schema=False)
async def _first_page() -> Redirect:
    """Leads to the first page by its name, because the links on it are relative to a folder."""
    return Redirect(f"{DOCS}/index.html")


@get("/", include_in_schema=False, media_type=MediaType.TEXT)
async def _without_docs() -> Response[str]:
    return Response(NO_DOCS, status_code=404)


@get("/", include_in_schema=False, media_type=MediaType.TEXT)
async def _without_page() -> Response[str]:
    return Response(NOT_BUILT, status_code=404)
