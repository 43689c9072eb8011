"""The evidence and the claims of fact of a motion's rehearsal trees, verified once they have grown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.verifying.running import OnProgress, Verifier
from planning.debate.argument import Evidence, EvidenceSource
from planning.language.figures.figures import figures
from planning.methods.treedebater.rehearsing.store import save
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.verify.record import ClaimFinding, Verdict, Verification
from planning.verify.tracing import names_without_source
from planning.verify.verifying import Assignment

MOST = 24  # claims of a motion
TIMES = 3  # as many items are asked for as are wanted, where those of one document are left out


@dataclass(frozen=True)
class VerifiedFact:
    """A claim of the library: the evidence item or the node it stands at, and what came of it. `discredited`: it is an
    item that is kept as not reliable at all."""

    place: str
    found: Verification
    document: Path
    discredited: bool = False

    @property
    def finding(self) -> ClaimFinding | None:
        """None where the budget, the time or the models did not suffice."""
        return None if self.found.verdict is Verdict.UNDECIDED else self.found.finding

    def as_json(self) -> dict[str, Any]:
        """`stopped`: why there is no finding."""
        found, why = self.found, ""
        if self.finding is None:
            why = found.stopped or next(iter(found.troubles), "no usable answer came")
        return {"place": self.place, "claim": found.question, "verdict": found.verdict.value, "finding": self.finding,
                "discredited": self.discredited, "confidence": found.confidence, "answer": found.answer,
                "document": str(self.document), "stopped": why}  # fmt: skip


@dataclass(frozen=True)
class OtherSources:
    """A source of evidence without what one document says: it does not speak for itself."""

    inner: EvidenceSource
    document: str

    @property
    def name(self) -> str:
        return f"{self.inner.name} without {self.document}"

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        """As `EvidenceSource.search`."""
        found = await self.inner.search(query, limit * TIMES, deadline)
        return [one for one in found if one.source != self.document][:limit]


def facts(rehearsal: Rehearsal) -> Iterator[tuple[str, str]]:
    """Where it stands and what it says: findings first, then sentences of main claims that name or count something."""
    for key, item in rehearsal.file.evidence.items():
        yield key, item.finding
    for case in rehearsal.file.sides.values():
        for tree in case.trees:
            for text in tree.root.argument:
                if figures(text) or names_without_source(text, [rehearsal.motion]):
                    yield tree.root.id, text


async def verify_library(
    verifier: Verifier, rehearsal: Rehearsal, folder: Path, on_progress: OnProgress = lambda claim, progress: None
) -> list[VerifiedFact]:
    """What came of the first `MOST` of them. A finding that was refuted is kept, as not reliable at all: what is found
    by meaning comes before it. Raises RostrumError: something cannot be written."""
    wanted = {text: place for place, text in reversed(list(facts(rehearsal)))}
    chosen = [(place, Assignment(text, claim=True)) for text, place in reversed(wanted.items())][:MOST]
    evidence = rehearsal.file.evidence
    sources = {
        assignment.id: OtherSources(verifier.source, evidence[place].source)
        for place, assignment in chosen
        if verifier.source is not None and place in evidence
    }
    found = await verifier.verify_all([one for _, one in chosen], on_progress, sources)
    told = [
        VerifiedFact(
            place, one, verifier.document(assignment), place in evidence and one.finding is ClaimFinding.REFUTED
        )
        for (place, assignment), one in zip(chosen, found, strict=True)
    ]
    refuted = {one.place for one in told if one.discredited}
    if refuted:
        poor = {key: evidence[key].model_copy(update={"reliability": 0.0}) for key in refuted}
        save(rehearsal.file.model_copy(update={"evidence": {**evidence, **poor}}), folder)
    return told
