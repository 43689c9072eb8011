"""The comparison in one paragraph, similarities first, from the revised arguments of a tree (Tree-of-Debate 3.4.2).

The paper's synthesis is not checked, and is no more factual than two plain stages. Here each sentence names its
segments and is held against them (`checking.paragraph`).
"""

from __future__ import annotations

from planning.compare.answers import SynthesisAnswer
from planning.compare.asking import Asker, once
from planning.compare.checking.paragraph import traced
from planning.compare.material import argued, documents, passages
from planning.compare.records import Synthesis, Tree
from planning.language.text import clean

LENGTH_SLACK = 0.3  # of the words that were asked for


async def synthesise(asker: Asker, tree: Tree) -> Synthesis:
    """From the revised arguments of a tree. Raises ProviderError: it could not be had."""
    live = [node for node in tree.nodes if node.debate]
    mentioned = [
        key for node in live for speaker in node.debate.values() if speaker.last for key in speaker.last.segments
    ]
    known = asker.known([*mentioned, *(key for node in live for claims in node.shown.values() for key in claims)])
    answer = await written(
        asker,
        tree,
        "synthesis",
        tree=argued(live),
        segments=passages(known.values()),
    )
    return await traced(asker, tree, answer, known)


async def written(asker: Asker, of: Tree, name: str, **values: object) -> SynthesisAnswer:
    """What the model writes by the prompt of that name, in about as many words as were asked for. Raises
    ProviderError."""
    wanted = asker.sizes.words

    def empty(answer: SynthesisAnswer) -> str | None:
        return None if any(clean(one.text) for one in answer.sentences) else "there are no sentences"

    def length(answer: SynthesisAnswer) -> str | None:
        words = sum(len(one.text.split()) for one in answer.sentences)
        if abs(words - wanted) <= LENGTH_SLACK * wanted:
            return None
        return f"it has {words} words; about {wanted} were asked for"

    told_once = once(length)
    asker.calls.expected += 1
    about = {
        "words": wanted,
        "topic": of.topic,
        "description": of.description,
        "documents": documents(asker.sources(of.pair)),
    }
    return await asker.put(
        "synthesis", name, SynthesisAnswer, lambda answer: empty(answer) or told_once(answer), about | values
    )
