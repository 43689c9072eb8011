"""All that the team knows of a debate: what was said, points and techniques, evidence, and its own dialogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from config.format import Format
from config.statement import Sentence, budget
from planning.debate.argument import Evidence
from planning.debate.motion import Motion
from planning.debate.points import Point
from planning.evidence.tracing import debated, traced
from planning.language.said import stems
from planning.methods.agent4debate.dialogue import Dialogue
from planning.methods.agent4debate.sentences import place_of, restates, script_of, without_sentences
from planning.methods.agent4debate.shapes import Part
from planning.methods.agent4debate.work import Sheet
from planning.methods.common.drafts import lines, told_of
from planning.methods.common.keeping import FlowKeeper
from planning.methods.common.own_words import continues
from planning.methods.common.research import KnowledgeBase
from planning.methods.common.speeches import Record
from planning.methods.contract import Commission, Trouble

SAME = 0.6  # of the words of what a point means, from which its own words say as much
FRESHEST, FIRST_MET = 6, 2  # passages that the first words are written from, and the open points that they answer
ENDS_WORDS = 90  # of what a speech begins and ends with, as long as that is being written


class Casebook:
    """Of one side. `whole`: of the dialogue everything is told, drafts that were replaced too."""

    def __init__(
        self,
        motion: Motion,
        match_format: Format,
        record: Record,
        keeper: FlowKeeper,
        knowledge: KnowledgeBase,
        *,
        whole: bool,
    ) -> None:
        self._motion, self._format, self._record, self._keeper = motion, match_format, record, keeper
        self.knowledge, self.dialogue = knowledge, Dialogue(match_format, whole=whole)
        self.techniques: dict[str, str] = {}  # how each point can be met, by its id
        self._restated: tuple[Sentence | None, tuple[str, ...]] = None, ()  # by the last sentence of ours

    def values(
        self, sheet: Sheet, wanted: Commission, *, limited: bool, reserve: bool, apart: bool, changes: str = ""
    ) -> dict[str, object]:
        """What all prompts are told for a speech. `limited`: whether its length has a limit. `apart`: whether somebody
        is writing how it begins and ends."""
        ahead = (one.text for one in wanted.meanwhile)
        begun = [one for one in (*self._keeper.spoken.get(sheet.turn, ()), wanted.in_the_air, *ahead) if one]
        rest = wanted.heard_from is not None and not wanted.so_far
        asked = self.words(wanted) if rest else wanted.words
        asked = max(asked - _ends_words(sheet, apart=apart, begun=bool(begun)), asked // 2)
        apart = apart and not sheet.ends.last
        return {
            "words": budget(sheet.asked_words, reserve=wanted.reserve) if limited else "",
            "asked_words": asked if limited else "",
            "evidence": self.knowledge.told(),
            "record": self._record.told(sheet.turn, wanted.unread),
            "points": "\n".join(self._point_lines(sheet.turn)) or "(none)",
            "dialogue": self.dialogue.told(sheet.turn),
            "reserve": reserve,
            "so_far": "",
            "draft": "\n".join(_script_lines(sheet)),
            "changes": changes,
            "begun": "\n".join(begun),
            "apart": apart,
            "theirs": ", ".join(one.id for one in self._open(sheet.turn)[-FIRST_MET:]) if apart else "",
            "beginning": lines(sheet.ends.first),
            "ending": lines(sheet.ends.last),
        }

    def words(self, wanted: Commission) -> int:
        """That there is time for in what is left of a speech."""
        begun = (wanted.heard_from or 0.0) / self._format.turns[wanted.turn].seconds
        return round(wanted.spoken * max(0.0, 1 - begun))

    def heard(self, wanted: Commission) -> str:
        """All that the other side has said, read or not, as far as that speech may know of it."""
        return " ".join(self._with_unread(wanted))

    def _with_unread(self, wanted: Commission) -> list[str]:
        heard, blind = self._heard(wanted.turn), self._format.turns[wanted.turn].blind
        read = " ".join(heard)
        return [*heard, *(one for one in wanted.unread if one not in read and not blind)]

    def last_said(self, sheet: Sheet, wanted: Commission) -> dict[str, object]:
        """What the first and the last words of a speech are written from."""
        fresh = self._open(sheet.turn)[-FIRST_MET:]
        return {
            "outline": sheet.outline.told if sheet.outline else "(none)",
            "heard": "\n".join(self._with_unread(wanted)[-FRESHEST:]),
            "points": "\n".join(f"{_told(one)} {self.techniques.get(one.id, '')}" for one in fresh) or "(none)",
        }

    def points(self, turn: int) -> Sequence[Point]:
        """What the other side has said, as far as that speech may know of it."""
        return () if self._format.turns[turn].blind else self._keeper.heard_points()

    def sourced(
        self, wanted: Commission, parts: Sequence[Part], closing: str, *, words: float | None = None
    ) -> tuple[list[Sentence], list[Trouble]]:
        """The sentences of which nothing is made up, and what was left out for that.
        `words`: that there is time for; of what is left of the speech, if not given."""
        heard = [*self._heard(wanted.turn), *wanted.unread]
        own = self._record.of(self._keeper.side, wanted.turn)
        said = [self._motion.background, *debated(self._motion.text, heard, own)]
        known, points = self.knowledge.evidence, self.points(wanted.turn)
        acts, room = self._format.turns[wanted.turn].carries_actions, self.words(wanted) if words is None else words

        def script(some: Sequence[Part]) -> list[Sentence]:
            return script_of(some, closing, points, known, acts=acts, words=room)

        _, lacking = traced(script(parts), known, said)
        left = without_sentences(parts, {place_of(one) for one, _ in lacking})
        return traced(script(left), known, said)[0], told_of(lacking)

    def answering(self, turn: int, sentence: Sentence) -> Sentence:
        """A sentence of ours that has been heard, with the points that it answers: those that it was written for, and
        those that the sentence before it in its passage has said again, whoever noted them when."""
        before, self._restated = self._restated, (sentence, ())
        last, points = before
        standings = self._keeper.standings(turn)
        open_ones = [one for one in self._keeper.heard_points() if one.id in standings and not standings[one.id].met]
        self._restated = (sentence, tuple(one.id for one in open_ones if restates(sentence.text, one)))
        if last is None or not points or not continues(last, sentence):
            return sentence
        still = [one.id for one in open_ones if one.id in points]
        return sentence.model_copy(update={"answers": tuple(dict.fromkeys((*sentence.answers, *still)))})

    def evidence(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        """What carries these sentences, by the ids they cite it by."""
        known = self.knowledge.evidence
        return {key: known[key] for one in sentences for key in one.cites if key in known}

    def _heard(self, turn: int) -> list[str]:
        return self._record.of(self._keeper.side.other, turn)

    def _open(self, turn: int) -> list[Point]:
        standings = self._keeper.standings(turn)
        return [one for one in self.points(turn) if one.id in standings and not standings[one.id].met]

    def _point_lines(self, turn: int) -> Iterator[str]:
        """Of those that are met only what they are about; of the others also how they can be met."""
        standings = self._keeper.standings(turn)
        for one in self.points(turn):
            stands = standings.get(one.id)
            if stands is not None and stands.met:
                yield f"{one.id} ({stands.told}): {one.claim}"
                continue
            how = f" Technique: {self.techniques[one.id]}" if self.techniques.get(one.id) else ""
            yield f"{_told(one)}{f' ({stands.told})' if stands is not None else ''}{how}"


def _ends_words(sheet: Sheet, *, apart: bool, begun: bool) -> int:
    """Of a speech, that the one who writes what stands between them does not have."""
    written = (*(() if begun else sheet.ends.first), *sheet.ends.last)
    return sum(len(one.text.split()) for one in written) or (ENDS_WORDS if apart else 0)


def _told(point: Point) -> str:
    """What a point means is said where its words do not."""
    words, claim = stems(point.words), stems(point.claim)
    means = "" if len(words & claim) >= SAME * len(claim) else f", which means: {point.claim}"
    return f"{point.id}: “{point.words}”{means}"


def _script_lines(sheet: Sheet) -> Iterator[str]:
    """What of a script can be spoken, a line a passage, with what its writer held it worth and what it answers."""
    called = {one.about.strip(): one.importance for one in sheet.script.passages} if sheet.script else {}
    for about, some in groupby(sheet.sentences, key=lambda one: one.topic):
        passage = list(some)
        answers = ", ".join(dict.fromkeys(one for s in passage for one in s.answers))
        worth = "; answers ".join(filter(None, [called.get(about, passage[0].priority.value), answers]))
        text = " ".join(one.text for one in passage)
        yield f"{about} ({worth}): {text}" if about else f"closing: {text}"
