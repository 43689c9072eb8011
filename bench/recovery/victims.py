"""What `rostrum bench recovery` kills: `python -m bench.recovery.victims` a host, `... serve FOLDER` its supervisor.

Both are those of `rostrum serve`, with a format of a minute.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from agent.server.host import Attached, main
from agent.server.supervise.supervisor import Serve, Supervisor
from config.format import Format, Side, Stage, Turn
from config.settings import load_settings

NAME = "recovery"
SETTINGS = "settings.yaml"
FORMAT = Format(
    name=NAME,
    gap_seconds=1,
    warnings_seconds=(),
    turns=tuple(Turn(side=side, stage=stage, seconds=18) for stage in (Stage.OPENING, Stage.CLOSING) for side in Side),
)
WORKERS = 2  # so that one that dies is not waited for
HOST = (sys.executable, "-m", "bench.recovery.victims")


async def serve(data: Path) -> None:
    config = data.parent / SETTINGS
    settings = Serve(data=data, settings=load_settings(config), config=config, port=0, workers=WORKERS, program=HOST)
    await Supervisor(settings, click.echo).run()


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve(Path(sys.argv[2])))
    else:
        sys.exit(main(attached=Attached(formats={NAME: FORMAT})))
