"""`rostrum worker`: takes jobs of matches that are held elsewhere, on this machine or another."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from urllib.parse import urlsplit

import click

from config.errors import RoomError, UsageError

VARIABLES = ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET")
JOBS = 4
SCHEMES = ("ws", "wss", "http", "https")


@click.command("worker", short_help="Take jobs of matches that are held on a LiveKit server.")
@click.option("--jobs", type=click.IntRange(1, 100), default=JOBS, show_default=True, help="Debaters at once, at most.")
@click.option("--health", default="127.0.0.1:0", show_default=True, help="HOST:PORT that says how it is; 0: any port.")
def worker_command(jobs: int, health: str) -> None:
    """Be a worker: each job is one debater, or one scribe, in one match.

    LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET say where. It waits for a server that is away, and takes
    matches from any `rostrum serve` with the same keys. Health: `/` answers 200 while it is registered, `/worker`
    says how many jobs it has. Told to end (SIGTERM, Ctrl-C) it takes no more jobs and finishes those it has; told
    twice it ends them, and their matches call other workers.
    """
    check_environment(os.environ)
    host, port = address(health)
    os.environ.setdefault("LIVEKIT_AGENTS_PRELOAD_LOCAL_INFERENCE", "0")  # before it is imported: nobody uses it here
    from agent.room.worker.worker_main import load_beside

    load_beside()
    from agent.room.worker.worker import make_server, work

    click.echo(f"rostrum worker: up to {jobs} jobs of {os.environ['LIVEKIT_URL']}", err=True)
    try:
        asyncio.run(work(make_server(jobs, host=host, port=port)))
    except (RuntimeError, OSError) as error:
        raise RoomError(f"the worker stopped: {error}") from error
    sys.exit(0)


def check_environment(environment: Mapping[str, str]) -> None:
    """Raises UsageError when it does not say where the server is."""
    if missing := [name for name in VARIABLES if not environment.get(name)]:
        raise UsageError(f"set {', '.join(missing)} to where the LiveKit server is, and its keys")
    if urlsplit(environment["LIVEKIT_URL"]).scheme not in SCHEMES:
        raise UsageError("LIVEKIT_URL is not an address like ws://host:7880 or wss://host")


def address(text: str) -> tuple[str, int]:
    """HOST:PORT. Raises UsageError: it is none."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"--health {text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)
