"""`rostrum match` speaks to a server that runs."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from agent.cli.main import main
from speech.audio import ROOM_RATE, Audio
from speech.sound_files import write
from tests.server.house import play
from tests.server.test_supervisor import server


async def rostrum(address: str, *words: str) -> Result:
    arguments = ["match", "--server", address, *words]
    return await asyncio.to_thread(CliRunner().invoke, main, arguments, env={"ROSTRUM_API_KEY": ""})


@play
async def test_a_match_is_created_listed_and_ended(tmp_path: Path) -> None:
    write(tmp_path / "speech.wav", Audio(np.full(ROOM_RATE, 500, dtype=np.int16), ROOM_RATE))
    async with server(tmp_path / "data") as running:
        at = running.supervisor.address
        made = await rostrum(at, "create", "--con", f"recording:{tmp_path / 'speech.wav'}", "--format", "blitz")
        assert made.exit_code == 0, made.output
        both = await rostrum(at, "create", "--pro", "person:Ada", "--format", "blitz", "--held")
        match, pro, con, watch, organise = both.output.splitlines()
        assert match.startswith("match ")
        assert pro.startswith("pro (Ada): http://127.0.0.1:")
        assert con.startswith("con: http://127.0.0.1:")
        assert re.fullmatch(r"watch: http://127\.0\.0\.1:\d+/w/[a-z]+-[a-z]+-[a-z]+", watch)
        assert re.fullmatch(r"organise: http://127\.0\.0\.1:\d+/match/[a-z0-9-]+/desk#[a-z2-7]{24}", organise)
        id = match.removeprefix("match ").partition(":")[0]
        invited = json.loads((await rostrum(at, "invite", id, "spectator", "--json")).output)
        assert invited["role"] == "spectator"
        again = await rostrum(at, "invite", id, "pro")
        assert (again.exit_code, "revoke it first" in again.output) == (2, True)
        listed = json.loads((await rostrum(at, "list", "--json")).output)
        assert {one["seats"]["con"]["kind"] for one in listed} == {"recording", "person"}
        assert id in (await rostrum(at, "list")).output
        await organised(at, id)
        assert (await rostrum(at, "end", id)).exit_code == 0


async def organised(at: str, id: str) -> None:
    """What an organiser asks for in a match that waits to be started."""
    seen = await rostrum(at, "desk", id)
    assert "waits to be started" in seen.output and "may be done now: end, put-out, replace" in seen.output
    early = await rostrum(at, "add-time", id, "30")
    assert early.exit_code and "nobody is speaking" in early.output
    replaced = await rostrum(at, "replace", id, "pro", "person", "--name", "Dora")
    assert "Dora debates for Pro" in replaced.output and "invitation: http://" in replaced.output
    seat = json.loads((await rostrum(at, "desk", id, "--json")).output)["seats"][0]
    assert (seat["name"], (await rostrum(at, "put-out", id, seat["invitation"])).exit_code) == ("Dora", 0)
    assert (await rostrum(at, "end-turn", id)).exit_code
    assert "begins" in (await rostrum(at, "start", id)).output


@play
async def test_what_is_wrong_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    nobody = await rostrum("http://127.0.0.1:9", "list")
    assert (nobody.exit_code, "start one with `rostrum serve`" in nobody.output) == (1, True)
    for words, told in (
        (("create", "--pro", "mic"), "is not a seat; use"),
        (("create", "--pro", "ai:key=x"), "key: there is no such setting"),
        (("create", "--pro", "plain,model"), "model has no value"),
        (("create", "--con", "recording:nowhere.wav"), "nowhere.wav: cannot be read"),
        (("end", "../../etc"), "is not a match"),
    ):
        wrong = await rostrum("http://127.0.0.1:9", *words)
        assert (wrong.exit_code, told in wrong.output) == (2, True), wrong.output
        assert len(wrong.output.splitlines()) == 1
