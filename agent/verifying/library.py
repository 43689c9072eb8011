"""The evidence and the claims of fact of a motion's rehearsal trees, verified once they have grown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.verifying.running import OnProgress, Verifier
from planning.language.figures.figures import figures
from planning.methods.treedebater.rehearsing.store import save
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.verify.record import Finding, Verification
from planning.verify.tracing import names_without_source
from planning.verify.verifying import Assignment

MOST = 24  # claims of a motion


@dataclass(frozen=True)
class VerifiedFact:
    """A claim of the library: the evidence item or the node it stands at, and what came of it."""

    place: str
    found: Verification
    document: Path

    @property
    def refuted(self) -> bool:
        return self.found.finding is Finding.REFUTED

    def as_json(self) -> dict[str, Any]:
        found = self.found
        return {"place": self.place, "claim": found.question, "verdict": found.verdict.value, "refuted": self.refuted,
                "confidence": found.confidence, "document": str(self.document)}  # fmt: skip


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
    found = await verifier.verify_all([one for _, one in chosen], on_progress)
    told = [
        VerifiedFact(place, one, verifier.document(assignment))
        for (place, assignment), one in zip(chosen, found, strict=True)
    ]
    refuted = {one.place for one in told if one.refuted}
    evidence = {
        key: item.model_copy(update={"reliability": 0.0}) if key in refuted else item
        for key, item in rehearsal.file.evidence.items()
    }
    if refuted & evidence.keys():
        save(rehearsal.file.model_copy(update={"evidence": evidence}), folder)
    return told
