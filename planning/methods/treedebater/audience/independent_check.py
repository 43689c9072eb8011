"""Whether answers meet the points they answer and tell them fairly, by somebody who does not know what was planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from config.settings import Role
from config.statement import Priority, Sentence, needs_of
from planning.asking.asking import asked
from planning.debate.points import Point
from planning.methods.treedebater.prompts import render
from planning.ports import LLM


class Verdict(BaseModel):
    """On one exchange, by its number; `reason`: what is wrong, and what would mend it."""

    model_config = ConfigDict(extra="forbid")

    number: int
    fair: bool
    meets: bool
    reason: str = Field(default="", max_length=600)


class Verdicts(BaseModel):
    """On all exchanges that were shown."""

    model_config = ConfigDict(extra="forbid")

    verdicts: list[Verdict] = Field(max_length=60)


@dataclass(frozen=True)
class Exchange:
    """A passage of ours and the points of the other side that it answers or concedes."""

    points: tuple[Point, ...]
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def key(self) -> tuple[tuple[str, ...], str]:
        """What a verdict on it holds for."""
        return tuple(point.id for point in self.points), self.text


@dataclass(frozen=True)
class Doubt:
    """An exchange that does not hold, and why."""

    exchange: Exchange
    unfair: bool
    reason: str


class IndependentCheck:
    """Asks once about each exchange; what was found of it holds as long as its words do."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self._found: dict[tuple[tuple[str, ...], str], Doubt | None] = {}

    async def doubts(
        self, motion: str, exchanges: Sequence[Exchange], heard: Sequence[str], deadline: float
    ) -> list[Doubt]:
        """Those that do not hold. `heard`: all that the other side has said, as it was heard. Raises ProviderError,
        ModelOutputError: no usable answer in time."""
        unknown = [one for one in exchanges if one.key not in self._found]
        if unknown:
            shown = "\n\n".join(_shown(number, one) for number, one in enumerate(unknown, 1))
            prompt = render("fairness", motion=motion, exchanges=shown, heard="\n".join(heard))
            answer = await asked(
                self._llm, Role.CHECKER, prompt, Verdicts, lambda one: _fault(one, len(unknown)), deadline
            )
            by_number = {verdict.number: verdict for verdict in answer.verdicts}
            for number, one in enumerate(unknown, 1):
                self._found[one.key] = _doubt(one, by_number[number])
        return [doubt for one in exchanges if (doubt := self._found[one.key]) is not None]


def exchanges(sentences: Sequence[Sentence], points: Mapping[str, Point]) -> list[Exchange]:
    """The passages of a statement that answer or concede something, with the points they do it to.
    What is spoken only if there is time is left out of them: the answer must hold without it."""
    needs, heads = needs_of(sentences), dict[str, list[Sentence]]()
    for sentence in sentences:
        head = sentence.unit
        while (need := needs.get(head)) is not None:
            head = need
        heads.setdefault(head, []).append(sentence)
    found = []
    for members in heads.values():
        named = dict.fromkeys(one for sentence in members for one in (*sentence.answers, *sentence.concedes))
        if meant := tuple(points[one] for one in named if one in points):
            surely = [one for one in members if one.priority not in (Priority.MAY, Priority.RESERVE)]
            found.append(Exchange(meant, tuple(surely or members)))
    return found


def _shown(number: int, one: Exchange) -> str:
    points = "\n".join(
        f"   {point.form.value}: “{point.words}”"
        + "".join(f" … “{more.words}”" for more in point.support if more.words not in point.words)
        + f" (as it was understood: {point.claim})"
        for point in one.points
    )
    return f"({number}) said:\n{points}\n   to be said to it: {one.text}"


def _fault(answer: Verdicts, count: int) -> str | None:
    missing = sorted({*range(1, count + 1)} - {verdict.number for verdict in answer.verdicts})
    return f"there is no verdict on ({missing[0]})" if missing else None


def _doubt(one: Exchange, verdict: Verdict) -> Doubt | None:
    if verdict.fair and verdict.meets:
        return None
    return Doubt(one, not verdict.fair, " ".join(verdict.reason.split()) or "it does not meet the point")
