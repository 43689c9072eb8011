"""What judges say of a synthesis: each sentence true or not, how complete it is, how well it explains (App. C).

A judge does not know how it was made: it sees the sentences without their ids. Beside each stand the segments of both
documents that are nearest to it, whether it names them or not, so that no way is judged by its own choice of passages.
"""

from __future__ import annotations

from pydantic import Field

from planning.asking.answers import Shape
from planning.compare.asking import Asker
from planning.compare.checking.tracing import overlap
from planning.compare.material import documents, passages
from planning.compare.pairs.scores import Judged
from planning.compare.records import Synthesis, Tree
from planning.growth.levels import together

SHOWN_PER_SENTENCE = 3  # of each document


class FactualAnswer(Shape):
    """Whether a sentence is true of its documents."""

    number: int = Field(ge=1, le=100)
    factual: bool
    why: str = Field(max_length=600)


class JudgedAnswer(Shape):
    """A judge's sheet."""

    factual: list[FactualAnswer] = Field(max_length=100)
    breadth: int = Field(ge=0, le=4)
    contextualization: int = Field(ge=0, le=4)
    why: str = Field(max_length=2000)


async def judged(asker: Asker, tree: Tree, judges: int) -> Judged:
    """What so many judges say of its synthesis, on average. Raises ProviderError."""
    synthesis = tree.synthesis
    assert synthesis is not None, "there is something to judge"
    blocks = await together(_block(asker, tree, number, one.text) for number, one in enumerate(synthesis.sentences, 1))

    def lacking(answer: JudgedAnswer) -> str | None:
        left = set(range(1, len(blocks) + 1)) - {one.number for one in answer.factual}
        return f"sentences {', '.join(map(str, sorted(left)))} are missing" if left else None

    beginnings = [part for letter in tree.pair for part in asker.beginning(letter)]
    sheets = await together(
        asker.ask(
            "judge",
            "judge_synthesis",
            JudgedAnswer,
            lacking,
            sample=sample,
            topic=tree.topic,
            description=tree.description,
            documents=documents(asker.sources(tree.pair)),
            beginnings=passages(beginnings),
            sentences="\n\n".join(blocks),
        )
        for sample in range(judges)
    )
    factual = [
        sum(one.factual for sheet in sheets for one in sheet.factual if one.number == number) / judges
        for number in range(1, len(blocks) + 1)
    ]
    return Judged(
        factual=tuple(factual),
        struck=tuple(not one.traced for one in synthesis.sentences),
        breadth=sum(sheet.breadth for sheet in sheets) / judges,
        contextualization=sum(sheet.contextualization for sheet in sheets) / judges,
        overlap=_overlap(asker, synthesis),
        traced=synthesis.share,
        words=len(synthesis.text.split()),
    )


async def _block(asker: Asker, tree: Tree, number: int, text: str) -> str:
    near = [part for letter in tree.pair for part in await asker.nearest(letter, text, SHOWN_PER_SENTENCE)]
    return f"{number}. {text}\n{passages(near)}"


def _overlap(asker: Asker, synthesis: Synthesis) -> float:
    """The share of the sentences' words that their own segments have, on average."""
    shares = [
        overlap(one.text, [part.text for part in asker.known(one.segments).values()])
        for one in synthesis.sentences
        if one.traced
    ]
    return sum(shares) / len(shares) if shares else 0.0
