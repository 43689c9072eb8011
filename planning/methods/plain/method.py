"""Plain: a model is told the motion, the stage and everything said so far, and writes a whole speech in one answer.

It plans nothing, keeps no flow trees and reads nothing into anything, so that it debates any motion. It is the baseline
that methods are compared with.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from itertools import groupby

from config.errors import ModelOutputError, RostrumError
from config.format import Format, Side
from config.settings import Role, Thinking
from config.statement import Sentence
from planning.asking.asking import asked
from planning.asking.prompts import render
from planning.evidence.tracing import debated, traced
from planning.methods.contract import Applied, Commission, Drafted, OnTrouble, Past, Trouble
from planning.methods.plain.record import Record, named
from planning.methods.plain.speech import Speech, statement
from planning.methods.plain.standby import STANCE, standing_in
from planning.ports import LLM
from planning.reading.passages import Passage

NAME = "plain"
SPOKEN_SHARE = 0.84  # of the words that would fit without the longer pauses between passages


class Standby:
    """Ready at once with what `standing_in` says."""

    name = NAME
    spare = exchanges = None
    piece_seconds = redraft_seconds = 0.0

    def __init__(self, motion: str, side: Side, match_format: Format) -> None:
        self._motion, self._side = motion, side
        self.record = Record(side, match_format)

    def recall(self, past: Past) -> None:
        for turn, said in past.said:
            self.record.add(turn, self._side if isinstance(said, Sentence) else self._side.other, said.text)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        for passage in passages:
            self.record.add(turn, self._side.other, passage.text)
        return ()

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        self.record.add(turn, self._side, heard.text)
        return ()

    async def draft(self, wanted: Commission) -> Drafted | None:
        if wanted.so_far:
            return None
        said = self.record.last_speech(wanted.turn)
        return Drafted(tuple(standing_in(self._motion, self._side, said)), wanted.plan)

    def situation(self, turn: int) -> Hashable:
        return len(self.record)


class Plain(Standby):
    """One side of any motion (see `Method`); where its speech is late or fails, its spare stands in.

    Args:
        limits: the seconds that writing may take, and after how many more of them the draft is brought up to date.
        on_trouble: told of what is left out of a speech, and why.
    """

    def __init__(
        self,
        llm: LLM,
        motion: str,
        side: Side,
        match_format: Format,
        limits: Thinking,
        on_trouble: OnTrouble = lambda trouble: None,
    ) -> None:
        super().__init__(motion, side, match_format)
        self._llm, self._format, self._limits, self._on_trouble = llm, match_format, limits, on_trouble
        self.redraft_seconds = limits.redraft_seconds
        self.spare = Standby(motion, side, match_format)
        self.spare.record = self.record
        self._drafts: dict[int, tuple[Sentence, ...]] = {}

    async def draft(self, wanted: Commission) -> Drafted | None:
        """The whole speech; where there is one that is too short, further passages.

        Raises:
            ProviderError, ModelOutputError: none in time that can be spoken.
        """
        speech = await self._asked(wanted, self._drafts.get(wanted.turn, ()))
        kept, left_out = self._sourced(wanted, speech)
        if left_out and not wanted.so_far:
            issues = "\n".join(one.reason for one in left_out)
            with suppress(RostrumError):  # what is left of the first is a speech too
                again = await self._asked(wanted, statement(speech.passages, speech.closing), issues)
                kept, left_out = self._sourced(wanted, again)
        for one in left_out:
            self._on_trouble(one)
        self._drafts[wanted.turn] = (*wanted.so_far, *kept)
        return Drafted(tuple(kept), wanted.plan)

    async def _asked(self, wanted: Commission, draft: Sequence[Sentence], issues: str = "") -> Speech:
        turn = self._format.turns[wanted.turn]
        following = self._format.turns[wanted.turn + 1 :]
        prompt = render(
            "speech",
            motion=self._motion,
            side=self._side.value,
            stance=STANCE[self._side],
            stage=turn.stage.value,
            speech=f"{named(self._format, wanted.turn)}, {turn.seconds:.0f} seconds",
            after=", ".join(f"the {one.name} of {one.side}" for one in following),
            words=round(wanted.words * SPOKEN_SHARE),
            record=self.record.told(wanted.turn, wanted.unread),
            so_far=_lines(wanted.so_far),
            draft=_lines(draft),
            issues=issues,
        )
        seconds = self._limits.write_seconds
        return await asked(self._llm, Role.WRITER, prompt, Speech, lambda one: one.fault(self._side), seconds)

    def _sourced(self, wanted: Commission, speech: Speech) -> tuple[list[Sentence], list[Trouble]]:
        """Its sentences without what nobody has said and nothing carries, and what was left out for that.

        Raises:
            ModelOutputError: nothing is left.
        """
        heard = [*self.record.of(self._side.other, wanted.turn), *wanted.unread]
        said = debated(self._motion, heard, self.record.of(self._side, wanted.turn))
        fair = [passage for passage in speech.passages if not passage.unheard(heard)]
        unfair = [words for passage in speech.passages for words in passage.unheard(heard)]
        kept, doubtful = traced(statement(fair, speech.closing), {}, said)
        if not kept:
            raise ModelOutputError(Role.WRITER.value, "no sentence of the speech has a source")
        left_out = [Trouble("quotations", f"nobody said “{words}”", "the speech without an answer") for words in unfair]
        left_out += [
            Trouble("sources", f"“{one.text}”: {lack.told}", "the speech without it") for one, lack in doubtful
        ]
        return kept, left_out


def _lines(sentences: Sequence[Sentence]) -> str:
    """A speech as its writer is shown it, a line a passage."""
    passages = groupby(sentences, key=lambda one: one.topic)
    return "\n".join(f"{about or 'closing'}: {' '.join(one.text for one in some)}" for about, some in passages)
