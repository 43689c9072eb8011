"""A day of a tournament for the page: made on a real server, and led on over HTTP as a director does it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]
BY = "Tab"
HOSTILE = "Gamma & <img src=x onerror=document.title='owned'>"
PLAN = f"""
name: Harbour schools cup
format: blitz
check_in: true
preparation_minutes: 15
rounds:
  - {{name: Round 1, short: R1, how: random}}
  - {{name: Round 2, short: R2, how: power}}
  - {{name: Semifinals, short: SF, how: knockout, category: open}}
  - {{name: Final, short: F, how: knockout, category: open}}
breaks: [{{name: Open, slug: open, size: 4}}]
ballots:
  {{speeches: 2, lowest: 68, highest: 82, step: 0.5, replies: true, reply_lowest: 34, reply_highest: 41}}
team_metrics: [wins, speaks_sum]
teams:
  - {{name: Anchor, institution: North Quay, speakers: [Ada Berg, Ann Cole]}}
  - {{name: Beacon, institution: South Quay, speakers: [Ben Dahl, Bo Ek]}}
  - {{name: "{HOSTILE}", institution: Weir, speakers: [Gil Foss, Gus Gran]}}
  - {{name: Drifters, institution: North Quay, speakers: [Dee Holm, Dan Iver]}}
  - {{name: Estuary, institution: Weir, speakers: [Eve Jarl, Eli Kron]}}
  - {{name: Ferry, institution: Mole, speakers: [Fay Lund, Finn Moe]}}
  - {{name: Gull, institution: Mole, speakers: [Gro Nord, Geir Os]}}
  - {{name: Harbour masters of the Upper Weir, institution: South Quay, speakers: [Hana Palm, Hugo Quist]}}
adjudicators:
  - {{name: Jo Ahlberg, score: 7}}
  - {{name: Kim Bech, score: 6}}
  - {{name: Lee Cramer, score: 6}}
  - {{name: Max Dorn, score: 5}}
  - {{name: Nia Eide, score: 5}}
  - {{name: Ola Falk, score: 4}}
rooms:
  - {{name: Great hall, priority: 10}}
  - {{name: Library, priority: 5}}
  - {{name: Room 12, site: Annexe}}
  - {{name: Room 14, site: Annexe}}
motions:
  - reference: trees
    text: This house would plant a tree for every car that is sold
    info_slide: A car is any vehicle with four wheels that is driven on roads. The tree is planted in the same town.
    rounds: [R1]
  - {{reference: towns, text: This house would ban cars from the centres of towns, rounds: [R2]}}
  - {{reference: vote, text: This house would lower the voting age to sixteen, rounds: [SF]}}
  - {{reference: sea, text: This house believes that the high seas should belong to nobody, rounds: [F]}}
"""


@dataclass
class Day:
    """A tournament on a server. `words`: of private links, by role and name."""

    client: httpx.AsyncClient
    id: str
    words: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    async def made(cls, client: httpx.AsyncClient, plan: str = PLAN) -> Day:
        answer = await client.post("/api/tournaments", json={"by": BY, "plan": plan})
        assert answer.status_code == 201, answer.text
        told = answer.json()
        day = cls(client, told["tournament"]["id"])
        links = (await client.get(f"{day.at}/links")).raise_for_status().json()["links"]
        day.words = {(one["role"], one["name"]): one["word"] for one in links}
        return day

    @property
    def at(self) -> str:
        return f"/api/tournaments/{self.id}"

    def mine(self, role: str, name: str) -> str:
        """The address of a private link's page."""
        return f"/t/{self.id}/me#{self.words[role, name]}"

    async def order(self, what: str, **more: Any) -> Json:
        asked = {"by": BY, "order": {"what": what, **more}, "preview": False, "as_told": ""}
        answer = await self.client.post(f"{self.at}/decisions", json=asked)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def desk(self) -> Json:
        return dict((await self.client.get(self.at)).raise_for_status().json())

    async def everybody_is_here(self) -> None:
        desk = await self.desk()
        for kind, entries in (("team", "teams"), ("adjudicator", "adjudicators"), ("room", "rooms")):
            await self.order("check", kind=kind, names=[one["name"] for one in desk[entries]])

    async def begun(self, number: int) -> None:
        """A round is drawn, released and started."""
        for what in ("draw", "release", "start"):
            await self.order(what, round=number)

    async def ballots(self, number: int, but: int = 0) -> None:
        """All ballots of a round but the last ones, as from paper."""
        desk = await self.desk()
        debates = desk["round"]["debates_told"]
        speakers = {one["name"]: one["speakers"] for one in desk["teams"]}
        wanted = [(one, name) for one in debates for name in one["missing"]]
        for debate, name in wanted[: len(wanted) - but]:
            await self.order("ballot", round=number, debate=debate["id"], ballot=scored(debate, name, speakers))

    async def over(self, number: int) -> None:
        """A round from its draw to its results."""
        await self.begun(number)
        await self.ballots(number)
        await self.order("end_round", round=number)
        await self.order("publish", round=number)


def scored(debate: Json, name: str, speakers: Mapping[str, Sequence[str]]) -> Json:
    """A ballot with scores by lot, always the same; the same side wins on all ballots of a debate."""
    chance = random.Random(debate["id"])
    better = chance.randrange(2)
    sheets = []
    for place, side in enumerate(debate["sides"]):
        base = 74.0 + 2 * (place == better) + chance.choice((0.0, 0.5))
        first, second = speakers[side["name"]]
        speeches: list[Json] = [{"speaker": first, "score": base}, {"speaker": second, "score": base + 0.5}]
        speeches.append({"speaker": first, "score": base / 2, "reply": True})
        sheets.append({"team": side["name"], "speeches": speeches})
    return {"adjudicator": name, "sheets": sheets, "note": ""}
