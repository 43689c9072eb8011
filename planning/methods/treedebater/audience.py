"""Who hears a draft before it is spoken: a simulated audience (TreeDebater 3.4), and a check that knows no plan.

The audience hears it beside another debate, and what it stumbles over is mended. The paper asks an audience for
feedback and then a writer for a revision; here one call does both, for the seconds between two speeches are few, and
whoever mends knows best what was missed. The check says whether answers meet the points they answer, and tell them
fairly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from config.format import Side, Stage
from config.settings import Role
from config.statement import Priority, Sentence, needs_of
from planning.asking.answers import Shape
from planning.asking.asking import asked, foreign
from planning.debate.flow import flows_text
from planning.debate.points import Frozen, Point
from planning.methods.door import Example
from planning.methods.treedebater.choosing.brief import Brief
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.writing.written import Draft, Meant, Written
from planning.methods.treedebater.writing_by_model import fault
from planning.ports import LLM

MOST_ISSUES = 6
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # by which the points of one exchange are told apart


Nearest = Callable[[str], Awaitable[Example | None]]
"""The debate whose flow tree, as text, is most like this one; None where none is like it."""


class Issue(Frozen):
    """What a listener stumbled over: on which dimension, what it does to them, the smallest change that mends it."""

    dimension: Literal["clarity", "engagement", "evidence", "persuasion"]
    issue: str = Field(min_length=1, max_length=600)
    effect: str = Field(max_length=600)
    revision: str = Field(max_length=600)


class Heard(Shape):
    """What the audience says, what matters most first, and the statement as it is after that; nothing of either where
    the draft is good as it is."""

    issues: list[Issue] = Field(max_length=20)
    side: Side
    plan: list[Meant] = Field(default_factory=list, max_length=30)
    sentences: list[Written] = Field(default_factory=list, max_length=200)


@dataclass(frozen=True)
class Reception:
    """How a draft was received, beside which debate (`example`), and what became of it; no draft where it stays."""

    issues: tuple[Issue, ...]
    example: str = ""
    draft: Draft | None = None


class Audience:
    """A panel of ordinary listeners and the editor who hears them, played by a model in one call. `nearest`: finds the
    debate whose flow tree is most like the one so far (`Examples` do); it embeds texts, so it is awaited."""

    def __init__(self, llm: LLM, nearest: Nearest | None = None) -> None:
        self._llm, self._nearest = llm, nearest

    async def hear(
        self, motion: str, brief: Brief, statement: str, evidence: str, words: int, deadline: float
    ) -> Reception:
        """What is made of a draft: `statement`, passage by passage, with what each sentence is worth (`draft_lines`);
        `words` are spoken in all. Raises ProviderError, ModelOutputError: no usable answer in time."""
        nearest = (
            self._nearest if brief.stage is not Stage.CLOSING else None
        )  # a closing looks back on this debate only
        example = await nearest(flows_text(brief.flows.trees)) if nearest is not None else None
        prompt = render(
            "audience",
            motion=motion,
            side=brief.side.value,
            stage=brief.stage.value,
            points=brief.points_text,
            statement=statement,
            evidence=evidence,
            words=words,
            example=example.text if example is not None else "",
            most=MOST_ISSUES,
        )
        heard = await asked(self._llm, Role.AUDIENCE, prompt, Heard, lambda one: _fault(one, brief.side), deadline)
        issues, told = tuple(heard.issues[:MOST_ISSUES]), example.told if example is not None else ""
        if not heard.issues or not heard.sentences:
            return Reception(issues, told)
        return Reception(issues, told, Draft(side=heard.side, plan=heard.plan, sentences=heard.sentences))


def _fault(heard: Heard, side: Side) -> str | None:
    if told := foreign(one.issue + one.revision for one in heard.issues):
        return told
    if not heard.sentences:
        return None
    return fault(Draft(side=heard.side, plan=heard.plan, sentences=heard.sentences), side)


class Verdict(Shape):
    """On one exchange, by its number; `missed`: letters of the points that nothing is said to, `reason`: what is wrong,
    and what would mend it."""

    number: int
    fair: bool
    meets: bool
    missed: list[str] = Field(default_factory=list, max_length=20)
    grounded: bool = True
    reason: str = Field(default="", max_length=600)


class Verdicts(Shape):
    """On all exchanges that were shown."""

    verdicts: list[Verdict] = Field(max_length=60)


@dataclass(frozen=True)
class Exchange:
    """A passage of ours and the points of the other side that it answers or concedes."""

    points: tuple[Point, ...]
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    def without(self, points: Collection[str]) -> Exchange:
        """The same words as they answer the others of its points."""
        return replace(self, points=tuple(point for point in self.points if point.id not in points))

    @property
    def key(self) -> tuple[tuple[str, ...], str]:
        """What a verdict on it holds for."""
        return tuple(point.id for point in self.points), self.text


@dataclass(frozen=True)
class Doubt:
    """An exchange that does not hold, and why. `missed`: ids of points that nothing is said to, where that is all."""

    exchange: Exchange
    unfair: bool
    reason: str
    missed: tuple[str, ...] = ()


class IndependentCheck:
    """Asks once about each exchange; what was found of it holds as long as its words do."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self._found: dict[tuple[tuple[str, ...], str], Doubt | None] = {}

    async def doubts(
        self,
        motion: str,
        exchanges: Sequence[Exchange],
        heard: Sequence[str],
        deadline: float,
        ours: Sequence[str] = (),
    ) -> list[Doubt]:
        """Those that do not hold. `heard`: all that the other side has said, as it was heard; `ours`: what
        the answering side has said. Raises ProviderError, ModelOutputError: no usable answer in time."""
        unknown = [one for one in exchanges if one.key not in self._found]
        if unknown:
            shown = "\n\n".join(_shown(number, one) for number, one in enumerate(unknown, 1))
            said = "\n".join(ours) or "(nothing yet)"
            prompt = render("fairness", motion=motion, exchanges=shown, heard="\n".join(heard), ours=said)
            answer = await asked(
                self._llm, Role.CHECKER, prompt, Verdicts, lambda one: _unjudged(one, len(unknown)), deadline
            )
            by_number = {verdict.number: verdict for verdict in answer.verdicts}
            for number, one in enumerate(unknown, 1):
                self._found[one.key] = doubt = _doubt(one, by_number[number])
                if doubt is not None and doubt.missed:  # to the others it holds
                    self._found[one.without(doubt.missed).key] = None
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
        surely = [one for one in members if one.priority not in (Priority.MAY, Priority.RESERVE)] or members
        named = dict.fromkeys(one for sentence in surely for one in (*sentence.answers, *sentence.concedes))
        if meant := tuple(points[one] for one in named if one in points):
            found.append(Exchange(meant, tuple(surely)))
    return found


