"""Agent4Debate: a Searcher, an Analyzer, a Writer and a Reviewer in one dialogue, of whom a table says who speaks next.

Live, the Analyzer takes notes while the other side speaks. A draft is the dialogue up to a script, which streams; what
follows, review and what the Writer has ordered, goes on while there is time (`revise`), a script at a time. As
published, the whole dialogue is held when the other side has spoken, and its last script is the speech.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.errors import ModelOutputError, RostrumError
from config.format import Stage
from config.settings import Agent4DebateTeam, Thinking
from config.statement import Sentence
from planning.asking.arriving import Arriving
from planning.language.cues.cues import FRAMING
from planning.language.text import sentences
from planning.methods.agent4debate import NAME
from planning.methods.agent4debate.casebook import Casebook
from planning.methods.agent4debate.dialogue import SCRIPT
from planning.methods.agent4debate.hearing import Encoding, Hearing
from planning.methods.agent4debate.sentences import as_spoken
from planning.methods.agent4debate.shapes import Part, Script
from planning.methods.agent4debate.table import Outcome, Rules, Step, Teammate
from planning.methods.agent4debate.team import STAGES, Team, role_of
from planning.methods.agent4debate.work import Sheet
from planning.methods.common.drafts import arriving, lines
from planning.methods.common.keeping import FlowKeeper
from planning.methods.common.research import Searcher
from planning.methods.common.speeches import Record
from planning.methods.common.standby import Listening, Standby
from planning.methods.contract import (
    Applied,
    Commission,
    Drafted,
    Ends,
    Method,
    OnPassages,
    OnTrouble,
    Past,
    Revised,
    Trouble,
)
from planning.methods.door import Position
from planning.ports import LLM
from planning.reading.passages import Passage

PIECE_SECONDS = 30.0  # of a speech that the Analyzer reads at a time
BETWEEN_DRAFTS = 0.3  # of the longest speech, that is heard at least before a draft is brought up to date
UNLIMITED_SECONDS = 600.0  # of a call, where time is no matter
WHOLE_SPEECH_SECONDS = 3600.0  # longer than any: there is one draft, when it is over
TIME_TO_SEARCH, TIME_TO_OUTLINE = 40.0, 20.0  # seconds before the speech, with less of which it is written at once
NEW_POINTS, OUTLINES = 6, 2  # heard since the outline, from which it is made anew, and how often that may be
NEWS, MANY_NEWS = 8, 100  # words of the other side's, with fewer of which a script is not written again, now or early
SHORT_PIECE = 10  # words, with fewer of which a speech may go on that says nothing, if they are no question


@dataclass(frozen=True)
class Room:
    """What the team is given: who asks models, who searches, what the flow is compared by."""

    llm: LLM
    searcher: Searcher
    keeper: FlowKeeper
    encode: Encoding


class Agent4Debate(Listening):
    """One side of any motion (see `Method`); where its speech is late or fails, its spare stands in."""

    piece_seconds = PIECE_SECONDS

    def __init__(
        self,
        room: Room,
        position: Position,
        settings: Agent4DebateTeam,
        limits: Thinking,
        on_trouble: OnTrouble = lambda trouble: None,
    ) -> None:
        super().__init__(NAME, position, Record(position.side, position.format))
        self._on_trouble, self._limits, self._settings = on_trouble, limits, settings
        self._live, self._budget = settings.mode == "live", settings.mode != "published"
        self._rules = Rules(settings.rounds, settings.orders, tuple(map(Teammate, position.without)))
        between = BETWEEN_DRAFTS * max(turn.seconds for turn in self._format.turns)
        self.redraft_seconds = max(limits.redraft_seconds, between) if self._live else WHOLE_SPEECH_SECONDS
        said = self._record if self._live else Record(position.side, position.format)
        self.spare: Method | None = Standby(NAME, position, said)
        self._keeper, self._encode, self._searcher = room.keeper, room.encode, room.searcher
        self._team = Team(room.llm, position.motion, self._side, self._format)
        self._casebook = Casebook(
            position.motion, self._format, self._record, room.keeper, room.searcher.knowledge, whole=not self._live
        )
        self.evidence = self._casebook.evidence
        self._sheets: dict[int, Sheet] = {}
        self._hearing: Hearing | None = None
        self._steps: dict[Step, Callable[[Sheet, Commission, OnPassages], Awaitable[Outcome]]] = {
            Step.SEARCH: self._search,
            Step.OUTLINE: self._outline,
            Step.WRITE: self._write,
            Step.SUPPLY: self._supply,
            Step.REVIEW: self._review,
            Step.REVISE: self._write,
        }

    # -- listening -----------------------------------------------------------------------------

    def recall(self, past: Past) -> None:
        super().recall(past)
        self._keeper.recall(past)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        """The Analyzer's notes, live, as long as we speak once more; the words are in the record all the same."""
        await super().hear(turn, passages)
        if Teammate.ANALYZER in self._rules.without or not self._live or not self._speaks_after(turn):
            return ()
        if self._hearing is None or self._hearing.turn != turn:
            self._hearing = Hearing(turn, self._team, self._keeper, self._encode, self._on_trouble)
        elif not _says_something(passages):
            return ()
        try:
            applied = await self._hearing.hear(passages, self._limits.read_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("reading", str(error), "the record of what was said"))
            return ()
        self._casebook.techniques |= self._hearing.techniques
        points = [point for done in applied if (point := done.action.point) is not None]
        if points:
            told = "\n".join(f"{one.id}: {one.claim} {self._casebook.techniques.get(one.id, '')}" for one in points)
            self._casebook.dialogue.add(Teammate.ANALYZER, turn, "notes", told, heard=True)
        return applied

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        await super().spoke(turn, sentence, heard)
        sentence = self._casebook.answering(turn, sentence)
        if sentence.action is not None:
            await self._encode(heard.text)
        self._keeper.in_turn(turn)
        return self._keeper.spoke(sentence, heard)

    def situation(self, turn: int) -> Hashable:
        """What the other side has said: of our own speeches the scripts are known before they are spoken."""
        return len(self._record.of(self._side.other, turn))

    def _follows(self, turn: int) -> bool:
        """Whether that speech follows on one of ours."""
        return turn > 0 and self._format.turns[turn - 1].side is self._side

    def _speaks_after(self, turn: int) -> bool:
        return any(one.side is self._side for one in self._format.turns[turn + 1 :])

    # -- the dialogue --------------------------------------------------------------------------

    async def statement(self, wanted: Commission) -> Drafted | None:
        """See `drafting`."""
        return await self.drafting(wanted, lambda passages: None)

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        """The dialogue up to a script, as published to its end; where there is one that is too short, more of it.
        Raises ProviderError, ModelOutputError: no script in time that can be spoken."""
        if wanted.so_far:
            return await self._more(wanted) if self._live and not self._hears_more(wanted) else None
        if not self._live and wanted.seconds_left:  # it is held when all has been said
            return await self.spare.statement(wanted) if self.spare is not None else None
        sheet = self._sheet(wanted.turn)
        first = self._first_step(sheet, wanted.seconds_left)
        if first is Step.WRITE and self._knows_all(sheet, wanted):
            return Drafted(self._once_more(sheet, wanted), self._plan(sheet))
        sheet.progress = sheet.progress.begun(first, self._rules)
        while sheet.progress.speaker is not None:
            writes = sheet.progress.speaker is Teammate.WRITER
            await self._step(sheet, wanted, on_passages)
            if writes and self._live:
                break
        return Drafted(sheet.sentences, self._plan(sheet))

    async def revise(
        self, turn: int, plan: object, sentences: Sequence[Sentence], spoken: Sequence[Sentence]
    ) -> Revised | None:
        """The dialogue up to the next script; the same sentences where there is none any more."""
        sheet = self._sheet(turn)
        if sheet.script is None or sheet.progress.speaker is None:
            return None
        sheet.words = sum(len(one.text.split()) for one in sentences)
        wanted, before, known = Commission(turn, None, sheet.asked_words), sheet.sentences, len(sheet.reviews)
        try:
            while (speaker := sheet.progress.speaker) is not None:
                await self._step(sheet, wanted, lambda passages: None)
                if speaker is Teammate.WRITER:
                    await self._lengthen(sheet)
                    break
        except RostrumError as error:
            self._on_trouble(Trouble("revision", str(error), "the draft as it is"))
        issues = [change for review in sheet.reviews[known:] for change in review.changes]
        now = sheet.sentences if sheet.sentences != before else tuple(sentences)
        more = sheet.progress.speaker is not None
        return Revised(now, self._plan(sheet), issues, by="the Reviewer", more=more)

    async def _lengthen(self, sheet: Sheet) -> None:
        """A revision that has become too short goes on for as long as it should be."""
        if self._live and (lacks := sheet.lacks):
            await self._more(Commission(sheet.turn, None, lacks, sheet.sentences))

    async def _step(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> None:
        """Whoever has the word speaks. Raises RostrumError: the Writer's, for without a script there is nothing."""
        step = sheet.progress.step
        try:
            outcome = await self._steps[step](sheet, wanted, on_passages)
        except RostrumError as error:
            if step in (Step.WRITE, Step.REVISE):
                sheet.progress = sheet.progress.after(Outcome.FAILED, self._rules)
                raise
            who = sheet.progress.speaker
            self._on_trouble(Trouble(f"{who}", str(error), "the dialogue without that"))
            outcome = Outcome.FAILED
        sheet.progress = sheet.progress.after(outcome, self._rules)
        if sheet.progress.step is Step.DONE and step is Step.REVISE:
            sheet.still_open = tuple(one.issue for one in sheet.reviews[-1].changes)
            reason = f"no round is left in which to see whether that is mended: {'; '.join(sheet.still_open)}"
            self._on_trouble(Trouble("review", reason, "the last script", drafted=True))

    def _knows_all(self, sheet: Sheet, wanted: Commission) -> bool:
        """Whether there is a script already that was written when hardly a word less had been said."""
        if not self._live or sheet.script is None or sheet.orders:
            return False
        news = abs(len(self._casebook.heard(wanted).split()) - len(sheet.heard.split()))
        return news < (MANY_NEWS if self._hears_more(wanted) else NEWS)

    def _hears_more(self, wanted: Commission) -> bool:
        """Whether the other side will go on for so long that the script will be written again."""
        return wanted.turn > 0 and (wanted.seconds_left or 0.0) > self.redraft_seconds

    def _once_more(self, sheet: Sheet, wanted: Commission) -> tuple[Sentence, ...]:
        """The same script; points that have been noted since may be what it answers."""
        assert sheet.script is not None
        kept, _ = self._casebook.sourced(wanted, sheet.script.passages, sheet.script.closing)
        sheet.sentences = tuple(kept) or sheet.sentences
        return sheet.sentences

    def _first_step(self, sheet: Sheet, left: float | None) -> Step:
        """Where a draft begins that has so many seconds: what would make it late is passed over."""
        left = None if not self._live else left
        searches = Teammate.SEARCHER not in self._rules.without and not self._searcher.knowledge.closed
        if searches and (left is None or left >= TIME_TO_SEARCH):
            return Step.SEARCH
        news = len(self._casebook.points(sheet.turn)) - sheet.noted
        due = sheet.outline is None or (news >= NEW_POINTS and sheet.outlines < OUTLINES)
        return Step.OUTLINE if due and (left is None or left >= TIME_TO_OUTLINE) else Step.WRITE

    async def _search(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> Outcome:
        self._searched(sheet, await self._searcher.prepare())
        return Outcome.MADE

    async def _supply(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> Outcome:
        found = await self._searcher.order(sheet.orders)
        self._searched(sheet, found)
        return Outcome.MADE if found.kept else Outcome.FAILED

    def _searched(self, sheet: Sheet, found: Any) -> None:
        if found.queries:
            sheet.searches.append(found)
        self._casebook.dialogue.add(Teammate.SEARCHER, sheet.turn, f"search {len(sheet.searches)}", found.told)

    async def _outline(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> Outcome:
        noted = len(self._casebook.points(sheet.turn))
        sheet.outline = await self._team.outline(
            sheet.turn, self._values(sheet, wanted), self._seconds(self._limits.select_seconds)
        )
        sheet.noted, sheet.outlines = noted, sheet.outlines + 1
        self._casebook.dialogue.add(Teammate.ANALYZER, sheet.turn, "outline", sheet.outline.told)
        return Outcome.MADE

    async def _write(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> Outcome:
        """A script of which something can be spoken. Raises ModelOutputError: nothing of it has a source."""
        revising = sheet.progress.step is Step.REVISE
        seconds = self._limits.revise_seconds if revising else self._limits.write_seconds
        values = self._values(sheet, wanted, changes=sheet.changes if revising else "")
        script = await self._team.script(sheet.turn, values, self._seconds(seconds), self._telling(wanted, on_passages))
        kept, left_out = self._casebook.sourced(wanted, script.passages, script.closing)
        for one in left_out:
            self._on_trouble(one)
        if left_out:
            told = "\n".join(one.reason for one in left_out)
            self._casebook.dialogue.add(Teammate.REVIEWER, sheet.turn, "left out for want of a source,", told)
        if not kept:
            raise ModelOutputError(role_of(Teammate.WRITER), "no sentence of the script has a source")
        sheet.script, sheet.sentences = script, tuple(kept) if self._live else as_spoken(kept)
        sheet.heard = self._casebook.heard(wanted)
        sheet.orders = tuple(dict.fromkeys(one.strip() for one in script.missing if one.strip()))
        said = lines(kept) + "".join(f"\nMissing: {one}" for one in sheet.orders)
        self._casebook.dialogue.add(Teammate.WRITER, sheet.turn, SCRIPT, said)
        return Outcome.ORDERED if sheet.orders else Outcome.MADE

    async def _review(self, sheet: Sheet, wanted: Commission, on_passages: OnPassages) -> Outcome:
        seconds = self._seconds(self._limits.audience_seconds)
        review = await self._team.review(sheet.turn, self._values(sheet, wanted), seconds)
        sheet.reviews.append(review)
        self._casebook.dialogue.add(Teammate.REVIEWER, sheet.turn, f"review {len(sheet.reviews)}", review.told)
        return Outcome.ACCEPTED if review.accepted or not review.changes else Outcome.REFUSED

    async def _more(self, wanted: Commission) -> Drafted | None:
        sheet = self._sheet(wanted.turn)
        values = self._values(sheet, wanted) | {"so_far": lines(wanted.so_far), "draft": ""}
        script = await self._team.script(sheet.turn, values, self._limits.write_seconds)
        kept, left_out = self._casebook.sourced(wanted, script.passages, script.closing)
        for one in left_out:
            self._on_trouble(one)
        sheet.longer(kept)
        return Drafted(tuple(kept), self._plan(sheet)) if kept else None

    # -- the ends ------------------------------------------------------------------------------

    async def ends(self, wanted: Commission, on_ends: Callable[[Ends], None]) -> Ends | None:
        """How the speech begins and ends, from what was said last; an opening does so as its script has it."""
        speech = self._format.turns[wanted.turn]
        if not self._ends_apart(wanted.turn):
            return None
        sheet = self._sheet(wanted.turn)
        values = self._casebook.last_said(sheet, wanted) | {"last": speech.stage is Stage.CLOSING}

        def told(ends: Ends) -> None:
            sheet.ends = ends
            on_ends(ends)

        def first(texts: Sequence[str], answers: Sequence[str]) -> tuple[Sentence, ...]:
            part = Part(about="what was said last", answers=list(answers), importance="must", sentences=list(texts))
            return tuple(self._casebook.sourced(wanted, [part], "That is the end.", words=math.inf)[0][:-1])

        def arrived(found: Mapping[str, Any]) -> None:
            texts = [text for text in found.get("answer") or () if isinstance(text, str)]
            if found.get("side") == self._side.value and texts:
                told(Ends(first=first(texts, [str(one) for one in found.get("answers") or ()][:8]), kept=True))

        words = await self._team.ends(wanted.turn, values, Arriving(arrived))
        *weighing, closing = words.closing
        parts = [Part(about="the weighing", importance="must", sentences=weighing)] if weighing else []
        last = self._casebook.sourced(wanted, parts, closing, words=math.inf)[0]
        sheet.ends = Ends(first(words.answer, words.answers), tuple(last), kept=True)
        return sheet.ends

    def _ends_apart(self, turn: int) -> bool:
        """Whether the other side speaks before it, and what it says last can be answered."""
        speech = self._format.turns[turn]
        return self._live and not speech.blind and speech.stage is not Stage.OPENING and not self._follows(turn)

    # -- what they are told --------------------------------------------------------------------

    def _sheet(self, turn: int) -> Sheet:
        return self._sheets.setdefault(turn, Sheet(turn, STAGES[self._format.turns[turn].stage]))

    def _seconds(self, live: float) -> float:
        return live if self._live else UNLIMITED_SECONDS

    def _values(self, sheet: Sheet, wanted: Commission, *, changes: str = "") -> dict[str, object]:
        reserve = self._live and wanted.reserve
        if not wanted.so_far:
            sheet.asked_words = wanted.words
        apart = self._ends_apart(sheet.turn) and (wanted.seconds_left == 0.0 or wanted.heard_from is not None)
        return self._casebook.values(sheet, wanted, limited=self._budget, reserve=reserve, apart=apart, changes=changes)

    def _plan(self, sheet: Sheet) -> Any:
        points = {point.id for point in self._casebook.points(sheet.turn)}
        return sheet.told(self._side, self._format.turns[sheet.turn].seconds, points)

    # -- what may be spoken --------------------------------------------------------------------

    def _telling(self, wanted: Commission, on_passages: OnPassages) -> Arriving:
        def whole(passages: Sequence[Part]) -> None:
            script = Script(side=self._side, passages=list(passages), closing="That is the end.")
            if script.fault(self._side) is None and (
                kept := self._casebook.sourced(wanted, passages, script.closing)[0][:-1]
            ):
                on_passages(tuple(kept))

        return arriving(Part, self._side, whole if self._live else lambda passages: None)


def _says_something(passages: Sequence[Passage]) -> bool:
    said = [one for passage in passages for one in sentences(passage.text)]
    words = sum(len(one.split()) for one in said if not FRAMING.search(one.lower()))
    return words >= SHORT_PIECE or any("?" in one for one in said)
