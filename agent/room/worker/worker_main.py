"""`python -m agent.room.worker.worker_main`: takes all jobs that come from the server that the environment names.

Every job's process runs this module's body once more, so it is light. The process that jobs are forked from loads what
they need beside the worker, not after it: the library would start it when it needs it first, which is when the worker
itself has been imported.
"""

from __future__ import annotations

import asyncio
import os
import sys

from agent.room.worker.preloading import load_beside
from config.logs import set_up_worker


def main() -> int:
    missing = [n for n in ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET") if not os.environ.get(n)]
    if missing:
        print(f"set {', '.join(missing)} to where the LiveKit server is", file=sys.stderr)
        return 2
    os.umask(0o077)  # nobody else reads what jobs write; said here, for every job runs this module
    load_beside()
    from agent.room.worker.worker import make_server

    set_up_worker()
    asyncio.run(make_server(jobs=None).run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