def _shown(number: int, one: Exchange) -> str:
    points = "\n".join(
        f"   {letter}. {point.form.value}: “{point.words}”"
        + "".join(f" … “{more.words}”" for more in point.support if more.words not in point.words)
        + f" (as it was understood: {point.claim})"
        for letter, point in zip(LETTERS, one.points, strict=False)
    )
    told = " ".join(f"{s.text} [source given]" if s.cites else s.text for s in one.sentences)
    return f"({number}) said:\n{points}\n   to be said to it: {told}"


def _unjudged(answer: Verdicts, count: int) -> str | None:
    missing = sorted({*range(1, count + 1)} - {verdict.number for verdict in answer.verdicts})
    return f"there is no verdict on ({missing[0]})" if missing else None


def _doubt(one: Exchange, verdict: Verdict) -> Doubt | None:
    letters = {letter.strip(" .()").lower() for letter in verdict.missed}
    missed = tuple(point.id for letter, point in zip(LETTERS, one.points, strict=False) if letter in letters)
    if verdict.fair and verdict.grounded and (verdict.meets or 0 < len(missed) < len(one.points)):
        return Doubt(one, False, _reason(verdict), missed) if missed and len(missed) < len(one.points) else None
    return Doubt(one, not verdict.fair, _reason(verdict))


def _reason(verdict: Verdict) -> str:
    return " ".join(verdict.reason.split()) or "it does not meet the point"
