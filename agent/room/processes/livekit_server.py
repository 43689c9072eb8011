"""A livekit-server of our own: found, started on free loopback ports with fresh keys, and ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from agent.room.processes.ending import end
from config.errors import RoomError
from config.secrets import SECRETS

PORT_TRIES = 3
END_SECONDS = 5.0  # for a server that was told to end
TOOLS = Path(__file__).parents[3] / ".tools" / "bin"
HOW_TO_INSTALL = (
    "livekit-server was not found; `make setup` builds it where Go is installed, otherwise see "
    "https://docs.livekit.io/transport/self-hosting/local/ (a binary, Homebrew or Docker); "
    "`rostrum debate` works without it"
)


def find_server(name: str = "livekit-server") -> Path:
    """The server's program: on PATH, else in the project's own tools folder.

    Raises RoomError: it is in neither; says how to install it.
    """
    on_path = shutil.which(name)
    if on_path:
        return Path(on_path)
    ours = TOOLS / name
    if ours.is_file() and os.access(ours, os.X_OK):
        return ours
    raise RoomError(HOW_TO_INSTALL)


class _PortTaken(RoomError):
    """Somebody was faster with a port that was free a moment ago."""


@dataclass(frozen=True)
class Keys:
    """A pair made for one run; never written down or logged."""

    key: str
    secret: str

    @classmethod
    def fresh(cls) -> Keys:
        keys = cls("rostrum" + secrets.token_hex(4), secrets.token_urlsafe(32))
        SECRETS.hide(keys.key, keys.secret)
        return keys


def free_ports(count: int) -> list[int]:
    """Loopback ports that nobody uses now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class LiveKitServer:
    """A running server. Use `async with`; `url`, `keys` say how to reach it.

    `log`: where its output goes. `port`: a fixed port instead of a free one; `udp` too, for sound. `keys`: of a server
    before it, in whose place it comes; fresh ones if left out.
    """

    def __init__(
        self,
        program: Path,
        log: Path,
        *,
        port: int | None = None,
        udp: int | None = None,
        keys: Keys | None = None,
        timeout_seconds: float = 30.0,
    ) -> None:
        self._program, self._log, self._timeout = program, log, timeout_seconds
        self.keys = keys or Keys.fresh()
        self._fixed, self._fixed_udp = port, udp
        self._port = self._udp = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """Of its process, once it has been started."""
        assert self._process is not None
        return self._process.pid

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self._port}"

    async def __aenter__(self) -> LiveKitServer:
        for attempt in range(1, PORT_TRIES + 1):
            self._choose_ports()
            try:
                await self._start()
                return self
            except _PortTaken as error:
                if self._fixed is not None or attempt == PORT_TRIES:
                    raise RoomError(str(error)) from error
        raise AssertionError("the loop returns or raises")

    def _choose_ports(self) -> None:
        if self._fixed is not None and _taken(self._fixed):
            raise RoomError(f"port {self._fixed} is in use; choose another or leave it out for a free one")
        free = free_ports(2)
        self._port, self._udp = self._fixed or free[0], self._fixed_udp or free[1]

    async def _start(self) -> None:
        if not self._fixed_udp:
            self._log.open("wb").close()
        with self._log.open("ab") as out:  # also after it was cut
            try:
                self._process = await asyncio.create_subprocess_exec(
                    str(self._program),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=out,
                    stderr=out,
                    env={**os.environ, "LIVEKIT_CONFIG": self._configuration()},
                    process_group=0,  # Ctrl-C ends the match first, then the server; why no session: ARCHITECTURE.md
                )
            except OSError as error:
                raise RoomError(f"{self._program} cannot be started: {error.strerror}") from error
        try:
            await self._wait_until_up()
        except BaseException:
            await self.__aexit__()
            raise

    async def __aexit__(self, *_: object) -> None:
        process = self._process
        if process is not None:
            await end(process, END_SECONDS)

    async def died(self) -> str:
        """Returns, in one line, when the server has ended by itself."""
        assert self._process is not None
        code = await self._process.wait()
        return f"livekit-server ended with code {code}; see {self._log}"

    def _configuration(self) -> str:
        """JSON is YAML; handed over in the environment, so that the secret is on no command line."""
        return json.dumps(
            {
                "port": self._port,
                "bind_addresses": ["127.0.0.1"],
                "keys": {self.keys.key: self.keys.secret},
                "rtc": {
                    "tcp_port": 0,  # its TCP fallback would listen on every interface
                    "udp_port": self._udp,
                    "interfaces": {"includes": ["lo"]},
                    "node_ip": "127.0.0.1",
                    "use_external_ip": False,
                    "enable_loopback_candidate": True,
                },
                "room": {"enable_remote_unmute": True},  # the chair opens a person's microphone for its turn
                "logging": {"level": "info"},
            }
        )

    async def _wait_until_up(self) -> None:
        assert self._process is not None
        address = f"http://127.0.0.1:{self._port}/"
        async with aiohttp.ClientSession() as session:
            for _ in range(int(self._timeout / 0.1)):
                if self._process.returncode is not None:
                    why = _last_line(self._log)
                    kind = _PortTaken if "address already in use" in why else RoomError
                    raise kind(f"livekit-server did not start: {why}; see {self._log}")
                with contextlib.suppress(aiohttp.ClientError, OSError):
                    async with session.get(address) as response:
                        if response.status == 200:
                            return
                await asyncio.sleep(0.1)
        raise RoomError(f"livekit-server did not answer within {self._timeout:.0f} s; see {self._log}")


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _last_line(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it printed nothing"
