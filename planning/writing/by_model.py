"""Statements by a model: sentences that know what they are worth, written to a plan and a number of words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side, Stage
from config.settings import Role
from config.statement import Priority, Sentence
from planning.argument import ActionKind, Evidence
from planning.choosing.choose import Option, Plan
from planning.choosing.notes import evidence_lines, flows_text, plan_text
from planning.llm.asking import asked
from planning.llm.checks import foreign, plain, wrong_side
from planning.llm.prompts import render, variables
from planning.ports import LLM
from planning.trees.flow import Flows
from planning.trees.rehearsal import Case

LONGEST_SENTENCE = 300  # characters; what is longer is cut at its sentence ends
LONGEST_REVISED = 400
EVIDENCE_SHOWN = 24
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"'])")


class Written(BaseModel):
    """One sentence as the model gives it; `passage` joins sentences, `does` names the option it carries out."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=1200)
    passage: str = Field(max_length=60)
    importance: Literal["must", "should", "may"]
    reserve: bool
    does: str = Field(max_length=20)
    cites: list[str] = Field(max_length=8)


class Draft(BaseModel):
    """A statement in speaking order; the last sentence closes it. `side`: whom the model believes to speak for."""

    model_config = ConfigDict(extra="forbid")

    side: Side
    sentences: list[Written] = Field(min_length=1, max_length=200)


class Rewritten(BaseModel):
    """A sentence to be replaced."""

    model_config = ConfigDict(extra="forbid")

    id: str
    text: str = Field(max_length=1200)


class Revision(BaseModel):
    """The sentences that change; all others stay as they are."""

    model_config = ConfigDict(extra="forbid")

    side: Side
    sentences: list[Rewritten] = Field(max_length=200)


class ModelWriter:
    """Writes for one side.

    Args:
        case: our definition and criterion, where there are prepared ones.
        evidence: everything that may be cited, by id.
    """

    def __init__(self, llm: LLM, motion: str, side: Side, case: Case | None, evidence: Mapping[str, Evidence]) -> None:
        self._llm, self._motion, self._side, self._case, self._evidence = llm, motion, side, case, evidence

    async def write(
        self,
        plan: Plan,
        flows: Flows,
        words: int,
        so_far: Sequence[Sentence],
        deadline: float,
        *,
        reserve: bool = True,
        framework: str = "",
        heard: Sequence[str] = (),
        said: Sequence[str] = (),
    ) -> list[Sentence]:
        """About so many words to the plan; where there is a draft already, further passages for it.

        Args:
            reserve: whether sentences beyond the words are wanted, to fill time that is left.
            framework: the thought that joins the main claims.
            heard: the other side's words, where no flow tree has kept what they mean.
            said: sentences of ours from earlier turns, not to be repeated.

        Raises:
            ProviderError, ModelOutputError: no usable draft in time.
        """
        name = "more" if so_far else plan.stage.value
        closing = plan.stage is Stage.CLOSING
        values = {
            "motion": self._motion,
            "side": self._side.value,
            "definition": " ".join(self._case.definition) if self._case else "",
            "criterion": " ".join(self._case.criterion) if self._case else "",
            "framework": framework,
            "plan": plan_text(plan, words),
            "flows": flows_text(flows.trees),
            "heard": "\n".join(heard),
            "evidence": "" if closing else "\n".join(evidence_lines(self._evidence, self._ids(plan))),
            "words": words,
            "reserve": reserve,
            "so_far": "\n".join(s.text for s in so_far),
            "said": "\n".join(said),
        }
        prompt = render(name, **{key: value for key, value in values.items() if key in variables(name)})
        draft = await asked(self._llm, Role.WRITER, prompt, Draft, self._fault, deadline)
        return statement(draft.sentences, plan, {} if closing else self._evidence)

    async def revise(self, sentences: Sequence[Sentence], issues: str, deadline: float) -> list[Sentence]:
        """The same sentences, some in other words: ids, priorities and order stay.

        Raises:
            ProviderError, ModelOutputError: no usable revision in time.
        """
        prompt = render(
            "revise",
            motion=self._motion,
            side=self._side.value,
            statement="\n".join(f"{s.id}: {s.text}" for s in sentences),
            issues=issues,
            evidence="\n".join(evidence_lines(self._evidence, sorted({c for s in sentences for c in s.cites}))),
        )
        answer = await asked(self._llm, Role.WRITER, prompt, Revision, self._fault, deadline)
        changed = {one.id.strip().rstrip(":"): plain(one.text)[:LONGEST_REVISED] for one in answer.sentences}
        return [s.model_copy(update={"text": text}) if (text := changed.get(s.id)) else s for s in sentences]

    def _fault(self, draft: Draft | Revision) -> str | None:
        texts = [s.text for s in draft.sentences]
        if draft.side is not self._side:
            return f"it is for {draft.side}, but you speak for {self._side}"
        if isinstance(draft, Draft) and not any(plain(text) for text in texts):
            return "it has no words"
        return foreign(texts) or wrong_side(texts, self._side)

    def _ids(self, plan: Plan) -> list[str]:
        """Evidence under the planned options first, then the rest, up to a limit."""
        planned = [e for f in plan.battlefields for o in f.options if o.node for e in o.node.node.evidence]
        return [e for e in dict.fromkeys([*planned, *self._evidence]) if e in self._evidence][:EVIDENCE_SHOWN]


