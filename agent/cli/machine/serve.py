"""`rostrum serve`: a server that holds matches of people and AI debaters."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from agent.room.processes.livekit_server import Keys
from config.errors import UsageError
from config.secrets import SECRETS
from config.settings import Settings

KEY_VARIABLES = ("LIVEKIT_API_KEY", "LIVEKIT_API_SECRET")


@click.command(short_help="Serve matches: an API, rooms, workers.")
@click.option("--data", type=click.Path(path_type=Path), help="Where matches are kept; else as in the settings.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; other machines need a key.")
@click.option("--port", type=click.IntRange(0, 65535), default=8420, show_default=True, help="0: one that is kept.")
@click.option("--livekit", default="", help="A LiveKit server that runs already, as ws://...; else one is started.")
@click.option("--client-livekit", default="", help="How others reach it, where that is another address.")
@click.option("--address", default="", help="How others reach this server, for links: https://debates.example.org")
@click.option("--workers", type=click.IntRange(0, 64), default=1, show_default=True, help="On this machine.")
@click.pass_context
def serve(
    context: click.Context,
    data: Path | None,
    host: str,
    port: int,
    livekit: str,
    client_livekit: str,
    address: str,
    workers: int,
) -> None:
    """Serve matches until told to end (Ctrl-C, SIGTERM); those that have not ended go on at the next start.

    Other machines may ask only with a key: set ROSTRUM_API_KEY. With --livekit its keys come from LIVEKIT_API_KEY and
    LIVEKIT_API_SECRET.
    """
    from agent.server.access import KEY_VARIABLE
    from agent.server.supervise.supervisor import Serve, Supervisor
    from agent.web.theme import read_theme

    settings: Settings = context.obj
    read_theme(settings.serving.theme)  # a fault in it is told now, and not to those who watch
    config = context.find_root().params.get("config")
    what = Serve(
        data=(data or settings.matches).absolute(),
        settings=settings,
        config=config.absolute() if config is not None else None,
        host=host,
        port=port,
        key=os.environ.get(KEY_VARIABLE, ""),
        livekit=livekit,
        keys=_keys() if livekit else None,
        client_livekit=client_livekit,
        address=address.rstrip("/"),
        workers=workers,
    )
    asyncio.run(Supervisor(what, click.echo).run())


def _keys() -> Keys:
    found = [os.environ.get(name, "") for name in KEY_VARIABLES]
    if not all(found):
        raise UsageError(f"--livekit needs the server's keys: set {' and '.join(KEY_VARIABLES)}")
    SECRETS.hide(*found)
    return Keys(found[0], found[1])
