"""What a verification comes to, as tests have it shown: of a claim, and within a match."""

from __future__ import annotations

from agent.match.events import ClaimVerified
from config.format import Side
from planning.debate.argument import Evidence
from planning.verify.policy import Policy
from planning.verify.record import (
    AnswerSentence,
    Integration,
    LeafDebate,
    LeafReason,
    LeafTurn,
    Spending,
    Split,
    Struck,
    SynthesisDebate,
    Verdict,
    Verification,
    VerifiedNode,
    VerifiedTree,
)

HOSTILE = "<script>document.title='owned'</script><b onmouseover=alert(1)>x</b> & \x1b[31m]]>"
CLAIM = "School uniforms reduce bullying"
EVIDENCE = {
    "e1": Evidence(
        source="survey.pdf",
        title="Twenty-nine schools",
        year=2023,
        place="page 12",
        finding="With uniforms incidents fell by 9 %, without by 8 %.",
        passage="In the 14 schools with uniforms incidents fell by 9 %, in the 15 others by 8 %.",
    ),
    "e2": Evidence(source="example.org", url="https://example.org/a?b=c", finding="Pupils were asked twice."),
}


def _leaf_debate(answer: str, *, tie: bool = False, confidence: float = 0.8, hostile: str = "") -> LeafDebate:
    def turn(debater: str, round: int, claim: str) -> LeafTurn:
        return LeafTurn(
            debater=debater,  # type: ignore[arg-type]
            round=round,
            claim=claim,
            support="Two surveys with control groups point the same way; the third had no control group.",
            rebuttal="" if round == 1 else "The larger sample of the other side was not drawn at random.",
            evidence=("e1",),
        )

    return LeafDebate(
        number=1,
        answers={"A": answer, "B": "Nothing can be said for sure."},
        turns=(
            turn("A", 1, answer + hostile),
            turn("B", 1, "The effect that was measured is within chance."),
            turn("A", 2, "Within schools that changed, incidents fell in the year after."),
            turn("B", 2, "They had been falling in the year before as well."),
        ),
        winner="A",
        tie=tie,
        answer=answer,
        rationale="A names the study with a control group; B's doubt applies to the smaller one only.",
        confidence=confidence,
        evidence=("e1",),
    )


def _leaf(id: str, question: str, verdict: Verdict, answer: str, confidence: float, **more: object) -> VerifiedNode:
    return VerifiedNode(
        id=id,
        above=id.rpartition(".")[0] or None,
        children=(),
        depth=id.count("."),
        question=question,
        kind="yes_no",
        difficulty=0.6,
        leaf_reason=LeafReason.CLARIFY if verdict is Verdict.CLARIFY else LeafReason.EASY,
        verdict=verdict,
        answer=answer,
        confidence=confidence,
        own=confidence,
        leaves=(id,),
        debates=(_leaf_debate(answer, confidence=confidence),) if verdict is not Verdict.CLARIFY else (),
        evidence=("e1", "e2"),
        **more,  # type: ignore[arg-type]
    )


def _branch() -> VerifiedNode:
    full = Integration(
        style="full",
        round=1,
        integration="They fell by 9 % with uniforms and by 8 % without.",
        assumptions="The schools are alike otherwise.",
    )
    synthesis = SynthesisDebate(
        number=1,
        turns=(Integration(style="concise", round=1, integration="They fell everywhere."), full),
        winner="full",
        answer="Incidents fell, but no more than elsewhere.",
        rationale="The full one keeps the comparison that decides the question.",
        confidence=0.85,
    )
    return VerifiedNode(
        id="1.1",
        above="1",
        children=("1.1.1", "1.1.2"),
        depth=1,
        question="Do uniforms change how often pupils are bullied?",
        kind="yes_no",
        difficulty=0.9,
        split=Split(
            proposed=("a", "b"), why="Before and after, then against others.", judged=True, difficulties=(0.6, 0.6)
        ),
        verdict=Verdict.NO,
        answer=synthesis.answer,
        confidence=0.64,
        own=0.85,
        leaves=("1.1.1", "1.1.2"),
        syntheses=(synthesis,),
    )