def statement(written: Sequence[Written], plan: Plan, evidence: Mapping[str, Evidence]) -> list[Sentence]:
    """The model's sentences as units: a passage's lead and claim stand together, the rest of it needs them."""
    options = {
        f"o{i}.{j}": option for i, field in enumerate(plan.battlefields, 1) for j, option in enumerate(field.options, 1)
    }
    topics = {
        f"o{i}.{j}": field.topic for i, field in enumerate(plan.battlefields, 1) for j in range(len(field.options) + 1)
    }
    pieces = [one for sentence in written for one in _split(sentence)]
    found: list[Sentence] = []
    for number, (_, group) in enumerate(groupby(pieces, key=lambda one: one.passage.strip().lower())):
        found += _passage(list(group), f"u{number + 1}", len(found), options, topics, evidence)
    if found:
        found[-1] = found[-1].model_copy(update={"priority": Priority.CLOSING, "unit": "closing", "needs": None})
    return found


def proposing(sentences: Sequence[Sentence]) -> list[Sentence]:
    """An opening that was written without prepared claims: the head of each passage proposes one of its own.

    The first passage sets out what is debated and proposes nothing; nor does the closing line.
    """
    heads = {sentence.unit: sentence.id for sentence in reversed(sentences) if sentence.needs is None}
    claims = [name for unit, name in heads.items() if unit != "closing" and unit != sentences[0].unit]
    return [
        one.model_copy(update={"action": ActionKind.PROPOSE.value}) if one.id in claims else one for one in sentences
    ]


def _passage(
    pieces: Sequence[Written],
    unit: str,
    before: int,
    options: Mapping[str, Option],
    topics: Mapping[str, str],
    evidence: Mapping[str, Evidence],
) -> Iterator[Sentence]:
    head = next((i for i, piece in enumerate(pieces) if piece.does.strip() in options), 0)
    worth = Priority.RESERVE if pieces[head].reserve else Priority(pieces[head].importance)
    topic = next((topics[p.does.strip()] for p in pieces if p.does.strip() in topics), "")
    for i, piece in enumerate(pieces):
        first = i <= head
        option = options.get(piece.does.strip())
        own = Priority.RESERVE if piece.reserve or worth is Priority.RESERVE else _below(piece.importance)
        yield Sentence(
            id=f"s{before + i + 1}",
            text=piece.text,
            unit=unit if first else f"{unit}.{i}",
            priority=worth if first else own,
            needs=None if first else unit,
            topic=topic,
            source=option.node.id if option and option.node else None,
            action=option.candidate.kind.value if option else None,
            target=option.candidate.target if option and option.candidate.flow else "",
            cites=tuple(dict.fromkeys(c.strip() for c in piece.cites if c.strip() in evidence)),
        )


def _below(importance: str) -> Priority:
    """What follows the head of a passage can be left out."""
    return Priority.MAY if importance == "may" else Priority.SHOULD


def _split(sentence: Written) -> Iterator[Written]:
    text = plain(sentence.text)
    pieces = _SENTENCE_END.split(text) if len(text) > LONGEST_SENTENCE else [text]
    for i, piece in enumerate(p for p in pieces if any(c.isalnum() for c in p)):
        yield sentence.model_copy(update={"text": piece, "does": sentence.does if i == 0 else ""})
