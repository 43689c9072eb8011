"""From heard passages to actions with a model (TreeDebater 3.3): each piece of a speech is read with the trees so far.

A piece is shown with the points of the piece before, which the answer may correct, and with the prepared claims of
that side that are nearest to it, of which the answer names the one that is meant, or none. What a model answers is
checked before it is believed (`planning.methods.common.believed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from config.format import Side
from config.settings import Role
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import Flows, flows_text
from planning.debate.points import PointForm
from planning.methods.common.believed import Checker, Read, Reading, tidy
from planning.methods.contract import Applied, OnTrouble, Trouble
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Prepared
from planning.ports import LLM
from planning.reading.passages import Passage, found, sentences

PIECE_SECONDS = 15.0  # of a speech that are read at a time, and the passage that fills them up
SHORTLIST = 12  # prepared claims that are shown
DOUBTFUL = 0.5  # probability below which a recognised word is marked
DOUBT = "(?)"


class ModelReader:
    """Reads one speech of one side. `index`: the claims of the rehearsal trees, of which the nearest to a piece are
    shown. `context`: how many of the last passages are shown again, so that a piece is understood."""

    def __init__(self, llm: LLM, index: Index, speaker: Side, *, context: int = 4) -> None:
        self._llm, self.index, self.speaker, self._context = llm, index, speaker, context
        self._before: list[str] = []

    async def read(
        self,
        passages: Sequence[Passage],
        flows: Flows,
        deadline: float,
        *,
        shown: Sequence[Prepared] = (),
        correctable: Sequence[Action] = (),
    ) -> list[Read]:
        """The actions in the next piece of the speech, as the model sees them.

        `shown`: prepared claims that may be meant (`likely`). `correctable`: what was read in the piece before. Raises
        ProviderError, ModelOutputError: the model gave no usable answer in time; nothing was taken in.
        """
        prompt = render(
            "extract",
            motion=self.index.rehearsal.motion,
            speaker=self.speaker.value,
            other=self.speaker.other.value,
            flows=flows_text(flows.trees),
            before="\n".join(self._before),
            points="\n".join(point_lines(correctable)) or "(none)",
            prepared="\n".join(f"{node.id}: {node.claim}" for node in shown) or "(none)",
            passages="\n".join(f"({number}) {marked(passage)}" for number, passage in enumerate(passages, 1)),
        )
        answer = await self._llm.ask(Role.EXTRACTOR, prompt, Reading, deadline)
        self._before = [*self._before, *(passage.text for passage in passages)][-self._context :]
        return answer.actions

    def likely(self, passages: Sequence[Encoded]) -> list[Prepared]:
        """The prepared claims of the speaker nearest to a piece; which of them is meant no cosine can tell."""
        return self.index.nearest(passages, self.speaker, SHORTLIST)

    def compared(self, found: Collection[Read]) -> list[str]:
        """What is compared of these by meaning: encoded before, it waits for no embedder."""
        return [text for read in found for text in (tidy(read.claim), tidy(read.target)) if text]


def point_lines(actions: Sequence[Action]) -> Iterator[str]:
    """`con2.1 attack, statement, on pro1: Bullies find other marks. “they find other marks”`."""
    for action in actions:
        if (point := action.point) is not None:
            on = f", on {' '.join(point.meets)}" if point.meets else ""
            yield f"{point.id} {action.kind.value}, {point.form.value}{on}: {action.claim} “{point.words}”"


def parallel(first: Read, then: Read, passages: Sequence[Passage]) -> bool:
    """Whether two claims are made side by side in one sentence: parts of one point, of which the second says more for
    the first. Only where the recogniser sets stops can anybody tell."""
    same = first.action is then.action and tidy(first.target) == tidy(then.target) and first.form is then.form
    if not same or first.form is not PointForm.STATEMENT or then.corrects or then.action is ActionKind.REINFORCE:
        return False
    one, other = (found(read.quote, passages) for read in (first, then))
    if one is None or other is None or one.passage is not other.passage or not one.passage.text.rstrip().endswith("."):
        return False
    start, end = min(one.start, other.start), max(one.end, other.end)
    spans = [(words[0].start, words[-1].end) for words in sentences(one.passage.timed())]
    return any(begin <= start and end <= stop for begin, stop in spans)


def marked(passage: Passage) -> str:
    """Its words, those that the recogniser was not sure of with a mark behind them."""
    if not any(word.sure is not None and word.sure < DOUBTFUL for word in passage.words):
        return passage.text
    return " ".join(
        f"{word.text}{DOUBT}" if word.sure is not None and word.sure < DOUBTFUL else word.text for word in passage.words
    )


class SpeechHeard:
    """What a model makes of one speech; what was read of a piece may be corrected with the next.
    `turn`: that the speech is held in. `on_trouble`: told of everything in an answer that is not believed."""

    def __init__(self, embedded: TreeDebater, llm: LLM, turn: int, on_trouble: OnTrouble) -> None:
        self.turn, self._on_trouble = turn, on_trouble
        self._embedded, self._strategy = embedded, embedded.strategy
        self._speaker = self._strategy.side.other
        self._reader = ModelReader(llm, self._strategy.ears, self._speaker)
        self._before: Sequence[Applied] = ()  # of the last piece in which anything was read

    async def hear(self, passages: Sequence[Passage], deadline: float) -> Sequence[Applied]:
        """Read the next piece; returns what it does to the trees.
        Raises ProviderError, ModelOutputError: the model gave no usable answer in time; nothing was taken in."""
        strategy, reader = self._strategy, self._reader
        encoded = await self._embedded.encode(*(passage.text for passage in passages))
        shown, correctable = reader.likely(encoded), [done.action for done in self._before]
        found = await reader.read(passages, strategy.flows, deadline, shown=shown, correctable=correctable)
        await self._embedded.encode(*reader.compared(found))
        for passage in passages:
            strategy.listened(passage.text)
        return self.read(self._believed(passages, found, shown))

    def read(self, applied: Sequence[Applied]) -> Sequence[Applied]:
        """This was read in the last piece, by whomever."""
        self._before = applied or self._before
        return applied

    def _believed(self, passages: Sequence[Passage], found: Sequence[Read], shown: Sequence[Prepared]) -> list[Applied]:
        """What has been read, as far as it is believed, done to the trees; a model does not say how sure it is."""
        strategy = self._strategy
        strategy.in_turn(self.turn)
        known, applied = {node.id for node in shown}, list[Applied]()
        left = {point.id for done in self._before if (point := done.action.point) is not None}
        whole: tuple[Read, str] | None = None  # the last claim that was made, with its node
        for told in found:
            read = told
            if whole is not None and parallel(whole[0], told, passages):
                more = {"action": ActionKind.REINFORCE, "target": whole[1], "argument": told.claim}
                read = told.model_copy(update=more)
            checker = Checker(strategy.embedder, self._speaker, passages, shown=known, correctable=left)
            believed = checker.check(read, strategy.flows, strategy.next_point(self._speaker))
            for doubt in believed.doubts:
                self._on_trouble(Trouble("reading", doubt, "the rest of what was read"))
            if believed.action is not None:
                done = strategy.apply(believed.action, believed.place)
                applied.append(replace(done, passage=believed.passage))
                if done.node is not None and read.action is not ActionKind.REINFORCE:
                    whole = read, done.node
                left -= {*(believed.action.point.corrects if believed.action.point else ())}
        return applied
