"""The debate of one sub-question: two sides in turn, and a judge who may find for neither."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from config.errors import ProviderError
from planning.asking.journal import SEARCH_SECONDS
from planning.debate.argument import Evidence, EvidenceSource, evidence_lines
from planning.growth.calls import Calls
from planning.language.text import clean
from planning.verify.policy import Policy
from planning.verify.prompts import render
from planning.verify.questions import Place, Question
from planning.verify.record import DebaterName, LeafDebate, LeafTurn
from planning.verify.roles import DEBATER, JUDGE
from planning.verify.shapes import DebaterTurn, LeafJudgement, cut, turn_fault
from planning.verify.tracing import without_news

SHOWN = 5  # items of evidence a leaf
CLAIM_SENTENCES, SUPPORT_SENTENCES, REBUTTAL_SENTENCES, ANSWER_SENTENCES = 1, 3, 2, 3
NOTHING = "(nothing)"


class Debates:
    """Holds debates at leaves. `source`: where their evidence comes from; `troubles`: what could not be searched."""

    def __init__(self, calls: Calls, policy: Policy, source: EvidenceSource | None) -> None:
        self._calls, self._policy, self._source = calls, policy, calls.source(source)
        self.troubles: list[str] = []

    async def debate(self, node: Place, number: int) -> LeafDebate:
        """A debate with fresh debaters, the `number`th of this leaf, from 1."""
        question = node.content
        if not question.shown:
            question.shown.update(await self._found(node))
        turns: list[LeafTurn] = []
        try:
            for round_ in range(1, self._policy.leaf_rounds + 1):
                turns.append(await self._turn(node, "A", round_, turns, number))
                turns.append(await self._turn(node, "B", round_, turns, number))
            if all(one.missing for one in turns):
                return _undecided(question, number, turns, turns[-1].missing)
            judged = await self._judged(question, turns, number)
        except ProviderError as error:
            return _undecided(question, number, turns, str(error))
        return _decided(question, number, turns, judged)

    async def _found(self, node: Place) -> dict[str, Evidence]:
        if self._source is None:
            return {}
        try:
            found = await self._source.search(node.content.text, SHOWN, SEARCH_SECONDS)
        except ProviderError as error:
            self.troubles.append(f"no evidence for {node.id}: {error}")
            return {}
        return {f"{node.id}e{number}": item for number, item in enumerate(found[:SHOWN], 1)}

    async def _turn(
        self, node: Place, side: DebaterName, round_: int, turns: Sequence[LeafTurn], number: int
    ) -> LeafTurn:
        """What a debater says; a turn without use is lost, and the debate goes on. Raises Stopped."""
        question, words = node.content, self._policy.words(node.depth)
        other: DebaterName = "B" if side == "A" else "A"
        prompt = render(
            "leaf_debater",
            side=side,
            words=words,
            question=question.text,
            path="\n".join(one.content.text for one in node.path[:-1]),
            own=question.rivals[side],
            other=question.rivals[other],
            evidence=_listed(question),
            transcript=_transcript(turns),
            round=round_,
            rounds=self._policy.leaf_rounds,
            again=number > 1,
        )
        fault = partial(turn_fault, side=side)
        said = await self._calls.tried(DEBATER, prompt, DebaterTurn, fault, sample=number - 1)
        if isinstance(said, str):
            return LeafTurn(debater=side, round=round_, missing=said)
        return LeafTurn(
            debater=side,
            round=round_,
            claim=cut(said.claim, words, CLAIM_SENTENCES),
            support=cut(said.support, words, SUPPORT_SENTENCES),
            rebuttal=cut(said.rebuttal, words, REBUTTAL_SENTENCES),
            evidence=_known(said.evidence, question),
        )

    async def _judged(self, question: Question, turns: Sequence[LeafTurn], number: int) -> LeafJudgement:
        ties = self._policy.cautious_ties
        prompt = render(
            "leaf_judge",
            question=question.text,
            ties=ties,
            a=question.rivals["A"],
            b=question.rivals["B"],
            evidence=_listed(question),
            transcript=_transcript(turns),
        )

        def fault(answer: LeafJudgement) -> str | None:
            if answer.winner == "tie" and not ties:
                return "there are no ties; the winner is A, B or neither"
            return None if clean(answer.answer) else "answer is empty"

        return await self._calls.ask(JUDGE, prompt, LeafJudgement, fault, sample=number - 1)


def _decided(question: Question, number: int, turns: Sequence[LeafTurn], judged: LeafJudgement) -> LeafDebate:
    """A tie goes to the more cautious answer, as its debater put it last; no answer says more than the debate did."""
    tie = judged.winner == "tie"
    winner = judged.cautious if tie else judged.winner
    assert winner != "tie"
    said = [one for one in turns if one.debater == winner and one.claim]
    last = said[-1].claim if said else question.rivals.get(winner, "") if winner != "neither" else ""
    whole = {"debate": _transcript(turns), "evidence": " ".join(item.named for item in question.shown.values())}
    answer = last if tie and last else cut(judged.answer, 10_000, ANSWER_SENTENCES)
    kept, struck = without_news("", answer, whole, [question.text, *question.rivals.values()])
    question.struck += struck
    return LeafDebate(
        number=number,
        answers=question.rivals,
        turns=tuple(turns),
        winner=winner,
        tie=tie,
        answer=kept or last or "It could not be found out.",
        rationale=clean(judged.rationale),
        confidence=judged.confidence,
        evidence=_known(judged.evidence, question),
    )


def _undecided(question: Question, number: int, turns: Sequence[LeafTurn], why: str) -> LeafDebate:
    return LeafDebate(number=number, answers=question.rivals, turns=tuple(turns), winner=None, trouble=why)


def _known(ids: Sequence[str], question: Question) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in map(str.strip, ids) if one in question.shown))


def _listed(question: Question) -> str:
    return "\n".join(evidence_lines(question.shown, list(question.shown))) or NOTHING


def _transcript(turns: Sequence[LeafTurn]) -> str:
    lines = []
    for one in turns:
        said = " ".join(filter(None, (one.claim, one.support, one.rebuttal))) or "(said nothing)"
        cites = f" [{', '.join(one.evidence)}]" if one.evidence else ""
        lines.append(f"{one.debater}, round {one.round}: {said}{cites}")
    return "\n".join(lines) or NOTHING
