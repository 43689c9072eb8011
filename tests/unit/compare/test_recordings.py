"""Whole comparisons of real documents with a model played by hand, recorded and replayed: two pairs and a set of four.

The documents in tests/compared/documents were written for this, and are about invented places.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench.loopback.recorded_model import RecordedModel
from bench.loopback.recording import AnswersServed, read_recording
from config.settings import cache_folder
from planning.asking.client import LanguageModel
from planning.compare.documents.reading import read_all
from planning.compare.records import Comparison, Relation, Sizes, Stance, Strength
from planning.compare.run import Job, compare, models_of
from planning.compare.telling import lines, markdown, untreated
from planning.encoders.local import MiniLM
from planning.evidence.shelf import Shelf
from tests.unit.compare.scripted import DOCUMENTS, FOUR

RECORDINGS = DOCUMENTS.parent / "recordings"
PHONES = (DOCUMENTS / "phone_pouches.md", DOCUMENTS / "phone_study.txt")
FOCUS = {
    "schools": "What starting school later does for pupils and what it costs",
    "phones": "What keeping phones out of the school day does for pupils",
    "four": "Whether the gains of a later school start last and what it costs",
}


def replayed(name: str, paths: tuple[Path, ...], sizes: Sizes, folder: Path) -> tuple[Comparison, AnswersServed]:
    async def work(model: RecordedModel) -> Comparison:
        models = models_of(model.models())
        shelf = Shelf(folder / "shelf")
        llm = LanguageModel(models)
        try:
            job = Job(read_all(paths, shelf), FOCUS[name], sizes=sizes)
            journal = folder / "journal.jsonl"
            return await compare(job, llm, models, MiniLM(cache_folder()), journal=journal, shelf=shelf)
        finally:
            await llm.close()

    with RecordedModel(read_recording(RECORDINGS / f"{name}.jsonl")) as model:
        return asyncio.run(work(model)), model.served


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Comparison, AnswersServed]]:
    wanted = {
        "schools": (FOUR[:2], Sizes(depth=1)),
        "phones": (PHONES, Sizes(depth=1)),
        "four": (FOUR, Sizes(depth=2, claims=2, trees=1)),
    }
    return {name: replayed(name, *how, tmp_path_factory.mktemp(name)) for name, how in wanted.items()}


@pytest.mark.parametrize("name", list(FOCUS))
def test_a_comparison_is_what_it_was(runs: dict[str, tuple[Comparison, AnswersServed]], name: str) -> None:
    found, served = runs[name]
    assert found.complete and not found.missing
    assert served.none == 0
    assert served.near == 0, "a prompt has changed: record it again, or see that its nearest answers still fit"


def test_every_sentence_that_stays_is_carried_part_by_part(runs: dict[str, tuple[Comparison, AnswersServed]]) -> None:
    for found, _ in runs.values():
        for tree in found.trees:
            assert tree.synthesis is not None and tree.synthesis.meaning_checked
            assert tree.synthesis.traced >= 0.8 * tree.synthesis.written
        for one in found.sentences:
            if one.traced:
                assert one.parts and not any(part.finding.faulty for part in one.parts)
                assert {key for part in one.parts for key in part.segments} <= set(one.segments)


def test_every_sentence_of_the_debates_was_held_against_its_passages(
    runs: dict[str, tuple[Comparison, AnswersServed]],
) -> None:
    for found, _ in runs.values():
        debates = [node.debate for tree in found.trees for node in tree.nodes if node.debate]
        turns = [speaker.last for debate in debates for speaker in debate.values() if speaker.last]
        assert turns and all(turn.sentences for turn in turns)


def test_each_sentence_names_the_documents_that_its_relation_asks_for(
    runs: dict[str, tuple[Comparison, AnswersServed]],
) -> None:
    for found, _ in runs.values():
        pages = {part.id for source in found.sources for part in source.segments}
        for one in found.sentences:
            if not one.traced:
                continue
            letters = {key[0] for key in one.segments}
            assert set(one.segments) <= pages
            assert len(letters) == (1 if one.relation is Relation.ONLY else 2)
            assert bool(one.does_not_address) == (one.relation is Relation.ONLY)


def test_what_four_documents_contradict_one_another_in(runs: dict[str, tuple[Comparison, AnswersServed]]) -> None:
    """That a fall in spring shows a loss, which no passage of B says, was the first row before they were checked."""
    found, _ = runs["four"]
    assert found.contradictions and all(row.checked and len(row.positions) >= 2 for row in found.contradictions)
    assert [row.tree for row in found.contradictions] == ["t1", *[None] * (len(found.contradictions) - 1)]
    spring = [row for row in found.contradictions if "autumn and spring" in row.claim]
    assert not any(row.strength is Strength.DIRECT for row in spring)
    assert not any(one.document == "B" and one.stance is Stance.AFFIRMS for row in spring for one in row.positions)
    treated = {key[0] for one in found.sentences if one.traced for key in one.segments}
    for letter in set("ABCD") - treated:
        assert letter in untreated(found)


def test_it_reads_well_at_a_terminal_and_as_markdown(runs: dict[str, tuple[Comparison, AnswersServed]]) -> None:
    found, _ = runs["phones"]
    shown, written = "\n".join(lines(found)), markdown(found)
    assert "sentences traced" in shown
    assert "  1.1  What happens in lessons when phones are gone (B gave way in their debate)" in shown
    assert written.startswith("# What keeping phones out of the school day does for pupils\n")
    assert written.count("\n### 1.") == 3
