"""Statements by a model: a plan from what is open, the sentences that carry it out, and the plan as all see it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pydantic import Field

from config.errors import RostrumError
from config.format import Side, Stage
from config.settings import Role
from config.statement import Priority, Sentence, budget, without
from planning.asking.answers import Shape
from planning.asking.arriving import Arriving, parts
from planning.asking.asking import asked, foreign, plain, unspeakable, wrong_side
from planning.debate import acting
from planning.debate.argument import Evidence, evidence_lines
from planning.debate.planned import Decision, Importance, Rationale
from planning.methods.treedebater.choosing.brief import Brief, clashes
from planning.methods.treedebater.choosing.choose import Battlefield, Option, TreePlan
from planning.methods.treedebater.choosing.open_points import Owed, answer_to, reasoned
from planning.methods.treedebater.prompts import PROMPTS, render
from planning.methods.treedebater.trees.rehearsal import Case
from planning.methods.treedebater.writing.written import Draft, DraftPassages, Known, Meant, Written, statement
from planning.ports import LLM, Prompt

LONGEST_REVISED = 400
EVIDENCE_SHOWN = 8
LEAST_FIELD_WORDS = 25  # a battlefield with less is a remark,
SHORT_FIELD_WORDS = 14  # but for a short speech, in which a point gets a sentence
CLOSING_FIELDS = 3
SHORT_WORDS = 250  # of a speech that is over before a second draft of it has been written
QUICK_WORDS = 100  # of a closing that is made of answers and a line
LINE_WORDS, ANSWER_WORDS = 5, 9  # of its closing line and of an answer in it;
LEAST_LINED = 25  # with fewer words left it has no such line

OnSentences = Callable[[Sequence[Sentence], DraftPassages], None]
"""Told of the sentences of a draft that has not all come, with the passages that they are in."""


def carried_out(brief: Brief, plan: Sequence[Meant], sentences: Sequence[Sentence]) -> TreePlan:
    """The embedded plan with the battlefields that the model has chosen in place of its own; as it was without any."""
    owed = {one.point.id: one for one in brief.owed}
    total = sum(meant.words for meant in plan if meant.decision is not Decision.LEAVE) or 1
    seconds = sum(field.seconds for field in brief.plan.battlefields) or float(total)
    fields = [_field(brief, meant, owed, sentences, seconds / total) for meant in plan]
    return replace(brief.plan, battlefields=tuple(fields)) if fields else brief.plan


def _field(
    brief: Brief, meant: Meant, owed: dict[str, Owed], sentences: Sequence[Sentence], per_word: float
) -> Battlefield:
    points = [one for name in meant.points if (one := owed.get(name.strip().strip("[]"))) is not None]
    used = _used(brief, meant, points, sentences)
    left = meant.decision is Decision.LEAVE
    strength = max((option.strength for option in used), default=0.0)
    unanswered = sum(one.open for one in points)
    return Battlefield(
        key=meant.about,
        topic=meant.about,
        owner=_owner(brief, points),
        importance=Importance.LOW if left else meant.importance,
        rationale=Rationale(unanswered=unanswered, strength=strength, told=" ".join(meant.why.split())),
        seconds=0.0 if left else meant.words * per_word,
        options=tuple(used),
        points=tuple(one.point.id for one in points),
        decision=meant.decision,
    )


def _used(brief: Brief, meant: Meant, points: Sequence[Owed], sentences: Sequence[Sentence]) -> list[Option]:
    """What its sentences carry out; and answering each of its points without anything prepared, where that is done."""
    if meant.decision is Decision.LEAVE:
        return []
    about = meant.about.strip()
    ours = [one for one in sentences if one.topic == about]
    by_node = {option.node.id: option for option in brief.options.values() if option.node is not None}
    used = [by_node[one.source] for one in ours if one.source in by_node]
    bare = [] if used else [reasoned(answer_to(brief.side, brief.flows, one.node, one.point)) for one in points]
    return [*used, *bare]


def _owner(brief: Brief, points: Sequence[Owed]) -> Side:
    """In whose tree most of it is fought out."""
    for one in points:
        if one.node is not None:
            return brief.flows.owner_of(one.node)
    return brief.side.other if points else brief.side


class Rewritten(Shape):
    """A sentence to be replaced."""

    id: str
    text: str = Field(max_length=1200)


class Revision(Shape):
    """The sentences that change; all others stay as they are."""

    side: Side
    sentences: list[Rewritten] = Field(max_length=200)


@dataclass(frozen=True)
class Task:
    """What is to be written: about so many words, to a brief.

    `so_far`: a draft that is too short, for which further passages are wanted; `current`: one that is to be brought up
    to date. `seconds_left`: until the speech begins, None where nobody can tell. `reserve`: whether sentences beyond
    the words are wanted, to fill time that is left. `framework`: the thought that joins the main claims. `heard`: the
    other side's words, where no flow tree has kept what they mean. `said`: what was spoken of this speech, in order;
    `in_the_air` goes on, and what is written now is heard from second `heard_from` of all its `seconds` on. `whole`: it
    has the answer to what was said last and the weighing, which nobody writes apart from it.
    """

    brief: Brief
    words: int
    so_far: Sequence[Sentence] = ()
    current: Sequence[Sentence] = ()
    seconds_left: float | None = None
    reserve: bool = True
    framework: str = ""
    heard: Sequence[str] = ()
    said: Sequence[str] = ()
    in_the_air: str = ""
    heard_from: float | None = None
    seconds: float | None = None
    whole: bool = False

    @property
    def awaited(self) -> bool:
        """Whether it is about to be heard, so that a listener waits for it."""
        return self.heard_from is not None or self.whole

    @property
    def spoken(self) -> int:
        """Of all its words those that there is time for."""
        return budget(self.words, reserve=self.reserve)

    @property
    def left(self) -> int:
        """Words of the speech that there is time for yet."""
        if self.heard_from is not None and self.seconds:
            return max(0, round(self.spoken * (1 - self.heard_from / self.seconds)))
        return max(0, self.spoken - sum(len(text.split()) for text in self.said))


@dataclass(frozen=True)
class Answered:
    """A draft, the plan it carries out, and the open points that it says nothing about, by their ids."""

    sentences: list[Sentence]
    plan: TreePlan
    missing: tuple[str, ...] = ()


class ModelWriter:
    """Writes for one side. `case`: our definition and criterion, where there are prepared ones. `evidence`: everything
    that may be cited, by id; what is found later may be added."""

    def __init__(self, llm: LLM, motion: str, side: Side, case: Case | None, evidence: Mapping[str, Evidence]) -> None:
        self._llm, self._motion, self._side, self._case, self._evidence = llm, motion, side, case, evidence
        self._shown: dict[Stage, dict[str, None]] = {}  # evidence, in an order that stays from prompt to prompt

    async def write(
        self,
        task: Task,
        passages: DraftPassages,
        deadline: float,
        on_sentences: OnSentences | None = None,
    ) -> Answered:
        """About so many words to the brief; where there is a draft that is too short, further passages for it.

        A draft that says nothing about an open point is asked for once more, if that would be there before the speech
        begins, and the better of the two taken.
        `on_sentences`: told of what is whole of the first one, before it is. Raises
        ProviderError, ModelOutputError: no usable draft in time.
        """
        brief, clock = task.brief, asyncio.get_running_loop().time
        prompt, begun = self._prompt(task, passages), clock()
        told = self._telling(task, passages, on_sentences) if on_sentences is not None and not task.so_far else None
        draft = await asked(self._llm, Role.WRITER, prompt, Draft, self._fault, deadline, told)
        owed = () if task.so_far or brief.stage is Stage.CLOSING else brief.asked
        known = self.known(brief, task.spoken, [meant.about.strip() for meant in draft.plan])
        missing = _missing(draft, owed, passages, task.current, known)
        in_time = task.seconds_left is None or task.seconds_left >= 2 * (clock() - begun)
        if missing and in_time and not task.awaited:
            again = f"\n\nYour last answer neither answered nor conceded nor left on purpose: {', '.join(missing)}."
            wanted = Prompt(prompt.name, prompt.system, f"{prompt.user}{again} Answer again, with all points.")
            try:
                better = await asked(self._llm, Role.WRITER, wanted, Draft, self._fault, deadline)
            except RostrumError:
                better = draft
            left = _missing(better, owed, passages, task.current, known)
            if len(left) < len(missing):
                draft, missing = better, left
        known = self.known(brief, task.spoken, [meant.about.strip() for meant in draft.plan])
        sentences = statement(draft.sentences, known, passages, task.current)
        return Answered(sentences, carried_out(brief, draft.plan, sentences), missing)

    def _telling(self, task: Task, passages: DraftPassages, on_sentences: OnSentences) -> Arriving:
        """Tells of all passages of an unfinished draft but the last, which may go on."""
        whole = 0

        def arrived(found: Mapping[str, Any]) -> None:
            nonlocal whole
            groups = [
                list(some) for _, some in groupby(parts(found, "sentences", Written), lambda s: (s.passage, s.keep))
            ]
            if found.get("side") != self._side.value or len(groups) - 1 == whole:
                return
            whole = max(0, len(groups) - 1)
            written = [one for some in groups[:-1] for one in some]
            texts = [one.text for one in written]
            if not written or foreign(texts) or wrong_side(texts, self._side):
                return
            about = [
                str(meant.get("about", "")).strip() for meant in found.get("plan") or () if isinstance(meant, dict)
            ]
            end = Written(text="That is all.", passage="end of what has come")
            known, pages = self.known(task.brief, task.spoken, about), copy.deepcopy(passages)
            on_sentences(statement([*written, end], known, pages, task.current)[:-1], pages)

        return Arriving(arrived)

    def known(self, brief: Brief, words: int, topics: Collection[str] = ()) -> Known:
        """What a draft to this brief, of a speech of so many words, may name; a closing brings no new evidence."""
        evidence = {} if brief.stage is Stage.CLOSING else self._evidence
        unread = {one.id for one in brief.unread}
        points = unread | {one.point.id for one in brief.owed}
        owed = unread | {one.point.id for one in brief.open}
        corrected = acting.corrections(brief.flows.trees)
        named, apart = frozenset(topics), quick(brief.stage, words)
        return Known(brief.options, evidence, points, owed - brief.met, named, corrected, brief.backing, apart)

    def _prompt(self, task: Task, passages: DraftPassages) -> Prompt:
        brief = task.brief
        name = "more" if task.so_far else brief.stage.value
        closing = brief.stage is Stage.CLOSING
        underway = bool(task.said or task.in_the_air)
        short = task.spoken < SHORT_WORDS
        of_answers = quick(brief.stage, task.spoken) and not task.so_far
        left = task.left if underway else task.spoken
        lined = left >= LEAST_LINED
        fields = max(1, left // (SHORT_FIELD_WORDS if short else LEAST_FIELD_WORDS))
        values = {
            "motion": self._motion,
            "side": self._side.value,
            "definition": " ".join(self._case.definition) if self._case else "",
            "criterion": " ".join(self._case.criterion) if self._case else "",
            "framework": task.framework,
            "brief": brief.text,
            "heard_before": brief.heard,
            "clashes": "\n".join(clashes(brief)) or "(none)",
            "heard": "\n".join(task.heard),
            "evidence": "\n".join(self.evidence_lines(brief)) or "(none)",
            "words": task.words,
            "spoken": task.spoken,
            "fields": min(CLOSING_FIELDS, fields) if closing else fields,
            "reserve": task.reserve,
            "so_far": "\n".join(s.text for s in task.so_far),
            "current": "\n".join(draft_lines([s for s in task.current if s.text not in task.said], passages)),
            "new": ", ".join(sorted(brief.new)) or "nothing",
            "seconds_left": "" if task.seconds_left is None else f"{task.seconds_left:.0f}",
            "begun": bool(task.said or task.in_the_air or (task.seconds_left is not None and task.seconds_left <= 0)),
            "left": left,
            "quick": of_answers,
            "last_line": lined,
            "answers": max(1, (left - LINE_WORDS * lined) // ANSWER_WORDS),
            "underway": underway,
            "short": short,
            "said": "\n".join(task.said),
            "in_the_air": task.in_the_air,
            "whole": task.whole,
            "heard_from": "" if task.heard_from is None else f"{task.heard_from:.0f}",
        }
        return render(name, **{key: value for key, value in values.items() if key in PROMPTS.variables(name)})

    async def revise(self, sentences: Sequence[Sentence], issues: str, deadline: float) -> list[Sentence]:
        """The same sentences, some in other words, some left out with their units: ids, priorities and order stay.
        Raises ProviderError, ModelOutputError: no usable revision in time."""
        prompt = render(
            "revise",
            motion=self._motion,
            side=self._side.value,
            statement="\n".join(f"{s.id}: {s.text}" for s in sentences),
            issues=issues,
            evidence="\n".join(evidence_lines(self._evidence, sorted({c for s in sentences for c in s.cites}))),
        )
        answer = await asked(self._llm, Role.WRITER, prompt, Revision, self._fault, deadline)
        new = {one.id.strip().rstrip(":"): plain(one.text)[:LONGEST_REVISED] for one in answer.sentences}
        changed = {one: text for one, text in new.items() if not text or unspeakable(text) is None}
        gone = {one for one, text in changed.items() if not text}
        kept = without(sentences, {s.unit for s in sentences if s.id in gone and s.priority is not Priority.CLOSING})
        return [s.model_copy(update={"text": text}) if (text := changed.get(s.id)) else s for s in kept]

    def _fault(self, draft: Draft | Revision) -> str | None:
        return fault(draft, self._side)

    def evidence_lines(self, brief: Brief) -> list[str]:
        """The evidence that bears on open points and on what is prepared for them; in a closing none. What was shown
        before in a speech of its kind stays where it is, so that a prompt begins as the one before did."""
        if brief.stage is Stage.CLOSING:
            return []
        shown = self._shown.setdefault(brief.stage, {})
        bears = [one for one in brief.evidence() if one in self._evidence]
        shown |= dict.fromkeys((bears or list(self._evidence))[:EVIDENCE_SHOWN])
        return list(evidence_lines(self._evidence, list(shown)))


def quick(stage: Stage, words: int) -> bool:
    """Whether a speech in which so many words are spoken is a closing that is made of answers and a line."""
    return stage is Stage.CLOSING and words < QUICK_WORDS


def fault(draft: Draft | Revision, side: Side) -> str | None:
    """Why a draft cannot be spoken for a side, if so."""
    texts = [s.text for s in draft.sentences]
    if draft.side is not side:
        return f"it is for {draft.side}, but you speak for {side}"
    if isinstance(draft, Draft) and not any(
        one.keep.strip() or unspeakable(plain(one.text)) is None for one in draft.sentences
    ):
        return "it has no words"
    return foreign(texts) or wrong_side(texts, side)


def _missing(
    draft: Draft, owed: Sequence[str], passages: DraftPassages, current: Sequence[Sentence], known: Known
) -> tuple[str, ...]:
    """The open points that a draft says nothing about, its kept passages included."""
    kept = [s for one in draft.sentences if one.keep.strip() for s in passages.kept(one.keep, current)]
    said = {*known.points_of(sorted(draft.dealt_with)), *(p for s in kept for p in (*s.answers, *s.concedes))}
    return tuple(point for point in owed if point not in said)


def draft_lines(
    sentences: Sequence[Sentence], passages: DraftPassages, spoken: Collection[str] | None = None
) -> list[str]:
    """A draft as its writer is shown it, passage by passage: `s3 (must; answers con2.1; cites e1): ...`.
    `spoken`: ids of the sentences that there will be time for; all but the reserve, if left out. What others than the
    writer have put in reserve is not shown."""
    lines, last = [], None
    for one in sentences:
        name = passages.name(one)
        if one.priority is Priority.RESERVE and passages.written(one) is None:
            continue
        if name != last:
            lines.append(f"Passage: {name or '(no name)'}")
            last = name
        notes = [one.priority.value if one.priority is not Priority.CLOSING else "closing line"]
        notes += [f"answers {', '.join(one.answers)}"] if one.answers else []
        notes += [f"concedes {', '.join(one.concedes)}"] if one.concedes else []
        notes += [f"cites {', '.join(one.cites)}"] if one.cites else []
        notes += ["no time for it"] if spoken is not None and one.id not in spoken else []
        lines.append(f"  {one.id} ({'; '.join(notes)}): {one.text}")
    return lines
