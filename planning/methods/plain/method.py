"""Plain: a model is told the motion, the stage and everything said so far, and writes a whole speech in one answer.

It plans nothing, keeps no flow trees and reads nothing into anything, so that it debates any motion. It is the baseline
that methods are compared with: of Agent4Debate it is the paper's where it also searches and knows each stage's craft,
and at equal calls where it writes several speeches and takes the best (`PlainSpeech`). Where no speech has come in time
its spare says who speaks, openly that there is nothing new, and what stands; what it repeats is in reserve, and the
model's speech takes its place when it comes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from pydantic import Field

from config.errors import ModelOutputError, RostrumError, UsageError
from config.settings import Role, Settings
from config.statement import Sentence
from planning.asking.answers import Shape
from planning.asking.arriving import Arriving
from planning.asking.asking import asked
from planning.debate.argument import Evidence
from planning.debate.motion import Motion
from planning.evidence.tracing import debated
from planning.methods.common.craft import craft
from planning.methods.common.drafts import arriving, lines, sourced
from planning.methods.common.research import KnowledgeBase, Patience, Searcher
from planning.methods.common.sources import evidence_for
from planning.methods.common.speeches import Record, Speech, SpeechPassage, named, statement
from planning.methods.common.standby import END, STANCE, Listening, Standby
from planning.methods.contract import Commission, Drafted, Method, OnPassages, OnTrouble, Trouble
from planning.methods.door import Door, Parts, Position
from planning.methods.plain import NAME
from planning.methods.plain.prompts import PROMPTS
from planning.ports import LLM, OnPiece

JUDGE, SEARCHER = f"{NAME}.judge", f"{NAME}.searcher"  # roles of its own
TO_SEARCH = 40.0  # seconds before the speech, with less of which nothing is searched any more
NO_MODEL = (
    "the method plain needs a language model: name one under models in the settings, with its base_url or "
    "its key in the environment, or in the seat (`plain,model=NAME`)"
)


class Choice(Shape):
    """The best of several speeches, by its number, and what decides."""

    best: int
    why: str = Field(default="", max_length=600)


class Plain(Listening):
    """One side of any motion (see `Method`); where its speech is late or fails, its spare stands in.
    `on_trouble`: told of what is left out of a speech, and why."""

    def __init__(
        self,
        llm: LLM,
        position: Position,
        on_trouble: OnTrouble = lambda trouble: None,
        searcher: Searcher | None = None,
    ) -> None:
        super().__init__(NAME, position, Record(position.side, position.format))
        self._background = position.motion.background
        self._llm, self._on_trouble, limits = llm, on_trouble, position.settings.thinking
        self._write_seconds, self.redraft_seconds = limits.write_seconds, limits.redraft_seconds
        self._check_seconds = limits.check_seconds
        self.spare: Method | None = Standby(NAME, position, self._record)
        self._drafts: dict[int, tuple[Sentence, ...]] = {}
        self._searcher, self._settings = searcher, position.settings.methods.plain

    @property
    def _knowledge(self) -> KnowledgeBase:
        return self._searcher.knowledge if self._searcher is not None else KnowledgeBase()

    def evidence(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        known = self._knowledge.evidence
        return {key: known[key] for one in sentences for key in one.cites if key in known}

    def situation(self, turn: int) -> Hashable:
        return self._record.size(turn)

    async def statement(self, wanted: Commission) -> Drafted | None:
        """The whole speech; where there is one that is too short, further passages.
        Raises ProviderError, ModelOutputError: none in time that can be spoken."""
        return await self.drafting(wanted, lambda passages: None)

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        """As `statement`; `on_passages` is told of the passages that are whole, without what has no source."""
        left = wanted.seconds_left
        if self._searcher is not None and not self._searcher.knowledge.closed and (left is None or left > TO_SEARCH):
            await self._searcher.prepare()
        draft = self._drafts.get(wanted.turn, ())
        if self._settings.best_of > 1 and not wanted.so_far:
            speech = await self._best(wanted, draft)
        else:
            speech = await self._asked(wanted, draft, while_arriving=self._telling(wanted, on_passages))
        kept, left_out = self._sourced(wanted, speech)
        if left_out and not wanted.so_far:
            issues = "\n".join(one.reason for one in left_out)
            with suppress(RostrumError):  # what is left of the first is a speech too
                again = await self._asked(wanted, statement(speech.passages, speech.closing), issues)
                kept, left_out = self._sourced(wanted, again)
        for one in left_out:
            self._on_trouble(one)
        if not kept:
            raise ModelOutputError(Role.WRITER.value, "no sentence of the speech has a source")
        self._drafts[wanted.turn] = (*wanted.so_far, *kept)
        return Drafted(tuple(kept))

    async def _best(self, wanted: Commission, draft: Sequence[Sentence]) -> Speech:
        """The best of several written at once, as a judge of its own has it; the first, where that one fails.
        Raises ProviderError, ModelOutputError: none of them can be spoken."""
        tries = (self._asked(wanted, draft) for _ in range(self._settings.best_of))
        answers = await asyncio.gather(*tries, return_exceptions=True)
        speeches = [one for one in answers if isinstance(one, Speech)]
        if not speeches:
            raise next(one for one in answers if isinstance(one, BaseException))
        told = [f"({n}) {lines(statement(one.passages, one.closing))}" for n, one in enumerate(speeches, 1)]
        values = {name: value for name, value in self._setting(wanted).items() if name in PROMPTS.variables("choose")}
        prompt = PROMPTS.render("choose", **values, speeches="\n\n".join(told))

        def fault(choice: Choice) -> str | None:
            return None if 1 <= choice.best <= len(speeches) else f"there is no speech ({choice.best})"

        try:
            choice = await asked(self._llm, JUDGE, prompt, Choice, fault, self._check_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("choice of a speech", str(error), "the first one"))
            return speeches[0]
        return speeches[choice.best - 1]

    def _setting(self, wanted: Commission) -> dict[str, object]:
        """What is told of the speech, whatever is asked about it."""
        return {
            "motion": self._motion,
            "background": self._background,
            "side": self._side.value,
            "stance": STANCE[self._side],
            "speech": f"{named(self._format, wanted.turn)}, {self._format.turns[wanted.turn].seconds:.0f} seconds",
            "record": self._record.told(wanted.turn, wanted.unread),
        }

    def _telling(self, wanted: Commission, on_passages: OnPassages) -> Arriving:
        def whole(passages: Sequence[SpeechPassage]) -> None:
            speech = Speech(side=self._side, passages=list(passages), closing=END)
            if speech.fault(self._side) is None and (kept := self._sourced(wanted, speech)[0][:-1]):
                on_passages(tuple(kept))

        return arriving(SpeechPassage, self._side, whole)

    async def _asked(
        self,
        wanted: Commission,
        draft: Sequence[Sentence],
        issues: str = "",
        while_arriving: OnPiece | None = None,
    ) -> Speech:
        turn = self._format.turns[wanted.turn]
        following = self._format.turns[wanted.turn + 1 :]
        values = self._setting(wanted) | {
            "stage": turn.stage.value,
            "after": ", ".join(f"the {one.name} of {one.side}" for one in following),
            "words": wanted.words,
            "reserve": wanted.reserve,
            "craft": craft(turn.stage) if self._settings.baseline else "",
            "evidence": self._knowledge.told() if self._knowledge.evidence else "",
            "so_far": lines(wanted.so_far),
            "draft": lines(draft),
            "issues": issues,
        }
        prompt = PROMPTS.render("speech", **values)
        return await asked(
            self._llm,
            Role.WRITER,
            prompt,
            Speech,
            lambda speech: speech.fault(self._side),
            self._write_seconds,
            while_arriving,
        )

    def _sourced(self, wanted: Commission, speech: Speech) -> tuple[list[Sentence], list[Trouble]]:
        """Its sentences without what nobody has said and nothing carries, and what was left out for that."""
        heard = [*self._record.of(self._side.other, wanted.turn), *wanted.unread]
        said = [self._background, *debated(self._motion, heard, self._record.of(self._side, wanted.turn))]
        fair = [passage for passage in speech.passages if not passage.unheard(heard)]
        unfair = [words for passage in speech.passages for words in passage.unheard(heard)]
        kept, lacking = sourced(statement(fair, speech.closing), self._knowledge.evidence, said)
        left_out = [
            Trouble("quotations", f"nobody said “{words}”", "the speech without an answer", drafted=True)
            for words in unfair
        ]
        return kept, left_out + lacking


class PlainDoor:
    """See `Door`. Nothing is prepared for any motion."""

    name = NAME
    keeps_flow = False
    exchanges = False
    parts: Mapping[str, str] = MappingProxyType({})

    def motion(self, wanted: str, settings: Settings) -> Motion | None:
        return None

    def admit(self, motion: Motion, settings: Settings, *, writes: bool, without: Collection[str] = ()) -> None:
        if not writes:
            raise UsageError(NO_MODEL)

    def method(self, position: Position, parts: Parts) -> Method:
        """Raises UsageError: no model writes."""
        model = parts.model(Role.WRITER)
        if model is None:
            raise UsageError(NO_MODEL)
        searcher = _searcher(position, parts, model) if position.settings.methods.plain.baseline else None
        return Plain(model, position, parts.on_trouble, searcher)


def _searcher(position: Position, parts: Parts, model: LLM) -> Searcher:
    limits = position.settings.thinking
    patience = Patience(limits.search_seconds, limits.select_seconds)
    source = evidence_for(parts, parts.embedder())
    return Searcher(model, SEARCHER, position.motion.text, source, parts.offload, patience, parts.on_trouble)


DOOR: Door = PlainDoor()
