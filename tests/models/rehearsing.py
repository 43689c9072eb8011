"""A coach who plays proposer and scorer over HTTP, the same answer to the same question, and growth in this process."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from config.format import Side
from config.settings import Models
from planning.asking.client import LanguageModel
from planning.asking.journal import places
from planning.debate.argument import Evidence, EvidenceSource
from planning.methods.treedebater.library.library import load
from planning.methods.treedebater.rehearsing.grow import Sizes
from planning.methods.treedebater.rehearsing.impact import BatchedScorer, Impact, ImpactScorer
from planning.methods.treedebater.rehearsing.run import Assignment, Rehearsed, rehearse
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import LLM
from tests.fakes import BagEmbedder
from tests.model_server import Asked, ModelServer

MOTION = "Schools should require uniforms"
ID = "schools-should-require-uniforms"
WORDS = """lessons pride money parents laundry teasing fashion playgrounds brands mornings freedom belonging fairness
cost discipline identity creativity shops comfort weather sport safety strangers teachers rules rebellion symbols
culture religion choice neighbours cities villages poverty wealth envy photographs ceremonies attention exams old new
quiet loud rich poor rural urban young proud cheap dear clever shy honest strict gentle foreign northern
southern""".split()
SMALL = {"claims": 1, "depth": 2, "branch": 2}
SMALL_CALLS = 2 * (1 + 1 + 1 + 1 + 3 + 3)  # a side: definition, pool, its scores, main case, 3 answers with scores
SMALL_NODES = 2 * 7


def words_of(seed: str, count: int) -> list[str]:
    """So many words that belong to this seed."""
    found, number = list[str](), 0
    while len(found) < count:
        digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
        found += [WORDS[byte % len(WORDS)] for byte in digest]
        number += 1
    return found[:count]


def line(seed: str) -> str:
    a, b, c, d, e, f = words_of(seed, 6)
    return f"Uniforms change {a} {b} for {c} {d} and {e} {f}."


def grounds(seed: str) -> dict[str, Any]:
    return {
        "heard": [line(f"{seed} heard")],
        "argument": [line(f"{seed} first"), line(f"{seed} second")],
        "impact": line(f"{seed} impact"),
        "cites": [],
    }


def counter(seed: str, **changed: Any) -> dict[str, Any]:
    return {"claim": line(f"{seed} claim"), **grounds(seed), **changed}


def side_of(asked: Asked) -> str:
    return re.findall(r"You speak for the (pro|con) side", asked.user)[0]


def wanted(asked: Asked) -> int:
    return int(re.findall(r"^Write (\d+) ", asked.user, re.M)[0])


class Coach:
    """Answers every question of growth; scores by `weight`, 0 to 100 per cent for the highest class."""

    def __init__(self, server: ModelServer) -> None:
        self.weight = {"attack": 60, "support": 70}
        for shape in ("Framing", "Pool", "MainCase", "Counters", "Judgement", "Revision"):
            server.plays(getattr(self, shape.lower()), schema=shape)

    def answer(self, asked: Asked) -> dict[str, Any]:
        """Whatever is asked."""
        answer: dict[str, Any] = getattr(self, asked.schema_name.lower())(asked)
        return answer

    def framing(self, asked: Asked) -> dict[str, Any]:
        lines = [line(asked.user), line(asked.user + "!")]
        return {"side": side_of(asked), "definition": lines[:1], "criterion": lines[1:], "domain": "School",
                "type": "policy"}  # fmt: skip

    def pool(self, asked: Asked) -> dict[str, Any]:
        claims = [
            {"claim": line(f"{asked.user}{i}"), "topic": " ".join(words_of(f"{asked.user}{i}", 2)),
             "reason": line(f"{asked.user}{i} reason")}
            for i in range(wanted(asked))
        ]  # fmt: skip
        return {"side": side_of(asked), "claims": claims}

    def maincase(self, asked: Asked) -> dict[str, Any]:
        lines = {"weighing": [line(asked.user + "w")], "answer": [line(asked.user + "a")]}
        return {"side": side_of(asked), **grounds(asked.user), **lines}

    def counters(self, asked: Asked) -> dict[str, Any]:
        made = [counter(f"{asked.user}{i}") for i in range(wanted(asked))]
        return {"side": side_of(asked), "counters": made}

    def judgement(self, asked: Asked) -> dict[str, Any]:
        found = re.findall(r"^(\d+)\. Argument \w+: (attack|support)", asked.user, re.M)
        return {
            "answers": [
                {"question": int(n), "none": 100 - self.weight[what], "medium": 0, "high": self.weight[what]}
                for n, what in found
            ]
        }

    def revision(self, asked: Asked) -> dict[str, Any]:
        ids = re.findall(r"^(s\d+): ", asked.user, re.M)
        return {"side": side_of(asked), "sentences": [{"id": i, "text": line(f"{asked.user}{i}")} for i in ids]}


class Shelf:
    """An evidence source with the same items for every query."""

    name = "a shelf"

    def __init__(self, *items: Evidence) -> None:
        self.items, self.queries = list(items), list[str]()

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        self.queries.append(query)
        return self.items[:limit]


def assignment(folder: Path, *, claims: int = 1, depth: int = 2, branch: int = 2) -> Assignment:
    return Assignment(MOTION, ID, folder, Sizes(dict.fromkeys(Side, claims), depth, branch))


class Fixed:
    """A scorer that needs no model, as trained ones do not."""

    name = "fixed"

    def __init__(self, **scores: float) -> None:
        self._scores = scores

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        return [self._scores[question.relation] for question in questions]


def grow(
    models: Models,
    folder: Path,
    *,
    evidence: EvidenceSource | None = None,
    scorer: Callable[[LLM], ImpactScorer] | None = BatchedScorer,
    score_calls: int = 1,
    **sizes: int,
) -> Rehearsed:
    """One run to its end, with the ledger of what was paid."""

    async def work() -> Rehearsed:
        model = LanguageModel(models)
        try:
            wanted = assignment(folder, **{**SMALL, **sizes})
            outcome = await rehearse(
                wanted,
                model,
                BagEmbedder(),
                gates=places(models),
                scorer=scorer,
                score_calls=lambda questions: score_calls,
                evidence=evidence,
            )
        finally:
            await model.close()
        outcome.ledger = model.ledger.as_json()
        return outcome

    return asyncio.run(work())


def asked_about(server: ModelServer, shape: str) -> Sequence[Asked]:
    return [asked for asked in server.asked if asked.schema_name == shape]


def trees(outcome: Rehearsed) -> Rehearsal:
    assert outcome.file is not None
    return load(outcome.file)
