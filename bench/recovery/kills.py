"""Every process of `rostrum serve` killed again and again: what is lost or said twice, and how soon all goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import Measurement, Target
from bench.recovery.served import KINDS, served
from bench.recovery.sound import held
from bench.recovery.words import Fate, of_captions
from config.errors import UsageError

SECONDS, SERVER_SECONDS = 5.0, 15.0
OPPONENTS = Path("config/opponents/ai-tutor-con")
Say = Callable[[str], None]


def run(
    kills: int = 100,
    sound: int = 10,
    matches: int = 2,
    kinds: Sequence[str] = KINDS,
    seed: int = 1,
    keep: Path | None = None,
    say: Say = lambda line: None,
) -> Measurement:
    """Kill each kind of process so often, in matches side by side; then debaters that hear real sound.

    Args:
        keep: the matches stay in this folder, with what the server told.
        say: told in a line of each kill.

    Raises:
        UsageError: there is no such kind.
    """
    if unknown := set(kinds) - set(KINDS):
        raise UsageError(f"no process is called {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    with contextlib.ExitStack() as stack:
        root = keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        root.mkdir(parents=True, exist_ok=True)
        seconds, fates, stuck = asyncio.run(_killed(root, kills, matches, kinds, seed, say))
        heard = asyncio.run(held(root, OPPONENTS, sound, seed)) if sound else []
    for line in (line for fate in fates for line in fate.what):
        say(line)
    for fate, took in heard:
        say(f"job, hearing sound: went on after {took:.1f} s; {'; '.join(fate.what) or 'every word once'}")
    rows = [_row(kind, seconds[kind]) for kind in kinds]
    if heard:
        rows.append(_row("job, hearing sound", [took for _, took in heard]))
    told: dict[str, Any] = {
        "kills": kills,
        "sound": sound,
        "matches_side_by_side": matches,
        "matches_held": len(fates) + len(heard),
    }
    told |= {"words": sum(one.words for one in fates), "words_heard": sum(one.words for one, _ in heard)}
    told |= {"load_average": [round(one, 1) for one in os.getloadavg()], "cores": os.cpu_count()}
    told |= {"what": [line for one in [*fates, *(fate for fate, _ in heard)] for line in one.what][:20]}
    return Measurement("recovery", told, rows, _bars(rows, [*fates, *(fate for fate, _ in heard)], stuck))


async def _killed(
    root: Path, kills: int, matches: int, kinds: Sequence[str], seed: int, say: Say
) -> tuple[dict[str, list[float]], list[Fate], int]:
    seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
    if not kills:
        return seconds, [], 0
    async with served(root, matches, seed) as server:
        for number in range(kills):
            for kind in kinds:
                took = await server.kill(kind)
                seconds[kind] += took
                say(f"{number + 1}/{kills} {kind}: {', '.join(f'{one:.1f} s' for one in took) or 'nobody was hit'}")
        await server.over()
        fates = [of_captions(server.data / one.id) for one in server.matches]
        return seconds, fates, server.stuck


def _row(kind: str, seconds: Sequence[float]) -> dict[str, Any]:
    row: dict[str, Any] = {"killed": kind, "interruptions": len(seconds)}
    if seconds:
        row |= {f"p{part}_seconds": round(float(np.percentile(seconds, part)), 1) for part in (50, 95)}
        row["most_seconds"] = round(max(seconds), 1)
    return row


def _bars(rows: Sequence[dict[str, Any]], fates: Sequence[Fate], stuck: int) -> list[Target]:
    bars = [
        Target("matches lost", sum(one.lost for one in fates), 0),
        Target("matches that did not go on", stuck, 0),
        Target("words lost", sum(one.words_lost for one in fates), 0),
        Target("words twice", sum(one.words_twice for one in fates), 0),
    ]
    for row in rows:
        limit = SERVER_SECONDS if row["killed"] == "livekit-server" else SECONDS
        if row["interruptions"]:
            bars.append(Target(f"{row['killed']} killed: seconds to go on, 95 %", row["p95_seconds"], limit))
    return bars
