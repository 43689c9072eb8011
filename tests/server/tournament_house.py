"""A host with a tournament in a chosen state, for who works at its pages: `python -m tests.server.tournament_house`.

Rooms are simulated: whoever is to sit is taken to be there, and talks; nothing else is. Prints the addresses, and runs
until it is told to end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Any

import click
import httpx

from tests.server.hosted import hosted
from tests.server.touring import BY, PLAN

STATES = ("made", "drawn", "released", "waiting", "started", "ballots", "published", "final", "over")
WORDS = {"waiting": 0, "started": 2900}  # a turn has 60 s, a word 0.02
PLAN_OF_EIGHT = PLAN.replace(
    "adjudicators:",
    """  - {name: Epsilon, institution: North, speakers: [Eve, Eli]}
  - {name: Zeta, speakers: [Zoe, Zac]}
  - {name: Eta, speakers: [Hal, Hope]}
  - {name: Robots, seat: treedebater, level: "an AI that lacks nothing"}
adjudicators:""",
)


class Day:
    def __init__(self, client: httpx.AsyncClient, id: str) -> None:
        self.client, self.at = client, f"/api/tournaments/{id}"

    async def order(self, what: str, **more: Any) -> dict[str, Any]:
        answer = await self.client.post(f"{self.at}/decisions", json={"by": BY, "order": {"what": what, **more}})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def round(self) -> dict[str, Any]:
        return dict((await self.client.get(self.at)).json()["round"])

    async def decided(self, number: int) -> None:
        """All ballots of a round, by the director, for the first side but for one dissenter."""
        for debate in (await self.round())["debates_told"]:
            panel = debate["panel"]
            judges = [one["name"] for one in ([panel["chair"]] if panel["chair"] else []) + panel["wings"]]
            for place, judge in enumerate(judges or [""]):
                won = debate["sides"][int(place == 2)]["name"]
                sheets = [{"team": side["name"], "win": side["name"] == won} for side in debate["sides"]]
                ballot = {"adjudicator": judge, "sheets": sheets, "note": "Their answers were to the point."}
                await self.order("ballot", round=number, debate=debate["id"], ballot=ballot)

    async def to(self, state: str) -> None:
        steps = STATES.index(state)
        if steps >= 1:
            await self.order("draw", round=0)
        if steps >= 2:
            await self.order("release", round=0)
        if steps >= 3:
            await self.order("start", round=0)
        if steps >= 5:
            await asyncio.sleep(12)
        if steps >= 6:
            await self._whole(0, started=True)
        for number in range(1, steps - 5):
            await self._whole(number)
        if state == "over":
            await self.order("close", reason="a fine day")

    async def _whole(self, number: int, *, started: bool = False) -> None:
        for what in () if started else ("draw", "release", "start"):
            await self.order(what, round=number)
        await self.decided(number)
        await self.order("end_round", round=number)
        await self.order("publish", round=number)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="tournament_house")
    parser.add_argument("--port", type=int, default=8431)
    parser.add_argument("--state", choices=STATES, default="started")
    parser.add_argument("--page", type=Path, default=Path("agent/web/dist"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        async with hosted(Path(root), port=given.port, page=given.page, words=WORDS.get(given.state, 30)) as host:
            asked = {"by": BY, "plan": PLAN_OF_EIGHT}
            made = (await host.client.post("/api/tournaments", json=asked)).json()
            day = Day(host.client, made["tournament"]["id"])
            await day.to(given.state)
            links = (
                await host.client.get(f"{day.at}/links", params={"origin": f"http://127.0.0.1:{given.port}"})
            ).json()
            click.echo(f"{links['public']}\n{links['hall']}")
            for one in links["links"]:
                click.echo(f"{one['role']:12} {one['name']:16} {one['link']}")
            click.echo("Ctrl-C ends it")
            await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
