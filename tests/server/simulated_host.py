"""The host's process with a simulated room: `python -m tests.server.simulated_host`, started by a supervisor."""

from __future__ import annotations

import sys

from agent.server.host import Attached, main
from agent.telemetry.metrics import Metrics
from tests.server.house import FORMATS
from tests.server.simulated import Hall

WORDS = 60  # in each turn

if __name__ == "__main__":
    sys.exit(main(lambda setup, link: Hall(words=WORDS), Attached(formats=FORMATS, metrics=Metrics().asgi())))
