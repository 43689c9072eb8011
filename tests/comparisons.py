"""What comparisons come to, as tests have them shown: two documents compared, three that disagree."""

from __future__ import annotations

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
