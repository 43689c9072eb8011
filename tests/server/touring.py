"""Tournaments in tests of the server: made and directed over HTTP, as a page does it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from agent.server.api.http_server import QuietServer, configuration
from agent.server.contracts.tournaments import DebateTold
from agent.server.listening import listening_at
from tests.server.house import PATIENT, House

Json = dict[str, Any]
BY = "Tab"
PLAN = """
name: School cup
format: blitz
preparation_minutes: 5
rounds:
  - {name: Round 1, short: R1, how: random}
  - {name: Round 2, short: R2, how: power}
  - {name: Final, short: F, how: knockout, category: open}
breaks: [{name: Open, slug: open, size: 2}]
teams:
  - {name: Alpha, institution: North, speakers: [Ada, Ann]}
  - {name: Beta, institution: South, speakers: [Bo, Ben]}
  - {name: "Gamma & <Co>", speakers: [Gil, Gus]}
  - {name: Delta, speakers: [Dee, Dan]}
adjudicators: [{name: Jo, score: 7}, {name: Kim, score: 6}, {name: Lee, score: 5}, {name: Max, score: 4}]
rooms: [{name: Hall, priority: 10}, {name: Attic}, {name: Yard}]
motions:
  - {reference: trees, text: This house would plant trees, rounds: [R1]}
  - {reference: cars, text: This house would ban cars from towns, rounds: [R2]}
  - {reference: vote, text: This house would lower the voting age, rounds: [F]}
"""


@dataclass
class Cup:
    """A tournament of a host. `words`: of private links, by role and name."""

    house: House
    id: str
    words: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"/api/tournaments/{self.id}"

    async def links(self) -> None:
        told = await self.house.ask("GET", f"{self.at}/links")
        self.words = {(one["role"], one["name"]): one["word"] for one in told["links"]}

    async def get(self, path: str = "", **more: Any) -> Json:
        return await self.house.ask("GET", f"{self.at}{path}", **more)

    async def order(
        self, what: str, *, status: int = 200, preview: bool = False, as_told: str = "", **more: Any
    ) -> Json:
        """A director's order."""
        asked = {"by": BY, "order": {"what": what, **more}, "preview": preview, "as_told": as_told}
        return await self.house.ask("POST", f"{self.at}/decisions", json=asked, status=status)

    async def me(self, role: str, name: str, path: str = "", *, status: int = 200, **sent: Any) -> Json:
        """What the holder of a link sees, or does where something is sent."""
        method = "POST" if path else "GET"
        more = {"json": sent} if path else {}
        return await self.house.ask(
            method, f"{self.at}/me{path}", secret=self.words[role, name], status=status, **more
        )  # fmt: skip

    async def debate(self, id: str) -> DebateTold:
        """As the director sees it."""
        told = (await self.get())["round"]["debates_told"]
        return DebateTold.model_validate(next(one for one in told if one["id"] == id))

    async def until(self, id: str, stage: str) -> DebateTold:
        async with asyncio.timeout(60):
            while (found := await self.debate(id)).stage != stage:
                await asyncio.sleep(0.02)
        return found

    async def begun(self, number: int = 0, **more: Any) -> None:
        """A round is drawn, released and started."""
        await self.order("draw", round=number)
        await self.order("release", round=number)
        await self.order("start", round=number, **more)

    async def follow(
        self, client: httpx.AsyncClient, view: str, secret: str | None = None
    ) -> AsyncIterator[tuple[str, Json]]:
        """What its stream tells, until the tournament is gone."""
        word = self.house.key if secret is None else secret
        headers = {"authorization": f"Bearer {word}"} if word else {}
        kind = ""
        path = f"{self.at}/events?view={view}"
        async with client.stream("GET", path, headers=headers, timeout=60) as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data":
                    yield kind, json.loads(value)


@asynccontextmanager
async def over_sockets(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """The same host asked over the loopback device, as streams have to be."""
    with listening_at("127.0.0.1", 0) as listening:
        server = QuietServer(configuration(house.app, PATIENT))
        answering = asyncio.create_task(server.serve([listening]))
        port = listening.getsockname()[1]
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                yield client
        finally:
            server.should_exit = True
            await answering


async def cup(house: House, plan: str = PLAN, **more: Any) -> Cup:
    """Made by a plan."""
    made = await house.ask("POST", "/api/tournaments", json={"by": BY, "plan": plan, **more}, status=201)
    found = Cup(house, made["tournament"]["id"])
    await found.links()
    return found


def vote(debate: DebateTold, judge: str, winner: str, note: str = "") -> Json:
    """A ballot that says who won."""
    sheets = [{"team": side.name, "win": side.name == winner} for side in debate.sides]
    return {"adjudicator": judge, "sheets": sheets, "note": note}