def _leaves(*, stopped: bool) -> list[VerifiedNode]:
    more = "Did they fall more than in schools without uniforms?"
    undecided = _leaf("1.1.2", more, Verdict.UNDECIDED, "", 0.0)
    missing = ("whether incidents online are counted", "of which school years")
    counts, depends = "What counts as bullying in the records?", "It depends on whether insults online are counted."
    return [
        _leaf("1.1.1", "Did incidents fall after uniforms were introduced?", Verdict.YES, "They fell by 9 %.", 0.82),
        undecided if stopped else _leaf("1.1.2", more, Verdict.NO, "No: they fell by 8 % there too.", 0.75),
        _leaf("1.2", "Do pupils say that they feel safer?", Verdict.NEITHER, "Surveys disagree.", 0.55),
        _leaf("1.3", counts, Verdict.CLARIFY, depends, 0.4, missing=missing),
    ]


def _root(claim: str, *, stopped: bool) -> VerifiedNode:
    return VerifiedNode(
        id="1",
        above=None,
        children=("1.1", "1.2", "1.3"),
        depth=0,
        question=claim,
        kind="yes_no",
        split=Split(proposed=("a", "b", "c"), why="What is done, what is felt, what is counted.", judged=True),
        verdict=Verdict.UNDECIDED if stopped else Verdict.NO,
        answer="" if stopped else "The records give no support to it.",
        confidence=0.0 if stopped else 0.36,
        own=0.0 if stopped else 0.9,
        leaves=("1.1.1", "1.1.2", "1.2", "1.3"),
    )


SENTENCES = (
    AnswerSentence(text="The records give no support to it.", leaves=("1.1.2",), evidence=("e1",)),
    AnswerSentence(text="Incidents fell by 9 % with uniforms and by 8 % without.", leaves=("1.1.1", "1.1.2")),
    AnswerSentence(text="Whether insults online are counted was not said.", leaves=("1.3",)),
)
WHY = AnswerSentence(text="It rests most on the comparison with schools without uniforms.", leaves=("1.1.2",))


def verification(claim: str = CLAIM, *, stopped: str = "", calibrated: bool = False) -> Verification:
    """A tree of six questions, two levels deep; one is undecided where it was stopped."""
    root, (first, second, *rest) = _root(claim, stopped=bool(stopped)), _leaves(stopped=bool(stopped))
    return Verification(
        id="v1",
        kind="claim",
        question=claim,
        canonical=claim,
        verdict=root.verdict,
        answer=root.answer,
        sentences=() if stopped else SENTENCES,
        explanation=() if stopped else (WHY,),
        confidence=root.confidence,
        raw_confidence=root.confidence,
        calibrated=calibrated,
        calibration="isotonic, 120 labelled claims" if calibrated else "",
        nodes=(root, _branch(), first, second, *rest),
        evidence=EVIDENCE,
        struck=(Struck(node="1.1", text="Costs fell by 30 %.", why="30 stands in no leaf"),),
        troubles=("1.2: one debater gave no usable answer in round 3",),
        stopped=stopped,
        policy=Policy(),
        models={"judge": "test-model"},
        spending=Spending(calls=41, answers=40, remembered=2, in_sequence=14, tokens=52_300, cost=0.21, seconds=93.0),
    )


def claim_tree(claim: str, verdict: Verdict = Verdict.NO, answer: str = "One in ten is.") -> VerifiedTree:
    """As a claim is verified within a debate: one leaf."""
    return VerifiedTree.of([_leaf("1", f"Is it true that: {claim}", verdict, answer, 0.82)], EVIDENCE)


def claim_verified(
    turn: int,
    side: Side,
    claim: str,
    *,
    points: tuple[str, ...] = (),
    sentences: tuple[str, ...] = ("s2",),
    tree: VerifiedTree | None = None,
    again: bool = False,
) -> ClaimVerified:
    """`again`: its tree was told before."""
    tree = tree or claim_tree(claim)
    told = {"turn": turn, "side": side, "claim": claim, "points": points, "sentences": sentences}
    return ClaimVerified.model_validate({**told, "finding": tree.finding, "tree": None if again else tree})
