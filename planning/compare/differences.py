"""What two sources of evidence really differ in, for a claim on which they disagree: material for attack and defence.

Of the items that were found for a claim the moderator names two of different sources that answer its question
differently. Each source then speaks for its own passages in one debate, and the synthesis of that, traced to both, is
the difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from config.errors import ProviderError
from planning.compare.answers import DisagreementAnswer
from planning.compare.asking import Asker
from planning.compare.debating import Debated, debate
from planning.compare.deliberation import Topic
from planning.compare.documents.reading import Read
from planning.compare.documents.search import Searched
from planning.compare.documents.segments import cut
from planning.compare.growing import recorded
from planning.compare.records import Origin, Relation, Sizes, Source, Tree
from planning.compare.synthesis import synthesise
from planning.debate.argument import Evidence
from planning.evidence.shelf import Shelf
from planning.growth.calls import Questions
from planning.growth.tree import Node
from planning.language.text import clean, sentences
from planning.ports import Embedder

LONGEST = 300  # characters of what can be spoken as one sentence
WORDS = 90
CALLS = 16  # that a disagreement takes, with the question whether there is one


@dataclass(frozen=True)
class Difference:
    """What two items differ in, in a sentence that both of them carry."""

    claim: str
    items: tuple[Evidence, Evidence]
    told: str

    @property
    def evidence(self) -> Evidence:
        """As an item that can be cited; the words of both stand behind it."""
        one, other = self.items
        places = [f"{item.source}, {item.place}" for item in self.items if item.place]
        reliable = [item.reliability for item in self.items if item.reliability is not None]
        return Evidence(
            source=f"{one.source} and {other.source}",
            title="what two sources differ in",
            finding=self.told,
            place="; ".join(places) or None,
            passage=f"{words_of(one)} {words_of(other)}",
            reliability=min(reliable) if reliable else None,
        )

    def with_both(self, cited: Sequence[Evidence]) -> tuple[Evidence, ...]:
        """These items, and where the difference is among them, both of the items that it is between."""
        if all(item.passage != self.evidence.passage for item in cited):
            return tuple(cited)
        missing = [item for item in self.items if all(words_of(one) != words_of(item) for one in cited)]
        return (*cited, *map(_spoken, missing))


class Differences:
    """Finds them. `embedder`, `shelf`: by which sources' passages are searched for what one does not address."""

    def __init__(self, embedder: Embedder, shelf: Shelf) -> None:
        self._embedder, self._shelf = embedder, shelf

    async def find(self, calls: Questions, claim: str, items: Sequence[Evidence]) -> Difference | None:
        """What two of these differ in; None where they do not disagree, or it could not be told with both of them.
        Raises ProviderError: it could not be asked for."""
        if len({item.source for item in items}) < 2:
            return None
        asker = Asker(calls, (), Sizes(words=WORDS))
        two = await _disagreeing(asker, claim, items)
        if two is None:
            return None
        documents = [
            Searched(_read(letter, item, items), self._embedder, self._shelf)
            for letter, item in zip("AB", two, strict=True)
        ]
        return await self._told(Asker(calls, documents, Sizes(words=WORDS)), claim, two)

    async def _told(self, asker: Asker, claim: str, two: tuple[Evidence, Evidence]) -> Difference | None:
        """Both sources debate the claim at one topic."""
        root = Node(Debated(Topic(claim), Origin.FOCUS))
        one = Debated(Topic(claim, "What makes the two sources say different things about it."))
        root.bear([one])
        await debate(asker, one, ("A", "B"), retrieve=False)
        nodes = tuple(recorded(node) for node in root.walk())
        tree = Tree(id="t1", pair=("A", "B"), topic=claim, description="", nodes=nodes)
        synthesis = await synthesise(asker, tree)
        for sentence in synthesis.sentences:
            told = clean(sentence.text.replace("(A)", "").replace("(B)", ""))
            if sentence.traced and sentence.relation is Relation.DIFFERENT and len(told) <= LONGEST:
                return Difference(claim, two, told)
        return None


def words_of(item: Evidence) -> str:
    """As they were found."""
    return item.passage or item.finding


async def _disagreeing(asker: Asker, claim: str, items: Sequence[Evidence]) -> tuple[Evidence, Evidence] | None:
    known = {f"e{number}": item for number, item in enumerate(items, 1)}

    def fault(answer: DisagreementAnswer) -> str | None:
        if not answer.disagree:
            return None
        one, other = known.get(answer.one.strip()), known.get(answer.other.strip())
        if one is None or other is None:
            return f"`one` and `other` are ids of {', '.join(known)}"
        return "they are of one source" if one.source == other.source else None

    told = "\n".join(f"{key} ({item.source}{f', {item.place}' if item.place else ''}): {words_of(item)}"
                     for key, item in known.items())  # fmt: skip
    answer = await asker.ask("moderator", "disagreement", DisagreementAnswer, fault, claim=claim, items=told)
    if not answer.disagree:
        return None
    return known[answer.one.strip()], known[answer.other.strip()]


def _read(letter: str, item: Evidence, items: Sequence[Evidence]) -> Read:
    """All that was found of an item's source, as a document."""
    own = [item, *(one for one in items if one.source == item.source and one != item)]
    whole = cut([(one.place or "found", words_of(one)) for one in own], letter)
    if not whole.segments:
        raise ProviderError("evidence", f"{item.source} has no words to compare")
    content = hashlib.sha256("\0".join(words_of(one) for one in own).encode()).hexdigest()
    source = Source.model_validate(
        {
            "id": letter,
            "file": item.source,
            "title": item.title or item.source,
            "author": item.author or "",
            "date": item.date,
            "kind": "evidence",
            "sha256": content,
            "abstract": "",
            "segments_in_all": len(whole.segments),
        }
    )
    return Read(source, whole.segments, len(whole.segments), f"evidence-{content}")


def _spoken(item: Evidence) -> Evidence:
    """An item with no more of its words than can be spoken; the rest stays behind it."""
    if len(item.finding) <= LONGEST:
        return item
    first = sentences(clean(words_of(item)))[0]
    return item.model_copy(update={"finding": first[:LONGEST], "passage": words_of(item)})
