"""What a server keeps between two starts: its ports, its keys, its processes. Nobody else may read it."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.room.processes.livekit_server import Keys, free_ports
from agent.running.files.folder import write_whole
from agent.server.supervise.processes import Process
from config.errors import LogError, UsageError
from config.secrets import SECRETS

NAME = "server.json"


class ServerState(BaseModel):
    """The content of server.json.

    `livekit_...`: of a LiveKit server of ours. `processes`: by name; `made`: the fingerprint of what they were started
    with.
    """

    model_config = ConfigDict(frozen=True)

    signing: str
    livekit_key: str
    livekit_secret: str
    livekit_port: int
    livekit_udp: int
    api_port: int
    processes: Mapping[str, Process] = {}
    made: str = ""

    @property
    def keys(self) -> Keys:
        return Keys(self.livekit_key, self.livekit_secret)

    def hidden(self) -> ServerState:
        """Itself; its secrets are in no log of this process from now on."""
        SECRETS.hide(self.signing, self.livekit_key, self.livekit_secret)
        return self


def read_state(root: Path) -> ServerState | None:
    """None where there is none, or it is damaged: then invitations that were handed out hold no more."""
    try:
        return ServerState.model_validate_json((root / NAME).read_bytes()).hidden()
    except (OSError, ValidationError):
        return None


def fresh_state() -> ServerState:
    """Ports that are free now, and keys of its own."""
    keys, (port, udp, api) = Keys.fresh(), free_ports(3)
    return ServerState(
        signing=secrets.token_urlsafe(32),
        livekit_key=keys.key,
        livekit_secret=keys.secret,
        livekit_port=port,
        livekit_udp=udp,
        api_port=api,
    ).hidden()


def write_state(root: Path, state: ServerState) -> None:
    """Raises LogError."""
    write_whole(root / NAME, state.model_dump_json(indent=1))


@contextmanager
def locked(root: Path, name: str, told: str) -> Iterator[None]:
    """Nobody else holds this lock in that folder; the system lets go of it however the process ends.

    Raises UsageError: somebody does. LogError: the folder cannot be written.
    """
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(root / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise LogError(f"{root / name}: cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise UsageError(told) from None
    try:
        yield
    finally:
        os.close(descriptor)
