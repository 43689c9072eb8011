"""A corpus from written debates: each read speech by speech into flow trees, by a model or without one.

What a model answered is in a journal, and what is built already is not built again: a build that was interrupted or
ran out of its budget goes on where it ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.errors import ModelOutputError, ProviderError
from planning.debate import acting
from planning.debate.flow import Flows
from planning.debate.points import point_id
from planning.language.text import sentences
from planning.methods.common.believed import Checker
from planning.methods.treedebater.reading_by_model import ModelReader
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import bare
from planning.ports import LLM, Embedder
from planning.reading.passages import Passage
from rostrum_lab.corpus.embedded import read_embedded
from rostrum_lab.corpus.prose import Block, blocks
from rostrum_lab.corpus.speeches import DebateTranscript
from rostrum_lab.corpus.store import Debate, recorded

EMBEDDED = "embedded"
PASSAGE_WORDS = 90  # of a paragraph that a model is shown as one line
PIECE_WORDS = 350  # read with one call
READ_SECONDS = 90.0
REPEATED = "(repeating somebody else's words) "


@dataclass
class Built:
    """What came of the debates of a file: `debates` in the file's order.

    `reused` had been built before, `empty` held no claim that was found, `unfinished` says of debates why not;
    `missed` counts the pieces of speeches to which a model gave no usable answer.
    """

    debates: list[Debate] = field(default_factory=list)
    reused: int = 0
    empty: list[str] = field(default_factory=list)
    unfinished: dict[str, str] = field(default_factory=dict)
    missed: int = 0


class Builder:
    """Reads debates, by the model `reader` where there is one.

    Args:
        llm: asked in the role of the extractor.
        reader: the model's name, noted with what it read; `embedded` without a model.
        known: what was built before, by id: taken over where speeches and reader are the same.
        on_debate: told after each debate.
    """

    def __init__(
        self,
        embedder: Embedder,
        llm: LLM | None = None,
        reader: str = EMBEDDED,
        known: Mapping[str, Debate] | None = None,
        on_debate: Callable[[], None] = lambda: None,
    ) -> None:
        self._embedder, self._llm, self._reader, self._on_debate = embedder, llm, reader, on_debate
        self._known = known or {}
        self._done: dict[str, Debate] = {}
        self._told = Built()
        self._order: list[str] = []

    async def build(self, transcripts: Sequence[DebateTranscript]) -> Built:
        """All of them, side by side where a model reads."""
        self._order = [one.id for one in transcripts]
        await asyncio.gather(*map(self._one, transcripts))
        return self.built

    @property
    def built(self) -> Built:
        """What is there so far; also after a build was cancelled."""
        self._told.debates = [self._done[name] for name in self._order if name in self._done]
        return self._told

    async def _one(self, debate: DebateTranscript) -> None:
        known = self._known.get(debate.id)
        if known is not None and (known.digest, known.reader) == (debate.digest, self._reader):
            self._done[debate.id] = known
            self._told.reused += 1
        else:
            await asyncio.sleep(0)  # so that a build without a model can be interrupted between two debates
            try:
                flows = await self._read(debate)
            except ProviderError as error:
                self._told.unfinished[debate.id] = str(error)
            else:
                self._keep(debate, flows)
        self._on_debate()

    async def _read(self, debate: DebateTranscript) -> Flows:
        if self._llm is None:
            return read_embedded(debate, self._embedder)
        flows, missed = await read_with_model(debate, self._llm, self._embedder)
        self._told.missed += missed
        return flows

    def _keep(self, debate: DebateTranscript, flows: Flows) -> None:
        record = recorded(
            flows.trees,
            id=debate.id,
            motion=debate.motion,
            source=debate.source,
            winner=debate.winner,
            reader=self._reader,
            digest=debate.digest,
        )
        if record is None:
            self._told.empty.append(debate.id)
        else:
            self._done[debate.id] = record.model_copy(update={"licence": debate.licence})


async def read_with_model(debate: DebateTranscript, llm: LLM, embedder: Embedder) -> tuple[Flows, int]:
    """The flow trees of a debate as a model reads it, and how many pieces it gave no usable answer to.

    Raises:
        ProviderError: a piece could not be read now.
    """
    flows, missed = Flows.empty(), 0
    index = Index(bare(debate.motion), embedder)
    for turn, speech in enumerate(debate.speeches):
        reader, number = ModelReader(llm, index, speech.side), 0
        for texts in pieces(blocks(speech.text)):
            piece = [Passage(text, 0.0, 0.0) for text in texts]
            try:
                found = await reader.read(piece, flows, READ_SECONDS)
            except ModelOutputError:
                missed += 1
                continue
            checker = Checker(index.embedder, speech.side, piece)
            for read in found:
                number += 1
                believed = checker.check(read, flows, point_id(speech.side, turn, number))
                if believed.action is not None and believed.place is not None:
                    acting.apply(flows.trees, believed.place[0], believed.action, believed.place[1])
    return flows, missed


def pieces(paragraphs: Sequence[Block]) -> Iterator[list[str]]:
    """The passages of a speech in pieces for one call each; what is quoted is marked as such."""
    held: list[str] = []
    count = 0
    for passage in (passage for block in paragraphs for passage in _passages(block)):
        words = len(passage.split())
        if held and count + words > PIECE_WORDS:
            yield held
            held, count = [], 0
        held.append(passage)
        count += words
    if held:
        yield held


def _passages(block: Block) -> Iterator[str]:
    held = ""
    for sentence in sentences(block.text):
        if held and len(held.split()) + len(sentence.split()) > PASSAGE_WORDS:
            yield held
            held = ""
        words = sentence.split()
        while len(words) > PASSAGE_WORDS:  # no end of a sentence for a page
            yield " ".join(words[:PASSAGE_WORDS])
            words = words[PASSAGE_WORDS:]
        held = f"{held} {' '.join(words)}".strip()
    if held:
        yield f"{REPEATED}{held}" if block.quoted else held
