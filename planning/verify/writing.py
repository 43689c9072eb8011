"""The answer that people read: each sentence with the leaves it comes from, and none that comes from nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from config.errors import ProviderError
from planning.growth.calls import Calls
from planning.language.text import clean, sentences
from planning.verify.prompts import render
from planning.verify.questions import Place, sources, told
from planning.verify.record import AnswerSentence, Struck, Verdict
from planning.verify.roles import WRITER
from planning.verify.shapes import WrittenAnswer, WrittenSentence
from planning.verify.tracing import lacking, traced

MOST_SENTENCES, EXPLANATION = 5, 3


@dataclass
class Written:
    answer: list[AnswerSentence] = field(default_factory=list)
    explanation: list[AnswerSentence] = field(default_factory=list)
    struck: list[Struck] = field(default_factory=list)
    premise: bool = False  # what the question takes for granted is not so, and the leaves say it
    trouble: str = ""


async def write(calls: Calls, root: Place) -> Written:
    """The answer of a decided root. Where nobody writes one that stands, it is what the debates came to."""
    written = Written()
    parts = sorted((node for node in root.walk() if node is not root), key=lambda node: -node.content.confidence)
    prompt = render(
        "answer_writer",
        question=root.content.text,
        confidence=f"{root.content.confidence:.2f}",
        integration=root.content.answer,
        parts=told(parts or [root]),
    )
    try:
        given = await calls.ask(WRITER, prompt, WrittenAnswer, _fault)
    except ProviderError as error:
        written.trouble = str(error)
    else:
        written.answer, struck = _kept(root, given.answer[:MOST_SENTENCES])
        written.explanation, more = _kept(root, given.explanation[:EXPLANATION])
        written.struck = [*struck, *more]
        written.premise = root.content.verdict is Verdict.ANSWER and _stands_below(root, given.premise)
    if not written.answer:
        as_decided = [WrittenSentence(text=one, leaves=[]) for one in sentences(root.content.answer)]
        written.answer, _ = _kept(root, as_decided)
    return written


def _fault(answer: WrittenAnswer) -> str | None:
    return None if any(clean(one.text) for one in answer.answer) else "answer is empty"


def _kept(root: Place, given: Sequence[WrittenSentence]) -> tuple[list[AnswerSentence], list[Struck]]:
    known = sources(root)
    under = {node.id: [leaf.id for leaf in node.leaves()] for node in root.walk()}
    kept: list[AnswerSentence] = []
    struck: list[Struck] = []
    for one in given:
        cited = [leaf for place in one.leaves for leaf in under.get(place.strip(), ())]
        for text in sentences(clean(one.text)):
            found = traced(text, cited, known, [root.content.text])
            if isinstance(found, Struck):
                struck.append(found)
            else:
                kept.append(found.model_copy(update={"evidence": _relied(root, found.leaves)}))
    return kept, struck


def _stands_below(root: Place, premise: str) -> bool:
    """Whether the leaves say what the writer says of the question's premise."""
    return bool(clean(premise)) and not lacking(premise, [root.content.text, *sources(root).values()])


def _relied(root: Place, leaves: Sequence[str]) -> tuple[str, ...]:
    """The evidence on which the judges of these leaves relied."""
    chosen = [leaf.content for leaf in root.leaves() if leaf.id in leaves]
    return tuple(dict.fromkeys(key for one in chosen for debate in one.debates for key in debate.evidence))
