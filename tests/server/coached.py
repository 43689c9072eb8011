"""A match that is over on a host: a person (con) debated an AI, as one of the recorded logs has it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.server.house import KEY, house, order

LOGS = Path(__file__).parents[1] / "page/logs"


@dataclass(frozen=True)
class Debated:
    """`secret`: of con's seat."""

    id: str
    secret: str

    @property
    def coaching(self) -> str:
        return f"/api/matches/{self.id}/coaching"


async def debated(root: Path, log: str = "labor-unions") -> Debated:
    """Held by a host that is gone again; whoever opens its folder finds the recorded log in the place of its own."""
    async with house(root, key=KEY) as home:
        made = await home.create(order())
        id = str(made["match"]["id"])
        joined = await home.join(made["invitations"][0], name="Ada")
        await home.speaking(id)
        await home.ask("POST", f"/api/matches/{id}/end", status=202)
        await home.until(id, "ended")
    for name in ("events.jsonl", "report.html"):
        (root / id / name).unlink(missing_ok=True)
    shutil.copy(LOGS / log / "events.jsonl", root / id / "events.jsonl")
    return Debated(id, str(joined["secret"]))
