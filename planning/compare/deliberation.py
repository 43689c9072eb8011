"""What a document prepares before it debates a topic (Tree-of-Debate 3.3): claims with their segments, and what it has
on the claims of the others.

The published text says that relevant segments are filtered out; they are kept here, as is meant. A segment that is
called irrelevant goes, whatever else it is called. One question labels all segments for one claim, where the paper asks
for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from planning.compare.answers import ClaimsAnswer, LabelAnswer, LabelsAnswer, SubtopicAnswer, SubtopicsAnswer
from planning.compare.asking import Asker
from planning.compare.material import claimed, described, documents, passages, picked, told
from planning.compare.records import Bearing, Claim, Counter, Segment
from planning.growth.levels import together
from planning.language.text import clean


@dataclass
class Prepared:
    """What came of it. `segments`: what each document had on the topic; `unmet`: letter to the claims it has nothing
    on."""

    segments: dict[str, tuple[Segment, ...]] = field(default_factory=dict)
    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    counters: list[Counter] = field(default_factory=list)
    unmet: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def every_claim(self) -> tuple[Claim, ...]:
        return tuple(one for claims in self.claims.values() for one in claims)


@dataclass(frozen=True)
class Topic:
    """What is debated: its title, and what a reader would want settled."""

    title: str
    description: str = ""

    @property
    def query(self) -> str:
        """As it is searched for: "topic : description" in the paper."""
        return f"{self.title}: {self.description}" if self.description else self.title


async def deliberate(asker: Asker, topic: Topic, letters: Sequence[str], *, retrieve: bool = True) -> Prepared:
    """Claims of these documents, then what each has on those of the others.

    Without `retrieve` the documents' beginnings stand for searching, and nobody looks at the other's claims (the
    paper's ablation "No SD"). Raises ProviderError: a document's claims could not be had.
    """
    prepared = Prepared()
    found = await together(_segments(asker, letter, topic, retrieve) for letter in letters)
    prepared.segments = dict(zip(letters, found, strict=True))
    claims = await together(_claims(asker, letter, topic, prepared.segments[letter]) for letter in letters)
    prepared.claims = dict(zip(letters, claims, strict=True))
    if retrieve:
        await _meet(asker, prepared, letters)
    return prepared


async def subtopics(
    asker: Asker, topic: Topic, prepared: Prepared, above: Iterable[str], count: int
) -> list[SubtopicAnswer]:
    """The moderator's next topics, each about one claim at least. Raises ProviderError."""
    known = {one.id for one in prepared.every_claim()}
    if not known:
        return []

    def fault(answer: SubtopicsAnswer) -> str | None:
        if not any(known.intersection(_ids(one.claims)) for one in answer.subtopics):
            return f"no subtopic names a claim; there are {', '.join(sorted(known))}"
        return None

    answer = await asker.ask(
        "moderator",
        "subtopics",
        SubtopicsAnswer,
        fault,
        count=count,
        topic=topic.title,
        description=topic.description,
        above="\n".join(above) or "(nothing)",
        documents=documents(asker.sources(prepared.claims)),
        claims=claimed(prepared.every_claim(), prepared.counters, prepared.unmet),
    )
    kept: dict[str, SubtopicAnswer] = {}
    for one in answer.subtopics:
        title, ids = clean(one.title), [key for key in _ids(one.claims) if key in known]
        if title and ids and title.lower() not in kept:
            kept[title.lower()] = SubtopicAnswer(title=title, description=clean(one.description), claims=ids)
    return list(kept.values())[:count]


async def labelled(asker: Asker, claim: Claim, owner: str, segments: Sequence[Segment]) -> list[Counter]:
    """Those of these segments that have to do with the claim, and how. Raises ProviderError."""
    if not segments:
        return []
    wanted = {one.id for one in segments}

    def fault(answer: LabelsAnswer) -> str | None:
        lacking = wanted - {key for one in answer.labels for key in _ids([one.segment])}
        return f"labels are missing for {', '.join(sorted(lacking))}" if lacking else None

    answer = await asker.ask(
        "labels",
        "labels",
        LabelsAnswer,
        fault,
        owner=owner,
        claim=told(claim),
        segments=passages(segments),
    )
    labels = {key: one for one in answer.labels for key in _ids([one.segment])}
    bearings = ((one, bearing(labels[one.id])) for one in segments)
    return [Counter.model_validate({"by": one.id[0], "claim": claim.id, "segment": one.id, "bearing": found})
            for one, found in bearings if found]  # fmt: skip


def bearing(label: LabelAnswer) -> tuple[Bearing, ...]:
    """What a segment does to a claim; nothing where it is irrelevant."""
    if label.irrelevant:
        return ()
    return tuple(one for one in Bearing if getattr(label, one.value))


async def _segments(asker: Asker, letter: str, topic: Topic, retrieve: bool) -> tuple[Segment, ...]:
    if retrieve:
        return await asker.nearest(letter, topic.query)
    return asker.beginning(letter)


async def _claims(asker: Asker, letter: str, topic: Topic, segments: Sequence[Segment]) -> tuple[Claim, ...]:
    known = {one.id for one in segments}

    def fault(answer: ClaimsAnswer) -> str | None:
        wrong = [one.title for one in answer.claims if not known.intersection(_ids(one.segments))]
        return f"“{wrong[0]}” names none of the passages {', '.join(sorted(known))}" if wrong else None

    answer = await asker.ask(
        "claims",
        "document_claims",
        ClaimsAnswer,
        fault,
        count=asker.sizes.claims,
        topic=topic.title,
        description=topic.description,
        letter=letter,
        document=described(asker.source(letter)),
        segments=passages(segments),
    )
    return tuple(
        Claim(
            id=f"{letter}.{number}",
            title=clean(one.title),
            description=clean(one.description),
            segments=tuple(key for key in _ids(one.segments) if key in known),
        )
        for number, one in enumerate(answer.claims[: asker.sizes.claims], 1)
    )


async def _meet(asker: Asker, prepared: Prepared, letters: Sequence[str]) -> None:
    """What each document has on each claim of the others."""
    pairs = [(by, one) for by in letters for owner in letters if owner != by for one in prepared.claims[owner]]
    found = await together(_counters(asker, by, one) for by, one in pairs)
    unmet: dict[str, list[str]] = {}
    for (by, one), counters in zip(pairs, found, strict=True):
        prepared.counters += counters
        if not counters:
            unmet.setdefault(by, []).append(one.id)
    prepared.unmet = {letter: tuple(ids) for letter, ids in unmet.items()}


async def _counters(asker: Asker, by: str, claim: Claim) -> list[Counter]:
    near = await asker.nearest(by, told(claim))
    return await labelled(asker, claim, claim.id[0], near)


def _ids(told: Iterable[str]) -> list[str]:
    """Ids as models write them, bare: `[A12]` and `A12, page 3` are A12."""
    return [key for one in told for key in [one.strip(" []()").split(",")[0].split(" ")[0]] if key]


def ids(told: Iterable[str], known: Collection[str] | Mapping[str, object]) -> tuple[str, ...]:
    """Those ids of an answer that are known, each once."""
    return tuple(key for key in dict.fromkeys(_ids(told)) if key in known)


def quoted(prepared: Prepared, claims: Sequence[Claim], shown: Mapping[str, Segment]) -> str:
    """Claims with their evidence and what the other has on each, and the words of all these passages."""
    about = {one.id for one in claims}
    counters = [one for one in prepared.counters if one.claim in about]
    wanted = [*(key for one in claims for key in one.segments), *(one.segment for one in counters), *shown]
    return f"{claimed(claims, counters, prepared.unmet)}\n\nPassages:\n{picked(wanted, shown)}"
