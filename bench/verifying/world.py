"""A world whose truth is known, and a model of known accuracy in it, over HTTP: what trees gain and lose.

A compound claim says that all its parts are genuine. The model has beliefs: of each part right with `part`, of a whole
claim right with `whole`; they are drawn once, so that it errs alike whenever it is asked, but for `slips` of answers. A
judge who hears both sides of one thing puts a wrong belief right with `judge`, one on a whole claim of parts with
`crowded`, and a right one wrong with `misled`. A claim of a single fact is split into questions that are only near it:
each of them stands for the claim with `near`.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass

from agent.verifying.claims import Item
from bench.loopback.recording import RecordedQuestion
from planning.verify.verifying import Assignment

_CLAIM = re.compile(r"\b(Chest|Coin) (\d+)\b")
_PART = re.compile(r"\bseal (\d+)-(\d)\b")
_FENCED = re.compile(r"⟦data⟧\n(.*?)\n⟦end of data⟧", re.S)
PARTS = 3


@dataclass(frozen=True)
class World:
    """Chances from 0 to 1, as told above."""

    compound: bool
    whole: float = 0.65
    part: float = 0.85
    judge: float = 0.6  # that a debate puts a wrong belief right
    crowded: float = 0.6  # the same, in a debate of all parts at once
    misled: float = 0.05  # that a debate turns a right one
    near: float = 0.8
    slips: float = 0.15
    seed: int = 1

    def chance(self, *what: object) -> float:
        """The same for the same things."""
        return random.Random(f"{self.seed} {self.compound} {what}").random()

    def part_holds(self, number: int, part: int) -> bool:
        if self.compound:
            return self.chance("part", number, part) < 0.8  # three of them: about half of the claims are true
        near = self.chance("near", number, part) < self.near
        return self.holds(number) == near

    def holds(self, number: int) -> bool:
        if self.compound:
            return all(self.part_holds(number, part) for part in range(1, PARTS + 1))
        return self.chance("whole", number) < 0.5

    def believes(self, number: int, part: int | None) -> bool:
        truth = self.holds(number) if part is None else self.part_holds(number, part)
        right = self.chance("belief", number, part) < (self.whole if part is None else self.part)
        return truth == right

    def debated(self, number: int, part: int | None, debate: str) -> bool:
        """What a judge finds after a debate."""
        truth = self.holds(number) if part is None else self.part_holds(number, part)
        if self.believes(number, part) == truth:
            return truth if self.chance("misled", number, part, debate) >= self.misled else not truth
        return truth if self.chance("judge", number, part, debate) < self.mends(part) else not truth

    def mends(self, part: int | None) -> float:
        return self.crowded if self.compound and part is None else self.judge

    def items(self, count: int) -> list[Item]:
        texts = (claim_text(number, self.compound) for number in range(count))
        return [
            Item(Assignment(text, claim=True), number + 1, "yes" if self.holds(number) else "no")
            for number, text in enumerate(texts)
        ]


def claim_text(number: int, compound: bool) -> str:
    if compound:
        seals = ", ".join(f"seal {number}-{part}" for part in range(1, PARTS + 1))
        return f"Chest {number} has only genuine seals, which are {seals}"
    return f"Coin {number} is genuine"


def part_text(number: int, part: int) -> str:
    return f"Is seal {number}-{part} genuine?"


class Model:
    """Answers in every role. As a function from a question to a text."""

    def __init__(self, world: World) -> None:
        self.world, self._drawn = world, 0

    def __call__(self, question: RecordedQuestion) -> str | None:
        self._drawn += 1
        answer = getattr(self, f"_{question.shape}", None)
        return json.dumps(answer(question)) if answer is not None else None

    # -- what a question is about --------------------------------------------------------------------

    def _about(self, question: RecordedQuestion) -> tuple[int, int | None]:
        first = _FENCED.findall(question.user)[0]
        if (claim := _CLAIM.search(first)) is not None:
            return int(claim[2]), None
        part = _PART.search(first)
        assert part is not None, f"nothing of this world is asked for: {first[:80]}"
        return int(part[1]), int(part[2])

    def _belief(self, question: RecordedQuestion) -> bool:
        """With slips, which are drawn anew for each answer."""
        belief = self.world.believes(*self._about(question))
        return belief != (self.world.chance("slip", self._drawn) < self.world.slips)

    # -- the tree ------------------------------------------------------------------------------------

    def _ProposedSplit(self, question: RecordedQuestion) -> dict[str, object]:
        number, part = self._about(question)
        texts = [part_text(number, one) for one in range(1, PARTS + 1)] if part is None else []
        children = [{"question": one, "kind": "yes_no", "first": "", "second": ""} for one in texts]
        return {"canonical": _FENCED.findall(question.user)[-1], "kind": "yes_no", "first": "", "second": "",
                "atomic": not children, "children": children, "why": "All of them have to hold."}  # fmt: skip

    def _SplitJudgement(self, question: RecordedQuestion) -> dict[str, object]:
        return {"decision": "approve", "children": [], "rationale": "It is whole."}

    def _Difficulty(self, question: RecordedQuestion) -> dict[str, object]:
        scores = [{"child": one, "difficulty": 0.8} for one in range(1, PARTS + 1)]
        return {"scores": scores, "decision": "decompose", "missing": []}

    def _DebaterTurn(self, question: RecordedQuestion) -> dict[str, object]:
        side = re.search(r"You are debater (\w)", question.system)
        own = _FENCED.findall(question.user)[-4]
        return {"side": side[1] if side else "A", "claim": f"The answer is {own}", "support": "It was looked at.",
                "rebuttal": "", "evidence": []}  # fmt: skip

    def _LeafJudgement(self, question: RecordedQuestion) -> dict[str, object]:
        number, part = self._about(question)
        found = self.world.debated(number, part, str(self._drawn))
        first = "Yes" in _FENCED.findall(question.user)[1]
        name = f"Chest or coin {number}" if part is None else f"Seal {number}-{part}"
        return {"winner": "A" if found == first else "B", "cautious": "A", "answer":
                f"{name} is {'' if found else 'not '}genuine.", "rationale": "It was looked at.",
                "confidence": self._sure(part, self.world.mends(part), self.world.misled), "evidence": []}  # fmt: skip

    def _sure(self, part: int | None, mended: float, spoilt: float) -> float:
        """How often a debate of such a thing ends right: the judge knows itself."""
        right = self.world.part if part is not None else self.world.whole
        return round(right * (1 - spoilt) + (1 - right) * mended, 3)

    def _ProposedIntegration(self, question: RecordedQuestion) -> dict[str, object]:
        style = re.search(r"`style` is `(\w+)`", question.system)
        children = json.loads(_FENCED.findall(question.user)[1])
        return {"style": style[1] if style else "full", "assumptions": "", "rebuttal": "",
                "integration": " ".join(one["answer"] for one in children)}  # fmt: skip

    def _SynthesisJudgement(self, question: RecordedQuestion) -> dict[str, object]:
        fenced = _FENCED.findall(question.user)
        found = [one["verdict"] for one in json.loads(fenced[1])]
        if self.world.compound:
            verdict = "no" if "no" in found else "yes" if set(found) == {"yes"} else "neither"
        else:
            verdict = "yes" if found.count("yes") > found.count("no") else "no"
        return {"winner": "A", "verdict": verdict, "answer": fenced[2], "rationale": "So it is.",
                "confidence": 0.97 if self.world.compound else 0.8}  # fmt: skip

    def _WrittenAnswer(self, question: RecordedQuestion) -> dict[str, object]:
        parts = json.loads(_FENCED.findall(question.user)[2])
        told = [{"text": one["answer"], "leaves": [one["id"]]} for one in parts[:5]]
        return {"answer": told, "explanation": told[:1], "premise": ""}

    # -- the baselines -------------------------------------------------------------------------------

    def _GivenAnswer(self, question: RecordedQuestion) -> dict[str, object]:
        found = self._belief(question)
        return {"verdict": "yes" if found else "no", "answer": f"It is {'' if found else 'not '}so.",
                "confidence": self.world.whole}  # fmt: skip

    def _Picked(self, question: RecordedQuestion) -> dict[str, object]:
        """The first sample that is as the model believes."""
        wanted = "yes" if self.world.believes(*self._about(question)) else "no"
        lines = _FENCED.findall(question.user)[1].splitlines()
        return {"number": next((n for n, one in enumerate(lines, 1) if f". {wanted}:" in one), 1)}

    def _Criticism(self, question: RecordedQuestion) -> dict[str, object]:
        return {"criticism": "It may be otherwise."}

    def _FactList(self, question: RecordedQuestion) -> dict[str, object]:
        number, _ = self._about(question)
        return {"facts": [part_text(number, one) for one in range(1, PARTS + 1)]}

    def _FactRating(self, question: RecordedQuestion) -> dict[str, object]:
        return {"rating": "supported" if self._belief(question) else "refuted", "reason": "So it seems."}
