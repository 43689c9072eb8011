"""What of a draft may be spoken: what has a source, was not said before, and can still be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.errors import RostrumError
from config.format import Stage
from config.settings import Thinking as Limits
from config.statement import Priority, Sentence, without
from planning.debate.argument import Evidence
from planning.evidence.tracing import debated
from planning.evidence.tracing import traced as sourced
from planning.language.said import stems
from planning.methods.contract import OnTrouble, Trouble
from planning.methods.treedebater.desk.sheet import Sheet
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.writing.amending import complete
from planning.methods.treedebater.writing_by_model import ModelWriter, quick

TOO_LATE = "nobody can answer this any more; grant the point and outweigh it, or answer with what you have said before"
NEW_SHARE = 0.5  # of the words of an answer in a closing that nobody has used before, from which it is a new one


class Sources:
    """Of one side. `evidence`: all that may be cited, by id, which may grow. `sheets`: the draft of each turn."""

    def __init__(
        self,
        strategy: Strategy,
        writer: ModelWriter,
        evidence: Mapping[str, Evidence],
        limits: Limits,
        sheets: Mapping[int, Sheet],
        on_trouble: OnTrouble,
    ) -> None:
        self._strategy, self._writer, self._evidence = strategy, writer, evidence
        self._limits, self._sheets, self._on_trouble = limits, sheets, on_trouble

    def sources(
        self, turn: int, stage: Stage, unread: Sequence[str] = ()
    ) -> tuple[Mapping[str, Evidence], Sequence[str]]:
        """What figures may come from: evidence, and what was said in the debate."""
        heard = [*self._strategy.heard, *self._sheets[turn].unread, *unread]
        said = debated(self._strategy.rehearsal.motion, heard, self._strategy.writer.memory.sentences)
        return {} if stage is Stage.CLOSING else self._evidence, said

    def not_said_before(self, turn: int, written: Sequence[Sentence]) -> Sequence[Sentence]:
        """Without what was spoken word for word in an earlier speech."""
        before = {text for other, texts in self._strategy.spoken.items() if other != turn for text in texts}
        return without(written, {s.unit for s in written if s.text in before and s.priority is not Priority.CLOSING})

    def whole(
        self, turn: int, stage: Stage, before: Sequence[Sentence], after: Sequence[Sentence]
    ) -> Sequence[Sentence]:
        """An opening keeps its definition, its criterion and each of its claims, whatever becomes of the rest."""
        if stage is not Stage.OPENING:
            return after
        return complete(before, after, self._sheets[turn].passages, self._strategy.spoken.get(turn, ()))

    async def traced(
        self, turn: int, stage: Stage, written: Sequence[Sentence], *, in_time: bool = True
    ) -> list[Sentence]:
        """Only sentences whose figures, findings and quotes have a source; others are rewritten once, then left out.
        A closing brings nothing new: what it tells must have been spoken before. `in_time`: whether what is rewritten
        would be there before the speech begins; else the doubtful is left out at once, and holds up nothing."""
        evidence, said = self.sources(turn, stage)
        late = self._late(turn, written) if stage is Stage.CLOSING else set()
        kept, doubtful = sourced(written, evidence, said)
        if not doubtful and not late:
            return kept
        issues = "\n".join([*(f"{s.id}: {lack.told}" for s, lack in doubtful), *(f"{one}: {TOO_LATE}" for one in late)])
        try:
            if in_time:
                again = await self._writer.revise(written, issues, self._limits.revise_seconds)
                kept, doubtful = sourced(again, evidence, said)
                late = late & self._late(turn, again)
        except RostrumError as error:
            late = set()  # it was said too late, but it is true
            self._on_trouble(Trouble("revision", str(error), "the draft without its doubtful sentences"))
        for sentence, lack in doubtful:
            reason = f"no source for {', '.join(lack.parts)} in “{sentence.text}”"
            self._on_trouble(Trouble(lack.kind, reason, "the statement without that sentence", drafted=True))
        gone = [s for s in kept if s.id in late and s.priority is not Priority.CLOSING]
        for sentence in gone:
            reason = f"nobody could answer “{sentence.text}” any more"
            self._on_trouble(Trouble("closing", reason, "the statement without that sentence", drafted=True))
        return list(without(kept, {s.unit for s in gone}))

    def _late(self, turn: int, sentences: Sequence[Sentence]) -> set[str]:
        """Ids of answers in a closing that raise what nobody has said and nobody can answer any more. One of a few
        sentences owes an answer to what the other side has said since our last speech, and could not give it before."""
        standings, few = self._strategy.standings(turn), quick(Stage.CLOSING, self._sheets[turn].words)
        ours_before = [i for i, one in enumerate(self._strategy.format.turns[:turn]) if one.side is self._strategy.side]
        since = max(ours_before, default=0) if few else turn
        fresh = {point.id for point in self._strategy.heard_points() if point.turn > since}
        words = [*self._strategy.writer.memory.sentences, *self._strategy.heard, *self._sheets[turn].unread]
        said = frozenset[str]().union(*map(stems, words))
        return {
            one.id
            for one in sentences
            if any(point in standings and not standings[point].met and point not in fresh for point in one.answers)
            and len(stems(one.text) - said) > NEW_SHARE * len(stems(one.text))
        }
