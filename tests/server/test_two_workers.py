"""Two workers, as on two machines, each with one AI of one match; each AI thinks with a model of its own, over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agent.match.events import SentenceSpoken, TurnEnded
from agent.room.processes.livekit_server import free_ports
from agent.running.files.log import read_log
from config.format import Side
from config.settings.serving import Serving as Serves
from tests.model_server import ModelServer
from tests.models.players import Play
from tests.quick import QUICK
from tests.server.house import order, play
from tests.server.served import Serving, serving

pytestmark = pytest.mark.room
WORKER = (sys.executable, "-m", "agent.cli", "worker", "--jobs", "1")
OURS = re.compile(
    r"^(In passage|Under|With point|Picture a neighbour of yours,) "
)  # as what the played model writes begins


@pytest.mark.long
@pytest.mark.timeout(280)
@play
async def test_two_workers_with_two_models_hold_a_match(tmp_path: Path) -> None:
    with ModelServer() as for_pro, ModelServer() as for_con:
        for_pro.plays(Play("pro"))
        for_con.plays(Play("con"))
        known = {"first": for_pro.models().model_dump(mode="json"), "second": for_con.models().model_dump(mode="json")}
        settings = QUICK.model_copy(update={"serving": Serves.model_validate({"models": known})})
        (tmp_path / "settings.yaml").write_text(settings.model_dump_json())
        with serving(tmp_path, str(tmp_path / "settings.yaml")) as server, workers(server) as health:
            id = await hold(server.address, health)
    events = read_log(server.root / id)
    assert sum(isinstance(event, TurnEnded) for event in events) == 2
    for side, asked in ((Side.PRO, for_pro.asked), (Side.CON, for_con.asked)):
        said = [event.text for event in events if isinstance(event, SentenceSpoken) and event.side is side]
        assert any(OURS.match(text) for text in said), said
        assert {one.schema_name for one in asked} >= {"Draft"}
    assert any(one.schema_name == "Reading" for one in for_con.asked)  # it heard the first


async def hold(address: str, health: list[str]) -> str:
    """A match to its end, in which each worker had one job."""
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        ai = {"kind": "ai"}
        asked = order(ai | {"models": "first"}, ai | {"models": "second"}, format="even")
        answer = await client.post("/api/matches", json=asked)
        assert answer.status_code == 201, answer.text
        id = str(answer.json()["match"]["id"])
        most = [0, 0]
        async with asyncio.timeout(200):
            while (view := (await client.get(f"/api/matches/{id}")).json())["state"] not in ("ended", "failed"):
                jobs = [await active(client, one) for one in health]
                most = [max(pair) for pair in zip(most, jobs, strict=True)]
                await asyncio.sleep(0.2)
    assert (view["state"], view["reason"]) == ("ended", "all turns were held")
    assert most == [1, 1]
    return id


async def active(client: httpx.AsyncClient, health: str) -> int:
    """The jobs that a worker has now."""
    with contextlib.suppress(httpx.TransportError):  # it is not up yet
        return int((await client.get(f"{health}/worker")).json().get("active_jobs", 0))  # a zero is left out
    return 0


@contextlib.contextmanager
def workers(server: Serving) -> Iterator[list[str]]:
    """Two processes of `rostrum worker`; where each says how it is."""
    state = server.state
    secrets = {"LIVEKIT_API_KEY": state.livekit_key, "LIVEKIT_API_SECRET": state.livekit_secret}
    environment = {**os.environ, **secrets, "LIVEKIT_URL": f"ws://127.0.0.1:{state.livekit_port}"}
    ports = free_ports(2)
    with contextlib.ExitStack() as stack:
        for port in ports:
            out = stack.enter_context((server.root.parent / f"worker-{port}.log").open("wb"))
            command = [*WORKER, "--health", f"127.0.0.1:{port}"]
            process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
        yield [f"http://127.0.0.1:{port}" for port in ports]
