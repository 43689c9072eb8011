"""The answers to the parts put together: a concise way against a full one, and a judge; nothing is added to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from config.errors import ProviderError
from planning.growth.calls import Calls
from planning.growth.levels import together
from planning.language.text import clean, sentences
from planning.verify.policy import Policy
from planning.verify.prompts import render
from planning.verify.questions import Place, Question, combined, drawn, sources, told
from planning.verify.record import Integration, SynthesisDebate, Verdict
from planning.verify.roles import JUDGE, SYNTHESIST
from planning.verify.shapes import ProposedIntegration, SynthesisJudgement, cut
from planning.verify.tracing import lacking, without_news

Style = Literal["concise", "full"]
STYLES: tuple[Style, Style] = ("concise", "full")
MOST_SENTENCES, ASSUMPTIONS = 6, 2
LONGEST_WORDS = 400  # about 800 tokens, which the paper gives to messages high in the tree


class Syntheses:
    """Decides inner nodes from their children."""

    def __init__(self, calls: Calls, policy: Policy) -> None:
        self._calls, self._policy = calls, policy

    async def decide(self, node: Place, number: int = 1) -> None:
        """Verdict, answer and confidence of a node all of whose children are decided; the `number`th time, from 1."""
        question = node.content
        try:
            debate, judged = await self._debate(node, number)
        except ProviderError as error:
            question.trouble = str(error)
            if question.syntheses:  # of a first pass: it stands, as sure as what is under it now
                question.confidence = combined(question.own, [child.content.confidence for child in node.children])
            return
        answer, struck = without_news(node.id, debate.answer, sources(node), [question.text])
        question.struck = struck
        question.answer = answer or " ".join(child.content.answer for child in node.children)
        question.syntheses.append(debate.model_copy(update={"answer": question.answer}))
        question.verdict = _verdict(question, judged)
        question.own, question.trouble = judged.confidence, ""
        question.confidence = combined(question.own, [child.content.confidence for child in node.children])

    async def _debate(self, node: Place, number: int) -> tuple[SynthesisDebate, SynthesisJudgement]:
        turns = await self._rounds(node, number) if self._policy.synthesis else []
        last = {style: next((one for one in reversed(turns) if one.style == style and one.integration), None)
                for style in STYLES}  # fmt: skip
        texts = {style: one.integration if one else _joined(node, style) for style, one in last.items()}
        judged, winner = await self._judged(node, texts, number)
        return SynthesisDebate(
            number=number,
            turns=tuple(turns),
            winner=winner,
            answer=cut(judged.answer, LONGEST_WORDS, MOST_SENTENCES),
            rationale=clean(judged.rationale),
            confidence=judged.confidence,
        ), judged

    async def _rounds(self, node: Place, number: int) -> list[Integration]:
        turns: list[Integration] = []
        for round_ in range(1, self._policy.synthesis_rounds + 1):
            before = {one.style: one for one in turns}
            turns += await together(self._turn(node, style, round_, before, number) for style in STYLES)
        return turns

    async def _turn(
        self, node: Place, style: Style, round_: int, before: Mapping[Style, Integration], number: int
    ) -> Integration:
        """One way to put it, after what was said in the round before; lost where it is of no use. Raises Stopped."""
        other = before.get("full" if style == "concise" else "concise")
        own = before.get(style)
        prompt = render(
            "synthesis_debater",
            style=style,
            question=node.content.text,
            children=told(node.children),
            own=own.integration if own else "",
            other=f"{other.integration}\n{other.rebuttal}".strip() if other else "",
        )
        known = [node.content.text, *sources(node).values()]

        def fault(answer: ProposedIntegration) -> str | None:
            if answer.style != style:
                return f"it is {answer.style}, but you are {style}"
            if not clean(answer.integration):
                return "integration is empty"
            found = (lacking(sentence, known) for sentence in sentences(clean(answer.integration)))
            return next(filter(None, found), None)

        given = await self._calls.tried(SYNTHESIST, prompt, ProposedIntegration, fault, sample=number - 1)
        if isinstance(given, str):
            return Integration(style=style, round=round_, missing=given)
        return Integration(
            style=style,
            round=round_,
            integration=cut(given.integration, LONGEST_WORDS, MOST_SENTENCES),
            assumptions=cut(given.assumptions, LONGEST_WORDS, ASSUMPTIONS),
            rebuttal=cut(given.rebuttal, LONGEST_WORDS, ASSUMPTIONS),
        )

    async def _judged(self, node: Place, texts: Mapping[Style, str], number: int) -> tuple[SynthesisJudgement, Style]:
        """The judgement, and whose way was chosen; which of them is A is drawn by the question."""
        one, other = STYLES if drawn(node.content.text) else STYLES[::-1]
        yes_no = node.content.kind == "yes_no"
        prompt = render(
            "synthesis_judge",
            question=node.content.text,
            yes_no=yes_no,
            children=told(node.children),
            a=texts[one],
            b=texts[other],
        )

        def fault(answer: SynthesisJudgement) -> str | None:
            if yes_no and answer.verdict == "open":
                return "the question is one of yes or no; verdict is yes, no or neither"
            return None if clean(answer.answer) else "answer is empty"

        judged = await self._calls.ask(JUDGE, prompt, SynthesisJudgement, fault, sample=number - 1)
        return judged, one if judged.winner == "A" else other


def _joined(node: Place, style: Style) -> str:
    """What stands in for an integration that nobody wrote: the answers as they are, or their first sentences."""
    answers = [child.content.answer for child in node.children]
    return " ".join(_first(answers) if style == "concise" else answers)


def _first(texts: Sequence[str]) -> list[str]:
    return [found[0] for text in texts if (found := sentences(text))]


def _verdict(question: Question, judged: SynthesisJudgement) -> Verdict:
    if question.kind == "yes_no":
        return Verdict(judged.verdict)
    return Verdict.NEITHER if judged.verdict == "neither" else Verdict.ANSWER
