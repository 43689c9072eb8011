"""Every pair compared by every way, and judged; broken off at any point, it goes on without asking twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.errors import ProviderError
from config.settings import Models
from planning.compare.asking import Asker
from planning.compare.deliberation import Topic
from planning.compare.documents.reading import Read, read_one
from planning.compare.documents.search import Searched
from planning.compare.pairs.file import Pair
from planning.compare.pairs.judging import judged
from planning.compare.pairs.report import PairResult, PairsReport
from planning.compare.records import Missing, Sizes, Way
from planning.compare.run import finished
from planning.evidence.shelf import Shelf
from planning.growth.calls import Calls, CountingLLM, Progress
from planning.growth.ending import graceful
from planning.ports import Embedder


@dataclass(frozen=True)
class PairsJob:
    """What to compare by which ways; so many judges read each synthesis."""

    pairs: tuple[Pair, ...]
    ways: tuple[Way, ...] = tuple(Way)
    judges: int = 1
    sizes: Sizes = field(default_factory=Sizes)


async def compare_pairs(
    job: PairsJob,
    llm: CountingLLM,
    models: Models,
    embedder: Embedder,
    *,
    journal: Path,
    shelf: Shelf,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    save: Callable[[PairsReport], None] = lambda report: None,
) -> PairsReport:
    """The report, whole or as far as it went. `models`: of `planning.compare.run.models_of`.
    Raises UsageError: a document cannot be read. LibraryError: the journal cannot be written."""
    documents = [tuple(read_paper(pair, place, shelf) for place in (0, 1)) for pair in job.pairs]
    with Calls(journal, llm, models, on_progress=on_progress) as calls:
        results: list[PairResult] = []
        missing: list[Missing] = []

        def report() -> PairsReport:
            now = calls.progress
            return PairsReport.model_validate(
                {
                    "schema": "rostrum.compared-pairs",
                    "ways": job.ways,
                    "judges": job.judges,
                    "results": sorted(results, key=lambda one: (one.pair, list(Way).index(one.way))),
                    "missing": missing,
                    "stopped": calls.stopped,
                    "calls": now.calls,
                    "remembered": now.remembered,
                    "cost": round(now.cost, 6),
                }
            )

        async def all_of_them() -> None:
            for pair, two in zip(job.pairs, documents, strict=True):
                for way in job.ways:
                    if not calls.stopped:
                        await _one(
                            job, calls, pair, [Searched(one, embedder, shelf) for one in two], way, results, missing
                        )

        await graceful(all_of_them(), calls.stop, lambda: save(report()))
        outcome = report()
        save(outcome)
        return outcome


def read_paper(pair: Pair, place: int, shelf: Shelf) -> Read:
    """A document of a pair, with title and abstract where the file of pairs has them. Raises UsageError."""
    paper = pair.papers[place]
    return read_one(paper.file, "AB"[place], shelf, title=paper.title, abstract=paper.abstract)


async def _one(
    job: PairsJob,
    calls: Calls,
    pair: Pair,
    documents: Sequence[Searched],
    way: Way,
    results: list[PairResult],
    missing: list[Missing],
) -> None:
    asker = Asker(calls, documents, job.sizes)
    try:
        tree = await finished(asker, way, Topic(pair.topic))
        if tree.synthesis is None:
            raise ProviderError("the synthesis", "there is none")
        sheet = await judged(asker, tree, job.judges)
    except ProviderError as error:
        if not calls.stopped:
            missing.append(Missing(what=f"pair {pair.number}, {way}", reason=str(error)))
        return
    finally:
        missing.extend(asker.missing)
    results.append(
        PairResult(pair=pair.number, topic=pair.topic, kind=pair.kind, way=way, text=tree.synthesis.text, judged=sheet)
    )
