"""Matches that a scripted model decides by one answer a side, so that what is left is what holding matches costs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from pydantic import BaseModel

from agent.arena.hosts.match import held_mark
from agent.arena.ready import ReadyArena
from agent.arena.results import Held, Vote
from agent.evaluation.asking import Asking, Making
from agent.evaluation.contestants import seat_of
from agent.evaluation.work import WholeDebate
from agent.match.afterwards.verdicts import Outcome, Result
from bench.loopback.chats import LoopbackModel
from bench.loopback.recording import RecordedQuestion
from config.format import Side
from config.settings import Role
from planning.ports import Prompt

DEADLINE_SECONDS = 60.0
WORTH = 10


class Weight(BaseModel):
    """What a side's case is worth."""

    worth: int
    words: str


class ScriptedModel(LoopbackModel):
    """Weighs a case by its letters, and has a few words for it. Serves while it is used as a context."""

    def __init__(self) -> None:
        super().__init__(_weigh, "scripted")


def _weigh(question: RecordedQuestion) -> str:
    return json.dumps({"worth": crc32(question.user.encode()) % WORTH, "words": "We have our reasons. " * 20})


@dataclass(frozen=True)
class ScriptedHolder:
    """A `MatchHolder` that asks two questions a match, as a match would, and keeps a folder of what was said."""

    of: ReadyArena
    asking: Asking
    making: Making

    async def held(self, debate: WholeDebate, folder: Path) -> Held | None:
        weights = {side: await self._weighed(debate, side) for side in Side}
        _keep(folder, weights.values())
        pro, con = (weights[side].worth for side in (Side.PRO, Side.CON))
        outcome = Outcome.TIE if pro == con else Outcome.WON
        winner = "" if pro == con else (Side.PRO if pro > con else Side.CON).value
        vote = Vote(result=Result(outcome=outcome, winner=winner), points=(pro / 4, con / 4))
        kind = self.of.topics[debate.motion].kind
        sides = {"motion": debate.motion, "kind": kind, "pro": debate.pro, "con": debate.con}
        return Held(id=debate.id, **sides, opened=Side.PRO, words=(80, 80), votes=(vote,))

    async def _weighed(self, debate: WholeDebate, side: Side) -> Weight:
        name = debate.sides[side]
        settings = seat_of(self.of.prepared.contestant(name), "", side).settings_of(self.of.settings)
        asking = self.asking.of(settings.models, name, f"{debate.id} {side}")
        assert asking is not None
        prompt = Prompt(name="scripted case", system="You debate.", user=f"{debate.id}: your case as {side}, {name}")
        return await asking.ask(Role.WRITER, prompt, Weight, DEADLINE_SECONDS)


def _keep(folder: Path, weights: Iterable[Weight]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "events.jsonl").write_text("\n".join(one.model_dump_json() for one in weights), encoding="utf-8")
    held_mark(folder).touch()
