"""The server of the tables also serves the page."""

import gzip
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import httpx
import pytest

from house import Running, start
from tablee.server import packing, page
from tablee.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a page like that of the build."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>tablee</title>")
    (tmp_path / "assets" / "index-1a2b.js").write_text("console.log('tablee');" * 200)
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture
def serve(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Running]:
    return lambda: start(Settings(data_dir=tmp_path_factory.mktemp("data")))


@pytest.mark.usefixtures("built")
def test_the_page_is_always_asked_for_and_its_parts_are_kept(serve: Callable[[], Running]) -> None:
    running = serve()
    try:
        with httpx.Client(base_url=running.address, timeout=60) as client:
            first, part = client.get("/"), client.get("/assets/index-1a2b.js")
        assert first.headers["content-type"].startswith("text/html")
        assert first.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in first.headers["content-security-policy"]
        assert "immutable" in part.headers["cache-control"]
        assert part.headers["content-encoding"] == "gzip"
    finally:
        running.stop()


@pytest.mark.usefixtures("built")
def test_the_script_is_compressed_once_and_not_between_the_moves(
    serve: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    @lru_cache
    def pack(body: bytes) -> bytes:
        threads.append(threading.current_thread())
        return gzip.compress(body)

    monkeypatch.setattr(packing, "kept", pack)
    running = serve()
    try:
        with httpx.Client(base_url=running.address, timeout=60) as client:
            parts = [client.get("/assets/index-1a2b.js") for _ in range(3)]
    finally:
        running.stop()
    assert {part.text for part in parts} == {"console.log('tablee');" * 200}
    assert len(threads) == 1
    assert threads[0] is not running.thread


def test_without_a_page_the_tables_are_served_and_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[[], Running]
) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    running = serve()
    try:
        with httpx.Client(base_url=running.address, timeout=60) as client:
            first, games = client.get("/"), client.get("/api/games")
        assert first.status_code == 404
        assert "without its page" in first.text
        assert games.status_code == 200
    finally:
        running.stop()


def test_the_lock_file_names_no_place_to_download_from() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")


def test_the_documents_are_under_docs_and_allow_no_script_inside_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[[], Running]
) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>documents</title>")
    (tmp_path / "api" / "core.html").write_text("<!doctype html><title>core</title>")
    monkeypatch.setattr(page, "SITE", tmp_path)
    running = serve()
    try:
        with httpx.Client(base_url=running.address, timeout=60, follow_redirects=True) as client:
            for path in ("/docs", "/docs/"):
                first = client.get(path)
                assert first.url.path == "/docs/index.html"
                assert "documents" in first.text
            deeper, missing = client.get("/docs/api/core.html"), client.get("/docs/nothing.html")
            outside = client.get("/docs/%2e%2e/%2e%2e/etc/passwd")
            other = client.get("/api/games")
    finally:
        running.stop()
    assert deeper.headers["content-type"].startswith("text/html")
    assert "script-src 'self';" in deeper.headers["content-security-policy"]
    assert "style-src 'self' 'unsafe-inline';" in deeper.headers["content-security-policy"]
    assert "unsafe-inline" not in other.headers["content-security-policy"]
    assert missing.status_code == 404
    assert outside.status_code in (400, 404)


def test_without_documents_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[[], Running]
) -> None:
    monkeypatch.setattr(page, "SITE", tmp_path)
    running = serve()
    try:
        answer = httpx.get(f"{running.address}/docs", timeout=60)
    finally:
        running.stop()
    assert answer.status_code == 404
    assert "without its documents" in answer.text
