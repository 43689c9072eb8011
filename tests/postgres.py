"""A PostgreSQL of our own on this machine: made anew, started, killed, and gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agent.room.processes.livekit_server import free_ports

USER, PASSWORD = "rostrum", "a word of its own"
DEBIAN = Path("/usr/lib/postgresql")


def _program(name: str) -> str:
    """As Debian installs it, the newest, or as it is found."""
    newest = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = str(newest[-1]) if newest else shutil.which(name)
    if not found:
        pytest.skip("PostgreSQL is not installed: make postgresql")
    return found


class LocalPostgres:
    """One in a folder. `url`: of its database, with the password."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.url = f"postgresql://{USER}:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/postgres"

    def make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        shutil.chown(secret, *self._owner())
        options = ["-U", USER, "-A", "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run(_program("initdb"), "-D", str(self.folder / "data"), *options)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        self._control("start", "-l", str(self.folder / "log"), "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """`immediate`: as if its machine had died, as far as those can tell who are connected."""
        self._control("stop", "-m", mode)

    def _control(self, *arguments: str) -> None:
        self._run(_program("pg_ctl"), "-D", str(self.folder / "data"), "-w", *arguments)

    def _run(self, *command: str) -> None:
        """As somebody who is not root, which it wants."""
        user, group = self._owner()
        who = {"user": user, "group": group, "extra_groups": []} if os.getuid() == 0 else {}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **who)

    @staticmethod
    def _owner() -> tuple[int, int]:
        if os.getuid() != 0:
            return os.getuid(), os.getgid()
        entry = pwd.getpwnam("postgres")  # whom Debian's package makes
        return entry.pw_uid, entry.pw_gid


@contextmanager
def local_postgres() -> Iterator[LocalPostgres]:
    """A server that is running."""
    _program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="rostrum-postgres-"))
    made = LocalPostgres(folder, free_ports(1)[0])
    shutil.chown(folder, *LocalPostgres._owner())
    try:
        made.make()
        made.start()
        yield made
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)
