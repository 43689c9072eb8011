"""One comparison from its documents to its record: grown, traced, kept at any moment, gone on with later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.errors import ProviderError
from config.settings import Models
from planning.asking.journal import Stopped, in_sequence
from planning.compare.answers import FocusAnswer
from planning.compare.asking import TEMPERATURES, Asker
from planning.compare.baselines import single_stage, two_stage
from planning.compare.contradictions import contradictions, opposed
from planning.compare.deliberation import Topic
from planning.compare.documents.reading import Read
from planning.compare.documents.search import Searched
from planning.compare.growing import Growing
from planning.compare.material import documents
from planning.compare.records import Comparison, Contradiction, Sizes, Source, Spent, Steer, Synthesis, Tree, Way
from planning.compare.synthesis import synthesise
from planning.evidence.shelf import Shelf
from planning.growth.calls import Calls, CountingLLM, Progress, drawn_at
from planning.growth.ending import graceful
from planning.growth.levels import together
from planning.language.text import clean
from planning.ports import Embedder

ROW_DEPTH = 1  # of trees that open a contradiction, which is narrow already


@dataclass(frozen=True)
class Job:
    """What to compare, on what, how. `focus`: empty where the moderator is to name it."""

    documents: tuple[Read, ...]
    focus: str = ""
    way: Way = Way.TREE
    sizes: Sizes = field(default_factory=Sizes)
    steering: tuple[Steer, ...] = ()


def models_of(models: Models) -> Models:
    """The settings with the temperatures of the paper for what a comparison asks."""
    return drawn_at(models, TEMPERATURES)


async def compare(
    job: Job,
    llm: CountingLLM,
    models: Models,
    embedder: Embedder,
    *,
    journal: Path,
    shelf: Shelf,
    seconds: float | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_change: Callable[[Callable[[], Comparison]], None] = lambda record: None,
    save: Callable[[Comparison], None] = lambda comparison: None,
) -> Comparison:
    """The record, whole or as far as it went: `stopped` says why.

    Args:
        models: those of `models_of`, by which `llm` was made.
        seconds: that it may take.
        on_change: told after each answer and each failure; may have the record of what there is so far.
        save: given the record when it has ended, and when it is interrupted.

    Raises:
        LibraryError: the journal cannot be written, or another program is at it.
    """

    def told(progress: Progress) -> None:
        on_progress(progress)
        on_change(run.record)

    with Calls(journal, llm, models, seconds=seconds, on_progress=told) as calls:
        searched = [Searched(one, embedder, shelf) for one in job.documents]
        run = _Run(job, Asker(calls, searched, job.sizes), calls)
        await graceful(run.run(), calls.stop, lambda: save(run.record()))
        record = run.record()
        save(record)
        return record


class _Run:
    """What there is so far."""

    def __init__(self, job: Job, asker: Asker, calls: Calls) -> None:
        self._job, self._asker, self._calls = job, asker, calls
        self._topic = Topic(clean(job.focus))
        self._rows: tuple[Contradiction, ...] = ()
        self._growing: list[Growing] = []
        self._syntheses: dict[str, Synthesis] = {}

    async def run(self) -> None:
        """Everything. What cannot be had is in the record."""
        try:
            self._topic = await self._focus()
            letters = self._asker.letters
            if len(letters) == 2:
                self._growing = [self._tree("t1", (letters[0], letters[1]), self._topic)]
            else:
                await self._open_rows()
            await together(self._finish(one) for one in self._growing)
        except ProviderError as error:
            self._asker.miss("the comparison", error)

    def record(self) -> Comparison:
        trees = tuple(self._record_of(one) for one in self._growing)
        return Comparison.model_validate(
            {
                "schema": "rostrum.comparison",
                "way": self._job.way,
                "focus": self._topic.title,
                "description": self._topic.description,
                "sizes": self._job.sizes,
                "sources": [self._source(one) for one in self._job.documents],
                "contradictions": self._rows,
                "trees": trees,
                "steering": self._job.steering,
                "missing": self._asker.missing,
                "left_out": self._asker.left_out,
                "stopped": self._asker.calls.stopped,
                "spent": self._spent(),
            }
        )

    async def _focus(self) -> Topic:
        if self._topic.title:
            return self._topic

        def fault(answer: FocusAnswer) -> str | None:
            return None if clean(answer.topic) else "the topic is empty"

        self._asker.calls.expected += 1
        told = documents(one.source for one in self._job.documents)
        answer = await self._asker.ask("moderator", "focus", FocusAnswer, fault, documents=told)
        return Topic(clean(answer.topic), clean(answer.description))

    async def _open_rows(self) -> None:
        """The table, and a tree for each of its first rows."""
        self._rows = await contradictions(self._asker, self._topic)
        opened = self._rows[: self._job.sizes.trees]
        self._growing = [
            self._tree(f"t{number}", opposed(row), Topic(row.claim, row.why)) for number, row in enumerate(opened, 1)
        ]
        ids = {row.id: tree.id for row, tree in zip(opened, self._growing, strict=True)}
        self._rows = tuple(row.model_copy(update={"tree": ids.get(row.id)}) for row in self._rows)

    def _tree(self, tree_id: str, pair: tuple[str, str], topic: Topic) -> Growing:
        depth = self._job.sizes.depth
        many = len(self._asker.letters) > 2
        return tree_of(
            self._job.way, tree_id, pair, topic, self._job.steering, min(ROW_DEPTH, depth) if many else depth
        )

    async def _finish(self, growing: Growing) -> None:
        """The tree and its synthesis; what is lacking is told."""
        try:
            self._syntheses[growing.id] = await synthesis_of(self._asker, self._job.way, growing)
        except ProviderError as error:
            self._asker.miss(f"the synthesis of {growing.id}", error)

    def _record_of(self, growing: Growing) -> Tree:
        return record_of(self._job.way, growing, self._syntheses.get(growing.id))

    def _source(self, one: Read) -> Source:
        shown = self._asker.known(part.id for part in one.segments)
        return one.source.model_copy(update={"segments": tuple(shown.values())})

    def _spent(self) -> Spent:
        progress, model = self._calls.progress, self._calls.model
        return Spent(
            calls=progress.calls,
            remembered=progress.remembered,
            in_sequence=in_sequence(model.spans),
            tokens=progress.tokens,
            cost=round(progress.cost, 6),
            seconds=round(progress.seconds, 3),
        )


def tree_of(
    way: Way, tree_id: str, pair: tuple[str, str], topic: Topic, steering: Sequence[Steer], depth: int
) -> Growing:
    """The tree of a pair, before it grows."""
    return Growing(
        tree_id,
        pair,
        topic,
        steering,
        joined=way is Way.NO_TREE,
        retrieve=way is not Way.NO_DELIBERATION,
        depth=depth,
    )


async def synthesis_of(asker: Asker, way: Way, growing: Growing) -> Synthesis:
    """What a way makes of a pair; the baselines without a tree. Raises ProviderError: it could not be had."""
    if way is Way.SINGLE:
        return await single_stage(asker, record_of(way, growing, None))
    if way is Way.TWO_STAGE:
        return await two_stage(asker, record_of(way, growing, None))
    await growing.grow(asker)
    if asker.calls.stopped:
        raise Stopped("stopped", asker.calls.stopped)
    grown = growing.record()
    if not any(speaker.last for node in grown.nodes for speaker in node.debate.values()):
        raise ProviderError("the tree", "nothing was argued in it")
    return await synthesise(asker, grown)


def record_of(way: Way, growing: Growing, synthesis: Synthesis | None) -> Tree:
    """A tree as it is kept; the baselines' has no nodes."""
    grown = growing.record()
    bare = {"nodes": ()} if way in (Way.SINGLE, Way.TWO_STAGE) else {}
    return grown.model_copy(update={"synthesis": synthesis, **bare})


async def finished(asker: Asker, way: Way, topic: Topic) -> Tree:
    """Two documents compared by a way, from beginning to end. Raises ProviderError: there is no synthesis."""
    first, second = asker.letters
    growing = tree_of(way, "t1", (first, second), topic, (), asker.sizes.depth)
    return record_of(way, growing, await synthesis_of(asker, way, growing))
