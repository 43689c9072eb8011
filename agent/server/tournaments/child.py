"""What AIs debate in a tournament, held in writing in a process of its own, so that no match waits for it.

`python -m agent.server.tournaments.child FOLDER ROUND` reads the settings, a line of JSON, from standard input, and
ends when that is closed: what was being held goes on from its log. It tells what happens, a line each.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from pathlib import Path

from agent.running.files.folder import nobody_else_reads
from agent.running.tasks import cause
from agent.tournament.log.places import open_log
from agent.tournament.running.debates import Hall
from agent.tournament.running.director import Director, alone
from config.errors import RostrumError
from config.logs import set_up_worker
from config.plain_text import one_line
from config.settings import Settings

AT_ONCE = 2


def main() -> int:
    nobody_else_reads()
    set_up_worker()
    os.nice(5)
    out = os.fdopen(os.dup(1), "w")  # what a library prints is nobody's news
    os.dup2(2, 1)
    parser = argparse.ArgumentParser(prog="rostrum tournament")
    parser.add_argument("folder", type=Path)
    parser.add_argument("round", type=int)
    given = parser.parse_args()
    settings = Settings.model_validate_json(sys.stdin.buffer.readline())
    threading.Thread(target=_until_closed, daemon=True).start()

    def tell(line: str) -> None:
        print(one_line(line), file=out, flush=True)

    try:
        with alone(given.folder), open_log(given.folder) as log:
            Director(Hall(log, given.folder, settings, tell), at_once=AT_ONCE).in_writing(given.round)
    except RostrumError as error:
        tell(cause(error))
        return error.exit_code
    return 0


def _until_closed() -> None:
    """Whoever started us holds the other end; all that was told is safe in the log."""
    while os.read(0, 1024):  # past the buffer of `sys.stdin`, whose lock would be held when we end
        pass
    os._exit(3)


if __name__ == "__main__":
    sys.exit(main())
