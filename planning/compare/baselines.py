"""The paper's two baselines (4.2): one question, or a summary of each document and then one question.

Both see title, abstract and introduction, as there; their sentences are traced as those of a tree are.
"""

from __future__ import annotations

from planning.compare.answers import SummaryAnswer
from planning.compare.asking import Asker
from planning.compare.checking.paragraph import traced
from planning.compare.deliberation import ids
from planning.compare.material import described, passages
from planning.compare.records import Segment, Synthesis, Tree
from planning.compare.synthesis import written
from planning.growth.levels import together
from planning.language.text import clean


async def single_stage(asker: Asker, tree: Tree) -> Synthesis:
    """Raises ProviderError."""
    known = _beginnings(asker, tree)
    return await traced(
        asker, tree, await written(asker, tree, "single_stage", segments=passages(known.values())), known
    )


async def two_stage(asker: Asker, tree: Tree) -> Synthesis:
    """Raises ProviderError."""
    known = _beginnings(asker, tree)
    asker.calls.expected += len(tree.pair)
    summaries = await together(_summary(asker, tree, letter) for letter in tree.pair)
    return await traced(asker, tree, await written(asker, tree, "two_stage", summaries="\n\n".join(summaries)), known)


def _beginnings(asker: Asker, tree: Tree) -> dict[str, Segment]:
    return {one.id: one for letter in tree.pair for one in asker.beginning(letter)}


async def _summary(asker: Asker, tree: Tree, letter: str) -> str:
    """A document's summary, a sentence a line, each with its segments."""
    segments = asker.beginning(letter)
    known = {one.id for one in segments}

    def fault(answer: SummaryAnswer) -> str | None:
        return None if any(clean(one.text) for one in answer.sentences) else "there are no sentences"

    answer = await asker.ask(
        "claims",
        "summary",
        SummaryAnswer,
        fault,
        topic=tree.topic,
        description=tree.description,
        letter=letter,
        document=described(asker.source(letter)),
        segments=passages(segments),
    )
    lines = [
        f"{clean(one.text)} [{', '.join(ids(one.segments, known))}]" for one in answer.sentences if clean(one.text)
    ]
    return f"Document {letter}:\n" + "\n".join(lines)
