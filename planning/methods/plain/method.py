"""Plain: a model is told the motion, the stage and everything said so far, and writes a whole speech in one answer.

It plans nothing, keeps no flow trees and reads nothing into anything, so that it debates any motion. It is the baseline
that methods are compared with. Where no speech has come in time its spare says who speaks, openly that there is nothing
new, and what stands; what it repeats is in reserve, and the model's speech takes its place when it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from types import MappingProxyType
from typing import Any

from config.errors import ModelOutputError, RostrumError, UsageError
from config.format import Side
from config.settings import Role, Settings
from config.statement import Priority, Sentence
from planning.asking.arriving import Arriving, parts
from planning.asking.asking import asked
from planning.debate.motion import Motion
from planning.evidence.tracing import debated, traced
from planning.methods.contract import Applied, Commission, Drafted, Method, OnPassages, OnTrouble, Past, Trouble
from planning.methods.door import Door, Parts, Position
from planning.methods.plain import NAME
from planning.methods.plain.prompts import PROMPTS
from planning.methods.plain.speech import Record, Speech, SpeechPassage, named, statement
from planning.ports import LLM, OnPiece
from planning.reading.passages import Passage

STANCE = {Side.PRO: "for", Side.CON: "against"}
NOTHING_NEW = "I have nothing new on it yet, and I won't make anything up, so I say again what we stand on."
NOTHING = "I have nothing to say on it yet, and I won't make anything up."
END = "That is all I can say in this speech."
TOGETHER = 2  # sentences that are repeated as a passage: small ones fill what time the model's speech leaves
SPOKEN_SHARE = 0.84  # of the words that would fit without the longer pauses between passages
NO_MODEL = (
    "the method plain needs a language model: name one under models in the settings, with its base_url or "
    "its key in the environment, or in the seat (`plain,model=NAME`)"
)


def standing_in(motion: str, side: Side, said: Sequence[str]) -> Iterator[Sentence]:
    """A speech out of nothing. `said`: sentences of ours from a speech before, in order."""
    stand = f"I speak {STANCE[side]} the motion: {motion.rstrip('.')}."
    said = [text for text in said if text not in (stand, NOTHING, NOTHING_NEW, END)]
    yield _sentence("stand", Priority.MUST, stand)
    yield _sentence("nothing", Priority.SHOULD, NOTHING_NEW if said else NOTHING)
    for place, text in enumerate(said):
        first, topic = place - place % TOGETHER, f"said before, {place // TOGETHER + 1}"
        yield _sentence(f"again{place}", Priority.RESERVE, text, f"again{place - 1}" if place > first else None, topic)
    yield _sentence("end", Priority.CLOSING, END)


def _sentence(name: str, priority: Priority, text: str, needs: str | None = None, topic: str = "") -> Sentence:
    return Sentence(id=name, text=text, unit=name, priority=priority, needs=needs, topic=topic)


class _Listening:
    """What it hears and says, it writes down."""

    name = NAME

    def __init__(self, position: Position, record: Record) -> None:
        self._motion, self._side, self._format = position.motion.text, position.side, position.format
        self._record = record

    def recall(self, past: Past) -> None:
        for turn, said in past.said:
            self._record.add(turn, self._side if isinstance(said, Sentence) else self._side.other, said.text)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        for passage in passages:
            self._record.add(turn, self._side.other, passage.text)
        return ()

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        self._record.add(turn, self._side, heard.text)
        return ()


class Standby(_Listening):
    """Ready at once, with what `standing_in` says."""

    async def statement(self, wanted: Commission) -> Drafted | None:
        said = self._record.last_speech(wanted.turn)
        return Drafted(tuple(standing_in(self._motion, self._side, said))) if not wanted.so_far else None


class Plain(_Listening):
    """One side of any motion (see `Method`); where its speech is late or fails, its spare stands in.
    `on_trouble`: told of what is left out of a speech, and why."""

    def __init__(self, llm: LLM, position: Position, on_trouble: OnTrouble = lambda trouble: None) -> None:
        super().__init__(position, Record(position.side, position.format))
        self._llm, self._on_trouble, limits = llm, on_trouble, position.settings.thinking
        self._write_seconds, self.redraft_seconds = limits.write_seconds, limits.redraft_seconds
        self.spare: Method | None = Standby(position, self._record)
        self._drafts: dict[int, tuple[Sentence, ...]] = {}

    def situation(self, turn: int) -> Hashable:
        return self._record.size(turn)

    async def statement(self, wanted: Commission) -> Drafted | None:
        """The whole speech; where there is one that is too short, further passages.
        Raises ProviderError, ModelOutputError: none in time that can be spoken."""
        return await self.drafting(wanted, lambda passages: None)

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        """As `statement`; `on_passages` is told of the passages that are whole, without what has no source."""
        telling = self._telling(wanted, on_passages)
        speech = await self._asked(wanted, self._drafts.get(wanted.turn, ()), while_arriving=telling)
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

    def _telling(self, wanted: Commission, on_passages: OnPassages) -> Arriving:
        whole = 0

        def arrived(found: Mapping[str, Any]) -> None:
            nonlocal whole
            passages = parts(found, "passages", SpeechPassage)
            if found.get("side") == self._side.value and len(passages) > whole:
                whole = len(passages)
                speech = Speech(side=self._side, passages=list(passages), closing=END)
                if speech.fault(self._side) is None and (kept := self._sourced(wanted, speech)[0][:-1]):
                    on_passages(tuple(kept))

        return Arriving(arrived)

    async def _asked(
        self,
        wanted: Commission,
        draft: Sequence[Sentence],
        issues: str = "",
        while_arriving: OnPiece | None = None,
    ) -> Speech:
        turn = self._format.turns[wanted.turn]
        following = self._format.turns[wanted.turn + 1 :]
        values = {
            "motion": self._motion,
            "side": self._side.value,
            "stance": STANCE[self._side],
            "stage": turn.stage.value,
            "speech": f"{named(self._format, wanted.turn)}, {turn.seconds:.0f} seconds",
            "after": ", ".join(f"the {one.name} of {one.side}" for one in following),
            "words": round(wanted.words * SPOKEN_SHARE),
            "reserve": wanted.reserve,
            "record": self._record.told(wanted.turn, wanted.unread),
            "so_far": _lines(wanted.so_far),
            "draft": _lines(draft),
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
        said = debated(self._motion, heard, self._record.of(self._side, wanted.turn))
        fair = [passage for passage in speech.passages if not passage.unheard(heard)]
        unfair = [words for passage in speech.passages for words in passage.unheard(heard)]
        kept, doubtful = traced(statement(fair, speech.closing), {}, said)
        left_out = [Trouble("quotations", f"nobody said “{words}”", "the speech without an answer") for words in unfair]
        lacking = [Trouble(lack.kind, f"“{one.text}”: {lack.told}", "the speech without it") for one, lack in doubtful]
        return kept, left_out + lacking


def _lines(sentences: Sequence[Sentence]) -> str:
    """A speech as its writer is shown it, a line a passage."""
    passages = groupby(sentences, key=lambda one: one.topic)
    return "\n".join(f"{about or 'closing'}: {' '.join(one.text for one in some)}" for about, some in passages)


class PlainDoor:
    """See `Door`. Nothing is prepared for any motion."""

    name = NAME
    keeps_flow = False
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
        return Plain(model, position, parts.on_trouble)


DOOR: Door = PlainDoor()
