"""A desk at which a rebuttal is written by a scripted model, with two points of the other side open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from config.format import Side
from config.settings import Thinking
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Objection, Point, PointForm
from planning.methods.contract import Commission, Drafted, Trouble
from planning.methods.treedebater.audience import Audience, IndependentCheck
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.models.scripted import ScriptedModel

PRO, CON = Side
REDUCE = "Uniforms reduce bullying over clothes."
SHOES = "bullies simply look at shoes"
PAYS = "who pays for the second blazer"
REBUTTAL = 2


def line(text: str, passage: str = "shoes", importance: str = "must", **more: Any) -> dict[str, Any]:
    return {"text": text, "passage": passage, "importance": importance} | more


def meant(about: str, *points: str, decision: str = "answer", why: str = "It is what they rest on.") -> dict[str, Any]:
    return {
        "about": about,
        "points": list(points),
        "decision": decision,
        "importance": "high",
        "why": why,
        "words": 40,
    }


NAMED = line(f"They say “{SHOES}”, and some will.")
ANSWER = line("But a shoe is harder to see from across a hall than a coat.", answers=["con2.1"])
END = line("So keep the coat off the list of weapons.", "end")
PAID = line("You ask me who pays, and the answer is the school fund.", "money", answers=["con2.2"])


def draft(*lines: dict[str, Any], plan: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"side": "pro", "plan": list(plan), "sentences": list(lines)}


SAID = Sentence(id="b1", text="We never said that.", unit="b1", priority=Priority.MUST)
WHOLE = draft(NAMED, ANSWER, PAID, END, plan=[meant("shoes", "con2.1"), meant("money", "con2.2")])


class Desk:
    """Con has spoken: an attack on pro's only claim, and a question. Pro writes its rebuttal by a scripted model."""

    def __init__(self, *, checked: bool = False, heard: bool = False, **roles: Any) -> None:
        self.model, self.troubles = ScriptedModel(**roles), list[Trouble]()
        self.mind = Strategy(uniforms(), PRO, short_format(), BagEmbedder(), "seed")
        ours = Point(id="pro1.1", words=REDUCE, claim=REDUCE)
        self.mind.apply(Action(kind=ActionKind.PROPOSE, actor=PRO, claim=REDUCE, source="p1", point=ours), (PRO, None))
        self.says("con2.1", SHOES, "Bullies find other marks, such as shoes.", objection=Objection.BACKFIRES)
        self.says("con2.2", PAYS, "Nobody has said who pays.", form=PointForm.QUESTION)
        self.method = TreeDebaterWithModel(
            TreeDebater(self.mind, compute),
            self.model,
            Thinking(),
            audience=Audience(self.model) if heard else None,
            check=IndependentCheck(self.model) if checked else None,
            on_trouble=self.troubles.append,
        )

    def says(self, name: str, words: str, claim: str, **more: Any) -> None:
        point = Point(id=name, words=words, claim=claim, meets=("pro1",), **more)
        attack = Action(kind=ActionKind.REBUT, actor=CON, claim=claim, target=REDUCE, point=point)
        self.mind.apply(attack.model_copy(update={"kind": ActionKind.ATTACK}), (PRO, "pro1"))
        self.mind.listened(words)

    def drafted(self, words: int = 100, seconds_left: float | None = None) -> Drafted:
        async def work() -> Drafted | None:
            plan = await self.method.plan(REBUTTAL)
            return await self.method.statement(Commission(REBUTTAL, plan, words, seconds_left=seconds_left))

        found = asyncio.run(work())
        assert found is not None
        return found

    def checked(self, sentences: Sequence[Sentence]) -> Sequence[Sentence] | None:
        return asyncio.run(self.method.check(REBUTTAL, sentences))

    @property
    def asked(self) -> list[str]:
        return [turn.prompt.user for turn in self.model.asked]


def texts(sentences: Sequence[Sentence] | None) -> list[str]:
    return [one.text for one in sentences or ()]
