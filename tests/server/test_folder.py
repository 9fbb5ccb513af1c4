"""The data folder: private, used by one server, with a key that is whole; ready means it saves."""

import asyncio
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from house import FREE, ServerProcess, start
from tablee.cli import main
from tablee.client import Guest
from tablee.server.messages import Refused
from tablee.server.settings import Settings
from tablee.server.storage import folder
from tablee.server.storage.sqlite import SqliteJournal
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def serve(where: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Starts a server that must refuse. Returns what it says."""
    assert main(["--lang", "en", "serve", "--port", "0", "--data-dir", str(where)]) != 0
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("content", ["", "abc", "0" * 63, "\0" * 64, "g" * 64, "0" * 65])
def test_a_key_that_is_not_whole_refuses_to_start(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / folder.KEY).write_text(content)
    said = serve(tmp_path, capsys)
    assert str(tmp_path / folder.KEY) in said
    assert "backup" in said
    assert (tmp_path / folder.KEY).read_text() == content
    for language in ("fr", "de"):
        assert len(Refused("bad-key", file="x").text(language)) > 40


KILLED_WHILE_WRITING = """
import os, sys
from pathlib import Path
from tablee.server.storage import folder

calls = 0

def dying(done):
    def call(*arguments, **named):
        global calls
        calls += 1
        if calls > int(sys.argv[2]):
            os._exit(9)
        return done(*arguments, **named)
    return call

for name in ("open", "link", "fsync", "fdopen"):
    setattr(os, name, dying(getattr(os, name)))
folder.signing_key(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("at", range(6))
def test_a_key_is_written_whole_or_not_at_all(at: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED_WHILE_WRITING, str(tmp_path), str(at)]
    assert subprocess.run(command, check=False).returncode == 9
    key = folder.signing_key(tmp_path)
    assert len(key) == 64
    assert folder.signing_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [folder.KEY]


def test_a_full_disk_leaves_no_half_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        folder.signing_key(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
async def test_nobody_else_may_read_what_the_server_keeps(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        running = start(Settings(data_dir=tmp_path / "new", limits=FREE))
        async with Guest(running.address) as anna:
            await anna.create(NewTable("fragile", join=Joining("Anna")))
            files = {path.name: mode(path) for path in (tmp_path / "new").iterdir()}
        running.stop()
    finally:
        os.umask(before)
    assert mode(tmp_path / "new") == 0o700
    assert {"signing.key", "tablee.sqlite3", "tablee.sqlite3-wal"} <= files.keys()
    assert set(files.values()) == {0o600}, files


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_folder_of_an_earlier_version_is_closed_at_start(tmp_path: Path) -> None:
    start(Settings(data_dir=tmp_path)).stop()
    for path in (tmp_path, *tmp_path.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    start(Settings(data_dir=tmp_path)).stop()
    assert mode(tmp_path) == 0o700
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_folder_that_others_share_stays_open(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    start(Settings(data_dir=tmp_path)).stop()
    assert mode(tmp_path) == 0o1777
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}


def test_a_second_server_on_the_same_folder_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = start(Settings(data_dir=tmp_path))
    try:
        said = serve(tmp_path, capsys)
        assert "Another tablee" in said
        assert str(tmp_path) in said
    finally:
        running.stop()
    start(Settings(data_dir=tmp_path)).stop()


async def test_after_a_kill_the_folder_is_free(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    await process.is_up()
    address = f"sqlite:///{tmp_path / folder.DATABASE}"
    with pytest.raises(Refused, match="Another tablee"):
        await SqliteJournal(address).open()
    process.kill()
    again = SqliteJournal(address)
    await again.open()
    await again.close()


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be read" * 100])
def test_what_is_no_database_is_said(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / folder.DATABASE).write_bytes(content)
    if content:
        assert "not a database" in serve(tmp_path, capsys)
        assert (tmp_path / folder.DATABASE).read_bytes() == content
    else:  # a first start that was killed leaves an empty file
        start(Settings(data_dir=tmp_path)).stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file")
async def test_a_server_that_cannot_save_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    await process.is_up()
    assert process.process is not None
    try:
        async with httpx.AsyncClient(base_url=process.address, timeout=30) as client:
            assert (await client.get("/health/ready")).status_code == 200
            wal = tmp_path / f"{folder.DATABASE}-wal"
            full = (wal.stat().st_size, resource.RLIM_INFINITY)
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, full)
            await becomes(client, 503)
            assert (await client.get("/health/live")).status_code == 200
            room = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, room)
            await becomes(client, 200)
    finally:
        process.kill()


async def becomes(client: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(60):
        while (await client.get("/health/ready")).status_code != status:
            await asyncio.sleep(0.1)


async def test_however_many_ask_whether_it_is_ready_it_writes_once(tmp_path: Path) -> None:
    kept = SqliteJournal(f"sqlite:///{tmp_path / 'db'}")
    await kept.open()
    tries: list[bool] = []
    really = kept._try_to_save

    async def counted() -> bool:
        tries.append(await really())
        return tries[-1]

    kept._try_to_save = counted  # type: ignore[method-assign]
    assert all(await asyncio.gather(*(kept.saves() for _ in range(50))))
    assert tries == [True]
    await kept.close()
