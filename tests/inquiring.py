"""What inquiries come to, as tests have them shown: a claim verified, two documents compared, three that disagree."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from agent.server.contracts.inquiries import InquiryKind, InquiryProgress, InquiryState
from agent.server.inquiries.folders import (
    DOCUMENT,
    FOLDER,
    ORDER,
    OUTCOME,
    PROGRESS,
    InquiryFolder,
    InquiryOutcome,
    OrderedInquiry,
)
from planning.compare import records as compared
from planning.compare.records import (
    Bearing,
    Claim,
    Comparison,
    Contradiction,
    Counter,
    Ended,
    Expansion,
    Finding,
    Missing,
    Origin,
    Part,
    Position,
    Relation,
    Segment,
    Source,
    Speaker,
    Stance,
    Strength,
    Synthesis,
    SynthesisSentence,
    Tree,
    Way,
)
from planning.debate.argument import Evidence
from planning.verify import record as verified
from planning.verify.policy import Policy
from planning.verify.record import (
    AnswerSentence,
    Integration,
    LeafDebate,
    LeafReason,
    Spending,
    Split,
    Struck,
    SynthesisDebate,
    Verdict,
    Verification,
    VerifiedNode,
)

HOSTILE = "<script>document.title='owned'</script><b onmouseover=alert(1)>x</b> & \x1b[31m]]>"
CLAIM = "School uniforms reduce bullying"


def _leaf_debate(answer: str, *, tie: bool = False, confidence: float = 0.8, hostile: str = "") -> LeafDebate:
    def turn(debater: str, round: int, claim: str) -> verified.Turn:
        return verified.Turn(
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


def verification(claim: str = CLAIM, *, stopped: str = "", calibrated: bool = False) -> Verification:
    """A tree of six questions, two levels deep; one is undecided where it was stopped."""
    clarify = _leaf(
        "1.3",
        "What counts as bullying in the records that are compared?",
        Verdict.CLARIFY,
        "It depends on whether insults online are counted.",
        0.4,
        missing=("whether incidents online are counted", "of which school years"),
    )
    deep = [
        _leaf("1.1.1", "Did incidents fall after uniforms were introduced?", Verdict.YES, "They fell by 9 %.", 0.82),
        _leaf(
            "1.1.2",
            "Did they fall more than in schools without uniforms?",
            Verdict.UNDECIDED if stopped else Verdict.NO,
            "" if stopped else "No: they fell by 8 % there too.",
            0.0 if stopped else 0.75,
        ),
    ]
    branch = VerifiedNode(
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
        answer="Incidents fell, but no more than elsewhere.",
        confidence=0.64,
        own=0.85,
        leaves=("1.1.1", "1.1.2"),
        syntheses=(
            SynthesisDebate(
                number=1,
                turns=(
                    Integration(style="concise", round=1, integration="They fell everywhere."),
                    Integration(
                        style="full",
                        round=1,
                        integration="They fell by 9 % with uniforms and by 8 % without.",
                        assumptions="The schools are alike otherwise.",
                    ),
                ),
                winner="full",
                answer="Incidents fell, but no more than elsewhere.",
                rationale="The full one keeps the comparison that decides the question.",
                confidence=0.85,
            ),
        ),
    )
    rest = _leaf("1.2", "Do pupils say that they feel safer?", Verdict.NEITHER, "Surveys disagree.", 0.55)
    root = VerifiedNode(
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
    return Verification(
        id="v1",
        kind="claim",
        question=claim,
        canonical=claim,
        verdict=root.verdict,
        answer=root.answer,
        sentences=()
        if stopped
        else (
            AnswerSentence(text="The records give no support to it.", leaves=("1.1.2",), evidence=("e1",)),
            AnswerSentence(text="Incidents fell by 9 % with uniforms and by 8 % without.", leaves=("1.1.1", "1.1.2")),
            AnswerSentence(text="Whether insults online are counted was not said.", leaves=("1.3",)),
        ),
        explanation=()
        if stopped
        else (
            AnswerSentence(text="It rests most on the comparison with schools without uniforms.", leaves=("1.1.2",)),
        ),
        confidence=root.confidence,
        raw_confidence=root.confidence,
        calibrated=calibrated,
        calibration="isotonic, 120 labelled claims" if calibrated else "",
        nodes=(root, branch, *deep, rest, clarify),
        evidence={
            "e1": Evidence(
                source="survey.pdf",
                title="Twenty-nine schools",
                year=2023,
                place="page 12",
                finding="With uniforms incidents fell by 9 %, without by 8 %.",
                passage="In the 14 schools with uniforms incidents fell by 9 %, in the 15 others by 8 %.",
            ),
            "e2": Evidence(source="example.org", url="https://example.org/a?b=c", finding="Pupils were asked twice."),
        },
        struck=(Struck(node="1.1", text="Costs fell by 30 %.", why="30 stands in no leaf"),),
        troubles=("1.2: one debater gave no usable answer in round 3",),
        stopped=stopped,
        policy=Policy(),
        models={"judge": "test-model"},
        spending=Spending(calls=41, answers=40, remembered=2, in_sequence=14, tokens=52_300, cost=0.21, seconds=93.0),
    )


def _source(letter: str, file: str, title: str, *, kind: str = "pdf", pages: bool = True, text: str = "") -> Source:
    return Source(
        id=letter,  # type: ignore[arg-type]
        file=file,
        title=title,
        author="R. Adeyemi",
        date="2024-03-01",
        kind=kind,
        sha256="0" * 64,
        abstract=f"What {title} says in short.",
        segments_in_all=40,
        segments=tuple(
            Segment(
                id=f"{letter}{number}",
                text=text or f"Segment {number} of {title}. Incidents fell by {number} % in the first year.",
                place=f"page {number}" if pages else f"Part {number}",
                page=number if pages else None,
            )
            for number in range(1, 7)
        ),
    )


def _speaker(letter: str, words: str, *, concedes: bool = False) -> Speaker:
    return Speaker(
        present=compared.Turn(text=words, segments=(f"{letter}1", f"{letter}2")),
        respond=compared.Turn(text="That counts reports, and reports are not incidents.", segments=(f"{letter}3",)),
        revise=compared.Turn(
            text=words + " With that said, the trend is older.",
            segments=(f"{letter}4",),
            concedes=concedes,
            sentences=(
                Part(text=words, segments=(f"{letter}4",)),
                Part(text="With that said, the trend is older.", finding=Finding.UNCITED, why="no passage has a trend"),
            ),
        ),
    )


def _node(
    id: str, topic: str, ended: Ended, pair: tuple[str, str], *, concedes: bool = False, **more: object
) -> compared.Node:
    first, second = pair
    return compared.Node(
        id=id,
        parent=id.rpartition(".")[0] or None,
        depth=id.count("."),
        topic=topic,
        description=f"What both say about {topic.lower()}.",
        origin=Origin.FOCUS if id == "1" else Origin.MODERATOR,
        claims={
            first: (Claim(id=f"{first}.1", title="Incidents fell", description="By 9 %.", segments=(f"{first}1",)),),
            second: (
                Claim(id=f"{second}.1", title="Reports fell", description="Not incidents.", segments=(f"{second}2",)),
            ),
        },  # type: ignore[arg-type]
        counters=(
            Counter(by=second, claim=f"{first}.1", segment=f"{second}3", bearing=(Bearing.REFUTES,)),  # type: ignore[arg-type]
        ),
        not_addressed={first: (f"{second}.1",)},  # type: ignore[arg-type]
        debate={}
        if id == "1"
        else {
            first: _speaker(first, "Counted by the schools, incidents fell."),
            second: _speaker(second, "Counted by pupils, they did not.", concedes=concedes),
        },  # type: ignore[arg-type]
        expansion=None
        if id == "1"
        else Expansion(explanation="Both moved.", progressed=True, open_questions=False, clear_winner=False),
        ended=ended,
        **more,  # type: ignore[arg-type]
    )


def _tree(id: str, pair: tuple[str, str], topic: str) -> Tree:
    first, second = pair
    sentences = (
        SynthesisSentence(
            text="Both follow schools over two years.", relation=Relation.SHARED, segments=(f"{first}1", f"{second}1")
        ),
        SynthesisSentence(
            text="The first counts what schools record, the second what pupils say.",
            relation=Relation.DIFFERENT,
            segments=(f"{first}2", f"{second}2"),
        ),
        SynthesisSentence(
            text="Only the first looks at insults online.",
            relation=Relation.ONLY,
            segments=(f"{first}5",),
            does_not_address=second,  # type: ignore[arg-type]
        ),
        SynthesisSentence(
            text="Teachers prefer uniforms.", relation=Relation.SHARED, segments=(), fault="no segment says it"
        ),
    )
    return Tree(
        id=id,
        pair=pair,  # type: ignore[arg-type]
        topic=topic,
        description="Where the two agree and where they do not.",
        nodes=(
            _node("1", topic, Ended.GROWN, pair),
            _node("1.1", "How incidents are counted", Ended.GROWN, pair),
            _node("1.1.1", "Insults online", Ended.DEPTH, pair),
            _node("1.2", "What is compared with what", Ended.CONCEDED, pair, concedes=True),
        ),
        synthesis=Synthesis(sentences=sentences, written=4, traced_at_first=2, traced=3, meaning_checked=True),
    )


def comparison(*, hostile: str = "") -> Comparison:
    """Two documents, one of them without pages, under a tree of four topics."""
    return Comparison(
        way=Way.TREE,
        focus="Do uniforms change bullying?" + hostile,
        description="What two studies make of uniforms.",
        sizes=compared.Sizes(),
        sources=(
            _source("A", "records.pdf", "Uniforms and incident records" + hostile),
            _source("B", "pupils.md", "What pupils say", kind="md", pages=False, text=hostile),
        ),
        trees=(_tree("t1", ("A", "B"), "Do uniforms change bullying?" + hostile),),
        missing=(Missing(what="2, B responds", reason="no usable answer came"),),
        spent=compared.Spent(calls=62, remembered=3, in_sequence=12, tokens=89_000, cost=0.4, seconds=120),
    )


def several() -> Comparison:
    """Three documents, with what they contradict each other in."""
    pairs = (("A", "B"), ("A", "C"))
    return Comparison(
        way=Way.TREE,
        focus="Do uniforms change bullying?",
        description="What three studies make of uniforms.",
        sizes=compared.Sizes(),
        sources=(
            _source("A", "records.pdf", "Uniforms and incident records"),
            _source("B", "pupils.md", "What pupils say", kind="md", pages=False),
            _source("C", "review.docx", "A review of eleven studies", kind="docx", pages=False),
        ),
        contradictions=(
            Contradiction(
                id="c1",
                claim="Incidents fall when uniforms are introduced",
                strength=Strength.DIRECT,
                why="One counts a fall that the other says there was not.",
                positions=(
                    Position(document="A", stance=Stance.AFFIRMS, says="By 9 % in a year.", segments=("A1",)),
                    Position(
                        document="B", stance=Stance.DENIES, says="Pupils report as many as before.", segments=("B2",)
                    ),
                    Position(document="C", stance=Stance.QUALIFIES, says="In primary schools only.", segments=("C3",)),
                ),
                tree="t1",
            ),
            Contradiction(
                id="c2",
                claim="Costs are borne by poorer families",
                strength=Strength.EMPHASIS,
                why="Both may be true.",
                positions=(
                    Position(document="A", stance=Stance.QUALIFIES, says="Where no help is given.", segments=("A4",)),
                    Position(document="C", stance=Stance.AFFIRMS, says="In nine of eleven studies.", segments=("C5",)),
                ),
                tree="t2",
                lowered="by the check they can: they count other families.",
            ),
        ),
        left_out=(Missing(what="the position of B on “Costs fall”", reason="B tells of no costs"),),
        trees=tuple(
            _tree(f"t{number}", pair, topic)
            for number, (pair, topic) in enumerate(
                zip(pairs, ("Do incidents fall?", "Who bears the cost?"), strict=True), 1
            )
        ),
        spent=compared.Spent(calls=140, in_sequence=20, tokens=180_000, cost=0.9, seconds=300),
    )


def kept(root: Path, found: Verification | Comparison, number: int = 1, reason: str = "") -> str:
    """Its id, as if the server of that data folder had done it; stopped, where there is a reason."""
    folder = InquiryFolder(root / FOLDER / f"{number:032x}")
    folder.path.mkdir(parents=True)
    claim = found.question if isinstance(found, Verification) else ""
    files = () if isinstance(found, Verification) else tuple(one.file for one in found.sources)
    kind = InquiryKind.VERIFY if claim else InquiryKind.COMPARE
    made = datetime(2026, 11, 26, 12, number, tzinfo=UTC)
    focus = "" if isinstance(found, Verification) else found.focus
    folder.write(
        ORDER, OrderedInquiry(created=made, kind=kind, claim=claim, focus=focus, documents=files, calls=300, cost=None)
    )
    state = InquiryState.STOPPED if reason else InquiryState.DONE
    folder.write(PROGRESS, InquiryProgress(answered=41, expected=41, calls=41, tokens=52_300, seconds=93))
    folder.write(OUTCOME, InquiryOutcome(state=state, reason=reason))
    (folder.path / DOCUMENT).write_text(found.model_dump_json(by_alias=True), encoding="utf-8")
    return folder.id
